// Hinge: parallel x axes, a point, and a row about the axis for limits, motor and spring.
#include "constraints/joints/check.h"
#include "constraints/joints/kinds.h"

namespace cairn {

namespace {

bool check(const JointData& data, const char* f) {
    const HingeJointDef& d = data.hinge;
    return checkLimits(f, kLimitNames, d.limits, -1e6f, 1e6f) && checkMotor(f, kMotorNames, d.motor) &&
           checkSpring(f, kSpringNames, d.spring);
}

void build(const JointData& data, PartBuilder& builder) {
    const HingeJointDef& d = data.hinge;
    if (d.limits.enabled || d.motor.enabled || d.spring.enabled)
        builder.axisAngular(0, {.spring = d.spring, .motor = d.motor, .limits = d.limits});
    builder.angle2(0, builder.lock());
    builder.point(builder.lock());
}

} // namespace

const JointKindFunctions kHingeJoint{check, build};

} // namespace cairn
