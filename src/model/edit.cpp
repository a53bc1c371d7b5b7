// See edit.h.
#include "model/edit.h"

#include "base/hash.h"
#include "model/ignored_pairs.h"
#include "model/joints.h"
#include "model/sleep.h"

namespace cairn {

void unfreeze(Model& m, int body) {
    for (int32_t key = m.bodies[body].firstContact; key != kNone;) {
        Contact& c = m.contacts[key >> 1];
        c.freeze.valid = false;
        key = c.link[key & 1].next;
    }
}

void insertProxies(Model& m, int body) {
    Body& b = m.bodies[body];
    b.treeRoom = 0.0f;
    for (int s = b.firstShape; s != kNone; s = m.shapes[s].next)
        m.shapes[s].proxy = treeOf(m, b).insert(proxyDef(m, s));
}

void removeProxies(Model& m, int body) {
    const Body& b = m.bodies[body];
    for (int s = b.firstShape; s != kNone; s = m.shapes[s].next) {
        treeOf(m, b).remove(m.shapes[s].proxy);
        m.shapes[s].proxy = {};
    }
}

void moveProxies(Model& m, int body) {
    Body& b = m.bodies[body];
    b.treeRoom = 0.0f;
    if ((b.flags & kEnabled) == 0) return;
    for (int s = b.firstShape; s != kNone; s = m.shapes[s].next)
        treeOf(m, b).move({m.shapes[s].proxy, proxyBox(m, m.shapes[s]), kZero});
}

// A body that does not move has come or changed: what sleeps there is to notice.
void wakeAround(Model& m, int body) {
    if ((m.bodies[body].flags & kEnabled) == 0) return;
    for (int s = m.bodies[body].firstShape; s != kNone; s = m.shapes[s].next) wakeInBox(m, worldBox(m, m.shapes[s]));
}

void destroyContacts(Model& m, int body) {
    while (m.bodies[body].firstContact != kNone) destroyContact(m, m.bodies[body].firstContact >> 1);
}

void destroyContactsOfShape(Model& m, int shape) {
    for (int32_t key = m.bodies[m.shapes[shape].body].firstContact; key != kNone;) {
        const Contact& c = m.contacts[key >> 1];
        const int32_t next = c.link[key & 1].next;
        if (c.shapeA == shape || c.shapeB == shape) destroyContact(m, key >> 1);
        key = next;
    }
}

void setPose(Model& m, int body, const WorldTransform& pose) {
    Body& b = m.bodies[body];
    m.sensorsStale = true;
    wakeTouching(m, body);
    b.pose = {pose.p, normalize(pose.q)};
    b.center = transformPoint(b.pose, b.localCenter);
    moveProxies(m, body);
    unfreeze(m, body);
    wakeBody(m, body);
    if (b.type != BodyType::Static) return;
    wakeAround(m, body);
    changeStructure(m, StructureEdit::Place, body, hashBytes(&b.pose, sizeof b.pose));
}

void setType(Model& m, int body, BodyType type) {
    Body& b = m.bodies[body];
    if (b.type == type) return;
    const bool enabled = (b.flags & kEnabled) != 0;
    setEnabled(m, body, false);
    b.type = type;
    b.force = b.torque = kZero;
    if (type == BodyType::Static) b.v = b.w = kZero;
    if (type != BodyType::Dynamic) b.mass = b.inverseMass = 0.0f;
    updateMass(m, body);
    setEnabled(m, body, enabled);
}

void setEnabled(Model& m, int body, bool enabled) {
    Body& b = m.bodies[body];
    if (((b.flags & kEnabled) != 0) == enabled) return;
    m.sensorsStale = true;
    changeStructure(m, enabled ? StructureEdit::Enable : StructureEdit::Disable, body, static_cast<uint64_t>(b.type));
    if (enabled) {
        b.flags |= kEnabled;
        insertProxies(m, body);
        b.type != BodyType::Static ? addState(m, body) : wakeAround(m, body);
        wakeBody(m, body); // starts its clock
        addJointsToGraph(m, body);
    } else {
        wakeTouching(m, body);
        destroyContacts(m, body);
        removeJointsFromGraph(m, body);
        removeProxies(m, body);
        m.unpaired.clear(body);
        if (b.state != kNone) removeState(m, body);
        b.flags &= ~static_cast<uint32_t>(kEnabled);
    }
}

void releaseShape(Model& m, int shape) {
    if ((m.shapes[shape].flags & kSensor) != 0) {
        int kept = 0;
        for (const int32_t s : m.sensors)
            if (s != shape) m.sensors[kept++] = s;
        m.sensors.resizeUninitialized(kept);
    }
    m.hitShapeCount -= (m.shapes[shape].flags & kHitEvents) != 0;
    m.particleShapeCount -= (m.shapes[shape].flags & kParticleShape) != 0;
    m.shapeIds.release(m.shapeIds.at(shape));
}

void destroyBody(Model& m, int body) {
    setEnabled(m, body, false);
    destroyJoints(m, body);
    forgetPairs(m, body);
    for (int s = m.bodies[body].firstShape; s != kNone; s = m.shapes[s].next) releaseShape(m, s);
    m.particleCount -= (m.bodies[body].flags & kParticle) != 0;
    m.bodyIds.release(m.bodyIds.at(body));
    changeStructure(m, StructureEdit::DestroyBody, body);
}

void addSensor(Model& m, int shape) {
    m.sensors.push(shape);
    for (int i = m.sensors.count() - 1; i > 0 && m.sensors[i - 1] > shape; --i) {
        m.sensors[i] = m.sensors[i - 1];
        m.sensors[i - 1] = shape;
    }
}

void linkShape(Model& m, int body, int shape) {
    Body& b = m.bodies[body];
    m.sensorsStale = true;
    const Shape& geometry = m.shapes[shape].shape;
    changeStructure(m, StructureEdit::Link, shape,
                    hashBytes(&geometry.size, sizeof geometry.size, static_cast<uint64_t>(geometry.kind)));
    m.shapes[shape].body = body;
    m.shapes[shape].next = b.firstShape;
    b.firstShape = shape;
    b.treeRoom = 0.0f;
    if ((b.flags & kEnabled) != 0) m.shapes[shape].proxy = treeOf(m, b).insert(proxyDef(m, shape));
    updateMass(m, body);
    // A body that was made asleep gets its shapes one by one; nothing rests on it yet.
    if (isAwake(b) || b.firstContact != kNone) wakeBody(m, body);
    if (b.type == BodyType::Static && (b.flags & kEnabled) != 0) wakeInBox(m, worldBox(m, m.shapes[shape]));
}

void unlinkShape(Model& m, int shape) {
    m.sensorsStale = true;
    changeStructure(m, StructureEdit::Unlink, shape);
    const int body = m.shapes[shape].body;
    Body& b = m.bodies[body];
    wakeTouching(m, body, shape);
    wakeBody(m, body);
    destroyContactsOfShape(m, shape);
    if ((b.flags & kEnabled) != 0) treeOf(m, b).remove(m.shapes[shape].proxy);
    int32_t* link = &b.firstShape;
    while (*link != shape) link = &m.shapes[*link].next;
    *link = m.shapes[shape].next;
    updateMass(m, body);
}

} // namespace cairn
