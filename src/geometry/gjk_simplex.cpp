// The sub-problem of GJK: the point of a simplex of 1 to 4 vertices that is closest to the origin.
//
// Each face is found by its Voronoi region: signs of dot products say whether the origin lies beyond a vertex, beyond
// an edge or over the interior. For a triangle a, b, c with edges ab, ac the six products of the edges with the corners
// are enough: the barycentric coordinates are 2x2 determinants of them.
#include "geometry/gjk.h"

namespace cairn {

namespace {

DVec3 keepVertex(GjkSimplex& s, int i) {
    s.v[0] = s.v[i];
    s.weight[0] = 1.0;
    s.count = 1;
    return s.v[0].w;
}

// Keeps the edge i, j or one of its ends.
DVec3 reduceSegment(GjkSimplex& s, int i, int j) {
    const DVec3 a = s.v[i].w, d = s.v[j].w - a;
    const double t = -dot(a, d), dd = dot(d, d);
    if (t <= 0.0 || !(dd > 0.0)) return keepVertex(s, i);
    if (t >= dd) return keepVertex(s, j);
    const GjkVertex vi = s.v[i], vj = s.v[j];
    s.v[0] = vi;
    s.v[1] = vj;
    s.weight[1] = t / dd;
    s.weight[0] = 1.0 - s.weight[1];
    s.count = 2;
    return a + s.weight[1] * d;
}

// A sliver whose signs contradict each other: the best of its edges.
DVec3 reduceSliver(GjkSimplex& s) {
    GjkSimplex best;
    DVec3 bestPoint{};
    for (int i = 0; i < 3; ++i) {
        GjkSimplex edge = s;
        const DVec3 p = reduceSegment(edge, i, (i + 1) % 3);
        if (i == 0 || lengthSquared(p) < lengthSquared(bestPoint)) best = edge, bestPoint = p;
    }
    s = best;
    return bestPoint;
}

// Near contact the triangle is long and thin (rim points bunch up) and the origin almost in its plane, so the direction
// of the answer is the direction of the normal: it is taken from the two shorter edges, where it has full precision,
// and the answer is its multiple. The weighted sum of the corners would be off by 1e-16 |w|^2 / area, which can turn it
// by degrees.
DVec3 reduceTriangle(GjkSimplex& s) {
    const double l01 = distanceSquared(s.v[0].w, s.v[1].w), l02 = distanceSquared(s.v[0].w, s.v[2].w);
    const double l12 = distanceSquared(s.v[1].w, s.v[2].w);
    const int corner = l12 >= l01 && l12 >= l02 ? 0 : (l02 >= l01 ? 1 : 2);
    if (corner != 0) {
        const GjkVertex v = s.v[0];
        s.v[0] = s.v[corner];
        s.v[corner] = v;
    }
    const DVec3 a = s.v[0].w, b = s.v[1].w, c = s.v[2].w;
    const DVec3 ab = b - a, ac = c - a;
    const double d1 = -dot(ab, a), d2 = -dot(ac, a);
    if (d1 <= 0.0 && d2 <= 0.0) return keepVertex(s, 0);
    const double d3 = -dot(ab, b), d4 = -dot(ac, b);
    if (d3 >= 0.0 && d4 <= d3) return keepVertex(s, 1);
    const double d5 = -dot(ab, c), d6 = -dot(ac, c);
    if (d6 >= 0.0 && d5 <= d6) return keepVertex(s, 2);
    // Areas against the edges, from the normal: less cancellation than d1 d4 - d3 d2.
    const DVec3 n = cross(ab, ac);
    const double wc = dot(n, cross(a, ab)), wb = dot(n, cross(ac, a)), wa = dot(n, cross(b, c - b));
    if (wc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return reduceSegment(s, 0, 1);
    if (wb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return reduceSegment(s, 0, 2);
    if (wa <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) return reduceSegment(s, 1, 2);
    const double sum = wa + wb + wc, nn = dot(n, n);
    if (!(sum > 0.0 && nn > 0.0) || wa < 0.0 || wb < 0.0 || wc < 0.0) return reduceSliver(s);
    s.weight[0] = wa / sum;
    s.weight[1] = wb / sum;
    s.weight[2] = 1.0 - s.weight[0] - s.weight[1];
    return (dot(n, a) / nn) * n;
}

// The side of face a, b, c that the origin is on: 1 with the apex d, -1 across, 0 where round-off could have decided.
int sideOfFace(DVec3 a, DVec3 b, DVec3 c, DVec3 d, double scale) {
    const DVec3 ab = b - a, ac = c - a, n = cross(ab, ac);
    const double apex = dot(d - a, n), origin = -dot(a, n);
    const double noise = 1e-15 * scale * sqrt(lengthSquared(ab) * lengthSquared(ac));
    if (abs(apex) <= noise || abs(origin) <= noise) return 0;
    return (apex > 0.0) == (origin > 0.0) ? 1 : -1;
}

// The origin is inside, or over one of the faces that it sees from outside: the closest of those is the answer. Inside
// must stand out from round-off, or a flat tetrahedron would swallow an origin that is beside it. Where nothing stands
// out all faces are tried: a flat tetrahedron has one close by, if the origin is in it.
DVec3 reduceTetrahedron(GjkSimplex& s) {
    static constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
    double scale = 0.0;
    for (const GjkVertex& v : s.v) scale = max(scale, lengthSquared(v.w));
    scale = sqrt(scale);
    int side[4];
    bool inside = true, outside = false;
    for (int i = 0; i < 4; ++i) {
        const auto& f = kFaces[i];
        side[i] = sideOfFace(s.v[f[0]].w, s.v[f[1]].w, s.v[f[2]].w, s.v[f[3]].w, scale);
        inside = inside && side[i] > 0;
        outside = outside || side[i] < 0;
    }
    if (!inside) {
        GjkSimplex best;
        DVec3 bestPoint{};
        for (int i = 0; i < 4; ++i) {
            if (outside && side[i] > 0) continue;
            GjkSimplex face;
            for (int k = 0; k < 3; ++k) face.v[k] = s.v[kFaces[i][k]];
            face.count = 3;
            const DVec3 p = reduceTriangle(face);
            if (best.count == 0 || lengthSquared(p) < lengthSquared(bestPoint)) best = face, bestPoint = p;
        }
        s = best;
        return bestPoint;
    }
    // Inside: the weights are volumes, of the origin with each face over the whole.
    const DVec3 a = s.v[0].w, b = s.v[1].w, c = s.v[2].w, d = s.v[3].w;
    const double volume = dot(b - a, cross(c - a, d - a));
    s.weight[0] = dot(b, cross(c, d)) / volume;
    s.weight[1] = -dot(a, cross(c, d)) / volume;
    s.weight[2] = dot(a, cross(b, d)) / volume;
    s.weight[3] = 1.0 - s.weight[0] - s.weight[1] - s.weight[2];
    return {0.0, 0.0, 0.0};
}

} // namespace

DVec3 reduceSimplex(GjkSimplex& s) {
    switch (s.count) {
    case 1: return keepVertex(s, 0);
    case 2: return reduceSegment(s, 0, 1);
    case 3: return reduceTriangle(s);
    default: return reduceTetrahedron(s);
    }
}

} // namespace cairn
