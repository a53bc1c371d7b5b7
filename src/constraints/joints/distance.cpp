// Distance joint: one row along the line between the anchors. A rod locks it, a rope limits it, a spring pulls it.
#include "constraints/joints/check.h"
#include "constraints/joints/kinds.h"

namespace cairn {

namespace {

bool check(const JointData& data, const char* f) {
    const DistanceJointDef& d = data.distance;
    if (!(d.length >= 0.0f && d.length <= 1e12f)) return refuseJoint(f, "length", d.length, "must be from 0 to 1e12");
    return checkLimits(f, kLimitNames, d.limits, 0.0f, 1e12f) && checkMotor(f, kMotorNames, d.motor) &&
           checkSpring(f, kSpringNames, d.spring);
}

void build(const JointData& data, PartBuilder& builder) {
    const DistanceJointDef& d = data.distance;
    PartRowDef row{.spring = d.spring, .motor = d.motor, .limits = d.limits};
    row.locked = !d.spring.enabled && !d.limits.enabled && !d.motor.enabled;
    row.target = row.spring.target = d.length;
    builder.distance(row);
}

} // namespace

const JointKindFunctions kDistanceJoint{check, build};

} // namespace cairn
