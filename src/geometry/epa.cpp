// Expanding polytope in double precision.
//
// With D = A - B and its support function h(n) = max over D of n.x, moving B by t n separates A and B once t >= h(n).
// So the depth is the minimum of h over unit vectors, the distance from the origin to the boundary of D. P is a
// polytope of points of D. For the outward unit normal n_f and offset o_f of its faces
//
//     min over f of o_f   <=   depth   <=   h(n) for every n that was ever tried
//
// (left: P is inside D and holds the origin). The face with the least offset is opened by its support point until it
// cannot grow, or until every offset is above the best h: a best-first search with a proof at both ends. The answer is
// the best direction ever tried, so whatever round-off does to the polytope, the direction does separate by that depth.
//
// P need not hold the origin at the start (cores that merely touch give GJK no tetrahedron): a face that does not
// has a negative offset, so it is the first to be opened. Everything lives on the stack; the caps bound the work.
#include "geometry/epa.h"

namespace cairn {

namespace {

constexpr int kMaxVertices = 160;
constexpr int kMaxFaces = 2 * kMaxVertices; // a closed triangle mesh has 2 V - 4
constexpr double kTolerance = 1e-6;         // of the size of D
constexpr double kFlat = 1e-7;              // a body thinner than this share of its size counts as flat

struct Face {
    DVec3 normal;
    double offset;
    int16_t vertex[3];
    int16_t neighbour[3]; // across the edge vertex[i], vertex[(i + 1) % 3]
    bool alive;
};

struct Polytope {
    const CorePair& pair;
    GjkVertex vertices[kMaxVertices];
    Face faces[kMaxFaces];
    int vertexCount = 0;
    int faceCount = 0; // slots in use, dead ones included
    int16_t freeFaces[kMaxFaces];
    int freeCount = 0;
    double size = 0.0;

    explicit Polytope(const CorePair& p) : pair(p) {}
};

// The best direction so far, and the triangle of D's points that it came from.
struct Best {
    DVec3 normal;
    double depth;
    GjkVertex v[3];
};

int addFace(Polytope& p, int a, int b, int c) {
    int index;
    if (p.freeCount > 0)
        index = p.freeFaces[--p.freeCount];
    else if (p.faceCount < kMaxFaces)
        index = p.faceCount++;
    else
        return -1;
    Face& f = p.faces[index];
    f.vertex[0] = static_cast<int16_t>(a);
    f.vertex[1] = static_cast<int16_t>(b);
    f.vertex[2] = static_cast<int16_t>(c);
    f.alive = true;
    const DVec3 o = p.vertices[a].w;
    const DVec3 n = cross(p.vertices[b].w - o, p.vertices[c].w - o);
    const double l = length(n);
    if (l > 1e-14 * p.size * p.size) {
        f.normal = (1.0 / l) * n;
        f.offset = dot(f.normal, o);
    } else {
        // A sliver: it closes the surface but has no direction, so it is never opened.
        f.normal = {0.0, 0.0, 0.0};
        f.offset = 1e300;
    }
    return index;
}

void killFace(Polytope& p, int index) {
    p.faces[index].alive = false;
    p.freeFaces[p.freeCount++] = static_cast<int16_t>(index);
}

void joinTetrahedron(Polytope& p) {
    const DVec3 o = p.vertices[0].w;
    const double volume = dot(cross(p.vertices[1].w - o, p.vertices[2].w - o), p.vertices[3].w - o);
    if (volume > 0.0) { // vertex 3 must be behind face 0 1 2
        const GjkVertex t = p.vertices[1];
        p.vertices[1] = p.vertices[2];
        p.vertices[2] = t;
    }
    addFace(p, 0, 1, 2);
    addFace(p, 0, 3, 1);
    addFace(p, 1, 3, 2);
    addFace(p, 2, 3, 0);
    static constexpr int16_t kNeighbours[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int f = 0; f < 4; ++f)
        for (int e = 0; e < 3; ++e) p.faces[f].neighbour[e] = kNeighbours[f][e];
}

// Adds the support point, along one of the directions, that `measure` likes best; false if none measures above `least`.
template <class Measure>
bool addFarthest(Polytope& p, std::span<const DVec3> directions, double least, Measure measure) {
    double best = least;
    GjkVertex bestVertex{};
    for (const DVec3& d : directions)
        for (const double sign : {1.0, -1.0}) {
            const GjkVertex v = supportOf(p.pair, sign * d);
            const double m = measure(v.w);
            if (m > best) best = m, bestVertex = v;
        }
    if (!(best > least)) return false;
    p.vertices[p.vertexCount++] = bestVertex;
    return true;
}

// Direction at right angles to d, which need not be unit.
DVec3 across(DVec3 d) {
    const DVec3 m = abs(d);
    const DVec3 axis = m.x <= m.y && m.x <= m.z ? DVec3{1, 0, 0} : (m.y <= m.z ? DVec3{0, 1, 0} : DVec3{0, 0, 1});
    const DVec3 c = cross(d, axis);
    return (1.0 / length(c)) * c;
}

// Grows GJK's simplex to a tetrahedron with volume. Returns false, with a direction along which D has no thickness, if
// there is none (a triangle against a point, parallel segments, ...).
bool startPolytope(Polytope& p, const GjkSimplex& s, DVec3& thin) {
    static constexpr DVec3 kAxes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (const DVec3& axis : kAxes) {
        const double width = dot(axis, supportOf(p.pair, axis).w - supportOf(p.pair, -axis).w);
        p.size = max(p.size, width);
    }
    const double flat = kFlat * p.size;
    thin = {0, 1, 0};
    if (!(p.size > 0.0)) return false;
    if (s.count == 4) {
        for (int i = 0; i < 4; ++i) p.vertices[i] = s.v[i];
        p.vertexCount = 4;
        const DVec3 o = s.v[0].w;
        const DVec3 n = cross(s.v[1].w - o, s.v[2].w - o);
        if (abs(dot(n, s.v[3].w - o)) > flat * max(length(n), flat * p.size)) {
            joinTetrahedron(p);
            return true;
        }
    }
    p.vertices[0] = s.v[0];
    p.vertexCount = 1;
    const DVec3 o = p.vertices[0].w;
    if (!addFarthest(p, kAxes, flat, [&](DVec3 w) { return distance(w, o); })) return false;
    const DVec3 edge = p.vertices[1].w - o;
    const DVec3 u = across(edge), t = (1.0 / length(edge)) * cross(edge, u);
    const DVec3 around[3] = {u, 0.5 * u + 0.8660254037844386 * t, 0.5 * u - 0.8660254037844386 * t};
    thin = u;
    const double perEdge = 1.0 / length(edge);
    if (!addFarthest(p, around, flat, [&](DVec3 w) { return perEdge * length(cross(edge, w - o)); })) return false;
    const DVec3 c = cross(edge, p.vertices[2].w - o);
    const DVec3 n[1] = {(1.0 / length(c)) * c};
    thin = n[0];
    if (!addFarthest(p, n, flat, [&](DVec3 w) { return abs(dot(n[0], w - o)); })) return false;
    joinTetrahedron(p);
    return true;
}

int closestFace(const Polytope& p) {
    int best = -1;
    for (int i = 0; i < p.faceCount; ++i)
        if (p.faces[i].alive && (best < 0 || p.faces[i].offset < p.faces[best].offset)) best = i;
    return best;
}

struct Horizon {
    int16_t face[kMaxFaces]; // faces that stay, in order around the hole
    int16_t edge[kMaxFaces]; // their edge at the hole
    int count = 0;
};

// Depth-first walk over the faces that see w, entered across `edge`; leaves the hole's rim in order.
struct Walker {
    Polytope& p;
    DVec3 w;
    double eps;
    Horizon& horizon;

    int edgeTowards(int face, int from) const {
        const Face& f = p.faces[face];
        for (int e = 0; e < 3; ++e)
            if (f.neighbour[e] == from) return e;
        return -1;
    }
    // Recursion depth is bounded by the face count; frames are small.
    bool walk(int face, int edge) {
        if (horizon.count >= kMaxFaces - 1) return false;
        const Face& f = p.faces[face];
        if (!f.alive) return true;
        if (!(dot(f.normal, w) - f.offset > eps)) {
            horizon.face[horizon.count] = static_cast<int16_t>(face);
            horizon.edge[horizon.count] = static_cast<int16_t>(edge);
            ++horizon.count;
            return true;
        }
        killFace(p, face);
        for (int k = 1; k < 3; ++k) {
            const int e = (edge + k) % 3;
            const int next = f.neighbour[e];
            const int back = edgeTowards(next, face);
            if (back < 0 || !walk(next, back)) return false;
        }
        return true;
    }
};

// Opens `face` to take in vertex w. False when round-off broke the surface.
bool expand(Polytope& p, int face, const GjkVertex& w) {
    if (p.vertexCount >= kMaxVertices) return false;
    const int apex = p.vertexCount;
    p.vertices[p.vertexCount++] = w;
    Horizon horizon;
    Walker walker{p, w.w, 1e-13 * p.size, horizon};
    int16_t neighbours[3];
    for (int e = 0; e < 3; ++e) neighbours[e] = p.faces[face].neighbour[e];
    killFace(p, face);
    for (int e = 0; e < 3; ++e) {
        const int back = walker.edgeTowards(neighbours[e], face);
        if (back < 0 || !walker.walk(neighbours[e], back)) return false;
    }
    if (horizon.count < 3) return false;
    int first = -1, previous = -1;
    for (int i = 0; i < horizon.count; ++i) {
        const int outer = horizon.face[i], e = horizon.edge[i];
        // Seen from the hole the rim edge runs backwards.
        const int a = p.faces[outer].vertex[(e + 1) % 3], b = p.faces[outer].vertex[e];
        const int created = addFace(p, a, b, apex);
        if (created < 0) return false;
        if (previous >= 0) {
            if (p.faces[previous].vertex[1] != a) return false; // the rim is not one loop
            p.faces[created].neighbour[2] = static_cast<int16_t>(previous);
            p.faces[previous].neighbour[1] = static_cast<int16_t>(created);
        } else {
            first = created;
        }
        p.faces[created].neighbour[0] = static_cast<int16_t>(outer);
        p.faces[outer].neighbour[e] = static_cast<int16_t>(created);
        previous = created;
    }
    if (p.faces[previous].vertex[1] != p.faces[first].vertex[0]) return false;
    p.faces[first].neighbour[2] = static_cast<int16_t>(previous);
    p.faces[previous].neighbour[1] = static_cast<int16_t>(first);
    return true;
}

void tryDirection(const CorePair& pair, DVec3 n, Best& best) {
    const GjkVertex w = supportOf(pair, n);
    const double h = dot(n, w.w);
    if (h < best.depth) best = {n, h, {w, w, w}};
}

// The point of the triangle closest to x; its distance squared is returned.
double closestOnTriangle(const GjkVertex (&v)[3], DVec3 x, DVec3& pointA) {
    GjkSimplex triangle;
    for (int i = 0; i < 3; ++i) {
        triangle.v[i] = v[i];
        triangle.v[i].w = v[i].w - x;
    }
    triangle.count = 3;
    const DVec3 offset = reduceSimplex(triangle);
    pointA = {0.0, 0.0, 0.0};
    for (int i = 0; i < triangle.count; ++i) pointA += triangle.weight[i] * triangle.v[i].a;
    return lengthSquared(offset);
}

// The witness: x = depth * normal is on the boundary of D, so it is in one of the faces (several may share its plane).
EpaResult finish(const Polytope& p, const Best& best, int iterations) {
    const DVec3 x = best.depth * best.normal;
    EpaResult result{best.normal, best.depth, {}, iterations};
    double least = closestOnTriangle(best.v, x, result.pointA);
    for (int i = 0; i < p.faceCount; ++i) {
        const Face& f = p.faces[i];
        if (!f.alive || abs(dot(f.normal, x) - f.offset) > 2.0 * kTolerance * p.size) continue;
        const GjkVertex v[3] = {p.vertices[f.vertex[0]], p.vertices[f.vertex[1]], p.vertices[f.vertex[2]]};
        DVec3 pointA;
        const double d = closestOnTriangle(v, x, pointA);
        if (d < least) least = d, result.pointA = pointA;
    }
    return result;
}

} // namespace

EpaResult epa(const CorePair& pair, const GjkSimplex& simplex) {
    Polytope p(pair);
    Best best{{0.0, 1.0, 0.0}, 1e300, {}};
    DVec3 thin;
    const bool solid = startPolytope(p, simplex, thin);
    if (!solid) {
        tryDirection(pair, thin, best);
        tryDirection(pair, -thin, best);
        return finish(p, best, 0);
    }
    const double tolerance = kTolerance * p.size;
    int iterations = 0;
    for (; iterations < kMaxVertices; ++iterations) {
        const int index = closestFace(p);
        if (index < 0) break;
        const Face& f = p.faces[index];
        if (f.offset >= best.depth - tolerance) break;
        const GjkVertex w = supportOf(pair, f.normal);
        const double h = dot(f.normal, w.w);
        if (h < best.depth)
            best = {f.normal, h, {p.vertices[f.vertex[0]], p.vertices[f.vertex[1]], p.vertices[f.vertex[2]]}};
        if (h - f.offset <= tolerance || !expand(p, index, w)) break;
    }
    return finish(p, best, iterations);
}

} // namespace cairn
