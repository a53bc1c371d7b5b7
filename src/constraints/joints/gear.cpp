// Gear: turns of A and B about their x axes, coupled.
#include "constraints/joints/check.h"
#include "constraints/joints/kinds.h"

namespace cairn {

namespace {

bool check(const JointData& data, const char* f) {
    const float ratio = data.gear.ratio;
    return (abs(ratio) >= 1e-6f && abs(ratio) <= 1e6f) ||
           refuseJoint(f, "ratio", ratio, "must be from 1e-6 to 1e6, either sign");
}

void build(const JointData& data, PartBuilder& builder) { builder.gear(data.gear.ratio); }

} // namespace

const JointKindFunctions kGearJoint{check, build};

} // namespace cairn
