// Casts of convex solids against each other: what shapeCast, mesh casts and movers are made of.
#pragma once

#include "geometry/convex.h"

#include <cairn/query.h>

namespace cairn {

// B, starting at bInA, moves by `translation` in A's frame; hits beyond maxFraction are not looked for. See shapeCast.
CastHit castConvex(const Convex& a, const Convex& b, const Transform& bInA, Vec3 translation, float maxFraction = 1.0f);

// The ray against a solid in its own frame. See rayCast.
CastHit castRay(const Convex& convex, Vec3 origin, Vec3 translation, float maxFraction = 1.0f);
// Against the half-space y <= 0.
CastHit castRayPlane(Vec3 origin, Vec3 translation, float maxFraction = 1.0f);

// timeOfImpact for cores, without the checks.
ToiResult impactConvex(const Convex& a, const Sweep& sweepA, const Convex& b, const Sweep& sweepB,
                       const ToiOptions& options);

// True when B certainly stays more than options.target + tolerance beyond A along the unit vector n, in the world, up
// to maxFraction. Costs a tenth of impactConvex.
bool staysBeyond(const Convex& a, const Sweep& sweepA, const Convex& b, const Sweep& sweepB, Vec3 n,
                 const ToiOptions& options);

// The way of a convex solid past planes that stand still, all in one frame: a quick answer before staysBeyond.
class PlanePasser {
public:
    // `sweep` up to maxFraction, seen from `frame`.
    PlanePasser(const Convex& solid, const Sweep& sweep, float maxFraction, const WorldTransform& frame);
    // True when it certainly keeps more than `distance` from the plane through `point`, on the side of the unit normal.
    bool keepsFrom(Vec3 point, Vec3 normal, float distance) const;
    // Everything that it certainly keeps within: whatever is outside of the box by more than `distance` is passed.
    Aabb bounds(const Shape& solid, float distance) const;

private:
    const Convex& m_solid;
    Vec3 m_localCenter;
    Vec3 m_center[2]; // about which it turns, at both ends of the way
    Quat m_rotation[2];
    float m_reach;    // of the solid from that centre
    float m_bulge;    // how much closer than at the ends it may come in between
    float m_rounding; // of all this
};

// Reports and returns false when a vector is not finite or beyond kHuge.
bool checkVector(Vec3 v, const char* function, const char* field);
// The same for a pose, whose rotation must be of unit length.
bool checkPose(const Transform& t, const char* function, const char* field);
// Reports and returns false for kinds other than convex and plane, and for two planes.
bool checkPair(const Shape& a, const Shape& b, const char* function);
// A hull, mesh, field or compound points at its data.
bool checkData(const Shape& shape, const char* function, const char* field);

} // namespace cairn
