// Stage 1: pairs of boxes in which one moved become contacts.
#include "model/ignored_pairs.h"
#include "model/joints.h"
#include "model/sleep.h"
#include "pipeline/step.h"
#include "pipeline/touch.h"

namespace cairn {

bool mayCollide(const StepContext& s, int shapeA, int shapeB) {
    const Model& m = s.model;
    const ShapeRecord &a = m.shapes[shapeA], &b = m.shapes[shapeB];
    return a.body != b.body && mayTouch(a.filter, b.filter) && !isPairIgnored(m, a.body, b.body) &&
           !jointsForbidContact(m, a.body, b.body) &&
           (!s.contactFilter || ((a.flags | b.flags) & kParticleShape) != 0 ||
            s.contactFilter(m.shapeIds.at(shapeA), m.shapeIds.at(shapeB), s.contactFilterContext));
}

namespace {

void addPair(StepContext& s, int shapeA, int shapeB) {
    Model& m = s.model;
    if (haveContact(m, shapeA, shapeB)) return; // as most have
    const ShapeRecord &a = m.shapes[shapeA], &b = m.shapes[shapeB];
    const Body &bodyA = m.bodies[a.body], &bodyB = m.bodies[b.body];
    if (bodyA.type != BodyType::Dynamic && bodyB.type != BodyType::Dynamic) return;
    if (!isAwake(bodyA) && !isAwake(bodyB)) { // looked for again on waking
        if (isAsleep(bodyA)) m.unpaired.set(a.body);
        if (isAsleep(bodyB)) m.unpaired.set(b.body);
        return;
    }
    if (!mayCollide(s, shapeA, shapeB)) return;
    // Kinds in ascending order, so that manifolds are never computed the wrong way round and turned.
    const bool swap = a.shape.kind > b.shape.kind || (a.shape.kind == b.shape.kind && shapeA > shapeB);
    swap ? createContact(m, shapeB, shapeA) : createContact(m, shapeA, shapeB);
}

} // namespace

void updatePairs(StepContext& s) {
    Model& m = s.model;
    const auto shapeAt = [](const DynamicBvh& tree, uint32_t proxy) {
        return static_cast<int>(tree.userDataAt(proxy));
    };
    for (const ProxyPair& p : s.pairFinder.find(m.movingTree, &s.tasks))
        addPair(s, shapeAt(m.movingTree, p.a), shapeAt(m.movingTree, p.b));
    for (const ProxyPair& p : s.pairFinder.find(m.movingTree, m.fixedTree, &s.tasks))
        addPair(s, shapeAt(m.movingTree, p.a), shapeAt(m.fixedTree, p.b));
    s.moved.reset();
    for (DynamicBvh* tree : {&m.movingTree, &m.fixedTree}) {
        s.movedShapes.clear();
        tree->clearMoved(&s.movedShapes);
        for (const uint64_t shape : s.movedShapes) s.moved.set(static_cast<int>(shape));
    }
}

} // namespace cairn
