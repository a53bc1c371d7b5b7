// Convex shape against a mesh or height field, without ghost contacts.
//
// Every triangle near the shape is asked for contacts with its face; that is all a triangle gives whose edges are flat
// or concave. Where an edge is convex or open the surface may be touched at the edge or corner too, and the separating
// axis of shape and triangle decides. Its normal n stands only if the surface agrees: at the corners p of the triangle
// that lie farthest along n, no vertex q of the ring around p may rise above the plane through p,
//     n . (q - p) <= kRise |q - p|,
// that is, n lies in the surface's normal cone there. A normal outside the cone belongs to a face next door, which
// gives its own contact; the triangle then gives what its face does.
#include "geometry/manifold_mesh.h"

#include "geometry/gjk.h"
#include "geometry/manifold_ghost.h"
#include "geometry/manifold_hull.h"
#include "geometry/manifold_triangle.h"
#include "geometry/mesh_closest.h"

namespace cairn {
namespace {

constexpr float kRise = 5e-3f;
constexpr float kExactRise = 1e-5f;    // where n is known that well
constexpr float kNearestRise = 5e-4f;  // within that the core is above the face, by clipToFace's slack
constexpr float kFaceCosine = 0.9998f; // 1.1 degrees: that is the face
constexpr float kDeep = 0.02f;         // of the thickness, or
constexpr float kDeepest = 0.005f;     // metres: deeper, the triangles one by one may be wrong

struct Mover {
    explicit Mover(const Shape& convexShape)
        : shape(convexShape), side(convexShape), rounding(convexShape.rounding),
          center(side.hasFaces ? side.polytope.center : kZero), thickness(side.thickness()) {}

    const Shape& shape;
    CurvedSide side;
    float rounding;
    Vec3 center;
    float thickness;
    // The feature for the last direction: neighbouring triangles often share it.
    Vec3 featureDirection = kZero;
    PatchFeature feature;

    const PatchFeature& featureAlong(Vec3 direction) {
        if (!(direction == featureDirection)) {
            side.feature(direction, feature);
            featureDirection = direction;
        }
        return feature;
    }
};

template <class Surface> class SurfaceCollider {
public:
    SurfaceCollider(const Shape& convex, const Surface& surface, const Transform& surfaceInConvex, float margin,
                    SurfaceContacts contacts, Array<Manifold>& out)
        : m_mover(convex), m_surface(surface), m_pose(surfaceInConvex), m_rotation(toMatrix(m_pose.q)),
          m_center(inverseTransformPoint(m_pose, m_mover.center)), m_margin(margin), m_contacts(contacts),
          m_tolerance(featureTolerance(m_mover.thickness, 0.0f)),
          m_flatSlack(m_tolerance + 1.1f * surface.flatAngle() * (m_mover.rounding + margin)),
          m_box(inflate(computeAabb(m_mover.shape, inverse(m_pose)), margin)),
          m_localBox(inflate(computeAabb(m_mover.shape, kIdentity), margin)),
          m_flatness(max(0.02f * m_mover.thickness, 2.0f * m_tolerance)),
          m_deepLimit(min(kDeep * m_mover.thickness, kDeepest)), m_out(out), m_collector(m_tolerance, m_flatness, out) {
    }

    void run() {
        const int first = m_out.count();
        m_surface.overlapTriangles(m_box, [&](SurfaceTriangle& t) {
            collideOne(t);
            return true;
        });
        m_collector.finish();
        if (m_contacts == SurfaceContacts::FacesOnly) return;
        dropDeeperSides(m_mover.side.convex, m_tolerance, m_flatness, m_out, first);
        if (m_deep && (isInDoubt() || m_deepest < -m_deepLimit)) collideBulk(first);
    }

private:
    // Farther away than the margin: the boxes are, in the frame of the shape, where its own is tight.
    bool isApart(const SurfaceTriangle& t) const { return !overlaps(boundsOf(t), m_localBox); }

    // Farther away than the margin, and than any slack of what follows: so says the axis from the triangle to a point
    // in the middle of the shape. A third of the triangles whose planes the shape reaches are only beside it.
    bool isBeyond(const SurfaceTriangle& t) const {
        Vec3 middle = m_mover.center;
        if (m_mover.shape.kind == ShapeKind::Capsule) { // of its segment, what is nearest to the triangle's middle
            const float h = m_mover.shape.size.y;
            middle.y = clamp((t.corner[0].y + t.corner[1].y + t.corner[2].y) * (1.0f / 3.0f), -h, h);
        }
        const Vec3 n = middle - closestOnTriangle(t.corner, middle);
        const float top = max(dot(n, t.corner[0]), max(dot(n, t.corner[1]), dot(n, t.corner[2])));
        const float gap = dot(n, support(m_mover.side.convex, -n).point) - top; // times |n|
        const float needed = m_mover.rounding + m_margin + 4.0f * m_flatSlack;
        return gap > 0.0f && gap * gap > needed * needed * lengthSquared(n);
    }

    // In the convex frame; false if the middle of the shape is behind the triangle.
    bool load(uint32_t index, SurfaceTriangle& t) {
        m_surface.load(index, t);
        return bringIn(t);
    }
    bool bringIn(SurfaceTriangle& t) {
        m_flipped = false;
        bool inFront = dot(t.normal, m_center - t.corner[0]) >= 0.0f;
        if (!inFront && m_surface.doubleSided()) {
            t = flipped(t);
            m_flipped = inFront = true;
        }
        for (Vec3& c : t.corner) c = m_rotation * c + m_pose.p;
        t.normal = m_rotation * t.normal;
        return inFront;
    }

    void collideOne(SurfaceTriangle& t) {
        if (!bringIn(t) || isApart(t)) return;

        // How far below the face plane the shape reaches, anywhere.
        const Support lowest = support(m_mover.side.convex, -t.normal);
        const float reach = dot(t.normal, lowest.point - t.corner[0]) - m_mover.rounding;
        if (reach > m_margin) return;

        if (isBeyond(t)) {
            m_deep = m_deep || (reach < 0.0f && !t.hasActiveEdge());
            return;
        }

        FaceClip face;
        const TriangleWalls walls(t);
        const ClipInput clip{m_mover.rounding, m_margin, m_tolerance, m_flatSlack};
        clipToFace(m_mover.featureAlong(-t.normal), t, walls, clip, face);
        if (reach < face.least - m_tolerance) addLowest(lowest, t, walls, clip, face);
        const bool isFace = reach > 0.0f && reach >= face.least - m_tolerance; // apart, and nothing is nearer
        if (m_contacts == SurfaceContacts::FacesOnly || isFace || !t.hasActiveEdge() ||
            faceIsNearest(t, walls, lowest.point, reach)) {
            m_deep = m_deep || reach < 0.0f;
            if (reach >= face.least - m_tolerance || isInBox(lowest.point - reach * t.normal))
                addFace(t, face);
            else
                addDoubtful(t, face);
            return;
        }
        if (m_mover.shape.kind == ShapeKind::Sphere)
            collideSphere(t, face, reach);
        else
            collideEdges(t, face, reach);
    }

    // Another triangle that is looked at may be below this point. (Of a narrow shape that leans on a slope and is deep
    // in it the lowest point may be beside all of them.)
    bool isInBox(Vec3 p) const {
        const Vec3 local = inverseTransformPoint(m_pose, p);
        return overlaps(m_box, {local, local});
    }

    // Deep, or nothing sure found though the shape reaches below a triangle: the bulk behind what it touches tells. If
    // that is not convex, and there is no contact, the nearest triangle or the plane that the shape is least deep in.
    void collideBulk(int first) {
        SurfaceBulk bulk;
        bool fits = true;
        SurfacePoint shallow{kZero, -kHuge, 4, 0, false}, nearest{kZero, kHuge, 3, 0, false};
        Vec3 shallowNormal = kZero, nearestNormal = kZero;
        m_surface.overlapTriangles(m_box, [&](SurfaceTriangle& t) {
            const bool inFront = bringIn(t);
            if (isApart(t)) return true;
            const Vec3 lowest = support(m_mover.side.convex, -t.normal).point;
            const float reach = dot(t.normal, lowest - t.corner[0]) - m_mover.rounding;
            if (reach > m_margin) return true;
            const Convex triangle = makeConvex(t.corner, 0.0f);
            GjkSimplex simplex;
            const GjkResult g = gjk({m_mover.side.convex, triangle, kIdentity}, {}, nullptr, simplex);
            SeparationResult r{}; // how deep does not matter
            if (!g.overlap) r = rounded(g, m_mover.side.convex, triangle);
            if (r.separation > m_margin) return true;
            if (r.separation < nearest.separation) {
                nearestNormal = -r.normal;
                nearest = {0.5f * (r.pointA + r.pointB), r.separation, 3, t.index, false};
            }
            if (inFront && reach > shallow.separation) {
                shallowNormal = t.normal;
                shallow = {lowest - (m_mover.rounding + 0.5f * reach) * t.normal, reach, 4, t.index, false};
            }
            fits = fits && bulk.add(t);
            return fits;
        });
        if (bulk.count() == 0) return;
        SurfacePoint point;
        Vec3 n;
        const bool none = m_out.count() == first;
        if (nearest.separation > 0.0f) {
            if (!bulk.isOpen()) limitDepth(nearestNormal, nearest, m_tolerance, m_out, first);
        } else if (fits && collideConvexBulk(bulk, n, point)) {
            limitDepth(n, point, m_tolerance, m_out, first);
        } else if (none && shallow.separation > (bulk.isOpen() ? -0.5f * m_mover.thickness : -kHuge)) {
            appendPoint(shallowNormal, shallow, m_out);
        }
    }

    // False if the surface around is not convex, or ends there.
    bool collideConvexBulk(SurfaceBulk& bulk, Vec3& n, SurfacePoint& point) {
        for (;;) {
            if (!bulk.isConvex(m_tolerance)) return false;
            if (!bulk.collide(m_mover.side.convex, m_tolerance, n, point)) return false;
            SurfaceTriangle t;
            load(point.triangle, t);
            if (surfaceAgrees(t, n, kExactRise)) return true;
            const int before = bulk.count();
            bool fits = true;
            for (int k = 0; k < 3; ++k)
                m_surface.fan(point.triangle, k, [&](uint32_t index) {
                    if (bulk.has(index)) return;
                    load(index, t);
                    fits = fits && bulk.add(t);
                });
            if (!fits) return false;
            if (bulk.count() == before) return true; // all are there: it is a matter of rounding
        }
    }

    // Nothing is certain; or a contact that the neighbours doubt is deeper than all certain ones, and may be too deep;
    // or a triangle whose contact they refused is: it takes no less to leave the surface than to leave a part of it.
    bool isInDoubt() const {
        return m_certainDeepest == kHuge ||
               min(m_deepest, m_claimed) < min(m_certainDeepest, 0.0f) - 2.0f * m_tolerance;
    }

    void add(Vec3 normal, const SurfacePoint* points, int count) {
        addDoubtful(normal, points, count);
        for (int i = 0; i < count; ++i) m_certainDeepest = min(m_certainDeepest, points[i].separation);
    }
    void addFace(const SurfaceTriangle& t, const FaceClip& face) { add(t.normal, face.points, face.count); }
    // The face, though the best axis is another's.
    void addDoubtful(const SurfaceTriangle& t, const FaceClip& face) { addDoubtful(t.normal, face.points, face.count); }
    void addDoubtful(Vec3 normal, const SurfacePoint* points, int count) {
        m_collector.add(normal, points, count);
        for (int i = 0; i < count; ++i) m_deepest = min(m_deepest, points[i].separation);
    }

    // The lowest point is above the triangle, farther from every open or convex edge than it is deep.
    bool faceIsNearest(const SurfaceTriangle& t, const TriangleWalls& walls, Vec3 lowest, float reach) const {
        const float depth = max(-reach, 0.0f) + m_tolerance;
        for (int k = 0; k < 3; ++k) {
            const float inside = dot(walls.inward[k], lowest - t.corner[k]);
            if (inside < (SurfaceTriangle::isActive(t.edge[k]) ? depth : 0.0f)) return false;
        }
        return true;
    }

    // n from the surface to the shape, unit, in the convex frame.
    bool surfaceAgrees(const SurfaceTriangle& t, Vec3 n, float slope) const {
        // Corners above which no other rises.
        bool isTop[3] = {true, true, true};
        for (int k = 0; k < 3; ++k) {
            const int next = (k + 1) % 3;
            const Vec3 edge = t.corner[next] - t.corner[k];
            const float up = dot(n, edge), flat = slope * length(edge);
            if (up > flat) isTop[k] = false;
            if (up < -flat) isTop[next] = false;
        }
        const int topCount = isTop[0] + isTop[1] + isTop[2];
        const Vec3 local = inverseRotate(m_pose.q, n);
        const auto rises = [&](Vec3 q, Vec3 p) { return dot(local, q - p) > slope * length(q - p); };
        if (topCount == 2) { // an edge: only the two triangles on it count
            const int edge = isTop[0] ? (isTop[1] ? 0 : 2) : 1;
            Vec3 far;
            if (!m_surface.across(t.index, m_flipped ? 2 - edge : edge, far)) return true;
            return !rises(far, inverseTransformPoint(m_pose, t.corner[edge]));
        }
        bool agrees = true;
        for (int k = 0; k < 3; ++k) {
            if (!isTop[k]) continue;
            const Vec3 p = inverseTransformPoint(m_pose, t.corner[k]);
            // Flipping swapped corners 1 and 2.
            m_surface.ring(t.index, m_flipped ? (3 - k) % 3 : k, [&](Vec3 q) { agrees = agrees && !rises(q, p); });
        }
        return agrees;
    }

    void collideSphere(const SurfaceTriangle& t, const FaceClip& face, float reach) {
        // Above the face: done. Otherwise the nearest edge or corner.
        if (face.count > 0) return addFace(t, face);
        const Vec3 p = closestOnTriangle(t.corner, kZero);
        const float d = length(p);
        if (d - m_mover.rounding > m_margin) return;
        m_deep = m_deep || reach < 0.0f;
        const Vec3 n = normalizeOr(-p, t.normal);
        if (!surfaceAgrees(t, n, kExactRise)) return;
        const float separation = d - m_mover.rounding;
        const SurfacePoint point{(m_mover.rounding + 0.5f * separation) * -n, separation, 1, t.index, false};
        add(n, &point, 1);
    }

    void collideEdges(const SurfaceTriangle& t, const FaceClip& face, float reach) {
        ManifoldCache cache;
        TriangleContact contact;
        const bool found = collideTriangle(m_mover.shape, t.corner, m_margin, cache, contact);
        if (!found && !contact.behind) return; // apart
        m_deep = m_deep || reach < 0.0f;
        if (!found) return addDoubtful(t, face);
        const Manifold& m = contact.manifold;
        const Vec3 n = -m.normal;
        float least = kHuge;
        for (int i = 0; i < m.count; ++i) least = min(least, m.points[i].separation);
        const bool coresApart = least > -m_mover.rounding, isFace = dot(n, t.normal) > kFaceCosine;
        if (!isFace && !coresApart && !touches(t, m)) return;
        m_claimed = min(m_claimed, least);
        if (isFace) {
            addFace(t, face);
            if (reach < face.least - m_tolerance) collideBeside(t, face, contact, n, least);
            return;
        }
        if (surfaceAgrees(t, n, kRise)) {
            SurfacePoint points[4];
            for (int i = 0; i < m.count; ++i)
                points[i] = {m.points[i].position, m.points[i].separation, edgeName(m.points[i].featureId, t.index),
                             t.index, false};
            add(n, points, m.count);
            return;
        }
        if (face.least > least - 0.5f * m_mover.thickness) addDoubtful(t, face);
        collideNearest(t, contact);
    }

    // An axis that the back of the triangle leaves over may belong to features that pass beside each other.
    bool touches(const SurfaceTriangle& t, const Manifold& m) const {
        for (int i = 0; i < m.count; ++i) {
            const Vec3 p = surfacePoint(m, i);
            if (distanceSquared(p, closestOnTriangle(t.corner, p)) <= 16.0f * m_tolerance * m_tolerance) return true;
        }
        return false;
    }

    // The axis is about that of the face, but the supporting feature is beside it: above a slight ridge, or next to an
    // edge in reach of the margin. The closest points tell.
    void collideNearest(const SurfaceTriangle& t, const TriangleContact& contact) {
        if (!contact.hasNearest) return;
        const SeparationResult& r = contact.nearest;
        if (r.separation > m_margin || dot(r.normal, t.normal) > 0.0f) return;
        // On the face itself it stands whatever is next door.
        const bool isFace = distanceSquared(-r.normal, t.normal) < kNearestRise * kNearestRise;
        const Vec3 n = isFace ? t.normal : -r.normal;
        if (!isFace && !surfaceAgrees(t, n, kNearestRise)) return;
        const SurfacePoint point{0.5f * (r.pointA + r.pointB), r.separation, edgeName(2, t.index), t.index, false};
        add(n, &point, 1);
    }

    // The axis is that of the face, but the lowest point is beyond an edge.
    void collideBeside(const SurfaceTriangle& t, const FaceClip& face, const TriangleContact& contact, Vec3 n,
                       float least) {
        if (contact.hasNearest) return collideNearest(t, contact);
        if (least > face.least - m_tolerance) return;
        const Manifold& m = contact.manifold;
        for (int i = 0; i < m.count; ++i) {
            if (m.points[i].separation > least) continue;
            const SurfacePoint point{m.points[i].position, least, edgeName(m.points[i].featureId, t.index), t.index,
                                     false};
            return add(n, &point, 1);
        }
    }

    // The convex shape's feature, and the triangle's where that matters.
    static uint32_t edgeName(uint32_t id, uint32_t triangle) { return (id ^ 0x55550000u) + triangle * 0x9E3779B1u; }

    Mover m_mover;
    const Surface& m_surface;
    Transform m_pose;
    Mat33 m_rotation; // of m_pose
    Vec3 m_center;    // of the shape, in the surface's frame
    float m_margin;
    SurfaceContacts m_contacts;
    float m_tolerance, m_flatSlack;
    Aabb m_box;      // of the shape with the margin, in the surface's frame
    Aabb m_localBox; // and in its own
    float m_flatness;
    float m_deepLimit;
    Array<Manifold>& m_out;
    bool m_flipped = false;
    bool m_deep = false; // below the plane of a triangle that may be near
    float m_deepest = kHuge;
    float m_certainDeepest = kHuge; // of contacts that the neighbours of their triangle do not doubt
    float m_claimed = kHuge;        // of triangles by themselves, where that was asked
    PatchCollector m_collector;
};

} // namespace

void collideMesh(const Shape& convex, const Mesh& mesh, const Transform& meshInConvex, float margin,
                 SurfaceContacts contacts, Array<Manifold>& out) {
    SurfaceCollider<MeshSurface>(convex, MeshSurface(mesh), meshInConvex, margin, contacts, out).run();
}

void collideHeightField(const Shape& convex, const HeightField& field, const Transform& fieldInConvex, float margin,
                        SurfaceContacts contacts, Array<Manifold>& out) {
    SurfaceCollider<FieldSurface>(convex, FieldSurface(field), fieldInConvex, margin, contacts, out).run();
}

} // namespace cairn
