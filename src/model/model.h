// Model: every store of a world, and the few edits that keep their links consistent.
#pragma once

#include "base/bit_set.h"
#include "base/id_pool.h"
#include "base/pair_set.h"
#include "base/prefetch.h"
#include "graph/colouring.h"
#include "graph/islands.h"
#include "model/body_state.h"
#include "model/event_lists.h"
#include "model/joint_record.h"

namespace cairn {

struct ContactTag;
using ContactId = Id<ContactTag>;

// What falling asleep and waking ask of a contact, which is six times as large.
struct SleepContact {
    int32_t contact;
    int32_t bodyA, bodyB;
    int32_t patch; // the first one; kNone: none has points
    bool hasMany;  // patches
};

// Kept, so that falling asleep and waking do not allocate. Empty between calls.
struct SleepScratch {
    Array<int32_t> bodies, sorted;
    Array<int32_t> met;           // contacts, in any order
    Array<SleepContact> contacts; // ascending
    BitSet seen, marked;
    Islands islands;
};

struct SensorOverlap {
    ShapeId sensor, visitor;
    friend auto operator<=>(const SensorOverlap&, const SensorOverlap&) = default;
};

struct Model {
    IdPool<BodyTag> bodyIds;
    Array<Body> bodies;
    int particleCount = 0; // of the bodies
    int particleShapeCount = 0;
    IdPool<ShapeTag> shapeIds;
    Array<ShapeRecord> shapes;
    IdPool<ContactTag> contactIds;
    Array<Contact> contacts;
    PairSet contactPairs; // shapes of all contacts
    BitSet liveContacts;  // contacts with a body that is awake
    BitSet unpaired;      // sleeping bodies with a neighbour of which no contact was made, since it sleeps or is fixed
    Array<Patch> patches;
    int32_t freePatch = kNone;
    int specialContactCount = 0; // contacts whose material has more than friction
    IdPool<JointTag> jointIds;
    Array<JointRecord> joints;
    Array<JointAxes> jointAxes; // of six-degree joints
    Array<int32_t> freeJointAxes;
    Colouring graph; // nodes are body indices, edges are patch and joint indices

    // Dense, one per body that can move. Slot 0 stands for everything that cannot.
    Array<BodyState> states;
    Array<BodyMass> masses;
    Array<int32_t> stateBody; // body of each slot

    DynamicBvh fixedTree{{.margin = 0.0f}}; // shapes of static bodies
    DynamicBvh movingTree{{.margin = 0.04f}};

    // Pairs of bodies that never touch: smaller index first, sorted. Bodies in it have the flag kIgnoresPairs.
    Array<uint64_t> ignoredPairs;

    // What overlaps which sensor, as of the last step, sorted.
    Array<SensorOverlap> sensorOverlaps;
    Array<int32_t> sensors;    // shapes, ascending
    int hitShapeCount = 0;     // shapes that report impacts
    bool sensorsStale = false; // an edit may have changed overlaps of what does not move

    // False: it is known which joints are solved as trees (pipeline/joint_trees.h). What changes joints, masses or
    // locks, or who is awake, sets it.
    bool treesStale = true;

    uint32_t orderCount = 0; // of shuffled orders in which constraints have been solved

    bool sleepSingly = false; // bodies sleep and wake one by one, not by islands
    // Names what exists: changes with every edit that a rollback could not undo (world/rollback.cpp), and equal edits
    // of equal worlds change it alike.
    uint64_t structure = 0;
    EventLists events;
    SleepScratch sleepScratch;

    Model();
};

// Null but for a six-degree joint.
inline const JointAxes* axesOf(const Model& m, const JointRecord& j) {
    return j.kind == JointKind::SixDegree ? &m.jointAxes[j.data.sixDegree.axes] : nullptr;
}

// Shape in the world.
inline bool isIdentity(const Transform& t) { return t.p == kZero && t.q == kIdentityQuat; }
inline WorldTransform shapePose(const Model& m, const ShapeRecord& s) {
    const WorldTransform& body = m.bodies[s.body].pose;
    return isIdentity(s.pose) ? body : body * s.pose; // most shapes sit where their body is
}
// World axes; locked axes do not turn.
Sym33 lockedInverseInertia(const Body& b);
inline Sym33 worldInverseInertia(const Body& b) {
    if ((b.flags & kLockAngular) != 0) return lockedInverseInertia(b);
    return rotateSymmetric(toMatrix(b.pose.q), b.inverseInertia);
}
// Node of the constraint graph: what does not move, or sleeps, is nobody's business.
inline int graphNode(const Model& m, int body) {
    const Body& b = m.bodies[body];
    return b.type == BodyType::Dynamic && b.state != kNone ? body : Colouring::kNoNode;
}

// How bundles refer to a body: its state, or ~state for one that is read but never moved.
inline int32_t solverIndex(const Body& b) {
    if (b.state == kNone) return ~0;
    return b.type == BodyType::Dynamic ? b.state : ~b.state;
}

// An edit that a rollback could not undo: what kind, and of what.
enum class StructureEdit : uint64_t {
    CreateBody,
    DestroyBody,
    Enable,
    Disable,
    Link,
    Unlink,
    Place,
    Center,
    Filter,
    Ignore,
    CreateJoint,
    DestroyJoint
};
void changeStructure(Model& m, StructureEdit edit, int index, uint64_t detail = 0);

// Contacts have points from this distance on.
inline constexpr float kSpeculativeMargin = 0.02f;

// The shape's box in the world, rounded outward.
Aabb worldBox(const Model& m, const ShapeRecord& s);
// What the trees hold: wide enough that shapes within the margin of each other have boxes that meet. Reaches ahead
// along `lead`, unless the margin is wider than that.
Aabb proxyBox(const Model& m, const ShapeRecord& s, Vec3 lead = kZero);

// How far a body goes in a step if nothing stops it: as far as contacts are looked for ahead of it.
inline Vec3 leadOf(const Body& b, float dt) {
    const Vec3 way = dt * b.v;
    const float farthest = 2.0f * b.extent, length2 = lengthSquared(way);
    return length2 > farthest * farthest ? farthest / sqrt(length2) * way : way;
}

// The tree that holds the shapes of a body.
inline DynamicBvh& treeOf(Model& m, const Body& b) { return b.type == BodyType::Static ? m.fixedTree : m.movingTree; }
inline const DynamicBvh& treeOf(const Model& m, const Body& b) {
    return b.type == BodyType::Static ? m.fixedTree : m.movingTree;
}

ContactMaterial combineMaterials(const Material& a, const Material& b);
inline ContactMaterial materialOf(const Model& m, const Contact& c) {
    return combineMaterials(m.shapes[c.shapeA].material, m.shapes[c.shapeB].material);
}
// What the contact keeps of it, and the count of special ones.
void updateMaterial(Model& m, Contact& c);

// Categories of the trees: sensors pair with nothing, particles with solids alone.
inline constexpr uint32_t kSolidProxy = 1, kSensorProxy = 2, kParticleProxy = 4;
ProxyDef proxyDef(const Model& m, int shape);

// What a pair reports: what one of its shapes does, but nothing about particles.
inline uint32_t contactReports(const ShapeRecord& a, const ShapeRecord& b) {
    const uint32_t flags = a.flags | b.flags;
    return (flags & kParticleShape) != 0 ? 0u : flags & (kContactEvents | kHitEvents);
}

int createContact(Model& m, int shapeA, int shapeB);
void destroyContact(Model& m, int contact);
// Has points, at least within the speculative margin.
inline bool isTouching(const Contact& c) { return (c.flags & kHasPoints) != 0; }
inline bool haveContact(const Model& m, int shapeA, int shapeB) {
    return m.contactPairs.contains(static_cast<uint32_t>(shapeA), static_cast<uint32_t>(shapeB));
}
inline void expectContact(const Model& m, int shapeA, int shapeB) { // a hint that it will be asked soon
    m.contactPairs.expect(static_cast<uint32_t>(shapeA), static_cast<uint32_t>(shapeB));
}
// A hint for walks over states: asks for the first bytes of the body some states on. Where bodies lie that are found
// through their states the processor does not foresee.
inline void expectBody(const Model& m, int state, std::size_t size) {
    constexpr int kAhead = 16;
    if (state + kAhead < m.stateBody.count()) forLines(m.bodies[m.stateBody[state + kAhead]], prefetch, size);
}
// Makes the contact own exactly `count` patches (at least 1); new ones are empty. Drops leave the graph.
void resizePatches(Model& m, int contact, int count);
// In the list of live contacts or not.
void setLive(Model& m, int contact, bool live);
void addState(Model& m, int body);
void removeState(Model& m, int body);

} // namespace cairn
