// See box_lcp.h.
#include "solvers/box_lcp.h"

#include "solvers/dense.h"

#include <cairn/math.h>

namespace cairn {

namespace {

enum class Side : uint8_t { Free, Lower, Upper };

struct Pivoting {
    const BoxLcp& p;
    double* x;
    Array<Side> side;
    Array<int32_t> freeRows;
    Array<double> matrix, right;
    double scale = 0.0; // of speeds
    double impulse = 0.0;

    double speed(int i) const {
        const double* row = p.A + static_cast<std::ptrdiff_t>(i) * p.count;
        double sum = p.b[i];
        for (int j = 0; j < p.count; ++j) sum += row[j] * x[j];
        return sum;
    }

    // x of the guess: bounds, and what follows from them.
    bool follow() {
        freeRows.clear();
        for (int i = 0; i < p.count; ++i) {
            x[i] = side[i] == Side::Lower ? p.lower[i] : (side[i] == Side::Upper ? p.upper[i] : 0.0);
            if (side[i] == Side::Free) freeRows.push(i);
        }
        const int n = freeRows.count();
        matrix.resizeUninitialized(n * n);
        right.resizeUninitialized(n);
        for (int i = 0; i < n; ++i) {
            const double* row = p.A + static_cast<std::ptrdiff_t>(freeRows[i]) * p.count;
            for (int j = 0; j < n; ++j) matrix[i * n + j] = row[freeRows[j]];
            right[i] = -speed(freeRows[i]); // of the bounds: free ones are still zero
        }
        if (!solveDense(n, matrix.data(), right.data())) return false;
        impulse = 0.0;
        for (int i = 0; i < n; ++i) x[freeRows[i]] = right[i], impulse = max(impulse, abs(right[i]));
        return true;
    }

    // The side to which a variable wants to change; its own if it is content.
    Side wanted(int i) const {
        const double slack = 1e-12 * impulse, speedSlack = 1e-11 * scale;
        if (side[i] == Side::Free) {
            if (x[i] < p.lower[i] - slack) return Side::Lower;
            return x[i] > p.upper[i] + slack ? Side::Upper : Side::Free;
        }
        if (!(p.lower[i] < p.upper[i])) return side[i];
        const double speedHere = speed(i);
        if (side[i] == Side::Lower) return speedHere < -speedSlack ? Side::Free : Side::Lower;
        return speedHere > speedSlack ? Side::Free : Side::Upper;
    }
};

} // namespace

BoxLcpResult solveBoxLcp(const BoxLcp& problem, double* x) {
    const int n = problem.count;
    Pivoting s{.p = problem, .x = x, .side = {}, .freeRows = {}, .matrix = {}, .right = {}};
    s.side.assign(n, Side::Free);
    for (int i = 0; i < n; ++i) {
        s.scale = max(s.scale, abs(problem.b[i]));
        if (!(problem.lower[i] < problem.upper[i]) || (problem.lower[i] > -1e29 && problem.b[i] >= 0.0))
            s.side[i] = Side::Lower;
    }
    Array<Side> next(n);
    constexpr int kPatience = 10;
    int patience = kPatience, least = n + 1;
    const int limit = 100 + 20 * n;
    for (int solves = 1; solves <= limit; ++solves) {
        if (!s.follow()) return {false, solves};
        int offenders = 0, last = -1;
        for (int i = 0; i < n; ++i) {
            next[i] = s.wanted(i);
            if (next[i] == s.side[i]) continue;
            ++offenders;
            last = i;
        }
        if (offenders == 0) {
            for (int i = 0; i < n; ++i) x[i] = clamp(x[i], problem.lower[i], problem.upper[i]);
            return {true, solves};
        }
        if (offenders < least) {
            least = offenders;
            patience = kPatience;
        } else if (patience > 0) {
            --patience;
        } else {
            s.side[last] = next[last];
            continue;
        }
        s.side = next;
    }
    return {false, limit};
}

} // namespace cairn
