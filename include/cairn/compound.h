// Compounds: several placed convex shapes that move as one.
#pragma once

#include <cairn/shapes.h>
#include <cairn/static_bvh.h>

#include <span>

namespace cairn {

struct CompoundChild {
    Shape shape;
    Transform pose = kIdentity; // in the compound's frame
    uint8_t material = 0;
};

struct Compound {
    Array<CompoundChild> children;
    Array<Aabb> childBounds; // in the compound's frame
    StaticBvh bvh;           // over children
    Aabb bounds = kEmptyAabb;

    bool empty() const { return children.empty(); }
};

// Children are convex shapes; compounds, meshes, fields and planes are refused. Hulls must outlive the compound.
// Empty, with a reported error that names the child, when one is bad.
Compound buildCompound(std::span<const CompoundChild> children);

} // namespace cairn
