// A capsule moved by hand: the planes around it, and sliding along them.
#include "world/query_collect.h"

#include "geometry/manifold_internal.h"

#include <cairn/world.h>

namespace cairn {

namespace {

constexpr int kMaxSlideSteps = 64;

// The capsule as a shape, and where it is in the mover's frame.
struct Capsule {
    Shape shape;
    Transform pose;

    explicit Capsule(const MoverCapsule& m)
        : shape(ShapeCapsule{0.5f * distance(m.center1, m.center2), m.radius}),
          pose{0.5f * (m.center1 + m.center2), fromTo({0, 1, 0}, normalizeOr(m.center2 - m.center1, Vec3{0, 1, 0}))} {
        if (!(shape.size.y > kMinShapeSize)) shape = ShapeSphere{m.radius};
    }
};

bool checkMover(const WorldData& data, const MoverCapsule& m, DVec3 position, const char* function) {
    return data.isIdle(function) && checkPosition(function, "position", position) &&
           checkVector(function, "mover.center1", m.center1) && checkVector(function, "mover.center2", m.center2) &&
           checkRange(function, "mover.radius", m.radius, kMinShapeSize, kMaxShapeSize, "must be positive");
}

// Planes of one shape. A mesh, field or compound gives one for each patch: its seams are not felt.
void addPlanes(const Capsule& capsule, const Shape& shape, const Transform& shapeInMover, float reach,
               Array<Manifold>& scratch, Array<MoverPlane>& out) {
    ManifoldCache cache;
    collideTrusted(capsule.shape, shape, inverseMul(capsule.pose, shapeInMover), reach, cache, scratch);
    for (const Manifold& manifold : scratch) {
        MoverPlane plane{};
        plane.normal = -rotate(capsule.pose.q, manifold.normal);
        plane.offset = kHuge;
        for (int i = 0; i < manifold.count; ++i) plane.offset = min(plane.offset, manifold.points[i].separation);
        plane.child = manifold.childB;
        if (manifold.count > 0) out.push(plane);
    }
}

void collectPlanes(const Model& m, const MoverCapsule& mover, DVec3 position, float reach, const QueryFilter& filter,
                   Array<Manifold>& scratch, Array<MoverPlane>& planes, Array<ShapeId>* shapes) {
    const Capsule capsule(mover);
    const QueryCollector collector(m, filter, QueryMode::Any, nullptr);
    const Aabb box = inflate(computeAabb(capsule.shape, capsule.pose), reach);
    const Aabb world = roundOutward(position + toDouble(box.lower), position + toDouble(box.upper));
    collector.forTrees([&](const DynamicBvh& tree) {
        tree.overlap(world, 0xFFFFFFFFu, [&](ProxyHit proxy) {
            const int index = static_cast<int>(proxy.userData);
            if (!collector.sees(index)) return true;
            const Transform shapeInMover = relativeTransform({position, kIdentityQuat}, collector.poseOf(index));
            addPlanes(capsule, collector.shape(index).shape, shapeInMover, reach, scratch, planes);
            while (shapes && shapes->count() < planes.count()) shapes->push(m.shapeIds.at(index));
            return true;
        });
    });
}

} // namespace

int World::collideMover(const MoverCapsule& mover, DVec3 position, float reach, Array<MoverPlane>& planes,
                        const QueryFilter& filter, Array<ShapeId>* shapes) const {
    constexpr const char* f = "collideMover";
    planes.clear();
    if (shapes) shapes->clear();
    if (!checkMover(*m_data, mover, position, f) ||
        !checkRange(f, "reach", reach, 0.0f, kMaxQuantity, "must be from 0 to 1e12"))
        return 0;
    Array<Manifold> scratch;
    collectPlanes(m_data->model, mover, position, reach, filter, scratch, planes, shapes);
    return planes.count();
}

// In steps of at most half the radius: a plane stands for its shape only near where it was found.
MoverMove World::slideMover(const MoverCapsule& mover, DVec3 position, Vec3 translation, Vec3 velocity,
                            const QueryFilter& filter) const {
    constexpr const char* f = "slideMover";
    MoverMove move{position, velocity, false};
    if (!checkMover(*m_data, mover, position, f) || !checkVector(f, "translation", translation) ||
        !checkVector(f, "velocity", velocity))
        return move;
    const float wanted = length(translation), longest = 0.5f * mover.radius;
    int steps = 1;
    while (steps < kMaxSlideSteps && static_cast<float>(steps) * longest < wanted) ++steps;
    const Vec3 part =
        (min(1.0f, static_cast<float>(steps) * longest / max(wanted, 1e-30f)) / static_cast<float>(steps)) *
        translation;
    Array<Manifold> scratch;
    Array<MoverPlane> planes;
    for (int i = 0; i < steps; ++i) {
        planes.clear();
        // Sliding does not go farther than asked, being pushed out may.
        collectPlanes(m_data->model, mover, move.position, 2.0f * length(part), filter, scratch, planes, nullptr);
        const MoverSolution solution = solvePlanes(planes, part);
        move.position = move.position + toDouble(solution.delta);
        move.velocity = clipVector(planes, move.velocity);
        for (const MoverPlane& plane : planes) move.touched |= plane.push > 0.0f;
    }
    return move;
}

} // namespace cairn
