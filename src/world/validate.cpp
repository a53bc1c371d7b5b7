// Deep validation: every link both ways, every count counted again, every number finite. One function a store; each
// reports the first thing that is wrong and stops.
#include "world/world_data.h"

namespace cairn {

namespace {

class Validator {
public:
    explicit Validator(const Model& m) : m_model(m) {}

    bool run() {
        return counts() && states() && bodies() && shapes() && trees() && contacts() && freePatches() && joints() &&
               graph() && lists();
    }

private:
    static bool fail(const char* field, int index, const char* reason) {
        return refuse("validate", field, index, reason);
    }
    static bool isUnit(Quat q) { return isValidRotation(q); }
    static bool isSane(DVec3 a) { return abs(a.x) < 1e13 && abs(a.y) < 1e13 && abs(a.z) < 1e13; }
    static bool isSane(Vec3 a) { return isSane(toDouble(a)); }

    bool counts() {
        const Model& m = m_model;
        if (m.bodies.count() < m.bodyIds.slotCount()) return fail("bodies", m.bodies.count(), "fewer than ids");
        if (m.shapes.count() < m.shapeIds.slotCount()) return fail("shapes", m.shapes.count(), "fewer than ids");
        if (m.contacts.count() < m.contactIds.slotCount())
            return fail("contacts", m.contacts.count(), "fewer than ids");
        if (m.states.count() != m.stateBody.count() || m.masses.count() != m.stateBody.count() || m.stateBody.empty() ||
            m.stateBody[0] != kNone)
            return fail("states", m.states.count(), "are not one a body");
        return true;
    }

    bool states() {
        const Model& m = m_model;
        for (int i = 1; i < m.stateBody.count(); ++i) {
            const int b = m.stateBody[i];
            if (b < 0 || b >= m.bodyIds.slotCount() || !m.bodyIds.at(b)) return fail("states", i, "of no body");
            if (m.bodies[b].state != i) return fail("states", i, "is not the one its body names");
        }
        return true;
    }

    bool bodies() {
        const Model& m = m_model;
        int awake = 0, shapes = 0, sides = 0;
        bool good = true;
        m.bodyIds.forEach([&](BodyId id) {
            if (good) good = body(static_cast<int>(id.index), awake, shapes, sides);
        });
        if (!good) return false;
        if (awake != m.stateBody.count() - 1) return fail("states", awake, "are not those of awake bodies");
        if (shapes != m.shapeIds.count()) return fail("shapes", shapes, "in lists are not the living ones");
        if (sides != 2 * m.contactIds.count()) return fail("contacts", sides, "in lists are not the living ones");
        return true;
    }

    bool body(int index, int& awake, int& shapes, int& sides) {
        const Model& m = m_model;
        const Body& b = m.bodies[index];
        if (!isSane(b.pose.p) || !isSane(b.center) || !isUnit(b.pose.q)) return fail("bodies", index, "pose is bad");
        if (!isSane(b.v) || !isSane(b.w)) return fail("bodies", index, "velocity is bad");
        if (!(b.inverseMass >= 0.0f) || !isFinite(b.inverseMass)) return fail("bodies", index, "mass is bad");
        if (b.type != BodyType::Dynamic && b.inverseMass != 0.0f) return fail("bodies", index, "has mass");
        const bool moving = isMoving(b);
        if (b.state != kNone && (!moving || b.state >= m.stateBody.count() || m.stateBody[b.state] != index))
            return fail("bodies", index, "has a state that is not its own");
        awake += b.state != kNone;
        for (int s = b.firstShape; s != kNone; s = m.shapes[s].next) {
            if (s < 0 || s >= m.shapeIds.slotCount() || !m.shapeIds.at(s)) return fail("bodies", index, "dead shape");
            if (m.shapes[s].body != index) return fail("shapes", s, "is in the list of another body");
            if (++shapes > m.shapeIds.count()) return fail("bodies", index, "shape list does not end");
        }
        return contactList(index, sides);
    }

    bool contactList(int index, int& sides) {
        const Model& m = m_model;
        const Body& b = m.bodies[index];
        int32_t previous = kNone;
        int count = 0, fixed = 0;
        for (int32_t key = b.firstContact; key != kNone;) {
            const int c = key >> 1;
            if (c < 0 || c >= m.contactIds.slotCount() || !m.contactIds.at(c))
                return fail("bodies", index, "dead contact in its list");
            const Contact& contact = m.contacts[c];
            const bool isB = (key & 1) != 0;
            if ((isB ? contact.bodyB : contact.bodyA) != index) return fail("contacts", c, "is in a wrong list");
            if (contact.link[key & 1].previous != previous) return fail("contacts", c, "link back is wrong");
            if (++sides > 2 * m.contactIds.count()) return fail("bodies", index, "contact list does not end");
            ++count;
            fixed += m.bodies[isB ? contact.bodyA : contact.bodyB].type != BodyType::Dynamic;
            previous = key;
            key = contact.link[key & 1].next;
        }
        if (count != b.contactCount) return fail("bodies", index, "contact count is wrong");
        return fixed == b.fixedContactCount || fail("bodies", index, "count of fixed contacts is wrong");
    }

    bool shapes() {
        const Model& m = m_model;
        int proxies = 0, sensors = 0, hits = 0;
        bool good = true;
        m.shapeIds.forEach([&](ShapeId id) {
            if (!good) return;
            const int index = static_cast<int>(id.index);
            const ShapeRecord& s = m.shapes[index];
            const Body& b = m.bodies[s.body];
            const DynamicBvh& tree = treeOf(m, b);
            const bool enabled = (b.flags & kEnabled) != 0;
            if (enabled && (!tree.isValid(s.proxy) || tree.userData(s.proxy) != static_cast<uint64_t>(index)))
                good = fail("shapes", index, "has no proxy of its own");
            proxies += enabled;
            sensors += (s.flags & kSensor) != 0;
            hits += (s.flags & kHitEvents) != 0;
        });
        if (!good) return false;
        if (proxies != m.fixedTree.count() + m.movingTree.count()) return fail("trees", proxies, "hold other shapes");
        if (sensors != m.sensors.count()) return fail("sensors", sensors, "are not all listed");
        return hits == m.hitShapeCount || fail("shapes", hits, "that report hits are counted wrongly");
    }

    bool trees() {
        if (!m_model.fixedTree.validate()) return fail("fixedTree", 0, "is broken");
        return m_model.movingTree.validate() || fail("movingTree", 0, "is broken");
    }

    bool contacts() {
        const Model& m = m_model;
        int live = 0, special = 0;
        m_ownedPatches = 0;
        bool good = true;
        m.contactIds.forEach([&](ContactId id) {
            const int index = static_cast<int>(id.index);
            if (good) good = contact(index);
            live += m.liveContacts.test(index);
            special += isSpecial(m.contacts[index]);
        });
        if (!good) return false;
        if (m.contactPairs.count() != m.contactIds.count())
            return fail("contactPairs", m.contactPairs.count(), "are not those of the contacts");
        if (live != m.liveContacts.count()) return fail("liveContacts", live, "are not all contacts");
        return special == m.specialContactCount || fail("contacts", special, "with special materials: wrong count");
    }

    bool contact(int index) {
        const Model& m = m_model;
        const Contact& c = m.contacts[index];
        for (const int s : {c.shapeA, c.shapeB})
            if (s < 0 || s >= m.shapeIds.slotCount() || !m.shapeIds.at(s)) return fail("contacts", index, "dead shape");
        if (m.shapes[c.shapeA].body != c.bodyA || m.shapes[c.shapeB].body != c.bodyB || c.bodyA == c.bodyB)
            return fail("contacts", index, "its bodies are not those of its shapes");
        if (!haveContact(m, c.shapeA, c.shapeB)) return fail("contactPairs", index, "does not have the contact");
        const Body &A = m.bodies[c.bodyA], &B = m.bodies[c.bodyB];
        if ((A.flags & B.flags & kEnabled) == 0) return fail("contacts", index, "has a disabled body");
        const bool awake = isAwake(A) || isAwake(B);
        if (awake != m.liveContacts.test(index)) return fail("contacts", index, "is live and asleep, or neither");
        if (c.firstPatch == kNone && isTouching(c)) return fail("contacts", index, "owns no patch");
        const bool active = graphNode(m, c.bodyA) != Colouring::kNoNode || graphNode(m, c.bodyB) != Colouring::kNoNode;
        int owned = 0;
        for (int p = c.firstPatch; p != kNone; p = m.patches[p].next, ++owned) {
            if (p < 0 || p >= m.patches.count() || m.patches[p].contact != index)
                return fail("patches", p, "belongs to another contact");
            if (++m_ownedPatches > m.patches.count()) return fail("contacts", index, "patch list does not end");
            if (!patch(p)) return false;
            if (m.graph.has(GraphEdge::Patch, p) != (active && m.patches[p].count > 0))
                return fail("patches", p, "is in the graph and should not, or the other way round");
        }
        if ((owned > 1) != ((c.flags & kManyPatches) != 0)) return fail("contacts", index, "miscounts its patches");
        return true;
    }

    bool patch(int index) {
        const Patch& p = m_model.patches[index];
        if (p.count < 0 || p.count > 4) return fail("patches", index, "point count is bad");
        if (p.count > 0 && !(abs(lengthSquared(p.normal) - 1.0f) < 0.01f))
            return fail("patches", index, "normal is not of unit length");
        for (int i = 0; i < p.count; ++i)
            if (!isSane(p.points[i].arm) || !isFinite(p.points[i].separation) || !(p.points[i].impulse >= 0.0f) ||
                !isFinite(p.points[i].impulse))
                return fail("patches", index, "point is bad");
        return (isFinite(p.frictionImpulse) && isFinite(p.twistImpulse) && isFinite(p.rollingImpulse)) ||
               fail("patches", index, "impulse is bad");
    }

    bool freePatches() {
        const Model& m = m_model;
        int free = 0;
        for (int p = m.freePatch; p != kNone; p = m.patches[p].next)
            if (p < 0 || p >= m.patches.count() || ++free > m.patches.count())
                return fail("patches", p, "free list is broken");
        return m_ownedPatches + free == m.patches.count() || fail("patches", free, "some are neither owned nor free");
    }

    // A joint is in the lists of both bodies, and in the graph while it can move one of them.
    bool joints() {
        const Model& m = m_model;
        int listed = 0;
        bool good = true;
        m.bodyIds.forEach([&](BodyId id) {
            const int index = static_cast<int>(id.index);
            int count = 0;
            for (int32_t key = m.bodies[index].firstJoint; good && key != kNone; ++count) {
                const int j = key >> 1;
                if (j < 0 || j >= m.jointIds.slotCount() || !m.jointIds.at(j) || ++listed > 2 * m.jointIds.count())
                    good = fail("bodies", index, "joint list is broken");
                else if (((key & 1) != 0 ? m.joints[j].bodyB : m.joints[j].bodyA) != index)
                    good = fail("joints", j, "is in a wrong list");
                else
                    key = m.joints[j].list[key & 1].next;
            }
            if (good && count != m.bodies[index].jointCount) good = fail("bodies", index, "joint count is wrong");
        });
        if (!good) return false;
        m.jointIds.forEach([&](JointId id) {
            const int index = static_cast<int>(id.index);
            const JointRecord& j = m.joints[index];
            const int axes = j.kind == JointKind::SixDegree ? j.data.sixDegree.axes : 0;
            if (good && (axes < 0 || (axes > 0 && axes >= m.jointAxes.count())))
                good = fail("joints", index, "has no axes");
            const Body &A = m.bodies[j.bodyA], &B = m.bodies[j.bodyB];
            const bool active =
                graphNode(m, j.bodyA) != Colouring::kNoNode || graphNode(m, j.bodyB) != Colouring::kNoNode;
            if (good && (A.flags & B.flags & kEnabled) == 0 && m.graph.has(GraphEdge::Joint, index))
                good = fail("joints", index, "is in the graph with a disabled body");
            if (good && (A.flags & B.flags & kEnabled) != 0 && active && !m.graph.has(GraphEdge::Joint, index))
                good = fail("joints", index, "is not in the graph");
            for (const float impulse : j.impulses)
                if (good && !isFinite(impulse)) good = fail("joints", index, "impulse is bad");
        });
        return good && (listed == 2 * m.jointIds.count() || fail("joints", listed, "in lists are not the living ones"));
    }

    // Each colour holds a node once, and nodes know exactly the colours of their edges.
    bool graph() {
        const Model& m = m_model;
        Array<uint64_t> used(m.bodies.count());
        for (int colour = 0; colour <= Colouring::kOverflow; ++colour)
            if (!edges(GraphEdge::Patch, colour, used) || !edges(GraphEdge::Joint, colour, used)) return false;
        for (int node = 0; node < used.count(); ++node)
            if (used[node] != m.graph.coloursOf(node)) return fail("graph", node, "node has other colours than edges");
        return true;
    }

    bool edges(GraphEdge kind, int colour, Array<uint64_t>& used) {
        const Model& m = m_model;
        int count = 0;
        bool good = true;
        m.graph.forEachEdge(kind, colour, [&](int edge) {
            ++count;
            if (good && m.graph.colourOf(kind, edge) != colour)
                good = fail("graph", edge, "edge is not where it thinks");
            if (!good) return;
            const bool patch = kind == GraphEdge::Patch;
            const Contact* c = patch ? &m.contacts[m.patches[edge].contact] : nullptr;
            const int a = patch ? c->bodyA : m.joints[edge].bodyA, b = patch ? c->bodyB : m.joints[edge].bodyB;
            const Colouring::Ends ends = m.graph.endsOf(kind, edge);
            if (ends.a != graphNode(m, a) || ends.b != graphNode(m, b))
                good = fail("graph", edge, "edge has other ends");
            if (colour == Colouring::kOverflow) return;
            for (const int node : {ends.a, ends.b}) {
                if (node == Colouring::kNoNode || !good) continue;
                const uint64_t bit = uint64_t(1) << colour;
                if ((used[node] & bit) != 0) good = fail("graph", node, "node is in a colour twice");
                used[node] |= bit;
            }
        });
        return good && (count == m.graph.edgeCount(kind, colour) || fail("graph", colour, "colour has a wrong count"));
    }

    bool lists() {
        const Model& m = m_model;
        for (int i = 0; i < m.sensors.count(); ++i)
            if ((m.shapes[m.sensors[i]].flags & kSensor) == 0 || (i > 0 && m.sensors[i] <= m.sensors[i - 1]))
                return fail("sensors", i, "is no sensor, or out of order");
        for (int i = 1; i < m.sensorOverlaps.count(); ++i)
            if (!(m.sensorOverlaps[i - 1] < m.sensorOverlaps[i])) return fail("sensorOverlaps", i, "is out of order");
        for (int i = 1; i < m.ignoredPairs.count(); ++i)
            if (!(m.ignoredPairs[i - 1] < m.ignoredPairs[i])) return fail("ignoredPairs", i, "is out of order");
        return true;
    }

    const Model& m_model;
    int m_ownedPatches = 0;
};

} // namespace

bool World::validate() const { return m_data->isIdle("validate") && Validator(m_data->model).run(); }

} // namespace cairn
