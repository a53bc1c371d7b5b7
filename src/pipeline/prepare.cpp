// Stages 5 and 7: patches into the solver's layout, and impulses back.
#include "math/softness.h"
#include "model/particles.h"
#include "pipeline/step.h"

#include <cstring>

namespace cairn {

namespace {

void put(float (&rows)[3][8], int lane, Vec3 v) { rows[0][lane] = v.x, rows[1][lane] = v.y, rows[2][lane] = v.z; }

Vec3 get(const float (&rows)[3][8], int lane) { return {rows[0][lane], rows[1][lane], rows[2][lane]}; }

void idleLane(ContactBundle& c, int lane) {
    c.bodyA[lane] = c.bodyB[lane] = ~0;
    put(c.normal, lane, {0.0f, 1.0f, 0.0f});
}

// WEIGHT AMPLIFICATION (Tsuda 2009). What carries a load counts, against what it carries, as heavier than it is: the
// sweep then needs fewer passes to tell the ground about the load, and stacks come to rest instead of swaying. In a
// stack the factor tapers off with the load, or the bottom of a tall tower would be too stiff for its top. Where the
// upper body is much heavier, the lower one counts as a tenth of it: a sweep spreads a load over a mass ratio of 1000
// in about 1000 passes, over 10 in 10. Both only for contacts that carried a load in the last step, along gravity:
// impacts and free bodies keep their masses, and with them momentum. So do particles, which seldom rest on anything:
// what holds them are links, and those must be told the whole load.
// How much is up to the recipe.
struct Support {
    float mass = 1.0f, inertia = 1.0f; // shares of the inverses
    bool byA = true;                   // A carries B
};

Support supportOf(const Model& m, const SolverRecipe& r, const Contact& c, const Patch& p, Vec3 gravity, float h) {
    if (isParticle(m.bodies[c.bodyA]) || isParticle(m.bodies[c.bodyB])) return {};
    float load = 0.0f;
    for (int i = 0; i < p.count; ++i) load += p.points[i].impulse;
    const float mA = m.bodies[c.bodyA].mass, mB = m.bodies[c.bodyB].mass;
    const float pull = dot(p.normal, gravity), weight = length(gravity);
    if (!(load > 0.0f) || !(mA > 0.0f && mB > 0.0f) || !(abs(pull) > 0.5f * weight)) return {};
    const bool byA = pull < 0.0f;
    const float upper = byA ? mB : mA, lower = byA ? mA : mB;
    const float above = load / (upper * weight * h);
    const float ratio = r.massRatio > 0.0f ? min(1.0f, r.massRatio * lower / upper) : 1.0f;
    const float gain = r.massTaper > 0.0f ? r.massGain / (1.0f + above / r.massTaper) : r.massGain;
    const float turnGain =
        r.inertiaTaper > 0.0f ? r.inertiaGain * max(0.0f, 1.0f - above / r.inertiaTaper) : r.inertiaGain;
    return {min(ratio, 1.0f / (1.0f + gain)), min(ratio, 1.0f / (1.0f + turnGain)), byA};
}

// Contacts with what cannot move are twice as stiff and half as damped. Never stiffer than substeps can follow.
Softness contactSoftness(const StepTime& time, float hertz, float dampingRatio, bool moving) {
    const float limited = min(hertz, 0.125f / time.h);
    return moving ? fromHertz(limited, dampingRatio, time.h) : fromHertz(2.0f * limited, 0.5f * dampingRatio, time.h);
}

// Belts and bounce: into the lanes of the extras.
void fillExtras(const Model& m, const Contact& c, const Patch& p, ContactExtras& x, int lane) {
    const ContactMaterial material = materialOf(m, c);
    x.restitution[lane] = material.restitution;
    x.rolling[lane] = material.rollingResistance;
    x.spinning[lane] = material.spinningResistance;
    put(x.rollingImpulse, lane, p.rollingImpulse);
    const auto surface = [&](int shape, Vec3 velocity) {
        return rotate(m.bodies[m.shapes[shape].body].pose.q * m.shapes[shape].pose.q, velocity);
    };
    put(x.slide, lane, surface(c.shapeB, material.surfaceVelocityB) - surface(c.shapeA, material.surfaceVelocityA));
}

float splitCount(const StepContext& s, int32_t state) {
    return s.plan.splitCounts.empty() || state < 0 ? 1.0f : s.plan.splitCounts[static_cast<std::size_t>(state)];
}

// Raw fields of one lane; prepareContacts does the rest in lanes.
void fillLane(const StepContext& s, const Patch& p, ContactBundle& c, int lane) {
    const Model& m = s.model;
    const Contact& contact = m.contacts[p.contact];
    c.bodyA[lane] = solverIndex(m.bodies[contact.bodyA]);
    c.bodyB[lane] = solverIndex(m.bodies[contact.bodyB]);
    put(c.normal, lane, p.normal);
    put(c.offset, lane, contact.freeze.offset);
    for (int i = 0; i < 2; ++i) {
        c.shareA[i][lane] = splitCount(s, c.bodyA[lane]);
        c.shareB[i][lane] = splitCount(s, c.bodyB[lane]);
    }
    for (int i = 0; i < p.count; ++i) {
        put(c.arm[i], lane, p.points[i].arm);
        c.separation[i][lane] = p.points[i].separation;
        c.impulse[i][lane] = p.points[i].impulse;
        c.inverseK[i][lane] = 1.0f;
    }
    const Support support = supportOf(m, s.def.solver, contact, p, s.def.gravity, s.time.h);
    (support.byA ? c.shareA : c.shareB)[0][lane] *= support.mass;
    (support.byA ? c.shareA : c.shareB)[1][lane] *= support.inertia;
    c.roundA[lane] = p.roundA;
    c.roundB[lane] = p.roundB;
    c.isRound |= c.roundA[lane] > 0.0f || c.roundB[lane] > 0.0f;
    c.friction[lane] = contact.friction;
    c.twistImpulse[lane] = p.twistImpulse;
    put(c.frictionImpulse, lane, p.frictionImpulse);
    const bool moving = c.bodyA[lane] >= 0 && c.bodyB[lane] >= 0;
    Softness soft = moving ? s.softMoving : s.softFixed;
    if ((contact.flags & kOwnSoftness) != 0 && s.def.solver.bias == SolverBias::Soft) {
        const ContactMaterial material = materialOf(m, contact);
        soft = contactSoftness(s.time, material.hertz, material.dampingRatio, moving);
    }
    c.biasRate[lane] = soft.biasRate, c.massScale[lane] = soft.massScale, c.impulseScale[lane] = soft.impulseScale;
    if (c.extras) fillExtras(m, contact, p, *c.extras, lane);
}

void fillBundle(StepContext& s, std::size_t b) {
    const Model& m = s.model;
    ContactBundle& c = s.bundles[b] = {};
    const std::span<const int32_t> patches = s.bundlePatch.subspan(8 * b, 8);
    bool special = false;
    if (!s.extras.empty())
        for (const int32_t p : patches) special |= p != kNone && isSpecial(m.contacts[m.patches[p].contact]);
    if (special) *(c.extras = &s.extras[b]) = {};
    if (!s.warm.empty()) *(c.warm = &s.warm[b]) = {};
    for (int lane = 0; lane < 8; ++lane) {
        const int32_t p = patches[static_cast<std::size_t>(lane)];
        p == kNone ? idleLane(c, lane) : fillLane(s, m.patches[p], c, lane);
    }
}

// As the recipe cures overlap.
Softness softnessOf(const StepContext& s, bool moving) {
    switch (s.def.solver.bias) {
    case SolverBias::Soft: break;
    case SolverBias::None:
    case SolverBias::Compliance: return rigid(); // the pass knows its compliance
    case SolverBias::Baumgarte:
    case SolverBias::SplitImpulse:
    case SolverBias::PositionPass: return baumgarte(s.def.solver.beta, s.time.h);
    }
    return contactSoftness(s.time, s.def.contactHertz, s.def.contactDampingRatio, moving);
}

// The same bundles once more, in which the lower of two bodies does not yield.
void layShock(StepContext& s, int bundleCount) {
    s.plan.shock = s.arena.allocate<ContactBundle>(bundleCount, "shock bundles");
    const auto level = [&](int32_t state) { return state < 0 ? 0 : s.plan.levels[static_cast<std::size_t>(state)]; };
    for (std::size_t b = 0; b < s.bundles.size(); ++b) {
        ContactBundle& c = s.plan.shock[b] = s.bundles[b];
        for (int lane = 0; lane < 8; ++lane) {
            const int32_t a = level(c.bodyA[lane]), other = level(c.bodyB[lane]);
            for (int i = 0; i < 2; ++i) {
                if (a < other) c.shareA[i][lane] = 0.0f;
                if (other < a) c.shareB[i][lane] = 0.0f;
            }
            for (int i = 0; i < 4; ++i) c.inverseK[i][lane] = c.inverseK[i][lane] > 0.0f ? 1.0f : 0.0f;
        }
    }
    prepareContacts(s.plan.shock, s.model.masses.data());
}

} // namespace

void prepare(StepContext& s) {
    Model& m = s.model;
    const SolverRecipe& recipe = s.def.solver;
    const int bundleCount = layContacts(s);
    s.bundles = s.arena.allocate<ContactBundle>(bundleCount, "contact bundles");
    const float maxPush = recipe.maxBias > 0.0f ? recipe.maxBias : s.def.maxPushSpeed;
    s.contactStep = {s.time.h, 1.0f / s.time.h, maxPush, nullptr, s.def.restitutionThreshold};
    s.softMoving = softnessOf(s, true);
    s.softFixed = softnessOf(s, false);
    if (m.specialContactCount > 0) s.extras = s.arena.allocate<ContactExtras>(bundleCount, "contact extras");
    if (recipe.eta > 0.0f) s.warm = s.arena.allocate<ContactWarm>(bundleCount, "warm impulses");
    const bool apart = solvesPointsApart(recipe);
    parallelFor(s.tasks, bundleCount, 8, [&](int begin, int end, int) {
        const std::span<ContactBundle> bundles =
            s.bundles.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
        for (int b = begin; b < end; ++b) fillBundle(s, static_cast<std::size_t>(b));
        prepareContacts(bundles, m.masses.data());
        if (!s.plan.splitCounts.empty()) splitContactFriction(bundles, m.masses.data());
        if (apart)
            for (ContactBundle& c : bundles) std::memset(c.coupling, 0, sizeof(c.coupling));
    });
    if (recipe.shock > 0.0f) layShock(s, bundleCount);
}

namespace {

// Solvers that diverge leave numbers that would poison the next step. False for what is not a number.
bool isSane(const Patch& p) {
    const Vec3 f = p.frictionImpulse, r = p.rollingImpulse;
    float sum = abs(f.x) + abs(f.y) + abs(f.z) + abs(p.twistImpulse) + abs(r.x) + abs(r.y) + abs(r.z);
    for (const PatchPoint& point : p.points) sum += abs(point.impulse);
    return sum < 1e12f;
}

} // namespace

void storeImpulses(StepContext& s) {
    Model& m = s.model;
    parallelFor(s.tasks, static_cast<int>(s.bundles.size()), 8, [&](int begin, int end, int) {
        for (int b = begin; b < end; ++b) {
            const ContactBundle& c = s.bundles[static_cast<std::size_t>(b)];
            for (int lane = 0; lane < 8; ++lane) {
                const int32_t index = s.bundlePatch[static_cast<std::size_t>(8 * b + lane)];
                if (index == kNone) continue;
                Patch& p = m.patches[index];
                for (int i = 0; i < 4; ++i) p.points[i].impulse = c.impulse[i][lane];
                p.frictionImpulse = get(c.frictionImpulse, lane);
                p.twistImpulse = c.twistImpulse[lane];
                if (c.extras) p.rollingImpulse = get(c.extras->rollingImpulse, lane);
                if (!isSane(p)) forgetImpulses(p);
            }
        }
    });
}

} // namespace cairn
