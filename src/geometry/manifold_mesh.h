// Manifolds of a convex shape against a surface (mesh or height field), in the frame of the convex shape.
#pragma once

#include "geometry/manifold_curved.h"
#include "geometry/mesh_surface.h"

#include <cairn/manifold.h>

namespace cairn {

// One point of contact with one triangle.
struct SurfacePoint {
    Vec3 position; // halfway between the surfaces
    float separation;
    uint32_t id;
    uint32_t triangle;
    bool corner; // a corner of the convex shape, not a cut: preferred where two points meet
};

// Groups points of triangles whose normals agree within a few degrees and that lie in one plane, and keeps of each
// group the outermost in eight directions and the deepest: a group of any size in constant memory
// (manifold_mesh_patch.cpp).
class PatchCollector {
public:
    // Lengths below `tolerance` do not decide; points within `flatness` of the plane of a group may join it.
    PatchCollector(float tolerance, float flatness, Array<Manifold>& out)
        : m_tolerance(tolerance), m_flatness(flatness), m_out(out) {}

    void add(Vec3 normal, const SurfacePoint& point) { add(normal, &point, 1); }
    // Points of one contact: they go where the deepest belongs.
    void add(Vec3 normal, const SurfacePoint* points, int count);
    bool empty() const { return m_count == 0; }
    // Appends every group as a patch: normal from the convex shape to the surface, childB the deepest triangle.
    void finish();

private:
    struct Group {
        Vec3 normal, u, v;
        float offset;
        SurfacePoint deepest;
        Vec3 deepestNormal;
        SurfacePoint extreme[8];
        float reach[8];
    };
    static constexpr int kMaxGroups = 16; // beyond that the oldest is written out early

    Group& groupOf(Vec3 normal, const SurfacePoint& point);
    void start(Group& group, Vec3 normal, const SurfacePoint& point) const;
    void insert(Group& group, Vec3 normal, const SurfacePoint& point) const;
    void emit(const Group& group);

    float m_tolerance, m_flatness;
    Array<Manifold>& m_out;
    Group m_groups[kMaxGroups];
    int m_count = 0;
    int m_oldest = 0;
};

// The part of the convex shape's supporting feature above the triangle (manifold_mesh_face.cpp).
struct FaceClip {
    static constexpr int kMaxPoints = kMaxPatchCorners + 7;
    SurfacePoint points[kMaxPoints];
    int count = 0;
    float least = kHuge; // separation of the deepest
};
// The planes that stand on the edges of a triangle.
struct TriangleWalls {
    explicit TriangleWalls(const SurfaceTriangle& t);
    Vec3 inward[3];
};
struct ClipInput {
    float rounding; // of the convex shape
    float margin;
    float slack, flatSlack; // points this far outside the triangle count as above it; beyond flat edges
};
// `feature` is the convex shape's in the direction -t.normal; everything in its frame.
void clipToFace(const PatchFeature& feature, const SurfaceTriangle& t, const TriangleWalls& walls, const ClipInput& in,
                FaceClip& out);
// Adds the supporting point itself if it is above the triangle: the feature is good to a few degrees only, and a face
// that leans a little may not hold it.
void addLowest(const Support& lowest, const SurfaceTriangle& t, const TriangleWalls& walls, const ClipInput& in,
               FaceClip& out);

// Removes of patches [first, end) those that the way out of another removes as well (manifold_mesh_ridge.cpp). The
// patches are in the frame of `core`, the shape's; lengths below `tolerance` do not decide, surfaces bend by up to
// `flatness`.
void dropDeeperSides(const Convex& core, float tolerance, float flatness, Array<Manifold>& patches, int first);

// The solid behind the triangles that a shape touches, if it is convex (manifold_mesh_bulk.cpp).
class SurfaceBulk {
public:
    static constexpr int kMaxTriangles = 96;

    // False if there is no room.
    bool add(const SurfaceTriangle& t);
    bool has(uint32_t triangle) const;
    int count() const { return m_count; }
    bool isOpen() const { return m_borderCount > 0; }
    // Every corner is below the plane of every triangle, within `tolerance`.
    bool isConvex(float tolerance);
    // The minimum translation that parts `core` (whose frame everything is in) and the solid: one point, the normal
    // from the surface to the shape, and as its triangle one that holds the highest corner.
    // False if that leads out of the back or over a border.
    bool collide(const Convex& core, float tolerance, Vec3& normal, SurfacePoint& point) {
        return collide(core, tolerance, false, normal, point);
    }

private:
    bool collide(const Convex& core, float tolerance, bool borders, Vec3& normal, SurfacePoint& point);
    int extend(const Convex& core, bool borders);

    Vec3 m_points[12 * kMaxTriangles]; // behind the corners: room for extend()
    Vec3 m_normals[kMaxTriangles];
    uint32_t m_triangles[kMaxTriangles];
    uint16_t m_border[3 * kMaxTriangles]; // open edges: 3 * place + edge
    int m_count = 0;
    int m_borderCount = 0;
    int m_checked = 0; // triangles known to be convex among themselves
};

// A patch of one point, the normal from the surface to the shape.
void appendPoint(Vec3 normal, const SurfacePoint& point, Array<Manifold>& patches);

// Brings patches [first, end) in line with the minimum translation (normal as in SurfaceBulk::collide) of the convex
// piece of surface that all of them are on: none is deeper, one is as deep.
void limitDepth(Vec3 normal, const SurfacePoint& point, float tolerance, Array<Manifold>& patches, int first);

enum class SurfaceContacts : uint8_t {
    All,
    FacesOnly, // edges and corners never give contacts: what is left when a neighbour covers them
};

// Appends patches in the frame of `convex`, normals from it to the surface, childB the triangle.
void collideMesh(const Shape& convex, const Mesh& mesh, const Transform& meshInConvex, float margin,
                 SurfaceContacts contacts, Array<Manifold>& out);
void collideHeightField(const Shape& convex, const HeightField& field, const Transform& fieldInConvex, float margin,
                        SurfaceContacts contacts, Array<Manifold>& out);

} // namespace cairn
