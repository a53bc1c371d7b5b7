// Filters, verdicts and the order of hits.
#include "world/query_collect.h"

#include "base/sort.h"
#include "world/check.h"

namespace cairn {

namespace {

// Casts differ in fraction, distances in distance, overlaps in neither.
bool comesBefore(const QueryHit& a, const QueryHit& b) {
    if (a.fraction != b.fraction) return a.fraction < b.fraction;
    if (a.distance != b.distance) return a.distance < b.distance;
    return a.shape.index < b.shape.index;
}

} // namespace

QueryCollector::QueryCollector(const Model& model, const QueryFilter& filter, QueryMode mode, Array<QueryHit>* all)
    : m_model(model), m_filter(filter), m_mode(mode), m_all(all) {
    if (all) all->clear();
}

bool QueryCollector::sees(int index) const {
    const ShapeRecord& s = m_model.shapes[index];
    if ((s.flags & kParticleShape) != 0 || ((s.flags & kSensor) != 0 && !m_filter.sensors)) return false;
    if ((m_filter.category & s.filter.mask) == 0 || (s.filter.category & m_filter.mask) == 0) return false;
    const BodyId body = m_model.bodyIds.at(s.body);
    for (const BodyId ignored : m_filter.ignore)
        if (ignored == body) return false;
    return !m_filter.accept || m_filter.accept(m_model.shapeIds.at(index), body, m_filter.context);
}

float QueryCollector::take(int index, QueryHit hit, float key, float limit) {
    if (!(key <= limit)) return limit;
    hit.shape = m_model.shapeIds.at(index);
    hit.body = m_model.bodyIds.at(m_model.shapes[index].body);
    if (m_filter.judge) {
        const float verdict = m_filter.judge(hit, limit, m_filter.context);
        if (!(verdict >= 0.0f)) return limit;
        limit = min(verdict, limit);
    }
    if (m_all) {
        m_all->push(hit);
        return limit;
    }
    if (!m_best || comesBefore(hit, m_best)) m_best = hit;
    m_done = m_mode == QueryMode::Any;
    return min(key, limit);
}

int QueryCollector::finish(float QueryHit::*key, float limit) {
    Array<QueryHit>& hits = *m_all;
    int kept = 0;
    for (const QueryHit& hit : hits)
        if (hit.*key <= limit) hits[kept++] = hit;
    hits.resizeUninitialized(2 * kept);
    const std::span<QueryHit> items(hits.data(), static_cast<std::size_t>(kept));
    mergeSort(items, {hits.data() + kept, items.size()}, comesBefore);
    hits.resizeUninitialized(kept);
    return kept;
}

bool checkShapeQuery(const ShapeQuery& query, const char* function) {
    if (!validate(query.shape, function)) return false;
    if (!isConvex(query.shape.kind))
        return refuse(function, "shape.kind", static_cast<double>(query.shape.kind), "must be convex");
    return checkPosition(function, "pose.p", query.pose.p) && checkRotation(function, "pose.q", query.pose.q) &&
           checkVector(function, "translation", query.translation);
}

} // namespace cairn
