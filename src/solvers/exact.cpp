// See exact.h.
#include "solvers/exact.h"

#include "solvers/box_lcp.h"
#include "solvers/cone_newton.h"

namespace cairn {

namespace {

constexpr int kRounds = 60; // of step 3, at most; a handful is usual, 17 the most in 3,600 steps of random heaps

const Row& rowAt(const RowProblem& p, int i) { return p.rows[static_cast<std::size_t>(i)]; }

// Of what is to be stopped: a gap that is wide says nothing about how fast things are.
double speedScale(const RowProblem& p) {
    double scale = 1e-6;
    for (int i = 0; i < p.count; ++i)
        if (!(p.lower[i] == 0.0 && p.b[i] > 0.0)) scale = max(scale, abs(p.b[i]));
    return scale;
}

// Bounds of all rows as boxes, for the loads of x.
void boxes(const RowProblem& p, FrictionModel friction, const double* x, Array<double>& lower, Array<double>& upper) {
    forGroups(p, [&](int g) {
        double radius = radiusOf(p, g, x);
        if (friction == FrictionModel::None && rowAt(p, g).loadCount > 0) radius = 0.0;
        for (int i = g; i < g + rowAt(p, g).groupCount; ++i) {
            lower[i] = max(p.lower[i], -radius);
            upper[i] = min(p.upper[i], radius);
        }
    });
}

// Step 2. The loads of successive rounds are averaged once plain repetition has had its chance. For the cone it is a
// start, and a few rounds are enough.
bool solvePyramid(const RowProblem& p, FrictionModel friction, Array<double>& x, int& pivots) {
    Array<double> lower(p.count), upper(p.count), loads(p.count);
    const int rounds = friction == FrictionModel::Cone ? 6 : 60;
    constexpr int kPlain = 20;
    for (int round = 0; round < rounds; ++round) {
        boxes(p, friction, loads.data(), lower, upper);
        const BoxLcpResult result =
            solveBoxLcp({p.count, p.A.data(), p.b.data(), lower.data(), upper.data()}, x.data());
        pivots += result.solves;
        if (!result.solved) return false;
        double change = 0.0, size = 0.0;
        for (int i = 0; i < p.count; ++i) {
            if (rowAt(p, i).kind != RowKind::Normal) continue;
            change = max(change, abs(x[i] - loads[i]));
            size = max(size, abs(x[i]));
            loads[i] = round < kPlain ? x[i] : 0.5 * (loads[i] + x[i]);
        }
        if (friction == FrictionModel::None || change <= 1e-12 * size) return true;
    }
    return false;
}

// Of contacts: what is left are normals, each a group.
void dropFriction(Array<Row>& rows) {
    int count = 0;
    for (const Row& row : rows) {
        if (row.kind != RowKind::Normal) continue;
        rows[count] = row;
        rows[count].group = count;
        ++count;
    }
    rows.resize(count);
}

} // namespace

ExactResult solveExact(const RowProblem& p, FrictionModel friction, Array<double>& x) {
    ExactResult result;
    result.rows = p.count;
    x.assign(p.count, 0.0);
    if (p.count == 0) {
        result.solved = true;
        return result;
    }
    result.solved = solvePyramid(p, friction, x, result.pivots);
    if (friction == FrictionModel::Cone) {
        const double scale = speedScale(p);
        result.solved = solveCone(p, {1e-13 * scale, 1e-8 * scale, kRounds}, x, result.rounds);
        result.residual = maxResidual(p, x.data());
    }
    return result;
}

ExactResult refineExact(const RowProblem& p, Array<double>& x) {
    ExactResult result;
    result.rows = p.count;
    x.resizeUninitialized(p.count);
    for (int i = 0; i < p.count; ++i) x[i] = rowAt(p, i).impulse;
    const double before = maxResidual(p, x.data()), enough = 1e-5 * max(1.0, speedScale(p));
    result.solved = solveCone(p, {enough, enough, kRounds}, x, result.rounds);
    // Steps end within the tolerance of bounds, on either side.
    for (int i = 0; i < p.count; ++i)
        if (rowAt(p, i).groupCount == 1) x[i] = clamp(x[i], p.lower[i], p.upper[i]);
    result.residual = maxResidual(p, x.data());
    if (result.residual <= before) return result;
    for (int i = 0; i < p.count; ++i) x[i] = rowAt(p, i).impulse;
    result.residual = before;
    return result;
}

ExactResult solveExactPass(std::span<ContactBundle> contacts, std::span<JointBundle* const> joints,
                           const ContactStep& step, bool biased, FrictionModel friction, BodyState* states,
                           const BodyMass* masses) {
    Array<Row> rows;
    exportContactRows(contacts, step, states, rows);
    if (friction == FrictionModel::None) dropFriction(rows);
    exportJointRows(joints, {step.h, step.inverseH}, states, masses, rows);
    if (rows.count() > kMaxExactRows) {
        ExactResult refused;
        refused.rows = rows.count();
        return refused;
    }
    Array<double> x;
    const RowProblem problem = makeProblem(rows, biased, states, masses);
    const ExactResult result =
        friction == FrictionModel::Cone ? refineExact(problem, x) : solveExact(problem, friction, x);
    for (int i = 0; i < rows.count(); ++i) changeRowImpulse(rows[i], x[i] - rows[i].impulse, states, masses);
    return result;
}

} // namespace cairn
