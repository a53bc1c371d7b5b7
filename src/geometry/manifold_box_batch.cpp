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

// What the lanes leave behind for eight pairs.
struct BoxBatch {
    BoxPatch patches[8];
    alignas(32) float separation[8];
    alignas(32) int32_t valid[8];
    alignas(32) int32_t axis[8];
    alignas(32) int32_t incidentAxis[8];
    uint32_t apart, referenceUp, incidentUp, square, astray; // bit per lane
};

} // namespace cairn
#endif

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {

#include "geometry/manifold_box_kernel.inl"

// input: a.size (3), b.size (3), bInA (7), margin + radii, half the difference of radii, spread over lanes.
void runBoxBatch(const float (*input)[8], const int32_t* cachedAxis, BoxBatch& out) {
    const Vec3x8 a{load(input[0]), load(input[1]), load(input[2])}, b{load(input[3]), load(input[4]), load(input[5])};
    const Transformx8 bInA{{load(input[6]), load(input[7]), load(input[8])},
                           {{load(input[9]), load(input[10]), load(input[11])}, load(input[12])}};
    const F8 limit = load(input[13]);
    BoxFrame<F8> frame;
    makeBoxFrame(a, b, bInA, frame);
    const BoxAxis<F8> axis = findBoxAxis(frame, limit, load(cachedAxis));
    out.apart = bits(axis.apart);
    store(axis.separation, out.separation);
    store(axis.axis, out.axis);
    const M8 faces = axis.axis < I8(6);
    if (!any(faces & !axis.apart)) return;

    BoxClip<F8> clip;
    const F8 least = clipBoxFaces(frame, select(faces, axis.axis, I8(0)), limit, load(input[14]), clip);
    const F8 reach = axis.separation + select(axis.separation > F8(0.0f), F8(kPointTolerance), F8(kBoxAstray));
    out.astray = bits(!(least <= reach));
    // By pair, for the scalar end: the fields of BoxPatch in their order.
    clip.fields[kBoxFields - 1] = F8(0.0f);
    for (int k = 0; k < kBoxFields; k += 8) {
        float* rows[8];
        F8 eight[8];
        for (int i = 0; i < 8; ++i) rows[i] = out.patches[i].x + k, eight[i] = clip.fields[k + i];
        storeRows(eight, rows);
    }
    store(clip.valid, out.valid);
    store(clip.incidentAxis, out.incidentAxis);
    out.referenceUp = bits(clip.referenceUp);
    out.incidentUp = bits(clip.incidentUp);
    out.square = bits(clip.square);
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace cairn {

HWY_EXPORT(runBoxBatch);

namespace {

void collideEight(const BoxPair* pairs, int count, ManifoldCache* caches, Manifold* out) {
    alignas(32) float input[15][8];
    alignas(32) int32_t cachedAxis[8];
    for (int i = 0; i < 8; ++i) {
        const BoxPair& pair = pairs[i < count ? i : 0];
        const Vec3 a = pair.a->size, b = pair.b->size;
        const Transform& x = pair.bInA;
        input[0][i] = a.x, input[1][i] = a.y, input[2][i] = a.z;
        input[3][i] = b.x, input[4][i] = b.y, input[5][i] = b.z;
        input[6][i] = x.p.x, input[7][i] = x.p.y, input[8][i] = x.p.z;
        input[9][i] = x.q.v.x, input[10][i] = x.q.v.y, input[11][i] = x.q.v.z, input[12][i] = x.q.s;
        input[13][i] = pair.margin + pair.a->rounding + pair.b->rounding;
        input[14][i] = 0.5f * (pair.a->rounding - pair.b->rounding);
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
        const BoxFaces faces{static_cast<uint32_t>(batch.valid[i]),
                             batch.axis[i],
                             batch.incidentAxis[i],
                             (batch.referenceUp >> i & 1u) != 0,
                             (batch.incidentUp >> i & 1u) != 0,
                             (batch.square >> i & 1u) != 0,
                             (batch.astray >> i & 1u) != 0};
        finishBoxFaces(*pair.a, *pair.b, pair.bInA, pair.margin, batch.patches[i], faces, caches[i], m);
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
