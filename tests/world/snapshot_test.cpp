// A restored world does what the original does, bit for bit; what is not a snapshot is refused.
#include "scenes/scenes.h"
#include "support/random.h"

#include <cairn/cairn.h>

#include <gtest/gtest.h>

#include <vector>

namespace cairn {

namespace {

using scenes::Scene;
using test::Random;
using test::scaled;

std::unique_ptr<Scene> makeScene(const char* name, const std::vector<scenes::Setting>& settings = {}) {
    const scenes::SceneInfo* info = scenes::findScene(name);
    std::string problem;
    std::unique_ptr<Scene> scene = info ? createScene(*info, settings, {}, &problem) : nullptr;
    EXPECT_TRUE(scene) << name << ": " << problem;
    return scene;
}

struct Hashes {
    uint64_t state, events;
    friend bool operator==(const Hashes&, const Hashes&) = default;
};

Hashes hashesOf(const World& world) { return {world.hash(), world.eventHash()}; }

std::vector<Hashes> run(World& world, int steps) {
    std::vector<Hashes> hashes;
    for (int i = 0; i < steps; ++i) {
        world.step(1.0f / 60.0f);
        hashes.push_back(hashesOf(world));
    }
    return hashes;
}

// Every kind of thing at once: piles that fall asleep, a spinner, sensors, materials, an ignored pair, holes in the
// ids.
struct Playground {
    World world;
    Hull hull =
        buildHull(std::vector<Vec3>{{0, 0.6f, 0}, {0.5f, -0.3f, 0.2f}, {-0.4f, -0.3f, 0.4f}, {0, -0.3f, -0.5f}});
    std::vector<BodyId> bodies;
    JointId joint{};

    explicit Playground(uint64_t seed) {
        Random random(seed);
        const BodyId ground = world.createBody({});
        world.createShape(ground, ShapePlane{});
        const BodyId door =
            world.createBody({.type = BodyType::Kinematic, .position = {0, 1, 0}, .angularVelocity = {0, 1, 0}});
        world.createShape(door, ShapeBox{{2, 1, 0.1f}});
        const BodyId zone = world.createBody({.position = {0, 2, 0}});
        world.createShape(zone, ShapeBox{{1, 1, 1}}, {.sensor = true});
        for (int i = 0; i < 40; ++i) add(random);
        for (std::size_t i = 1; i < 6; ++i) world.destroyBody(bodies[i * 3]);
        world.ignorePair(bodies[10], door);
        // A chain, a wheel with a motor, and a joint that breaks when something falls on it.
        for (std::size_t i = 20; i < 24; ++i)
            world.createJoint(BallJointDef{.link = world.jointLink(bodies[i], bodies[i + 1], between(i, i + 1))});
        joint = world.createJoint(HingeJointDef{.link = world.jointLink(ground, bodies[26], {0, 3, 0}),
                                                .motor = {.enabled = true, .speed = 3.0f, .maxForce = 50.0f}});
        JointLink weak = world.jointLink(bodies[28], bodies[29], between(28, 29));
        weak.breakForce = 500.0f;
        world.createJoint(WeldJointDef{.link = weak});
    }
    DVec3 between(std::size_t a, std::size_t b) const {
        return 0.5 * (world.pose(bodies[a]).p + world.pose(bodies[b]).p);
    }
    void add(Random& random) {
        const BodyId body = world.createBody({.type = BodyType::Dynamic,
                                              .position = toDouble(random.inBox(3.0f) + Vec3{0, 4.5f, 0}),
                                              .rotation = random.rotation()});
        const Shape shapes[] = {ShapeBox{{0.3f, 0.4f, 0.5f}}, ShapeSphere{0.3f}, ShapeCapsule{0.3f, 0.2f},
                                ShapeHull{&hull}};
        const Material materials[] = {{}, {.restitution = 0.5f}, {.rollingResistance = 0.02f}};
        world.createShape(body, shapes[random.below(4)],
                          {.material = materials[random.below(3)], .hitEvents = random.below(2) == 0});
        bodies.push_back(body);
    }
};

struct RefusalCount {
    ErrorCapture capture;
    int count() const { return capture.count(); }
};

} // namespace

TEST(Snapshot, RestoredThenSteppedEqualsTheOriginal) {
    for (int trial = 0; trial < scaled(10); ++trial) {
        Random random(static_cast<uint64_t>(trial) + 1);
        Playground original(static_cast<uint64_t>(trial));
        run(original.world, random.below(300));
        Array<uint8_t> saved;
        ASSERT_TRUE(original.world.snapshot(saved));
        const Hashes then = hashesOf(original.world);
        World other;
        ASSERT_TRUE(other.restore(saved));
        EXPECT_EQ(hashesOf(other), then);
        EXPECT_TRUE(other.validate());
        const std::vector<Hashes> future = run(original.world, 120);
        EXPECT_EQ(run(other, 120), future) << "in a fresh world";
        // The same world, back from the future, with other things in it by then.
        original.add(random);
        original.world.destroyBody(original.bodies[20]);
        run(original.world, 10);
        ASSERT_TRUE(original.world.restore(saved));
        EXPECT_EQ(hashesOf(original.world), then);
        EXPECT_EQ(run(original.world, 120), future) << "in the same world";
        EXPECT_TRUE(original.world.validate());
    }
}

TEST(Snapshot, IdsGoOnAsInTheOriginal) {
    Playground original(7);
    run(original.world, 30);
    Array<uint8_t> saved;
    ASSERT_TRUE(original.world.snapshot(saved));
    World other;
    ASSERT_TRUE(other.restore(saved));
    for (int i = 0; i < 20; ++i) {
        const BodyId a = original.world.createBody({.type = BodyType::Dynamic}),
                     b = other.createBody({.type = BodyType::Dynamic});
        EXPECT_EQ(a, b);
        EXPECT_EQ(original.world.createShape(a, ShapeSphere{}), other.createShape(b, ShapeSphere{}));
    }
    EXPECT_EQ(run(original.world, 30), run(other, 30));
}

TEST(Snapshot, SnapshotOfTheRestoredHasTheSameBytes) {
    Playground original(3);
    run(original.world, 100);
    Array<uint8_t> saved, again;
    World other;
    ASSERT_TRUE(original.world.snapshot(saved) && other.restore(saved) && other.snapshot(again));
    ASSERT_EQ(saved.count(), again.count());
    EXPECT_EQ(std::memcmp(saved.data(), again.data(), saved.size()), 0);
    EXPECT_GT(original.world.memoryUse(), saved.size());
}

TEST(Snapshot, DamagedBytesAreRefusedAndChangeNothing) {
    Playground original(5);
    run(original.world, 60);
    Array<uint8_t> saved, rollback;
    ASSERT_TRUE(original.world.snapshot(saved));
    ASSERT_TRUE(original.world.saveRollback(rollback));
    const uint64_t hash = original.world.hash();
    Random random(1);
    for (int trial = 0; trial < scaled(2000); ++trial) {
        Array<uint8_t> bad(trial % 2 == 0 ? saved : rollback);
        const bool truncate = random.below(2) == 0;
        if (truncate) {
            bad.resizeUninitialized(random.below(bad.count()));
        } else {
            for (int i = random.below(3); i >= 0; --i)
                bad[random.below(random.below(2) == 0 ? 40 : bad.count())] ^=
                    static_cast<uint8_t>(1 << random.below(8));
        }
        if (!truncate && std::memcmp(bad.data(), trial % 2 == 0 ? saved.data() : rollback.data(), bad.size()) == 0)
            continue;
        const RefusalCount refusals;
        EXPECT_FALSE(trial % 2 == 0 ? original.world.restore(bad) : original.world.loadRollback(bad));
        EXPECT_EQ(refusals.count(), 1);
    }
    const RefusalCount refusals;
    EXPECT_FALSE(original.world.restore({}));
    EXPECT_FALSE(original.world.restore(rollback)) << "the other kind";
    EXPECT_FALSE(original.world.loadRollback(saved));
    EXPECT_EQ(refusals.count(), 3);
    EXPECT_EQ(original.world.hash(), hash);
    EXPECT_TRUE(original.world.validate());
}

TEST(Rollback, LoadedThenSteppedEqualsTheOriginal) {
    for (int trial = 0; trial < scaled(10); ++trial) {
        Random random(static_cast<uint64_t>(trial) + 11);
        Playground game(static_cast<uint64_t>(trial) + 50);
        run(game.world, 60 + random.below(140)); // what breaks has broken by then
        Array<uint8_t> saved;
        ASSERT_TRUE(game.world.saveRollback(saved));
        const uint64_t then = game.world.hash();
        const std::vector<Hashes> future = run(game.world, 90);
        for (int again = 0; again < 2; ++again) {
            run(game.world, random.below(60));
            game.world.applyImpulse(game.bodies[30], {1, 2, 3});
            game.world.setPose(game.bodies[31], {{1, 5, 1}, kIdentityQuat});
            run(game.world, random.below(60));
            ASSERT_TRUE(game.world.loadRollback(saved));
            EXPECT_EQ(game.world.hash(), then);
            EXPECT_TRUE(game.world.validate());
            EXPECT_EQ(run(game.world, 90), future);
        }
    }
}

TEST(Rollback, IsRefusedOnceThingsCameOrWent) {
    Playground game(1);
    run(game.world, 20);
    Array<uint8_t> saved;
    const auto refused = [&](const char* what, auto edit) {
        ASSERT_TRUE(game.world.saveRollback(saved));
        EXPECT_TRUE(game.world.loadRollback(saved)) << what;
        edit();
        const uint64_t hash = game.world.hash();
        const RefusalCount refusals;
        EXPECT_FALSE(game.world.loadRollback(saved)) << what;
        EXPECT_EQ(refusals.count(), 1) << what;
        EXPECT_EQ(game.world.hash(), hash) << what;
        run(game.world, 2);
    };
    BodyId body{};
    ShapeId shape{};
    JointId joint{};
    refused("createBody", [&] { body = game.world.createBody({.type = BodyType::Dynamic}); });
    refused("createShape", [&] { shape = game.world.createShape(body, ShapeBox{}); });
    refused("setFilter", [&] { game.world.setFilter(shape, {.category = 2}); });
    refused("setGeometry", [&] { game.world.setGeometry(shape, ShapeSphere{}, kIdentity); });
    refused("setType", [&] { game.world.setType(body, BodyType::Static); });
    refused("setPose of a static body", [&] { game.world.setPose(body, {{3, 0, 0}, kIdentityQuat}); });
    refused("setEnabled", [&] { game.world.setEnabled(body, false); });
    refused("createJoint", [&] {
        joint = game.world.createJoint(
            WeldJointDef{.link = game.world.jointLink(game.bodies[30], game.bodies[31], {0, 0, 0})});
    });
    refused("destroyJoint", [&] { game.world.destroyJoint(joint); });
    refused("destroyShape", [&] { game.world.destroyShape(shape); });
    refused("destroyBody", [&] { game.world.destroyBody(body); });
}

TEST(Rollback, SizeOfABody) {
    const auto perBody = [](Scene& scene, bool whole) {
        Array<uint8_t> bytes;
        EXPECT_TRUE(whole ? scene.world.snapshot(bytes) : scene.world.saveRollback(bytes));
        return static_cast<double>(bytes.count()) / scene.world.bodyCount();
    };
    const auto pyramid = makeScene("pyramid", {{"base", 20}});
    run(pyramid->world, 60);
    const double small = perBody(*pyramid, false), large = perBody(*pyramid, true);
    RecordProperty("rollbackBytesPerBody", static_cast<int>(small));
    RecordProperty("snapshotBytesPerBody", static_cast<int>(large));
    EXPECT_LT(small, 1100.0) << "a box in a pyramid";
    EXPECT_LT(small, 0.75 * large);
}

} // namespace cairn
