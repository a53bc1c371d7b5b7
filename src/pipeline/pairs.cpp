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

// Most pairs have a contact. Which do is known before any is added: a pair is found once.
void addPairs(StepContext& s, std::span<const ProxyPair> pairs, const DynamicBvh& treeA, const DynamicBvh& treeB) {
    const auto shapeAt = [](const DynamicBvh& tree, uint32_t proxy) {
        return static_cast<int>(tree.userDataAt(proxy));
    };
    const int count = static_cast<int>(pairs.size());
    const std::span<bool> isNew = s.arena.allocate<bool>(count, "pairs without a contact");
    parallelFor(s.tasks, count, 128, [&](int begin, int end, int) {
        constexpr std::size_t kAhead = 8;
        for (std::size_t i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            if (i + kAhead < pairs.size())
                expectContact(s.model, shapeAt(treeA, pairs[i + kAhead].a), shapeAt(treeB, pairs[i + kAhead].b));
            isNew[i] = !haveContact(s.model, shapeAt(treeA, pairs[i].a), shapeAt(treeB, pairs[i].b));
        }
    });
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (isNew[i]) addPair(s, shapeAt(treeA, pairs[i].a), shapeAt(treeB, pairs[i].b));
}

} // namespace

void updatePairs(StepContext& s) {
    Model& m = s.model;
    addPairs(s, s.pairFinder.find(m.movingTree, &s.tasks), m.movingTree, m.movingTree);
    addPairs(s, s.pairFinder.find(m.movingTree, m.fixedTree, &s.tasks), m.movingTree, m.fixedTree);
    s.moved.reset();
    for (DynamicBvh* tree : {&m.movingTree, &m.fixedTree}) {
        s.movedShapes.clear();
        tree->clearMoved(&s.movedShapes);
        for (const uint64_t shape : s.movedShapes) s.moved.set(static_cast<int>(shape));
    }
}

} // namespace cairn
