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
// The rows of a chain at a distance that is known, for most; 0 for long ones. A sixth of the time went by counting it.
template <int kStride> struct Rows : Chain {
    HWY_INLINE explicit Rows(const Chain& c) : Chain(c) {} // a copy, so that no store can change it
    HWY_INLINE int stride() const { return kStride > 0 ? kStride : Chain::stride(); }
    HWY_INLINE float* row(FloatRow r, int component = 0) const { return floats + (r + component) * stride(); }
    HWY_INLINE double* row(DoubleRow r, int component = 0) const { return doubles + (r + component) * stride(); }
};
using Vec3D = Vec3T<D4>;
using Sym33D = Sym33T<D4>;

const PartPoint& pointOf(const JointBundle& b) { return *reinterpret_cast<const PartPoint*>(&b + 1); }
PartPoint& pointOf(JointBundle& b) { return *reinterpret_cast<PartPoint*>(&b + 1); }

// Rows of three, from number i on.
template <class C> HWY_INLINE Vec3x8 load3(const C& c, Chain::FloatRow r, int i) {
    return {loadAny(c.row(r) + i), loadAny(c.row(r, 1) + i), loadAny(c.row(r, 2) + i)};
}
template <class C> HWY_INLINE void store3(Vec3x8 v, const C& c, Chain::FloatRow r, int i) {
    storeAny(v.x, c.row(r) + i);
    storeAny(v.y, c.row(r, 1) + i);
    storeAny(v.z, c.row(r, 2) + i);
}
template <class C, class Row> HWY_INLINE Vec3D load3D(const C& c, Row r, int i, int first = 0) {
    return {loadD4(c.row(r, first) + i), loadD4(c.row(r, first + 1) + i), loadD4(c.row(r, first + 2) + i)};
}
template <class C, class Row> HWY_INLINE void store3(Vec3D v, const C& c, Row r, int i, int first = 0) {
    store(v.x, c.row(r, first) + i);
    store(v.y, c.row(r, first + 1) + i);
    store(v.z, c.row(r, first + 2) + i);
}
template <class C, class Row> HWY_INLINE Sym33D load6(const C& c, Row r, int i) {
    return {loadD4(c.row(r) + i),    loadD4(c.row(r, 1) + i), loadD4(c.row(r, 2) + i),
            loadD4(c.row(r, 3) + i), loadD4(c.row(r, 4) + i), loadD4(c.row(r, 5) + i)};
}
template <class C> HWY_INLINE void store6(const Sym33D& m, const C& c, Chain::DoubleRow r, int i) {
    const D4 values[6] = {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
    for (int k = 0; k < 6; ++k) store(values[k], c.row(r, k) + i);
}

void begin(const Chain& c, const BodyMass* masses) {
    const F8 zero(0.0f);
    // What lanes of nodes read before the first number, and lanes of joints after the last.
    for (int k = 0; k < 3; ++k) {
        c.row(Chain::kArmDown, k)[-1] = c.row(Chain::kMoved, k)[c.count] = 0.0f;
        c.row(Chain::kImpulse, k)[-1] = c.row(Chain::kX, k)[-1] = 0.0;
    }
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
template <class C> HWY_INLINE void place(const C& c, const BodyState* states) {
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
template <class C> HWY_INLINE void measure(const C& c) {
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
template <class C> HWY_INLINE Nodes nodesAt(const C& c, int i) {
    return {loadD4(c.row(Chain::kMass) + i), load6(c, Chain::kInertia, i), load3D(c, Chain::kUp, i),
            load3D(c, Chain::kDown, i - 1)};
}

// The momentum that impulses of both joints give to nodes.
struct Momentum {
    Vec3D linear, angular;
};
template <class C> HWY_INLINE Momentum momentum(const C& c, const Nodes& n, Chain::DoubleRow impulses, int i) {
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
template <bool kBiased, class C> HWY_INLINE void listen(const C& c) {
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
template <bool kBiased, class C> HWY_INLINE void ask(const C& c) {
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

// A joint, or one from either end of the chain at once: T is one number or two.
template <class T> struct Link {
    Sym33T<T> inverse;  // D^-1
    Vec3T<T> left;      // b, less what the joint before has taken
    Vec3T<T> shares[3]; // D^-1 U, by column
};
// What a joint takes off D and b of the next.
template <class T> struct Taken {
    Sym33T<T> D;
    Vec3T<T> b;
};
HWY_INLINE Sym33T<double> inverseOf(const Sym33T<double>& D, Vec3T<double> K) {
    const Block e = blockInverse({D.xx, D.yy, D.zz, D.xy, D.xz, D.yz}, {K.x, K.y, K.z});
    return {e.xx, e.yy, e.zz, e.xy, e.xz, e.yz};
}
HWY_NOINLINE Sym33T<D2> inverseOneByOne(const Sym33T<D2>& D, Vec3T<D2> K) {
    const D2 numbers[9] = {D.xx, D.yy, D.zz, D.xy, D.xz, D.yz, K.x, K.y, K.z};
    double n[9][2];
    for (int i = 0; i < 9; ++i) store(numbers[i], n[i]);
    Block e[2];
    for (int i = 0; i < 2; ++i)
        e[i] = blockInverse({n[0][i], n[1][i], n[2][i], n[3][i], n[4][i], n[5][i]}, {n[6][i], n[7][i], n[8][i]});
    return {D2(e[0].xx, e[1].xx), D2(e[0].yy, e[1].yy), D2(e[0].zz, e[1].zz),
            D2(e[0].xy, e[1].xy), D2(e[0].xz, e[1].xz), D2(e[0].yz, e[1].yz)};
}
HWY_INLINE Sym33T<D2> inverseOf(const Sym33T<D2>& D, Vec3T<D2> K) {
    double found[2], least[2];
    store(determinant(D), found);
    store(D2(kSingular) * (D.xx * (D.yy * D.zz)), least);
    const bool isPlain = found[0] > least[0] && found[1] > least[1];
    return HWY_LIKELY(isPlain) ? inverse(D) : inverseOneByOne(D, K);
}

// number(row, component) of the joint.
template <class T, class Fn> HWY_INLINE Link<T> linkOf(const Taken<T>& taken, Fn number) {
    const auto three = [&](Chain::DoubleRow r) { return Vec3T<T>{number(r, 0), number(r, 1), number(r, 2)}; };
    const Sym33T<T> D{number(Chain::kBlockUp, 0), number(Chain::kBlockUp, 1), number(Chain::kBlockUp, 2),
                      number(Chain::kBlockUp, 3), number(Chain::kBlockUp, 4), number(Chain::kBlockUp, 5)};
    Link<T> l;
    l.inverse = inverseOf(D - taken.D, three(Chain::kDiagonal));
    l.left = three(Chain::kX) - taken.b;
    return l;
}
// With the columns of U.
template <class T> HWY_INLINE Taken<T> take(Link<T>& l, const Vec3T<T> (&u)[3]) {
    Vec3T<T>(&w)[3] = l.shares;
    for (int i = 0; i < 3; ++i) w[i] = l.inverse * u[i];
    return {{dot(u[0], w[0]), dot(u[1], w[1]), dot(u[2], w[2]), dot(u[0], w[1]), dot(u[0], w[2]), dot(u[1], w[2])},
            {dot(w[0], l.left), dot(w[1], l.left), dot(w[2], l.left)}};
}
// x, when that of the next joint is known.
template <class T> HWY_INLINE Vec3T<T> answer(const Link<T>& l, Vec3T<T> next) {
    return l.inverse * l.left - (next.x * l.shares[0] + next.y * l.shares[1] + next.z * l.shares[2]);
}

// The numbers of a link in memory, for the way back.
HWY_INLINE void keep(const Link<D2>& l, double (&to)[18][2]) {
    const Vec3T<D2>(&w)[3] = l.shares;
    const D2 numbers[18] = {l.inverse.xx, l.inverse.yy, l.inverse.zz, l.inverse.xy, l.inverse.xz, l.inverse.yz,
                            l.left.x,     l.left.y,     l.left.z,     w[0].x,       w[0].y,       w[0].z,
                            w[1].x,       w[1].y,       w[1].z,       w[2].x,       w[2].y,       w[2].z};
    for (int i = 0; i < 18; ++i) store(numbers[i], to[i]);
}
HWY_INLINE Link<D2> kept(const double (&from)[18][2]) {
    const auto n = [&](int i) { return loadD2(from[i]); };
    return {{n(0), n(1), n(2), n(3), n(4), n(5)},
            {n(6), n(7), n(8)},
            {{n(9), n(10), n(11)}, {n(12), n(13), n(14)}, {n(15), n(16), n(17)}}};
}

template <class C> HWY_INLINE void putX(const C& c, int j, Vec3T<double> x) {
    c.row(Chain::kX, 0)[j] = x.x, c.row(Chain::kX, 1)[j] = x.y, c.row(Chain::kX, 2)[j] = x.z;
}
HWY_INLINE void divide(Vec3T<D2> both, Vec3T<double>& front, Vec3T<double>& back) {
    double x[2], y[2], z[2];
    store(both.x, x), store(both.y, y), store(both.z, z);
    front = {x[0], y[0], z[0]}, back = {x[1], y[1], z[1]};
}

// From both ends to the middle, and back.
template <class C> HWY_INLINE void eliminate(const C& c) {
    const int last = c.joints - 1, pairs = last / 2;
    const auto U = [&](int row, int column, int j) { return c.row(Chain::kCross, 3 * column + row)[j]; };
    const D2 zero(0.0);
    Taken<D2> taken{{zero, zero, zero, zero, zero, zero}, {zero, zero, zero}};
    for (int k = 0; k < pairs; ++k) {
        Link<D2> l =
            linkOf<D2>(taken, [&](Chain::DoubleRow r, int i) { return D2(c.row(r, i)[k], c.row(r, i)[last - k]); });
        Vec3T<D2> u[3]; // from the back, the next joint is the one before
        for (int i = 0; i < 3; ++i)
            u[i] = {D2(U(0, i, k), U(i, 0, last - k - 1)), D2(U(1, i, k), U(i, 1, last - k - 1)),
                    D2(U(2, i, k), U(i, 2, last - k - 1))};
        taken = take(l, u);
        keep(l, c.eliminated[static_cast<std::size_t>(k)]);
    }

    // One or two joints are left.
    Taken<double> front, back;
    Vec3T<double> diagonal[2], sides[2];
    divide({taken.D.xx, taken.D.yy, taken.D.zz}, diagonal[0], diagonal[1]);
    divide({taken.D.xy, taken.D.xz, taken.D.yz}, sides[0], sides[1]);
    divide(taken.b, front.b, back.b);
    front.D = {diagonal[0].x, diagonal[0].y, diagonal[0].z, sides[0].x, sides[0].y, sides[0].z};
    back.D = {diagonal[1].x, diagonal[1].y, diagonal[1].z, sides[1].x, sides[1].y, sides[1].z};
    const int middle = last - pairs;
    const auto numberAt = [&](int j) { return [&c, j](Chain::DoubleRow r, int i) { return c.row(r, i)[j]; }; };
    Link<double> before;
    if (middle > pairs) {
        before = linkOf<double>(front, numberAt(pairs));
        const Vec3T<double> u[3] = {{U(0, 0, pairs), U(1, 0, pairs), U(2, 0, pairs)},
                                    {U(0, 1, pairs), U(1, 1, pairs), U(2, 1, pairs)},
                                    {U(0, 2, pairs), U(1, 2, pairs), U(2, 2, pairs)}};
        front = take(before, u);
    }
    const Link<double> l = linkOf<double>(Taken<double>{front.D + back.D, front.b + back.b}, numberAt(middle));
    const Vec3T<double> x = l.inverse * l.left;
    putX(c, middle, x);
    Vec3T<double> xBefore = x;
    if (middle > pairs) putX(c, pairs, xBefore = answer(before, x));

    Vec3T<D2> next{D2(xBefore.x, x.x), D2(xBefore.y, x.y), D2(xBefore.z, x.z)};
    for (int k = pairs; k-- > 0;) {
        next = answer(kept(c.eliminated[static_cast<std::size_t>(k)]), next);
        Vec3T<double> ofFront, ofBack;
        divide(next, ofFront, ofBack);
        putX(c, k, ofFront);
        putX(c, last - k, ofBack);
    }
}

// What changes of impulses do to nodes and joints.
template <bool kBiased, class C> HWY_INLINE void tell(const C& c) {
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

template <class C> HWY_INLINE void scatter(const C& c, BodyState* states) {
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

template <bool kBiased, int kStride> HWY_INLINE void solveRows(const Chain& chain, BodyState* states) {
    const Rows<kStride> c(chain);
    place(c, states);
    measure(c);
    listen<kBiased>(c);
    ask<kBiased>(c);
    eliminate(c);
    tell<kBiased>(c);
    scatter(c, states);
}
template <bool kBiased> HWY_INLINE void solve(const Chain& c, BodyState* states) {
    if (c.stride() == Chain::kShort)
        solveRows<kBiased, Chain::kShort>(c, states);
    else
        solveRows<kBiased, 0>(c, states);
}
void solveBiased(const Chain& c, BodyState* states) { solve<true>(c, states); }
void solveUnbiased(const Chain& c, BodyState* states) { solve<false>(c, states); }

void end(const Chain& c, float share) {
    for (std::size_t b = 0; b < c.bundles.size(); ++b) {
        for (int half = 0; half < 8; half += 4) {
            const int j = static_cast<int>(8 * b) + half;
            const D4 scale = loadD4(c.row(Chain::kSign) + j) * setD4(static_cast<double>(share));
            for (int k = 0; k < 3; ++k)
                store(loadD4(c.row(Chain::kSum, k) + j) * scale, pointOf(*c.bundles[b]).impulse[k] + half);
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
