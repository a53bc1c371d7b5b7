// The compound builder: refusals and bounds.
#include "support/random.h"

#include <cairn/compound.h>
#include <cairn/error.h>
#include <cairn/hull.h>
#include <cairn/mesh.h>

#include <gtest/gtest.h>

namespace cairn {
namespace {

void expectRefused(std::span<const CompoundChild> children, const char* field) {
    ErrorCapture capture;
    EXPECT_TRUE(buildCompound(children).empty());
    EXPECT_EQ(capture.count(), 1);
    EXPECT_STREQ(capture.field(), field);
}

const CompoundChild kGood{ShapeBox{}, {{1, 0, 0}, kIdentityQuat}};

TEST(CompoundBadInput, NoChildren) { expectRefused({}, "children"); }
TEST(CompoundBadInput, NestedCompound) {
    const Compound inner = buildCompound(std::span(&kGood, 1));
    const CompoundChild children[] = {kGood, {ShapeCompound{&inner}}};
    expectRefused(children, "children[1].shape.kind");
}
TEST(CompoundBadInput, Plane) {
    const CompoundChild children[] = {{ShapePlane{}}};
    expectRefused(children, "children[0].shape.kind");
}
TEST(CompoundBadInput, Mesh) {
    const CompoundChild children[] = {{ShapeMesh{}}};
    expectRefused(children, "children[0].shape.kind");
}
TEST(CompoundBadInput, NegativeRadius) {
    const CompoundChild children[] = {kGood, {ShapeSphere{-1}}};
    expectRefused(children, "children[1].shape.radius");
}
TEST(CompoundBadInput, NanPosition) {
    const CompoundChild children[] = {{ShapeSphere{1}, {{0, std::nanf(""), 0}, kIdentityQuat}}};
    expectRefused(children, "children[0].pose");
}
TEST(CompoundBadInput, RotationOfLengthTwo) {
    const CompoundChild children[] = {{ShapeSphere{1}, {kZero, {{0, 0, 0}, 2}}}};
    expectRefused(children, "children[0].pose");
}
TEST(CompoundBadInput, HullWithoutData) {
    const CompoundChild children[] = {{ShapeHull{}}};
    expectRefused(children, "children[0].shape.hull");
}
TEST(CompoundBadInput, EmptyCompoundShapeIsRefused) {
    ErrorCapture capture;
    const Compound compound;
    EXPECT_FALSE(validate(ShapeCompound{&compound}, "test"));
    EXPECT_FALSE(validate(ShapeCompound{}, "test"));
    EXPECT_STREQ(capture.field(), "compound");
}

TEST(Compound, BoundsHoldTheChildren) {
    const CompoundChild children[] = {kGood, {ShapeSphere{0.25f}, {{0, 3, 0}, kIdentityQuat}, 4}};
    const Compound compound = buildCompound(children);
    EXPECT_EQ(compound.bounds.lower, (Vec3{-0.25f, -0.5f, -0.5f}));
    EXPECT_EQ(compound.bounds.upper, (Vec3{1.5f, 3.25f, 0.5f}));
    EXPECT_EQ(compound.children[1].material, 4);
    const Aabb box = computeAabb(ShapeCompound{&compound}, {{10, 0, 0}, kIdentityQuat});
    EXPECT_NEAR(box.lower.x, 9.75f, 1e-6f);
    EXPECT_NEAR(box.upper.y, 3.25f, 1e-6f);
}

} // namespace
} // namespace cairn
