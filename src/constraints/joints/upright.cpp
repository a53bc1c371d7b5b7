// Upright: x axes parallel, everything else free.
#include "constraints/joints/check.h"
#include "constraints/joints/kinds.h"

namespace cairn {

namespace {

bool check(const JointData& data, const char* f) {
    const UprightJointDef& d = data.upright;
    return checkHertz(f, "hertz", d.hertz) && checkHertz(f, "dampingRatio", d.dampingRatio) &&
           checkNotNegative(f, "maxTorque", d.maxTorque);
}

void build(const JointData& data, PartBuilder& builder) {
    const UprightJointDef& d = data.upright;
    builder.angle2(0,
                   d.hertz > 0.0f ? builder.spring(d.hertz, d.dampingRatio, d.maxTorque) : builder.lock(d.maxTorque));
}

} // namespace

const JointKindFunctions kUprightJoint{check, build};

} // namespace cairn
