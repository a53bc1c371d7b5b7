// Box against box, a pair that touches by faces: chooses, places and names the points. Included without guard where the
// single call and each instruction set's batch want it.

constexpr float kSlotBits[kBoxSlots] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048};
// (slot + 1) << 20: above all names, and still whole numbers below 2^24.
constexpr float kM = 1048576.0f;
constexpr float kSlotMarks[kBoxSlots] = {1 * kM, 2 * kM, 3 * kM, 4 * kM,  5 * kM,  6 * kM,
                                         7 * kM, 8 * kM, 9 * kM, 10 * kM, 11 * kM, 12 * kM};

// Four directions in the plane of A's axes 1 and 2, +-(1, 0.4) and +-(-0.4, 1), as combinations of the rectangle's
// axes.
struct SlotDirections {
    F4 alongU, alongV;

    SlotDirections(const float* rows, int axis1, int axis2) {
        constexpr float kTurn = kDirectionTurn;
        const float u1 = rows[4 + axis1], u2 = rows[4 + axis2], v1 = rows[8 + axis1], v2 = rows[8 + axis2];
        const F4 turn(kTurn, -kTurn, -kTurn, kTurn);
        alongU = F4(u1, u2, -u1, -u2) + turn * F4(u2, u1, u2, u1);
        alongV = F4(v1, v2, -v1, -v2) + turn * F4(v2, v1, v2, v1);
    }
    F4 along(float u, float v) const { return F4(u) * alongU + F4(v) * alongV; }
};

template <int kStride> uint32_t reduceTiltedSlots(const BoxPatch<kStride>& c, int place, uint32_t valid, float width) {
    PatchCorner points[kBoxSlots];
    int count = 0;
    for (uint32_t left = valid; left != 0; left &= left - 1) {
        const int slot = std::countr_zero(left);
        points[count++] = {c.u[slot][place], c.v[slot][place], c.height[slot][place], 1u << slot};
    }
    int chosen[4];
    uint32_t slots = 0;
    for (int k = chooseTilted(points, count, width, chosen); k-- > 0;) slots |= points[chosen[k]].id;
    return slots;
}

// Chooses as reducePatch does: of the valid slots (more than four) those farthest in the four directions, the first one
// of those equally far, and the deepest if that leaves it out. Returns their bits. The lanes are the directions.
template <int kStride>
inline uint32_t reduceSlots(const BoxPatch<kStride>& c, int place, int axis1, int axis2, uint32_t valid) {
    const SlotDirections directions(c.rows[place], axis1, axis2);
    F4 farthest = -kHuge, best = 0.0f, heights = kHuge; // heights: those of the best
    float lowest = kHuge, highest = -kHuge;
    for (uint32_t left = valid; left != 0; left &= left - 1) {
        const int slot = std::countr_zero(left);
        const F4 along = directions.along(c.u[slot][place], c.v[slot][place]);
        const float height = c.height[slot][place];
        const M4 farther = along > farthest;
        best = select(farther, F4(kSlotBits[slot]), best);
        heights = select(farther, F4(height), heights);
        farthest = max(along, farthest);
        lowest = min(height, lowest), highest = max(height, highest);
    }
    float most[4];
    store(farthest, most);
    const float width = widthOf(most);
    if (isTilted(lowest, highest, width)) return reduceTiltedSlots(c, place, valid, width);
    int32_t chosen[4];
    store(best, chosen);
    if (bits(heights <= F4(lowest + kPointTolerance)) == 0) {
        int deepest = std::countr_zero(valid);
        while (c.height[deepest][place] != lowest || (valid >> deepest & 1u) == 0) ++deepest;
        // In place of the highest.
        float own[4];
        store(heights, own);
        int loser = 0;
        for (int k = 1; k < 4; ++k)
            if (own[k] > own[loser]) loser = k;
        chosen[loser] = 1 << deepest;
    }
    return static_cast<uint32_t>(chosen[0] | chosen[1] | chosen[2] | chosen[3]);
}

// The slot's values of four slots.
template <int kStride> inline F4 gatherSlots(const float (&values)[kBoxSlots][kStride], int place, const int* slots) {
    return F4(values[slots[0]][place], values[slots[1]][place], values[slots[2]][place], values[slots[3]][place]);
}

// Names of points of square faces: their quadrants about the middle of the patch, along A's axes 1 and 2.
template <int kStride>
inline F4 nameQuadrants(const BoxPatch<kStride>& c, int place, int axis1, int axis2, const int* slots) {
    const float* rows = c.rows[place];
    const F4 u = gatherSlots(c.u, place, slots) - F4(c.middleU[place]), zero = 0.0f;
    const F4 v = gatherSlots(c.v, place, slots) - F4(c.middleV[place]);
    const F4 along1 = u * F4(rows[4 + axis1]) + v * F4(rows[8 + axis1]);
    const F4 along2 = u * F4(rows[4 + axis2]) + v * F4(rows[8 + axis2]);
    return F4(static_cast<float>(kBoxFaceContact | kBoxSquareCode)) + where(along1 > zero, F4(1.0f)) +
           where(along2 > zero, F4(2.0f));
}

// `place`: which of the patch's pairs. The patch has valid points.
template <int kStride>
inline void finishBoxFaces(const BoxPatch<kStride>& patch, int place, const BoxFaces& faces, ManifoldCache& cache,
                           Manifold& out) {
    const bool byB = faces.axis > 2;
    // Seen from A, whichever face is the reference, so that the choice of points does not depend on that: along A's
    // axes 1 and 2 in the plane of A's face.
    const int faceA = byB ? faces.incidentAxis : faces.axis;
    const int axis1 = faceA == 2 ? 0 : faceA + 1, axis2 = faceA == 0 ? 2 : faceA - 1;
    uint32_t beyond = faces.valid; // without the first four
    for (int k = 0; k < 4; ++k) beyond &= beyond - 1;
    uint32_t left = beyond != 0 ? reduceSlots(patch, place, axis1, axis2, faces.valid) : faces.valid;

    const float* rows = patch.rows[place];
    const F4 origin = load4(rows), U = load4(rows + 4), V = load4(rows + 8), N = load4(rows + 12);
    int slots[4], count = 4;
    for (int k = 0; k < 4; ++k) {
        // The last one again if there are fewer than four.
        const int slot = std::countr_zero(left);
        const uint32_t next = left & (left - 1);
        count -= k < 3 && next == 0 ? 1 : 0;
        left = next != 0 ? next : left;
        slots[k] = slot;
        store(origin + F4(patch.u[slot][place]) * U + F4(patch.v[slot][place]) * V + F4(patch.height[slot][place]) * N,
              &out.points[k].position.x);
    }
    F4 names = faces.square ? nameQuadrants(patch, place, axis1, axis2, slots) : gatherSlots(patch.name, place, slots);
    // A name that is taken already gets the slot's number too.
    const M4 taken =
        mask4(false, true, true, true) & ((names == permute<0, 0, 1, 2>(names)) |
                                          (names == permute<0, 0, 0, 1>(names)) | (names == broadcast<0>(names)));
    names = names +
            where(taken, F4(kSlotMarks[slots[0]], kSlotMarks[slots[1]], kSlotMarks[slots[2]], kSlotMarks[slots[3]]));
    int32_t ids[4];
    store(names, ids);
    for (int k = 0; k < 4; ++k) out.points[k].featureId = static_cast<uint32_t>(ids[k]);
    const float side = byB ? -2.0f : 2.0f;
    out.normal = {side * rows[12], side * rows[13], side * rows[14]};
    out.count = count;
    out.isPartial = beyond != 0;
    cache.axis = out.normal;
    cache.kind = static_cast<uint32_t>(faces.axis) + 1u;
}
