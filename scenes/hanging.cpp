// Hanging things: chains, sheets, bridges and pendulums on joints.
#include "scenes/catalog.h"

namespace cairn::scenes {

namespace {

const Quat kLying = fromAxisAngle({0, 0, 1}, -0.5f * kPi); // y to +x

// Capsule links of half a metre along +x or -x from `from`, joined end to end and to `holder`; returns the last one.
BodyId addChain(Scene& s, BodyId holder, Vec3 from, float way, int links, const Piece& link) {
    BodyId last = holder;
    for (int i = 0; i < links; ++i) {
        const Vec3 joint = from + Vec3{0.5f * way * static_cast<float>(i), 0, 0};
        Piece piece = link;
        piece.rotation = kLying;
        piece.group = 1 + i % 2;
        const BodyId next = s.add(ShapeCapsule{0.17f, 0.08f}, joint + Vec3{0.25f * way, 0, 0}, piece);
        s.world.createJoint(BallJointDef{.link = s.world.jointLink(last, next, toDouble(joint))});
        last = next;
    }
    return last;
}

// A chain held out and let go, with a ball at its end that weighs many links.
void buildHeavyChain(Scene& s) {
    const int links = s.count("links");
    const float length = 0.5f * static_cast<float>(links), top = length + 10.0f;
    const Piece link{.mass = 1.0f, .filter = {.group = -1}};
    Piece anchor = link, weight = link;
    anchor.type = BodyType::Static;
    anchor.group = 0;
    weight.mass = s.number("ratio");
    weight.group = 7;
    const Vec3 from{0, top, 0}, end{length, top, 0};
    const BodyId hook = s.add(ShapeBox{{0.2f, 0.2f, 0.2f}}, from, anchor);
    const BodyId last = addChain(s, hook, from, 1, links, link);
    const BodyId ball = s.add(ShapeSphere{0.5f}, end + Vec3{0.5f, 0, 0}, weight);
    s.world.createJoint(BallJointDef{.link = s.world.jointLink(last, ball, toDouble(end))});
    s.camera = {{0, top - 0.4f * length, 2.6f * length}, {0, top - 0.45f * length, 0}, 40};
    s.steps = 900;
    auto longest = std::make_shared<double>(0.0);
    const double taut = static_cast<double>(length) + 0.5;
    s.afterStep = [=](Scene& scene) {
        *longest = max(*longest, distance(scene.world.pose(ball).p, toDouble(from)) - taut);
    };
    s.report = [=](const Scene&, std::vector<Metric>& m) {
        m.push_back({"longest stretch", 100.0 * *longest / taut, "%", -1.0, 1.0});
    };
}

// A sheet of balls, one edge fixed, swings down.
void buildJointGrid(Scene& s) {
    const int n = s.count("side");
    std::vector<BodyId> ids;
    const auto join = [&](BodyId a, BodyId b, Vec3 at) {
        s.world.createJoint(BallJointDef{.link = s.world.jointLink(a, b, toDouble(at))});
    };
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) {
            const float x = static_cast<float>(k), z = static_cast<float>(i);
            const BodyId id = s.add(ShapeSphere{0.4f}, {x, 0, z},
                                    {.type = i == 0 ? BodyType::Static : BodyType::Dynamic,
                                     .filter = {.group = -1},
                                     .group = i == 0 ? 0 : 1 + (i + k) % 2 * 3});
            ids.push_back(id);
            if (i == 0) continue;
            const std::size_t here = ids.size() - 1;
            join(ids[here - static_cast<std::size_t>(n)], id, {x, 0, z - 0.5f});
            if (k > 0) join(ids[here - 1], id, {x - 0.5f, 0, z});
        }
    }
    const float w = static_cast<float>(n);
    s.camera = {{1.3f * w, -0.2f * w, 1.4f * w}, {0.52f * w, -0.42f * w, 0}, 42};
    s.steps = 500;
}

// Planks on hinges between two banks, and crates that fall on them.
void buildBridge(Scene& s) {
    const int planks = s.count("planks"), crates = s.count("crates");
    const float half = 0.5f * static_cast<float>(planks), height = 6.0f;
    s.addGround(60);
    BodyId last = s.addStatic(ShapeBox{{2, 0.5f * height, 2}}, {-half - 2, 0.5f * height, 0});
    for (int i = 0; i <= planks; ++i) {
        const float x = static_cast<float>(i) - half;
        const Vec3 joint{x, height - 0.1f, 0};
        const BodyId next = i == planks ? s.addStatic(ShapeBox{{2, 0.5f * height, 2}}, {half + 2, 0.5f * height, 0})
                                        : s.add(ShapeBox{{0.48f, 0.1f, 1.5f}}, {x + 0.5f, height - 0.1f, 0},
                                                {.density = 600, .group = 2 + i % 2 * 4});
        s.world.createJoint(HingeJointDef{.link = s.world.jointLink(last, next, toDouble(joint), {0, 0, 1})});
        last = next;
    }
    for (int i = 0; i < crates; ++i) {
        const float x = (static_cast<float>(i % 8) - 3.5f) * 0.16f * half, y = height + 2 + static_cast<float>(i / 8);
        s.add(ShapeBox{{0.4f, 0.4f, 0.4f}}, {x, y, 0.3f * static_cast<float>(i % 3 - 1)}, {.density = 300, .group = 4});
    }
    s.camera = {{0.9f * half, height + 5, 2.4f * half}, {0, height - 1.5f, 0}, 38};
    s.report = [=](const Scene& scene, std::vector<Metric>& m) {
        double lowest = 1e9;
        for (const SceneBody& body : scene.bodies)
            if (body.type == BodyType::Dynamic) lowest = min(lowest, scene.world.pose(body.id).p.y);
        m.push_back({"lowest body", lowest, "m", 0.0});
    };
}

// Balls on pairs of rods; the first is held out and let go. Blows pass through the row one substep at a time, so each
// ball hangs a little farther from the next than it can move in a substep: touching balls would share the blow.
void buildCradle(Scene& s) {
    const int balls = s.count("balls"), lifted = min(s.count("lifted"), balls);
    const float radius = 0.5f, drop = 5.0f, spread = 1.5f, top = 7.0f;
    const SinCos a = sinCos(-s.number("angle") * kPi / 180.0f);
    const float pitch = 2.0f * radius + s.number("gap"), first = -0.5f * pitch * static_cast<float>(balls - 1);
    s.addGround(30);
    const BodyId frame = s.addBody({0, top, 0}, {.type = BodyType::Static, .group = 0});
    const float halfLength = 0.5f * pitch * static_cast<float>(balls) + 0.5f;
    for (const float side : {-1.0f, 1.0f})
        s.attach(ShapeBox{{halfLength, 0.08f, 0.08f}}, {{0, 0, side * spread}, kIdentityQuat},
                 {.type = BodyType::Static});
    std::vector<BodyId> row;
    for (int i = 0; i < balls; ++i) {
        const float x = first + pitch * static_cast<float>(i);
        const Vec3 at = i < lifted ? Vec3{x + drop * a.sin, top - drop * a.cos, 0} : Vec3{x, top - drop, 0};
        const BodyId ball = s.add(ShapeSphere{radius}, at,
                                  {.density = 7800, .material = {.friction = 0, .restitution = 1}, .group = 7});
        row.push_back(ball);
        for (const float side : {-1.0f, 1.0f})
            s.world.createJoint(DistanceJointDef{
                .link = {.bodyA = frame, .bodyB = ball, .frameA = {{x, 0, side * spread}, kIdentityQuat}},
                .length = sqrt(drop * drop + spread * spread)});
    }
    s.camera = {{5, 5, 13}, {0, 4, 0}, 38};
    s.steps = 1200;
    // How high the last ball swings, of the height from which the first one came; over the last five seconds.
    auto heights = std::make_shared<std::vector<double>>();
    s.afterStep = [=](Scene& scene) {
        heights->push_back(scene.world.pose(row.back()).p.y - static_cast<double>(top - drop));
    };
    s.report = [=](const Scene&, std::vector<Metric>& m) {
        double highest = 0.0;
        const std::size_t count = heights->size();
        for (std::size_t i = count > 300 ? count - 300 : 0; i < count; ++i) highest = max(highest, (*heights)[i]);
        m.push_back({"last ball swings to", 100.0 * highest / static_cast<double>(drop * (1.0f - a.cos)), "%"});
    };
}

// A heavy ball on a chain swings into a wall.
void buildWreckingBall(Scene& s) {
    const int rows = s.count("rows"), columns = 10;
    const float w = 0.5f, h = 0.25f;
    s.addGround(60);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            s.add(ShapeBox{{0.25f, h, w - 0.005f}},
                  {0, h + 2 * h * static_cast<float>(r),
                   2 * w * (static_cast<float>(c - columns / 2) + 0.5f * static_cast<float>(r % 2))},
                  {.group = 1 + r % 2 * 5});
    const int links = 20;
    const Vec3 hook{-1.2f, 13.5f, 0};
    const BodyId crane = s.addStatic(ShapeBox{{0.3f, 0.3f, 0.3f}}, hook);
    const BodyId last = addChain(s, crane, hook, -1, links, {.mass = 20, .filter = {.group = -1}});
    const Vec3 end = hook - Vec3{0.5f * static_cast<float>(links), 0, 0};
    const BodyId ball =
        s.add(ShapeSphere{1.0f}, end - Vec3{1, 0, 0}, {.mass = s.number("mass"), .filter = {.group = -1}, .group = 7});
    s.world.createJoint(BallJointDef{.link = s.world.jointLink(last, ball, toDouble(end))});
    s.camera = {{14, 9, 16}, {-1, 5, 0}, 45};
}

} // namespace

void addHanging(std::vector<SceneInfo>& list) {
    list.push_back(
        {"heavy_chain",
         "hanging",
         "a chain of 1 kg links with a heavy ball at its end",
         {{"links", 20, 1, 200, true, "of half a metre"}, {"ratio", 100, 0.1, 10000, false, "mass of the ball, kg"}},
         buildHeavyChain});
    list.push_back({"joint_grid",
                    "hanging",
                    "a sheet of balls on joints, held at one edge (3081 joints)",
                    {{"side", 40, 2, 120, true, "balls along an edge"}},
                    buildJointGrid});
    list.push_back({"bridge",
                    "hanging",
                    "planks on hinges between two banks, with crates",
                    {{"planks", 20, 2, 200, true, "of a metre"}, {"crates", 24, 0, 500, true, "that fall on it"}},
                    buildBridge});
    list.push_back({"newtons_cradle",
                    "hanging",
                    "steel balls in a row pass on a blow",
                    {{"balls", 5, 2, 20, true, "in the row"},
                     {"lifted", 1, 0, 20, true, "held out at the start"},
                     {"angle", 40, 0, 80, false, "how far, degrees"},
                     {"gap", 0.03, 0, 0.2, false, "between the balls, m"}},
                    buildCradle});
    list.push_back({"wrecking_ball",
                    "hanging",
                    "a heavy ball on a chain swings into a wall",
                    {{"rows", 16, 1, 40, true, "of bricks"}, {"mass", 3000, 1, 100000, false, "of the ball, kg"}},
                    buildWreckingBall});
}

} // namespace cairn::scenes
