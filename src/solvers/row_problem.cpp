// See row_problem.h.
#include "solvers/row_problem.h"

#include "solvers/dense.h"

namespace cairn {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// M^-1 J^T of one row at one body.
struct Push {
    DVec3 linear, angular;
};

Push pushOf(int32_t body, DVec3 linear, DVec3 angular, const double (&share)[2], const BodyMass* masses) {
    if (body < 0) return {{0, 0, 0}, {0, 0, 0}};
    const BodyMass& m = masses[body];
    const Sym33& i = m.inverseInertia;
    return {(share[0] * static_cast<double>(m.inverseMass)) * linear,
            share[1] * (Sym33T<double>{i.xx, i.yy, i.zz, i.xy, i.xz, i.yz} * angular)};
}

double at(const Row& row, int32_t body, const Push& push) {
    double sum = 0.0;
    if (row.bodyA == body) sum += dot(row.linearA, push.linear) + dot(row.angularA, push.angular);
    if (row.bodyB == body) sum += dot(row.linearB, push.linear) + dot(row.angularB, push.angular);
    return sum;
}

// What an impulse of `from` does to the velocity of `to`.
double coupling(const Row& to, const Row& from, const Push& a, const Push& b) {
    double sum = 0.0;
    if (from.bodyA >= 0) sum += at(to, from.bodyA, a);
    if (from.bodyB >= 0) sum += at(to, from.bodyB, b);
    return sum;
}

// Blocks of groups: lines of three numbers, of which the first n are used. Zero where nothing can move.
void invertBlock(const double* K, int n, double* inverse) {
    double matrix[9], column[3];
    for (int c = 0; c < n; ++c) {
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) matrix[i * n + j] = K[3 * i + j];
        for (int i = 0; i < n; ++i) column[i] = i == c ? 1.0 : 0.0;
        if (!solveDense(n, matrix, column)) column[0] = column[1] = column[2] = 0.0;
        for (int i = 0; i < n; ++i) inverse[3 * i + c] = column[i];
    }
}

void projectGroup(int n, const double* lower, const double* upper, double radius, double* y) {
    double square = 0.0;
    for (int i = 0; i < n; ++i) {
        y[i] = clamp(y[i], lower[i], upper[i]);
        square += y[i] * y[i];
    }
    const double size = sqrt(square);
    if (size > radius)
        for (int i = 0; i < n; ++i) y[i] *= radius / size;
}

// |K (x - y)|
double distanceAsSpeed(int n, const double* K, const double* x, const double* y) {
    double square = 0.0;
    for (int i = 0; i < n; ++i) {
        double speed = 0.0;
        for (int j = 0; j < n; ++j) speed += K[3 * i + j] * (x[j] - y[j]);
        square += speed * speed;
    }
    return sqrt(square);
}

} // namespace

void makeWhole(std::span<const float> counts, std::span<Row> contactRows) {
    if (counts.empty()) return;
    const auto whole = [&](int32_t body, double(&share)[2]) {
        if (body < 0) return;
        for (double& s : share) s /= static_cast<double>(counts[at(body)]);
    };
    for (Row& row : contactRows) whole(row.bodyA, row.shareA), whole(row.bodyB, row.shareB);
}

RowProblem makeProblem(std::span<const Row> rows, bool biased, const BodyState* states, const BodyMass* masses,
                       double regular) {
    RowProblem p;
    p.rows = rows;
    p.biased = biased;
    const int n = p.count = static_cast<int>(rows.size());
    p.A.resize(n * n);
    p.b.resize(n);
    p.K.resize(3 * n);
    p.inverseK.resize(3 * n);
    p.lower.resize(n);
    p.upper.resize(n);
    for (int j = 0; j < n; ++j) {
        const Row& r = rows[at(j)];
        const Push a = pushOf(r.bodyA, r.linearA, r.angularA, r.shareA, masses);
        const Push b = pushOf(r.bodyB, r.linearB, r.angularB, r.shareB, masses);
        for (int i = 0; i < n; ++i) p.A[i * n + j] = coupling(rows[at(i)], r, a, b);
    }
    for (int i = 0; i < n; ++i) {
        const Row& r = rows[at(i)];
        p.b[i] = rowSpeed(r, states) + (biased ? r.bias : r.relaxBias);
        for (int j = 0; j < n; ++j) p.b[i] -= p.A[i * n + j] * rows[at(j)].impulse;
        const bool stands = !biased && !r.relaxes;
        p.lower[i] = stands ? r.impulse : r.lower;
        p.upper[i] = stands ? r.impulse : r.upper;
        for (int j = 0; j < r.groupCount; ++j) p.K[3 * i + j] = p.A[i * n + r.group + j];
    }
    forGroups(p, [&](int g) {
        const Row& first = rows[at(g)];
        invertBlock(&p.K[3 * g], first.groupCount, &p.inverseK[3 * g]);
        for (int i = g; i < g + first.groupCount; ++i) {
            if (biased)
                for (int j = 0; j < first.groupCount; ++j) p.A[i * n + g + j] += first.softness * p.K[3 * i + j];
            p.A[i * n + i] += regular * p.K[3 * i + (i - g)];
            if (!(p.K[3 * i + (i - g)] > 0.0)) p.A[i * n + i] = 1.0, p.b[i] = 0.0; // nothing can move
        }
    });
    return p;
}

double speedOf(const RowProblem& p, int row, const double* x) {
    const double* a = p.A.data() + static_cast<std::ptrdiff_t>(row) * p.count;
    double sum = p.b[row];
    for (int j = 0; j < p.count; ++j) sum += a[j] * x[j];
    return sum;
}

double radiusOf(const RowProblem& p, int group, const double* x) {
    const Row& r = p.rows[at(group)];
    double load = 0.0;
    for (int i = 0; i < r.loadCount; ++i) load += max(0.0, x[r.load + i]);
    return r.radius + r.friction * load;
}

void freeStep(const RowProblem& p, int group, const double* x, double* y) {
    const int n = p.rows[at(group)].groupCount;
    double w[3];
    for (int i = 0; i < n; ++i) w[i] = speedOf(p, group + i, x);
    const double soft = p.biased ? 1.0 + p.rows[at(group)].softness : 1.0; // the group's part of A is that times K
    for (int i = 0; i < n; ++i) {
        y[i] = x[group + i];
        for (int j = 0; j < n; ++j) y[i] -= p.inverseK[3 * (group + i) + j] * w[j] / soft;
    }
}

void project(const RowProblem& p, int group, const double* x, double* y) {
    projectGroup(p.rows[at(group)].groupCount, &p.lower[group], &p.upper[group], radiusOf(p, group, x), y);
}

void sweep(const RowProblem& p, double* x, double share) {
    forGroups(p, [&](int g) {
        double y[3];
        freeStep(p, g, x, y);
        project(p, g, x, y);
        for (int i = 0; i < p.rows[at(g)].groupCount; ++i) x[g + i] += share * (y[i] - x[g + i]);
    });
}

double residualOf(const RowProblem& p, int group, const double* x) {
    double y[3];
    freeStep(p, group, x, y);
    project(p, group, x, y);
    return distanceAsSpeed(p.rows[at(group)].groupCount, &p.K[3 * group], x + group, y);
}

double residualNow(std::span<const Row> rows, int group, const BodyState* states, const BodyMass* masses) {
    const Row& first = rows[at(group)];
    const int n = first.groupCount;
    double K[9] = {}, inverse[9] = {}, w[3], x[3], y[3], lower[3], upper[3], radius = first.radius;
    for (int i = 0; i < first.loadCount; ++i) radius += first.friction * max(0.0, rows[at(first.load + i)].impulse);
    for (int j = 0; j < n; ++j) {
        const Row& r = rows[at(group + j)];
        const Push a = pushOf(r.bodyA, r.linearA, r.angularA, r.shareA, masses);
        const Push b = pushOf(r.bodyB, r.linearB, r.angularB, r.shareB, masses);
        for (int i = 0; i < n; ++i) K[3 * i + j] = coupling(rows[at(group + i)], r, a, b);
        w[j] = rowSpeed(r, states) + r.relaxBias;
        x[j] = r.impulse, lower[j] = r.lower, upper[j] = r.upper;
    }
    invertBlock(K, n, inverse);
    for (int i = 0; i < n; ++i) {
        y[i] = x[i];
        for (int j = 0; j < n; ++j) y[i] -= inverse[3 * i + j] * w[j];
    }
    projectGroup(n, lower, upper, radius, y);
    return distanceAsSpeed(n, K, x, y);
}

double maxResidual(const RowProblem& p, const double* x) {
    double largest = 0.0;
    forGroups(p, [&](int g) { largest = max(largest, residualOf(p, g, x)); });
    return largest;
}

int sweepsTo(const RowProblem& p, double tolerance, int limit) {
    Array<double> x(p.count);
    for (int i = 0; i < limit; ++i) {
        if (maxResidual(p, x.data()) <= tolerance) return i;
        sweep(p, x.data());
    }
    return limit;
}

} // namespace cairn
