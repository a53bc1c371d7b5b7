// See residual.h.
#include "solvers/residual.h"

#include "solvers/exact.h"

namespace cairn {

namespace {

// Largest and root mean square.
struct Spread {
    double largest = 0.0, squares = 0.0;
    int count = 0;
    void add(double value) {
        largest = max(largest, value);
        squares += value * value;
        ++count;
    }
    float most() const { return static_cast<float>(largest); }
    float rms() const { return count > 0 ? static_cast<float>(sqrt(squares / count)) : 0.0f; }
};

bool isAngular(const Row& row) { return lengthSquared(row.linearA) + lengthSquared(row.linearB) == 0.0; }

// Length of the error that a group is there to hold at zero.
double positionError(std::span<const Row> rows, int group) {
    const Row& first = rows[static_cast<std::size_t>(group)];
    if (first.kind == RowKind::Limit) return max(0.0, -first.C);
    double square = 0.0;
    for (int i = group; i < group + first.groupCount; ++i)
        square += rows[static_cast<std::size_t>(i)].C * rows[static_cast<std::size_t>(i)].C;
    return sqrt(square);
}

} // namespace

StepResiduals measureRows(std::span<const Row> rows, float sweepTolerance, const BodyState* states,
                          const BodyMass* masses) {
    StepResiduals r;
    r.measured = true;
    r.rows = static_cast<int>(rows.size());
    Spread contacts, friction, joints;
    double depths = 0.0;
    DVec3 made{0, 0, 0};
    for (int g = 0; g < r.rows; g += rows[static_cast<std::size_t>(g)].groupCount) {
        const Row& first = rows[static_cast<std::size_t>(g)];
        for (int i = g; i < g + first.groupCount; ++i) {
            const Row& row = rows[static_cast<std::size_t>(i)];
            if (row.bodyA >= 0 && row.bodyB >= 0)
                made += row.impulse * (row.shareA[0] * row.linearA + row.shareB[0] * row.linearB);
        }
        if (!first.relaxes) continue; // a spring: what it does is its business
        const double residual = residualNow(rows, g, states, masses);
        switch (first.kind) {
        case RowKind::Normal:
            contacts.add(residual);
            r.maxPenetration = max(r.maxPenetration, static_cast<float>(-first.C));
            depths += max(0.0, -first.C);
            break;
        case RowKind::Friction:
        case RowKind::Twist:
        case RowKind::Rolling: friction.add(residual); break;
        case RowKind::Lock:
        case RowKind::Limit: {
            float& error = isAngular(first) ? r.jointAngularError : r.jointLinearError;
            error = max(error, static_cast<float>(positionError(rows, g)));
            joints.add(residual);
            break;
        }
        case RowKind::Motor: joints.add(residual); break;
        case RowKind::Spring: break;
        }
    }
    r.contactMax = contacts.most(), r.contactRms = contacts.rms();
    r.frictionMax = friction.most(), r.frictionRms = friction.rms();
    r.jointMax = joints.most(), r.jointRms = joints.rms();
    if (contacts.count > 0) r.meanPenetration = static_cast<float>(depths / contacts.count);
    r.momentumError = static_cast<float>(length(made));
    constexpr int kSweepLimit = 10000;
    if (sweepTolerance > 0.0f && r.rows <= kMaxExactRows)
        r.sweeps = sweepsTo(makeProblem(rows, false, states, masses), static_cast<double>(sweepTolerance), kSweepLimit);
    return r;
}

} // namespace cairn
