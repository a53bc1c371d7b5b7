// Each scene does what it is about.
#include "support/random.h"

#include <scenes/scenes.h>

#include <gtest/gtest.h>

#include <cmath>

namespace cairn::scenes {

namespace {

std::unique_ptr<Scene> make(const char* name, const std::vector<Setting>& settings = {}, const WorldDef& def = {}) {
    std::string problem;
    std::unique_ptr<Scene> scene = createScene(*findScene(name), settings, def, &problem);
    EXPECT_TRUE(scene) << problem;
    return scene;
}

void run(Scene& scene, int steps) {
    for (int i = 0; i < steps; ++i) scene.step();
    for (const Metric& m : scene.metrics())
        EXPECT_TRUE(m.holds()) << scene.info.name << ": " << m.name << " " << m.value;
}

double value(const Scene& scene, std::string_view name) {
    for (const Metric& m : scene.metrics())
        if (name == m.name) return m.value;
    ADD_FAILURE() << "no metric " << name;
    return 0.0;
}

int awake(const Scene& scene) {
    int count = 0;
    for (const SceneBody& body : scene.bodies) count += body.type == BodyType::Dynamic && scene.world.isAwake(body.id);
    return count;
}

// Dynamic bodies in the order in which they were added.
std::vector<BodyId> movers(const Scene& scene) {
    std::vector<BodyId> all;
    for (const SceneBody& body : scene.bodies)
        if (body.type == BodyType::Dynamic) all.push_back(body.id);
    return all;
}

// How far a joint of the scene has come apart, m.
double worstJointError(const Scene& scene) {
    double worst = 0.0;
    for (const SceneBody& body : scene.bodies)
        for (JointId j = scene.world.firstJoint(body.id); j; j = scene.world.nextJoint(j, body.id))
            worst = max(worst, static_cast<double>(scene.world.jointError(j).linear));
    return worst;
}

double speedOf(const Scene& scene, BodyId body) {
    return static_cast<double>(length(scene.world.linearVelocity(body)));
}

} // namespace

// A pile comes to rest by itself, to the last body, without the help of sleep: none shakes between two ways to touch.
TEST(Behaviour, PilesComeToRestAwake) {
    for (const char* name : {"box_pile", "convex_pile"}) {
        const std::unique_ptr<Scene> scene = make(name, {{"side", 8}}, {.enableSleep = false});
        run(*scene, 600);
        double fastest = 0.0, sum = 0.0;
        for (const BodyId body : movers(*scene)) {
            fastest = max(fastest, speedOf(*scene, body));
            sum += speedOf(*scene, body);
        }
        EXPECT_LT(sum / static_cast<double>(movers(*scene).size()), 2e-6) << name;
        EXPECT_LT(fastest, 1e-4) << name;
    }
}

// A minute each; with sanitizers two seconds, or cards are still settling.
TEST(SceneBehaviour, masonryStands) {
    for (const char* name : {"arch", "card_house"}) {
        const std::unique_ptr<Scene> scene = make(name, {}, {.enableSleep = false});
        run(*scene, max(120, test::scaled(3600)));
        for (const BodyId body : movers(*scene)) EXPECT_LT(speedOf(*scene, body), 0.01) << name;
    }
}

// Asleep, all of it, 20 s after the last piece has come down: first touched anything.
TEST(SceneBehaviour, rubbleFallsAsleep) {
    for (const double seed : {1.0, 2.0, 3.0}) {
        const double count = test::scaled(5000);
        const std::unique_ptr<Scene> scene = make("rubble", {{"count", count}, {"seed", seed}});
        std::vector<BodyId> falling = movers(*scene);
        Array<ContactInfo> contacts;
        int landed = 0;
        for (; !falling.empty() && landed < 600; ++landed) {
            scene->step();
            std::erase_if(falling, [&](BodyId body) { return scene->world.contacts(body, contacts) > 0; });
        }
        ASSERT_TRUE(falling.empty()) << seed;
        int asleep = 0;
        for (; asleep < 1200 && awake(*scene) > 0; ++asleep) scene->step();
        run(*scene, 1);
        EXPECT_EQ(awake(*scene), 0) << seed;
    }
}

// In order, at a steady speed of about the square root of g times their height, as real ones do.
TEST(SceneBehaviour, dominoesFallInOrder) {
    const std::unique_ptr<Scene> scene = make("domino", {{"count", 60}});
    run(*scene, scene->steps);
    EXPECT_EQ(value(*scene, "dominoes down"), 60.0);
    EXPECT_EQ(value(*scene, "fell before the one behind it"), 0.0);
    EXPECT_NEAR(value(*scene, "speed of the wave"), 1.0, 0.25);
    EXPECT_EQ(awake(*scene), 0);
}

TEST(SceneBehaviour, topKeepsItsLean) {
    const std::unique_ptr<Scene> scene = make("spinning_top");
    run(*scene, 600);
    EXPECT_NEAR(value(*scene, "lean"), 14.0, 3.0);
}

TEST(SceneBehaviour, handleFlipsInPlace) {
    const std::unique_ptr<Scene> scene = make("t_handle");
    run(*scene, test::scaled(3600));
    if (test::scaled(3600) == 3600) {
        EXPECT_GE(value(*scene, "flips"), 5.0);
    }
    EXPECT_LT(length(scene->world.massCenter(movers(*scene)[0]) - DVec3{-0.25, 2, 0}), 0.02);
}

// After the first blow the last ball leaves with the speed of the first, and the rest hang still; and so on.
TEST(SceneBehaviour, cradlePassesTheBlowOn) {
    const std::unique_ptr<Scene> scene = make("newtons_cradle");
    const std::vector<BodyId> balls = movers(*scene);
    double fastest = 0.0;
    int step = 0;
    for (; step < 200 && speedOf(*scene, balls.back()) < 0.5; ++step) {
        fastest = max(fastest, speedOf(*scene, balls.front()));
        scene->step();
    }
    scene->step();
    EXPECT_NEAR(fastest, std::sqrt(2 * 9.81 * 5.0 * (1.0 - std::cos(40.0 * M_PI / 180.0))), 0.05);
    EXPECT_NEAR(speedOf(*scene, balls.back()), fastest, 0.03 * fastest);
    for (std::size_t i = 0; i + 1 < balls.size(); ++i) EXPECT_LT(speedOf(*scene, balls[i]), 0.02 * fastest) << i;
    run(*scene, 120);
    EXPECT_NEAR(value(*scene, "last ball swings to"), 100.0, 3.0);
}

TEST(SceneBehaviour, bridgeCarriesItsCrates) {
    const std::unique_ptr<Scene> scene = make("bridge");
    run(*scene, test::scaled(600));
    EXPECT_LT(worstJointError(*scene), 0.02);
}

TEST(SceneBehaviour, sheetHangsTogether) {
    const std::unique_ptr<Scene> scene = make("joint_grid", {{"side", 12}});
    double worst = 0.0;
    for (int i = 0; i < test::scaled(600); ++i) {
        scene->step();
        worst = max(worst, worstJointError(*scene));
    }
    EXPECT_LT(worst, 0.1);
    EXPECT_LT(worstJointError(*scene), 0.03);
}

TEST(SceneBehaviour, wreckingBallBreaksTheWall) {
    const std::unique_ptr<Scene> scene = make("wrecking_ball");
    std::vector<BodyId> all = movers(*scene);
    all.resize(160); // bricks
    std::vector<DVec3> before;
    for (const BodyId brick : all) before.push_back(scene->world.pose(brick).p);
    run(*scene, 300);
    int moved = 0;
    for (std::size_t i = 0; i < all.size(); ++i) moved += distance(scene->world.pose(all[i]).p, before[i]) > 0.5;
    EXPECT_GT(moved, 40);
    EXPECT_LT(worstJointError(*scene), 0.05);
}

TEST(SceneBehaviour, ragdollsComeToRestInOnePiece) {
    const std::unique_ptr<Scene> scene = make("ragdolls150", {{"layers", 1}});
    run(*scene, test::scaled(900));
    EXPECT_LT(worstJointError(*scene), 0.02);
    if (test::scaled(900) == 900) {
        EXPECT_EQ(awake(*scene), 0);
    }
}

// At low speed the front wheels' angle and the wheelbase say how wide the circle is; that all wheels are driven at one
// speed makes it a tenth wider.
TEST(SceneBehaviour, carDrivesInCircles) {
    const std::unique_ptr<Scene> scene = make("vehicle", {{"bumps", 0}, {"speed", 3}});
    const BodyId car = movers(*scene)[0];
    run(*scene, 120);
    const double before = value(*scene, "way driven");
    double lower = 1e9, upper = -1e9;
    for (int i = 0; i < 1200; ++i) {
        scene->step();
        lower = min(lower, scene->world.pose(car).p.x);
        upper = max(upper, scene->world.pose(car).p.x);
    }
    EXPECT_NEAR((value(*scene, "way driven") - before) / 20.0, 3.0, 0.15);
    const double ideal = 2.0 * 1.5 / std::tan(12.0 * M_PI / 180.0);
    EXPECT_NEAR(upper - lower, 1.08 * ideal, 0.08 * ideal);
    EXPECT_LT(worstJointError(*scene), 0.01);
}

} // namespace cairn::scenes
