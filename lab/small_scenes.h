// Small random scenes, and how far a solver that takes many sweeps over one of them is from an exact answer.
//
// With friction there can be several exact answers. So the question is whether sweeps end at one of them: the step is
// taken by sweeps, the bodies are put back where they were, and the same step is taken by the exact solver, which
// starts from the impulses that the sweeps have left. Where those are an answer, the velocities are the same.
#pragma once

#include "lab/worlds.h"
#include "scenes/random.h"

#include <span>

namespace cairn::lab {

inline constexpr int kSmallScenes = 200;

// One to fifteen boxes in piles of up to four beside each other, every third one joined to the one before, all moving a
// little.
class SmallScene {
public:
    SmallScene(uint64_t seed, const SolverRecipe& recipe) : world({.enableSleep = false, .solver = recipe}) {
        scenes::Random random(seed);
        world.createShape(world.createBody({}), ShapePlane{}, {.material = {.friction = random.uniform(0.2f, 0.7f)}});
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
            world.createShape(
                bodies.back(), ShapeBox{half},
                {.density = random.uniform(200.0f, 800.0f), .material = {.friction = random.uniform(0.2f, 0.7f)}});
            if (i > 0 && random.below(3) == 0) join(bodies[bodies.size() - 2], bodies.back(), random);
        }
        start = states();
    }

    struct State {
        WorldTransform pose;
        Vec3 v, w;
    };
    std::vector<State> states() const {
        std::vector<State> out;
        for (const BodyId b : bodies) out.push_back({world.pose(b), world.linearVelocity(b), world.angularVelocity(b)});
        return out;
    }
    void putBack() {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            world.setPose(bodies[i], start[i].pose);
            world.setLinearVelocity(bodies[i], start[i].v);
            world.setAngularVelocity(bodies[i], start[i].w);
        }
    }

    World world;
    std::vector<BodyId> bodies;
    std::vector<State> start;
    int joints = 0;

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
// nobody a favour, so that all have the same answer.
inline SolverRecipe plainRecipe(const SolverRecipe& of) {
    SolverRecipe recipe;
    recipe.schedule = of.schedule, recipe.cells = of.cells, recipe.writes = of.writes;
    recipe.relaxation = of.relaxation;
    recipe.naiveClamping = of.naiveClamping, recipe.blockNormals = of.blockNormals;
    recipe.bias = SolverBias::None;
    recipe.substeps = 1;
    recipe.relaxIterations = 0;
    recipe.massGain = recipe.inertiaGain = recipe.massRatio = 0.0f;
    recipe.directJoints = false;
    return recipe;
}

inline void sweepOften(SolverLoop& loop, void* count) {
    loop.beginSubstep();
    for (int i = 0; i < *static_cast<const int*>(count); ++i) loop.solve();
    loop.integratePositions();
    loop.endSubstep();
}

inline double largestDifference(const std::vector<SmallScene::State>& a, const std::vector<SmallScene::State>& b) {
    double worst = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        worst = std::max(worst, static_cast<double>(std::max(length(a[i].v - b[i].v), length(a[i].w - b[i].w))));
    return worst;
}

struct Convergence {
    double distance; // m/s and rad/s: to the exact answer that is nearest
    int points;      // of contact
};

inline Convergence convergenceOf(uint64_t seed, const SolverRecipe& plain, int sweeps) {
    SmallScene scene(seed, plain);
    scene.world.setSolverFunction(sweepOften, &sweeps);
    scene.world.step(kFrame);
    const std::vector<SmallScene::State> swept = scene.states();
    SolverRecipe exact = plainRecipe({});
    exact.schedule = SolverSchedule::Exact;
    scene.putBack();
    scene.world.setSolverFunction(nullptr, nullptr);
    scene.world.setSolver(exact);
    scene.world.step(kFrame);
    return {largestDifference(swept, scene.states()), scene.world.counts().points};
}

// The least of `counts` that comes within `tolerance`; 0 for none of them.
inline int sweepsToExact(uint64_t seed, const SolverRecipe& plain, std::span<const int> counts, double tolerance) {
    for (const int count : counts)
        if (convergenceOf(seed, plain, count).distance < tolerance) return count;
    return 0;
}

// Which rows of the catalogue come to an exact answer, how near, and why not nearer.
struct ConvergenceClaim {
    const char* solver;
    double tolerance; // m/s; 0: it does not get there
    const char* why;
    const char* label; // in the plot; null: not drawn, as it lies on that of a relative
};
inline constexpr ConvergenceClaim kConvergenceClaims[] = {
    {"sequentialImpulse", 1e-4, "", "sequential impulse"},
    {"sequentialImpulseShuffled", 1e-4, "", nullptr},
    {"sequentialImpulseColours", 1e-4, "", nullptr},
    {"sequentialImpulseGridColours", 1e-4, "", nullptr},
    {"sequentialImpulseCells", 1e-4, "", nullptr},
    {"block", 3e-3, "its 4 x 4 solves in floats take a case of pushing points that is right to 1e-4", "block"},
    {"massSplitting", 2e-4, "one scene of 200 stops at 1.5e-4, and more sweeps change nothing: floats, it seems",
     "mass splitting"},
    {"massSplittingOver", 2e-4, "as massSplitting", nullptr},
    {"massSplittingPoints", 5e-4,
     "four scenes of 200 stop at 1e-4 to 3e-4, and more sweeps change nothing: floats, it seems", "by points"},
    {"jacobi", 0.0, "contacts that share a body overdo it together", "Jacobi"},
    {"naiveImpulse", 0.0, "what one sweep overdoes no other may take back", "naive clamping"},
};

} // namespace cairn::lab
