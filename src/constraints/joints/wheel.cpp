// Wheel: B's anchor on A's x axis with a spring and limits along it; axles (z) parallel after A's is steered about x; a
// motor about the axle.
#include "constraints/joints/check.h"
#include "constraints/joints/kinds.h"

namespace cairn {

namespace {

bool check(const JointData& data, const char* f) {
    const WheelJointDef& d = data.wheel;
    return checkSpring(f, {"suspension.hertz", "suspension.dampingRatio", "suspension.target"}, d.suspension) &&
           checkLimits(f, {"travel.lower", "travel.upper"}, d.travel, -1e12f, 1e12f) &&
           checkMotor(f, {"drive.speed", "drive.maxForce"}, d.drive) &&
           ((d.steering >= -kPi && d.steering <= kPi) ||
            refuseJoint(f, "steering", d.steering, "must be within +-pi")) &&
           checkHertz(f, "steerHertz", d.steerHertz) && checkHertz(f, "steerDampingRatio", d.steerDampingRatio) &&
           checkNotNegative(f, "maxSteerTorque", d.maxSteerTorque);
}

void build(const JointData& data, PartBuilder& builder) {
    const WheelJointDef& d = data.wheel;
    builder.turnFrameA(fromAxisAngle({1, 0, 0}, d.steering)); // leaves x alone
    if (d.suspension.enabled || d.travel.enabled) builder.axisLinear(0, {.spring = d.suspension, .limits = d.travel});
    if (d.drive.enabled) builder.axisAngular(2, {.motor = d.drive});
    PartHold axle = d.steerHertz > 0.0f ? builder.spring(d.steerHertz, d.steerDampingRatio) : builder.lock();
    axle.maxForce = d.maxSteerTorque;
    builder.angle2(2, axle);
    builder.line2(0, builder.lock());
}

} // namespace

const JointKindFunctions kWheelJoint{check, build};

} // namespace cairn
