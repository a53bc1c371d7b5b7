// Tall walls and towers: weight amplification (constraints/contact_fill.h) must neither throw nor crush them.
#include "support/random.h"

#include <cairn/world.h>

#include <gtest/gtest.h>

#include <vector>

namespace cairn {

namespace {

constexpr float kDt = 1.0f / 60.0f;

void addGround(World& world) {
    const BodyId ground = world.createBody({});
    world.createShape(ground, ShapeBox{{200, 1, 50}}, {.pose = {{0, -1, 0}, kIdentityQuat}});
}

BodyId addCube(World& world, DVec3 at) {
    const BodyId cube = world.createBody({.type = BodyType::Dynamic, .position = at});
    world.createShape(cube, ShapeBox{});
    return cube;
}

// A wall of cubes that loses half a cube on each side per row, from the bottom up.
std::vector<BodyId> addPyramid(World& world, int base) {
    std::vector<BodyId> cubes;
    for (int row = 0; row < base; ++row)
        for (int i = 0; i < base - row; ++i)
            cubes.push_back(addCube(world, {0.5 * (row + 1 + 2 * i - base), 0.5 + row, 0.0}));
    return cubes;
}

double heightOfTower(const SolverRecipe& recipe, int levels) {
    World world({.enableSleep = false, .solver = recipe});
    addGround(world);
    BodyId top{};
    for (int i = 0; i < levels; ++i) top = addCube(world, {0, 0.5 + i, 0});
    for (int i = 0; i < 240; ++i) world.step(kDt);
    return world.pose(top).p.y;
}

} // namespace

// What is much heavier than what it rests on sinks by the softness of two contacts under (1 + massRatio) times the
// weight of the lower body (contact_fill.h), however heavy it is. The ground feels as much.
TEST(Stacking, heavyLoadsSinkAsOneThatIsLight) {
    const WorldDef def{.enableSleep = false};
    const auto sag = [&](float hertz) { // of a body under its own weight
        const float omega = 2.0f * kPi * hertz;
        return length(def.gravity) / (omega * omega);
    };
    const float expected = (1.0f + def.solver.massRatio) * (sag(def.contactHertz) + sag(2.0f * def.contactHertz));
    for (const float ratio : {10.0f, 100.0f, 1000.0f}) {
        World world(def);
        addGround(world);
        BodyId bottom{}, top{};
        for (int i = 0; i < 2; ++i) {
            bottom = top;
            top = world.createBody({.type = BodyType::Dynamic, .position = {0, 0.5 + i, 0}});
            world.createShape(top, ShapeBox{}, {.density = i == 0 ? 1.0f : ratio});
        }
        for (int i = 0; i < 240; ++i) world.step(kDt);
        EXPECT_NEAR(1.5 - world.pose(top).p.y, expected, 0.02 * expected) << ratio;
        EXPECT_LT(length(world.linearVelocity(top)), 1e-5f) << ratio;
        Array<ContactInfo> under;
        ASSERT_EQ(world.contacts(bottom, under), 2);
        float least = kHuge; // of both contacts
        for (const ContactInfo& c : under) {
            float impulse = 0.0f;
            for (int i = 0; i < c.pointCount; ++i) impulse += c.points[i].impulse;
            least = min(least, impulse);
        }
        const float substep = kDt / static_cast<float>(def.substeps), weight = length(def.gravity); // of 1 kg
        EXPECT_NEAR(least, (1.0f + def.solver.massRatio) * weight * substep, 0.01f * weight * substep) << ratio;
    }
}

// Gains multiply from row to row: the top of a wall of 75 rows was thrown up, and came down beside it.
TEST(Stacking, tallPyramidsKeepTheirTops) {
    constexpr int kBase = 90;
    const int steps = test::scaled(10) >= 10 ? 240 : 30; // with sanitizers: as long as it used to be thrown
    World world({.enableSleep = false});
    addGround(world);
    const std::vector<BodyId> cubes = addPyramid(world, kBase);
    double highest = 0.0;
    for (int i = 0; i < steps; ++i) {
        world.step(kDt);
        highest = max(highest, world.pose(cubes.back()).p.y);
    }
    EXPECT_LT(highest, kBase - 0.5 + 0.005);
    EXPECT_NEAR(world.pose(cubes.back()).p.y, kBase - 0.5, 0.6);
    float fastest = 0.0f;
    for (const BodyId cube : cubes) fastest = max(fastest, length(world.linearVelocity(cube)));
    EXPECT_LT(fastest, steps == 240 ? 0.1f : 3.0f);
}

// With gains up to 25 bodies a tower of 12 sinks as with gains at any height; with gains up to 4, and none from 8, its
// lower storeys have none, and it ends between that and a tower without.
TEST(Stacking, gainsEndWithTheHeightOfTheColumn) {
    const auto heightWith = [](float gain, float gainHeight) {
        SolverRecipe recipe;
        recipe.massGain = gain;
        recipe.gainHeight = gainHeight;
        return heightOfTower(recipe, 12);
    };
    const double any = heightWith(0.3f, 0.0f), tall = heightWith(0.3f, 25.0f), low = heightWith(0.3f, 4.0f),
                 none = heightWith(0.0f, 25.0f);
    EXPECT_NEAR(tall, any, 1e-4);
    EXPECT_LT(low, any - 0.002);
    EXPECT_GT(low, none + 0.002);
}

// Storeys are forgotten again: what is left of a tower of 60 stands as high as one that was never taller.
TEST(Stacking, whoIsRelievedIsToldSo) {
    World world({.enableSleep = false});
    addGround(world);
    std::vector<BodyId> cubes;
    for (int i = 0; i < 60; ++i) cubes.push_back(addCube(world, {0, 0.5 + i, 0}));
    for (int i = 0; i < 120; ++i) world.step(kDt);
    for (int i = 59; i >= 12; --i) world.destroyBody(cubes[static_cast<std::size_t>(i)]);
    for (int i = 0; i < 420; ++i) world.step(kDt);
    EXPECT_NEAR(world.pose(cubes[11]).p.y, heightOfTower({}, 12), 1e-3);
}

} // namespace cairn
