// The sub-problem of GJK: the point of a simplex of 1 to 4 vertices that is closest to the origin.
//
// Each face is found by its Voronoi region: signs of dot products say whether the origin lies beyond a vertex, beyond
// an edge or over the interior. For a triangle a, b, c with edges ab, ac the six products of the edges with the corners
// are enough: the barycentric coordinates are 2x2 determinants of them.
#include "geometry/gjk.h"

namespace cairn {

namespace {

// A face of the simplex, by the numbers of its vertices, and its point closest to the origin. Vertices stay where they
// are until the best face is known: they are big.
struct Reduced {
    DVec3 point;
    int count;
    int index[4];
    double weight[4];
};

Reduced onVertex(const GjkVertex* v, int i) { return {v[i].w, 1, {i}, {1.0}}; }

// The edge i, j or one of its ends.
Reduced onSegment(const GjkVertex* v, int i, int j) {
    const DVec3 a = v[i].w, d = v[j].w - a;
    const double t = -dot(a, d), dd = dot(d, d);
    if (t <= 0.0 || !(dd > 0.0)) return onVertex(v, i);
    if (t >= dd) return onVertex(v, j);
    const double u = t / dd;
    return {a + u * d, 2, {i, j}, {1.0 - u, u}};
}

// A sliver whose signs contradict each other: the best of its edges.
Reduced onSliver(const GjkVertex* v, int i, int j, int k) {
    Reduced best = onSegment(v, i, j);
    for (const Reduced& r : {onSegment(v, j, k), onSegment(v, k, i)})
        if (lengthSquared(r.point) < lengthSquared(best.point)) best = r;
    return best;
}

// Near contact the triangle is long and thin (rim points bunch up) and the origin almost in its plane, so the direction
// of the answer is the direction of the normal: it is taken from the two shorter edges, where it has full precision,
// and the answer is its multiple. The weighted sum of the corners would be off by 1e-16 |w|^2 / area, which can turn it
// by degrees.
Reduced onTriangle(const GjkVertex* v, int i, int j, int k) {
    const double lij = distanceSquared(v[i].w, v[j].w), lik = distanceSquared(v[i].w, v[k].w);
    const double ljk = distanceSquared(v[j].w, v[k].w);
    if (lik > ljk || lij > ljk) { // make i the corner across from the longest edge
        const int corner = lik >= lij ? j : k;
        (corner == j ? j : k) = i;
        i = corner;
    }
    const DVec3 a = v[i].w, b = v[j].w, c = v[k].w;
    const DVec3 ab = b - a, ac = c - a;
    const double d1 = -dot(ab, a), d2 = -dot(ac, a);
    if (d1 <= 0.0 && d2 <= 0.0) return onVertex(v, i);
    const double d3 = -dot(ab, b), d4 = -dot(ac, b);
    if (d3 >= 0.0 && d4 <= d3) return onVertex(v, j);
    const double d5 = -dot(ab, c), d6 = -dot(ac, c);
    if (d6 >= 0.0 && d5 <= d6) return onVertex(v, k);
    // Areas against the edges, from the normal: less cancellation than d1 d4 - d3 d2.
    const DVec3 n = cross(ab, ac);
    const double wc = dot(n, cross(a, ab)), wb = dot(n, cross(ac, a)), wa = dot(n, cross(b, c - b));
    if (wc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return onSegment(v, i, j);
    if (wb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return onSegment(v, i, k);
    if (wa <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) return onSegment(v, j, k);
    const double sum = wa + wb + wc, nn = dot(n, n);
    if (!(sum > 0.0 && nn > 0.0) || wa < 0.0 || wb < 0.0 || wc < 0.0) return onSliver(v, i, j, k);
    const double ua = wa / sum, ub = wb / sum;
    return {(dot(n, a) / nn) * n, 3, {i, j, k}, {ua, ub, 1.0 - ua - ub}};
}

// The side of face a, b, c that the origin is on: 1 with the apex d, -1 across, 0 where round-off could have decided.
// `scale` is the largest |w|^2.
int sideOfFace(DVec3 a, DVec3 b, DVec3 c, DVec3 d, double scale) {
    const DVec3 ab = b - a, ac = c - a, n = cross(ab, ac);
    const double apex = dot(d - a, n), origin = -dot(a, n);
    const double noise = 1e-30 * scale * (lengthSquared(ab) * lengthSquared(ac));
    if (apex * apex <= noise || origin * origin <= noise) return 0;
    return (apex > 0.0) == (origin > 0.0) ? 1 : -1;
}

// The origin is inside, or over one of the faces that it sees from outside: the closest of those is the answer. Inside
// must stand out from round-off, or a flat tetrahedron would swallow an origin that is beside it. Where nothing stands
// out all faces are tried: a flat tetrahedron has one close by, if the origin is in it.
Reduced onTetrahedron(const GjkVertex* v) {
    static constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
    const DVec3 a = v[0].w, b = v[1].w, c = v[2].w, d = v[3].w;
    const double scale = max(max(lengthSquared(a), lengthSquared(b)), max(lengthSquared(c), lengthSquared(d)));
    const int side[4] = {sideOfFace(a, b, c, d, scale), sideOfFace(a, c, d, b, scale), sideOfFace(a, d, b, c, scale),
                         sideOfFace(b, d, c, a, scale)};
    const bool outside = side[0] < 0 || side[1] < 0 || side[2] < 0 || side[3] < 0;
    if (side[0] > 0 && side[1] > 0 && side[2] > 0 && side[3] > 0) {
        // The weights are volumes, of the origin with each face over the whole.
        const double volume = dot(b - a, cross(c - a, d - a));
        const double wa = dot(b, cross(c, d)) / volume, wb = -dot(a, cross(c, d)) / volume,
                     wc = dot(a, cross(b, d)) / volume;
        return {{0.0, 0.0, 0.0}, 4, {0, 1, 2, 3}, {wa, wb, wc, 1.0 - wa - wb - wc}};
    }
    Reduced best{};
    for (int f = 0; f < 4; ++f) {
        if (outside && side[f] > 0) continue;
        const Reduced r = onTriangle(v, kFaces[f][0], kFaces[f][1], kFaces[f][2]);
        if (best.count == 0 || lengthSquared(r.point) < lengthSquared(best.point)) best = r;
    }
    return best;
}

Reduced reduce(const GjkVertex* v, int count) {
    switch (count) {
    case 1: return onVertex(v, 0);
    case 2: return onSegment(v, 0, 1);
    case 3: return onTriangle(v, 0, 1, 2);
    default: return onTetrahedron(v);
    }
}

void apply(const Reduced& r, GjkSimplex& s) {
    // Indices in rising order, so that a vertex never overwrites one that is still needed.
    int order[4], count = 0;
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < r.count; ++k)
            if (r.index[k] == i) order[count++] = k;
    for (int k = 0; k < count; ++k) {
        const int from = r.index[order[k]];
        if (from != k) s.v[k] = s.v[from];
        s.weight[k] = r.weight[order[k]];
    }
    s.count = count;
}

} // namespace

DVec3 reduceSimplex(GjkSimplex& s) {
    const Reduced r = reduce(s.v, s.count);
    apply(r, s);
    return r.point;
}

bool extendSimplex(GjkSimplex& s, const GjkVertex& w, DVec3& v) {
    s.v[s.count] = w;
    const Reduced r = reduce(s.v, s.count + 1);
    if (!(lengthSquared(r.point) < lengthSquared(v))) return false;
    apply(r, s);
    v = r.point;
    return true;
}

} // namespace cairn
