// Convex hulls by qhull, the oracle for hull tests and the opponent in hull benchmarks.
#pragma once

#include <cairn/math.h>

#include <utility>
#include <vector>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include <cstdio>

namespace cairn::test {

struct QhullResult {
    bool ok = false;
    double volume = 0;
    std::vector<int> vertices;                    // indices of input points
    std::vector<std::pair<DVec3, double>> planes; // dot(normal, x) = offset, less inside

    // Height over the highest plane: negative inside.
    double height(DVec3 p) const {
        double h = -1e300;
        for (const auto& plane : planes) h = max(h, dot(plane.first, p) - plane.second);
        return h;
    }
};

// Runs qhull on one cloud; keep the object to reuse its memory as qhull itself would.
class Qhull {
public:
    QhullResult run(const std::vector<double>& xyz, bool details) {
        QhullResult result;
        qhT qh;
        static std::FILE* silence = std::fopen("/dev/null", "w");
        qh_zero(&qh, silence);
        char command[] = "qhull Pp";
        const int exit = qh_new_qhull(&qh, 3, static_cast<int>(xyz.size() / 3), const_cast<double*>(xyz.data()), 0,
                                      command, silence, silence);
        result.ok = exit == 0;
        if (result.ok && details) collect(qh, result);
        qh_freeqhull(&qh, !qh_ALL);
        int left = 0, total = 0;
        qh_memfreeshort(&qh, &left, &total);
        return result;
    }

    static std::vector<double> flatten(const std::vector<Vec3>& points) {
        std::vector<double> xyz;
        xyz.reserve(3 * points.size());
        for (const Vec3 p : points) xyz.insert(xyz.end(), {p.x, p.y, p.z});
        return xyz;
    }

private:
    static void collect(qhT& state, QhullResult& result) {
        qhT* qh = &state;
        qh_getarea(qh, qh->facet_list);
        result.volume = qh->totvol;
        for (vertexT* vertex = qh->vertex_list; vertex && vertex->next; vertex = vertex->next)
            result.vertices.push_back(qh_pointid(qh, vertex->point));
        for (facetT* facet = qh->facet_list; facet && facet->next; facet = facet->next)
            result.planes.push_back({{facet->normal[0], facet->normal[1], facet->normal[2]}, -facet->offset});
    }
};

} // namespace cairn::test
