// Box against box: which four points of a patch that is tilted, or that has others than last time. Included without
// guard where the single call and each instruction set's batch want it.

// Corners of a patch by slot, four to a vector. The height of a slot without a corner is not a number.
struct BoxCorners {
    F4 u[3], v[3], height[3];
};

// The slot with the highest score, the first of equals; kNoSlot if none is a number.
constexpr int kNoSlot = 32;
inline int bestSlot(const F4 (&score)[3]) {
    F4 most = max(max(score[2], F4(-kHuge)), max(score[1], max(score[0], F4(-kHuge))));
    most = max(most, permute<2, 3, 0, 1>(most));
    most = max(most, permute<1, 0, 3, 2>(most));
    return std::countr_zero(bits(score[0] == most, score[1] == most, score[2] == most));
}

// chooseTilted (manifold_choice.h) with a slot in each lane, to the bit. One point after another. Each waits long for
// roots and quotients; so the batch does other work between the three calls.
template <int kStride> struct BoxTiltedChoice {
    const BoxPatch<kStride>* patch;
    int place; // which of the patch's pairs
    BoxCorners corners;
    F4 cost[3], side[3];                    // distance to the left of the line from p to q
    float far[kBoxSlots], sides[kBoxSlots]; // distance from p; side by slot
    int p, q, r;
    uint32_t chosen; // bits of slots

    void addFirstTwo(const BoxPatch<kStride>& of, int at, const BoxCorners& c, float lowest, float width) {
        patch = &of, place = at, corners = c;
        const F4 ground = lowest, dearest = 0.75f * width;
        p = std::countr_zero(bits(c.height[0] == ground, c.height[1] == ground, c.height[2] == ground));
        chosen = 1u << p;
        F4 gain[3];
        for (int k = 0; k < 3; ++k) {
            cost[k] = min(dearest, F4(50.0f) * (c.height[k] - ground)); // not a number where the height is not
            const F4 u = c.u[k] - uOf(p), v = c.v[k] - vOf(p);
            gain[k] = sqrt(u * u + v * v);
            store(gain[k], far + 4 * k);
        }
        q = add(gain);
    }
    void addThird() {
        r = kNoSlot;
        if (q == kNoSlot) return;
        const Line pq(*this, p, q, far[q]);
        F4 gain[3];
        for (int k = 0; k < 3; ++k) {
            side[k] = pq.left(corners.u[k], corners.v[k]), gain[k] = abs(side[k]);
            store(side[k], sides + 4 * k);
        }
        r = add(gain);
    }
    void addFourth() {
        if (r == kNoSlot) return;
        // Outwards: away from the third point.
        const F4 out = sides[r] > 0.0f ? -1.0f : 1.0f, u = uOf(r) - uOf(q), v = vOf(r) - vOf(q);
        const Line qr(*this, q, r, sqrt(u * u + v * v)), rp(*this, r, p, far[r]);
        F4 gain[3];
        for (int k = 0; k < 3; ++k) {
            const F4 x = corners.u[k], y = corners.v[k];
            gain[k] = max(out * side[k], max(out * qr.left(x, y), out * rp.left(x, y)));
        }
        add(gain);
    }

private:
    // From one point to another.
    struct Line {
        F4 u, v, alongU, alongV, length;

        Line(const BoxTiltedChoice& c, int from, int to, F4 distance)
            : u(c.uOf(from)), v(c.vOf(from)), alongU(c.uOf(to) - u), alongV(c.vOf(to) - v), length(distance) {}
        // How far to the left of it.
        F4 left(F4 x, F4 y) const { return (alongU * (y - v) - alongV * (x - u)) / length; }
    };

    F4 uOf(int slot) const { return patch->u[slot][place]; }
    F4 vOf(int slot) const { return patch->v[slot][place]; }
    // The slot that adds most, if any adds something.
    int add(const F4 (&gain)[3]) {
        F4 score[3];
        for (int k = 0; k < 3; ++k) score[k] = only(gain[k] > F4(0.0f), gain[k] - cost[k]);
        const int slot = bestSlot(score);
        chosen |= slot == kNoSlot ? 0u : 1u << slot;
        return slot;
    }
};

// The farthest points in four directions, `at` as bits of slots, leave out the deepest: addDeepest, with a slot in each
// lane.
template <int kStride>
inline uint32_t keepDeepest(const BoxPatch<kStride>& patch, int place, const uint32_t (&at)[4], uint32_t deepest) {
    const uint32_t all = at[0] | at[1] | at[2] | at[3];
    if (std::popcount(all) < 4) return all | deepest;
    uint32_t slots[4];
    for (int k = 0; k < 4; ++k) slots[k] = static_cast<uint32_t>(std::countr_zero(at[k]));
    const F4 heights = gatherSlots(patch.height, place, slots);
    F4 highest = max(heights, permute<2, 3, 0, 1>(heights));
    highest = max(highest, permute<1, 0, 3, 2>(highest));
    return (all & ~at[std::countr_zero(bits(heights == highest)) & 3]) | deepest;
}

// They leave out points of last time: `kept`, if they are there now.
template <int kStride>
HWY_NOINLINE uint32_t keepSlots(const BoxPatch<kStride>& patch, int place, uint32_t valid, float lowest, float width,
                                uint32_t kept, const uint32_t (&at)[4]) {
    const float u1 = patch.along[0][place], v1 = patch.along[1][place];
    const float u2 = patch.along[2][place], v2 = patch.along[3][place];
    const float directions[2][2] = {{u1 + kDirectionTurn * u2, v1 + kDirectionTurn * v2},
                                    {u2 - kDirectionTurn * u1, v2 - kDirectionTurn * v1}};
    int chosen[4];
    for (int k = 0; k < 4; ++k) chosen[k] = std::countr_zero(at[k]);
    keepFarthest(
        kept, width,
        [&](int k, int slot) {
            const float* d = directions[k & 1];
            const float reach = patch.u[slot][place] * d[0] + patch.v[slot][place] * d[1];
            return k < 2 ? reach : -reach;
        },
        chosen);
    const uint32_t four[4] = {1u << chosen[0], 1u << chosen[1], 1u << chosen[2], 1u << chosen[3]};
    const auto height = [&](int slot) { return patch.height[slot][place]; };
    float least = kHuge;
    for (const int slot : chosen) least = min(height(slot), least);
    if (least <= lowest + kPointTolerance) return four[0] | four[1] | four[2] | four[3];
    uint32_t left = valid;
    while (height(std::countr_zero(left)) != lowest) left &= left - 1;
    return keepDeepest(patch, place, four, left & (0u - left));
}
