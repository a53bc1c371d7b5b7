// Box against box: which four points of a tilted patch. chooseTilted (manifold_choice.h) with a slot in each lane, to
// the bit. Included without guard where the single call and each instruction set's batch want it.

// Corners of a patch by slot, four to a vector. The height of a slot without a corner is not a number.
struct BoxCorners {
    F4 u[3], v[3], height[3];
};

// The slot with the highest score, the first of equals; 32 if none is a number.
inline int bestSlot(const F4 (&score)[3]) {
    F4 most = max(score[2], max(score[1], max(score[0], F4(-kHuge))));
    most = max(most, permute<2, 3, 0, 1>(most));
    most = max(most, permute<1, 0, 3, 2>(most));
    return std::countr_zero(bits(score[0] == most, score[1] == most, score[2] == most));
}

// From one point to another.
struct BoxLine {
    F4 u, v, alongU, alongV, length;

    BoxLine(const float* us, const float* vs, int from, int to)
        : u(us[from]), v(vs[from]), alongU(F4(us[to]) - u), alongV(F4(vs[to]) - v),
          length(sqrt(alongU * alongU + alongV * alongV)) {}
    // How far to the left of it.
    F4 left(F4 x, F4 y) const { return (alongU * (y - v) - alongV * (x - u)) / length; }
};

// `us`, `vs`: by slot. Returns the bits of the chosen slots.
inline uint32_t chooseTiltedSlots(const BoxCorners& c, const float* us, const float* vs, float lowest, float width) {
    const F4 ground = lowest, dearest = 0.75f * width, zero = 0.0f;
    F4 cost[3], gain[3], score[3]; // not numbers where the height is not
    for (int k = 0; k < 3; ++k) cost[k] = min(dearest, F4(50.0f) * (c.height[k] - ground));
    const auto best = [&] {
        for (int k = 0; k < 3; ++k) score[k] = only(gain[k] > zero, gain[k] - cost[k]);
        return bestSlot(score);
    };
    const int p = std::countr_zero(bits(c.height[0] == ground, c.height[1] == ground, c.height[2] == ground));
    uint32_t chosen = 1u << p;
    for (int k = 0; k < 3; ++k) {
        const F4 u = c.u[k] - F4(us[p]), v = c.v[k] - F4(vs[p]);
        gain[k] = sqrt(u * u + v * v);
    }
    const int q = best();
    if (q > 31) return chosen;
    chosen |= 1u << q;
    const BoxLine pq(us, vs, p, q);
    F4 side[3];
    for (int k = 0; k < 3; ++k) side[k] = pq.left(c.u[k], c.v[k]), gain[k] = abs(side[k]);
    const int r = best();
    if (r > 31) return chosen;
    chosen |= 1u << r;
    // Outwards: away from the third point.
    float sides[kBoxSlots];
    for (int k = 0; k < 3; ++k) store(side[k], sides + 4 * k);
    const F4 out = sides[r] > 0.0f ? -1.0f : 1.0f;
    const BoxLine qr(us, vs, q, r), rp(us, vs, r, p);
    for (int k = 0; k < 3; ++k)
        gain[k] = max(out * side[k], max(out * qr.left(c.u[k], c.v[k]), out * rp.left(c.u[k], c.v[k])));
    const int s = best();
    return s > 31 ? chosen : chosen | 1u << s;
}

// Four farthest points leave out the deepest: it takes the place of the highest. `at`: their slots' bits.
template <int kStride>
inline uint32_t keepDeepest(const BoxPatch<kStride>& patch, int place, const uint32_t (&at)[4], uint32_t deepest) {
    int loser = 0;
    float highest = -kHuge;
    for (int k = 0; k < 4; ++k) {
        const float height = patch.height[std::countr_zero(at[k])][place];
        loser = height > highest ? k : loser, highest = max(height, highest);
    }
    uint32_t kept = deepest;
    for (int k = 0; k < 4; ++k) kept |= k == loser ? 0u : at[k];
    return kept;
}
