// The identities that let one update serve rigid and soft things alike.
#include "math/softness.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace cairn {
namespace {

struct Particle {
    DVec3 x{}, v{};
    double inverseMass = 1.0;
};
struct Link {
    int a, b;
    double rest, compliance;
};

struct Net {
    std::vector<Particle> particles;
    std::vector<Link> links;
};

// A net of 3 x 3 that hangs from one side, some links rigid and some soft. Small on purpose: a large one is chaotic and
// would blow up the rounding errors of either method.
Net makeNet() {
    test::Random random(1);
    Net net;
    for (int i = 0; i < 9; ++i) {
        Particle p;
        p.x = {0.3 * (i % 3), 0.02 * random.uniform(-1, 1), 0.3 * (i / 3)}; // level: it will swing down
        p.v = toDouble(random.inBox(0.1f));
        p.inverseMass = i < 3 ? 0.0 : 1.0 / random.uniform(0.5f, 5.0f);
        net.particles.push_back(p);
    }
    const auto link = [&](int a, int b) {
        const double rest = 0.98 * distance(net.particles[a].x, net.particles[b].x);
        if (net.particles[a].inverseMass + net.particles[b].inverseMass == 0.0) return;
        net.links.push_back({a, b, rest, random.below(3) == 0 ? 0.0 : std::pow(10.0, random.uniform(-7, -2))});
    };
    for (int i = 0; i < 9; ++i) {
        if (i % 3 < 2) link(i, i + 1);
        if (i < 6) link(i, i + 3);
    }
    return net;
}

constexpr double kStep = 1.0 / 240.0;
constexpr DVec3 kGravity{0.0, -9.81, 0.0};

// The textbook: predict positions, move them, and read the velocities off.
void stepXpbd(Net& net, std::vector<double>& lambda, int iterations) {
    const double h = kStep;
    std::vector<DVec3> x;
    for (Particle& p : net.particles) {
        if (p.inverseMass > 0.0)
            p.v += h * kGravity;
        else
            p.v = {};
        x.push_back(p.x + h * p.v);
    }
    lambda.assign(net.links.size(), 0.0);
    for (int iteration = 0; iteration < iterations; ++iteration)
        for (std::size_t i = 0; i < net.links.size(); ++i) {
            const Link& link = net.links[i];
            const double wA = net.particles[link.a].inverseMass, wB = net.particles[link.b].inverseMass;
            const DVec3 d = x[link.b] - x[link.a];
            const double l = length(d);
            const DVec3 n = (1.0 / l) * d;
            const double alphaTilde = link.compliance / (h * h);
            const double change = (-(l - link.rest) - alphaTilde * lambda[i]) / (wA + wB + alphaTilde);
            lambda[i] += change;
            x[link.a] -= (wA * change) * n;
            x[link.b] += (wB * change) * n;
        }
    for (std::size_t i = 0; i < x.size(); ++i) {
        net.particles[i].v = (1.0 / h) * (x[i] - net.particles[i].x);
        net.particles[i].x = x[i];
    }
}

// Ours: impulses on velocities. J and C are taken at the positions that the present velocities lead to, so that
// C(x) + h Cdot is the error there.
void stepImpulses(Net& net, std::vector<double>& impulse, int iterations) {
    const double h = kStep;
    for (Particle& p : net.particles) {
        if (p.inverseMass > 0.0)
            p.v += h * kGravity;
        else
            p.v = {};
    }
    impulse.assign(net.links.size(), 0.0);
    for (int iteration = 0; iteration < iterations; ++iteration)
        for (std::size_t i = 0; i < net.links.size(); ++i) {
            const Link& link = net.links[i];
            Particle& A = net.particles[link.a];
            Particle& B = net.particles[link.b];
            const DVec3 d = (B.x + h * B.v) - (A.x + h * A.v);
            const double l = length(d);
            const DVec3 n = (1.0 / l) * d;
            const double K = A.inverseMass + B.inverseMass;
            const double Cdot = dot(n, B.v - A.v), C = (l - link.rest) - h * Cdot;
            const double change = impulseChange(fromCompliance(link.compliance, h, K), 1.0 / K, Cdot, C, impulse[i]);
            impulse[i] += change;
            A.v -= (A.inverseMass * change) * n;
            B.v += (B.inverseMass * change) * n;
        }
    for (Particle& p : net.particles) p.x += h * p.v;
}

TEST(Softness, ImpulsesWithComplianceAreXpbd) {
    Net a = makeNet(), b = makeNet();
    std::vector<double> lambda, impulse;
    double worstPosition = 0.0, worstLambda = 0.0, motion = 0.0;
    for (int substep = 0; substep < 400; ++substep) {
        stepXpbd(a, lambda, 3);
        stepImpulses(b, impulse, 3);
        for (std::size_t i = 0; i < a.particles.size(); ++i) {
            worstPosition = max(worstPosition, distance(a.particles[i].x, b.particles[i].x));
            motion = max(motion, length(a.particles[i].v));
        }
        for (std::size_t i = 0; i < lambda.size(); ++i)
            worstLambda = max(worstLambda, abs(lambda[i] - kStep * impulse[i]));
    }
    std::printf("    positions differ by %.3g m, lambda and h * impulse by %.3g\n", worstPosition, worstLambda);
    EXPECT_LT(worstPosition, 1e-12);
    EXPECT_LT(worstLambda, 1e-12);
    EXPECT_GT(motion, 0.5) << "the net must move for this to mean anything";
}

// Rows between points with random directions; some may only push.
struct Row {
    int a, b;
    DVec3 n;
    double C;
    SoftnessT<double> softness;
    bool pushOnly;
};
struct System {
    std::vector<Particle> particles;
    std::vector<Row> rows;
    std::vector<int> counts; // rows per particle
};

System makeSystem(uint64_t seed) {
    test::Random random(seed);
    System system;
    for (int i = 0; i < 30; ++i)
        system.particles.push_back({{}, toDouble(random.inBox(3.0f)), 1.0 / random.logUniform(0.1f, 10.0f)});
    system.counts.assign(30, 0);
    for (int i = 0; i < 90; ++i) {
        const int a = random.below(30), b = (a + 1 + random.below(29)) % 30;
        Vec3 n = random.unitVector();
        const SoftnessT<double> softness = i % 3 == 0   ? rigid<double>()
                                           : i % 3 == 1 ? baumgarte(0.2, kStep)
                                                        : fromHertz(30.0, 1.0, kStep);
        system.rows.push_back({a, b, toDouble(n), 0.01 * random.uniform(-1, 1), softness, random.below(2) == 0});
        ++system.counts[a], ++system.counts[b];
    }
    return system;
}

double project(const Row& row, double impulse) { return row.pushOnly ? max(impulse, 0.0) : impulse; }

// Mass splitting as described: every particle is cut into one piece per row, of equal mass; each row moves its own two
// pieces; then the pieces are joined again with their mean velocity.
void solveSplit(System& system, std::vector<double>& impulses) {
    std::vector<DVec3> sum(system.particles.size(), DVec3{});
    for (std::size_t i = 0; i < system.rows.size(); ++i) {
        const Row& row = system.rows[i];
        const double wA = system.particles[row.a].inverseMass * system.counts[row.a];
        const double wB = system.particles[row.b].inverseMass * system.counts[row.b];
        DVec3 vA = system.particles[row.a].v, vB = system.particles[row.b].v; // of the pieces
        const double K = wA + wB;
        const double total =
            project(row, impulses[i] + impulseChange(row.softness, 1.0 / K, dot(row.n, vB - vA), row.C, impulses[i]));
        const double change = total - impulses[i];
        impulses[i] = total;
        vA -= (wA * change) * row.n;
        vB += (wB * change) * row.n;
        sum[row.a] += vA;
        sum[row.b] += vB;
    }
    for (std::size_t i = 0; i < sum.size(); ++i)
        if (system.counts[i] > 0) system.particles[i].v = (1.0 / system.counts[i]) * sum[i];
}

// Block Jacobi: K sees inverse masses times the count, the impulses are applied with the full mass.
void solveJacobi(System& system, std::vector<double>& impulses) {
    std::vector<DVec3> change(system.particles.size(), DVec3{});
    for (std::size_t i = 0; i < system.rows.size(); ++i) {
        const Row& row = system.rows[i];
        const Particle &A = system.particles[row.a], &B = system.particles[row.b];
        const double K = A.inverseMass * system.counts[row.a] + B.inverseMass * system.counts[row.b];
        const double total =
            project(row, impulses[i] + impulseChange(row.softness, 1.0 / K, dot(row.n, B.v - A.v), row.C, impulses[i]));
        change[row.a] -= (total - impulses[i]) * row.n;
        change[row.b] += (total - impulses[i]) * row.n;
        impulses[i] = total;
    }
    for (std::size_t i = 0; i < change.size(); ++i)
        system.particles[i].v += system.particles[i].inverseMass * change[i];
}

TEST(Softness, MassSplittingIsJacobiWithCountedMass) {
    double worst = 0.0, moved = 0.0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        System a = makeSystem(seed), b = a;
        std::vector<double> impulsesA(a.rows.size(), 0.0), impulsesB = impulsesA;
        for (int iteration = 0; iteration < 30; ++iteration) {
            solveSplit(a, impulsesA);
            solveJacobi(b, impulsesB);
            for (std::size_t i = 0; i < a.particles.size(); ++i)
                worst = max(worst, distance(a.particles[i].v, b.particles[i].v));
            for (std::size_t i = 0; i < a.rows.size(); ++i) worst = max(worst, abs(impulsesA[i] - impulsesB[i]));
        }
        moved = max(moved, distance(a.particles[0].v, makeSystem(seed).particles[0].v));
    }
    std::printf("    differ by %.3g\n", worst);
    EXPECT_LT(worst, 1e-13);
    EXPECT_GT(moved, 0.1);
}

// One row on one mass, one iteration: implicit Euler of a damped spring, m x'' = -m omega^2 x - 2 m zeta omega x'.
TEST(Softness, HertzIsImplicitEuler) {
    test::Random random(4);
    for (int i = 0; i < test::scaled(10'000); ++i) {
        const double hertz = random.logUniform(0.1f, 200.0f), zeta = random.uniform(0, 10),
                     h = random.logUniform(1e-4f, 0.05f);
        const double m = random.logUniform(0.01f, 100.0f), x = random.uniform(-1, 1), v = random.uniform(-10, 10);
        const double w = 2.0 * 3.14159265358979323846 * hertz;
        const double expected = (v - h * w * w * x) / (1.0 + 2.0 * zeta * w * h + h * h * w * w);
        const SoftnessT<double> s = fromHertz(hertz, zeta, h);
        double got = v, impulse = 0.0;
        for (int iteration = 0; iteration < 4; ++iteration) { // further iterations change nothing: it has converged
            const double change = impulseChange(s, m, got, x, impulse);
            impulse += change;
            got += change / m;
            ASSERT_NEAR(got, expected, 1e-9 * (1.0 + abs(expected)));
        }
        ASSERT_NEAR(s.massScale + s.impulseScale, 1.0, 1e-15);
    }
}

// A frequency relative to the mass is a stiffness: k = omega^2 / K, compliance 1/k.
TEST(Softness, HertzIsCompliance) {
    test::Random random(5);
    for (int i = 0; i < test::scaled(10'000); ++i) {
        const double hertz = random.logUniform(0.1f, 200.0f), h = random.logUniform(1e-4f, 0.05f);
        const double K = random.logUniform(1e-3f, 1e3f), w = 2.0 * 3.14159265358979323846 * hertz;
        const SoftnessT<double> a = fromHertz(hertz, 0.0, h), b = fromCompliance(K / (w * w), h, K);
        ASSERT_NEAR(a.biasRate * h, b.biasRate * h, 1e-12);
        ASSERT_NEAR(a.massScale, b.massScale, 1e-12);
        ASSERT_NEAR(a.impulseScale, b.impulseScale, 1e-12);
    }
}

TEST(Softness, LimitsAreRigid) {
    const Softness none = fromHertz(0.0f, 1.0f, 0.01f);
    EXPECT_EQ(none.biasRate, 0.0f);
    EXPECT_EQ(none.massScale, 1.0f);
    EXPECT_EQ(none.impulseScale, 0.0f);
    const Softness hard = fromCompliance(0.0f, 0.01f, 3.0f);
    EXPECT_EQ(hard.biasRate, 100.0f);
    EXPECT_EQ(hard.massScale, 1.0f);
    EXPECT_EQ(hard.impulseScale, 0.0f);
    const Softness stuck = fromCompliance(0.0f, 0.01f, 0.0f);
    EXPECT_TRUE(isFinite(stuck.massScale) && isFinite(stuck.impulseScale));
    EXPECT_EQ(baumgarte(0.2f, 0.01f).biasRate, 20.0f);
    // Endless stiffness is Baumgarte with everything removed at once.
    const Softness stiff = fromHertz(1e6f, 1.0f, 0.01f);
    EXPECT_NEAR(stiff.biasRate, 100.0f, 0.1f);
    EXPECT_NEAR(stiff.massScale, 1.0f, 1e-6f);
}

} // namespace
} // namespace cairn
