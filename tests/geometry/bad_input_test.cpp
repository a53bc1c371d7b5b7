// Bad input to the queries, manifolds and builders that take single values: one test per case, each refused by name and
// answered with "nothing there". (The builders' own files hold what concerns their data.)
#include "support/random.h"

#include <cairn/compound.h>
#include <cairn/error.h>
#include <cairn/height_field.h>
#include <cairn/hull.h>
#include <cairn/manifold.h>
#include <cairn/mass.h>
#include <cairn/mesh.h>
#include <cairn/mover.h>
#include <cairn/query.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace cairn {

namespace {

const float kNan = std::nanf("");
constexpr float kInf = INFINITY;
constexpr Quat kLong{{0, 0, 0}, 2.0f};

struct BadCase {
    const char* name;
    const char* field;   // that the report must name
    bool (*isNothing)(); // makes the call; was the answer "nothing there"?
};

std::string nameOf(const testing::TestParamInfo<BadCase>& info) { return info.param.name; }

class BadInput : public testing::TestWithParam<BadCase> {};

TEST_P(BadInput, IsRefusedByName) {
    ErrorCapture capture;
    EXPECT_TRUE(GetParam().isNothing());
    EXPECT_STREQ(capture.field(), GetParam().field);
}

// --- shapes

bool isInvalid(const Shape& shape) { return !validate(shape, "test"); }

const BadCase kSizes[] = {
    {"CylinderRadiusZero", "radius",
     [] {
         return isInvalid(ShapeCylinder{1, 0});
     }},
    {"CylinderRadiusNan", "radius",
     [] {
         return isInvalid(ShapeCylinder{1, kNan});
     }},
    {"CylinderRoundingNegative", "rounding",
     [] {
         return isInvalid(ShapeCylinder{1, 1, -0.1f});
     }},
    {"ConeHalfHeightNegative", "halfHeight",
     [] {
         return isInvalid(ShapeCone{-1, 1});
     }},
    {"ConeRoundingNegative", "rounding",
     [] {
         return isInvalid(ShapeCone{1, 1, -0.1f});
     }},
    {"BoxWidthZero", "halfExtents.x",
     [] {
         return isInvalid(ShapeBox{{0, 1, 1}});
     }},
    {"BoxDepthInfinite", "halfExtents.z",
     [] {
         return isInvalid(ShapeBox{{1, 1, kInf}});
     }},
    {"BoxRoundingInfinite", "rounding",
     [] {
         return isInvalid(ShapeBox{{1, 1, 1}, kInf});
     }},
};

// --- manifolds

bool noContact(const Shape& a, const Shape& b, const Transform& bInA, float margin) {
    ManifoldCache cache;
    Manifold one;
    one.count = 3;
    const bool none = !collideConvex(a, b, bInA, margin, cache, one) && one.count == 0;
    Array<Manifold> all;
    all.push(one);
    collide(a, b, bInA, margin, cache, all);
    return none && all.empty();
}

bool boxesUntouched(const Transform& bInA, float margin) {
    const Shape box = ShapeBox{};
    BoxPair pairs[9];
    for (BoxPair& pair : pairs) pair = {&box, &box, kIdentity, 0.02f};
    pairs[4].bInA = bInA;
    pairs[4].margin = margin;
    ManifoldCache caches[9];
    Manifold out[9];
    for (Manifold& m : out) m.count = -7;
    collideBoxes(pairs, caches, out);
    for (const Manifold& m : out)
        if (m.count != -7) return false;
    return true;
}

bool ghostUntouched(const Shape& mover, const Shape& other, const Transform& pose, float margin, int count = 1) {
    NeighbourPatch patches[2];
    for (NeighbourPatch& p : patches) {
        p.manifold.normal = {0, -1, 0};
        p.manifold.count = count;
        p.other = &other;
        p.otherInMover = pose;
    }
    Array<Manifold> scratch;
    removeGhostContacts(mover, patches, margin, scratch);
    return !patches[0].corrected && !patches[1].corrected && patches[0].manifold.count == count;
}

const BadCase kManifolds[] = {
    {"PositionNan", "bInA",
     [] {
         return noContact(ShapeBox{}, ShapeBox{}, {{kNan, 0, 0}, kIdentityQuat}, 0.02f);
     }},
    {"PositionInfinite", "bInA",
     [] {
         return noContact(ShapeSphere{}, ShapeCone{}, {{0, kInf, 0}, kIdentityQuat}, 0.02f);
     }},
    {"PositionBeyondHuge", "bInA",
     [] {
         return noContact(ShapeSphere{}, ShapeCone{}, {{0, 0, 1e20f}, kIdentityQuat}, 0.02f);
     }},
    {"RotationOfLengthTwo", "bInA",
     [] {
         return noContact(ShapeBox{}, ShapeCapsule{}, {kZero, kLong}, 0.02f);
     }},
    {"RotationZero", "bInA",
     [] {
         return noContact(ShapeBox{}, ShapeBox{}, {kZero, {kZero, 0.0f}}, 0.02f);
     }},
    {"MarginNan", "margin", [] { return noContact(ShapeBox{}, ShapeBox{}, kIdentity, kNan); }},
    {"MarginNegative", "margin", [] { return noContact(ShapeBox{}, ShapeBox{}, kIdentity, -0.01f); }},
    {"MarginInfinite", "margin", [] { return noContact(ShapeBox{}, ShapeBox{}, kIdentity, kInf); }},
    {"HullWithoutDataFirst", "a.data", [] { return noContact(ShapeHull{}, ShapeBox{}, kIdentity, 0.02f); }},
    {"HullWithoutDataSecond", "b.data", [] { return noContact(ShapePlane{}, ShapeHull{}, kIdentity, 0.02f); }},
    {"MeshWithoutData", "b.data", [] { return noContact(ShapeBox{}, ShapeMesh{}, kIdentity, 0.02f); }},
    {"FieldWithoutData", "b.data", [] { return noContact(ShapeBox{}, ShapeHeightField{}, kIdentity, 0.02f); }},
    {"CompoundWithoutData", "a.data", [] { return noContact(ShapeCompound{}, ShapeBox{}, kIdentity, 0.02f); }},
    {"BatchPositionNan", "pairs.bInA",
     [] {
         return boxesUntouched({{0, 0, kNan}, kIdentityQuat}, 0.02f);
     }},
    {"BatchRotationOfLengthTwo", "pairs.bInA",
     [] {
         return boxesUntouched({kZero, kLong}, 0.02f);
     }},
    {"BatchMarginNegative", "pairs.margin", [] { return boxesUntouched(kIdentity, -1.0f); }},
    {"BatchMarginNan", "pairs.margin", [] { return boxesUntouched(kIdentity, kNan); }},
    {"GhostMoverWithoutData", "mover.data", [] { return ghostUntouched(ShapeHull{}, ShapeBox{}, kIdentity, 0.02f); }},
    {"GhostNeighbourWithoutData", "patches.other.data",
     [] { return ghostUntouched(ShapeBox{}, ShapeMesh{}, kIdentity, 0.02f); }},
    {"GhostPoseNan", "patches.otherInMover",
     [] {
         return ghostUntouched(ShapeBox{}, ShapeBox{}, {{kNan, 0, 0}, kIdentityQuat}, 0.02f);
     }},
    {"GhostMarginNan", "margin", [] { return ghostUntouched(ShapeBox{}, ShapeBox{}, kIdentity, kNan); }},
    {"GhostCountOfNine", "patches.manifold.count",
     [] { return ghostUntouched(ShapeBox{}, ShapeBox{}, kIdentity, 0.02f, 9); }},
};

// --- queries

bool noImpact(const Sweep& sweep, const ToiOptions& options = {}) {
    Sweep still;
    still.center0 = still.center1 = {5, 0, 0};
    return timeOfImpact(ShapeBox{}, sweep, ShapeBox{}, still, options).state == ToiState::Failed;
}

Sweep turned(Quat start) {
    Sweep s;
    s.rotation0 = start;
    return s;
}

Sweep centred(Vec3 center) {
    Sweep s;
    s.localCenter = center;
    return s;
}

bool noPlane(const MoverCapsule& mover, const Transform& pose, float reach = 0.1f) {
    MoverPlane plane;
    return collideMover(mover, ShapeBox{}, pose, reach, {&plane, 1}) == 0;
}

bool noMove(MoverPlane plane) { return solvePlanes({&plane, 1}, {1, 0, 0}).delta == kZero; }

constexpr MoverCapsule kWalker{{0, 0, 0}, {0, 1, 0}, 0.3f};

const BadCase kQueries[] = {
    {"SeparationPositionNan", "bInA",
     [] {
         return shapeSeparation(ShapeBox{}, ShapeBox{}, {{kNan, 0, 0}, kIdentityQuat}).separation >= kHuge;
     }},
    {"SeparationRotationOfLengthTwo", "bInA",
     [] {
         return shapeSeparation(ShapeBox{}, ShapeBox{}, {kZero, kLong}).separation >= kHuge;
     }},
    {"ImpactRotationOfLengthTwo", "sweepA", [] { return noImpact(turned(kLong)); }},
    {"ImpactRotationNan", "sweepA",
     [] {
         return noImpact(turned({{kNan, 0, 0}, 1}));
     }},
    {"ImpactLocalCenterInfinite", "sweepA",
     [] {
         return noImpact(centred({kInf, 0, 0}));
     }},
    {"ImpactTargetNan", "target", [] { return noImpact({}, {.target = kNan}); }},
    {"ImpactTargetNegative", "target", [] { return noImpact({}, {.target = -1.0f}); }},
    {"ImpactToleranceZero", "tolerance", [] { return noImpact({}, {.tolerance = 0.0f}); }},
    {"ImpactToleranceNan", "tolerance", [] { return noImpact({}, {.tolerance = kNan}); }},
    {"MoverCenterNan", "center1",
     [] {
         return noPlane({{kNan, 0, 0}, {0, 1, 0}, 0.3f}, kIdentity);
     }},
    {"MoverPoseNan", "shapeInMover",
     [] {
         return noPlane(kWalker, {{kNan, 0, 0}, kIdentityQuat});
     }},
    {"MoverPoseRotation", "shapeInMover",
     [] {
         return noPlane(kWalker, {kZero, kLong});
     }},
    {"MoverReachNan", "reach", [] { return noPlane(kWalker, kIdentity, kNan); }},
    {"MoverNormalNan", "planes.normal",
     [] {
         return noMove({.normal = {0, kNan, 0}, .offset = 0.0f});
     }},
    {"MoverPushLimitNegative", "planes.pushLimit",
     [] {
         return noMove({.normal = {0, 1, 0}, .offset = 0.0f, .pushLimit = -1.0f});
     }},
    {"MassDensityInfinite", "density", [] { return massProperties(ShapeBox{}, kInf).mass == 0.0f; }},
};

// --- builders

HeightFieldDef fieldOf(std::span<const float> heights) { return {.columns = 2, .rows = 2, .heights = heights}; }
constexpr float kFlat[4] = {0, 0, 0, 0};

bool noField(HeightFieldDef def) { return buildHeightField(def).empty(); }

bool noCompound(Vec3 position) {
    const CompoundChild child{ShapeBox{}, {position, kIdentityQuat}};
    return buildCompound({&child, 1}).empty();
}

const BadCase kBuilders[] = {
    {"FieldSpacingNegative", "spacingX",
     [] {
         HeightFieldDef def = fieldOf(kFlat);
         def.spacingX = -1.0f;
         return noField(def);
     }},
    {"FieldSpacingInfinite", "spacingZ",
     [] {
         HeightFieldDef def = fieldOf(kFlat);
         def.spacingZ = kInf;
         return noField(def);
     }},
    {"FieldHeightInfinite", "heights[2]",
     [] {
         const float heights[4] = {0, 0, kInf, 0};
         return noField(fieldOf(heights));
     }},
    {"FieldScaleNan", "heightScale",
     [] {
         HeightFieldDef def = fieldOf(kFlat);
         def.heightScale = kNan;
         return noField(def);
     }},
    {"MeshWeldToleranceNan", "options.weldTolerance",
     [] {
         const Vec3 corners[3] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}};
         const uint32_t indices[3] = {0, 1, 2};
         return buildMesh(corners, indices, {}, {.weldTolerance = kNan}).empty();
     }},
    {"CompoundPositionInfinite", "children[0].pose",
     [] {
         return noCompound({kInf, 0, 0});
     }},
    {"CompoundPositionTooFar", "children[0].pose",
     [] {
         return noCompound({3e7f, 0, 0});
     }},
};

INSTANTIATE_TEST_SUITE_P(Sizes, BadInput, testing::ValuesIn(kSizes), nameOf);
INSTANTIATE_TEST_SUITE_P(Manifolds, BadInput, testing::ValuesIn(kManifolds), nameOf);
INSTANTIATE_TEST_SUITE_P(Queries, BadInput, testing::ValuesIn(kQueries), nameOf);
INSTANTIATE_TEST_SUITE_P(Builders, BadInput, testing::ValuesIn(kBuilders), nameOf);

} // namespace

// --- coordinates of ten million units: handled, not refused

TEST(FarInput, ManifoldsOfFarPairsAreEmptyAndOfHugeShapesRight) {
    ErrorCapture capture;
    test::Random random(51);
    for (int i = 0; i < 1000; ++i) {
        ManifoldCache cache;
        Manifold m;
        const Vec3 far = 1e7f * random.unitVector();
        EXPECT_FALSE(collideConvex(ShapeBox{}, ShapeCylinder{}, {far, random.rotation()}, 0.02f, cache, m));
    }
    // Two boxes ten million metres wide, one metre into each other: a float there counts in metres.
    ManifoldCache cache;
    Manifold m;
    const Shape huge = ShapeBox{{1e7f, 1e7f, 1e7f}};
    ASSERT_TRUE(collideConvex(huge, huge, {{0, 2e7f - 16.0f, 0}, kIdentityQuat}, 0.02f, cache, m));
    EXPECT_EQ(m.normal, (Vec3{0, 1, 0}));
    for (int i = 0; i < m.count; ++i) EXPECT_NEAR(m.points[i].separation, -16.0f, 4.0f);
    EXPECT_EQ(capture.count(), 0);
}

TEST(FarInput, RaysFromTenMillionMetresMeetTheBox) {
    ErrorCapture capture;
    const CastHit hit = rayCast(ShapeBox{}, {1e7f, 0.25f, 0}, {-2e7f, 0, 0});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit.fraction, 0.5f, 1e-6f);
    EXPECT_EQ(hit.normal, (Vec3{1, 0, 0}));
    EXPECT_FALSE(rayCast(ShapeBox{}, {1e7f, 3.0f, 0}, {-2e7f, 0, 0}));
    EXPECT_EQ(capture.count(), 0);
}

TEST(FarInput, MassOfTenMillionMetresIsTheClosedForm) {
    const float s = 1e7f;
    const MassProperties box = massProperties(ShapeBox{{s, s, s}}, 1e-12f);
    const double mass = 8.0 * s * s * s * 1e-12;
    EXPECT_NEAR(box.mass / mass, 1.0, 1e-6);
    EXPECT_NEAR(box.inertia.xx / (mass * 2.0 / 3.0 * s * s), 1.0, 1e-5);
}

TEST(FarInput, SurfacesTenMillionMetresAwayAreMet) {
    ErrorCapture capture;
    const float at = 9e6f;
    const Vec3 corners[4] = {{at, 0, at}, {at, 0, at + 64}, {at + 64, 0, at + 64}, {at + 64, 0, at}};
    const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    const Mesh mesh = buildMesh(corners, indices);
    ASSERT_FALSE(mesh.empty());
    const HeightField field = buildHeightField(
        {.columns = 2, .rows = 2, .heights = kFlat, .origin = {at, 0, at}, .spacingX = 64, .spacingZ = 64});
    ASSERT_FALSE(field.empty());
    for (const Shape& ground : {Shape(ShapeMesh{&mesh}), Shape(ShapeHeightField{&field})}) {
        const CastHit hit = rayCast(ground, {at + 16, 10, at + 32}, {0, -20, 0});
        ASSERT_TRUE(hit);
        EXPECT_NEAR(hit.fraction, 0.5f, 1e-6f);
        ManifoldCache cache;
        Array<Manifold> out;
        collide(ground, ShapeBox{{2, 2, 2}}, {{at + 16, 1.5f, at + 32}, kIdentityQuat}, 0.02f, cache, out);
        ASSERT_EQ(out.count(), 1) << toString(ground.kind);
        EXPECT_NEAR(out[0].normal.y, 1.0f, 1e-6f);
        for (int k = 0; k < out[0].count; ++k) EXPECT_NEAR(out[0].points[k].separation, -0.5f, 1e-5f);
    }
    EXPECT_EQ(capture.count(), 0);
}

} // namespace cairn
