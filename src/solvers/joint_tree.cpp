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

DVec3 times(const Sym33& I, DVec3 v) {
    const double xx = static_cast<double>(I.xx), yy = static_cast<double>(I.yy), zz = static_cast<double>(I.zz);
    const double xy = static_cast<double>(I.xy), xz = static_cast<double>(I.xz), yz = static_cast<double>(I.yz);
    return {xx * v.x + xy * v.y + xz * v.z, xy * v.x + yy * v.y + yz * v.z, xz * v.x + yz * v.y + zz * v.z};
}

double signOf(const FrontRow& r) { return r.side == 0 ? -1.0 : 1.0; }

// p += s x
HWY_INLINE void add(double* p, D4 s, const double* x) { store(loadD4(p) + s * loadD4(x), p); }

// One front, and what belongs to it.
struct Front {
    std::span<const FrontRow> rows;
    double* numbers;
    double* pivots;
    std::size_t count, eliminated, width; // rows; columns with those that fill up the last group of four

    Front(const JointTree& tree, const TreeBody& b)
        : rows(tree.frontRows.subspan(static_cast<std::size_t>(b.firstRow), static_cast<std::size_t>(b.rows))),
          numbers(&tree.fronts[static_cast<std::size_t>(b.front)]),
          pivots(&tree.pivots[static_cast<std::size_t>(b.firstRow)]), count(static_cast<std::size_t>(b.rows)),
          eliminated(static_cast<std::size_t>(b.eliminated)), width(static_cast<std::size_t>(frontWidth(b.rows))) {}

    double* line(std::size_t i) const { return numbers + width * i; } // of numbers
    TreeRow& row(const JointTree& tree, std::size_t i) const {
        return tree.rows[static_cast<std::size_t>(rows[i].row)];
    }
};

// The group of four that a column is in begins here.
std::size_t groupOf(std::size_t column) { return column & ~std::size_t(3); }

// The rows of a front as its body sees them, by component.
struct BodyRows {
    alignas(32) double J[6][kMaxFrontRows]; // signed
    double MJ[6][kMaxFrontRows];            // times the inverse mass
};

void loadRows(const JointTree& tree, const Front& f, const BodyMass& mass, BodyRows& out) {
    const double m = static_cast<double>(mass.inverseMass);
    for (std::size_t i = 0; i < f.count; ++i) {
        const TreeRow& row = f.row(tree, i);
        const double sign = signOf(f.rows[i]);
        const DVec3 l = sign * row.linear, a = sign * row.angular[f.rows[i].side], t = times(mass.inverseInertia, a);
        const double j[6] = {l.x, l.y, l.z, a.x, a.y, a.z}, mj[6] = {m * l.x, m * l.y, m * l.z, t.x, t.y, t.z};
        for (int c = 0; c < 6; ++c) out.J[c][i] = j[c], out.MJ[c][i] = mj[c];
    }
    for (std::size_t i = f.count; i < f.width; ++i)
        for (int c = 0; c < 6; ++c) out.J[c][i] = 0.0;
}

// J_b M_b^-1 J_b^T, on top of what came from below.
void addBody(const JointTree& tree, const Front& f, const BodyMass& mass) {
    BodyRows r;
    loadRows(tree, f, mass, r);
    for (std::size_t i = 0; i < f.count; ++i) {
        double* to = f.line(i);
        for (std::size_t g = groupOf(i); g < f.width; g += 4) {
            D4 K = setD4(0.0);
            for (int c = 0; c < 6; ++c) K = K + setD4(r.MJ[c][i]) * loadD4(&r.J[c][g]);
            store(loadD4(to + g) + K, to + g);
            if (g == groupOf(i)) {
                double own[4];
                store(K, own);
                f.row(tree, i).K += own[i - g];
            }
        }
    }
}

// Gaussian elimination of the first rows, which become L^T. Numbers left of the diagonal are not kept.
void eliminate(const JointTree& tree, const Front& f) {
    for (std::size_t k = 0; k < f.eliminated; ++k) {
        double* from = f.line(k);
        const double K = f.row(tree, k).K;
        const double d = from[k] + kTreeSoftness * K;
        const double inverse = d > 1e-3 * kTreeSoftness * K ? 1.0 / d : 0.0; // a row in which nothing can move
        f.pivots[k] = inverse;
        for (std::size_t i = groupOf(k); i <= k; ++i) from[i] = 0.0;
        for (std::size_t i = k + 1; i < f.count; ++i) {
            const D4 l = setD4(-from[i] * inverse);
            for (std::size_t g = groupOf(i); g < f.width; g += 4) add(f.line(i) + g, l, from + g);
        }
        for (std::size_t i = k + 1; i < f.count; ++i) from[i] *= inverse;
    }
}

// The Schur complement goes to the front of the body above.
void handUp(const Front& f, const Front& above, std::size_t to) {
    for (std::size_t i = f.eliminated; i < f.count; ++i) {
        double* from = f.line(i);
        double* target = above.line(to + i - f.eliminated);
        for (std::size_t j = i; j < f.count; ++j) target[to + j - f.eliminated] += from[j];
    }
}

void factor(JointTree& tree, const BodyMass* masses) {
    for (TreeRow& row : tree.rows) {
        row.linear = readLane(row.held->linear, row.lane);
        row.angular[0] = readLane(row.held->angularA, row.lane);
        row.angular[1] = readLane(row.held->angularB, row.lane);
        row.K = 0.0;
    }
    std::memset(tree.fronts.data(), 0, tree.fronts.size_bytes());
    for (const TreeBody& body : tree.bodies) {
        const Front f(tree, body);
        addBody(tree, f, masses[body.state]);
        eliminate(tree, f);
        if (body.above != kNone)
            handUp(f, Front(tree, tree.bodies[static_cast<std::size_t>(body.above)]),
                   static_cast<std::size_t>(body.aboveRow));
    }
}

// -Cdot, and with bias what position and softness ask for.
double rightHandSide(const TreeRow& row, bool biased, const BodyState* states) {
    const BodyState &A = states[row.body[0]], &B = states[row.body[1]];
    const double Cdot = dot(row.linear, toDouble(B.v) - toDouble(A.v)) + dot(row.angular[1], toDouble(B.w)) -
                        dot(row.angular[0], toDouble(A.w));
    if (!biased) return -Cdot;
    const HeldState s = heldState(row.kind, row.part, *row.held, row.lane);
    return -Cdot - (static_cast<double>(s.biasRate * s.C) + kTreeSoftness * row.K * static_cast<double>(s.impulse));
}

// L y = b, from the leaves to the root. (One number after the other: what a vector would gain it loses again by waiting
// for numbers that were just written one by one.)
void goUp(const JointTree& tree, const Front& f) {
    for (std::size_t k = 0; k < f.eliminated; ++k) {
        const double known = f.row(tree, k).x;
        const double* L = f.line(k);
        for (std::size_t i = k + 1; i < f.count; ++i) f.row(tree, i).x -= L[i] * known;
    }
}

// L^T x = D^-1 y, from the root to the leaves.
void goDown(const JointTree& tree, const Front& f) {
    for (std::size_t k = f.eliminated; k-- > 0;) {
        double x = f.row(tree, k).x * f.pivots[k];
        const double* L = f.line(k);
        for (std::size_t i = k + 1; i < f.count; ++i) x -= L[i] * f.row(tree, i).x;
        f.row(tree, k).x = x;
    }
}

void applyImpulses(const JointTree& tree, const TreeBody& body, BodyState* states, const BodyMass* masses) {
    DVec3 P{0, 0, 0}, L{0, 0, 0};
    for (const FrontRow& r : Front(tree, body).rows) {
        const TreeRow& row = tree.rows[static_cast<std::size_t>(r.row)];
        const double impulse = signOf(r) * row.x;
        P += impulse * row.linear;
        L += impulse * row.angular[r.side];
    }
    BodyState& state = states[body.state];
    const BodyMass& mass = masses[body.state];
    state.v += mass.inverseMass * toFloat(P);
    state.w += mass.inverseInertia * toFloat(L);
}

void solve(JointTree& tree, bool biased, BodyState* states, const BodyMass* masses) {
    for (TreeRow& row : tree.rows) row.x = rightHandSide(row, biased, states);
    for (const TreeBody& body : tree.bodies) goUp(tree, Front(tree, body));
    for (std::size_t b = tree.bodies.size(); b-- > 0;) goDown(tree, Front(tree, tree.bodies[b]));
    for (const TreeBody& body : tree.bodies) applyImpulses(tree, body, states, masses);
    for (TreeRow& row : tree.rows) addHeldImpulse(row.kind, row.part, *row.held, row.lane, static_cast<float>(row.x));
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
