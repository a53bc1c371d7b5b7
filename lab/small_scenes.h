// Small random scenes, and the catalogue's rows as far as they differ in how they come to an answer.
#pragma once

#include "lab/worlds.h"
#include "scenes/random.h"

namespace cairn::lab {

inline constexpr int kSmallScenes = 200;

// One to fifteen boxes in piles of up to four beside each other, every third one joined to the one before, all moving a
// little. `grip`: times friction, 0 for the same scene without any.
class SmallScene {
public:
    SmallScene(uint64_t seed, const SolverRecipe& recipe, float withGrip = 1.0f)
        : world({.enableSleep = false, .solver = recipe}), grip(withGrip) {
        scenes::Random random(seed);
        const auto friction = [&] { return grip * random.uniform(0.2f, 0.7f); };
        world.createShape(world.createBody({}), ShapePlane{}, {.material = {.friction = friction()}});
        const int count = 1 + random.below(15);
        double height = 0.0, pile = 0.0;
        for (int i = 0, level = 0; i < count; ++i, ++level) {
            const Vec3 half{random.uniform(0.3f, 0.6f), random.uniform(0.2f, 0.4f), random.uniform(0.3f, 0.6f)};
            if (level == 4 || random.below(4) == 0) level = 0, height = 0.0, pile += 1.3;
            const double x = pile + static_cast<double>(random.uniform(-0.15f, 0.15f));
            const double y = height + static_cast<double>(half.y) - 0.001;
            height = y + static_cast<double>(half.y);
            bodies.push_back(
                world.createBody({.type = BodyType::Dynamic,
                                  .position = {x, y, static_cast<double>(random.uniform(-0.1f, 0.1f))},
                                  .rotation = fromAxisAngle({0, 1, 0}, random.uniform(-0.5f, 0.5f)),
                                  .linearVelocity = {random.uniform(-0.3f, 0.3f), random.uniform(-0.3f, 0.0f), 0}}));
            const float density = random.uniform(200.0f, 800.0f);
            world.createShape(bodies.back(), ShapeBox{half},
                              {.density = density, .material = {.friction = friction()}});
            if (i > 0 && random.below(3) == 0) join(bodies[bodies.size() - 2], bodies.back(), random);
        }
    }

    World world;
    std::vector<BodyId> bodies;
    int joints = 0;
    float grip;

private:
    void join(BodyId a, BodyId b, scenes::Random& random) {
        ++joints;
        const DVec3 anchor = 0.5 * (world.massCenter(a) + world.massCenter(b));
        if (random.below(2) == 0)
            world.createJoint(BallJointDef{.link = world.jointLink(a, b, anchor)});
        else
            world.createJoint(HingeJointDef{.link = world.jointLink(a, b, anchor, random.unitVector())});
    }
};

// A row of the catalogue as far as it is about order, writes and blocks: one step that cures no positions and does
// nobody a favour, so that all have the same question to answer. What is left out changes the question: compliance and
// bias its right-hand side, weight amplification its masses, and shock propagation puts another answer in its place.
inline SolverRecipe plainRecipe(const SolverRecipe& of) {
    SolverRecipe recipe;
    recipe.schedule = of.schedule, recipe.cells = of.cells, recipe.writes = of.writes;
    recipe.relaxation = of.relaxation;
    recipe.naiveClamping = of.naiveClamping, recipe.blockNormals = of.blockNormals;
    recipe.bias = SolverBias::None;
    recipe.substeps = 1;
    recipe.relaxIterations = 0;
    recipe.massGain = recipe.inertiaGain = recipe.massRatio = recipe.restDamping = 0.0f;
    recipe.directJoints = false;
    return recipe;
}

// A solver whose sweeps no row before it has.
struct SweptSolver {
    const char* name;
    SolverRecipe plain;
    const char* whyNot; // it comes to no exact answer; empty: it should
    bool isFirst;       // of its writes, blocks and clamping: orders alone make little difference
};

// One for each of the ways to sweep that the catalogue has, but Exact: the row that is named after it, one of plain
// sweeps, where there is one.
inline std::vector<SweptSolver> sweptSolvers() {
    const auto isLike = [](const SolverRecipe& a, const SolverRecipe& b) {
        return a.writes == b.writes && a.naiveClamping == b.naiveClamping && a.blockNormals == b.blockNormals;
    };
    const auto isSame = [&](const SolverRecipe& a, const SolverRecipe& b) {
        return isLike(a, b) && a.schedule == b.schedule && a.cells == b.cells && a.relaxation == b.relaxation;
    };
    std::vector<SweptSolver> out;
    for (const bool isPlain : {true, false})
        for (int i = 0; i < solverCount(); ++i) {
            const SolverRecipe& r = *solverRecipe(i);
            if (r.schedule == SolverSchedule::Exact || (r.bias == SolverBias::Baumgarte) != isPlain) continue;
            bool isFirst = true, isNew = true;
            for (const SweptSolver& s : out) isFirst &= !isLike(s.plain, r), isNew &= !isSame(s.plain, r);
            const char* whyNot = r.writes == SolverWrites::Jacobi ? "contacts that share a body overdo it together"
                                 : r.naiveClamping                ? "what one sweep overdoes no other may take back"
                                                                  : "";
            if (isNew) out.push_back({solverName(i), plainRecipe(r), whyNot, isFirst});
        }
    return out;
}

} // namespace cairn::lab
