// buildCompound: checks, boxes and the tree over children.
#include "geometry/static_bvh.h"

#include <cairn/compound.h>
#include <cairn/error.h>

#include <cstdio>

namespace cairn {
namespace {

constexpr float kMaxPosition = 1e7f;
constexpr int kMaxChildren = 1 << 24;

bool checkChild(const CompoundChild& child, int index) {
    char field[48];
    if (!isConvex(child.shape.kind)) {
        std::snprintf(field, sizeof field, "children[%d].shape.kind", index);
        reportError({"buildCompound", field, static_cast<double>(child.shape.kind), "a child must be convex"});
        return false;
    }
    if (!isValid(child.pose) || !(maxComponent(abs(child.pose.p)) <= kMaxPosition)) {
        std::snprintf(field, sizeof field, "children[%d].pose", index);
        reportError({"buildCompound", field, child.pose.p.x, "must be finite, at most 1e7 away, with a unit rotation"});
        return false;
    }
    {
        ErrorCapture capture;
        if (validate(child.shape, "buildCompound")) return true;
        std::snprintf(field, sizeof field, "children[%d].shape.%.20s", index, capture.field());
    }
    reportError({"buildCompound", field, 0.0, "the child's shape is not valid"});
    return false;
}

} // namespace

Compound buildCompound(std::span<const CompoundChild> children) {
    const int count = static_cast<int>(children.size());
    if (children.empty() || children.size() > kMaxChildren) {
        reportError(
            {"buildCompound", "children", static_cast<double>(children.size()), "a compound has 1 to 2^24 children"});
        return {};
    }
    Compound compound;
    compound.childBounds.resizeUninitialized(count);
    for (int i = 0; i < count; ++i) {
        const CompoundChild& child = children[static_cast<std::size_t>(i)];
        if (!checkChild(child, i)) return {};
        compound.childBounds[i] = computeAabb(child.shape, child.pose);
    }
    compound.children.append(children);
    compound.bvh = buildStaticBvh(std::span<const Aabb>(compound.childBounds));
    compound.bounds = compound.bvh.bounds;
    return compound;
}

} // namespace cairn
