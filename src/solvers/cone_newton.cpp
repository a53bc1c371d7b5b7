// See cone_newton.h.
#include "solvers/cone_newton.h"

#include "solvers/dense.h"

namespace cairn {

namespace {

const Row& rowAt(const RowProblem& p, int i) { return p.rows[static_cast<std::size_t>(i)]; }

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

    // Whole steps, wherever they lead; x is the best place of all. Returns its residual.
    double wholeSteps(Array<double>& x, double fine, double residual) {
        m_far = x;
        for (int i = 0; i < 3 * kWhole && residual > fine; ++i) {
            if (!linearSolve(m_far.data(), kResistance[i / kWhole])) break;
            for (int k = 0; k < m_p.count; ++k) m_far[k] += m_step[k];
            const double now = maxResidual(m_p, m_far.data());
            if (!(now < residual)) continue;
            residual = now;
            x = m_far;
        }
        return residual;
    }

    // One step of the length that helps. False: it leads nowhere.
    bool shortStep(Array<double>& x) {
        if (!linearSolve(x.data(), 0.0)) return false;
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
    static constexpr int kWhole = 10;
    static constexpr double kResistance[] = {1e-3, 1e-5, 0.0};

    double* line(int i) { return m_matrix.data() + static_cast<std::ptrdiff_t>(i) * m_p.count; }

    // Rows at bounds know their steps; with them on the right-hand side the others are a smaller problem.
    bool linearSolve(const double* x, double resistance) {
        linearize(x, resistance);
        const int n = m_unbound.count();
        m_small.resizeUninitialized(n * n);
        m_right.resizeUninitialized(n);
        for (int i = 0; i < n; ++i) {
            const double* from = line(m_unbound[i]);
            m_right[i] = m_step[m_unbound[i]];
            for (const int32_t j : m_bound) m_right[i] -= from[j] * m_step[j];
            for (int j = 0; j < n; ++j) m_small[i * n + j] = from[m_unbound[j]];
        }
        if (!solveDense(n, m_small.data(), m_right.data())) return false;
        for (int i = 0; i < n; ++i) m_step[m_unbound[i]] = m_right[i];
        return true;
    }

    void linearize(const double* x, double resistance) {
        m_bound.clear();
        m_unbound.clear();
        forGroups(m_p, [&](int g) {
            const Row& first = rowAt(m_p, g);
            double y[3], square = 0.0;
            freeStep(m_p, g, x, y);
            for (int i = 0; i < first.groupCount; ++i) square += y[i] * y[i];
            if (first.groupCount == 1 && boxed(g, y[0], x)) return;
            for (int i = g; i < g + first.groupCount; ++i) m_unbound.push(i);
            const double radius = radiusOf(m_p, g, x), size = sqrt(square);
            size > radius ? slide(g, y, size, radius, x) : rest(g, resistance, x);
        });
    }

    // A row at a bound of its own: dx = bound - x.
    bool boxed(int i, double y, const double* x) {
        if (y >= m_p.lower[i] && y <= m_p.upper[i]) return false;
        m_bound.push(i);
        m_step[i] = clamp(y, m_p.lower[i], m_p.upper[i]) - x[i];
        return true;
    }

    // Within its bounds: w = 0.
    void rest(int g, double resistance, const double* x) {
        for (int i = g; i < g + rowAt(m_p, g).groupCount; ++i) {
            const double* a = m_p.A.data() + static_cast<std::ptrdiff_t>(i) * m_p.count;
            for (int j = 0; j < m_p.count; ++j) line(i)[j] = a[j];
            line(i)[i] += resistance * m_p.K[3 * i + (i - g)];
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
            double* to = line(g + i);
            for (int j = 0; j < m_p.count; ++j) to[j] = 0.0;
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

    const RowProblem& m_p;
    Array<double> m_matrix, m_step, m_trial, m_far, m_small, m_right;
    Array<int32_t> m_bound, m_unbound;
};

} // namespace

static bool approach(const RowProblem& p, const ConeGoal& goal, Array<double>& x, int& rounds) {
    Newton newton(p);
    int sweeps = 20; // more each time that Newton's method is at a loss
    for (rounds = 0; rounds < goal.rounds; ++rounds) {
        const double residual = newton.wholeSteps(x, goal.fine, maxResidual(p, x.data()));
        if (residual <= goal.fine) return true;
        if (newton.shortStep(x)) continue;
        if (residual <= goal.coarse) return true;
        // Half the way now and then: normals and friction of a tilted body can undo each other for ever.
        for (int i = 0; i < sweeps; ++i) sweep(p, x.data(), rounds % 2 == 0 ? 1.0 : 0.3);
        sweeps = min(2 * sweeps, 2000);
    }
    return maxResidual(p, x.data()) <= goal.coarse;
}

bool solveCone(const RowProblem& p, const ConeGoal& goal, Array<double>& x, int& rounds) {
    const bool arrives = approach(p, goal, x, rounds);
    // Steps end within the goal of bounds, on either side; no answer pulls, not even by so little.
    for (int i = 0; i < p.count; ++i)
        if (rowAt(p, i).groupCount == 1) x[i] = clamp(x[i], p.lower[i], p.upper[i]);
    return arrives;
}

} // namespace cairn
