// See joint_tree.h.
#include "solvers/joint_tree.h"

#include "constraints/lane_access.h"
#include "math/dispatch.h"
#include "model/records.h"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solvers/joint_tree.cpp"
#include <hwy/foreach_target.h>

#include "math/lanes_double-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

// p += s x
HWY_INLINE void add(double* p, D4 s, const double* x) { store(loadD4(p) + s * loadD4(x), p); }
HWY_INLINE double sum(D4 a) {
    double n[4];
    store(a, n);
    return (n[0] + n[1]) + (n[2] + n[3]);
}

// One front, and where things of it are.
struct Front {
    std::size_t own, above;      // rows of its own, and of the joint above
    std::size_t ownWidth, width; // columns of its own rows; all
    std::size_t row, aboveRow;   // the first of each among the rows of the tree
    double *J, *M;

    Front(const JointTree& tree, const TreeBody& b)
        : own(static_cast<std::size_t>(b.rows)), above(static_cast<std::size_t>(b.rowsAbove)),
          ownWidth(static_cast<std::size_t>(padded(b.rows))),
          width(static_cast<std::size_t>(frontWidth(b.rows, b.rowsAbove))), row(static_cast<std::size_t>(b.firstRow)),
          aboveRow(0), J(&tree.fronts[static_cast<std::size_t>(b.front)]), M(J + 6 * width) {
        if (b.above != kNone)
            aboveRow = static_cast<std::size_t>(tree.bodies[static_cast<std::size_t>(b.above)].firstRow + b.aboveRow);
    }

    double* line(std::size_t i) const { return M + width * i; }
    std::size_t rowOf(std::size_t i) const { return i < own ? row + i : aboveRow + (i - own); }
};

// Rows of a front, and columns: its own, and all.
struct FrontSize {
    std::size_t own, above, ownWidth, width;

    std::size_t count() const { return own + above; }
    std::size_t column(std::size_t i) const { return i < own ? i : ownWidth + (i - own); }
};
// Calls fn with the size of a front: as constants for chains of points, so that their loops are unrolled.
template <class Fn> HWY_INLINE void withSize(const Front& f, Fn fn) {
    if (f.own == 3 && f.above == 3) return fn(FrontSize{3, 3, 4, 8});
    return fn(FrontSize{f.own, f.above, f.ownWidth, f.width});
}

// A row as one of its bodies sees it: signed, v before w.
struct Jacobian {
    double c[6];
};
HWY_INLINE Jacobian jacobianOf(const TreeRow& row, int side) {
    const double sign = side == 0 ? -1.0 : 1.0;
    const DVec3 l = sign * readLane(row.held->linear, row.lane);
    const DVec3 a = sign * readLane(side == 0 ? row.held->angularA : row.held->angularB, row.lane);
    return {{l.x, l.y, l.z, a.x, a.y, a.z}};
}

HWY_INLINE void loadRows(const JointTree& tree, const Front& f, FrontSize n) {
    for (std::size_t i = 0; i < n.count(); ++i) {
        const TreeRow& row = tree.rows[f.rowOf(i)];
        const Jacobian J = jacobianOf(row, i < n.own ? row.side : 1 - row.side);
        for (std::size_t c = 0; c < 6; ++c) f.J[c * n.width + n.column(i)] = J.c[c];
    }
}

// J_b M_b^-1 J_b^T.
HWY_INLINE void addBody(const JointTree& tree, const Front& f, FrontSize n, const BodyMass& mass) {
    const std::size_t width = n.width;
    const double m = static_cast<double>(mass.inverseMass);
    const Sym33& I = mass.inverseInertia;
    const double xx = static_cast<double>(I.xx), yy = static_cast<double>(I.yy), zz = static_cast<double>(I.zz);
    const double xy = static_cast<double>(I.xy), xz = static_cast<double>(I.xz), yz = static_cast<double>(I.yz);
    for (std::size_t i = 0; i < n.count(); ++i) {
        const double* J = f.J + n.column(i);
        const double x = J[3 * width], y = J[4 * width], z = J[5 * width];
        const D4 MJ[6] = {setD4(m * J[0]),
                          setD4(m * J[width]),
                          setD4(m * J[2 * width]),
                          setD4(xx * x + xy * y + xz * z),
                          setD4(xy * x + yy * y + yz * z),
                          setD4(xz * x + yz * y + zz * z)};
        double* to = f.M + width * i;
        const std::size_t diagonal = n.column(i);
        for (std::size_t g = 0; g < width; g += 4) {
            D4 K = MJ[0] * loadD4(f.J + g);
            for (std::size_t c = 1; c < 6; ++c) K = K + MJ[c] * loadD4(f.J + c * width + g);
            store(K, to + g);
            if (g == (diagonal & ~std::size_t(3))) {
                double lanes[4];
                store(K, lanes);
                tree.K[f.rowOf(i)] += lanes[diagonal - g];
            }
        }
    }
}

HWY_INLINE void sweep(const JointTree& tree, const Front& f, FrontSize n) {
    const std::size_t width = n.width;
    for (std::size_t k = 0; k < n.own; ++k) {
        double* from = f.M + width * k;
        const double K = tree.K[f.row + k];
        const double d = from[k] + kTreeSoftness * K;
        const double inverse = d > 1e-3 * kTreeSoftness * K ? 1.0 / d : 0.0; // a row in which nothing can move
        for (std::size_t i = 0; i < n.count(); ++i) {
            if (i == k) continue;
            double* to = f.M + width * i;
            const double part = to[k] * inverse;
            const D4 l = setD4(-part);
            for (std::size_t g = 0; g < width; g += 4) add(to + g, l, from + g);
            to[k] = part;
        }
        const D4 scale = setD4(inverse);
        for (std::size_t g = 0; g < width; g += 4) store(scale * loadD4(from + g), from + g);
        from[k] = -inverse;
    }
}

// What is left of the front goes to the body above.
void handUp(const JointTree& tree, const Front& f, const TreeBody& body) {
    const Front to(tree, tree.bodies[static_cast<std::size_t>(body.above)]);
    const std::size_t at = static_cast<std::size_t>(body.aboveRow);
    for (std::size_t i = 0; i < f.above; ++i)
        for (std::size_t g = 0; g < f.above; g += 4) {
            double* target = to.line(at + i) + at + g;
            store(loadD4(target) + loadD4(f.line(f.own + i) + f.ownWidth + g), target);
        }
}

void factor(JointTree& tree, const BodyMass* masses) {
    std::memset(tree.K.data(), 0, tree.K.size_bytes());
    for (const TreeBody& body : tree.bodies) {
        const Front f(tree, body);
        withSize(f, [&](FrontSize n) {
            loadRows(tree, f, n);
            addBody(tree, f, n, masses[body.state]);
        });
    }
    for (const TreeBody& body : tree.bodies) {
        const Front f(tree, body);
        withSize(f, [&](FrontSize n) { sweep(tree, f, n); });
        if (body.above != kNone) handUp(tree, f, body);
    }
}

struct Velocity {
    double c[6];
};
HWY_INLINE Velocity velocityOf(const BodyState& s) {
    const DVec3 v = toDouble(s.v), w = toDouble(s.w);
    return {{v.x, v.y, v.z, w.x, w.y, w.z}};
}

// What position and softness ask for, and what the world outside of the tree does.
double ownPart(const JointTree& tree, std::size_t i, bool biased, const BodyState* states) {
    const TreeRow& row = tree.rows[i];
    double b = 0.0;
    if (biased) {
        const HeldState s = heldState(row.kind, row.part, *row.held, row.lane);
        b -= static_cast<double>(s.biasRate * s.C) + kTreeSoftness * tree.K[i] * static_cast<double>(s.impulse);
    }
    if (row.fixed != kNone) {
        const Jacobian J = jacobianOf(row, 1 - row.side);
        const Velocity v = velocityOf(states[row.fixed]);
        for (int c = 0; c < 6; ++c) b -= J.c[c] * v.c[c];
    }
    return b;
}

// -Cdot, as far as this body makes it.
HWY_INLINE void subtractVelocity(const JointTree& tree, const Front& f, FrontSize n, const BodyState& state) {
    const Velocity v = velocityOf(state);
    for (std::size_t g = 0; g < n.width; g += 4) {
        double* x = g < n.ownWidth ? &tree.x[f.row + g] : &tree.x[f.aboveRow + (g - n.ownWidth)];
        D4 Cdot = setD4(v.c[0]) * loadD4(f.J + g);
        for (std::size_t c = 1; c < 6; ++c) Cdot = Cdot + setD4(v.c[c]) * loadD4(f.J + c * n.width + g);
        store(loadD4(x) - Cdot, x);
    }
}

// From the leaves to the root.
HWY_INLINE void goUp(const JointTree& tree, const Front& f, FrontSize n) {
    const double* own = &tree.x[f.row];
    for (std::size_t g = 0; g < n.above; g += 4) {
        double* x = &tree.x[f.aboveRow + g];
        D4 left = loadD4(x);
        for (std::size_t k = 0; k < n.own; ++k)
            left = left - setD4(own[k]) * loadD4(f.M + n.width * k + n.ownWidth + g);
        store(left, x);
    }
}

// From the root to the leaves.
HWY_INLINE void goDown(const JointTree& tree, const Front& f, FrontSize n) {
    double known[kMaxFrontRows];
    for (std::size_t k = 0; k < n.own; ++k) known[k] = tree.x[f.row + k];
    const double* above = &tree.x[f.aboveRow];
    for (std::size_t g = 0; g < n.own; g += 4) {
        D4 x = setD4(0.0);
        for (std::size_t k = 0; k < n.own; ++k) x = x - setD4(known[k]) * loadD4(f.M + n.width * k + g);
        for (std::size_t i = 0; i < n.above; ++i) x = x - setD4(above[i]) * loadD4(f.M + n.width * (n.own + i) + g);
        store(x, &tree.x[f.row + g]);
    }
}

HWY_INLINE void applyImpulses(const JointTree& tree, const Front& f, FrontSize n, BodyState& state,
                              const BodyMass& mass) {
    D4 total[6];
    for (D4& t : total) t = setD4(0.0);
    for (std::size_t g = 0; g < n.width; g += 4) {
        const D4 x = loadD4(g < n.ownWidth ? &tree.x[f.row + g] : &tree.x[f.aboveRow + (g - n.ownWidth)]);
        for (std::size_t c = 0; c < 6; ++c) total[c] = total[c] + loadD4(f.J + c * n.width + g) * x;
    }
    double P[6];
    for (int c = 0; c < 6; ++c) P[c] = sum(total[c]);
    state.v += mass.inverseMass * toFloat(DVec3{P[0], P[1], P[2]});
    state.w += mass.inverseInertia * toFloat(DVec3{P[3], P[4], P[5]});
}

void solve(JointTree& tree, bool biased, BodyState* states, const BodyMass* masses) {
    std::memset(tree.x.data(), 0, tree.x.size_bytes());
    const auto forOwnRows = [&](const TreeBody& body, auto fn) {
        for (int i = 0; i < body.rows; ++i) fn(static_cast<std::size_t>(body.firstRow + i));
    };
    for (const TreeBody& body : tree.bodies) {
        forOwnRows(body, [&](std::size_t i) { tree.x[i] += ownPart(tree, i, biased, states); });
        const Front f(tree, body);
        withSize(f, [&](FrontSize n) { subtractVelocity(tree, f, n, states[body.state]); });
    }
    for (const TreeBody& body : tree.bodies) {
        const Front f(tree, body);
        withSize(f, [&](FrontSize n) { goUp(tree, f, n); });
    }
    for (std::size_t b = tree.bodies.size(); b-- > 0;) {
        const Front f(tree, tree.bodies[b]);
        withSize(f, [&](FrontSize n) { goDown(tree, f, n); });
    }
    for (const TreeBody& body : tree.bodies) {
        const Front f(tree, body);
        withSize(f, [&](FrontSize n) { applyImpulses(tree, f, n, states[body.state], masses[body.state]); });
        forOwnRows(body, [&](std::size_t i) {
            const TreeRow& row = tree.rows[i];
            addHeldImpulse(row.kind, row.part, *row.held, row.lane, static_cast<float>(tree.x[i]));
        });
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(factor);
HWY_EXPORT(solve);

void factorTree(JointTree& tree, const BodyMass* masses) { CAIRN_DISPATCH(factor)(tree, masses); }
void solveTree(JointTree& tree, bool biased, BodyState* states, const BodyMass* masses) {
    CAIRN_DISPATCH(solve)(tree, biased, states, masses);
}

} // namespace cairn
#endif
