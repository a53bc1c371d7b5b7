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

// Two blocks of eight.
inline void storeBoxRows(const F8 (&values)[16], BoxPatch<8>& out) {
    for (int k = 0; k < 16; k += 8) {
        float* rows[8];
        F8 eight[8];
        for (int i = 0; i < 8; ++i) rows[i] = out.rows[i] + k, eight[i] = values[k + i];
        storeRows(eight, rows);
    }
}

#include "geometry/manifold_box_finish.inl"
#include "geometry/manifold_box_kernel.inl"

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
    alignas(32) int32_t axes[8], incidentAxes[8], valid[8];
    store(best.separation, separations);
    store(best.axis, axes);
    const M8 byFaces = best.axis < I8(6);
    const uint32_t apart = bits(best.apart | !(best.separation > F8(-kHuge)));
    uint32_t square = 0;
    BoxPatch<8> patch;
    if (any(byFaces & !best.apart)) {
        BoxClip<F8> clip{patch, limit, I8(0), I8(0), best.apart, F8(kHuge)};
        clipBoxFaces(frame, select(byFaces, best.axis, I8(0)), F8(0.5f) * (a[0] - b[0]), a[0] + b[0], clip);
        // Some point must be as near as the axis says.
        store(select(clip.least <= best.separation + F8(kBoxAstray), clip.valid, I8(0)), valid);
        store(clip.incidentAxis, incidentAxes);
        square = bits(clip.square);
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
            float R[3][4];
            for (int k = 0; k < 9; ++k) R[k / 3][k % 3] = rotation[k][i];
            finishBoxEdges(*pair.a, *pair.b, pair.bInA, R, pair.margin, axes[i], separations[i], caches[i], m);
        } else if (valid[i] == 0) {
            fallBackFromBoxes(*pair.a, *pair.b, pair.bInA, pair.margin, m);
        } else {
            const BoxFaces faces{static_cast<uint32_t>(valid[i]), axes[i], incidentAxes[i], (square >> i & 1u) != 0};
            finishBoxFaces(patch, i, faces, caches[i], m);
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
