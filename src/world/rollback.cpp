// The small form of saving, for games that step again from a few frames ago: what steps change, and nothing else.
//
// Contacts, colours and the tree of moving shapes are part of it, because the order in which contacts came decides the
// order in which they are solved, and the last bits with it. Left out are shapes, masses, settings, the tree of static
// shapes, and of records what follows from these.
//
// SIZE. A body 200 bytes, a joint 140, its leaf in the tree 104, a contact 116, a patch 64 and 28 for each point, and a
// few words of the graph. A box in a pyramid, with its three contacts of two or four points, takes about 1.1 KB, two
// thirds of what a snapshot takes; a body in flight 0.3 KB.
#include "model/visit.h"
#include "world/saved.h"
#include "world/world_data.h"

namespace cairn {

namespace {

constexpr uint32_t kMagic = 0x4B425243; // "CRBK"

// The fields that steps change: fn(field, ...).
template <class B, class Fn> void motionOf(B& b, Fn fn) {
    fn(b.pose, b.center, b.v, b.w, b.force, b.torque, b.restCenter, b.restRotation, b.restTime, b.state, b.firstContact,
       b.contactCount, b.fixedContactCount, b.age, b.quarterStoreys);
}
template <class J, class Fn> void reactionOf(J& j, Fn fn) {
    fn(j.impulses, j.impulseTime, j.angles, j.gearAngle, j.force, j.torque);
}
template <class C, class Fn> void keyOf(C& c, Fn fn) {
    fn(c.shapeA, c.shapeB, c.link, c.cache, c.freeze, c.firstPatch, c.flags);
}
template <class P, class Fn> void bodyOf(P& p, Fn fn) {
    fn(p.normal, p.count, p.roundA, p.roundB, p.frictionImpulse, p.twistImpulse, p.rollingImpulse, p.lowerShare,
       p.contact, p.next);
}

// The stores that are saved as they are: everything that moves but for contacts and patches, which have smaller forms,
// and the ends of edges, which follow from these.
template <class Io> class Whole {
public:
    explicit Whole(Io io) : m_io(io) {}
    template <class T> void array(const char* name, T& values) { m_io.array(name, values); }
    void array(const char*, Array<Contact>&) {}
    void array(const char*, Array<Patch>&) {}
    template <class T> void value(const char* name, T& value) { m_io.value(name, value); }
    template <class T> void passing(const char* name, T& either) { m_io.passing(name, either); }
    void passing(const char*, Array<Colouring::Ends>&) {}

private:
    Io m_io;
};

uint64_t layoutOf(Model& m) {
    StoreLayout layout;
    visitArrays(m, layout);
    return layout.result();
}

void write(Model& m, ByteWriter& out) {
    visitMoving(m, Whole(StoreWriter(out)));
    const auto record = [&](const auto&... fields) { out.record(fields...); };
    m.bodyIds.forEach([&](BodyId id) { motionOf(m.bodies[static_cast<int>(id.index)], record); });
    m.jointIds.forEach([&](JointId id) { reactionOf(m.joints[static_cast<int>(id.index)], record); });
    m.contactIds.forEach([&](ContactId id) { keyOf(m.contacts[static_cast<int>(id.index)], record); });
    out.value(m.patches.count());
    for (const Patch& p : m.patches) {
        bodyOf(p, record);
        out.bytes(p.points, sizeof(PatchPoint) * static_cast<std::size_t>(p.count));
    }
    // Only edits change the tree of static shapes, but the next step looks at what they have flagged.
    const bool flagged = m.fixedTree.movedCount() > 0;
    out.value(flagged);
    if (flagged) m.fixedTree.visitArrays(StoreWriter(out));
}

void readPatches(Model& m, ByteReader& in) {
    m.patches.resize(0);
    m.patches.resize(min(max(in.value<int>(), 0), static_cast<int>(in.rest())));
    for (Patch& p : m.patches) {
        bodyOf(p, [&](auto&... fields) { in.record(fields...); });
        p.count = min(max(p.count, 0), 4);
        const std::span<const uint8_t> points = in.take(sizeof(PatchPoint) * static_cast<std::size_t>(p.count));
        if (!points.empty()) std::memcpy(p.points, points.data(), points.size());
    }
}

// What is not saved of a contact follows from its shapes as they are now.
void completeContact(Model& m, Contact& c) {
    const ShapeRecord &a = m.shapes[c.shapeA], &b = m.shapes[c.shapeB];
    m.contactPairs.add(static_cast<uint32_t>(c.shapeA), static_cast<uint32_t>(c.shapeB));
    c.bodyA = a.body;
    c.bodyB = b.body;
    constexpr uint32_t kOfShapes = kContactEvents | kHitEvents | kOfMaterial;
    c.flags = (c.flags & ~kOfShapes) | contactReports(a, b);
    updateMaterial(m, c);
}

void read(Model& m, ByteReader& in) {
    visitMoving(m, Whole(StoreReader(in)));
    const auto record = [&](auto&... fields) { in.record(fields...); };
    m.bodyIds.forEach([&](BodyId id) {
        motionOf(m.bodies[static_cast<int>(id.index)], record);
        m.bodies[static_cast<int>(id.index)].treeRoom = 0.0f;
    });
    m.jointIds.forEach([&](JointId id) { reactionOf(m.joints[static_cast<int>(id.index)], record); });
    m.contactPairs.clear();
    m.contacts.clear();
    m.contacts.resize(m.contactIds.slotCount());
    m.specialContactCount = 0;
    m.contactIds.forEach([&](ContactId id) {
        Contact& c = m.contacts[static_cast<int>(id.index)];
        keyOf(c, record);
        completeContact(m, c);
    });
    readPatches(m, in);
    m.graph.restoreEnds([&](GraphEdge kind, int edge) -> Colouring::Ends {
        if (kind == GraphEdge::Joint) return {graphNode(m, m.joints[edge].bodyA), graphNode(m, m.joints[edge].bodyB)};
        const Contact& c = m.contacts[m.patches[edge].contact];
        return {graphNode(m, c.bodyA), graphNode(m, c.bodyB)};
    });
    if (in.value<bool>()) m.fixedTree.visitArrays(StoreReader(in));
    m.treesStale = true;
    m.states.assign(m.stateBody.count(), kBodyAtRest);
    m.masses.assign(m.stateBody.count(), {});
}

} // namespace

bool World::saveRollback(Array<uint8_t>& out) const {
    if (!m_data->isIdle("saveRollback")) return false;
    Model& m = m_data->model;
    writeSaved(out, kMagic, hashCombine(layoutOf(m), m.structure), [&](ByteWriter& writer) { write(m, writer); });
    return true;
}

bool World::loadRollback(std::span<const uint8_t> bytes) {
    constexpr const char* f = "loadRollback";
    if (!m_data->isIdle(f)) return false;
    Model& m = m_data->model;
    const std::span<const uint8_t> state = readSaved(bytes, kMagic, hashCombine(layoutOf(m), m.structure), f);
    if (state.empty()) return false;
    ByteReader reader(state);
    read(m, reader);
    if (m_data->recorder) m_data->recorder->writeWorld(*m_data);
    return true;
}

} // namespace cairn
