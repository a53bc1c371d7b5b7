// Who falls asleep, who stays awake, what wakes whom.
#include "support/random.h"

#include <cairn/error.h>
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <vector>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;

BodyId addGround(World& world) {
    const BodyId ground = world.createBody({});
    world.createShape(ground, ShapeBox{{50, 1, 50}}, {.pose = {{0, -1, 0}, kIdentityQuat}});
    return ground;
}

BodyId addCube(World& world, DVec3 at, BodyDef def = {}) {
    def.type = BodyType::Dynamic;
    def.position = at;
    const BodyId cube = world.createBody(def);
    world.createShape(cube, ShapeBox{});
    return cube;
}

std::vector<BodyId> addStack(World& world, double x, int count) {
    std::vector<BodyId> cubes;
    for (int i = 0; i < count; ++i) cubes.push_back(addCube(world, {x, 0.5 + i, 0}));
    return cubes;
}

void run(World& world, int steps) {
    for (int i = 0; i < steps; ++i) world.step(kDt);
}

int awakeOf(const World& world, const std::vector<BodyId>& bodies) {
    int count = 0;
    for (const BodyId body : bodies) count += world.isAwake(body);
    return count;
}

// Steps until everything sleeps; -1 when that takes too long.
int stepsUntilAsleep(World& world, int most) {
    for (int i = 0; i < most; ++i) {
        if (world.awakeCount() == 0) return i;
        world.step(kDt);
    }
    return -1;
}

} // namespace

TEST(Sleep, restingCubeSleepsAfterHalfASecondAndStaysPut) {
    World world;
    addGround(world);
    const BodyId cube = addCube(world, {0, 0.5, 0});
    EXPECT_TRUE(world.isAwake(cube));
    const int steps = stepsUntilAsleep(world, 120);
    EXPECT_GE(steps, 29);
    EXPECT_LE(steps, 60);
    ASSERT_EQ(world.events().sleeps.size(), 1u);
    EXPECT_EQ(world.events().sleeps[0].body, cube);
    EXPECT_FALSE(world.events().sleeps[0].awake);
    EXPECT_EQ(length(world.linearVelocity(cube)), 0.0f);
    EXPECT_EQ(world.contactCount(), 1);
    const uint64_t hash = world.hash();
    run(world, 60);
    EXPECT_EQ(world.hash(), hash);
    EXPECT_TRUE(world.events().sleeps.empty());
}

TEST(Sleep, creepingAndSpinningBodiesStayAwake) {
    World world({.gravity = kZero});
    const BodyId creeps = addCube(world, {0, 0, 0}, {.linearVelocity = {0.06f, 0, 0}});
    const BodyId spins = addCube(world, {5, 0, 0}, {.angularVelocity = {0, 0.1f, 0}}); // 0.087 m/s at the corners
    const BodyId slow = addCube(world, {10, 0, 0}, {.linearVelocity = {0.03f, 0, 0}});
    run(world, 120);
    EXPECT_TRUE(world.isAwake(creeps));
    EXPECT_TRUE(world.isAwake(spins));
    EXPECT_FALSE(world.isAwake(slow));
}

TEST(Sleep, islandSleepsTogetherOrNotAtAll) {
    World world;
    addGround(world);
    const std::vector<BodyId> restless = addStack(world, 0, 4), calm = addStack(world, 10, 4);
    world.setSleepAllowed(restless[3], false);
    run(world, 240);
    EXPECT_EQ(awakeOf(world, restless), 4);
    EXPECT_EQ(awakeOf(world, calm), 0);
    world.setSleepAllowed(restless[3], true);
    run(world, 60);
    EXPECT_EQ(awakeOf(world, restless), 0);
    world.setSleepAllowed(restless[0], false);
    EXPECT_EQ(awakeOf(world, restless), 4);
}

TEST(Sleep, editsWakeTheWholeIslandAndNoOther) {
    World world;
    const BodyId ground = addGround(world);
    const std::vector<BodyId> stack = addStack(world, 0, 5), other = addStack(world, 10, 3);
    const auto wakes = [&](const char* what, auto&& edit) {
        world.setAwake(stack[0], false);
        ASSERT_EQ(awakeOf(world, stack), 0) << what;
        edit();
        EXPECT_EQ(awakeOf(world, stack), 5) << what;
        EXPECT_EQ(awakeOf(world, other), 0) << what;
        run(world, 90);
    };
    run(world, 120);
    wakes("setAwake", [&] { world.setAwake(stack[2], true); });
    wakes("applyForce", [&] { world.applyForce(stack[4], {0, 1, 0}); });
    wakes("applyImpulse", [&] { world.applyImpulse(stack[0], {0, 1, 0}); });
    wakes("applyTorque", [&] { world.applyTorque(stack[1], {0, 1, 0}); });
    wakes("setLinearVelocity", [&] { world.setLinearVelocity(stack[3], {0, 0.1f, 0}); });
    wakes("setAngularVelocity", [&] { world.setAngularVelocity(stack[3], {0, 0.1f, 0}); });
    wakes("setPose", [&] { world.setPose(stack[0], world.pose(stack[0])); });
    wakes("setGravityScale", [&] { world.setGravityScale(stack[0], 1.0f); });
    wakes("setMass", [&] { world.setMass(stack[0], 900.0f); });
    wakes("setMaterial", [&] { world.setMaterial(world.firstShape(stack[1]), {.friction = 0.5f}); });
    wakes("setFilter", [&] { world.setFilter(world.firstShape(stack[1]), {}); });
    wakes("static shape nearby", [&] {
        world.destroyShape(world.createShape(ground, ShapeBox{}, {.pose = {{1.02f, 0.5f, 0}, kIdentityQuat}}));
    });
    EXPECT_TRUE(world.isValid(stack[4]));
}

TEST(Sleep, destroyingASupportWakesWhatStoodOnIt) {
    for (const bool disable : {false, true}) {
        World world;
        const BodyId ground = addGround(world);
        const std::vector<BodyId> stack = addStack(world, 0, 4);
        run(world, 120);
        ASSERT_EQ(awakeOf(world, stack), 0);
        disable ? world.setEnabled(stack[1], false) : world.destroyBody(stack[1]);
        EXPECT_TRUE(world.isAwake(stack[0]));
        EXPECT_TRUE(world.isAwake(stack[3]));
        run(world, 240);
        EXPECT_FALSE(world.isAwake(stack[3]));
        EXPECT_NEAR(world.pose(stack[3]).p.y, 2.5, 0.05);
        world.destroyBody(ground);
        run(world, 30);
        EXPECT_TRUE(world.isAwake(stack[0]));
        EXPECT_LT(world.pose(stack[0]).p.y, 0.0);
    }
}

TEST(Sleep, whatFallsOnAPileWakesItOnTouch) {
    World world;
    addGround(world);
    const std::vector<BodyId> stack = addStack(world, 0, 3);
    run(world, 120);
    ASSERT_EQ(world.awakeCount(), 0);
    const BodyId falling = addCube(world, {0, 8, 0});
    for (int i = 0; i < 120 && world.pose(falling).p.y > 3.7; ++i) {
        EXPECT_EQ(awakeOf(world, stack), 0);
        world.step(kDt);
    }
    run(world, 5);
    EXPECT_EQ(awakeOf(world, stack), 3);
    run(world, 300);
    EXPECT_EQ(world.awakeCount(), 0);
    EXPECT_NEAR(world.pose(falling).p.y, 3.5, 0.05);
}

TEST(Sleep, movingKinematicBodiesKeepAndWakeTheirPassengers) {
    World world;
    const BodyId lift = world.createBody({.type = BodyType::Kinematic});
    world.createShape(lift, ShapeBox{{2, 0.5f, 2}});
    const BodyId cube = addCube(world, {0, 1, 0});
    world.setLinearVelocity(lift, {0, 0.01f, 0});
    run(world, 240);
    EXPECT_TRUE(world.isAwake(cube));
    EXPECT_TRUE(world.isAwake(lift));
    world.setLinearVelocity(lift, kZero);
    run(world, 120);
    EXPECT_EQ(world.awakeCount(), 0);
    const double height = world.pose(cube).p.y;
    world.setTarget(lift, world.pose(lift), kDt); // goes nowhere
    EXPECT_EQ(world.awakeCount(), 0);
    world.setLinearVelocity(lift, {0, 1, 0});
    EXPECT_EQ(world.awakeCount(), 2);
    run(world, 60);
    EXPECT_NEAR(world.pose(cube).p.y, height + 1.0, 0.02);
}

TEST(Sleep, bodiesMadeAsleepWaitUntilTouched) {
    World world;
    addGround(world);
    std::vector<BodyId> row;
    for (int i = 0; i < 5; ++i) row.push_back(addCube(world, {1.0 * i, 5, 0}, {.awake = false}));
    run(world, 60);
    EXPECT_EQ(world.awakeCount(), 0);
    EXPECT_EQ(world.pose(row[0]).p.y, 5.0);
    const BodyId ball = world.createBody(
        {.type = BodyType::Dynamic, .position = {-2, 5, 0}, .linearVelocity = {10, 1, 0}, .gravityScale = 0.0f});
    world.createShape(ball, ShapeSphere{0.5f});
    run(world, 30);
    EXPECT_EQ(awakeOf(world, row), 5);
    EXPECT_LT(world.pose(row[4]).p.y, 5.0);
}

TEST(Sleep, canBeSwitchedOff) {
    World world({.enableSleep = false});
    addGround(world);
    const std::vector<BodyId> stack = addStack(world, 0, 2);
    run(world, 240);
    EXPECT_EQ(world.awakeCount(), 2);
    world.setSleepEnabled(true);
    run(world, 60);
    EXPECT_EQ(world.awakeCount(), 0);
    world.setSleepEnabled(false);
    EXPECT_EQ(world.awakeCount(), 2);
}

// Impulses are kept: a woken stack stands as it stood.
TEST(Sleep, wakingDoesNotShakeAStack) {
    World world;
    addGround(world);
    const std::vector<BodyId> stack = addStack(world, 0, 10);
    world.setSleepEnabled(false);
    run(world, 120); // while bodies are new they sink in a little deeper, and it could fall asleep like that
    world.setSleepEnabled(true);
    ASSERT_GE(stepsUntilAsleep(world, 600), 0);
    const double top = world.pose(stack[9]).p.y;
    world.setAwake(stack[0], true);
    for (int i = 0; i < 20; ++i) {
        world.step(kDt);
        for (const BodyId cube : stack) EXPECT_LT(length(world.linearVelocity(cube)), 0.02f) << "step " << i;
    }
    EXPECT_NEAR(world.pose(stack[9]).p.y, top, 1e-3);
}

TEST(Sleep, oneByOneWhatRestsSleepsBesideWhatMoves) {
    World world({.sleepSingly = true});
    addGround(world);
    const std::vector<BodyId> stack = addStack(world, 0, 3);
    const BodyId top = addCube(world, {0, 3.5, 0}, {.allowSleep = false});
    run(world, 180);
    EXPECT_EQ(awakeOf(world, stack), 0);
    EXPECT_TRUE(world.isAwake(top));
    EXPECT_NEAR(world.pose(top).p.y, 3.5, 0.02);
    world.setLinearVelocity(top, {3, 0, 0}); // slides: its neighbour wakes, and falls asleep again
    run(world, 20);
    EXPECT_TRUE(world.isAwake(stack[2]));
    run(world, 300);
    EXPECT_EQ(awakeOf(world, stack), 0);
    EXPECT_NEAR(world.pose(top).p.y, 0.5, 0.1);
    world.destroyBody(stack[0]);
    run(world, 300);
    EXPECT_EQ(awakeOf(world, {stack[1], stack[2]}), 0);
    EXPECT_NEAR(world.pose(stack[1]).p.y, 0.5, 0.05);
}

namespace {

// A heap that settles, sleeps, is shot at and edited: what every thread count must agree on.
uint64_t settleAndDisturb(int threads, bool singly) {
    Workers workers(threads);
    World world({.sleepSingly = singly, .tasks = workers.tasks()});
    addGround(world);
    test::Random random(3);
    std::vector<BodyId> heap;
    for (int i = 0; i < 80; ++i) {
        heap.push_back(world.createBody({.type = BodyType::Dynamic,
                                         .position = toDouble(random.inBox(3.0f) + Vec3{0, 3.5f, 0}),
                                         .rotation = random.rotation()}));
        world.createShape(heap.back(), ShapeBox{{0.3f, 0.2f, 0.4f}}, {.material = {.friction = 0.8f}});
    }
    uint64_t hash = 0;
    for (int i = 0; i < test::scaled(900); ++i) {
        if (i % 150 == 100) world.applyImpulse(heap[static_cast<std::size_t>(i % 80)], {0, 300, 100});
        if (i == 450) world.destroyBody(heap[7]);
        world.step(kDt);
        hash = hash * 31 + world.hash() + static_cast<uint64_t>(world.awakeCount());
        for (const SleepEvent& e : world.events().sleeps) hash = hash * 31 + 2 * e.body.index + e.awake;
    }
    return hash;
}

} // namespace

TEST(Sleep, sameBitsOnAnyThreadCount) {
    for (const bool singly : {false, true}) {
        const uint64_t expected = settleAndDisturb(1, singly);
        for (const int threads : {2, 3, 8}) EXPECT_EQ(settleAndDisturb(threads, singly), expected) << threads;
    }
}

// Random edits and steps: states, lists and graph stay consistent (assertions in the model), nothing sleeps in mid-air.
TEST(Sleep, survivesRandomEdits) {
    for (const bool singly : {false, true}) {
        test::Random random(singly ? 8u : 9u);
        ErrorCapture refused; // pushes on static bodies
        World world({.sleepSingly = singly});
        BodyId ground = addGround(world);
        std::vector<BodyId> bodies;
        for (int i = 0; i < test::scaled(4000); ++i) {
            const auto any = [&] {
                return bodies[static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())))];
            };
            const int action = random.below(40);
            if (bodies.size() < 10 || (action < 3 && bodies.size() < 60)) {
                const Vec3 p = random.inBox(3.0f);
                bodies.push_back(addCube(world, {p.x, 1.0 + p.y * p.y, p.z}, {.awake = random.below(4) != 0}));
            } else if (action == 3) {
                const std::size_t k = static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())));
                EXPECT_TRUE(world.destroyBody(bodies[k]));
                bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(k));
            } else if (action == 4) {
                world.setAwake(any(), random.below(2) != 0);
            } else if (action == 5) {
                world.applyImpulse(any(), 2000.0f * random.inBox(1.0f));
            } else if (action == 6) {
                const Vec3 p = random.inBox(3.0f);
                world.setPose(any(), {{p.x, 1.0 + p.y * p.y, p.z}, random.rotation()});
            } else if (action == 7) {
                world.setEnabled(any(), random.below(3) != 0);
            } else if (action == 8) {
                constexpr BodyType kTypes[] = {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic,
                                               BodyType::Dynamic};
                world.setType(any(), kTypes[random.below(4)]);
            } else if (action == 9 && random.below(10) == 0) {
                world.destroyBody(ground);
                ground = addGround(world);
            } else if (action == 10) {
                world.setFilter(world.firstShape(any()), {.group = random.below(3) - 1});
            } else if (action < 13) {
                for (int k = 0; k < 40; ++k) world.step(kDt);
            } else {
                world.step(kDt);
            }
        }
        int dynamic = 0;
        for (const BodyId body : bodies) {
            world.setEnabled(body, true);
            world.setType(body, BodyType::Dynamic);
            world.setFilter(world.firstShape(body), {});
            dynamic += world.isAwake(body);
        }
        EXPECT_EQ(dynamic, static_cast<int>(bodies.size()));
        run(world, 1200);
        for (const BodyId body : bodies) // some were thrown over the edge
            EXPECT_TRUE(!world.isAwake(body) || world.pose(body).p.y < -5.0);
    }
}

} // namespace cairn
