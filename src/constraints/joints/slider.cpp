// Slider: no relative turn, B's anchor on A's x axis, and a row along the axis for limits, motor and spring.
#include "constraints/joints/check.h"
#include "constraints/joints/kinds.h"

namespace cairn {

namespace {

bool check(const JointData& data, const char* f) {
    const SliderJointDef& d = data.slider;
    return checkLimits(f, kLimitNames, d.limits, -1e12f, 1e12f) && checkMotor(f, kMotorNames, d.motor) &&
           checkSpring(f, kSpringNames, d.spring);
}

void build(const JointData& data, PartBuilder& builder) {
    const SliderJointDef& d = data.slider;
    if (d.limits.enabled || d.motor.enabled || d.spring.enabled)
        builder.axisLinear(0, {.spring = d.spring, .motor = d.motor, .limits = d.limits});
    builder.angle3(builder.lock());
    builder.line2(0, builder.lock());
}

} // namespace

const JointKindFunctions kSliderJoint{check, build};

} // namespace cairn
