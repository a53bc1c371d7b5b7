// World queries against a loop over all shapes, near the origin and 1,000 km away, from one thread and from many.
#include "geometry/sample_shapes.h"
#include "support/meshes.h"
#include "support/random.h"

#include <cairn/compound.h>
#include <cairn/error.h>
#include <cairn/height_field.h>
#include <cairn/query.h>
#include <cairn/world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

namespace cairn {

namespace {

const DVec3 kFar{1e6, -1e6, 1e6};

struct Item {
    ShapeId shape;
    BodyId body;
    Shape geometry;
    Transform local;
};

// Every kind, 40 m across: terrain below, things in the air, some of them falling.
struct Scene {
    World world;
    std::vector<Item> items;
    DVec3 at;
    test::ShapeSampler sampler{5};
    Mesh mesh;
    HeightField field;
    Compound compound;

    explicit Scene(DVec3 offset, int count = 300) : at(offset) {
        test::Random& random = sampler.random();
        mesh = test::makeTerrain(30, 30, 0.7f, test::bumps).build();
        std::vector<float> heights;
        for (int i = 0; i < 33 * 33; ++i) heights.push_back(random.uniform(-0.5f, 0.5f));
        field = buildHeightField({.columns = 33, .rows = 33, .heights = heights, .origin = {-16, 0, -16}});
        std::vector<CompoundChild> children;
        for (int i = 0; i < 12; ++i) {
            const Vec3 p = random.inBox(3.0f);
            const Quat q = random.rotation();
            children.push_back({sampler.shape(0.7f), {p, q}});
        }
        compound = buildCompound(children);
        add(BodyType::Static, ShapePlane{}, {0, -18, 0}, fromAxisAngle({1, 0, 0}, 0.1f));
        add(BodyType::Static, ShapeMesh{&mesh}, {0, -10, 0}, random.rotation());
        add(BodyType::Static, ShapeHeightField{&field}, {0, -12, 0}, kIdentityQuat);
        add(BodyType::Static, ShapeCompound{&compound}, {5, 5, 5}, random.rotation());
        add(BodyType::Kinematic, ShapeCompound{&compound}, {-7, 3, 0}, random.rotation());
        for (int i = 0; i < count; ++i) {
            const Vec3 p = random.inBox(18.0f);
            const Quat q = random.rotation();
            const BodyType type = i % 3 == 0 ? BodyType::Static : BodyType::Dynamic;
            add(type, sampler.shape(random.uniform(0.2f, 1.5f)), p, q);
        }
        for (int i = 0; i < 4; ++i) world.step(1.0f / 60.0f);
    }
    void add(BodyType type, const Shape& shape, Vec3 p, Quat q) {
        test::Random& random = sampler.random();
        const BodyId body = world.createBody({.type = type, .position = at + toDouble(p), .rotation = q});
        const Transform local{random.inBox(0.5f), random.rotation()};
        const uint32_t category = 1u << random.below(3);
        const ShapeId id = world.createShape(body, shape, {.pose = local, .filter = {.category = category}});
        items.push_back({id, body, shape, world.localPose(id)});
    }
    WorldTransform poseOf(const Item& item) const { return world.pose(item.body) * item.local; }
    DVec3 randomPoint(test::Random& random) const { return at + toDouble(random.inBox(20.0f)); }
};

struct Expected {
    float key;
    ShapeId shape;
    Vec3 normal;
    DVec3 point;
};

// ask(shape, pose, Expected&) -> bool, over all shapes; sorted as the world sorts.
template <class Ask> std::vector<Expected> bruteForce(const Scene& scene, Ask&& ask) {
    std::vector<Expected> out;
    for (const Item& item : scene.items) {
        Expected e{0.0f, item.shape, kZero, {0, 0, 0}};
        if (ask(item.geometry, scene.poseOf(item), e)) out.push_back(e);
    }
    std::sort(out.begin(), out.end(), [](const Expected& a, const Expected& b) {
        return a.key != b.key ? a.key < b.key : a.shape.index < b.shape.index;
    });
    return out;
}

void expectSame(const Array<QueryHit>& hits, const std::vector<Expected>& expected, float QueryHit::*key) {
    ASSERT_EQ(hits.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const QueryHit& hit = hits[static_cast<int>(i)];
        EXPECT_EQ(hit.shape, expected[i].shape);
        EXPECT_EQ(hit.*key, expected[i].key);
        EXPECT_EQ(hit.normal, expected[i].normal);
        EXPECT_EQ(hit.point, expected[i].point);
    }
}

std::vector<Expected> bruteRay(const Scene& scene, const RayQuery& ray) {
    return bruteForce(scene, [&](const Shape& shape, const WorldTransform& pose, Expected& e) {
        const CastHit hit =
            rayCast(shape, inverseTransformPoint(pose, ray.origin), inverseRotate(pose.q, ray.translation));
        e.key = hit.fraction;
        e.normal = rotate(pose.q, hit.normal);
        e.point = transformPoint(pose, hit.point);
        return static_cast<bool>(hit);
    });
}

RayQuery randomRay(const Scene& scene, test::Random& random) {
    const DVec3 from = scene.randomPoint(random), to = scene.randomPoint(random);
    return {from, toFloat(to - from)};
}

ShapeQuery randomShape(Scene& scene, test::Random& random) {
    const Shape shape = scene.sampler.shape(random.uniform(0.1f, 2.0f));
    const DVec3 p = scene.randomPoint(random);
    const Quat q = random.rotation();
    return {shape, {p, q}, random.inBox(15.0f)};
}

} // namespace

class WorldQuery : public testing::TestWithParam<DVec3> {
public:
    Scene scene{GetParam()};
    test::Random random{17};
    Array<QueryHit> hits;
};
INSTANTIATE_TEST_SUITE_P(Places, WorldQuery, testing::Values(DVec3{0, 0, 0}, kFar));

TEST_P(WorldQuery, raysFindWhatALoopFinds) {
    int found = 0;
    for (int i = 0; i < test::scaled(3000); ++i) {
        const RayQuery ray = randomRay(scene, random);
        const std::vector<Expected> expected = bruteRay(scene, ray);
        EXPECT_EQ(scene.world.castRayAll(ray, hits), static_cast<int>(expected.size()));
        expectSame(hits, expected, &QueryHit::fraction);
        const QueryHit closest = scene.world.castRay(ray);
        ASSERT_EQ(static_cast<bool>(closest), !expected.empty());
        EXPECT_EQ(static_cast<bool>(scene.world.castRay(ray, {}, QueryMode::Any)), !expected.empty());
        if (expected.empty()) continue;
        ++found;
        EXPECT_EQ(closest.shape, expected[0].shape);
        EXPECT_EQ(closest.fraction, expected[0].key);
        EXPECT_EQ(closest.body, scene.world.body(closest.shape));
        EXPECT_LT(
            length(closest.point - (ray.origin + static_cast<double>(closest.fraction) * toDouble(ray.translation))),
            1e-4);
    }
    EXPECT_GT(found, 0);
}

TEST_P(WorldQuery, shapeCastsFindWhatALoopFinds) {
    for (int i = 0; i < test::scaled(600); ++i) {
        const ShapeQuery query = randomShape(scene, random);
        const std::vector<Expected> expected =
            bruteForce(scene, [&](const Shape& shape, const WorldTransform& pose, Expected& e) {
                const CastHit hit = shapeCast(shape, query.shape, relativeTransform(pose, query.pose),
                                              inverseRotate(pose.q, query.translation));
                e.key = hit.fraction;
                e.normal = rotate(pose.q, hit.normal);
                e.point = transformPoint(pose, hit.point);
                return static_cast<bool>(hit);
            });
        scene.world.castShapeAll(query, hits);
        expectSame(hits, expected, &QueryHit::fraction);
        const QueryHit closest = scene.world.castShape(query);
        ASSERT_EQ(static_cast<bool>(closest), !expected.empty());
        EXPECT_EQ(static_cast<bool>(scene.world.castShape(query, {}, QueryMode::Any)), !expected.empty());
        EXPECT_EQ(closest.shape, expected.empty() ? ShapeId{} : expected[0].shape);
    }
}

TEST_P(WorldQuery, overlapsFindWhatALoopFinds) {
    for (int i = 0; i < test::scaled(1000); ++i) {
        const ShapeQuery query = randomShape(scene, random);
        std::vector<Expected> expected =
            bruteForce(scene, [&](const Shape& shape, const WorldTransform& pose, Expected&) {
                return shapesOverlap(shape, query.shape, relativeTransform(pose, query.pose));
            });
        scene.world.overlapShapeAll(query, hits);
        expectSame(hits, expected, &QueryHit::fraction);
        EXPECT_EQ(static_cast<bool>(scene.world.overlapShape(query)), !expected.empty());

        const DVec3 point = scene.randomPoint(random);
        expected = bruteForce(scene, [&](const Shape& shape, const WorldTransform& pose, Expected&) {
            return closestPoint(shape, inverseTransformPoint(pose, point)).inside;
        });
        scene.world.overlapPointAll(point, hits);
        expectSame(hits, expected, &QueryHit::fraction);
        EXPECT_EQ(static_cast<bool>(scene.world.overlapPoint(point)), !expected.empty());

        const DVec3 half = toDouble(Vec3{random.uniform(0, 3), random.uniform(0, 3), random.uniform(0, 3)});
        const DVec3 lower = point - half, upper = point + half;
        expected = bruteForce(scene, [&](const Shape& shape, const WorldTransform& pose, Expected&) {
            const Aabb box = computeAabb(shape, {kZero, pose.q});
            const DVec3 a = pose.p + toDouble(box.lower), b = pose.p + toDouble(box.upper);
            return a.x <= upper.x && a.y <= upper.y && a.z <= upper.z && b.x >= lower.x && b.y >= lower.y &&
                   b.z >= lower.z;
        });
        scene.world.overlapBoxAll(lower, upper, hits);
        expectSame(hits, expected, &QueryHit::fraction);
    }
}

TEST_P(WorldQuery, closestFindsWhatALoopFinds) {
    for (int i = 0; i < test::scaled(400); ++i) {
        const ShapeQuery query = randomShape(scene, random);
        const float reach = random.uniform(0.0f, 4.0f);
        std::vector<Expected> expected =
            bruteForce(scene, [&](const Shape& shape, const WorldTransform& pose, Expected& e) {
                const DistanceResult r = shapeDistance(shape, query.shape, relativeTransform(pose, query.pose));
                e = {r.distance, e.shape, rotate(pose.q, r.normal), transformPoint(pose, r.pointA)};
                return r.distance <= reach;
            });
        scene.world.closestToShapeAll(query, reach, hits);
        expectSame(hits, expected, &QueryHit::distance);
        QueryHit closest = scene.world.closestToShape(query, reach);
        ASSERT_EQ(static_cast<bool>(closest), !expected.empty());
        EXPECT_EQ(closest.shape, expected.empty() ? ShapeId{} : expected[0].shape);

        const DVec3 point = scene.randomPoint(random);
        expected = bruteForce(scene, [&](const Shape& shape, const WorldTransform& pose, Expected& e) {
            const PointResult r = closestPoint(shape, inverseTransformPoint(pose, point));
            e = {r.distance, e.shape, rotate(pose.q, r.normal), transformPoint(pose, r.point)};
            return r.distance <= reach;
        });
        scene.world.closestToPointAll(point, reach, hits);
        expectSame(hits, expected, &QueryHit::distance);
        closest = scene.world.closestToPoint(point, reach);
        ASSERT_EQ(static_cast<bool>(closest), !expected.empty());
        EXPECT_EQ(closest.shape, expected.empty() ? ShapeId{} : expected[0].shape);
    }
}

TEST_P(WorldQuery, filtersHideShapes) {
    int judged = 0;
    for (int i = 0; i < test::scaled(500); ++i) {
        const RayQuery ray = randomRay(scene, random);
        scene.world.castRayAll(ray, hits);
        if (hits.count() < 2) continue;
        const Array<QueryHit> all = hits;
        const BodyId ignore[] = {all[0].body};
        scene.world.castRayAll(ray, hits, {.ignore = ignore});
        EXPECT_EQ(hits.count(), all.count() - 1);
        EXPECT_EQ(scene.world.castRay(ray, {.ignore = ignore}).shape, all[1].shape);

        const uint32_t category = scene.world.filter(all[1].shape).category;
        const auto matching = std::count_if(all.begin(), all.end(), [&](const QueryHit& hit) {
            return scene.world.filter(hit.shape).category == category;
        });
        EXPECT_EQ(scene.world.castRayAll(ray, hits, {.mask = category}), matching);

        int fixed = scene.world.castRayAll(ray, hits, {.moving = false});
        for (const QueryHit& hit : hits) EXPECT_EQ(scene.world.type(hit.body), BodyType::Static);
        fixed += scene.world.castRayAll(ray, hits, {.fixed = false});
        EXPECT_EQ(fixed, all.count());

        // Nothing but dynamic bodies, and of those the second.
        QueryFilter filter;
        filter.context = &scene.world;
        filter.accept = [](ShapeId, BodyId body, void* world) {
            return static_cast<World*>(world)->type(body) == BodyType::Dynamic;
        };
        scene.world.castRayAll(ray, hits, filter);
        for (const QueryHit& hit : hits) EXPECT_EQ(scene.world.type(hit.body), BodyType::Dynamic);

        // Clipped: what lies beyond the second hit is gone, whatever the order of discovery.
        float limit = all[1].fraction;
        filter = {};
        filter.context = &limit;
        filter.judge = [](const QueryHit&, float, void* l) { return *static_cast<float*>(l); };
        scene.world.castRayAll(ray, hits, filter);
        for (const QueryHit& hit : hits) EXPECT_LE(hit.fraction, limit);
        EXPECT_GE(hits.count(), 2);

        // Rejected by verdict.
        ShapeId first = all[0].shape;
        filter.context = &first;
        filter.judge = [](const QueryHit& hit, float l, void* s) {
            return hit.shape == *static_cast<ShapeId*>(s) ? -1.0f : l;
        };
        EXPECT_EQ(scene.world.castRay(ray, filter).shape, all[1].shape);
        ++judged;
    }
    EXPECT_GT(judged, 0);
}

// Many threads at once give what one gives; the thread sanitizer watches.
TEST_P(WorldQuery, manyThreadsMayAskTogether) {
    constexpr int kThreads = 4;
    std::vector<RayQuery> rays;
    std::vector<ShapeQuery> shapes;
    for (int i = 0; i < test::scaled(1000); ++i) {
        rays.push_back(randomRay(scene, random));
        shapes.push_back(randomShape(scene, random));
    }
    const auto askAll = [&] {
        std::vector<QueryHit> out;
        Array<QueryHit> local;
        for (std::size_t i = 0; i < rays.size(); ++i) {
            out.push_back(scene.world.castRay(rays[i]));
            out.push_back(scene.world.castShape(shapes[i]));
            out.push_back(scene.world.closestToPoint(rays[i].origin, 3.0f));
            scene.world.overlapShapeAll(shapes[i], local);
            for (const QueryHit& hit : local) out.push_back(hit);
        }
        return out;
    };
    const std::vector<QueryHit> expected = askAll();
    std::vector<QueryHit> results[kThreads];
    std::vector<std::thread> threads;
    for (auto& result : results) threads.emplace_back([&] { result = askAll(); });
    for (std::thread& t : threads) t.join();
    for (const auto& result : results) {
        ASSERT_EQ(result.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(result[i].shape, expected[i].shape);
            EXPECT_EQ(result[i].point, expected[i].point);
        }
    }
}

// The same scene and the same rays, 1,000 km apart.
TEST(WorldQueryPlaces, farAnswersEqualNearOnes) {
    Scene near({0, 0, 0}), far(kFar);
    test::Random random(3);
    int asked = 0, same = 0;
    for (int i = 0; i < test::scaled(1000); ++i) {
        const RayQuery ray = randomRay(near, random);
        const QueryHit a = near.world.castRay(ray), b = far.world.castRay({ray.origin + kFar, ray.translation});
        ++asked;
        if (a.shape != b.shape || !a) {
            same += !a && !b;
            continue;
        }
        ++same;
        EXPECT_NEAR(a.distance, b.distance, 1e-3f);
        EXPECT_LT(length(b.point - kFar - a.point), 1e-3);
    }
    // A ray that grazes an edge may meet it in one place and miss it in the other.
    EXPECT_GE(same, asked - 1 - asked / 100);
}

TEST(WorldQueryPlaces, badInputIsRefusedByName) {
    World world;
    world.createShape(world.createBody({}), ShapeBox{});
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const float nanf = std::numeric_limits<float>::quiet_NaN();
    Array<QueryHit> out;
    const auto refused = [&](const char* field, auto&& ask) {
        ErrorCapture errors;
        EXPECT_FALSE(ask());
        EXPECT_EQ(errors.count(), 1) << field;
        EXPECT_STREQ(errors.field(), field);
    };
    const auto box = Shape(ShapeBox{});
    refused("origin", [&] { return world.castRay({{nan, 0, 0}, {1, 0, 0}}); });
    refused("translation", [&] { return world.castRay({{0, 0, 0}, {0, 0, 0}}); });
    refused("translation", [&] { return world.castRayAll({{0, 0, 0}, {nanf, 0, 0}}, out); });
    refused("shape.kind", [&] { return world.castShape({ShapePlane{}, {}, {1, 0, 0}}); });
    refused("pose.p", [&] { return world.castShape({box, {{0, nan, 0}, kIdentityQuat}, {1, 0, 0}}); });
    refused("pose.q", [&] { return world.overlapShape({box, {{0, 0, 0}, {{0, 0, 0}, 0}}, {1, 0, 0}}); });
    refused("point", [&] { return world.overlapPoint({nan, 0, 0}); });
    refused("lower", [&] { return world.overlapBoxAll({1, 0, 0}, {0, 1, 1}, out); });
    refused("maxDistance", [&] { return world.closestToPoint({0, 0, 0}, -1.0f); });
    refused("maxDistance", [&] { return world.closestToShape({box, {{0, 0, 0}, kIdentityQuat}, kZero}, nanf); });
}

// A scheduler gets control in the middle of a step: a good place to ask when one should not.
TEST(WorldQueryPlaces, askingDuringAStepIsRefused) {
    struct Context {
        const World* world = nullptr;
        int refused = 0;
    } context;
    TaskSystem tasks;
    tasks.context = &context;
    tasks.workerCount = 2;
    tasks.enqueue = [](TaskFunction task, void* argument, void* c) -> void* {
        Context& ctx = *static_cast<Context*>(c);
        ErrorCapture errors;
        const bool hit = ctx.world && ctx.world->castRay({{0, 5, 0}, {0, -10, 0}});
        EXPECT_FALSE(hit);
        ctx.refused += errors.count();
        task(argument);
        return nullptr;
    };
    tasks.finish = [](void*, void*) {};
    World world({.tasks = tasks});
    for (int i = 0; i < 500; ++i) {
        const BodyId body = world.createBody({.type = BodyType::Dynamic, .position = {i * 2.0, 0, 0}});
        world.createShape(body, ShapeBox{});
    }
    context.world = &world;
    world.step(1.0f / 60.0f);
    EXPECT_GT(context.refused, 0);
    context.world = nullptr;
    EXPECT_TRUE(world.castRay({{0, 5, 0}, {0, -10, 0}}));
}

} // namespace cairn
