// See exact.h.
#include "solvers/exact.h"

#include "solvers/box_lcp.h"
#include "solvers/dense.h"

namespace cairn {

namespace {

const Row& rowAt(const RowProblem& p, int i) { return p.rows[static_cast<std::size_t>(i)]; }

double speedScale(const RowProblem& p) {
    double scale = 1e-6;
    for (const double b : p.b) scale = max(scale, abs(b));
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

// F = x - project(x - K^-1 w), as a sum of squares of speeds.
double merit(const RowProblem& p, const double* x) {
    double sum = 0.0;
    forGroups(p, [&](int g) {
        const double r = residualOf(p, g, x);
        sum += r * r;
    });
    return sum;
}

class Newton {
public:
    explicit Newton(const RowProblem& p) : m_p(p), m_matrix(p.count * p.count), m_step(p.count), m_trial(p.count) {}

    // One step. False: it leads nowhere.
    bool step(Array<double>& x) {
        linearize(x.data());
        if (!solveDense(m_p.count, m_matrix.data(), m_step.data())) return false;
        const double before = merit(m_p, x.data());
        for (double t = 1.0; t > 0.05; t *= 0.5) {
            for (int i = 0; i < m_p.count; ++i) m_trial[i] = x[i] + t * m_step[i];
            if (merit(m_p, m_trial.data()) < (1.0 - 0.1 * t) * before) {
                x.swap(m_trial);
                return true;
            }
        }
        return false;
    }

private:
    double* line(int i) { return m_matrix.data() + static_cast<std::ptrdiff_t>(i) * m_p.count; }

    void linearize(const double* x) {
        forGroups(m_p, [&](int g) {
            const Row& first = rowAt(m_p, g);
            double y[3], square = 0.0;
            freeStep(m_p, g, x, y);
            for (int i = 0; i < first.groupCount; ++i) square += y[i] * y[i];
            if (first.groupCount == 1 && boxed(g, y[0], x)) return;
            const double radius = radiusOf(m_p, g, x), size = sqrt(square);
            size > radius ? slide(g, y, size, radius, x) : rest(g, x);
        });
    }

    // A row at a bound of its own: dx = bound - x.
    bool boxed(int i, double y, const double* x) {
        if (y >= m_p.lower[i] && y <= m_p.upper[i]) return false;
        clearLine(i);
        line(i)[i] = 1.0;
        m_step[i] = clamp(y, m_p.lower[i], m_p.upper[i]) - x[i];
        return true;
    }

    // Within its bounds: w = 0.
    void rest(int g, const double* x) {
        for (int i = g; i < g + rowAt(m_p, g).groupCount; ++i) {
            const double* a = m_p.A.data() + static_cast<std::ptrdiff_t>(i) * m_p.count;
            for (int j = 0; j < m_p.count; ++j) line(i)[j] = a[j];
            m_step[i] = -speedOf(m_p, i, x);
        }
    }

    // On its disc, u = y/|y|: x = radius u, of which
    //     d(radius u) = (radius/|y|) (1 - u u^T) (dx - K^-1 A dx) + u friction (sum of dx of the load)
    void slide(int g, const double* y, double size, double radius, const double* x) {
        const Row& first = rowAt(m_p, g);
        const int n = first.groupCount;
        const double soft = m_p.biased ? 1.0 + first.softness : 1.0;
        double T[3][3], TK[3][3];
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) T[i][j] = radius / size * ((i == j ? 1.0 : 0.0) - y[i] * y[j] / (size * size));
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                TK[i][j] = 0.0;
                for (int k = 0; k < n; ++k) TK[i][j] += T[i][k] * m_p.inverseK[3 * (g + k) + j] / soft;
            }
        for (int i = 0; i < n; ++i) {
            clearLine(g + i);
            double* to = line(g + i);
            for (int k = 0; k < n; ++k) {
                const double* a = m_p.A.data() + static_cast<std::ptrdiff_t>(g + k) * m_p.count;
                for (int j = 0; j < m_p.count; ++j) to[j] += TK[i][k] * a[j];
            }
            for (int j = 0; j < n; ++j) to[g + j] += (i == j ? 1.0 : 0.0) - T[i][j];
            for (int j = 0; j < first.loadCount; ++j)
                if (x[first.load + j] > 0.0) to[first.load + j] -= first.friction * y[i] / size;
            m_step[g + i] = radius * y[i] / size - x[g + i];
        }
    }

    void clearLine(int i) {
        for (int j = 0; j < m_p.count; ++j) line(i)[j] = 0.0;
    }

    const RowProblem& m_p;
    Array<double> m_matrix, m_step, m_trial;
};

// `fine`: what Newton's method ends with when all is well; `coarse`: good enough where it can do no more.
bool solveCone(const RowProblem& p, double fine, double coarse, Array<double>& x, int& newtons) {
    Newton newton(p);
    constexpr int kSteps = 60;
    int sweeps = 20; // more each time that Newton's method is at a loss
    for (newtons = 0; newtons < kSteps; ++newtons) {
        const double residual = maxResidual(p, x.data());
        if (residual <= fine) return true;
        if (newton.step(x)) continue;
        if (residual <= coarse) return true;
        // Half the way now and then: normals and friction of a tilted body can undo each other for ever.
        for (int i = 0; i < sweeps; ++i) sweep(p, x.data(), newtons % 2 == 0 ? 1.0 : 0.3);
        sweeps = min(2 * sweeps, 2000);
    }
    return maxResidual(p, x.data()) <= coarse;
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
    result.solved = solvePyramid(p, friction, x, result.pivots);
    if (friction == FrictionModel::Cone) {
        result.solved = solveCone(p, 1e-13 * scale, 1e-8 * scale, x, result.newtons);
        result.residual = maxResidual(p, x.data());
    }
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
    const ExactResult result = solveExact(makeProblem(rows, biased, states, masses), friction, x);
    for (int i = 0; i < rows.count(); ++i) changeRowImpulse(rows[i], x[i] - rows[i].impulse, states, masses);
    return result;
}

} // namespace cairn
