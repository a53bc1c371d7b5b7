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

    void add(Vec3 normal, const SurfacePoint& point);
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
    static constexpr int kMaxPoints = kMaxPatchCorners + 6;
    SurfacePoint points[kMaxPoints];
    int count = 0;
    float least = kHuge; // separation of the deepest
};
// `feature` is the convex shape's in the direction -t.normal; everything in its frame. Points outside the triangle by
// less than `slack` count as above it, and beyond flat edges by `flatSlack`.
void clipToFace(const PatchFeature& feature, float rounding, const SurfaceTriangle& t, float margin, float slack,
                float flatSlack, FaceClip& out);

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
