// See exact.h.
#include "solvers/exact.h"

#include "solvers/box_lcp.h"
#include "solvers/cone_newton.h"

namespace cairn {

namespace {

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

// How far the bounds of all friction are apart for two sets of loads, as a speed. (Loads by themselves are the noise of
// a linear solve where more points carry a body than it needs.)
double boundsApart(const RowProblem& p, const double* a, const double* b) {
    double most = 0.0;
    forGroups(p, [&](int g) {
        if (rowAt(p, g).loadCount > 0) most = max(most, p.K[3 * g] * abs(radiusOf(p, g, a) - radiusOf(p, g, b)));
    });
    return most;
}

// Step 2. Once plain repetition has had its chance, loads go only a share of the way, ever less. It ends where bounds
// agree with loads, or nearly so and no better for a while: what is left are rounding errors. For the cone it is a
// start, and a few rounds are enough.
bool solvePyramid(const RowProblem& p, FrictionModel friction, double scale, Array<double>& x, ExactResult& result) {
    Array<double> lower(p.count), upper(p.count), loads(p.count);
    const int rounds = friction == FrictionModel::Cone ? 6 : 1000;
    double least = kNoBound;
    for (int round = 0, better = 0; round < rounds; ++round) {
        boxes(p, friction, loads.data(), lower, upper);
        const BoxLcpResult pivoted =
            solveBoxLcp({p.count, p.A.data(), p.b.data(), lower.data(), upper.data()}, x.data());
        result.pivots += pivoted.solves;
        if (!pivoted.solved) return false;
        if (friction == FrictionModel::None) return true;
        result.residual = boundsApart(p, loads.data(), x.data());
        if (result.residual < 0.5 * least) least = result.residual, better = round;
        const bool isNear = result.residual <= 1e-6 * scale;
        const int patience = round < 160 ? 20 : 100;
        if (result.residual <= 1e-12 * scale || (isNear && round > better + patience)) return true;
        const double share = round < 20 ? 1.0 : (round < 60 ? 0.5 : (round < 160 ? 0.2 : 0.05));
        for (int i = 0; i < p.count; ++i) loads[i] += share * (x[i] - loads[i]);
    }
    return result.residual <= 1e-6 * scale;
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
    const double scale = speedScale(p);
    result.solved = solvePyramid(p, friction, scale, x, result);
    if (friction == FrictionModel::Cone) {
        result.solved = solveCone(p, {1e-13 * scale, 1e-8 * scale, kMaxExactRounds}, x, result.rounds);
        result.residual = maxResidual(p, x.data());
    }
    return result;
}

// A step must end: about a second is what a pass may take where nothing converges. (A round is thirty Newton steps,
// each a dense solve of n^3 / 3.)
static int roundsOfStep(int rows) {
    const double round = 10.0 * rows * rows * rows;
    return static_cast<int>(clamp(2e9 / round, 2.0, static_cast<double>(kMaxExactRounds)));
}

ExactResult refineExact(const RowProblem& p, double tolerance, Array<double>& x, int rounds) {
    ExactResult result;
    result.rows = p.count;
    const Array<double> guess = x;
    const double before = maxResidual(p, x.data());
    result.solved = solveCone(p, {tolerance, tolerance, rounds}, x, result.rounds);
    result.residual = maxResidual(p, x.data());
    if (result.residual <= before) return result;
    x = guess;
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
    Array<double> x(rows.count());
    for (int i = 0; i < rows.count(); ++i) x[i] = rows[i].impulse;
    const RowProblem problem = makeProblem(rows, biased, states, masses);
    const double whatFloatsCanTell = 1e-5 * max(1.0, speedScale(problem));
    const ExactResult result = friction == FrictionModel::Cone
                                   ? refineExact(problem, whatFloatsCanTell, x, roundsOfStep(problem.count))
                                   : solveExact(problem, friction, x);
    for (int i = 0; i < rows.count(); ++i) changeRowImpulse(rows[i], x[i] - rows[i].impulse, states, masses);
    return result;
}

} // namespace cairn
