// The shapes nearest to a point or to a convex shape.
//
// The trees know distances from a point. A shape within R of its middle is at least (distance of the middle) - R away
// from anything, so the trees are asked about the middle, with R more than the limit.
#include "world/query_collect.h"

#include <cairn/query.h>
#include <cairn/world.h>

namespace cairn {

namespace {

struct Nearest {
    float distance;
    Vec3 point, normal; // in the shape's frame
    uint32_t child;
};

// nearest(shape, pose) -> Nearest. Returns the last limit.
template <class Ask>
float closestInto(DVec3 middle, float reach, float limit, QueryCollector& collector, Ask&& nearest) {
    const float slack = 1e-6f * reach; // R is a sum of floats
    collector.forTrees([&](const DynamicBvh& tree) {
        tree.closest(middle, limit + reach + slack, 0xFFFFFFFFu, [&](ProxyHit proxy, float) {
            const int index = static_cast<int>(proxy.userData);
            if (collector.sees(index)) {
                const WorldTransform pose = collector.poseOf(index);
                const Nearest n = nearest(collector.shape(index).shape, pose);
                QueryHit hit;
                hit.point = transformPoint(pose, n.point);
                hit.normal = rotate(pose.q, n.normal);
                hit.distance = n.distance;
                hit.child = n.child;
                hit.initialOverlap = n.distance <= 0.0f;
                limit = collector.take(index, hit, n.distance, limit);
            }
            return limit + reach + slack;
        });
    });
    return limit;
}

float closestPointInto(DVec3 point, float maxDistance, QueryCollector& collector) {
    return closestInto(point, 0.0f, maxDistance, collector, [&](const Shape& shape, const WorldTransform& pose) {
        const PointResult r = closestPoint(shape, inverseTransformPoint(pose, point));
        return Nearest{r.distance, r.point, r.normal, r.child};
    });
}

float closestShapeInto(const ShapeQuery& query, float maxDistance, QueryCollector& collector) {
    const Aabb box = computeAabb(query.shape, {kZero, query.pose.q});
    return closestInto(query.pose.p + toDouble(center(box)), length(extents(box)), maxDistance, collector,
                       [&](const Shape& shape, const WorldTransform& pose) {
                           const DistanceResult r =
                               shapeDistance(shape, query.shape, relativeTransform(pose, query.pose));
                           return Nearest{r.distance, r.pointA, r.normal, r.child};
                       });
}

bool checkDistance(float maxDistance, const char* function) {
    return checkRange(function, "maxDistance", maxDistance, 0.0f, kMaxQuantity, "must be from 0 to 1e12");
}

bool checkPoint(const WorldData& data, DVec3 point, float maxDistance, const char* function) {
    return data.isIdle(function) && checkPosition(function, "point", point) && checkDistance(maxDistance, function);
}

bool checkShape(const WorldData& data, const ShapeQuery& query, float maxDistance, const char* function) {
    return data.isIdle(function) && checkShapeQuery(query, function) && checkDistance(maxDistance, function);
}

} // namespace

QueryHit World::closestToPoint(DVec3 point, float maxDistance, const QueryFilter& filter) const {
    if (!checkPoint(*m_data, point, maxDistance, "closestToPoint")) return {};
    QueryCollector collector(m_data->model, filter, QueryMode::Closest, nullptr);
    closestPointInto(point, maxDistance, collector);
    return collector.best();
}

int World::closestToPointAll(DVec3 point, float maxDistance, Array<QueryHit>& out, const QueryFilter& filter) const {
    out.clear();
    if (!checkPoint(*m_data, point, maxDistance, "closestToPointAll")) return 0;
    QueryCollector collector(m_data->model, filter, QueryMode::Closest, &out);
    return collector.finish(&QueryHit::distance, closestPointInto(point, maxDistance, collector));
}

QueryHit World::closestToShape(const ShapeQuery& shape, float maxDistance, const QueryFilter& filter) const {
    if (!checkShape(*m_data, shape, maxDistance, "closestToShape")) return {};
    QueryCollector collector(m_data->model, filter, QueryMode::Closest, nullptr);
    closestShapeInto(shape, maxDistance, collector);
    return collector.best();
}

int World::closestToShapeAll(const ShapeQuery& shape, float maxDistance, Array<QueryHit>& out,
                             const QueryFilter& filter) const {
    out.clear();
    if (!checkShape(*m_data, shape, maxDistance, "closestToShapeAll")) return 0;
    QueryCollector collector(m_data->model, filter, QueryMode::Closest, &out);
    return collector.finish(&QueryHit::distance, closestShapeInto(shape, maxDistance, collector));
}

} // namespace cairn
