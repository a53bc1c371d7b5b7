// Every scene builds, runs, keeps its bodies and gives the same bits on two threads; settings are checked.
#include "support/random.h"

#include <scenes/scenes.h>

#include <gtest/gtest.h>

#include <set>

namespace cairn::scenes {

namespace {

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const SceneInfo& info : allScenes()) all.push_back(info.name);
    return all;
}

class EveryScene : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(EveryScene, runsForASecond) {
    ErrorCapture errors;
    const std::unique_ptr<Scene> scene = createScene(*findScene(GetParam()));
    ASSERT_TRUE(scene);
    EXPECT_GT(scene->steps, 0);
    EXPECT_FALSE(scene->bodies.empty());
    for (int i = 0; i < test::scaled(60); ++i) ASSERT_TRUE(scene->step());
    EXPECT_EQ(errors.count(), 0) << errors.message();
    std::set<BodyId> seen;
    for (const SceneBody& body : scene->bodies) {
        EXPECT_TRUE(seen.insert(body.id).second);
        ASSERT_TRUE(scene->world.isValid(body.id));
        const WorldTransform pose = scene->world.pose(body.id);
        EXPECT_TRUE(isFinite(pose.p) && isValidRotation(pose.q));
        EXPECT_LT(length(pose.p), 1000.0);
        EXPECT_FALSE(body.shapes.empty());
    }
    for (const Metric& metric : scene->metrics()) {
        EXPECT_TRUE(std::isfinite(metric.value)) << metric.name;
        EXPECT_TRUE(metric.holds()) << metric.name << " is " << metric.value;
    }
}

TEST_P(EveryScene, sameBitsOnTwoThreads) {
    uint64_t expected = 0;
    for (const int threads : {1, 2}) {
        Workers workers(threads);
        const std::unique_ptr<Scene> scene = createScene(*findScene(GetParam()), {}, {.tasks = workers.tasks()});
        for (int i = 0; i < test::scaled(40); ++i) ASSERT_TRUE(scene->step());
        if (threads == 1) expected = scene->world.hash();
        EXPECT_EQ(scene->world.hash(), expected);
    }
}

TEST_P(EveryScene, describesItself) {
    const SceneInfo& info = *findScene(GetParam());
    EXPECT_GT(std::string_view(info.what).size(), 10u);
    for (const Parameter& p : info.parameters) {
        EXPECT_LE(p.lower, p.value) << p.name;
        EXPECT_GE(p.upper, p.value) << p.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, EveryScene, testing::ValuesIn(names()), [](const auto& scene) { return scene.param; });

TEST(Scenes, namesAreUnique) {
    const std::vector<std::string> all = names();
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
    EXPECT_FALSE(findScene("no_such_scene"));
}

TEST(Scenes, settingsAreChecked) {
    const SceneInfo& pyramid = *findScene("pyramid");
    std::string problem;
    const std::unique_ptr<Scene> small = createScene(pyramid, {{"base", 3}});
    EXPECT_EQ(small->world.bodyCount(), 1 + 3 + 2 + 1);
    EXPECT_FALSE(createScene(pyramid, {{"base", 0}}, {}, &problem));
    EXPECT_EQ(problem, "parameter base is 0; it must be from 1 to 320");
    EXPECT_FALSE(createScene(pyramid, {{"base", 2.5}}, {}, &problem));
    EXPECT_EQ(problem, "parameter base is 2.5; it must be a whole number");
    EXPECT_FALSE(createScene(pyramid, {{"colour", 1}}, {}, &problem));
    EXPECT_EQ(problem, "scene pyramid has no parameter 'colour'; its parameters are: base, size");
}

TEST(Scenes, misspeltNamesAreRecognised) {
    EXPECT_EQ(nearestName("piramid", names()), "pyramid");
    EXPECT_EQ(nearestName("rubbel", names()), "rubble");
    EXPECT_EQ(nearestName("card", names()), "card_house");
    EXPECT_EQ(nearestName("qqqqqqqq", names()), "");
}

} // namespace cairn::scenes
