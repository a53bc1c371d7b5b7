// Stages 4, 5 and 7: bodies and patches into the solver's layout, and impulses back.
#include "math/softness.h"
#include "pipeline/step.h"

namespace cairn {

void loadBodies(StepContext& s) {
    Model& m = s.model;
    const float h = s.time.h;
    s.drives = s.arena.allocate<BodyDrive>(m.states.count(), "body drives");
    parallelFor(s.tasks, m.states.count() - 1, 64, [&](int begin, int end, int) {
        for (int i = begin + 1; i < end + 1; ++i) {
            const Body& b = m.bodies[m.stateBody[i]];
            m.states[i] = kBodyAtRest;
            m.states[i].v = b.v;
            m.states[i].w = b.w;
            m.masses[i] = {};
            BodyDrive& drive = s.drives[static_cast<std::size_t>(i)] = {kZero, kZero, 1.0f, 1.0f};
            if (b.type != BodyType::Dynamic) continue;
            m.masses[i].inverseInertia = worldInverseInertia(b);
            m.masses[i].inverseMass = b.inverseMass;
            drive.dv = h * (b.gravityScale * s.def.gravity + b.inverseMass * b.force);
            drive.dw = h * (m.masses[i].inverseInertia * b.torque);
            drive.linearKeep = 1.0f / (1.0f + h * b.linearDamping);
            drive.angularKeep = 1.0f / (1.0f + h * b.angularDamping);
        }
    });
}

namespace {

int32_t solverIndex(const Body& b) {
    if (b.state == kNone) return ~0;
    return b.type == BodyType::Dynamic ? b.state : ~b.state;
}

void put(float (&rows)[3][8], int lane, Vec3 v) { rows[0][lane] = v.x, rows[1][lane] = v.y, rows[2][lane] = v.z; }

void idleLane(ContactBundle& c, int lane) {
    c.bodyA[lane] = c.bodyB[lane] = ~0;
    put(c.normal, lane, {0.0f, 1.0f, 0.0f});
}

// Raw fields of one lane; prepareContacts does the rest in lanes.
void fillLane(const Model& m, const Patch& p, ContactBundle& c, int lane) {
    const Contact& contact = m.contacts[p.contact];
    c.bodyA[lane] = solverIndex(m.bodies[contact.bodyA]);
    c.bodyB[lane] = solverIndex(m.bodies[contact.bodyB]);
    put(c.normal, lane, p.normal);
    put(c.offset, lane, contact.freeze.offset);
    for (int i = 0; i < p.count; ++i) {
        put(c.arm[i], lane, p.points[i].arm);
        c.separation[i][lane] = p.points[i].separation;
        c.impulse[i][lane] = p.points[i].impulse;
        c.inverseK[i][lane] = 1.0f;
    }
    c.friction[lane] = contact.material.friction;
    c.twistImpulse[lane] = p.twistImpulse;
    put(c.frictionImpulse, lane, p.frictionImpulse);
}

} // namespace

void prepare(StepContext& s) {
    Model& m = s.model;
    int bundleCount = 0, colourCount = 0;
    const auto bundlesOf = [](std::size_t edges) { return static_cast<int>((edges + 7) / 8); };
    for (int c = 0; c < Colouring::kColourCount; ++c) {
        const int n = bundlesOf(m.graph.edges(c).size());
        bundleCount += n;
        colourCount += n > 0;
    }
    const std::span<const int> overflow = m.graph.edges(Colouring::kOverflow);
    bundleCount += static_cast<int>(overflow.size());
    colourCount += static_cast<int>(overflow.size());
    s.bundles = s.arena.allocate<ContactBundle>(bundleCount, "contact bundles");
    s.bundlePatch = s.arena.allocate<int32_t>(8 * bundleCount, "bundle patches");
    s.colours = s.arena.allocate<BundleRange>(colourCount, "colours");

    int next = 0, colour = 0;
    const auto addRange = [&](std::span<const int> edges) {
        const int first = next;
        for (std::size_t i = 0; i < edges.size(); i += 8, ++next)
            for (std::size_t lane = 0; lane < 8; ++lane)
                s.bundlePatch[static_cast<std::size_t>(8 * next) + lane] =
                    i + lane < edges.size() ? edges[i + lane] : kNone;
        s.colours[static_cast<std::size_t>(colour++)] = {first, next};
    };
    // Overflow first, one at a time: the colours after it include everything that rests on the ground.
    for (std::size_t i = 0; i < overflow.size(); ++i) addRange(overflow.subspan(i, 1));
    for (int c = 0; c < Colouring::kColourCount; ++c)
        if (!m.graph.edges(c).empty()) addRange(m.graph.edges(c));

    const float rate = 1.0f / s.time.h;
    const float hertz = min(30.0f, 0.125f * rate);
    const Softness moving = fromHertz(hertz, 10.0f, s.time.h), fixed = fromHertz(2.0f * hertz, 5.0f, s.time.h);
    parallelFor(s.tasks, bundleCount, 8, [&](int begin, int end, int) {
        for (int b = begin; b < end; ++b) {
            ContactBundle& c = s.bundles[static_cast<std::size_t>(b)] = {};
            for (int lane = 0; lane < 8; ++lane) {
                const int32_t p = s.bundlePatch[static_cast<std::size_t>(8 * b + lane)];
                p == kNone ? idleLane(c, lane) : fillLane(m, m.patches[p], c, lane);
            }
        }
        prepareContacts(s.bundles.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)),
                        m.masses.data(), moving, fixed);
    });
}

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
                p.frictionImpulse = {c.frictionImpulse[0][lane], c.frictionImpulse[1][lane],
                                     c.frictionImpulse[2][lane]};
                p.twistImpulse = c.twistImpulse[lane];
            }
        }
    });
}

} // namespace cairn
