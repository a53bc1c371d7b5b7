// Small random scenes, and how far a solver that takes many sweeps over one of them is from an exact answer.
//
// With friction there can be several exact answers: in scene 119 two of them, each with residuals below 1e-6 m/s, are
// 2 cm/s apart. So the question is whether sweeps end at one of them. The step is taken by sweeps, the bodies are put
// back where they were, and the same step is taken by the exact solver, which starts from the impulses that the sweeps
// have left and does not leave them where they are an answer: where no residual is above 1e-5 m/s.
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

// A scene that is swept on and on.
class Approach {
public:
    Approach(uint64_t seed, const SolverRecipe& plain) : m_scene(seed, plain), m_check(seed, plain) {}

    // Starts from the impulses of the sweeps before.
    void sweep(int count) {
        m_scene.putBack();
        m_scene.world.setSolverFunction(sweepOften, &count);
        m_scene.world.step(kFrame);
        m_scene.world.setSolverFunction(nullptr, nullptr);
    }

    // m/s and rad/s: from the velocities of now to those of the exact answer that is found from here.
    double distance() {
        m_scene.world.snapshot(m_snapshot);
        m_check.world.restore(m_snapshot);
        m_check.putBack();
        SolverRecipe exact = plainRecipe({});
        exact.schedule = SolverSchedule::Exact;
        m_check.world.setSolver(exact);
        m_check.world.step(kFrame);
        return largestDifference(m_scene.states(), m_check.states());
    }
    int points() const { return m_scene.world.counts().points; }

private:
    SmallScene m_scene, m_check;
    Array<uint8_t> m_snapshot;
};

inline constexpr double kArrived = 1e-4; // m/s and rad/s

// The least of `counts`, which ascend, that arrives; 0 for none of them.
inline int sweepsToExact(uint64_t seed, const SolverRecipe& plain, std::span<const int> counts) {
    Approach approach(seed, plain);
    int done = 0;
    for (const int count : counts) {
        approach.sweep(count - done);
        if (approach.distance() < kArrived) return count;
        done = count;
    }
    return 0;
}

// Which rows of the catalogue come to an exact answer, and why not.
struct ConvergenceClaim {
    const char* solver;
    bool arrives;
    const char* why;
    const char* label; // in the plot; null: not drawn, as it lies on that of a relative
};
inline constexpr ConvergenceClaim kConvergenceClaims[] = {
    {"sequentialImpulse", true, "", "sequential impulse"},
    {"sequentialImpulseShuffled", true, "", nullptr},
    {"sequentialImpulseColours", true, "", nullptr},
    {"sequentialImpulseGridColours", true, "", nullptr},
    {"sequentialImpulseCells", true, "", nullptr},
    {"block", true, "", "block"},
    {"massSplitting", true, "", "mass splitting"},
    {"massSplittingOver", true, "", nullptr},
    {"massSplittingPoints", true, "", "by points"},
    {"jacobi", false, "contacts that share a body overdo it together", "Jacobi"},
    {"naiveImpulse", false, "what one sweep overdoes no other may take back", "naive clamping"},
};

} // namespace cairn::lab
