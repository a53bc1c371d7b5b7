// Links between stores: contact lists, patch lists, dense states.
#include "model/model.h"

#include "base/hash.h"
#include "geometry/shape_extents.h"
#include "spatial/round_outward.h"

namespace cairn {

namespace {

ContactLink& linkOf(Model& m, int32_t key) { return m.contacts[key >> 1].link[key & 1]; }

bool isFixedOther(const Model& m, int32_t key) {
    const Contact& c = m.contacts[key >> 1];
    return m.bodies[key & 1 ? c.bodyA : c.bodyB].type != BodyType::Dynamic;
}

void linkToBody(Model& m, int body, int32_t key) {
    const int32_t head = m.bodies[body].firstContact;
    linkOf(m, key) = {kNone, head};
    if (head != kNone) linkOf(m, head).previous = key;
    m.bodies[body].firstContact = key;
    ++m.bodies[body].contactCount;
    m.bodies[body].fixedContactCount += isFixedOther(m, key);
}

void unlinkFromBody(Model& m, int body, int32_t key) {
    const ContactLink link = linkOf(m, key);
    if (link.previous != kNone) linkOf(m, link.previous).next = link.next;
    if (link.next != kNone) linkOf(m, link.next).previous = link.previous;
    if (m.bodies[body].firstContact == key) m.bodies[body].firstContact = link.next;
    --m.bodies[body].contactCount;
    m.bodies[body].fixedContactCount -= isFixedOther(m, key);
}

int allocatePatch(Model& m, int contact) {
    int p = m.freePatch;
    if (p == kNone) {
        p = m.patches.count();
        m.patches.push({});
    } else {
        m.freePatch = m.patches[p].next;
    }
    m.patches[p] = {};
    m.patches[p].contact = contact;
    m.patches[p].next = kNone;
    return p;
}

void freePatch(Model& m, int p) {
    if (m.graph.has(GraphEdge::Patch, p)) m.graph.remove(GraphEdge::Patch, p);
    m.patches[p].next = m.freePatch;
    m.freePatch = p;
}

template <class T> void growTo(Array<T>& array, int count, const T& value) {
    while (array.count() < count) array.push(value);
}

} // namespace

Model::Model() {
    states.push(kBodyAtRest);
    masses.push({});
    stateBody.push(kNone);
}

void changeStructure(Model& m, StructureEdit edit, int index, uint64_t detail) {
    const uint64_t what = hashCombine(static_cast<uint64_t>(edit), static_cast<uint64_t>(index));
    m.structure = hashCombine(hashCombine(m.structure, what), detail);
}

// By `wider` on each side, and along `lead`. In one piece: a box that goes from function to function goes through
// memory, in pieces that the next one has to wait for.
static Aabb boxAround(const Model& m, const ShapeRecord& s, float wider, Vec3 lead) {
    const WorldTransform& body = m.bodies[s.body].pose;
    Vec3 e;
    Aabb world;
    if (isIdentity(s.pose) && symmetricExtents(s.shape, body.q, e)) { // as most are
        const DVec3 reach = toDouble(e + Vec3{s.shape.rounding, s.shape.rounding, s.shape.rounding});
        world = {roundDown(body.p - reach), roundUp(body.p + reach)};
    } else {
        const WorldTransform pose = shapePose(m, s);
        const Aabb box = computeAabb(s.shape, {kZero, pose.q});
        world = {roundDown(pose.p + toDouble(box.lower)), roundUp(pose.p + toDouble(box.upper))};
    }
    // A plane reaches as far as a tree does, and no farther.
    constexpr float kEnd = DynamicBvh::kMaxCoordinate;
    const Vec3 lower = max(world.lower, Vec3{-kEnd, -kEnd, -kEnd}) - Vec3{wider, wider, wider};
    const Vec3 upper = min(world.upper, Vec3{kEnd, kEnd, kEnd}) + Vec3{wider, wider, wider};
    if (!(lengthSquared(lead) > wider * wider)) return {lower, upper}; // there is room for that
    return {lower + min(lead, kZero), upper + max(lead, kZero)};
}

Aabb worldBox(const Model& m, const ShapeRecord& s) { return boxAround(m, s, 0.0f, kZero); }
Aabb proxyBox(const Model& m, const ShapeRecord& s, Vec3 lead) {
    return boxAround(m, s, 0.5f * kSpeculativeMargin, lead);
}

ProxyDef proxyDef(const Model& m, int shape) {
    const ShapeRecord& s = m.shapes[shape];
    const bool sensor = (s.flags & kSensor) != 0, particle = (s.flags & kParticleShape) != 0;
    return {.box = proxyBox(m, s),
            .userData = static_cast<uint64_t>(shape),
            .category = sensor ? kSensorProxy : (particle ? kParticleProxy : kSolidProxy),
            .mask = sensor ? 0u : (particle ? kSolidProxy : 0xFFFFFFFFu)};
}

int createContact(Model& m, int shapeA, int shapeB) {
    const int c = static_cast<int>(m.contactIds.acquire().index);
    growTo(m.contacts, c + 1, Contact{});
    Contact& contact = m.contacts[c] = {};
    const ShapeRecord &a = m.shapes[shapeA], &b = m.shapes[shapeB];
    contact.shapeA = shapeA;
    contact.shapeB = shapeB;
    contact.bodyA = a.body;
    contact.bodyB = b.body;
    contact.flags = contactReports(a, b);
    updateMaterial(m, contact);
    contact.firstPatch = kNone;
    m.contactPairs.add(static_cast<uint32_t>(shapeA), static_cast<uint32_t>(shapeB));
    setLive(m, c, true);
    linkToBody(m, contact.bodyA, 2 * c);
    linkToBody(m, contact.bodyB, 2 * c + 1);
    return c;
}

void destroyContact(Model& m, int c) {
    const Contact contact = m.contacts[c];
    for (int p = contact.firstPatch; p != kNone;) {
        const int next = m.patches[p].next;
        freePatch(m, p);
        p = next;
    }
    m.specialContactCount -= isSpecial(contact);
    if ((contact.flags & kTouching) != 0)
        m.events.contactEnds.push({m.shapeIds.at(contact.shapeA), m.shapeIds.at(contact.shapeB)});
    m.contactPairs.remove(static_cast<uint32_t>(contact.shapeA), static_cast<uint32_t>(contact.shapeB));
    unlinkFromBody(m, contact.bodyA, 2 * c);
    unlinkFromBody(m, contact.bodyB, 2 * c + 1);
    setLive(m, c, false);
    m.contacts[c] = {}; // nothing of it is left to be saved or hashed
    m.contactIds.release(m.contactIds.at(c));
}

void setLive(Model& m, int contact, bool live) { live ? m.liveContacts.set(contact) : m.liveContacts.clear(contact); }

void resizePatches(Model& m, int contact, int count) {
    Contact& c = m.contacts[contact];
    int32_t last = kNone;
    const auto linkAfterLast = [&](int32_t p) { (last == kNone ? c.firstPatch : m.patches[last].next) = p; };
    int32_t p = c.firstPatch;
    int owned = 0;
    for (; p != kNone && owned < count; ++owned) {
        last = p;
        p = m.patches[p].next;
    }
    linkAfterLast(kNone);
    while (p != kNone) {
        const int32_t next = m.patches[p].next;
        freePatch(m, p);
        p = next;
    }
    for (; owned < count; ++owned) {
        const int32_t fresh = allocatePatch(m, contact);
        linkAfterLast(fresh);
        last = fresh;
    }
    c.flags = count > 1 ? c.flags | kManyPatches : c.flags & ~kManyPatches;
}

void addState(Model& m, int body) {
    Body& b = m.bodies[body];
    b.state = m.states.count();
    m.states.push(kBodyAtRest);
    m.masses.push({});
    m.stateBody.push(body);
}

void removeState(Model& m, int body) {
    const int slot = m.bodies[body].state;
    m.states.removeSwap(slot);
    m.masses.removeSwap(slot);
    if (m.stateBody.removeSwap(slot) >= 0) m.bodies[m.stateBody[slot]].state = slot;
    m.bodies[body].state = kNone;
}

} // namespace cairn
