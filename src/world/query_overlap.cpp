// What overlaps a shape, a point or a box.
#include "world/query_collect.h"

#include <cairn/query.h>
#include <cairn/world.h>

namespace cairn {

namespace {

// test(shape, pose) -> bool for every shape whose box overlaps the query's.
template <class Test> void overlapInto(DVec3 lower, DVec3 upper, QueryCollector& collector, Test&& test) {
    const Aabb box = roundOutward(lower, upper);
    collector.forTrees([&](const DynamicBvh& tree) {
        tree.overlap(box, 0xFFFFFFFFu, [&](ProxyHit proxy) {
            const int index = static_cast<int>(proxy.userData);
            if (collector.sees(index) && test(collector.shape(index).shape, collector.poseOf(index)))
                collector.take(index, {}, 0.0f, 1.0f);
            return !collector.isDone();
        });
    });
}

void overlapShapeInto(const ShapeQuery& query, QueryCollector& collector) {
    const Aabb box = computeAabb(query.shape, {kZero, query.pose.q});
    overlapInto(query.pose.p + toDouble(box.lower), query.pose.p + toDouble(box.upper), collector,
                [&](const Shape& shape, const WorldTransform& pose) {
                    return shapesOverlap(shape, query.shape, relativeTransform(pose, query.pose));
                });
}

void overlapPointInto(DVec3 point, QueryCollector& collector) {
    const Shape dot = ShapeSphere{0.0f};
    overlapInto(point, point, collector, [&](const Shape& shape, const WorldTransform& pose) {
        return shapesOverlap(shape, dot, {inverseTransformPoint(pose, point), kIdentityQuat});
    });
}

bool checkShape(const WorldData& data, const ShapeQuery& query, const char* function) {
    return data.isIdle(function) && checkShapeQuery(query, function);
}

bool checkPoint(const WorldData& data, DVec3 point, const char* function) {
    return data.isIdle(function) && checkPosition(function, "point", point);
}

// In double: the boxes of the trees are fat, and rounded.
bool meets(DVec3 lowerA, DVec3 upperA, DVec3 lowerB, DVec3 upperB) {
    return lowerA.x <= upperB.x && lowerA.y <= upperB.y && lowerA.z <= upperB.z && lowerB.x <= upperA.x &&
           lowerB.y <= upperA.y && lowerB.z <= upperA.z;
}

} // namespace

QueryHit World::overlapShape(const ShapeQuery& shape, const QueryFilter& filter) const {
    if (!checkShape(*m_data, shape, "overlapShape")) return {};
    QueryCollector collector(m_data->model, filter, QueryMode::Any, nullptr);
    overlapShapeInto(shape, collector);
    return collector.best();
}

int World::overlapShapeAll(const ShapeQuery& shape, Array<QueryHit>& out, const QueryFilter& filter) const {
    out.clear();
    if (!checkShape(*m_data, shape, "overlapShapeAll")) return 0;
    QueryCollector collector(m_data->model, filter, QueryMode::Closest, &out);
    overlapShapeInto(shape, collector);
    return collector.finish(&QueryHit::fraction, 1.0f);
}

QueryHit World::overlapPoint(DVec3 point, const QueryFilter& filter) const {
    if (!checkPoint(*m_data, point, "overlapPoint")) return {};
    QueryCollector collector(m_data->model, filter, QueryMode::Any, nullptr);
    overlapPointInto(point, collector);
    return collector.best();
}

int World::overlapPointAll(DVec3 point, Array<QueryHit>& out, const QueryFilter& filter) const {
    out.clear();
    if (!checkPoint(*m_data, point, "overlapPointAll")) return 0;
    QueryCollector collector(m_data->model, filter, QueryMode::Closest, &out);
    overlapPointInto(point, collector);
    return collector.finish(&QueryHit::fraction, 1.0f);
}

int World::overlapBoxAll(DVec3 lower, DVec3 upper, Array<QueryHit>& out, const QueryFilter& filter) const {
    constexpr const char* f = "overlapBoxAll";
    out.clear();
    if (!m_data->isIdle(f) || !checkPosition(f, "lower", lower) || !checkPosition(f, "upper", upper)) return 0;
    if (!(lower.x <= upper.x && lower.y <= upper.y && lower.z <= upper.z)) {
        refuse(f, "lower", lower.x, "must not be above upper on any axis");
        return 0;
    }
    QueryCollector collector(m_data->model, filter, QueryMode::Closest, &out);
    overlapInto(lower, upper, collector, [&](const Shape& shape, const WorldTransform& pose) {
        const Aabb box = computeAabb(shape, {kZero, pose.q});
        return meets(lower, upper, pose.p + toDouble(box.lower), pose.p + toDouble(box.upper));
    });
    return collector.finish(&QueryHit::fraction, 1.0f);
}

} // namespace cairn
