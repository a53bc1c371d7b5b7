// How overlap is cured: decay of Baumgarte's bias, the speed it leaves behind, slop.
#include "lab/model.h"
#include "lab/studies.h"

#include <algorithm>

namespace cairn::lab {

namespace {

constexpr float kStepTime = 1.0f / 60.0f;

// One ball and the ground, overlapping by `depth`; one contact made anew every step, as long as they overlap.
struct Ball {
    float depth, speed = 0.0f;

    // Bias beta/h * (depth - slop). pseudo: the speed that cures overlap does not stay.
    void step(float beta, float slop, bool pseudo, float gravity) {
        speed -= gravity * kStepTime;
        float moved = speed;
        if (depth > 0.0f) {
            KernelScene scene;
            const int ball = scene.addBody({0, 0.5, 0}, 1.0f);
            scene.addPatch(0, ball, {0, 1, 0}, {{0, 0, 0}}, 0.0f, std::min(0.0f, slop - depth),
                           baumgarte(beta, kStepTime));
            scene.body(ball).v.y = speed;
            if (pseudo) {
                KernelScene cure = {};
                cure.addBody({0, 0.5, 0}, 1.0f);
                cure.addPatch(0, 1, {0, 1, 0}, {{0, 0, 0}}, 0.0f, std::min(0.0f, slop - depth),
                              baumgarte(beta, kStepTime));
                cure.solve(); // from rest: the pseudo-velocity
                scene.relax();
                speed = scene.body(ball).v.y;
                moved = speed + cure.body(1).v.y;
            } else {
                scene.solve();
                moved = speed = scene.body(ball).v.y;
            }
        }
        depth -= moved * kStepTime;
    }
};

struct Rest {
    double speed; // of the corners, root mean square over the last two seconds
    int lost;     // corner-steps without touch, of 240
};

// A box of 1 m in the plane, set down a little askew. A corner is a contact as long as it is in the ground.
Rest restOf(float beta, float slop) {
    float height = 0.5f, angle = 0.001f;
    Vec3 v = kZero, w = kZero;
    Rest rest{0.0, 0};
    for (int i = 0; i < 600; ++i) {
        v.y -= 9.81f * kStepTime;
        KernelScene scene;
        const int box = scene.addBody({0, static_cast<double>(height), 0}, 1.0f, {0, 0, 1.0f / 6.0f});
        scene.body(box).v = v, scene.body(box).w = w;
        int touching = 0;
        for (const float side : {-0.5f, 0.5f}) {
            const float depth = -(height - 0.5f + side * angle);
            if (!(depth > 0.0f)) continue;
            ++touching;
            scene.addPatch(0, box, {0, 1, 0}, {{static_cast<double>(side), 0, 0}}, 0.0f, std::min(0.0f, slop - depth),
                           baumgarte(beta, kStepTime));
        }
        for (int sweep = 0; sweep < 10; ++sweep) scene.solve();
        v = scene.body(box).v, w = scene.body(box).w;
        height += kStepTime * v.y;
        angle += kStepTime * w.z;
        if (i < 480) continue;
        const double speed = static_cast<double>(std::fabs(v.y) + 0.5f * std::fabs(w.z));
        rest.speed += speed * speed / 120.0;
        rest.lost += 2 - touching;
    }
    return {std::sqrt(rest.speed), rest.lost};
}

} // namespace

void studyBias(Report& report) {
    report.text = "One ball on the ground, a contact as long as they overlap. Baumgarte's bias asks for a speed that "
                  "removes a share of "
                  "the overlap in each step; put into a velocity of its own, which is forgotten after the step, it "
                  "leaves no energy behind.";
    Ball tonge{1.0f};
    std::vector<float> depths{1.0f};
    for (int i = 0; i < 2; ++i) tonge.step(0.8f, 0.0f, true, 0.0f), depths.push_back(tonge.depth);
    report.find({"T-1", "gamma = 0.8: penetration 1, 0.2, 0.04", "1, 0.2, 0.04",
                 number(static_cast<double>(depths[0])) + ", " + number(static_cast<double>(depths[1])) + ", " +
                     number(static_cast<double>(depths[2])),
                 std::fabs(depths[1] - 0.2f) < 1e-5f && std::fabs(depths[2] - 0.04f) < 1e-5f, ""});

    Plot& decay =
        report.plot({"bias-decay", "Overlap of 5 cm, beta = 0.2, slop 5 mm, no gravity", "step", "overlap, mm"});
    Series &plain = decay.add("Baumgarte"), &pseudo = decay.add("pseudo-velocity");
    Ball a{0.05f}, b{0.05f};
    double worst = 0.0;
    for (int i = 0; i <= 40; ++i) {
        plain.add(i, 1e3 * static_cast<double>(a.depth));
        pseudo.add(i, 1e3 * static_cast<double>(b.depth));
        worst = std::max(worst, std::fabs(static_cast<double>(b.depth) - (0.005 + 0.045 * std::pow(0.8, i))));
        a.step(0.2f, 0.005f, false, 0.0f);
        b.step(0.2f, 0.005f, true, 0.0f);
    }
    report.find({"C06-1", "bias beta/h * max(0, depth - slop)", "penetration decays by (1 - beta) a step, down to slop",
                 "follows slop + 45 mm * 0.8^n to " + number(1e3 * worst) + " mm", worst < 1e-5,
                 "with a pseudo-velocity"});
    report.find({"C14-9", "Baumgarte adds energy, pseudo-velocity does not", "exit speed above 0 against about 0",
                 number(static_cast<double>(a.speed)) + " m/s against " + number(static_cast<double>(b.speed)) + " m/s",
                 a.speed > 0.1f && std::fabs(b.speed) < 1e-6f, "5 cm of overlap, no bounce"});

    const Rest none = restOf(1.0f, 0.0f), some = restOf(1.0f, 0.005f), slow = restOf(0.2f, 0.0f);
    report.find(
        {"U-4", "zero slop oscillates", "box on plane, slop 0 against 5 mm",
         "slop 0: corners without touch in " + std::to_string(none.lost) + " of 240 cases, speed " +
             number(none.speed) + " m/s; 5 mm: " + std::to_string(some.lost) + ", " + number(some.speed) + " m/s",
         none.lost > 0 && some.lost == 0 && some.speed < 0.1 * none.speed,
         "contacts only while shapes overlap, and all of the overlap cured in a step. With beta = 0.2 it decays "
         "from below and corners never lift off (" +
             std::to_string(slow.lost) + " cases). Cairn's contacts begin at 2 cm, and need no slop to stay either"});
}

} // namespace cairn::lab
