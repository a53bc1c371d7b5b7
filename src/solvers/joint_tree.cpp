// See joint_tree.h.
#include "solvers/joint_tree.h"

#include "base/assert.h"
#include "math/dispatch.h"
#include "model/records.h"
#include "solvers/block_inverse.h"

#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/joint_tree.cpp"
#include <hwy/foreach_target.h>

#include "math/lanes_double-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

constexpr int kRows = kHeldRows;
constexpr double kUnit[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};

std::size_t at(int i) { return static_cast<std::size_t>(i); }
double sum(D4 a) {
    double n[4];
    store(a, n);
    return (n[0] + n[1]) + (n[2] + n[3]);
}

// Numbers that are known at compile time, and loops over such, which are unrolled.
template <int kNumber> using Known = std::integral_constant<int, kNumber>;
constexpr Known<0> k0{};
template <int kBegin, int kEnd, class Fn> HWY_INLINE void each(Known<kBegin>, Known<kEnd>, Fn fn) {
    if constexpr (kBegin < kEnd) {
        fn(Known<kBegin>());
        each(Known<kBegin + 1>(), Known<kEnd>(), fn);
    }
}
template <class Fn> HWY_INLINE void each(int begin, int end, Fn fn) {
    for (int i = begin; i < end; ++i) fn(i);
}
template <class Fn> HWY_INLINE void eachRow(Fn fn) { each(k0, Known<kRows>(), fn); }

// How many parts a front has: any number, or so many points.
struct AnySize {
    static constexpr bool kPoints = false;
    static constexpr int kMost = kMaxFrontParts;
    int own, above;

    int all() const { return own + above; }
};
template <int kOwn, int kAbove> struct Points {
    static constexpr bool kPoints = true;
    static constexpr int kMost = kOwn + kAbove;
    static constexpr Known<kOwn> own{};
    static constexpr Known<kAbove> above{};

    static constexpr Known<kMost> all() { return {}; }
};
template <class Fn> HWY_INLINE void withSize(const TreeBody& b, Fn fn) {
    if (b.isPoints && b.count == 1) {
        if (b.own == 1) return fn(Points<1, 1>());
        if (b.own == 0) return fn(Points<0, 1>());
    }
    if (b.isPoints && b.count == 0) {
        if (b.own == 1) return fn(Points<1, 0>());
        if (b.own == 2) return fn(Points<2, 0>());
    }
    fn(AnySize{b.own, b.count});
}

// The lines of a front: in registers where there are few, and written to memory for single numbers to be read again.
template <class N, bool kSmall = N::kPoints> struct Lines {
    double* memory;
    int width;
    D4 m[kRows * N::kMost][N::kMost];

    Lines(double* front, N n) : memory(front), width(4 * n.all()) {}
    HWY_INLINE D4 get(int line, int g) const { return m[line][g]; }
    HWY_INLINE void set(int line, int g, D4 v) { m[line][g] = v; }
    HWY_INLINE void write(int line, int g) const { store(m[line][g], memory + width * line + 4 * g); }
    HWY_INLINE const double* at(int line, int g) const { return memory + width * line + 4 * g; }
};
template <class N> struct Lines<N, false> {
    double* memory;
    int width;

    Lines(double* front, N n) : memory(front), width(4 * n.all()) {}
    HWY_INLINE D4 get(int line, int g) const { return loadD4(memory + width * line + 4 * g); }
    HWY_INLINE void set(int line, int g, D4 v) { store(v, memory + width * line + 4 * g); }
    HWY_INLINE void write(int, int) const {}
    HWY_INLINE const double* at(int line, int g) const { return memory + width * line + 4 * g; }
};

// J_b M_b^-1 J_b^T, the upper triangle by parts, and G.
template <class N> HWY_INLINE void assemble(const JointTree& tree, const TreeBody& b, N n, Lines<N>& M) {
    each(k0, n.all(), [&](auto g) {
        const TreeSide& s = tree.sides[at(b.side + g)];
        const float(*J)[4] = s.angular;
        const D4 Jx = loadD4(J[0]), Jy = loadD4(J[1]), Jz = loadD4(J[2]);
        const auto respond = [&](const double(&I)[4]) {
            return (setD4(I[0]) * Jx + setD4(I[1]) * Jy) + setD4(I[2]) * Jz;
        };
        const D4 x = respond(b.inverseInertia[0]), y = respond(b.inverseInertia[1]), z = respond(b.inverseInertia[2]);
        double response[3][4]; // I^-1 J
        store(x, response[0]);
        store(y, response[1]);
        store(z, response[2]);
        D4 K = (x * Jx + y * Jy) + z * Jz;
        const D4 mass = setD4(b.inverseMass);
        if constexpr (N::kPoints)
            K = K + mass;
        else
            for (int c = 0; c < 3; ++c) {
                const D4 linear = loadD4(s.rows->linear[c]);
                K = K + mass * (linear * linear);
            }
        each(g, n.all(), [&](auto h) {
            const TreeSide& t = tree.sides[at(b.side + h)];
            const float(*other)[4] = t.angular;
            const D4 m = setD4(s.sign * t.sign * b.inverseMass);
            const D4 ox = loadD4(other[0]), oy = loadD4(other[1]), oz = loadD4(other[2]);
            eachRow([&](auto i) {
                D4 k = (setD4(response[0][i]) * ox + setD4(response[1][i]) * oy) + setD4(response[2][i]) * oz;
                if constexpr (N::kPoints)
                    k = k + m * loadD4(kUnit[i]);
                else
                    for (int c = 0; c < 3; ++c)
                        k = k + m * (setD4(static_cast<double>(s.rows->linear[c][i])) * loadD4(t.rows->linear[c]));
                M.set(kRows * g + i, h, k);
            });
        });
        double* const diagonal = &tree.K[4 * at(s.part)];
        if (g >= n.own) {
            store(K, diagonal);
            return;
        }
        const TreePart& part = tree.parts[at(s.part)];
        if (part.below != kNone) K = K + loadD4(diagonal);
        store(K, diagonal);
        const D4 G = setD4(kTreeSoftness) * K;
        eachRow([&](auto i) {
            const D4 unit = loadD4(kUnit[i]);
            const bool isRow = N::kPoints || i < part.rows;
            M.set(kRows * g + i, g, M.get(kRows * g + i, g) + (isRow ? G * unit : unit));
        });
    });
}

// Adds what bodies below have left at the blocks of their joints.
template <class N> HWY_INLINE void addBelow(const JointTree& tree, const TreeBody& b, N n, Lines<N>& M) {
    each(k0, n.own, [&](auto g) {
        const TreePart& part = tree.parts[at(b.first + g)];
        if (part.below == kNone) return;
        const TreeBody& below = tree.bodies[at(part.below)];
        const int width = frontWidth(below.own + below.count);
        const int first = below.own + (b.first + g - part.joint);
        const double* from = &tree.fronts[at(below.front + kRows * first * width + 4 * first)];
        const auto add = [&](auto h) {
            eachRow([&](auto i) {
                M.set(kRows * g + i, h, M.get(kRows * g + i, h) + loadD4(from + width * i + 4 * (h - g)));
            });
        };
        if constexpr (N::kPoints)
            add(g);
        else
            each(g, part.joint - b.first + below.count, add);
    });
}

// Sweeps the part p: with D its block,
//     line p  ->  D^-1 line p,   others  ->  line - (its block under p) D^-1 line p,   blocks under p  ->  block D^-1,
//     D  ->  -D^-1
// Blocks under p are read as those beside p, turned over: the lower triangle is only there for parts that were swept.
template <class N, class P> HWY_INLINE void sweep(const JointTree& tree, const TreeBody& b, N n, P p, Lines<N>& M) {
    each(k0, n.all(), [&](auto g) { eachRow([&](auto i) { M.write(kRows * p + i, g); }); });
    const double* const D[3] = {M.at(kRows * p, p), M.at(kRows * p + 1, p), M.at(kRows * p + 2, p)};
    const double* const K = &tree.K[4 * at(b.first + p)];
    const Block e = blockInverse({D[0][0], D[1][1], D[2][2], D[0][1], D[0][2], D[1][2]}, {K[0], K[1], K[2]});
    const D4 s[3][3] = {{setD4(e.xx), setD4(e.xy), setD4(e.xz)},
                        {setD4(e.xy), setD4(e.yy), setD4(e.yz)},
                        {setD4(e.xz), setD4(e.yz), setD4(e.zz)}};
    D4 L[kRows][N::kMost]; // line p, as it will be
    each(k0, n.all(), [&](auto g) {
        if (g == p) return;
        const D4 x = M.get(kRows * p, g), y = M.get(kRows * p + 1, g), z = M.get(kRows * p + 2, g);
        eachRow([&](auto i) { L[i][g] = (s[i][0] * x + s[i][1] * y) + s[i][2] * z; });
    });
    L[0][p] = setD4(-e.xx, -e.xy, -e.xz, 0.0);
    L[1][p] = setD4(-e.xy, -e.yy, -e.yz, 0.0);
    L[2][p] = setD4(-e.xz, -e.yz, -e.zz, 0.0);
    each(k0, n.all(), [&](auto g) {
        if (g == p) return;
        eachRow([&](auto i) {
            const int line = kRows * g + i;
            const D4 x = setD4(M.at(kRows * p, g)[i]), y = setD4(M.at(kRows * p + 1, g)[i]),
                     z = setD4(M.at(kRows * p + 2, g)[i]);
            each(k0, n.all(), [&](auto h) {
                if (h > p && h < g) return;
                const D4 change = (x * L[0][h] + y * L[1][h]) + z * L[2][h];
                M.set(line, h, (h == p ? setD4(0.0) : M.get(line, h)) - change);
            });
        });
    });
    each(k0, n.all(), [&](auto g) { eachRow([&](auto i) { M.set(kRows * p + i, g, L[i][g]); }); });
}

void factor(JointTree& tree) {
    for (const TreeBody& body : tree.bodies)
        withSize(body, [&](auto n) {
            Lines<decltype(n)> M(&tree.fronts[at(body.front)], n);
            assemble(tree, body, n, M);
            addBelow(tree, body, n, M);
            each(k0, n.own, [&](auto p) { sweep(tree, body, n, p, M); });
            each(k0, n.all(), [&](auto g) {
                eachRow([&](auto i) { each(k0, n.all(), [&](auto h) { M.write(kRows * g + i, h); }); });
            });
        });
}

// Linear and angular, by component. The fourth number means nothing in a velocity, and is zero in a momentum.
struct Motion {
    D4 linear, angular;
};
HWY_INLINE Motion velocityOf(const BodyState& s) { return {loadD4(&s.v.x), loadD4(&s.w.x)}; }
HWY_INLINE Motion operator+(const Motion& a, const Motion& b) { return {a.linear + b.linear, a.angular + b.angular}; }
HWY_INLINE Motion operator-(const Motion& a, const Motion& b) { return {a.linear - b.linear, a.angular - b.angular}; }

// v + M^-1 P
HWY_INLINE Motion pushed(const TreeBody& b, const Motion& v, const Motion& P) {
    double L[4];
    store(P.angular, L);
    const D4 w = (setD4(L[0]) * loadD4(b.inverseInertia[0]) + setD4(L[1]) * loadD4(b.inverseInertia[1])) +
                 setD4(L[2]) * loadD4(b.inverseInertia[2]);
    return {v.linear + setD4(b.inverseMass) * P.linear, v.angular + w};
}
HWY_INLINE void store(const Motion& v, BodyState& s) {
    store(v.linear, &s.v.x); // and w.x, which comes next
    store(v.angular, &s.w.x);
}

// A velocity to multiply rows with.
struct Rates {
    D4 v;
    double linear[4], angular[4];

    HWY_INLINE explicit Rates(const Motion& m) : v(m.linear) {
        store(m.linear, linear);
        store(m.angular, angular);
    }
};
HWY_INLINE TreeSide otherSide(const TreeSide& s) {
    const auto& angular = s.rows->angular;
    return {s.rows, s.angular == angular[0] ? angular[1] : angular[0], -s.sign, s.part};
}

// J v
template <bool kPoints> HWY_INLINE D4 rate(const TreeSide& s, const Rates& r) {
    const auto along = [](const float(*J)[4], const double(&x)[4]) {
        return (setD4(x[0]) * loadD4(J[0]) + setD4(x[1]) * loadD4(J[1])) + setD4(x[2]) * loadD4(J[2]);
    };
    const D4 angular = along(s.angular, r.angular);
    if constexpr (kPoints)
        return angular + setD4(s.sign) * r.v;
    else
        return angular + setD4(s.sign) * along(s.rows->linear, r.linear);
}

// J^T x. With rows r x e_i the angular part of J is skew, so its rows are its columns, turned round.
template <bool kPoints> HWY_INLINE Motion momentum(const TreeSide& s, const double* x) {
    const float(*J)[4] = s.angular;
    if constexpr (kPoints) {
        const D4 angular = (setD4(x[0]) * loadD4(J[0]) + setD4(x[1]) * loadD4(J[1])) + setD4(x[2]) * loadD4(J[2]);
        return {setD4(s.sign) * loadD4(x), setD4(0.0) - angular};
    } else {
        const D4 y = loadD4(x);
        const auto total = [&](const float(*of)[4]) {
            return setD4(sum(loadD4(of[0]) * y), sum(loadD4(of[1]) * y), sum(loadD4(of[2]) * y), 0.0);
        };
        return {setD4(s.sign) * total(s.rows->linear), total(J)};
    }
}

// Impulses that were repeated turn with the bodies.
template <class N> HWY_INLINE Motion turned(const JointTree& tree, TreeBody& b, N n, const Motion& v) {
    Motion now{setD4(0.0), setD4(0.0)};
    each(k0, n.all(), [&](auto g) {
        const TreeSide& s = tree.sides[at(b.side + g)];
        if (N::kPoints || tree.parts[at(s.part)].isOwned)
            now = now + momentum<N::kPoints>(s, &tree.impulse[4 * at(s.part)]);
    });
    const Motion before = tree.hasBegun ? Motion{loadD4(b.handed[0]), loadD4(b.handed[1])}
                          : tree.isLone ? Motion{setD4(0.0), setD4(0.0)}
                                        : now;
    store(now.linear, b.handed[0]);
    store(now.angular, b.handed[1]);
    return pushed(b, v, now - before);
}

// Right-hand sides, from the leaves to the root.
template <bool kBiased, class N> HWY_INLINE void goUp(const JointTree& tree, TreeBody& b, N n, BodyState* states) {
    Motion v = velocityOf(states[b.state]);
    if constexpr (kBiased) {
        v = turned(tree, b, n, v);
        store(v, states[b.state]);
    }
    const Rates rates(v);
    each(k0, n.own, [&](auto g) {
        const TreeSide& s = tree.sides[at(b.side + g)];
        const TreePart& part = tree.parts[at(s.part)];
        double* x = &tree.x[4 * at(s.part)];
        D4 left = rate<N::kPoints>(s, rates);
        if constexpr (kBiased)
            left = left + (loadD4(s.rows->bias) + setD4(kTreeSoftness) * loadD4(&tree.K[4 * at(s.part)]) *
                                                      loadD4(&tree.impulse[4 * at(s.part)]));
        if (part.below == kNone) {
            const Rates outside(velocityOf(states[part.fixed]));
            store(setD4(0.0) - (left + rate<N::kPoints>(otherSide(s), outside)), x);
        } else {
            store(loadD4(x) - left, x);
        }
    });
    const double* front = &tree.fronts[at(b.front)];
    const int width = 4 * n.all();
    each(n.own, n.all(), [&](auto h) {
        const TreeSide& s = tree.sides[at(b.side + h)];
        D4 left = setD4(0.0) - rate<N::kPoints>(s, rates);
        each(k0, n.own, [&](auto g) {
            const double* x = &tree.x[4 * at(b.first + g)];
            eachRow([&](auto k) { left = left - setD4(x[k]) * loadD4(front + width * (kRows * g + k) + 4 * h); });
        });
        store(left, &tree.x[4 * at(s.part)]);
    });
}

// Changes of impulses, from the root to the leaves, and what they do to the body.
template <bool kBiased, class N> HWY_INLINE void goDown(const JointTree& tree, TreeBody& b, N n, BodyState& state) {
    const double* front = &tree.fronts[at(b.front)];
    const int width = 4 * n.all();
    D4 found[N::kMost];
    each(k0, n.own, [&](auto g) {
        D4 x = setD4(0.0);
        each(k0, n.all(), [&](auto h) {
            const double* known = &tree.x[4 * at(h < n.own ? b.first + h : b.above + (h - n.own))];
            eachRow([&](auto k) { x = x - setD4(known[k]) * loadD4(front + width * (kRows * h + k) + 4 * g); });
        });
        found[g] = x;
    });
    Motion P{setD4(0.0), setD4(0.0)}, owned = P;
    each(k0, n.all(), [&](auto g) {
        const TreeSide& s = tree.sides[at(b.side + g)];
        const TreePart& part = tree.parts[at(s.part)];
        double* x = &tree.x[4 * at(s.part)];
        if (g < n.own) store(found[g], x);
        const Motion p = momentum<N::kPoints>(s, x);
        P = P + p;
        const bool isOwned = N::kPoints || part.isOwned;
        if (isOwned) owned = owned + p;
        if (g >= n.own) return;
        if (isOwned) {
            double* impulse = &tree.impulse[4 * at(s.part)];
            const D4 now = loadD4(impulse) + found[g];
            store(now, impulse);
            if (tree.isLone) {
                double* sum = &tree.sum[4 * at(s.part)];
                store(loadD4(sum) + (kBiased ? now : found[g]), sum);
            }
        } else {
            const double change[4] = {x[0], x[1], x[2], 0.0};
            addImpulses(part.kind, part.part, part.lane, *s.rows, change);
        }
    });
    store(pushed(b, velocityOf(state), P), state);
    store(loadD4(b.handed[0]) + owned.linear, b.handed[0]);
    store(loadD4(b.handed[1]) + owned.angular, b.handed[1]);
}

template <bool kBiased> void solve(JointTree& tree, BodyState* states) {
    if constexpr (kBiased)
        for (std::size_t i = 0; i < tree.parts.size(); ++i) {
            const TreePart& p = tree.parts[i];
            if (p.isOwned && tree.hasBegun) continue;
            double impulse[4];
            readImpulses(p.kind, p.part, p.lane, tree.rows[i], impulse);
            for (std::size_t k = 0; k < 4; ++k) tree.impulse[4 * i + k] = impulse[k];
        }
    for (TreeBody& body : tree.bodies) withSize(body, [&](auto n) { goUp<kBiased>(tree, body, n, states); });
    if constexpr (kBiased) {
        tree.hasBegun = true;
        ++tree.solved;
    }
    for (std::size_t b = tree.bodies.size(); b-- > 0;)
        withSize(tree.bodies[b],
                 [&](auto n) { goDown<kBiased>(tree, tree.bodies[b], n, states[tree.bodies[b].state]); });
}
void solveBiased(JointTree& tree, BodyState* states) { solve<true>(tree, states); }
void solveUnbiased(JointTree& tree, BodyState* states) { solve<false>(tree, states); }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(factor);
HWY_EXPORT(solveBiased);
HWY_EXPORT(solveUnbiased);

void factorTree(JointTree& tree) { CAIRN_DISPATCH(factor)(tree); }
void solveTree(JointTree& tree, bool biased, BodyState* states) {
    if (biased)
        CAIRN_DISPATCH(solveBiased)(tree, states);
    else
        CAIRN_DISPATCH(solveUnbiased)(tree, states);
}
void storeTree(const JointTree& tree) {
    for (std::size_t i = 0; i < tree.parts.size(); ++i) {
        const TreePart& p = tree.parts[i];
        if (!p.isOwned) continue;
        double impulse[4];
        for (std::size_t k = 0; k < 4; ++k)
            impulse[k] = tree.isLone ? tree.sum[4 * i + k] / static_cast<double>(tree.solved) : tree.impulse[4 * i + k];
        writeImpulses(p.kind, p.part, p.lane, tree.rows[i], impulse);
    }
}

} // namespace cairn
#endif
