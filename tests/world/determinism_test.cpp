// The same bits on any number of threads and any width of lanes, step by step, events included; after restoring at
// random steps; when replayed; and nearly the same a thousand kilometres away.
//
// For other compilers and options: run Determinism.PrintHashes of two builds and compare the lines
// (tools/compare_builds.sh).
#include "math/dispatch.h"
#include "scenes/scenes.h"
#include "support/random.h"

#include <cairn/cairn.h>

#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>
#include <string_view>
#include <vector>

namespace cairn {

namespace {

using scenes::Scene;
using test::Random;
using test::scaled;

struct Case {
    const char* scene;
    std::vector<scenes::Setting> settings;
};

// Small, but large enough that work is shared out.
const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {"pyramid", {{"base", 12}}},
        {"many_pyramids", {{"base", 4}, {"rows", 3}, {"columns", 3}}},
        {"box_tower300", {{"levels", 10}, {"towers", 6}, {"offset", 0.02}}},
        {"card_house", {{"levels", 4}}},
        {"arch", {}},
        {"box_pile", {{"side", 4}}},
        {"convex_pile", {{"side", 4}}},
        {"rubble", {{"count", 120}}},
        {"washer", {{"side", 3}}},
        {"mesh_terrain", {{"layers", 1}}},
        {"domino", {{"count", 50}}},
        {"bullet_wall", {{"rows", 6}, {"columns", 8}}},
        {"ragdolls150", {{"layers", 1}}},
        {"bridge", {}},
        {"vehicle", {}},
    };
    return all;
}

std::unique_ptr<Scene> makeScene(const Case& c, const WorldDef& def = {}) {
    const scenes::SceneInfo* info = scenes::findScene(c.scene);
    std::string problem;
    std::unique_ptr<Scene> scene = info ? createScene(*info, c.settings, def, &problem) : nullptr;
    EXPECT_TRUE(scene) << c.scene << ": " << problem;
    // Report what can be reported: the order of events is part of what must not differ.
    for (const scenes::SceneBody& body : scene->bodies)
        for (ShapeId s = scene->world.firstShape(body.id); s; s = scene->world.nextShape(s))
            scene->world.setHitEvents(s, true);
    return scene;
}

using Trace = std::vector<uint64_t>; // state and events in turn

void note(const World& world, Trace& trace) {
    trace.push_back(world.hash());
    trace.push_back(world.eventHash());
}

Trace run(Scene& scene, int steps) {
    Trace trace;
    for (int i = 0; i < steps; ++i) {
        scene.step();
        note(scene.world, trace);
    }
    return trace;
}

int firstDifference(const Trace& a, const Trace& b) {
    EXPECT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
        if (a[i] != b[i]) return static_cast<int>(i / 2);
    return -1;
}

} // namespace

TEST(Determinism, ThreadsDoNotMatter) {
    for (const Case& c : cases()) {
        const Trace all = run(*makeScene(c), scaled(600));
        for (const int threads : {2, 3, 8}) {
            const Workers workers(threads);
            const Trace parallel = run(*makeScene(c, {.tasks = workers.tasks()}), scaled(600));
            EXPECT_EQ(firstDifference(all, parallel), -1) << c.scene << ", threads " << threads;
        }
    }
}

TEST(Determinism, LaneWidthsDoNotMatter) {
    const int steps = scaled(600);
    for (const Case& c : cases()) {
        const Trace best = run(*makeScene(c), steps);
        for (int i = 1; i < laneTargetCount(); ++i) {
            ASSERT_TRUE(setLaneTarget(laneTargetName(i)));
            const Trace other = run(*makeScene(c), steps);
            setLaneTarget(nullptr);
            EXPECT_EQ(firstDifference(best, other), -1) << c.scene << ", lanes " << laneTargetName(i);
        }
    }
}

TEST(Determinism, RestoringAtRandomStepsDoesNotMatter) {
    const int steps = scaled(300);
    for (const Case& c : cases()) {
        const Trace straight = run(*makeScene(c), steps);
        const auto scene = makeScene(c);
        Random random(7);
        Trace trace;
        Array<uint8_t> snapshot, rollback;
        for (int i = 0; i < steps; ++i) {
            const int choice = random.below(20);
            if (choice == 0) {
                ASSERT_TRUE(scene->world.snapshot(snapshot));
                for (int k = random.below(20); k >= 0; --k) scene->world.step(scene->dt);
                ASSERT_TRUE(scene->world.restore(snapshot));
            } else if (choice == 1) {
                ASSERT_TRUE(scene->world.saveRollback(rollback));
                for (int k = random.below(20); k >= 0; --k) scene->world.step(scene->dt);
                ASSERT_TRUE(scene->world.loadRollback(rollback));
            }
            scene->step();
            note(scene->world, trace);
            if (i % 50 == 0) {
                ASSERT_TRUE(scene->world.validate()) << c.scene;
            }
        }
        EXPECT_EQ(firstDifference(straight, trace), -1) << c.scene;
    }
}

TEST(Determinism, RecordingsReplay) {
    const int steps = scaled(200);
    const Workers workers(2);
    for (const Case& c : cases()) {
        const auto scene = makeScene(c);
        Array<uint8_t> recording;
        ASSERT_TRUE(scene->world.startRecording(recording));
        run(*scene, steps);
        ASSERT_TRUE(scene->world.stopRecording());
        const ReplayResult result = replay(recording, {.tasks = workers.tasks()});
        EXPECT_TRUE(result.same()) << c.scene << ", first different step " << result.firstDifferentStep;
        EXPECT_EQ(result.steps, steps);
    }
}

// Scenes that rest by themselves, and a pile. How a pile falls is another matter: there the last bit of a position
// grows to centimetres within seconds, whatever it came from; so the pile is moved when it lies.
TEST(Determinism, FarAwayRestsAtTheSameRelativePoses) {
    const Case stable[] = {{"pyramid", {{"base", 8}}},
                           {"card_house", {{"levels", 3}}},
                           {"arch", {}},
                           {"box_tower300", {{"levels", 10}, {"towers", 2}, {"offset", 0.02}}},
                           {"bridge", {{"crates", 0}}},
                           {"box_pile", {{"side", 3}}}};
    for (const Case& c : stable) {
        const DVec3 far{1e6, -3e5, 7e5};
        const auto near = makeScene(c), moved = makeScene(c);
        const auto start = makeScene(c);
        if (c.scene == std::string_view("box_pile")) run(*start, 600);
        for (const scenes::SceneBody& body : moved->bodies) {
            WorldTransform pose = start->world.pose(body.id);
            near->world.setPose(body.id, pose);
            pose.p = pose.p + far;
            moved->world.setPose(body.id, pose);
        }
        for (Scene* scene : {near.get(), moved.get()}) {
            run(*scene, 600);
            for (const scenes::SceneBody& body : scene->bodies) {
                EXPECT_LT(length(scene->world.linearVelocity(body.id)), 0.01f) << c.scene;
                EXPECT_LT(length(scene->world.angularVelocity(body.id)), 0.01f) << c.scene;
            }
        }
        double worst = 0.0, turned = 0.0;
        for (const scenes::SceneBody& body : moved->bodies) {
            const WorldTransform a = near->world.pose(body.id), b = moved->world.pose(body.id);
            worst = max(worst, length(b.p - far - a.p));
            turned = max(turned, static_cast<double>(2.0f * length((b.q * conjugate(a.q)).v)));
        }
        EXPECT_LT(worst, 1e-3) << c.scene;
        EXPECT_LT(turned, 1e-3) << c.scene;
    }
}

TEST(Determinism, PrintHashes) {
    const int steps = scaled(600);
    for (const Case& c : cases()) {
        uint64_t all = 0;
        for (const uint64_t hash : run(*makeScene(c), steps)) all = all * 31 + hash;
        std::printf("hash %s %d %016" PRIx64 "\n", c.scene, steps, all);
    }
}

} // namespace cairn
