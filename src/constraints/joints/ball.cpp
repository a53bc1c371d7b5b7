// Ball joint: a point, with a cone about A's x axis, a twist within limits, friction, and a drive towards a rotation.
#include "constraints/joints/check.h"
#include "constraints/joints/kinds.h"

namespace cairn {

namespace {

bool check(const JointData& data, const char* f) {
    const BallJointDef& d = data.ball;
    if (d.coneEnabled && !(d.coneAngle >= 0.0f && d.coneAngle <= kPi))
        return refuseJoint(f, "coneAngle", d.coneAngle, "must be from 0 to pi");
    return checkLimits(f, {"twist.lower", "twist.upper"}, d.twist, -kPi, kPi) &&
           checkNotNegative(f, "frictionTorque", d.frictionTorque) &&
           checkSpring(f, {"drive.hertz", "drive.dampingRatio", "drive.target"}, d.drive) &&
           checkRotation(f, "rotation", d.rotation) && checkNotNegative(f, "maxDriveTorque", d.maxDriveTorque);
}

// A cone narrower than this has no direction to push in: the axes are locked instead.
constexpr float kNarrowCone = 1e-3f;

// The point comes last and has the last word.
void build(const JointData& data, PartBuilder& builder) {
    const BallJointDef& d = data.ball;
    if (d.drive.enabled)
        builder.angle3(builder.spring(d.drive.hertz, d.drive.dampingRatio, d.maxDriveTorque), normalize(d.rotation));
    if (d.frictionTorque > 0.0f) builder.angle3(builder.brake(d.frictionTorque));
    if (d.coneEnabled && d.coneAngle < kNarrowCone) builder.angle2(0, builder.lock());
    if (d.twist.enabled) builder.axisAngular(0, {.limits = d.twist});
    if (d.coneEnabled && d.coneAngle >= kNarrowCone) builder.cone(d.coneAngle);
    builder.point(builder.lock());
}

} // namespace

const JointKindFunctions kBallJoint{check, build};

} // namespace cairn
