// Stages 5 and 7: patches into the solver's layout, and impulses back.
#include "base/prefetch.h"
#include "constraints/contact_fill.h"
#include "model/particles.h"
#include "pipeline/step.h"

#include <cstring>
#include <new>

namespace cairn {

namespace {

void put(float (&rows)[3][8], int lane, Vec3 v) { rows[0][lane] = v.x, rows[1][lane] = v.y, rows[2][lane] = v.z; }

Vec3 get(const float (&rows)[3][8], int lane) { return {rows[0][lane], rows[1][lane], rows[2][lane]}; }

// Contacts with what cannot move are twice as stiff and half as damped. Never stiffer than substeps can follow.
Softness contactSoftness(const StepTime& time, float hertz, float dampingRatio, bool moving) {
    const float limited = min(hertz, 0.125f / time.h);
    return moving ? fromHertz(limited, dampingRatio, time.h) : fromHertz(2.0f * limited, 0.5f * dampingRatio, time.h);
}

// Of lanes beside those that have some.
constexpr ContactExtras kNoExtras = [] {
    ContactExtras none{};
    for (float(&row)[kLanes] : none.slide)
        for (float& x : row) x = -0.0f;
    return none;
}();

// Belts and bounce: into the lanes of the extras.
void fillExtras(const Model& m, const Contact& c, ContactExtras& x, int lane) {
    const ContactMaterial material = materialOf(m, c);
    x.restitution[lane] = material.restitution;
    x.spinning[lane] = material.spinningResistance;
    const auto surface = [&](int shape, Vec3 velocity) {
        return rotate(m.bodies[m.shapes[shape].body].pose.q * m.shapes[shape].pose.q, velocity);
    };
    put(x.slide, lane, surface(c.shapeB, material.surfaceVelocityB) - surface(c.shapeA, material.surfaceVelocityA));
}

float splitCount(const StepContext& s, int32_t state) {
    return state < 0 ? 1.0f : s.plan.splitCounts[static_cast<std::size_t>(state)];
}

// The patch of a lane, its contact, bodies and their masses.
void nameLane(const Model& m, int32_t patch, int lane, ContactSources& from, ContactBundle& c) {
    from.patch[lane] = patch == kNone ? &kIdlePatch : &m.patches[patch];
    from.contact[lane] = patch == kNone ? &kIdleContact : &m.contacts[from.patch[lane]->contact];
    c.bodyA[lane] = c.bodyB[lane] = ~0;
    from.massA[lane] = from.massB[lane] = from.storeys[lane] = from.age[lane] = 0.0f;
    if (patch == kNone) return;
    const Body &A = m.bodies[from.contact[lane]->bodyA], &B = m.bodies[from.contact[lane]->bodyB];
    c.bodyA[lane] = solverIndex(A);
    c.bodyB[lane] = solverIndex(B);
    if (isParticle(A) || isParticle(B)) return;
    from.massA[lane] = A.mass;
    from.massB[lane] = B.mass;
    from.storeys[lane] = max(storeysOf(A), storeysOf(B));
    from.age[lane] = static_cast<float>(A.age < B.age ? A.age : B.age);
}

// What few contacts have.
void fillRarities(const StepContext& s, const ContactSources& from, ContactBundle& c, int lane) {
    const Model& m = s.model;
    const Contact& contact = *from.contact[lane];
    for (int i = 0; i < 2 && !s.plan.splitCounts.empty(); ++i) {
        c.shareA[i][lane] *= splitCount(s, c.bodyA[lane]);
        c.shareB[i][lane] *= splitCount(s, c.bodyB[lane]);
    }
    if ((contact.flags & kOwnSoftness) != 0 && s.def.solver.bias == SolverBias::Soft) {
        const ContactMaterial material = materialOf(m, contact);
        const Softness soft =
            contactSoftness(s.time, material.hertz, material.dampingRatio, c.bodyA[lane] >= 0 && c.bodyB[lane] >= 0);
        c.biasRate[lane] = soft.biasRate, c.massScale[lane] = soft.massScale, c.impulseScale[lane] = soft.impulseScale;
    }
    if ((contact.flags & kOwnRolling) != 0) {
        const float lever = turns(from, lane) ? materialOf(m, contact).rollingResistance : 0.0f;
        c.rolling->lever[lane] = lever;
        put(c.rolling->impulse, lane, lever > 0.0f ? from.patch[lane]->rollingImpulse : kZero);
    }
    if (c.extras && isSpecial(contact)) fillExtras(m, contact, *c.extras, lane);
}

// Patches lead to contacts, and these to bodies: each is asked for while those before it are looked at. By whole
// bundles, so that where asking is loading (base/prefetch.h) eight loads wait at the same time.
void askForSources(const StepContext& s, std::size_t bundle) {
    constexpr std::size_t kPatch = 3, kContact = 2, kBody = 1; // bundles ahead
    const Model& m = s.model;
    const auto forPatches = [&](std::size_t b, auto fn) {
        if (8 * b >= s.bundlePatch.size()) return;
        for (const int32_t patch : s.bundlePatch.subspan(8 * b, 8))
            if (patch != kNone) fn(m.patches[patch]);
    };
    forPatches(bundle + kPatch, [](const Patch& p) { forLines(p, ask); });
    forPatches(bundle + kContact, [&](const Patch& p) { forLines(m.contacts[p.contact], ask); });
    forPatches(bundle + kBody, [&](const Patch& p) {
        const Contact& c = m.contacts[p.contact];
        ask(&m.bodies[c.bodyA].mass);
        ask(&m.bodies[c.bodyB].mass);
    });
}

// `to`: bundle b of all.
void fillBundle(StepContext& s, const ContactRule& rule, std::size_t b, ContactBundle& to) {
    const Model& m = s.model;
    const std::span<const int32_t> patches = s.bundlePatch.subspan(8 * b, 8);
    ContactSources from;
    uint32_t flags = 0; // of any
    if (s.bundlePatch.size() > 8 * kSlowBundles) askForSources(s, b);
    for (int lane = 0; lane < 8; ++lane) {
        nameLane(m, patches[static_cast<std::size_t>(lane)], lane, from, to);
        flags |= from.contact[lane]->flags;
    }
    BundleBodies& bodies = s.bundleBodies[b];
    std::memcpy(bodies.a, to.bodyA, sizeof(bodies.a));
    std::memcpy(bodies.b, to.bodyB, sizeof(bodies.b));
    to.rolling = (flags & kOwnRolling) != 0 ? &s.rolling[b] : nullptr;
    float lowerShare[kLanes];
    fillContacts(rule, from, to, s.rolling[b], lowerShare);
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        if (patches[lane] != kNone) s.model.patches[patches[lane]].lowerShare = lowerShare[lane];
    to.extras = nullptr;
    to.warm = nullptr;
    if (!s.extras.empty() && (flags & kSpecialMaterial) != 0) *(to.extras = &s.extras[b]) = kNoExtras;
    if (!s.warm.empty()) *(to.warm = &s.warm[b]) = {};
    if ((flags & kOfMaterial) == 0 && s.plan.splitCounts.empty()) return;
    for (int lane = 0; lane < 8; ++lane)
        if (patches[static_cast<std::size_t>(lane)] != kNone) fillRarities(s, from, to, lane);
}

// Calls fn(range) for all bundles, range after range; for few of them all at once.
template <class Fn> void forBundles(const StepContext& s, Fn fn) {
    if (s.bundles.empty()) return;         // or there are tiles
    constexpr std::size_t kWorthwhile = 8; // bundles for a worker
    const std::size_t count = s.ranges.size(), together = kWorthwhile * count / s.bundles.size();
    parallelFor(s.tasks, static_cast<int>(count), static_cast<int>(together), [&](int begin, int end, int) {
        for (std::size_t i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) fn(s.ranges[i]);
    });
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
        c.rolling = nullptr; // what is there is of the other one's masses
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

// What bundles are filled by.
struct Filling {
    StepContext& s;
    ContactRule rule;
    bool isFar; // the memory of bundles is in no cache near by
};

void fillRange(BundleRange range, std::span<ContactBundle> to, void* context) {
    const Filling& f = *static_cast<const Filling*>(context);
    const BodyMass* const masses = f.s.model.masses.data();
    for (std::size_t i = 0; i < to.size(); ++i) {
        if (f.isFar && i + 2 < to.size()) forLines(to[i + 2], prefetchToWrite);
        fillBundle(f.s, f.rule, static_cast<std::size_t>(range.begin) + i, to[i]);
    }
    prepareContacts(to, masses);
    if (!f.s.plan.splitCounts.empty()) splitContactFriction(to, masses);
    if (solvesPointsApart(f.rule.recipe))
        for (ContactBundle& c : to) std::memset(c.coupling, 0, sizeof(c.coupling));
}

// Solvers that diverge leave numbers that would poison the next step. False for what is not a number.
bool isSane(const Patch& p) {
    const Vec3 f = p.frictionImpulse, r = p.rollingImpulse;
    float sum = abs(f.x) + abs(f.y) + abs(f.z) + abs(p.twistImpulse) + abs(r.x) + abs(r.y) + abs(r.z);
    for (const PatchPoint& point : p.points) sum += abs(point.impulse);
    return sum < 1e12f;
}

void storeRange(BundleRange range, std::span<const ContactBundle> from, void* context) {
    const StepContext& s = static_cast<const Filling*>(context)->s;
    Model& m = s.model;
    for (std::size_t b = static_cast<std::size_t>(range.begin); b < static_cast<std::size_t>(range.end); ++b) {
        const ContactBundle& c = from[b - static_cast<std::size_t>(range.begin)];
        for (int lane = 0; lane < 8; ++lane) {
            const std::size_t place = 8 * b + static_cast<std::size_t>(lane);
            constexpr std::size_t kAhead = 24;
            if (place + kAhead < s.bundlePatch.size())
                if (const int32_t p = s.bundlePatch[place + kAhead]; p != kNone) forLines(m.patches[p], prefetch);
            const int32_t index = s.bundlePatch[place];
            if (index == kNone) continue;
            Patch& p = m.patches[index];
            for (int i = 0; i < 4; ++i) p.points[i].impulse = c.impulse[i][lane];
            p.frictionImpulse = get(c.frictionImpulse, lane);
            p.twistImpulse = c.twistImpulse[lane];
            if (c.rolling) p.rollingImpulse = get(c.rolling->impulse, lane);
            if (!isSane(p)) forgetImpulses(p);
        }
    }
}

std::span<ContactBundle> bundlesIn(const StepContext& s, BundleRange range) {
    return s.bundles.subspan(static_cast<std::size_t>(range.begin), static_cast<std::size_t>(range.end - range.begin));
}

} // namespace

void prepare(StepContext& s) {
    const SolverRecipe& recipe = s.def.solver;
    const int bundleCount = layContacts(s);
    const bool byTiles = !s.tiling.tiles.empty();
    const float maxPush = recipe.maxBias > 0.0f ? recipe.maxBias : s.def.maxPushSpeed;
    s.contactStep = {s.time.h, 1.0f / s.time.h, maxPush, nullptr, s.def.restitutionThreshold};
    if (s.model.specialContactCount > 0) s.extras = s.arena.allocate<ContactExtras>(bundleCount, "contact extras");
    s.rolling = s.arena.allocate<ContactRolling>(bundleCount, "contact rolling");
    s.bundleBodies = s.arena.allocate<BundleBodies>(bundleCount, "bodies of bundles");
    if (recipe.eta > 0.0f) s.warm = s.arena.allocate<ContactWarm>(bundleCount, "warm impulses");
    s.tiling.context = new (s.arena.allocate(sizeof(Filling), "filling"))
        Filling{s,
                {recipe, s.def.gravity, s.time.h, softnessOf(s, true), softnessOf(s, false)},
                !byTiles && bundleCount > kSlowBundles};
    s.tiling.workerCount = s.workerCount;
    s.tiling.fill = fillRange;
    s.tiling.store = storeRange;
    if (byTiles) return;
    s.bundles = s.arena.allocate<ContactBundle>(bundleCount, "contact bundles");
    if (bundleCount > kFarBundles) s.contactStep.farEnd = s.bundles.data() + s.bundles.size();
    forBundles(s, [&](BundleRange range) { fillRange(range, bundlesIn(s, range), s.tiling.context); });
    if (recipe.shock > 0.0f) layShock(s, bundleCount);
}

void storeImpulses(StepContext& s) {
    forBundles(s, [&](BundleRange range) { storeRange(range, bundlesIn(s, range), s.tiling.context); });
}

} // namespace cairn
