// Mass of rounded polytopes: core plus ball.
//
// The points within r of a convex polytope but outside it fall into three families (Steiner): a slab over each face, a
// wedge of a cylinder along each edge, a sector of a ball at each vertex. Each is integrated in closed form.
#include "geometry/mass_integrals.h"

namespace cairn {

namespace {

// Slab over a triangle: x = p + t n, p in the triangle of area A with corner sum s, t from 0 to r.
//   integral of p = A s / 3,  of p p^T = A / 12 (a a^T + b b^T + c c^T + s s^T)
void addSlab(MassIntegrals& sum, DVec3 a, DVec3 b, DVec3 c, DVec3 n, double r) {
    const double area = 0.5 * dot(n, cross(b - a, c - a));
    const DVec3 s = a + b + c, p = (area / 3) * s;
    sum.volume += area * r;
    sum.first += r * p + (0.5 * area * r * r) * n;
    sum.second = sum.second + (r * area / 12) * (outer(a) + outer(b) + outer(c) + outer(s)) +
                 (0.5 * r * r) * outerSum(p, n) + (area * r * r * r / 3) * outer(n);
}

// Wedge along the edge from p to q between the unit normals n and m of its faces: x = s + w, s on the edge, w in a
// circular sector of angle theta about the middle direction d, with b at right angles to d and the edge.
//   integral of 1 = theta r^2 / 2,  of w = 2/3 r^3 sin(theta / 2) d,
//   of w w^T = r^4 / 8 ((theta + sin theta) d d^T + (theta - sin theta) b b^T)
void addWedge(MassIntegrals& sum, DVec3 p, DVec3 q, DVec3 n, DVec3 m, double r) {
    const double sine = length(cross(n, m)), cosine = dot(n, m), theta = angleFrom(sine, cosine);
    const double l = distance(p, q);
    if (!(theta > 0) || !(l > 0)) return;
    const DVec3 between = n + m;
    const DVec3 d = (1.0 / length(between)) * between, b = cross((1.0 / l) * (q - p), d);
    const double sinHalf = 0.5 * distance(n, m);
    const double area = 0.5 * theta * r * r;
    const DVec3 w = (2.0 / 3.0 * r * r * r * sinHalf) * d;
    const DSym33 ww = (0.125 * r * r * r * r) * ((theta + sine) * outer(d) + (theta - sine) * outer(b));
    const DVec3 s = (0.5 * l) * (p + q);
    sum.volume += l * area;
    sum.first += area * s + l * w;
    sum.second = sum.second + (area * l / 6) * (outer(p) + outer(q) + outer(p + q)) + outerSum(s, w) + l * ww;
}

// Sector of a ball at a vertex: the directions between the normals of the faces around it, a spherical polygon. The
// divergence theorem on the unit sector turns its moments into sums over the sides; side i has the angle theta_i, the
// inward normal u_i = n_i x n_i+1 / |..| and the middle direction d_i:
//   integral of w     = sum of theta_i / 2 u_i
//   integral of w w^T = solid / 3 identity + sum of 2/3 sin(theta_i / 2) d_i u_i^T   (symmetric as a whole)
struct BallSector {
    double solid = 0;
    DVec3 first{0, 0, 0};
    DSym33 second{0, 0, 0, 0, 0, 0};

    void addSide(DVec3 n, DVec3 m) {
        const DVec3 c = cross(n, m), between = n + m;
        const double sine = length(c), l = length(between);
        if (!(sine > 0) || !(l > 0)) return;
        const DVec3 u = (1.0 / sine) * c;
        first += (0.5 * angleFrom(sine, dot(n, m))) * u;
        second = second + (0.5 * 2.0 / 3.0 * 0.5 * distance(n, m) / l) * outerSum(between, u);
    }
    // Van Oosterom and Strackee: tan(solid / 2) = a . (b x c) / (1 + a.b + b.c + c.a)
    void addTriangle(DVec3 a, DVec3 b, DVec3 c) {
        solid += 2.0 * signedAngle(dot(a, cross(b, c)), 1.0 + dot(a, b) + dot(b, c) + dot(c, a));
    }
    void addTo(MassIntegrals& sum, DVec3 v, double r) {
        second = second + (solid / 3) * DSym33{1, 1, 1, 0, 0, 0};
        const double r3 = r * r * r;
        const double volume = r3 / 3 * solid;
        const DVec3 w = (r3 * r / 4) * first;
        sum.volume += volume;
        sum.first += volume * v + w;
        sum.second = sum.second + volume * outer(v) + outerSum(v, w) + (r3 * r * r / 5) * second;
    }
};

// Planes are stored in float: their normals are made unit again in double.
DVec3 faceNormal(const Hull& hull, int face) {
    const DVec3 n = toDouble(hull.planes[face].normal);
    return (1.0 / length(n)) * n;
}

} // namespace

void addHullRounding(MassIntegrals& sum, const Hull& hull, DVec3 origin, double r) {
    const auto at = [&](int v) { return toDouble(hull.vertices[v]) - origin; };
    Array<int> edgeFrom(hull.vertices.count());
    for (int f = 0; f < hull.faces.count(); ++f) {
        const HullFace& face = hull.faces[f];
        const DVec3 n = faceNormal(hull, f);
        const uint16_t* loop = hull.faceVertices.data() + face.firstVertex;
        for (int i = 1; i + 1 < face.vertexCount; ++i) addSlab(sum, at(loop[0]), at(loop[i]), at(loop[i + 1]), n, r);
    }
    for (int e = 0; e < hull.edges.count(); ++e) {
        const HullEdge &edge = hull.edges[e], &twin = hull.edges[e ^ 1];
        edgeFrom[edge.origin] = e;
        if (e & 1) continue;
        addWedge(sum, at(edge.origin), at(twin.origin), faceNormal(hull, edge.face), faceNormal(hull, twin.face), r);
    }
    for (int v = 0; v < hull.vertices.count(); ++v) {
        // Counter-clockwise about the vertex: the face left of an edge, then the face left of the edge after its twin's
        // predecessor; going through previous edges needs a walk, so the fan is taken clockwise and read backwards.
        BallSector sector;
        const int start = edgeFrom[v];
        int e = start;
        const DVec3 first = faceNormal(hull, hull.edges[start].face);
        DVec3 previous = first;
        do {
            e = hull.edges[e ^ 1].next; // next edge from v, clockwise: its face is to the right of the last
            const DVec3 n = faceNormal(hull, hull.edges[e].face);
            sector.addSide(n, previous);
            sector.addTriangle(first, n, previous);
            previous = n;
        } while (e != start);
        sector.addTo(sum, at(v), r);
    }
}

// By symmetry a rounded box needs no frame: pieces are counted together, each integral along one axis at a time.
MassIntegrals integrateBox(DVec3 h, double r) {
    const double r2 = r * r, r3 = r2 * r;
    MassIntegrals m;
    m.volume = 8 * h.x * h.y * h.z + 8 * r * (h.x * h.y + h.y * h.z + h.z * h.x) +
               2 * kPiDouble * r2 * (h.x + h.y + h.z) + 4.0 / 3.0 * kPiDouble * r3;
    // Integral of x^2: core and the slabs beside it; the slabs on the x faces; edges along x; edges along y and z;
    // corners.
    const auto square = [&](double a, double b, double c) {
        const double core = 8.0 / 3.0 * a * a * a * (b * c + r * (b + c));
        const double ends = 8 * b * c / 3 * ((a + r) * (a + r) * (a + r) - a * a * a);
        const double along = 2.0 / 3.0 * kPiDouble * r2 * a * a * a;
        const double across = 2 * (b + c) * (kPiDouble * r2 * a * a + 8.0 / 3.0 * a * r3 + kPiDouble * r2 * r2 / 4);
        const double corners = kPiDouble * r3 * (4.0 / 3.0 * a * a + a * r + 4.0 / 15.0 * r2);
        return core + ends + along + across + corners;
    };
    m.second = {square(h.x, h.y, h.z), square(h.y, h.z, h.x), square(h.z, h.x, h.y), 0, 0, 0};
    return m;
}

} // namespace cairn
