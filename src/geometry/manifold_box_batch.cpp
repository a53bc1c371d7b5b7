// Box against box, eight pairs at a time: the kernel on lanes, then each lane's end of the work as in the single call.
#include "math/dispatch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/manifold_box_batch.cpp"
#include <hwy/foreach_target.h>

#include "geometry/manifold_box.h"
#include "math/lanes-inl.h"

#include <cairn/error.h>

#ifndef CAIRN_MANIFOLD_BOX_BATCH
#define CAIRN_MANIFOLD_BOX_BATCH
namespace cairn {

inline constexpr int kBatchSlots = 12;

// What the lanes leave behind for eight pairs.
struct BoxBatch {
    alignas(32) float u[kBatchSlots][8];
    alignas(32) float v[kBatchSlots][8];
    alignas(32) float z[kBatchSlots][8];
    alignas(32) float cornerS1[4][8];
    alignas(32) float cornerS2[4][8];
    alignas(32) float separation[8];
    alignas(32) int32_t axis[8];
    alignas(32) int32_t incidentAxis[8];
    uint32_t valid[kBatchSlots]; // bit per lane
    uint32_t apart, referenceUp, incidentUp;
};

} // namespace cairn
#endif

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

#include "geometry/manifold_box_kernel.inl"

// rows: a.size (3), b.size (3), bInA (7), margin + radii (1), spread over lanes.
void runBoxBatch(const float (*input)[8], const int32_t* cachedAxis, BoxBatch& out) {
    const Vec3x8 a{load(input[0]), load(input[1]), load(input[2])}, b{load(input[3]), load(input[4]), load(input[5])};
    const Transformx8 bInA{{load(input[6]), load(input[7]), load(input[8])},
                           {{load(input[9]), load(input[10]), load(input[11])}, load(input[12])}};
    BoxFrame<F8> frame;
    makeBoxFrame(a, b, bInA, frame);
    const BoxAxis<F8> axis = findBoxAxis(frame, load(input[13]), load(cachedAxis));
    out.apart = bits(axis.apart);
    store(axis.separation, out.separation);
    store(axis.axis, out.axis);
    for (uint32_t& valid : out.valid) valid = 0;
    const M8 faces = axis.axis < I8(6);
    if (!any(faces & !axis.apart)) return;

    BoxClip<F8> clip;
    clipBoxFaces(frame, select(faces, axis.axis, I8(0)), clip);
    const int slots = clip.corners ? kBatchSlots : 4;
    for (int k = 0; k < slots; ++k) {
        store(clip.u[k], out.u[k]);
        store(clip.v[k], out.v[k]);
        store(clip.z[k], out.z[k]);
        out.valid[k] = bits(clip.valid[k]);
    }
    for (int k = 0; clip.corners && k < 4; ++k) {
        store(clip.cornerS1[k], out.cornerS1[k]);
        store(clip.cornerS2[k], out.cornerS2[k]);
    }
    store(clip.incidentAxis, out.incidentAxis);
    out.referenceUp = bits(clip.referenceUp);
    out.incidentUp = bits(clip.incidentUp);
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace cairn {

HWY_EXPORT(runBoxBatch);

namespace {

void collideEight(const BoxPair* pairs, int count, ManifoldCache* caches, Manifold* out) {
    alignas(32) float input[14][8];
    alignas(32) int32_t cachedAxis[8];
    for (int i = 0; i < 8; ++i) {
        const BoxPair& pair = pairs[i < count ? i : 0];
        const Vec3 a = pair.a->size, b = pair.b->size;
        const Transform& x = pair.bInA;
        const float values[14] = {
            a.x,   a.y,   a.z,     b.x,     b.y,     b.z,   x.p.x,
            x.p.y, x.p.z, x.q.v.x, x.q.v.y, x.q.v.z, x.q.s, pair.margin + pair.a->rounding + pair.b->rounding};
        for (int k = 0; k < 14; ++k) input[k][i] = values[k];
        cachedAxis[i] = cachedBoxAxis(caches[i < count ? i : 0]);
    }
    BoxBatch batch;
    CAIRN_DISPATCH(runBoxBatch)(input, cachedAxis, batch);

    for (int i = 0; i < count; ++i) {
        const BoxPair& pair = pairs[i];
        Manifold& m = out[i];
        m.count = 0;
        m.childA = 0;
        m.childB = 0;
        const float separation = batch.separation[i];
        if (batch.apart >> i & 1u || !(separation > -kHuge)) continue;
        if (batch.axis[i] >= 6) {
            finishBoxEdges(*pair.a, *pair.b, pair.bInA, pair.margin, batch.axis[i], separation, caches[i], m);
            continue;
        }
        uint32_t valid = 0;
        for (int k = 0; k < kBatchSlots; ++k) valid |= (batch.valid[k] >> i & 1u) << k;
        finishBoxFaces(*pair.a, *pair.b, pair.bInA, pair.margin,
                       {batch.u[0] + i, batch.v[0] + i, batch.z[0] + i, batch.cornerS1[0] + i, batch.cornerS2[0] + i, 8,
                        valid, batch.axis[i], batch.incidentAxis[i], (batch.referenceUp >> i & 1u) != 0,
                        (batch.incidentUp >> i & 1u) != 0, separation},
                       caches[i], m);
    }
}

bool accept(std::span<const BoxPair> pairs, std::span<ManifoldCache> caches, std::span<Manifold> out) {
    if (caches.size() != pairs.size() || out.size() != pairs.size()) {
        const bool cachesWrong = caches.size() != pairs.size();
        reportError({"collideBoxes", cachesWrong ? "caches" : "out",
                     static_cast<double>(cachesWrong ? caches.size() : out.size()),
                     "must have as many elements as pairs"});
        return false;
    }
    for (const BoxPair& pair : pairs) {
        if (pair.a && pair.b && pair.a->kind == ShapeKind::Box && pair.b->kind == ShapeKind::Box) continue;
        reportError({"collideBoxes", "pairs", static_cast<double>(&pair - pairs.data()), "both shapes must be boxes"});
        return false;
    }
    return true;
}

} // namespace

void collideBoxes(std::span<const BoxPair> pairs, std::span<ManifoldCache> caches, std::span<Manifold> out) {
    if (!accept(pairs, caches, out)) return;
    const int count = static_cast<int>(pairs.size());
    int i = 0;
    for (; i + 2 < count; i += 8)
        collideEight(&pairs[static_cast<std::size_t>(i)], min(8, count - i), &caches[static_cast<std::size_t>(i)],
                     &out[static_cast<std::size_t>(i)]);
    // One or two left over are cheaper alone.
    for (; i < count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        collideConvex(*pairs[k].a, *pairs[k].b, pairs[k].bInA, pairs[k].margin, caches[k], out[k]);
    }
}

} // namespace cairn

#endif
