// Stage 4: bodies into the solver's layout.
#include "pipeline/step.h"

namespace cairn {

namespace {

constexpr BodyDrive kNoDrive{kZero, kZero, {}, {1, 1, 1, 1, 1, 1, 0, 0}, kZero, 0, false, false, false, 0, 0, 0, 0};

bool isLimited(const Body& b) {
    constexpr float kUnlimited = 1e6f;
    return (b.flags & (kLockLinear | kLockAngular)) != 0 || b.maxLinearSpeed < kUnlimited ||
           b.maxAngularSpeed < kUnlimited;
}

Sym33 withUnitTrace(const Sym33& m) {
    const float trace = m.xx + m.yy + m.zz;
    return (1.0f / max(trace, 1e-30f)) * m;
}

} // namespace

void loadBodies(StepContext& s) {
    Model& m = s.model;
    const float h = s.time.h;
    BodyDrive none = kNoDrive;
    none.substeps = static_cast<uint8_t>(s.time.substeps);
    none.h = h;
    s.drives = s.arena.allocate<BodyDrive>(m.states.count(), "body drives");
    s.specials = s.arena.allocate<BodySpecial>(m.states.count(), "special bodies");
    parallelFor(s.tasks, m.states.count() - 1, 64, [&](int begin, int end, int) {
        for (int i = begin + 1; i < end + 1; ++i) {
            const int index = m.stateBody[i];
            const Body& b = m.bodies[index];
            m.states[i] = kBodyAtRest;
            m.states[i].v = b.v;
            m.states[i].w = b.w;
            m.masses[i] = {};
            BodyDrive& drive = s.drives[static_cast<std::size_t>(i)] = none;
            if (b.type != BodyType::Dynamic) continue;
            m.masses[i].inverseInertia = worldInverseInertia(b);
            m.masses[i].inverseMass = b.inverseMass;
            drive.dv = h * (b.gravityScale * s.def.gravity + b.inverseMass * b.force);
            drive.dw = h * (m.masses[i].inverseInertia * b.torque);
            const float linearKeep = 1.0f / (1.0f + h * b.linearDamping);
            const float angularKeep = 1.0f / (1.0f + h * b.angularDamping);
            for (int k = 0; k < 3; ++k) drive.keep[k] = linearKeep, drive.keep[3 + k] = angularKeep;
            const bool isFree = m.graph.isFree(index);
            drive.freedom = isFree ? 1.0f : 0.0f;
            if (isFree) drive.late = 0.5f * drive.dv;
            drive.gyroscopic = (b.flags & kGyroscopic) != 0;
            drive.special = drive.gyroscopic || isLimited(b);
            if (!drive.special) continue;
            BodySpecial& special = s.specials[static_cast<std::size_t>(i)];
            special.inertia = withUnitTrace(b.inertia);
            special.maxLinearSpeed = b.maxLinearSpeed;
            special.maxAngularSpeed = b.maxAngularSpeed;
            if (drive.gyroscopic) // else nobody looks at it
                special.seen = rotateSymmetric(toMatrix(b.pose.q), special.inertia);
            special.flags = b.flags;
            special.counted = 0.0f;
            special.rotation = b.pose.q;
            special.momentum = special.w = kZero;
            noteLimits(special, drive);
            if (mayBeLimited(drive, m.states[i])) limitMotion(special, m.states[i]);
        }
    });
}

} // namespace cairn
