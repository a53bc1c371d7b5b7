// See joint_chain.h.
#include "solvers/joint_chain.h"

#include "math/dispatch.h"
#include "solvers/block_inverse.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/joint_chain.cpp"
#include <hwy/foreach_target.h>

#include "constraints/joint_parts-inl.h"
#include "math/lanes_double-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

using Chain = JointChain;
using Vec3D = Vec3T<D4>;
using Sym33D = Sym33T<D4>;

const PartPoint& pointOf(const JointBundle& b) { return *reinterpret_cast<const PartPoint*>(&b + 1); }
PartPoint& pointOf(JointBundle& b) { return *reinterpret_cast<PartPoint*>(&b + 1); }

// Rows of three, from number i on.
HWY_INLINE Vec3x8 load3(const Chain& c, Chain::FloatRow r, int i) {
    return {loadAny(c.row(r) + i), loadAny(c.row(r, 1) + i), loadAny(c.row(r, 2) + i)};
}
HWY_INLINE void store3(Vec3x8 v, const Chain& c, Chain::FloatRow r, int i) {
    storeAny(v.x, c.row(r) + i);
    storeAny(v.y, c.row(r, 1) + i);
    storeAny(v.z, c.row(r, 2) + i);
}
template <class Row> HWY_INLINE Vec3D load3D(const Chain& c, Row r, int i, int first = 0) {
    return {loadD4(c.row(r, first) + i), loadD4(c.row(r, first + 1) + i), loadD4(c.row(r, first + 2) + i)};
}
template <class Row> HWY_INLINE void store3(Vec3D v, const Chain& c, Row r, int i, int first = 0) {
    store(v.x, c.row(r, first) + i);
    store(v.y, c.row(r, first + 1) + i);
    store(v.z, c.row(r, first + 2) + i);
}
template <class Row> HWY_INLINE Sym33D load6(const Chain& c, Row r, int i) {
    return {loadD4(c.row(r) + i),    loadD4(c.row(r, 1) + i), loadD4(c.row(r, 2) + i),
            loadD4(c.row(r, 3) + i), loadD4(c.row(r, 4) + i), loadD4(c.row(r, 5) + i)};
}
HWY_INLINE void store6(const Sym33D& m, const Chain& c, Chain::DoubleRow r, int i) {
    const D4 values[6] = {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
    for (int k = 0; k < 6; ++k) store(values[k], c.row(r, k) + i);
}

void begin(const Chain& c, const BodyMass* masses) {
    const F8 zero(0.0f);
    for (int r = 0; r < Chain::kFloatRows; ++r) store(zero, c.row(Chain::kArmUp, r) - Chain::kLead);
    for (int r = 0; r < Chain::kDoubleRows; ++r)
        for (int i = 0; i < Chain::kLead; i += 4) store(setD4(0.0), c.row(Chain::kBlockUp, r) - Chain::kLead + i);
    for (int i = 0; i < c.count; i += 8) {
        const std::size_t group = static_cast<std::size_t>(i / 8);
        Vec3x8 up{zero, zero, zero}, down = up, offset = up, impulse = up;
        F8 biasRate = zero, sign = zero;
        if (group < c.bundles.size()) {
            const JointBundle& b = *c.bundles[group];
            alignas(32) float signs[8];
            for (int k = 0; k < 8; ++k)
                signs[k] = i + k < c.joints && c.isTurned[static_cast<std::size_t>(i + k)] ? -1.0f : 1.0f;
            sign = load(signs);
            const M8 isTurned = sign < zero;
            up = select(isTurned, lane(b.armB), lane(b.armA));
            down = select(isTurned, lane(b.armA), lane(b.armB));
            offset = sign * lane(b.offset);
            impulse = sign * lane(pointOf(b).impulse);
            biasRate = lane(pointOf(b).biasRate);
        }
        store3(up, c, Chain::kArmUp, i);
        store3(down, c, Chain::kArmDown, i);
        store3(offset, c, Chain::kOffset, i);
        store(biasRate, c.row(Chain::kBiasRate) + i);
        store(sign, c.row(Chain::kSign) + i);
        alignas(32) float values[3][8];
        put(impulse, values);
        const D4 none = setD4(0.0);
        for (int half = 0; half < 8; half += 4) {
            for (int k = 0; k < 3; ++k) store(loadD4(values[k] + half), c.row(Chain::kImpulse, k) + i + half);
            store3(Vec3D{none, none, none}, c, Chain::kSum, i + half);
            for (int k = 0; k < 6; ++k) store(none, c.row(Chain::kHanded, k) + i + half);
        }
        const float* mass[8];
        for (int k = 0; k < 8; ++k) mass[k] = &masses[slot(c.nodes[static_cast<std::size_t>(i + k)])].inverseInertia.xx;
        F8 r[8];
        loadRows(mass, r);
        for (int k = 0; k < 6; ++k) store(r[k], c.row(Chain::kInertia, k) + i);
        store(r[6], c.row(Chain::kMass) + i);
    }
    const int last = c.count - 1; // no node writes there
    for (int k = 0; k < 3; ++k) c.row(Chain::kDown, k)[last] = c.row(Chain::kTurnedDown, k)[last] = 0.0f;
    for (int k = 0; k < 3; ++k) c.row(Chain::kRateDown, k)[last] = 0.0;
    for (int k = 0; k < 6; ++k) c.row(Chain::kBlockDown, k)[last] = 0.0;
}

// Where nodes and their anchors are, and how fast.
HWY_INLINE void place(const Chain& c, const BodyState* states) {
    for (int i = 0; i < c.count; i += 8) {
        const float *motion[8], *moved[8];
        for (int k = 0; k < 8; ++k) {
            const BodyState& s = states[slot(c.nodes[static_cast<std::size_t>(i + k)])];
            motion[k] = &s.v.x;
            moved[k] = &s.dx.x;
        }
        F8 r[8];
        loadRows(motion, r);
        for (int k = 0; k < 6; ++k) store(r[k], c.row(Chain::kVelocity, k) + i);
        loadRows(moved, r);
        const Quatx8 turned{{r[3], r[4], r[5]}, r[6]};
        store3(Vec3x8{r[0], r[1], r[2]}, c, Chain::kMoved, i);
        const auto turn = [&](Chain::FloatRow arm, Chain::FloatRow now, Chain::FloatRow by, int at) {
            const Vec3x8 before = load3(c, arm, at), after = rotate(turned, before);
            store3(after, c, now, at);
            store3(after - before, c, by, at);
        };
        turn(Chain::kArmUp, Chain::kUp, Chain::kTurnedUp, i);
        turn(Chain::kArmDown, Chain::kDown, Chain::kTurnedDown, i - 1);
    }
}

// Gaps between anchors; impulses act half way between them. The same as jointNow and pointArms, for chains.
HWY_INLINE void measure(const Chain& c) {
    for (int j = 0; j < c.count; j += 8) {
        const Vec3x8 d = load3(c, Chain::kOffset, j) + (load3(c, Chain::kMoved, j + 1) - load3(c, Chain::kMoved, j)) +
                         (load3(c, Chain::kTurnedDown, j) - load3(c, Chain::kTurnedUp, j));
        const Vec3x8 half = F8(0.5f) * d;
        store3(load3(c, Chain::kUp, j) + half, c, Chain::kUp, j);
        store3(load3(c, Chain::kDown, j) - half, c, Chain::kDown, j);
        store3(boundedCure(load(c.row(Chain::kBiasRate) + j) * d, F8(1.0f), kMaxLinearCure), c, Chain::kBias, j);
    }
}

// Four nodes.
struct Nodes {
    D4 mass;
    Sym33D inertia;
    Vec3D up, down;
};
HWY_INLINE Nodes nodesAt(const Chain& c, int i) {
    return {loadD4(c.row(Chain::kMass) + i), load6(c, Chain::kInertia, i), load3D(c, Chain::kUp, i),
            load3D(c, Chain::kDown, i - 1)};
}

// The momentum that impulses of both joints give to nodes.
struct Momentum {
    Vec3D linear, angular;
};
HWY_INLINE Momentum momentum(const Chain& c, const Nodes& n, Chain::DoubleRow impulses, int i) {
    const Vec3D up = load3D(c, impulses, i), down = load3D(c, impulses, i - 1);
    return {down - up, cross(n.down, down) - cross(n.up, up)};
}

// I^-1 (r x e), for the three axes e.
struct Turns {
    Vec3D x, y, z;
};
HWY_INLINE Turns turnsOf(const Sym33D& I, Vec3D r) {
    return {{I.xy * r.z - I.xz * r.y, I.yy * r.z - I.yz * r.y, I.yz * r.z - I.zz * r.y},
            {I.xz * r.x - I.xx * r.z, I.yz * r.x - I.xy * r.z, I.zz * r.x - I.xz * r.z},
            {I.xx * r.y - I.xy * r.x, I.xy * r.y - I.yy * r.x, I.xz * r.y - I.yz * r.x}};
}
// The velocity at r that a unit impulse there makes.
HWY_INLINE Sym33D ownBlock(D4 mass, const Turns& t, Vec3D r) {
    return {mass + (t.x.y * r.z - t.x.z * r.y), mass + (t.y.z * r.x - t.y.x * r.z), mass + (t.z.x * r.y - t.z.y * r.x),
            t.y.y * r.z - t.y.z * r.y,          t.z.y * r.z - t.z.z * r.y,          t.z.z * r.x - t.z.x * r.z};
}

// What nodes have to say: their blocks of K, and how fast their anchors are.
template <bool kBiased> HWY_INLINE void listen(const Chain& c) {
    for (int i = 0; i < c.count; i += 4) {
        const Nodes n = nodesAt(c, i);
        const Turns up = turnsOf(n.inertia, n.up), down = turnsOf(n.inertia, n.down);
        store6(ownBlock(n.mass, up, n.up), c, Chain::kBlockUp, i);
        store6(ownBlock(n.mass, down, n.down), c, Chain::kBlockDown, i - 1);
        Vec3D x = cross(n.down, up.x), y = cross(n.down, up.y), z = cross(n.down, up.z);
        x.x = x.x - n.mass, y.y = y.y - n.mass, z.z = z.z - n.mass;
        store3(x, c, Chain::kCross, i - 1);
        store3(y, c, Chain::kCross, i - 1, 3);
        store3(z, c, Chain::kCross, i - 1, 6);

        Vec3D v = load3D(c, Chain::kVelocity, i), w = load3D(c, Chain::kVelocity, i, 3);
        if constexpr (kBiased) { // impulses that were repeated turn with the bodies
            const Momentum now = momentum(c, n, Chain::kImpulse, i);
            v = v + n.mass * (now.linear - load3D(c, Chain::kHanded, i));
            w = w + n.inertia * (now.angular - load3D(c, Chain::kHanded, i, 3));
            store3(now.linear, c, Chain::kHanded, i);
            store3(now.angular, c, Chain::kHanded, i, 3);
        }
        store3(v, c, Chain::kSpeed, i);
        store3(w, c, Chain::kSpeed, i, 3);
        store3(v + cross(w, n.up), c, Chain::kRateUp, i);
        store3(v + cross(w, n.down), c, Chain::kRateDown, i - 1);
    }
}

// K + G and right-hand sides of joints.
template <bool kBiased> HWY_INLINE void ask(const Chain& c) {
    const D4 softness = setD4(kTreeSoftness);
    for (int j = 0; j < c.count; j += 4) {
        Sym33D D = load6(c, Chain::kBlockUp, j) + load6(c, Chain::kBlockDown, j);
        const Vec3D K{D.xx, D.yy, D.zz}, G = softness * K;
        store3(K, c, Chain::kDiagonal, j);
        D.xx = D.xx + G.x, D.yy = D.yy + G.y, D.zz = D.zz + G.z;
        store6(D, c, Chain::kBlockUp, j);
        Vec3D left = load3D(c, Chain::kRateUp, j) - load3D(c, Chain::kRateDown, j);
        if constexpr (kBiased) {
            const Vec3D impulse = load3D(c, Chain::kImpulse, j);
            left = left - load3D(c, Chain::kBias, j) - Vec3D{G.x * impulse.x, G.y * impulse.y, G.z * impulse.z};
        }
        store3(left, c, Chain::kX, j);
    }
    for (int k = 0; k < 3; ++k) c.row(Chain::kX, k)[c.joints] = 0.0; // the last node has no joint after it
}

HWY_INLINE void eliminate(const Chain& c) {
    double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0; // what the joint before takes off D
    double bx = 0, by = 0, bz = 0;                         // and off the right-hand side
    const int stride = c.stride();
    for (int j = 0; j < c.joints; ++j) {
        const double *d = c.row(Chain::kBlockUp) + j, *k = c.row(Chain::kDiagonal) + j;
        const Block D{d[0] - xx,          d[stride] - yy,     d[2 * stride] - zz,
                      d[3 * stride] - xy, d[4 * stride] - xz, d[5 * stride] - yz};
        const Block e = blockInverse(D, {k[0], k[stride], k[2 * stride]});
        double* x = c.row(Chain::kX) + j;
        const double y[3] = {x[0] - bx, x[stride] - by, x[2 * stride] - bz};
        x[0] = y[0], x[stride] = y[1], x[2 * stride] = y[2];
        Chain::Eliminated& out = c.eliminated[static_cast<std::size_t>(j)];
        out.inverse[0] = e.xx, out.inverse[1] = e.yy, out.inverse[2] = e.zz;
        out.inverse[3] = e.xy, out.inverse[4] = e.xz, out.inverse[5] = e.yz;
        const double* u = c.row(Chain::kCross) + j;
        double U[3][3], W[3][3];
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column) U[row][column] = u[(3 * column + row) * stride];
        for (int column = 0; column < 3; ++column) {
            W[0][column] = e.xx * U[0][column] + e.xy * U[1][column] + e.xz * U[2][column];
            W[1][column] = e.xy * U[0][column] + e.yy * U[1][column] + e.yz * U[2][column];
            W[2][column] = e.xz * U[0][column] + e.yz * U[1][column] + e.zz * U[2][column];
        }
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column) out.share[3 * row + column] = W[row][column];
        const auto product = [&](int a, int b) { return U[0][a] * W[0][b] + U[1][a] * W[1][b] + U[2][a] * W[2][b]; };
        xx = product(0, 0), yy = product(1, 1), zz = product(2, 2);
        xy = product(0, 1), xz = product(0, 2), yz = product(1, 2);
        const auto share = [&](int a) { return W[0][a] * y[0] + W[1][a] * y[1] + W[2][a] * y[2]; };
        bx = share(0), by = share(1), bz = share(2);
    }
}

HWY_INLINE void substitute(const Chain& c) {
    double nx = 0, ny = 0, nz = 0; // x of the next joint
    const int stride = c.stride();
    for (int j = c.joints; j-- > 0;) {
        double* x = c.row(Chain::kX) + j;
        const double bx = x[0], by = x[stride], bz = x[2 * stride];
        const double(&e)[6] = c.eliminated[static_cast<std::size_t>(j)].inverse;
        const double(&w)[9] = c.eliminated[static_cast<std::size_t>(j)].share;
        const double rx = (e[0] * bx + e[3] * by + e[4] * bz) - (w[0] * nx + w[1] * ny + w[2] * nz);
        const double ry = (e[3] * bx + e[1] * by + e[5] * bz) - (w[3] * nx + w[4] * ny + w[5] * nz);
        const double rz = (e[4] * bx + e[5] * by + e[2] * bz) - (w[6] * nx + w[7] * ny + w[8] * nz);
        nx = rx, ny = ry, nz = rz;
        x[0] = rx, x[stride] = ry, x[2 * stride] = rz;
    }
}

// What changes of impulses do to nodes and joints.
template <bool kBiased> HWY_INLINE void tell(const Chain& c) {
    for (int i = 0; i < c.count; i += 4) {
        const Nodes n = nodesAt(c, i);
        const Momentum P = momentum(c, n, Chain::kX, i);
        store3(load3D(c, Chain::kSpeed, i) + n.mass * P.linear, c, Chain::kVelocity, i);
        store3(load3D(c, Chain::kSpeed, i, 3) + n.inertia * P.angular, c, Chain::kVelocity, i, 3);
        const Vec3D x = load3D(c, Chain::kX, i), sum = load3D(c, Chain::kSum, i);
        if constexpr (kBiased) {
            store3(load3D(c, Chain::kHanded, i) + P.linear, c, Chain::kHanded, i);
            store3(load3D(c, Chain::kHanded, i, 3) + P.angular, c, Chain::kHanded, i, 3);
            const Vec3D impulse = load3D(c, Chain::kImpulse, i) + x;
            store3(impulse, c, Chain::kImpulse, i);
            store3(sum + impulse, c, Chain::kSum, i);
        } else {
            store3(sum + x, c, Chain::kSum, i);
        }
    }
}

HWY_INLINE void scatter(const Chain& c, BodyState* states) {
    alignas(32) float nowhere[8];
    const F8 zero(0.0f);
    for (int i = 0; i < c.count; i += 8) {
        float* motion[8];
        for (int k = 0; k < 8; ++k) {
            const int32_t node = c.nodes[static_cast<std::size_t>(i + k)];
            motion[k] = node < 0 ? nowhere : &states[node].v.x;
        }
        F8 r[8];
        for (int k = 0; k < 6; ++k) r[k] = load(c.row(Chain::kVelocity, k) + i);
        r[6] = r[7] = zero;
        storeRows(r, motion);
    }
}

template <bool kBiased> void solve(const Chain& chain, BodyState* states) {
    const Chain c = chain; // so that no store can change it
    place(c, states);
    measure(c);
    listen<kBiased>(c);
    ask<kBiased>(c);
    eliminate(c);
    substitute(c);
    tell<kBiased>(c);
    scatter(c, states);
}
void solveBiased(const Chain& c, BodyState* states) { solve<true>(c, states); }
void solveUnbiased(const Chain& c, BodyState* states) { solve<false>(c, states); }

void end(const Chain& c, float share) {
    for (std::size_t b = 0; b < c.bundles.size(); ++b) {
        const int j = static_cast<int>(8 * b);
        const F8 sign = load(c.row(Chain::kSign) + j);
        for (int k = 0; k < 3; ++k) {
            alignas(32) float sums[8];
            for (int half = 0; half < 8; half += 4)
                store(loadD4(c.row(Chain::kSum, k) + j + half) * setD4(static_cast<double>(share)), sums + half);
            store(sign * load(sums), pointOf(*c.bundles[b]).impulse[k]);
        }
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(begin);
HWY_EXPORT(solveBiased);
HWY_EXPORT(solveUnbiased);
HWY_EXPORT(end);

void beginChain(const JointChain& chain, const BodyMass* masses) { CAIRN_DISPATCH(begin)(chain, masses); }
void solveChain(const JointChain& chain, bool biased, BodyState* states) {
    if (biased)
        CAIRN_DISPATCH(solveBiased)(chain, states);
    else
        CAIRN_DISPATCH(solveUnbiased)(chain, states);
}
void storeChain(const JointChain& chain, int substeps) {
    CAIRN_DISPATCH(end)(chain, 1.0f / static_cast<float>(substeps));
}

} // namespace cairn
#endif
