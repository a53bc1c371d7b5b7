// Helpers for a character that is moved by hand: gather the planes around it, find the valid position closest to where
// it wants to be, and clip its velocity. (Catto, "Understanding Constraints", GDC 2014: the plane solver.)
//
//     planes: for every shape near the capsule, collideMover(...)
//     solvePlanes(planes, wish)        -> how far it may go
//     clipVector(planes, velocity)     -> what is left of its velocity
#pragma once

#include <cairn/shapes.h>

#include <span>

namespace cairn {

// The mover may be displaced by d as long as dot(normal, d) + offset >= 0.
struct MoverPlane {
    Vec3 normal;              // unit, from the obstacle to the mover
    float offset;             // present gap; negative when they overlap
    float pushLimit = kHuge;  // how far this plane may push; finite for things that give way
    bool clipVelocity = true; // does it stop velocity, too
    float push = 0.0f;        // result of solvePlanes: how far it did push
    uint32_t child = 0;       // triangle, cell or child that made it
};

struct MoverSolution {
    Vec3 delta;
    int iterations; // sweeps over the planes
    bool converged; // all planes are satisfied within the tolerance, or at their push limit
};

struct MoverOptions {
    int maxIterations = 64;
    float tolerance = 1e-4f; // metres
};

// The displacement closest to `targetDelta` that respects the planes: Gauss-Seidel with an accumulated push per plane,
// so that a push can be taken back when a later plane makes it unnecessary. Doubled planes share one push; acute
// corners take more sweeps.
MoverSolution solvePlanes(std::span<MoverPlane> planes, Vec3 targetDelta, const MoverOptions& options = {});

// Removes what points into the planes that pushed.
Vec3 clipVector(std::span<const MoverPlane> planes, Vec3 vector);

// A capsule given by its end centres.
struct MoverCapsule {
    Vec3 center1, center2;
    float radius;
};

// Planes of one obstacle (convex or plane) within `reach` of the mover, in the mover's frame; shapeInMover is the
// obstacle's pose in that frame. Returns how many were written: 0 or 1, as far as `out` has room.
int collideMover(const MoverCapsule& mover, const Shape& shape, const Transform& shapeInMover, float reach,
                 std::span<MoverPlane> out);

} // namespace cairn
