// Box against box, eight pairs at a time: the kernel on lanes, then each lane's end of the work as in the single call.
#include "math/dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/manifold_box_batch.cpp"
#include <hwy/foreach_target.h>

#include "geometry/cast.h"
#include "geometry/manifold_box.h"
#include "math/lanes-inl.h"
#include "math/lanes4.h"

#include <cairn/error.h>

#include <bit>
#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

// Eight patches, and where they lie.
struct BoxPatches : BoxPatch<8> {
    alignas(32) float rows[8][16]; // origin, U, V, N
};

// Two blocks of eight.
inline void storeBoxRows(const F8 (&values)[16], BoxPatches& out) {
    for (int k = 0; k < 16; k += 8) {
        float* rows[8];
        F8 eight[8];
        for (int i = 0; i < 8; ++i) rows[i] = out.rows[i] + k, eight[i] = values[k + i];
        storeRows(eight, rows);
    }
}

#include "geometry/manifold_box_edges.inl"
#include "geometry/manifold_box_finish.inl"
#include "geometry/manifold_box_kernel.inl"
#include "geometry/manifold_box_tilt.inl"

// The four slots of a pair whose patch is tilted, or leaves out the deepest point.
inline uint32_t chooseWithDepth(const BoxPatches& patch, int place, bool tilted, const int32_t (&at)[4][8],
                                float lowest, float width) {
    BoxCorners corners;
    float u[kBoxSlots], v[kBoxSlots];
    for (int k = 0; k < 3; ++k) {
        const int slots[4] = {4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3};
        corners.u[k] = gatherSlots(patch.u, place, slots), corners.v[k] = gatherSlots(patch.v, place, slots);
        store(corners.u[k], u + 4 * k), store(corners.v[k], v + 4 * k);
        const F4 height = gatherSlots(patch.height, place, slots);
        corners.height[k] = only(height < F4(kHuge), height);
    }
    if (tilted) return chooseTiltedSlots(corners, u, v, lowest, width);
    const uint32_t four[4] = {static_cast<uint32_t>(at[0][place]), static_cast<uint32_t>(at[1][place]),
                              static_cast<uint32_t>(at[2][place]), static_cast<uint32_t>(at[3][place])};
    const F4 ground = lowest;
    const uint32_t deepest =
        bits(corners.height[0] == ground, corners.height[1] == ground, corners.height[2] == ground);
    return keepDeepest(patch, place, four, deepest & (0u - deepest));
}

void collideEight(const BoxPair* pairs, int count, ManifoldCache* caches, Manifold* out) {
    // Shapes have their radius before their size, pairs their margin behind the pose.
    static_assert(offsetof(Shape, size) == offsetof(Shape, rounding) + 4);
    static_assert(offsetof(BoxPair, margin) == offsetof(BoxPair, bInA) + 28);
    const float *rowsA[8], *rowsB[8], *poses[8];
    alignas(32) int32_t cachedAxis[8];
    for (int i = 0; i < 8; ++i) {
        const int k = i < count ? i : 0;
        rowsA[i] = &pairs[k].a->rounding, rowsB[i] = &pairs[k].b->rounding, poses[i] = &pairs[k].bInA.p.x;
        cachedAxis[i] = cachedBoxAxis(caches[k]);
    }
    F8 a[4], b[4], x[8];
    loadRows(rowsA, a);
    loadRows(rowsB, b);
    loadRows(poses, x);
    const F8 limit = x[7] + a[0] + b[0];
    BoxFrame<F8> frame;
    makeBoxFrame({a[1], a[2], a[3]}, {b[1], b[2], b[3]}, {{x[0], x[1], x[2]}, {{x[3], x[4], x[5]}, x[6]}}, frame);
    const BoxAxis<F8> best = findBoxAxis(frame, limit, load(cachedAxis));
    alignas(32) float separations[8], rotation[9][8];
    for (int k = 0; k < 9; ++k) store(frame.R[k / 3][k % 3], rotation[k]);
    alignas(32) int32_t axes[8], valid[8], chosen[8], at[4][8];
    alignas(32) float lowest[8], width[8];
    store(best.separation, separations);
    store(best.axis, axes);
    const M8 byFaces = best.axis < I8(6);
    const uint32_t apart = bits(best.apart | !(best.separation > F8(-kHuge)));
    uint32_t square = 0, partial = 0, tilted = 0, deepLeftOut = 0;
    BoxPatches patch;
    if (any(byFaces & !best.apart)) {
        BoxClip<F8> clip{patch, limit, I8(0), best.apart, F8(kHuge)};
        clipBoxFaces(frame, select(byFaces, best.axis, I8(0)), F8(0.5f) * (a[0] - b[0]), a[0] + b[0], clip);
        // Some point must be as near as the axis says.
        const I8 all = where(clip.least <= best.separation + F8(kBoxAstray), clip.valid);
        square = bits(clip.square);
        I8 beyond = all; // without the first four
        for (int k = 0; k < 4; ++k) beyond = beyond & (beyond - I8(1));
        const M8 more = beyond > I8(0);
        partial = bits(more);
        store(all, valid), store(all, chosen);
        if (partial != 0) {
            const BoxChoice<F8> choice = chooseBoxSlots(clip);
            store(select(more, choice.at[0] | choice.at[1] | choice.at[2] | choice.at[3], all), chosen);
            for (int k = 0; k < 4; ++k) store(choice.at[k], at[k]);
            store(clip.least, lowest), store(choice.width, width);
            tilted = bits(choice.tilted & more), deepLeftOut = bits(choice.deepLeftOut & more);
        }
    }

    for (int i = 0; i < count; ++i) {
        const BoxPair& pair = pairs[i];
        Manifold& m = out[i];
        m.count = 0;
        m.childA = 0;
        m.childB = 0;
        m.isPartial = false;
        if (apart >> i & 1u) continue;
        if (axes[i] >= 6) {
            float columns[5][4];
            for (int k = 0; k < 5; ++k)
                store(F4(rotation[k % 3][i], rotation[3 + k % 3][i], rotation[6 + k % 3][i], 0.0f), columns[k]);
            finishBoxEdges(*pair.a, *pair.b, pair.bInA, columns, pair.margin, axes[i], separations[i], caches[i], m);
        } else if (valid[i] == 0) {
            fallBackFromBoxes(*pair.a, *pair.b, pair.bInA, pair.margin, m);
        } else {
            uint32_t slots = static_cast<uint32_t>(chosen[i]);
            if ((tilted | deepLeftOut) >> i & 1u)
                slots = chooseWithDepth(patch, i, (tilted >> i & 1u) != 0, at, lowest[i], width[i]);
            const float* rows = patch.rows[i];
            const BoxPlane plane{load4(rows), load4(rows + 4), load4(rows + 8), load4(rows + 12)};
            const F4 normal = F4(axes[i] > 2 ? -2.0f : 2.0f) * plane.N;
            store(normal, m.normal), store(normal, caches[i].axis);
            caches[i].kind = static_cast<uint32_t>(axes[i]) + 1u;
            m.isPartial = (partial >> i & 1u) != 0;
            finishBoxFaces(patch, i, plane, slots, (square >> i & 1u) != 0, m);
        }
    }
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace cairn {

HWY_EXPORT(collideEight);

namespace {

bool accept(std::span<const BoxPair> pairs, std::span<ManifoldCache> caches, std::span<Manifold> out) {
    if (caches.size() != pairs.size() || out.size() != pairs.size()) {
        const bool cachesWrong = caches.size() != pairs.size();
        reportError({"collideBoxes", cachesWrong ? "caches" : "out",
                     static_cast<double>(cachesWrong ? caches.size() : out.size()),
                     "must have as many elements as pairs"});
        return false;
    }
    for (const BoxPair& pair : pairs) {
        if (!pair.a || !pair.b || pair.a->kind != ShapeKind::Box || pair.b->kind != ShapeKind::Box) {
            reportError(
                {"collideBoxes", "pairs", static_cast<double>(&pair - pairs.data()), "both shapes must be boxes"});
            return false;
        }
        if (isPlainlyGood(pair.bInA, pair.margin)) continue;
        if (!checkPose(pair.bInA, "collideBoxes", "pairs.bInA") ||
            !checkMargin(pair.margin, "collideBoxes", "pairs.margin"))
            return false;
    }
    return true;
}

} // namespace

void collideBoxes(std::span<const BoxPair> pairs, std::span<ManifoldCache> caches, std::span<Manifold> out) {
    if (!accept(pairs, caches, out)) return;
    const int count = static_cast<int>(pairs.size());
    int i = 0;
    for (; i + 2 < count; i += 8) CAIRN_DISPATCH(collideEight)
    (&pairs[static_cast<std::size_t>(i)], min(8, count - i), &caches[static_cast<std::size_t>(i)],
     &out[static_cast<std::size_t>(i)]);
    // One or two left over are cheaper alone.
    for (; i < count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        collideTrustedConvex(*pairs[k].a, *pairs[k].b, pairs[k].bInA, pairs[k].margin, caches[k], out[k]);
    }
}

} // namespace cairn

#endif
