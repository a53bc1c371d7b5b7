// Closest ray cast against a mesh: eight boxes or eight triangles per step, nearest child first.
//
// Boxes are grown by a little more than the triangle test's own rounding (kBoxSlack of the greatest coordinate
// difference from the origin), so the tree never hides a triangle that the test would hit. The answer is the least of
// (fraction, triangle number) over all hits, which does not depend on the order of the walk.
#include "geometry/mesh_ray.h"

#include "geometry/static_bvh.h"
#include "geometry/triangle_ray.h"
#include "math/dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/mesh_ray.cpp"
#include <hwy/foreach_target.h>

#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

#include "geometry/triangle_ray.inl"

struct BestHit {
    float fraction;
    uint32_t triangle;
    bool back;
};

struct BoxRay {
    int nearRow[3], farRow[3]; // of BvhNode::bounds
    F8 nearOrigin[3], farOrigin[3], inverse[3];
};

constexpr float kBoxSlack = 1e-6f;

HWY_INLINE BoxRay makeBoxRay(const SurfaceRay& ray, const Aabb& bounds) {
    const cairn::Vec3 reach = max(abs(bounds.lower - ray.origin), abs(bounds.upper - ray.origin));
    const float slack = kBoxSlack * maxComponent(reach);
    BoxRay box;
    for (int k = 0; k < 3; ++k) {
        const float d = component(ray.translation, k), o = component(ray.origin, k);
        const bool forward = d >= 0.0f;
        const float s = forward ? slack : -slack;
        box.nearRow[k] = forward ? k : k + 3;
        box.farRow[k] = forward ? k + 3 : k;
        box.nearOrigin[k] = F8(o + s);
        box.farOrigin[k] = F8(o - s);
        // A zero direction gets a huge inverse instead of infinity: 0 * infinity would be NaN.
        box.inverse[k] = F8(1.0f / (abs(d) > 1e-30f ? d : (forward ? 1e-30f : -1e-30f)));
    }
    return box;
}

// Where the ray enters the eight children, and which of them it meets before `limit`.
HWY_INLINE M8 crossBoxes(const BoxRay& ray, const BvhNode& node, float limit, F8& enter) {
    const F8 x0 = (load(node.bounds[ray.nearRow[0]]) - ray.nearOrigin[0]) * ray.inverse[0];
    const F8 y0 = (load(node.bounds[ray.nearRow[1]]) - ray.nearOrigin[1]) * ray.inverse[1];
    const F8 z0 = (load(node.bounds[ray.nearRow[2]]) - ray.nearOrigin[2]) * ray.inverse[2];
    const F8 x1 = (load(node.bounds[ray.farRow[0]]) - ray.farOrigin[0]) * ray.inverse[0];
    const F8 y1 = (load(node.bounds[ray.farRow[1]]) - ray.farOrigin[1]) * ray.inverse[1];
    const F8 z1 = (load(node.bounds[ray.farRow[2]]) - ray.farOrigin[2]) * ray.inverse[2];
    enter = max(max(x0, y0), max(z0, F8(0.0f)));
    const F8 leave = min(min(x1, y1), min(z1, F8(limit)));
    return enter <= leave;
}

HWY_INLINE void crossLeaf(const TriangleRay& ray, const MeshLeafTriangles& leaf, const BvhLeaf& items, bool backFaces,
                          BestHit& best) {
    F8 a[3], b[3], c[3];
    for (int k = 0; k < 3; ++k) {
        a[k] = load(leaf.corner[0][ray.axis[k]]);
        b[k] = load(leaf.corner[1][ray.axis[k]]);
        c[k] = load(leaf.corner[2][ray.axis[k]]);
    }
    const TriangleRayHit<F8> hit = HWY_NAMESPACE::crossTriangle<F8>(ray, a, b, c);
    const F8 zero(0.0f);
    M8 mask = (hit.inside > zero) & (hit.t >= zero) & (hit.t <= F8(best.fraction));
    if (!backFaces) mask = mask & (hit.det > zero);
    uint32_t lanes = bits(mask);
    if (lanes == 0) return;
    alignas(32) float t[8], det[8];
    store(hit.t, t);
    store(hit.det, det);
    for (int i = 0; lanes != 0; ++i, lanes >>= 1) {
        if (!(lanes & 1u) || items.item[i] == kNoIndex) continue;
        if (t[i] < best.fraction || (t[i] == best.fraction && items.item[i] < best.triangle))
            best = {t[i], items.item[i], det[i] < 0.0f};
    }
}

bool rayMesh(const Mesh& mesh, const SurfaceRay& input, SurfaceHit& out) {
    TriangleRay ray;
    if (mesh.empty() || !makeTriangleRay(input.origin, input.translation, ray)) return false;
    const BoxRay box = makeBoxRay(input, mesh.bounds);
    const bool backFaces = input.backFaces || mesh.doubleSided;
    BestHit best{input.maxFraction, kNoIndex, false};

    struct Entry {
        float enter;
        uint32_t child;
    };
    Entry stack[kBvhStackSize];
    int top = 0;
    uint32_t current = 0;
    for (;;) {
        if (current & kBvhLeafBit) {
            const int leaf = static_cast<int>(current & ~kBvhLeafBit);
            crossLeaf(ray, mesh.leafTriangles[leaf], mesh.bvh.leaves[leaf], backFaces, best);
        } else {
            const BvhNode& node = mesh.bvh.nodes[static_cast<int>(current)];
            F8 enterLanes;
            uint32_t lanes = bits(crossBoxes(box, node, best.fraction, enterLanes));
            alignas(32) float enter[8];
            store(enterLanes, enter);
            const int bottom = top;
            for (int i = 0; lanes != 0; ++i, lanes >>= 1) {
                if (!(lanes & 1u)) continue;
                int at = top++;
                for (; at > bottom && stack[at - 1].enter < enter[i]; --at) stack[at] = stack[at - 1];
                stack[at] = {enter[i], node.child[i]};
            }
        }
        do {
            if (top == 0) {
                if (best.triangle == kNoIndex) return false;
                const cairn::Vec3 n = mesh.normals[static_cast<int>(best.triangle)];
                out = {best.fraction, best.back ? -n : n, best.triangle, best.back};
                return true;
            }
            --top;
        } while (stack[top].enter > best.fraction);
        current = stack[top].child;
    }
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {
HWY_EXPORT(rayMesh);
bool castRayMesh(const Mesh& mesh, const SurfaceRay& ray, SurfaceHit& hit) {
    return CAIRN_DISPATCH(rayMesh)(mesh, ray, hit);
}
} // namespace cairn
#endif
