// Box against box, a pair that touches by faces: places and names the chosen points. Included without guard where the
// single call and each instruction set's batch want it.

// (slot + 1) << 20: above all names, and still whole numbers below 2^24.
constexpr float kM = 1048576.0f;
constexpr float kSlotMarks[kBoxSlots] = {1 * kM, 2 * kM, 3 * kM, 4 * kM,  5 * kM,  6 * kM,
                                         7 * kM, 8 * kM, 9 * kM, 10 * kM, 11 * kM, 12 * kM};

// The slot's values of four slots.
template <int kStride>
inline F4 gatherSlots(const float (&values)[kBoxSlots][kStride], int place, const uint32_t (&slots)[4]) {
    return F4(values[slots[0]][place], values[slots[1]][place], values[slots[2]][place], values[slots[3]][place]);
}

// Names of points of square faces: their quadrants about the middle of the patch, along A's axes 1 and 2.
template <int kStride> inline F4 nameQuadrants(const BoxPatch<kStride>& c, int place, const uint32_t (&slots)[4]) {
    const F4 u = gatherSlots(c.u, place, slots) - F4(c.middle[0][place]), zero = 0.0f;
    const F4 v = gatherSlots(c.v, place, slots) - F4(c.middle[1][place]);
    const F4 along1 = u * F4(c.along[0][place]) + v * F4(c.along[1][place]);
    const F4 along2 = u * F4(c.along[2][place]) + v * F4(c.along[3][place]);
    return F4(static_cast<float>(kBoxFaceContact | kBoxSquareCode)) + where(along1 > zero, F4(1.0f)) +
           where(along2 > zero, F4(2.0f));
}

// `place`: which of the patch's pairs; `chosen`: bits of one to four slots.
template <int kStride>
inline void finishBoxFaces(const BoxPatch<kStride>& patch, int place, const BoxPlane& plane, uint32_t chosen,
                           bool square, Manifold& out) {
    // The last one again if there are fewer than four.
    uint32_t slots[4], left = chosen;
    const uint32_t last = 0x80000000u >> std::countl_zero(chosen);
    for (uint32_t& slot : slots) {
        slot = static_cast<uint32_t>(std::countr_zero(left));
        left = (left & (left - 1)) | last;
    }
    F4 names = square ? nameQuadrants(patch, place, slots) : gatherSlots(patch.name, place, slots);
    // A name that is taken already gets the slot's number too.
    const M4 taken =
        mask4(false, true, true, true) & ((names == permute<0, 0, 1, 2>(names)) |
                                          (names == permute<0, 0, 0, 1>(names)) | (names == broadcast<0>(names)));
    names = names +
            where(taken, F4(kSlotMarks[slots[0]], kSlotMarks[slots[1]], kSlotMarks[slots[2]], kSlotMarks[slots[3]]));
    int32_t ids[4];
    store(names, ids);
    for (int k = 0; k < 4; ++k) {
        const uint32_t slot = slots[k];
        store(plane.origin + F4(patch.u[slot][place]) * plane.U + F4(patch.v[slot][place]) * plane.V +
                  F4(patch.height[slot][place]) * plane.N,
              &out.points[k].position.x);
        out.points[k].featureId = static_cast<uint32_t>(ids[k]);
    }
    out.count = std::popcount(chosen);
}
