// See joint_tree.h.
#include "solvers/joint_tree.h"

#include "model/records.h"

#include <cstring>

namespace cairn {

namespace {

DVec3 read(const JointLane (&rows)[3], int lane) {
    return {static_cast<double>(rows[0][lane]), static_cast<double>(rows[1][lane]), static_cast<double>(rows[2][lane])};
}

DVec3 times(const Sym33& I, DVec3 v) {
    const double xx = static_cast<double>(I.xx), yy = static_cast<double>(I.yy), zz = static_cast<double>(I.zz);
    const double xy = static_cast<double>(I.xy), xz = static_cast<double>(I.xz), yz = static_cast<double>(I.yz);
    return {xx * v.x + xy * v.y + xz * v.z, xy * v.x + yy * v.y + yz * v.z, xz * v.x + yz * v.y + zz * v.z};
}

double signOf(const FrontRow& r) { return r.side == 0 ? -1.0 : 1.0; }

// J_b M_b^-1 J_b^T into the lower triangle.
void addBody(const JointTree& tree, const TreeBody& body, const BodyMass& mass, std::span<const FrontRow> rows,
             double* F) {
    DVec3 linear[kMaxFrontRows], angular[kMaxFrontRows], turned[kMaxFrontRows];
    const double m = static_cast<double>(mass.inverseMass);
    const std::size_t n = static_cast<std::size_t>(body.rows);
    for (std::size_t i = 0; i < n; ++i) {
        TreeRow& row = tree.rows[static_cast<std::size_t>(rows[i].row)];
        const double sign = signOf(rows[i]);
        linear[i] = (sign * m) * row.linear;
        angular[i] = sign * row.angular[rows[i].side];
        turned[i] = times(mass.inverseInertia, angular[i]);
        for (std::size_t k = 0; k <= i; ++k) {
            const TreeRow& other = tree.rows[static_cast<std::size_t>(rows[k].row)];
            const double K = signOf(rows[k]) * dot(other.linear, linear[i]) + dot(angular[k], turned[i]);
            F[i * n + k] += K;
            if (k == i) row.K += K;
        }
    }
}

// Columns 0 to `eliminated` become L, their diagonal 1/D; the rest becomes the Schur complement.
void eliminate(const JointTree& tree, std::span<const FrontRow> rows, std::size_t n, std::size_t eliminated,
               double* F) {
    for (std::size_t k = 0; k < eliminated; ++k) {
        const double K = tree.rows[static_cast<std::size_t>(rows[k].row)].K;
        const double d = F[k * n + k];
        const double inverse = d > 1e-3 * kTreeSoftness * K ? 1.0 / d : 0.0; // a row in which nothing can move
        F[k * n + k] = inverse;
        for (std::size_t i = k + 1; i < n; ++i) {
            const double l = F[i * n + k] * inverse;
            for (std::size_t j = k + 1; j < i; ++j)
                F[i * n + j] -= l * F[j * n + k]; // column k still holds L D below i
            F[i * n + i] -= l * F[i * n + k];
        }
        for (std::size_t i = k + 1; i < n; ++i) F[i * n + k] *= inverse;
    }
}

} // namespace

void factorTree(JointTree& tree, const BodyMass* masses) {
    for (TreeRow& row : tree.rows) {
        row.linear = read(row.held->linear, row.lane);
        row.angular[0] = read(row.held->angularA, row.lane);
        row.angular[1] = read(row.held->angularB, row.lane);
        row.K = 0.0;
    }
    std::memset(tree.fronts.data(), 0, tree.fronts.size_bytes());
    for (const TreeBody& body : tree.bodies) {
        const std::size_t n = static_cast<std::size_t>(body.rows), e = static_cast<std::size_t>(body.eliminated);
        const std::span<const FrontRow> rows = tree.frontRows.subspan(static_cast<std::size_t>(body.firstRow), n);
        double* F = &tree.fronts[static_cast<std::size_t>(body.front)];
        addBody(tree, body, masses[body.state], rows, F);
        for (std::size_t i = 0; i < e; ++i)
            F[i * n + i] += kTreeSoftness * tree.rows[static_cast<std::size_t>(rows[i].row)].K;
        eliminate(tree, rows, n, e, F);
        if (body.above == kNone) continue;
        const TreeBody& above = tree.bodies[static_cast<std::size_t>(body.above)];
        const std::size_t to = static_cast<std::size_t>(body.aboveRow), width = static_cast<std::size_t>(above.rows);
        double* G = &tree.fronts[static_cast<std::size_t>(above.front)];
        for (std::size_t i = e; i < n; ++i)
            for (std::size_t j = e; j <= i; ++j) G[(to + i - e) * width + (to + j - e)] += F[i * n + j];
    }
}

void solveTree(JointTree& tree, bool biased, BodyState* states, const BodyMass* masses) {
    for (TreeRow& row : tree.rows) {
        const BodyState &A = states[row.body[0]], &B = states[row.body[1]];
        const double Cdot = dot(row.linear, toDouble(B.v) - toDouble(A.v)) + dot(row.angular[1], toDouble(B.w)) -
                            dot(row.angular[0], toDouble(A.w));
        row.x = -Cdot;
        if (!biased) continue;
        const HeldState s = heldState(row.kind, row.part, *row.held, row.lane);
        row.x -= static_cast<double>(s.biasRate * s.C) + kTreeSoftness * row.K * static_cast<double>(s.impulse);
    }
    const auto x = [&](const FrontRow& r) -> double& { return tree.rows[static_cast<std::size_t>(r.row)].x; };
    const auto forFronts = [&](const TreeBody& body, auto fn) {
        const std::size_t n = static_cast<std::size_t>(body.rows);
        fn(tree.frontRows.subspan(static_cast<std::size_t>(body.firstRow), n), n,
           static_cast<std::size_t>(body.eliminated), &tree.fronts[static_cast<std::size_t>(body.front)]);
    };
    for (const TreeBody& body : tree.bodies)
        forFronts(body, [&](std::span<const FrontRow> rows, std::size_t n, std::size_t e, const double* F) {
            for (std::size_t k = 0; k < e; ++k)
                for (std::size_t i = k + 1; i < n; ++i) x(rows[i]) -= F[i * n + k] * x(rows[k]);
        });
    for (std::size_t b = tree.bodies.size(); b-- > 0;)
        forFronts(tree.bodies[b], [&](std::span<const FrontRow> rows, std::size_t n, std::size_t e, const double* F) {
            for (std::size_t k = e; k-- > 0;) {
                double sum = x(rows[k]) * F[k * n + k];
                for (std::size_t i = k + 1; i < n; ++i) sum -= F[i * n + k] * x(rows[i]);
                x(rows[k]) = sum;
            }
        });
    for (const TreeBody& body : tree.bodies) {
        DVec3 P{0, 0, 0}, L{0, 0, 0};
        for (const FrontRow& r :
             tree.frontRows.subspan(static_cast<std::size_t>(body.firstRow), static_cast<std::size_t>(body.rows))) {
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
    for (TreeRow& row : tree.rows) addHeldImpulse(row.kind, row.part, *row.held, row.lane, static_cast<float>(row.x));
}

} // namespace cairn
