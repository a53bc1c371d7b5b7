// Trees of joints that are solved at once: against a dense solve, and under loads that iteration does not hold.
#include "joints/joint_fixture.h"
#include "math/dispatch.h"
#include "solvers/joint_tree.h"

#include <cairn/tasks.h>

#include <algorithm>
#include <cmath>

namespace cairn {

namespace {

using test::addBall;
using test::addBox;
using test::kDt;
using test::steps;

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>; // rows

double dot(const Vector& a, const Vector& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}
Vector operator*(const Matrix& m, const Vector& v) {
    Vector out;
    for (const Vector& row : m) out.push_back(dot(row, v));
    return out;
}
void add(Vector& to, double scale, const Vector& v) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += scale * v[i];
}
void add(Vector& to, std::size_t at, double scale, DVec3 v) {
    to[at] += scale * v.x, to[at + 1] += scale * v.y, to[at + 2] += scale * v.z;
}
DVec3 at(const Vector& v, std::size_t i) { return {v[i], v[i + 1], v[i + 2]}; }

// x of A x = b, for a positive definite A: elimination without a choice of pivots.
Vector solve(Matrix A, Vector b) {
    for (std::size_t k = 0; k < b.size(); ++k)
        for (std::size_t i = k + 1; i < b.size(); ++i) {
            const double share = -A[i][k] / A[k][k];
            add(A[i], share, A[k]);
            b[i] += share * b[k];
        }
    for (std::size_t k = b.size(); k-- > 0;) {
        for (std::size_t i = k + 1; i < b.size(); ++i) b[k] -= A[k][i] * b[i];
        b[k] /= A[k][k];
    }
    return b;
}

struct Chain {
    std::vector<BodyId> links;
    std::vector<JointId> joints;
    BodyId ball{};
    double taut = 0;

    double stretch(const World& world) const { return length(world.pose(ball).p) / taut - 1.0; }
};
// Links of 1 kg and half a metre from the origin, with a ball at the end.
Chain hangChain(World& world, int count, float mass, Vec3 way, float breakForce = kUnlimited) {
    Chain chain;
    BodyId last = world.createBody({});
    const Quat turn = fromTo({0, 1, 0}, way);
    const auto add = [&](BodyId body, DVec3 at) {
        JointLink link = world.jointLink(last, body, at);
        link.breakForce = breakForce;
        chain.joints.push_back(world.createJoint(BallJointDef{.link = link}));
        last = body;
    };
    for (int i = 0; i < count; ++i) {
        const DVec3 top = toDouble(0.5f * static_cast<float>(i) * way);
        const BodyId link = world.createBody(
            {.type = BodyType::Dynamic, .position = top + toDouble(0.25f * way), .rotation = turn, .mass = 1.0f});
        world.createShape(link, ShapeCapsule{0.17f, 0.08f}, {.filter = {.group = -1}});
        chain.links.push_back(link);
        add(link, top);
    }
    const Vec3 end = 0.5f * static_cast<float>(count) * way;
    chain.ball = world.createBody({.type = BodyType::Dynamic, .position = toDouble(end + 0.5f * way), .mass = mass});
    world.createShape(chain.ball, ShapeSphere{0.5f}, {.filter = {.group = -1}});
    add(chain.ball, toDouble(end));
    chain.taut = 0.5 * count + 0.5;
    return chain;
}

double worstStretch(World& world, const Chain& chain, int count) {
    double worst = 0;
    for (int i = 0; i < count; ++i) {
        world.step(kDt);
        worst = std::fmax(worst, chain.stretch(world));
    }
    return worst;
}

} // namespace

// Random trees with masses from 1 to 1000, some joints to the ground; every third is a chain of points. In a step of no
// length nothing moves, and what the passes of a step do to velocities is a few products with one matrix. Rows are
// along the axes that the parts have them along: G is a share of the diagonal of K, and that depends on them.
TEST(JointTree, velocitiesAreThoseOfADenseSolve) {
    test::Random random(3);
    for (int trial = 0; trial < test::scaled(100); ++trial) {
        World world({.gravity = kZero, .directJoints = DirectJoints::All});
        std::vector<BodyId> bodies{world.createBody({})};
        Matrix J;
        const bool isChain = trial % 3 == 0;
        const int count = isChain ? 1 + trial % 23 : 2 + trial % 12;
        for (int i = 1; i <= count; ++i) {
            const BodyId body = world.createBody({.type = BodyType::Dynamic,
                                                  .position = toDouble(random.inBox(1.0f)),
                                                  .rotation = random.rotation(),
                                                  .linearVelocity = random.inBox(2.0f),
                                                  .angularVelocity = random.inBox(2.0f),
                                                  .mass = random.logUniform(1.0f, 1000.0f)});
            world.createShape(body, ShapeBox{{0.5f, 0.4f, 0.6f}}, {.filter = {.group = -1}});
            bodies.push_back(body);
        }
        const auto join = [&](std::size_t a, std::size_t b) {
            const DVec3 anchor = world.pose(bodies[b]).p + toDouble(random.inBox(0.3f));
            const Vec3 axis = random.unitVector();
            const JointLink link = world.jointLink(bodies[a], bodies[b], anchor, axis);
            const int kind = isChain ? 0 : static_cast<int>(random.uniform(0.0f, 3.999f));
            if (kind == 0) world.createJoint(BallJointDef{.link = link});
            if (kind == 1) world.createJoint(HingeJointDef{.link = link});
            if (kind == 2) world.createJoint(WeldJointDef{.link = link});
            if (kind == 3) world.createJoint(SliderJointDef{.link = link});
            const DVec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
            const Quat frame = world.pose(bodies[a]).q * link.frameA.q;
            const DVec3 side[2] = {toDouble(rotate(frame, {0, 1, 0})), toDouble(rotate(frame, {0, 0, 1}))};
            const auto row = [&](DVec3 linear, DVec3 onA, DVec3 onB) {
                Vector r(6 * bodies.size());
                add(r, 6 * a, -1.0, linear), add(r, 6 * a + 3, -1.0, onA);
                add(r, 6 * b, 1.0, linear), add(r, 6 * b + 3, 1.0, onB);
                J.push_back(r);
            };
            const auto along = [&](DVec3 u) {
                row(u, cross(anchor - world.massCenter(bodies[a]), u), cross(anchor - world.massCenter(bodies[b]), u));
            };
            const auto about = [&](DVec3 u) { row({0, 0, 0}, u, u); };
            if (kind != 3) along(x), along(y), along(z);
            if (kind == 3) along(side[0]), along(side[1]);
            if (kind == 1) about(side[0]), about(side[1]);
            if (kind > 1) about(x), about(y), about(z);
        };
        for (std::size_t i = 2; i <= static_cast<std::size_t>(count); ++i) {
            if (!isChain)
                join(1 + static_cast<std::size_t>(random.uniform(0.0f, static_cast<float>(i) - 1.001f)), i);
            else if (random.uniform(0.0f, 1.0f) < 0.5f)
                join(i - 1, i);
            else
                join(i, i - 1);
        }
        if (trial % 2 == 0) join(0, 1);
        if (trial % 4 == 0 && (isChain || count > 6)) join(0, static_cast<std::size_t>(count));

        Matrix respond(6 * bodies.size(), Vector(J.size())); // M^-1 J^T
        Vector v(6 * bodies.size());
        for (std::size_t b = 1; b < bodies.size(); ++b) {
            const MassProperties mass = world.massProperties(bodies[b]);
            const Sym33 I = rotateSymmetric(toMatrix(world.pose(bodies[b]).q), inverse(mass.inertia));
            const double inverseI[3][3] = {{I.xx, I.xy, I.xz}, {I.xy, I.yy, I.yz}, {I.xz, I.yz, I.zz}};
            add(v, 6 * b, 1.0, toDouble(world.linearVelocity(bodies[b])));
            add(v, 6 * b + 3, 1.0, toDouble(world.angularVelocity(bodies[b])));
            for (std::size_t i = 0; i < J.size(); ++i)
                for (std::size_t k = 0; k < 3; ++k) {
                    respond[6 * b + k][i] = J[i][6 * b + k] / static_cast<double>(mass.mass);
                    for (std::size_t l = 0; l < 3; ++l)
                        respond[6 * b + 3 + k][i] += inverseI[k][l] * J[i][6 * b + 3 + l];
                }
        }
        Matrix K(J.size(), Vector(J.size()));
        Vector G;
        for (std::size_t i = 0; i < J.size(); ++i) {
            for (std::size_t c = 0; c < respond.size(); ++c) add(K[i], J[i][c], respond[c]);
            G.push_back(kTreeSoftness * K[i][i]);
            K[i][i] += G[i];
        }
        Vector impulse(J.size());
        for (int substep = 0; substep < 2; ++substep) { // of its own
            add(v, 1.0, respond * impulse);
            for (const double leak : {1.0, 0.0}) { // solve, and relax in the end
                if (leak == 0.0 && substep < 1) continue;
                Vector wanted = J * v;
                for (std::size_t i = 0; i < J.size(); ++i) wanted[i] += leak * G[i] * impulse[i];
                const Vector change = solve(K, wanted);
                add(v, -1.0, respond * change);
                add(impulse, -1.0, change);
            }
        }
        world.step(1e-6f);
        double linearError = 0, angularError = 0, fastest = 1; // floats are as coarse as what turns fastest
        for (std::size_t b = 1; b < bodies.size(); ++b) {
            const DVec3 linear = toDouble(world.linearVelocity(bodies[b])),
                        angular = toDouble(world.angularVelocity(bodies[b]));
            linearError = std::fmax(linearError, length(linear - at(v, 6 * b)));
            angularError = std::fmax(angularError, length(angular - at(v, 6 * b + 3)));
            fastest = std::fmax(fastest, length(angular));
        }
        EXPECT_LT(linearError, 2e-4) << trial;
        EXPECT_LT(angularError, 5e-5 * fastest) << trial << " at " << fastest << " rad/s";
    }
}

TEST(JointTree, momentumIsKept) {
    test::Random random(4);
    World world({.gravity = kZero, .directJoints = DirectJoints::All});
    std::vector<BodyId> bodies;
    for (int i = 0; i < 20; ++i) {
        bodies.push_back(addBall(world, toDouble(random.inBox(2.0f)), random.logUniform(1.0f, 10.0f)));
        world.setLinearVelocity(bodies.back(), random.inBox(2.0f));
        world.setAngularVelocity(bodies.back(), random.inBox(2.0f));
        if (i == 0) continue;
        const BodyId other = bodies[static_cast<std::size_t>(random.uniform(0.0f, static_cast<float>(i) - 0.001f))];
        const JointLink link = world.jointLink(other, bodies.back(), world.pose(other).p, random.unitVector());
        if (i % 3 == 0) world.createJoint(BallJointDef{.link = link});
        if (i % 3 == 1) world.createJoint(HingeJointDef{.link = link});
        if (i % 3 == 2) world.createJoint(SliderJointDef{.link = link});
    }
    const test::Momentum before = test::momentum(world, bodies);
    steps(world, 120);
    const test::Momentum after = test::momentum(world, bodies);
    EXPECT_LT(length(after.linear - before.linear), 1e-4 * 20);
    EXPECT_LT(length(after.angular - before.angular), 1e-3 * (1.0 + length(before.angular)));
}

// Iteration lets these stretch by 33 % and more.
TEST(JointTree, aTonOnTenLinksStretchesThemByLessThanAPercent) {
    for (const float mass : {100.0f, 1000.0f, 10000.0f})
        for (const Vec3 way : {Vec3{0, -1, 0}, Vec3{1, 0, 0}}) {
            World world;
            const Chain chain = hangChain(world, 10, mass, way);
            EXPECT_LT(worstStretch(world, chain, 900), 0.01) << mass << " kg, " << (way.y < 0 ? "hung" : "swung");
        }
}

// What was torn apart comes back at a bounded speed, and is whole again.
TEST(JointTree, aLinkThatWasTakenAwayComesBackCalmly) {
    for (const float mass : {1.0f, 10.0f, 100.0f})
        for (const double away : {1.0, 5.0, 20.0}) {
            World world({.directJoints = DirectJoints::All});
            const Chain chain = hangChain(world, 5, mass, {0, -1, 0});
            const BodyId taken = chain.links[2];
            world.setPose(taken, {world.pose(taken).p + DVec3{away, 0.5 * away, 0}, world.pose(taken).q});
            float fastest = 0.0f;
            for (int i = 0; i < 1200; ++i) {
                world.step(kDt);
                for (const BodyId body : chain.links) fastest = max(fastest, length(world.linearVelocity(body)));
            }
            EXPECT_LT(fastest, 30.0f + 5.0f * static_cast<float>(away)) << mass << " kg, " << away << " m";
            EXPECT_LT(chain.stretch(world), 0.02) << mass << " kg, " << away << " m";
        }
}

// One start says little: chains that go slack and tight again whip about, and some of them are torn for a moment.
TEST(JointTree, chainsFromManyStartsHold) {
    test::Random random(8);
    std::vector<double> worst;
    for (int trial = 0; trial < 40; ++trial) {
        World world;
        const Vec3 way = normalize(Vec3{1, 0, 0} + random.inBox(0.3f));
        const Chain chain = hangChain(world, 10, random.logUniform(100.0f, 2000.0f), way);
        worst.push_back(worstStretch(world, chain, 600));
    }
    std::sort(worst.begin(), worst.end());
    EXPECT_LT(worst[worst.size() / 2], 0.003);
    EXPECT_LT(worst[worst.size() * 8 / 10], 0.02);
    EXPECT_LT(worst.back(), 3.0);
}

TEST(JointTree, energyOfAHeavyPendulumStays) {
    World world;
    const Chain chain = hangChain(world, 10, 1000.0f, {1, 0, 0});
    const auto energy = [&] {
        double sum = 0;
        for (std::size_t i = 0; i <= chain.links.size(); ++i) {
            const BodyId body = i < chain.links.size() ? chain.links[i] : chain.ball;
            const MassProperties mass = world.massProperties(body);
            const Vec3 v = world.linearVelocity(body), w = world.angularVelocity(body);
            const Sym33 I = rotateSymmetric(toMatrix(world.pose(body).q), mass.inertia);
            sum += static_cast<double>(mass.mass) *
                   (9.81 * world.massCenter(body).y + 0.5 * static_cast<double>(dot(v, v)));
            sum += 0.5 * static_cast<double>(dot(w, I * w));
        }
        return sum;
    };
    const double before = energy(), scale = 1000.0 * 9.81 * 5.5;
    steps(world, 300);
    EXPECT_NEAR(energy(), before, 0.03 * scale);
}

// The rule that decides by itself: heavy loads yes, a few equal links no.
TEST(JointTree, onlyLoadedTreesAreSolvedDirectly) {
    const auto end = [](float mass, DirectJoints rule) {
        World world({.directJoints = rule});
        const Chain chain = hangChain(world, 4, mass, {1, 0, 0});
        steps(world, 20);
        return world.pose(chain.ball).p.y;
    };
    EXPECT_EQ(end(1.0f, DirectJoints::Loaded), end(1.0f, DirectJoints::Asked));
    EXPECT_NE(end(1.0f, DirectJoints::All), end(1.0f, DirectJoints::Asked));
    EXPECT_EQ(end(100.0f, DirectJoints::Loaded), end(100.0f, DirectJoints::All));
}

TEST(JointTree, sameBitsOnAnyNumberOfThreads) {
    uint64_t first = 0;
    for (const int threads : {1, 2, 8}) {
        const Workers workers(threads);
        World world({.directJoints = DirectJoints::All, .tasks = workers.tasks()});
        for (int i = 0; i < 30; ++i) hangChain(world, 3 + i % 5, 1.0f + 30.0f * static_cast<float>(i), {1, 0, 0});
        steps(world, test::scaled(120));
        if (threads == 1) first = world.hash();
        EXPECT_EQ(world.hash(), first) << threads;
    }
}

// Balls, hinges with and without limits, welds and sliders, in chains and branches.
TEST(JointTree, sameBitsOnAllInstructionSets) {
    uint64_t first = 0;
    for (int target = 0; target < laneTargetCount(); ++target) {
        ASSERT_TRUE(setLaneTarget(laneTargetName(target)));
        World world({.directJoints = DirectJoints::All});
        hangChain(world, 10, 1000.0f, {1, 0, 0});
        std::vector<BodyId> bodies{world.createBody({})};
        for (int i = 0; i < 25; ++i) {
            const BodyId body = addBox(world, {0.5 * i, 3, 0}, {0.2f, 0.1f, 0.15f}, i % 7 == 6 ? 50.0f : 1.0f);
            const BodyId other = bodies[static_cast<std::size_t>(i % 3 == 2 ? i - 1 : i)];
            const JointLink link = world.jointLink(other, body, {0.5 * i - 0.25, 3, 0}, {0, 0, 1});
            if (i % 5 == 0) world.createJoint(BallJointDef{.link = link});
            if (i % 5 == 1) world.createJoint(HingeJointDef{.link = link});
            if (i % 5 == 2) world.createJoint(HingeJointDef{.link = link, .limits = {true, -0.4f, 0.4f}});
            if (i % 5 == 3) world.createJoint(WeldJointDef{.link = link});
            if (i % 5 == 4) world.createJoint(SliderJointDef{.link = link});
            bodies.push_back(body);
        }
        steps(world, test::scaled(60));
        if (target == 0) first = world.hash();
        EXPECT_EQ(world.hash(), first) << laneTargetName(target);
    }
    setLaneTarget(nullptr);
}

// Bodies that cannot turn: the angular rows of a weld have nothing to move. The last link is thrown and takes the
// others along, all at the speed of the common momentum. (They move so that a quarantined body would be missed.)
TEST(JointTree, rowsInWhichNothingMovesGetNoImpulse) {
    World world({.gravity = kZero, .directJoints = DirectJoints::All});
    std::vector<BodyId> links;
    std::vector<JointId> joints;
    for (int i = 0; i < 8; ++i) {
        const BodyId link = world.createBody({.type = BodyType::Dynamic,
                                              .position = {0.5 * i, 0, 0},
                                              .linearVelocity = i == 7 ? Vec3{0, 2, 1} : kZero,
                                              .mass = i == 7 ? 100.0f : 1.0f,
                                              .locks = {.angularX = true, .angularY = true, .angularZ = true}});
        world.createShape(link, ShapeBox{{0.2f, 0.1f, 0.1f}}, {.filter = {.group = -1}});
        if (i > 0)
            joints.push_back(
                world.createJoint(WeldJointDef{.link = world.jointLink(links.back(), link, {0.5 * i - 0.25, 0, 0})}));
        links.push_back(link);
    }
    steps(world, 120);
    const Vec3 common = (100.0f / 107.0f) * Vec3{0, 2, 1};
    for (const BodyId link : links) EXPECT_LT(length(world.linearVelocity(link) - common), 1e-3f);
    for (const JointId joint : joints) {
        EXPECT_LT(world.jointError(joint).linear, 1e-3f);
        EXPECT_EQ(length(world.jointTorque(joint)), 0.0f);
    }
}

// Loops that look at impulses between the passes: there the tree does not keep them to itself.
TEST(JointTree, otherLoopsHoldTheChainToo) {
    for (const char* name : {"softStepBlock", "softStepCells", "softStepFirm"})
        for (const int iterations : {1, 2}) {
            SolverRecipe recipe = *findSolver(name);
            recipe.iterations = iterations;
            World world({.solver = recipe});
            const Chain chain = hangChain(world, 10, 1000.0f, {1, 0, 0});
            EXPECT_LT(worstStretch(world, chain, 300), 0.01) << name << " " << iterations;
        }
}

TEST(JointTree, snapshotsGoOnWithTheSameBits) {
    World world;
    hangChain(world, 10, 1000.0f, {1, 0, 0});
    steps(world, 40);
    Array<uint8_t> saved;
    ASSERT_TRUE(world.snapshot(saved));
    steps(world, 40);
    World other;
    ASSERT_TRUE(other.restore(saved));
    steps(other, 40);
    EXPECT_EQ(other.hash(), world.hash());
}

// What is remembered of a chain is no state: after each edit, a world that remembers goes on like one that cannot.
TEST(JointTree, editedChainsAreFoundAnew) {
    World world;
    const Chain chain = hangChain(world, 10, 1000.0f, {1, 0, 0});
    const auto goesOnAlike = [&](const char* what) {
        Array<uint8_t> saved;
        ASSERT_TRUE(world.snapshot(saved));
        steps(world, 10);
        World other;
        ASSERT_TRUE(other.restore(saved));
        steps(other, 10);
        EXPECT_EQ(other.hash(), world.hash()) << what;
    };
    steps(world, 10);
    BallJointDef ball = world.definition<BallJointDef>(chain.joints[3]);
    ball.coneEnabled = true;
    ball.coneAngle = 0.5f;
    ASSERT_TRUE(world.setDefinition(chain.joints[3], ball));
    goesOnAlike("a cone: no chain of points any more");
    ball.coneEnabled = false;
    ASSERT_TRUE(world.setDefinition(chain.joints[3], ball));
    goesOnAlike("a chain again");
    const BodyId aside = addBall(world, world.pose(chain.links[5]).p, 0.1f);
    world.createJoint(BallJointDef{.link = world.jointLink(aside, chain.links[5], world.pose(aside).p)});
    goesOnAlike("a branch");
    world.destroyBody(aside);
    goesOnAlike("without it");
    world.destroyJoint(chain.joints[7]);
    goesOnAlike("two chains");
}

TEST(JointTree, jointsReportTheirLoadAndBreakUnderIt) {
    const float weight = 1005.0f * 9.81f;
    for (const bool strong : {false, true}) {
        World world;
        const Chain chain = hangChain(world, 5, 1000.0f, {0, -1, 0}, (strong ? 1.02f : 0.98f) * weight);
        int broken = 0;
        for (int i = 0; i < 60; ++i) {
            world.step(kDt);
            broken += static_cast<int>(world.jointBreakEvents().size());
        }
        EXPECT_EQ(broken > 0, !strong);
        if (!strong) continue;
        EXPECT_NEAR(length(world.jointForce(chain.joints[0])), weight, 0.001f * weight);
    }
}

// A heavy weight at the end of an arm of light links, each of which may bend a little.
TEST(JointTree, limitsHoldWithinATree) {
    World world({.directJoints = DirectJoints::All});
    BodyId last = world.createBody({});
    std::vector<JointId> joints;
    for (int i = 0; i < 6; ++i) {
        const DVec3 at{0.5 * i, 0, 0};
        const BodyId link = addBox(world, at + DVec3{0.25, 0, 0}, {0.2f, 0.1f, 0.1f}, i == 5 ? 10.0f : 1.0f);
        joints.push_back(world.createJoint(
            HingeJointDef{.link = world.jointLink(last, link, at, {0, 0, 1}), .limits = {true, -0.4f, 0.4f}}));
        last = link;
    }
    steps(world, 600);
    for (const JointId joint : joints) {
        EXPECT_GT(world.jointAngle(joint), -0.45f);
        EXPECT_LT(world.jointError(joint).linear, 1e-3f);
    }
}

TEST(JointTree, loopsStayTogether) {
    World world({.directJoints = DirectJoints::All});
    const int count = 12;
    std::vector<BodyId> ring;
    std::vector<JointId> joints;
    const BodyId ground = world.createBody({});
    for (int i = 0; i < count; ++i) {
        const float angle = 2.0f * kPi * static_cast<float>(i) / count;
        const SinCos a = sinCos(angle);
        ring.push_back(
            addBall(world, {static_cast<double>(a.cos), static_cast<double>(a.sin), 0}, i == 9 ? 50.0f : 1.0f));
    }
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const BodyId a = ring[i], b = ring[(i + 1) % ring.size()];
        joints.push_back(
            world.createJoint(BallJointDef{.link = world.jointLink(a, b, 0.5 * (world.pose(a).p + world.pose(b).p))}));
    }
    joints.push_back(world.createJoint(BallJointDef{.link = world.jointLink(ground, ring[3], world.pose(ring[3]).p)}));
    joints.push_back(world.createJoint(BallJointDef{.link = world.jointLink(ground, ring[4], world.pose(ring[4]).p)}));
    for (int i = 0; i < 600; ++i) {
        world.step(kDt);
        for (const BodyId body : ring) ASSERT_LT(length(world.linearVelocity(body)), 20.0f) << "step " << i;
    }
    for (const JointId joint : joints) EXPECT_LT(world.jointError(joint).linear, 0.05f);
}

// More joints on one body than a front has room for.
TEST(JointTree, aHubOfManyJointsHolds) {
    World world({.directJoints = DirectJoints::All});
    const BodyId ground = world.createBody({});
    const BodyId hub = addBall(world, {0, 0, 0}, 10.0f, 0.2f);
    std::vector<JointId> joints{world.createJoint(WeldJointDef{.link = world.jointLink(ground, hub, {0, 0, 0})})};
    for (int i = 0; i < 60; ++i) {
        const SinCos a = sinCos(0.1f * static_cast<float>(i));
        const DVec3 out{static_cast<double>(a.cos), static_cast<double>(a.sin), 0};
        const BodyId arm = world.createBody({.type = BodyType::Dynamic, .position = out});
        world.createShape(arm, ShapeSphere{0.5f}, {.density = 1, .filter = {.group = -1}});
        joints.push_back(world.createJoint(BallJointDef{.link = world.jointLink(hub, arm, 0.2 * out)}));
    }
    steps(world, 120);
    for (const JointId joint : joints) EXPECT_LT(world.jointError(joint).linear, 0.002f);
}

TEST(JointTree, everyKindIsHeldAtLeastAsWellAsByIteration) {
    for (const test::KindCase& kind : test::allKinds()) {
        const bool limited =
            kind.name.find("with") != std::string::npos || kind.name == "wheel" || kind.name == "six-degree";
        if (limited) continue; // limits are left to iteration
        const auto worstError = [&](DirectJoints rule) {
            World world({.directJoints = rule});
            BodyId last = world.createBody({});
            std::vector<JointId> joints;
            for (int i = 0; i < 4; ++i) {
                const BodyId body = addBox(world, {0.5 * i, 0, 0}, {0.2f, 0.1f, 0.15f}, i == 3 ? 4.0f : 1.0f);
                JointLink link = world.jointLink(last, body, {0.5 * i - 0.25, 0, 0}, {0, 0, 1});
                if (kind.name == "rod") link.frameB.p = {0.25f, 0, 0};
                joints.push_back(kind.create(world, link));
                last = body;
            }
            JointError worst{0, 0};
            for (int i = 0; i < 120; ++i) {
                world.step(kDt);
                for (const JointId joint : joints) {
                    worst.linear = max(worst.linear, world.jointError(joint).linear);
                    worst.angular = max(worst.angular, world.jointError(joint).angular);
                }
            }
            return worst;
        };
        const JointError direct = worstError(DirectJoints::All), iterated = worstError(DirectJoints::Asked);
        // Iterated rods come 14 mm apart since they overshoot (joint_builder.cpp), 24 before, solved directly 16.
        const float more = kind.name == "rod" ? 1.2f : 1.1f;
        EXPECT_LT(direct.linear, max(more * iterated.linear, 0.001f)) << kind.name;
        EXPECT_LT(direct.angular, max(1.1f * iterated.angular, 0.001f)) << kind.name;
    }
}

// A ball of a ton on a chain swings into a wall, which it must not enter, and the chain must not give.
TEST(JointTree, aHeavyBallOnAChainHitsAWall) {
    World world;
    const BodyId wall = world.createBody({.position = {-1.0, -5.0, 0}});
    world.createShape(wall, ShapeBox{{0.5f, 3.0f, 3.0f}}); // its face is at -0.5, where the ball hangs
    const Chain chain = hangChain(world, 10, 1000.0f, {1, 0, 0});
    double deepest = 0, worst = 0;
    for (int i = 0; i < 600; ++i) {
        world.step(kDt);
        deepest = std::fmax(deepest, -world.pose(chain.ball).p.x);
        worst = std::fmax(worst, chain.stretch(world));
    }
    EXPECT_LT(deepest, 0.02);
    EXPECT_LT(worst, 0.01);
}

// Planks of 10 kg carry five tons.
TEST(JointTree, aBridgeOfLightPlanksCarriesATruck) {
    World world({.directJoints = DirectJoints::Asked});
    const BodyId bank = world.createBody({});
    BodyId last = bank;
    std::vector<JointId> joints;
    const auto join = [&](BodyId a, BodyId b, DVec3 at) {
        JointLink link = world.jointLink(a, b, at, {0, 0, 1});
        link.direct = true;
        joints.push_back(world.createJoint(HingeJointDef{.link = link}));
    };
    const int count = 10;
    for (int i = 0; i < count; ++i) {
        const BodyId plank = addBox(world, {i + 0.5, 0, 0}, {0.48f, 0.1f, 1.0f}, 10.0f);
        join(last, plank, {1.0 * i, 0, 0});
        last = plank;
    }
    join(last, bank, {1.0 * count, 0, 0});
    addBox(world, {5, 1.0, 0}, {1.5f, 0.5f, 0.9f}, 5000.0f);
    steps(world, 600);
    for (const JointId joint : joints) EXPECT_LT(world.jointError(joint).linear, 0.01f);
}

} // namespace cairn
