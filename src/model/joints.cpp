// See joints.h.
#include "model/joints.h"

#include "model/sleep.h"

namespace cairn {

namespace {

ContactLink& linkOf(Model& m, int32_t key) { return m.joints[key >> 1].list[key & 1]; }

void linkToBody(Model& m, int body, int32_t key) {
    const int32_t head = m.bodies[body].firstJoint;
    linkOf(m, key) = {kNone, head};
    if (head != kNone) linkOf(m, head).previous = key;
    m.bodies[body].firstJoint = key;
    ++m.bodies[body].jointCount;
}

void unlinkFromBody(Model& m, int body, int32_t key) {
    const ContactLink link = linkOf(m, key);
    if (link.previous != kNone) linkOf(m, link.previous).next = link.next;
    if (link.next != kNone) linkOf(m, link.next).previous = link.previous;
    if (m.bodies[body].firstJoint == key) m.bodies[body].firstJoint = link.next;
    --m.bodies[body].jointCount;
}

void addToGraph(Model& m, int joint) {
    const JointRecord& j = m.joints[joint];
    const Body &a = m.bodies[j.bodyA], &b = m.bodies[j.bodyB];
    const int nodeA = graphNode(m, j.bodyA), nodeB = graphNode(m, j.bodyB);
    if ((a.flags & b.flags & kEnabled) == 0 || m.graph.has(GraphEdge::Joint, joint)) return;
    if (nodeA == Colouring::kNoNode && nodeB == Colouring::kNoNode) return;
    m.graph.add(GraphEdge::Joint, joint, nodeA, nodeB);
    m.treesStale = true;
}

void removeFromGraph(Model& m, int joint) {
    if (!m.graph.has(GraphEdge::Joint, joint)) return;
    m.graph.remove(GraphEdge::Joint, joint);
    m.treesStale = true;
}

int32_t keepAxes(Model& m, const JointAxes& axes) {
    if (m.freeJointAxes.empty()) {
        m.jointAxes.push(axes);
        m.freeJointAxes.reserve(m.jointAxes.capacity()); // so that a joint that breaks does not allocate
        return m.jointAxes.count() - 1;
    }
    const int32_t index = m.freeJointAxes.pop();
    m.jointAxes[index] = axes;
    return index;
}

} // namespace

JointId createJoint(Model& m, const JointRecord& record, const JointAxes& axes) {
    const JointData& data = record.data;
    const JointId id = m.jointIds.acquire();
    const int index = static_cast<int>(id.index);
    changeStructure(m, StructureEdit::CreateJoint, index, static_cast<uint64_t>(record.kind));
    while (m.joints.count() <= index) m.joints.push({});
    JointRecord& j = m.joints[index] = {};
    j.kind = record.kind;
    j.data = data;
    if (j.kind == JointKind::SixDegree) j.data.sixDegree.axes = keepAxes(m, axes);
    j.bodyA = nodeA(data.link());
    j.bodyB = nodeB(data.link());
    j.signature = record.signature;
    j.heldRows = record.heldRows;
    linkToBody(m, j.bodyA, 2 * index);
    linkToBody(m, j.bodyB, 2 * index + 1);
    addToGraph(m, index);
    wakeJoint(m, index);
    if (!data.link().collideConnected) updateConnectedContacts(m, j.bodyA, j.bodyB);
    return id;
}

void destroyJoint(Model& m, int joint) {
    const JointRecord j = m.joints[joint];
    changeStructure(m, StructureEdit::DestroyJoint, joint);
    if (j.kind == JointKind::SixDegree) m.freeJointAxes.push(j.data.sixDegree.axes);
    wakeJoint(m, joint);
    removeFromGraph(m, joint);
    unlinkFromBody(m, j.bodyA, 2 * joint);
    unlinkFromBody(m, j.bodyB, 2 * joint + 1);
    m.jointIds.release(m.jointIds.at(joint));
    if (!j.data.link().collideConnected) updateConnectedContacts(m, j.bodyA, j.bodyB);
}

void destroyJoints(Model& m, int body) {
    while (m.bodies[body].firstJoint != kNone) destroyJoint(m, m.bodies[body].firstJoint >> 1);
}

void removeJointsFromGraph(Model& m, int body) {
    forJoints(m, body, [&](int joint, int) { removeFromGraph(m, joint); });
}
void addJointsToGraph(Model& m, int body) {
    forJoints(m, body, [&](int joint, int) { addToGraph(m, joint); });
}

void wakeJoint(Model& m, int joint) {
    for (const int body : {m.joints[joint].bodyA, m.joints[joint].bodyB})
        if (m.bodies[body].type == BodyType::Dynamic) wakeBody(m, body);
}

bool jointsForbidContact(const Model& m, int bodyA, int bodyB) {
    const bool useA = m.bodies[bodyA].jointCount <= m.bodies[bodyB].jointCount;
    bool forbidden = false;
    forJoints(m, useA ? bodyA : bodyB, [&](int joint, int other) {
        forbidden |= other == (useA ? bodyB : bodyA) && !m.joints[joint].data.link().collideConnected;
    });
    return forbidden;
}

void updateConnectedContacts(Model& m, int bodyA, int bodyB) {
    changeStructure(m, StructureEdit::Filter, bodyA, static_cast<uint64_t>(bodyB));
    if (!jointsForbidContact(m, bodyA, bodyB)) {
        // Boxes that count as moved are paired again.
        for (const int body : {bodyA, bodyB})
            if (isAwake(m.bodies[body]))
                for (int i = m.bodies[body].firstShape; i != kNone; i = m.shapes[i].next)
                    m.movingTree.touch(m.shapes[i].proxy);
        return;
    }
    const bool useA = m.bodies[bodyA].contactCount <= m.bodies[bodyB].contactCount;
    for (int32_t key = m.bodies[useA ? bodyA : bodyB].firstContact; key != kNone;) {
        const Contact& c = m.contacts[key >> 1];
        const int32_t next = c.link[key & 1].next;
        if ((c.bodyA == bodyA && c.bodyB == bodyB) || (c.bodyA == bodyB && c.bodyB == bodyA))
            destroyContact(m, key >> 1);
        key = next;
    }
}

} // namespace cairn
