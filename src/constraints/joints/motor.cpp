// Motor joint: B's frame is drawn to A's by springs with bounded force, or only braked where a frequency is 0.
#include "constraints/joints/check.h"
#include "constraints/joints/kinds.h"

namespace cairn {

namespace {

bool check(const JointData& data, const char* f) {
    const MotorJointDef& d = data.motor;
    return checkNotNegative(f, "maxForce", d.maxForce) && checkNotNegative(f, "maxTorque", d.maxTorque) &&
           checkHertz(f, "linearHertz", d.linearHertz) && checkHertz(f, "linearDampingRatio", d.linearDampingRatio) &&
           checkHertz(f, "angularHertz", d.angularHertz) && checkHertz(f, "angularDampingRatio", d.angularDampingRatio);
}

void build(const JointData& data, PartBuilder& builder) {
    const MotorJointDef& d = data.motor;
    const auto hold = [&](float hertz, float dampingRatio, float most) {
        return hertz > 0.0f ? builder.spring(hertz, dampingRatio, most) : builder.brake(most);
    };
    builder.angle3(hold(d.angularHertz, d.angularDampingRatio, d.maxTorque));
    builder.point(hold(d.linearHertz, d.linearDampingRatio, d.maxForce));
}

} // namespace

const JointKindFunctions kMotorJoint{check, build};

} // namespace cairn
