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
#include "geometry/manifold_plain.inl"

// Poses and margins of up to eight pairs; the first one's again if there are fewer.
struct BoxPoses {
    Transformx8 bInA;
    F8 margin;

    BoxPoses(const BoxPair* pairs, int count) {
        // The margin is behind the pose.
        static_assert(offsetof(BoxPair, margin) == offsetof(BoxPair, bInA) + 28);
        const float* rows[8];
        for (int i = 0; i < 8; ++i) rows[i] = &pairs[i < count ? i : 0].bInA.p.x;
        F8 x[8];
        loadRows(rows, x);
        bInA = {{x[0], x[1], x[2]}, {{x[3], x[4], x[5]}, x[6]}};
        margin = x[7];
    }
};

// Whether up to eight pairs are boxes in poses that need no closer look.
bool arePlain(const BoxPair* pairs, int count) {
    for (int i = 0; i < count; ++i) {
        const BoxPair& pair = pairs[i];
        if (!pair.a || !pair.b || pair.a->kind != ShapeKind::Box || pair.b->kind != ShapeKind::Box) return false;
    }
    const BoxPoses poses(pairs, count);
    return all(isPlainlyGood(poses.bInA, poses.margin));
}

// What the lanes find out. Masks have a bit per pair.
struct BoxEight {
    BoxPatches patch;
    alignas(32) float separations[8], rotation[3][3][8];
    alignas(32) float lowest[8], width[8];            // of patches with more than four points
    alignas(32) int32_t axes[8], chosen[8], at[4][8]; // bits of slots; those farthest in each direction
    alignas(32) int32_t valid[8], kept[8];            // those with points, and those of last time among them
    uint32_t apart, faces;                            // the others touch by edges
    uint32_t square = 0, partial = 0, tilted = 0, deepLeftOut = 0, keptLeftOut = 0;
};

HWY_INLINE void findContacts(const BoxPair* pairs, int count, const ManifoldCache* caches, BoxEight& out) {
    // Shapes have their radius before their size.
    static_assert(offsetof(Shape, size) == offsetof(Shape, rounding) + 4);
    const float *rowsA[8], *rowsB[8];
    alignas(32) int32_t kinds[8], slots[8];
    for (int i = 0; i < 8; ++i) {
        const int k = i < count ? i : 0;
        rowsA[i] = &pairs[k].a->rounding, rowsB[i] = &pairs[k].b->rounding;
        kinds[i] = static_cast<int32_t>(caches[k].kind), slots[i] = caches[k].featureA;
    }
    F8 a[4], b[4];
    loadRows(rowsA, a);
    loadRows(rowsB, b);
    const BoxPoses poses(pairs, count);
    const F8 limit = poses.margin + a[0] + b[0];
    BoxFrame<F8> frame;
    makeBoxFrame({a[1], a[2], a[3]}, {b[1], b[2], b[3]}, poses.bInA, frame);
    const I8 kind = load(kinds), cachedAxis = (kind & I8(static_cast<int32_t>(kBoxAxisBits))) - I8(1);
    const BoxAxis<F8> best = findBoxAxis(frame, limit, cachedAxis);
    const M8 byFaces = best.axis < I8(6);
    store(best.separation, out.separations), store(best.axis, out.axes);
    out.apart = bits(best.apart | !(best.separation > F8(-kHuge))), out.faces = bits(byFaces);
    if (!all(byFaces))
        for (int k = 0; k < 9; ++k) store(frame.R[k / 3][k % 3], out.rotation[k / 3][k % 3]);
    if (!any(byFaces & !best.apart)) return;

    const I8 axis = select(byFaces, best.axis, I8(0));
    const M8 wasSquare = (kind & I8(static_cast<int32_t>(kBoxWasSquare))) > I8(0);
    const M8 wasTurned = (kind & I8(static_cast<int32_t>(kBoxWasTurned))) > I8(0);
    const F8 squareness =
        select(wasSquare, F8(kBoxStillSquare), select(wasTurned, F8(kBoxSquareAgain), F8(kBoxSquare)));
    const BoxClip<F8> clip =
        clipBoxFaces(frame, axis, limit, F8(0.5f) * (a[0] - b[0]), a[0] + b[0], squareness, out.patch);
    out.square = bits(clip.square);
    // Some point must be as near as the axis says.
    const I8 valid = where(clip.least <= best.separation + F8(kBoxAstray), clip.valid);
    I8 beyond = valid; // without the first four
    for (int k = 0; k < 4; ++k) beyond = beyond & (beyond - I8(1));
    const M8 more = beyond > I8(0);
    store(valid, out.chosen);
    out.partial = bits(more);
    if (out.partial == 0) return;

    const BoxChoice<F8> choice = chooseBoxSlots(out.patch, clip.least);
    const I8 four = choice.at[0] | choice.at[1] | choice.at[2] | choice.at[3];
    const I8 kept = where(cachedAxis == axis, load(slots) & valid);
    store(select(more, four, valid), out.chosen), store(valid, out.valid), store(kept, out.kept);
    for (int k = 0; k < 4; ++k) store(choice.at[k], out.at[k]);
    store(clip.least, out.lowest), store(choice.width, out.width);
    out.tilted = bits(choice.tilted & more), out.deepLeftOut = bits(choice.deepLeftOut & more);
    out.keptLeftOut = bits(more) & ~bits((kept & four) == kept);
}

// The values of all slots of a pair.
inline void gatherAll(const float (&values)[kBoxSlots][8], int place, F4 (&out)[3]) {
    for (uint32_t k = 0; k < 3; ++k) out[k] = gatherSlots(values, place, {4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3});
}

// The first two slots of a pair whose patch is tilted.
inline void beginTilted(const BoxEight& e, int place, BoxTiltedChoice<8>& out) {
    BoxCorners corners;
    gatherAll(e.patch.u, place, corners.u), gatherAll(e.patch.v, place, corners.v);
    gatherAll(e.patch.height, place, corners.height);
    out.addFirstTwo(e.patch, place, corners, e.lowest[place], e.width[place]);
}

// The four slots of a pair whose farthest points leave out the deepest, or some of last time.
inline uint32_t chooseFlat(const BoxEight& e, int place) {
    F4 heights[3];
    gatherAll(e.patch.height, place, heights);
    const F4 ground = e.lowest[place];
    const uint32_t deepest = bits(heights[0] == ground, heights[1] == ground, heights[2] == ground);
    const uint32_t four[4] = {static_cast<uint32_t>(e.at[0][place]), static_cast<uint32_t>(e.at[1][place]),
                              static_cast<uint32_t>(e.at[2][place]), static_cast<uint32_t>(e.at[3][place])};
    const uint32_t fresh = (e.deepLeftOut >> place & 1u) != 0
                               ? keepDeepest(e.patch, place, four, deepest & (0u - deepest))
                               : four[0] | four[1] | four[2] | four[3];
    const uint32_t kept = static_cast<uint32_t>(e.kept[place]);
    if ((kept & ~fresh) == 0) return fresh;
    return keepSlots(e.patch, place, static_cast<uint32_t>(e.valid[place]), e.lowest[place], e.width[place], kept,
                     four);
}

// B's axes of one pair.
struct BoxColumns {
    const float (&rotation)[3][3][8];
    int place;
    F4 operator[](int k) const { return {rotation[0][k][place], rotation[1][k][place], rotation[2][k][place], 0.0f}; }
};

inline void finishEdges(const BoxEight& e, int i, const BoxPair& pair, ManifoldCache& cache, Manifold& out) {
    clear(out);
    const BoxColumns columns{e.rotation, i};
    finishBoxEdges(*pair.a, *pair.b, pair.bInA, columns, pair.margin, e.axes[i], e.separations[i], cache, out);
}

inline void finishFaces(const BoxEight& e, int i, const BoxPair& pair, ManifoldCache& cache, Manifold& out) {
    clear(out);
    if (e.chosen[i] == 0) {
        fallBackFromBoxes(*pair.a, *pair.b, pair.bInA, pair.margin, out);
        return;
    }
    const float* rows = e.patch.rows[i];
    const BoxPlane plane{load4(rows), load4(rows + 4), load4(rows + 8), load4(rows + 12)};
    constexpr float kTwice[2] = {2.0f, -2.0f};
    const F4 normal = F4(kTwice[e.axes[i] > 2]) * plane.N;
    store(normal, out.normal);
    const bool square = (e.square >> i & 1u) != 0;
    const uint32_t chosen = static_cast<uint32_t>(e.chosen[i]);
    rememberBoxFaces(e.axes[i], square, chosen, cache);
    out.isPartial = (e.partial >> i & 1u) != 0;
    finishBoxFaces(e.patch, i, plane, chosen, square, out);
}

void collideEight(const BoxPair* pairs, int count, ManifoldCache* caches, Manifold* out) {
    // Where eight lanes are two registers, four lanes on one pair at a time are faster (SSE4: 84 ns a pair, not 105).
    if constexpr (kRegisterLanes == 4 && kLanes4InRegister) {
        for (int i = 0; i < count; ++i)
            collideTrustedConvex(*pairs[i].a, *pairs[i].b, pairs[i].bInA, pairs[i].margin, caches[i], out[i]);
        return;
    }
    BoxEight e;
    findContacts(pairs, count, caches, e);
    const uint32_t present = (1u << count) - 1u, touching = present & ~e.apart;
    const uint32_t tilted = touching & e.faces & e.tilted, flat = touching & e.faces & ~e.tilted;
    const auto each = [](uint32_t lanes, auto&& work) {
        for (; lanes != 0; lanes &= lanes - 1) work(std::countr_zero(lanes));
    };
    // Tilted patches wait for each of their points; the other pairs are finished meanwhile.
    BoxTiltedChoice<8> choices[8];
    each(tilted, [&](int i) { beginTilted(e, i, choices[i]); });
    each(touching & ~e.faces, [&](int i) { finishEdges(e, i, pairs[i], caches[i], out[i]); });
    each(present & e.apart, [&](int i) { out[i].count = 0; });
    each(flat & (e.deepLeftOut | e.keptLeftOut), [&](int i) { e.chosen[i] = static_cast<int32_t>(chooseFlat(e, i)); });
    each(tilted, [&](int i) { choices[i].addThird(); });
    each(flat, [&](int i) { finishFaces(e, i, pairs[i], caches[i], out[i]); });
    each(tilted, [&](int i) {
        choices[i].addFourth();
        e.chosen[i] = static_cast<int32_t>(choices[i].chosen);
    });
    each(tilted, [&](int i) { finishFaces(e, i, pairs[i], caches[i], out[i]); });
}

} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace cairn {

HWY_EXPORT(arePlain);
HWY_EXPORT(collideEight);

namespace {

bool accept(const BoxPair& pair, int index) {
    if (!pair.a || !pair.b || pair.a->kind != ShapeKind::Box || pair.b->kind != ShapeKind::Box) {
        reportError({"collideBoxes", "pairs", static_cast<double>(index), "both shapes must be boxes"});
        return false;
    }
    return checkPose(pair.bInA, "collideBoxes", "pairs.bInA") &&
           checkMargin(pair.margin, "collideBoxes", "pairs.margin");
}

bool accept(std::span<const BoxPair> pairs, std::span<ManifoldCache> caches, std::span<Manifold> out) {
    if (caches.size() != pairs.size() || out.size() != pairs.size()) {
        const bool cachesWrong = caches.size() != pairs.size();
        reportError({"collideBoxes", cachesWrong ? "caches" : "out",
                     static_cast<double>(cachesWrong ? caches.size() : out.size()),
                     "must have as many elements as pairs"});
        return false;
    }
    const int count = static_cast<int>(pairs.size());
    for (int i = 0; i < count; i += 8) {
        const int eight = min(8, count - i);
        if (CAIRN_DISPATCH(arePlain)(&pairs[static_cast<std::size_t>(i)], eight)) continue;
        for (int k = i; k < i + eight; ++k)
            if (!accept(pairs[static_cast<std::size_t>(k)], k)) return false;
    }
    return true;
}

} // namespace

void collideBoxes(std::span<const BoxPair> pairs, std::span<ManifoldCache> caches, std::span<Manifold> out) {
    if (!accept(pairs, caches, out)) return;
    const int count = static_cast<int>(pairs.size());
    int i = 0;
    for (; i + 3 < count; i += 8) {
        const auto k = static_cast<std::size_t>(i);
        CAIRN_DISPATCH(collideEight)(&pairs[k], min(8, count - i), &caches[k], &out[k]);
    }
    // Up to three left over are cheaper alone.
    for (; i < count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        collideTrustedConvex(*pairs[k].a, *pairs[k].b, pairs[k].bInA, pairs[k].margin, caches[k], out[k]);
    }
}

} // namespace cairn

#endif
