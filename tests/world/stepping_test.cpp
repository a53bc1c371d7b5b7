// What may be called when: nothing while a step runs, const functions from many threads between steps.
#include "world/world_calls.h"

#include <cairn/error.h>
#include <cairn/profile.h>

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace cairn {
namespace {

struct Scene {
    World world;
    BodyId box;
    ShapeId shape;
    JointId joint; // of bodies 1 and 2
    ParticleId particle;

    explicit Scene(const TaskSystem& tasks = {}) : world({.tasks = tasks}) {
        world.createShape(world.createBody({}), ShapePlane{});
        for (int i = 0; i < 20; ++i) {
            const BodyId below = box;
            box = world.createBody({.type = BodyType::Dynamic, .position = {0, 1.0 + i, 0}});
            shape = world.createShape(box, ShapeBox{});
            if (i == 1) joint = world.createJoint(HingeJointDef{world.jointLink(below, box, {0, 1.5, 0})});
        }
        particle = world.createParticle({.position = {3, 3, 0}});
        for (int i = 0; i < 10; ++i) world.step(1.0f / 60.0f);
    }
};

// Everything, and each must be refused under its own name.
struct Intruder {
    Scene& scene;
    int calls = 0;
    std::vector<std::string> accepted;

    void expectRefused(const char* name, const ErrorCapture& capture) {
        ++calls;
        if (capture.count() == 0 || std::string(capture.message()).rfind(std::string(name) + ":", 0) != 0)
            accepted.push_back(name);
    }
    template <class Table, class... Id> void tryAll(const Table& table, Id... id) {
        for (const auto& c : table) {
            ErrorCapture capture;
            c.call(scene.world, id...);
            expectRefused(c.name, capture);
        }
    }
    void tryEverything() {
        tryAll(test::kWorldEdits);
        tryAll(test::kWorldLooks);
        tryAll(test::kBodyEdits, scene.box);
        tryAll(test::kBodyLooks, scene.box);
        tryAll(test::kShapeEdits, scene.shape);
        tryAll(test::kShapeLooks, scene.shape);
        tryAll(test::kJointEdits, scene.joint);
        tryAll(test::kJointLooks, scene.joint);
        tryAll(test::kParticleEdits, scene.particle);
        tryAll(test::kParticleLooks, scene.particle);
        ErrorCapture capture;
        scene.world.step(0.01f);
        expectRefused("step", capture);
    }
};

// Zones are the callback that every step has.
class StepHook {
public:
    template <class Fn> StepHook(Fn& onZone) {
        setProfilerHooks({.beginZone = [](const char*, void* context) { (*static_cast<Fn*>(context))(); },
                          .endZone = [](void*) {},
                          .context = &onZone});
    }
    ~StepHook() { setProfilerHooks({}); }
};

TEST(Stepping, callsFromACallbackAreRefusedByName) {
    Scene scene, twin;
    Intruder intruder{scene, 0, {}};
    auto onZone = [&] {
        if (intruder.calls == 0) intruder.tryEverything();
    };
    {
        const StepHook hook(onZone);
        EXPECT_TRUE(scene.world.step(1.0f / 60.0f));
    }
    EXPECT_GT(intruder.calls, 90);
    EXPECT_EQ(intruder.accepted, std::vector<std::string>{});
    EXPECT_TRUE(twin.world.step(1.0f / 60.0f));
    EXPECT_EQ(scene.world.hash(), twin.world.hash());
}

TEST(Stepping, callsFromAnotherThreadAreRefusedByName) {
    Scene scene, twin;
    Intruder intruder{scene, 0, {}};
    auto onZone = [&] {
        if (intruder.calls == 0) std::thread([&] { intruder.tryEverything(); }).join();
    };
    {
        const StepHook hook(onZone);
        EXPECT_TRUE(scene.world.step(1.0f / 60.0f));
    }
    EXPECT_GT(intruder.calls, 90);
    EXPECT_EQ(intruder.accepted, std::vector<std::string>{});
    EXPECT_TRUE(twin.world.step(1.0f / 60.0f));
    EXPECT_EQ(scene.world.hash(), twin.world.hash());
    EXPECT_TRUE(scene.world.isValid(scene.box)); // and afterwards everything is open again
}

// For the thread sanitizer: const functions share nothing that is written.
TEST(Stepping, manyThreadsLookBetweenSteps) {
    const Workers workers(2);
    Scene scene(workers.tasks());
    for (int round = 0; round < 3; ++round) {
        const uint64_t hash = scene.world.hash();
        int errors[4] = {};
        std::vector<std::thread> threads;
        for (int& count : errors)
            threads.emplace_back([&] {
                ErrorCapture capture;
                for (int i = 0; i < 20; ++i) {
                    for (const auto& c : test::kWorldLooks) c.call(scene.world);
                    for (const auto& c : test::kBodyLooks) c.call(scene.world, scene.box);
                    for (const auto& c : test::kShapeLooks) c.call(scene.world, scene.shape);
                    for (const auto& c : test::kJointLooks) c.call(scene.world, scene.joint);
                }
                count = capture.count();
            });
        for (std::thread& t : threads) t.join();
        for (const int count : errors) EXPECT_EQ(count, 0);
        EXPECT_EQ(scene.world.hash(), hash);
        EXPECT_TRUE(scene.world.step(1.0f / 60.0f));
    }
}

// Different worlds know nothing of each other, even when they share workers.
TEST(Stepping, worldsStepOnTheirOwnThreads) {
    const Workers workers(2);
    uint64_t hashes[3] = {};
    std::vector<std::thread> threads;
    for (uint64_t& hash : hashes)
        threads.emplace_back([&] {
            Scene scene(workers.tasks());
            for (int i = 0; i < 30; ++i) scene.world.step(1.0f / 60.0f);
            hash = scene.world.hash();
        });
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

} // namespace
} // namespace cairn
