// One query in progress: which shapes it sees, and what becomes of the hits. Shared by casts, overlaps and closest.
#pragma once

#include "world/world_data.h"

#include <cairn/world_query.h>

namespace cairn {

class QueryCollector {
public:
    // `all` collects every hit; without it, one hit is kept.
    QueryCollector(const Model& model, const QueryFilter& filter, QueryMode mode, Array<QueryHit>* all);

    bool sees(int shape) const;
    // Deals with a hit whose geometry is filled in, found at `key` (a fraction or a distance, in line with the order of
    // hits). Returns the limit for what is still to come.
    float take(int shape, QueryHit hit, float key, float limit);
    // Nothing more can change the answer.
    bool isDone() const { return m_done; }

    QueryHit best() const { return m_best; }
    // Sorts what was collected, without what a later verdict cut off: `limit` is the last one.
    int finish(float QueryHit::*key, float limit);

    // visit(tree) for the trees with shapes of interest, until done.
    template <class Visit> void forTrees(Visit&& visit) const {
        if (m_filter.fixed) visit(m_model.fixedTree);
        if (m_filter.moving && !m_done) visit(m_model.movingTree);
    }
    const ShapeRecord& shape(int index) const { return m_model.shapes[index]; }
    WorldTransform poseOf(int shape) const { return shapePose(m_model, m_model.shapes[shape]); }

private:
    const Model& m_model;
    const QueryFilter& m_filter;
    QueryMode m_mode;
    Array<QueryHit>* m_all;
    QueryHit m_best;
    bool m_done = false;
};

// A valid, convex shape, pose and translation.
bool checkShapeQuery(const ShapeQuery& query, const char* function);

} // namespace cairn
