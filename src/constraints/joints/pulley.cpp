// Pulley: a rope from A over two wheels to B; it pulls and never pushes.
#include "constraints/joints/check.h"
#include "constraints/joints/kinds.h"

namespace cairn {

namespace {

// Squares of distances must not overflow.
bool checkWheel(const char* f, const char* field, DVec3 wheel) {
    return checkNumber(f, field, static_cast<float>(wheel.x)) && checkNumber(f, field, static_cast<float>(wheel.y)) &&
           checkNumber(f, field, static_cast<float>(wheel.z));
}

bool check(const JointData& data, const char* f) {
    const PulleyJointDef& d = data.pulley;
    if (!checkWheel(f, "wheelA", d.wheelA) || !checkWheel(f, "wheelB", d.wheelB)) return false;
    if (!(d.ratio >= 1e-6f && d.ratio <= 1e6f)) return refuseJoint(f, "ratio", d.ratio, "must be from 1e-6 to 1e6");
    return (d.length >= 0.0f && d.length <= 1e12f) || refuseJoint(f, "length", d.length, "must be from 0 to 1e12");
}

void build(const JointData& data, PartBuilder& builder) {
    const PulleyJointDef& d = data.pulley;
    builder.pulley(toFloat(builder.place().anchorA() - d.wheelA), toFloat(builder.place().anchorB() - d.wheelB),
                   d.ratio, d.length);
}

} // namespace

const JointKindFunctions kPulleyJoint{check, build};

} // namespace cairn
