// The sub-problem of GJK: the point of a simplex of 1 to 4 vertices that is closest to the origin.
//
// Each face is found by its Voronoi region: signs of dot products say whether the origin lies beyond a vertex, beyond
// an edge or over the interior. For a triangle a, b, c with edges ab, ac the six products of the edges with the corners
// are enough: the barycentric coordinates are 2x2 determinants of them.
#include "geometry/gjk.h"

namespace cairn {

namespace {

void keep1(GjkSimplex& s, int i) {
    s.v[0] = s.v[i];
    s.weight[0] = 1.0;
    s.count = 1;
}

void keep2(GjkSimplex& s, int i, int j, double weightJ) {
    const GjkVertex vi = s.v[i], vj = s.v[j];
    s.v[0] = vi;
    s.v[1] = vj;
    s.weight[0] = 1.0 - weightJ;
    s.weight[1] = weightJ;
    s.count = 2;
}

DVec3 closestPoint(const GjkSimplex& s) {
    DVec3 p = s.weight[0] * s.v[0].w;
    for (int i = 1; i < s.count; ++i) p += s.weight[i] * s.v[i].w;
    return p;
}

// Keeps the edge i, j or one of its ends.
void reduceSegment(GjkSimplex& s, int i, int j) {
    const DVec3 d = s.v[j].w - s.v[i].w;
    const double t = -dot(s.v[i].w, d), dd = dot(d, d);
    if (t <= 0.0 || !(dd > 0.0)) return keep1(s, i);
    if (t >= dd) return keep1(s, j);
    keep2(s, i, j, t / dd);
}

void reduceTriangle(GjkSimplex& s) {
    const DVec3 a = s.v[0].w, b = s.v[1].w, c = s.v[2].w;
    const DVec3 ab = b - a, ac = c - a;
    const double d1 = -dot(ab, a), d2 = -dot(ac, a);
    if (d1 <= 0.0 && d2 <= 0.0) return keep1(s, 0);
    const double d3 = -dot(ab, b), d4 = -dot(ac, b);
    if (d3 >= 0.0 && d4 <= d3) return keep1(s, 1);
    const double d5 = -dot(ab, c), d6 = -dot(ac, c);
    if (d6 >= 0.0 && d5 <= d6) return keep1(s, 2);
    // Areas against the edges, from the normal: less cancellation than d1 d4 - d3 d2 on thin triangles.
    const DVec3 n = cross(ab, ac);
    const double wc = dot(n, cross(a, b)), wb = dot(n, cross(c, a)), wa = dot(n, cross(b, c));
    if (wc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return reduceSegment(s, 0, 1);
    if (wb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return reduceSegment(s, 0, 2);
    if (wa <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) return reduceSegment(s, 1, 2);
    const double sum = wa + wb + wc;
    if (!(sum > 0.0) || wa < 0.0 || wb < 0.0 || wc < 0.0) {
        // A sliver whose signs contradict each other: the best of its edges.
        GjkSimplex best = s;
        double bestDistance = -1.0;
        for (int i = 0; i < 3; ++i) {
            GjkSimplex edge = s;
            reduceSegment(edge, i, (i + 1) % 3);
            const double d = lengthSquared(closestPoint(edge));
            if (bestDistance < 0.0 || d < bestDistance) bestDistance = d, best = edge;
        }
        s = best;
        return;
    }
    s.weight[0] = wa / sum;
    s.weight[1] = wb / sum;
    s.weight[2] = 1.0 - s.weight[0] - s.weight[1];
}

// The origin is inside, or over one of the faces that it sees from outside: the closest of those is the answer. A flat
// tetrahedron has no inside; all its faces are tried.
void reduceTetrahedron(GjkSimplex& s) {
    static constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
    GjkSimplex best;
    double bestDistance = -1.0;
    for (const auto& f : kFaces) {
        const DVec3 a = s.v[f[0]].w, ab = s.v[f[1]].w - a, ac = s.v[f[2]].w - a, ad = s.v[f[3]].w - a;
        const DVec3 n = cross(ab, ac);
        const double apex = dot(ad, n), origin = -dot(a, n);
        const double flat = 1e-14 * sqrt(lengthSquared(n) * lengthSquared(ad));
        if (abs(apex) > flat && (apex > 0.0 ? origin > 0.0 : origin < 0.0)) continue;
        GjkSimplex face;
        for (int i = 0; i < 3; ++i) face.v[i] = s.v[f[i]];
        face.count = 3;
        reduceTriangle(face);
        const double d = lengthSquared(closestPoint(face));
        if (bestDistance < 0.0 || d < bestDistance) bestDistance = d, best = face;
    }
    if (bestDistance >= 0.0) s = best;
}

} // namespace

DVec3 reduceSimplex(GjkSimplex& s) {
    switch (s.count) {
    case 1:
        s.weight[0] = 1.0;
        break;
    case 2:
        reduceSegment(s, 0, 1);
        break;
    case 3:
        reduceTriangle(s);
        break;
    default:
        reduceTetrahedron(s);
        if (s.count == 4) return {0.0, 0.0, 0.0};
    }
    return closestPoint(s);
}

} // namespace cairn
