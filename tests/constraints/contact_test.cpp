// The contact kernel against a textbook solver in double that keeps bodies, arms and torques explicit.
#include "constraints/contact_solve.h"
#include "math/dispatch.h"
#include "support/random.h"

#include <cairn/array.h>

#include <gtest/gtest.h>

#include <cstring>

namespace cairn {

namespace {

using DQuat = QuatT<double>;
using DSym33 = Sym33T<double>;

struct Node {
    DVec3 v, w, dx;
    DQuat dq;
    DSym33 inverseInertia;
    double inverseMass;
};

struct Patch {
    DVec3 normal, offset, arm[4];
    double separation[4], impulse[4], tangentImpulse[2], twistImpulse, friction;
    int count;
};

constexpr ContactStep kStep{1.0f / 240.0f, 240.0f, 3.0f, nullptr, 1.0f};
constexpr Softness kSoft{25.0f, 0.8f, 0.1f};

DVec3 randomVector(test::Random& random, float half) { return toDouble(random.inBox(half)); }

Node randomNode(test::Random& random) {
    Node node;
    node.v = randomVector(random, 2.0f);
    node.w = randomVector(random, 3.0f);
    node.dx = randomVector(random, 0.02f);
    const Quat q = fromAxisAngle(random.unitVector(), random.uniform(0.0f, 0.3f));
    node.dq = {toDouble(q.v), q.s};
    node.inverseMass = random.uniform(0.2f, 4.0f);
    const Mat33 r = toMatrix(random.rotation());
    const Sym33 i = rotateDiagonal(r, Vec3{random.uniform(1, 9), random.uniform(1, 9), random.uniform(1, 9)});
    node.inverseInertia = {i.xx, i.yy, i.zz, i.xy, i.xz, i.yz};
    return node;
}

Patch randomPatch(test::Random& random) {
    Patch p{};
    p.normal = toDouble(random.unitVector());
    p.offset = randomVector(random, 1.0f);
    p.count = 1 + random.below(4);
    for (int i = 0; i < p.count; ++i) {
        p.arm[i] = randomVector(random, 0.7f);
        p.separation[i] = random.uniform(-0.03f, 0.02f);
        p.impulse[i] = random.uniform(0.0f, 0.5f);
    }
    p.friction = random.uniform(0.0f, 1.0f);
    return p;
}

void pushNode(const Node& n, Array<BodyState>& states, Array<BodyMass>& masses) {
    states.push(
        {toFloat(n.v), toFloat(n.w), {0, 0}, toFloat(n.dx), {toFloat(n.dq.v), static_cast<float>(n.dq.s)}, 0.0f});
    const DSym33& i = n.inverseInertia;
    const auto f = [](double x) { return static_cast<float>(x); };
    masses.push({{f(i.xx), f(i.yy), f(i.zz), f(i.xy), f(i.xz), f(i.yz)}, f(n.inverseMass), 0.0f});
}

void put(float (&rows)[3][8], int lane, DVec3 v) {
    const Vec3 f = toFloat(v);
    rows[0][lane] = f.x, rows[1][lane] = f.y, rows[2][lane] = f.z;
}

void putPatch(ContactBundle& c, int lane, const Patch& p, int32_t a, int32_t b) {
    c.bodyA[lane] = a;
    c.bodyB[lane] = b;
    put(c.normal, lane, p.normal);
    put(c.offset, lane, p.offset);
    for (int i = 0; i < 4; ++i) {
        put(c.arm[i], lane, p.arm[i]);
        c.separation[i][lane] = static_cast<float>(p.separation[i]);
        c.impulse[i][lane] = static_cast<float>(p.impulse[i]);
        c.inverseK[i][lane] = i < p.count ? 1.0f : 0.0f;
    }
    c.friction[lane] = static_cast<float>(p.friction);
    for (int i = 0; i < 2; ++i) c.shareA[i][lane] = c.shareB[i][lane] = 1.0f;
    c.biasRate[lane] = kSoft.biasRate, c.massScale[lane] = kSoft.massScale, c.impulseScale[lane] = kSoft.impulseScale;
}

// One random patch per lane, each between two bodies of its own: as the reference sees them and as the kernel does.
struct RandomBundle {
    Node nodes[16];
    Patch patches[8];
    Array<BodyState> states;
    Array<BodyMass> masses;
    Array<ContactBundle> bundle;
};

RandomBundle randomBundle(test::Random& random) {
    RandomBundle r;
    r.bundle.resize(1);
    for (int i = 0; i < 8; ++i) {
        for (int k = 0; k < 2; ++k) pushNode(r.nodes[2 * i + k] = randomNode(random), r.states, r.masses);
        putPatch(r.bundle[0], i, r.patches[i] = randomPatch(random), 2 * i, 2 * i + 1);
    }
    return r;
}

void applyImpulse(Node& A, Node& B, const Patch& p, DVec3 arm, DVec3 impulse) {
    A.v -= A.inverseMass * impulse;
    A.w -= A.inverseInertia * cross(arm, impulse);
    B.v += B.inverseMass * impulse;
    B.w += B.inverseInertia * cross(arm + p.offset, impulse);
}

double inverseMassAlong(const Node& A, const Node& B, const Patch& p, DVec3 arm, DVec3 u) {
    const DVec3 a = cross(arm, u), b = cross(arm + p.offset, u);
    return A.inverseMass + B.inverseMass + dot(a, A.inverseInertia * a) + dot(b, B.inverseInertia * b);
}

// Sequential impulses, one point after the other, on the bodies themselves.
void solveReference(Node& A, Node& B, Patch& p, bool bias) {
    for (int i = 0; i < p.count; ++i) {
        const DVec3 rA = p.arm[i], rB = rA + p.offset;
        const DVec3 moved = B.dx + rotate(B.dq, rB) - rB - (A.dx + rotate(A.dq, rA) - rA);
        const double C = p.separation[i] + dot(p.normal, moved);
        const double cdot = dot(p.normal, B.v + cross(B.w, rB) - A.v - cross(A.w, rA));
        double push = 0.0, scale = 1.0, leak = 0.0;
        if (C > 0.0) {
            push = C * 240.0;
        } else if (bias) {
            push = max(25.0 * min(C, 0.0), -3.0);
            scale = static_cast<double>(kSoft.massScale), leak = static_cast<double>(kSoft.impulseScale);
        }
        const double K = inverseMassAlong(A, B, p, rA, p.normal);
        const double impulse = max(p.impulse[i] - scale * (cdot + push) / K - leak * p.impulse[i], 0.0);
        applyImpulse(A, B, p, rA, (impulse - p.impulse[i]) * p.normal);
        p.impulse[i] = impulse;
    }
}

void expectNear(Vec3 a, DVec3 b) { EXPECT_LT(length(toDouble(a) - b), 2e-4 * (1.0 + length(b))); }

} // namespace

TEST(Contact, sweepInContactSpaceEqualsSweepOverBodies) {
    test::Random random(3);
    for (int trial = 0; trial < test::scaled(2000); ++trial) {
        auto [nodes, patches, states, masses, bundle] = randomBundle(random);
        prepareContacts(bundle, masses.data());
        measureContacts(bundle, states.data());
        solveContacts(bundle, kStep, states.data());
        for (int i = 0; i < 8; ++i) {
            Node &A = nodes[2 * i], &B = nodes[2 * i + 1];
            solveReference(A, B, patches[i], true);
            expectNear(states[2 * i].v, A.v);
            expectNear(states[2 * i].w, A.w);
            expectNear(states[2 * i + 1].v, B.v);
            expectNear(states[2 * i + 1].w, B.w);
        }
    }
}

namespace {

bool sameMotion(const Array<BodyState>& a, const Array<BodyState>& b) {
    for (int i = 0; i < a.count(); ++i)
        if (!(a[i].v == b[i].v && a[i].w == b[i].w)) return false;
    return true;
}
ContactStep withPolicy(const ContactPolicy& policy) {
    ContactStep step = kStep;
    step.policy = policy;
    return step;
}

} // namespace

// Passes by policy are those of the default, where the policy asks for nothing else.
TEST(Contact, chosenPassesAreTheDefaults) {
    test::Random random(13);
    for (int trial = 0; trial < test::scaled(500); ++trial) {
        auto [nodes, patches, states, masses, bundle] = randomBundle(random);
        Array<BodyState> others;
        Array<ContactBundle> copies;
        for (const BodyState& s : states) others.push(s);
        copies.resize(1);
        prepareContacts(bundle, masses.data());
        copies[0] = bundle[0];
        measureContacts(bundle, states.data());
        solveContacts(bundle, kStep, states.data());
        sweepContacts(copies, withPolicy({.relaxation = 1.0f}), others.data());
        ASSERT_TRUE(sameMotion(states, others));
        relaxContacts(bundle, kStep, states.data());
        sweepContacts(copies, withPolicy({.relaxation = 1.0f, .hasFriction = true, .isRelaxed = true}), others.data());
        ASSERT_TRUE(sameMotion(states, others));
    }
}

// Mass splitting: bodies that are cut in n, solved one by one, and made one again by averaging.
TEST(Contact, collectedPassesAverageSplitBodies) {
    test::Random random(14);
    for (int trial = 0; trial < test::scaled(500); ++trial) {
        auto [nodes, patches, states, masses, bundle] = randomBundle(random);
        // The same two bodies in every lane: each is cut in eight.
        Array<BodyMass> cut;
        for (int i = 0; i < 16; ++i) {
            states[i] = states[i % 2];
            masses[i] = masses[i % 2];
            cut.push({8.0f * masses[i].inverseInertia, 8.0f * masses[i].inverseMass, 0.0f});
        }
        Array<ContactBundle> shared;
        shared.resize(1);
        shared[0] = bundle[0];
        for (int lane = 0; lane < 8; ++lane) {
            shared[0].bodyA[lane] = 0, shared[0].bodyB[lane] = 1;
            for (int i = 0; i < 2; ++i) shared[0].shareA[i][lane] = shared[0].shareB[i][lane] = 8.0f;
        }
        const ContactStep step = withPolicy({.relaxation = 1.0f, .hasFriction = true});
        const float counts[2] = {8.0f, 8.0f};
        BodyVelocity slots[kSlotsPerBundle];
        prepareContacts(shared, masses.data());
        collectContacts(shared, step, states.data(), {slots, counts});
        Array<BodyState> pieces;
        for (const BodyState& s : states) pieces.push(s);
        prepareContacts(bundle, cut.data());
        sweepContacts(bundle, step, pieces.data());
        for (int end = 0; end < 2; ++end) {
            DVec3 v{0, 0, 0}, w{0, 0, 0}, mean{0, 0, 0}, turn{0, 0, 0};
            for (int lane = 0; lane < 8; ++lane) {
                v += toDouble(slots[2 * lane + end].v);
                w += toDouble(slots[2 * lane + end].w);
                mean += 0.125 * toDouble(pieces[2 * lane + end].v - states[end].v);
                turn += 0.125 * toDouble(pieces[2 * lane + end].w - states[end].w);
            }
            EXPECT_LT(length(v - mean), 1e-5 * (1.0 + length(mean)));
            EXPECT_LT(length(w - turn), 1e-5 * (1.0 + length(turn)));
        }
    }
}

// No point approaches, none pulls, and those that leave do not push: within one pass.
TEST(Contact, blocksAreExact) {
    test::Random random(15);
    int pushing[5]{};
    for (int trial = 0; trial < test::scaled(2000); ++trial) {
        auto [nodes, patches, states, masses, bundle] = randomBundle(random);
        prepareContacts(bundle, masses.data());
        const ContactPolicy policy{.relaxation = 1.0f, .isBlock = true, .isRelaxed = true};
        sweepContacts(bundle, withPolicy(policy), states.data());
        for (int lane = 0; lane < 8; ++lane) {
            const Node &A = nodes[2 * lane], &B = nodes[2 * lane + 1];
            const Patch& p = patches[lane];
            const BodyState &a = states[2 * lane], &b = states[2 * lane + 1];
            int count = 0;
            for (int i = 0; i < p.count; ++i) {
                const DVec3 rA = p.arm[i], rB = rA + p.offset;
                const DVec3 moved = B.dx + rotate(B.dq, rB) - rB - (A.dx + rotate(A.dq, rA) - rA);
                const double C = p.separation[i] + dot(p.normal, moved);
                const double cdot =
                    dot(p.normal, toDouble(b.v) + cross(toDouble(b.w), rB) - toDouble(a.v) - cross(toDouble(a.w), rA)) +
                    max(C, 0.0) * 240.0;
                const double impulse = static_cast<double>(bundle[0].impulse[i][lane]);
                const double K = inverseMassAlong(A, B, p, rA, p.normal);
                EXPECT_GE(impulse, 0.0);
                EXPECT_GT(cdot, -3e-3);
                EXPECT_LT(min(impulse * K, cdot), 3e-3);
                count += impulse > 0.0;
            }
            ++pushing[count];
        }
    }
    for (const int count : pushing) EXPECT_TRUE(count > 0 || test::scaled(2000) < 100); // every number occurs
}

TEST(Contact, everyPassConservesMomentum) {
    test::Random random(4);
    for (int trial = 0; trial < test::scaled(500); ++trial) {
        auto [nodes, patches, states, masses, bundle] = randomBundle(random);
        prepareContacts(bundle, masses.data());
        warmStartContacts(bundle, states.data());
        measureContacts(bundle, states.data());
        solveContacts(bundle, kStep, states.data());
        relaxContacts(bundle, kStep, states.data());
        for (int i = 0; i < 8; ++i) {
            const Node &A = nodes[2 * i], &B = nodes[2 * i + 1];
            const DVec3 dvA = toDouble(states[2 * i].v) - A.v, dvB = toDouble(states[2 * i + 1].v) - B.v;
            EXPECT_LT(length((1.0 / A.inverseMass) * dvA + (1.0 / B.inverseMass) * dvB), 2e-4);
            // Angular momentum about A's centre; B's centre is at -offset from it.
            const DVec3 dL = inverse(A.inverseInertia) * (toDouble(states[2 * i].w) - A.w) +
                             inverse(B.inverseInertia) * (toDouble(states[2 * i + 1].w) - B.w) +
                             cross(-patches[i].offset, (1.0 / B.inverseMass) * dvB);
            EXPECT_LT(length(dL), 2e-4);
        }
    }
}

// A unit cube on the ground: the points share its weight, friction holds it, and it sinks by the softness and no more.
TEST(Contact, restingCubeCarriesItsWeight) {
    Array<BodyState> states;
    Array<BodyMass> masses;
    states.push(kBodyAtRest);
    masses.push({});
    states.push(kBodyAtRest);
    masses.push({{6, 6, 6, 0, 0, 0}, 1, 0});
    states[1].v = {0.2f, 0.0f, 0.0f};
    Patch p{};
    p.normal = {0, 1, 0};
    p.offset = {0, -0.5, 0};
    p.count = 4;
    p.friction = 0.6;
    for (int i = 0; i < 4; ++i) p.arm[i] = {i & 1 ? 0.5 : -0.5, 0.0, i & 2 ? 0.5 : -0.5};
    Array<ContactBundle> bundle(1);
    for (int lane = 0; lane < 8; ++lane) putPatch(bundle[0], lane, p, ~0, lane == 0 ? 1 : ~0);
    prepareContacts(bundle, masses.data());
    for (int substep = 0; substep < 400; ++substep) {
        states[1].v.y -= kStep.h * 9.81f;
        warmStartContacts(bundle, states.data());
        solveContacts(bundle, kStep, states.data());
        states[1].dx += kStep.h * states[1].v;
        relaxContacts(bundle, kStep, states.data());
    }
    const float weight = 9.81f * kStep.h;
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(bundle[0].impulse[i][0], 0.25f * weight, 0.01f * weight);
    EXPECT_LT(length(states[1].v), 1e-4f);
    EXPECT_LT(length(states[1].w), 1e-4f);
    EXPECT_LT(states[1].dx.y, 0.0f);
    EXPECT_GT(states[1].dx.y, -0.01f);
}

TEST(Contact, sameBitsOnEveryInstructionSet) {
    Array<BodyState> first;
    for (int target = 0; target < laneTargetCount(); ++target) {
        ASSERT_TRUE(setLaneTarget(laneTargetName(target)));
        test::Random random(5);
        Array<BodyState> states;
        Array<BodyMass> masses;
        Array<ContactBundle> bundles(20);
        for (int b = 0; b < bundles.count(); ++b)
            for (int i = 0; i < 8; ++i) {
                for (int k = 0; k < 2; ++k) pushNode(randomNode(random), states, masses);
                putPatch(bundles[b], i, randomPatch(random), states.count() - 2, states.count() - 1);
            }
        prepareContacts(bundles, masses.data());
        measureContacts(bundles, states.data());
        warmStartContacts(bundles, states.data());
        for (int pass = 0; pass < 8; ++pass) {
            solveContacts(bundles, kStep, states.data());
            relaxContacts(bundles, kStep, states.data());
        }
        if (target == 0) first = states;
        const std::size_t bytes = sizeof(BodyState) * static_cast<std::size_t>(states.count());
        EXPECT_EQ(std::memcmp(first.data(), states.data(), bytes), 0) << laneTargetName(target);
    }
    setLaneTarget(nullptr);
}

} // namespace cairn
