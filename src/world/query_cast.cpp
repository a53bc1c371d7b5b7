// Rays and moving shapes against the world.
//
// A tree hands out shapes roughly from near to far and skips what lies beyond the best hit so far. Each is asked in its
// own frame: the difference of two double positions is the only place where large numbers meet.
#include "world/query_collect.h"

#include <cairn/query.h>
#include <cairn/world.h>

namespace cairn {

namespace {

// What a tree is told to look on to: never 0, which would stop it before shapes that are met at 0, too, were seen.
float nextLimit(const QueryCollector& collector, float limit) {
    return collector.isDone() ? 0.0f : max(limit, std::numeric_limits<float>::min());
}

QueryHit toHit(const CastHit& hit, const WorldTransform& pose, float length) {
    QueryHit out;
    out.point = transformPoint(pose, hit.point);
    out.normal = rotate(pose.q, hit.normal);
    out.fraction = hit.fraction;
    out.distance = hit.fraction * length;
    out.child = hit.child;
    out.initialOverlap = hit.initialOverlap;
    return out;
}

// cast(shape, pose) -> CastHit, in the shape's frame. Returns the last limit.
template <class Cast> float castAlong(const BvhSweep& sweep, QueryCollector& collector, Cast&& cast) {
    const float length = cairn::length(sweep.translation);
    BvhSweep rest = sweep;
    collector.forTrees([&](const DynamicBvh& tree) {
        tree.cast(rest, 0xFFFFFFFFu, [&](ProxyHit proxy, float) {
            const int index = static_cast<int>(proxy.userData);
            if (collector.sees(index)) {
                const WorldTransform pose = collector.poseOf(index);
                if (const CastHit hit = cast(collector.shape(index).shape, pose))
                    rest.maxFraction = collector.take(index, toHit(hit, pose, length), hit.fraction, rest.maxFraction);
            }
            return nextLimit(collector, rest.maxFraction);
        });
    });
    return rest.maxFraction;
}

bool checkRay(const WorldData& data, const RayQuery& ray, const char* function) {
    if (!data.isIdle(function) || !checkPosition(function, "origin", ray.origin) ||
        !checkVector(function, "translation", ray.translation))
        return false;
    return lengthSquared(toDouble(ray.translation)) > 0.0 || refuse(function, "translation", 0.0, "must not be zero");
}

float castRayInto(const RayQuery& ray, QueryCollector& collector) {
    return castAlong({.origin = ray.origin, .translation = ray.translation}, collector,
                     [&](const Shape& shape, const WorldTransform& pose) {
                         return rayCast(shape, inverseTransformPoint(pose, ray.origin),
                                        inverseRotate(pose.q, ray.translation));
                     });
}

float castShapeInto(const ShapeQuery& query, QueryCollector& collector) {
    const Aabb box = computeAabb(query.shape, {kZero, query.pose.q});
    const BvhSweep sweep{
        .origin = query.pose.p + toDouble(center(box)), .translation = query.translation, .halfExtents = extents(box)};
    return castAlong(sweep, collector, [&](const Shape& shape, const WorldTransform& pose) {
        return shapeCast(shape, query.shape, relativeTransform(pose, query.pose),
                         inverseRotate(pose.q, query.translation));
    });
}

bool checkCast(const WorldData& data, const ShapeQuery& query, const char* function) {
    return data.isIdle(function) && checkShapeQuery(query, function);
}

} // namespace

QueryHit World::castRay(const RayQuery& ray, const QueryFilter& filter, QueryMode mode) const {
    if (!checkRay(*m_data, ray, "castRay")) return {};
    QueryCollector collector(m_data->model, filter, mode, nullptr);
    castRayInto(ray, collector);
    return collector.best();
}

int World::castRayAll(const RayQuery& ray, Array<QueryHit>& out, const QueryFilter& filter) const {
    out.clear();
    if (!checkRay(*m_data, ray, "castRayAll")) return 0;
    QueryCollector collector(m_data->model, filter, QueryMode::Closest, &out);
    return collector.finish(&QueryHit::fraction, castRayInto(ray, collector));
}

QueryHit World::castShape(const ShapeQuery& shape, const QueryFilter& filter, QueryMode mode) const {
    if (!checkCast(*m_data, shape, "castShape")) return {};
    QueryCollector collector(m_data->model, filter, mode, nullptr);
    castShapeInto(shape, collector);
    return collector.best();
}

int World::castShapeAll(const ShapeQuery& shape, Array<QueryHit>& out, const QueryFilter& filter) const {
    out.clear();
    if (!checkCast(*m_data, shape, "castShapeAll")) return 0;
    QueryCollector collector(m_data->model, filter, QueryMode::Closest, &out);
    return collector.finish(&QueryHit::fraction, castShapeInto(shape, collector));
}

} // namespace cairn
