// Pulley: a rope from A over two wheels to B; it pulls and never pushes.
#include "constraints/joints/check.h"
#include "constraints/joints/kinds.h"

namespace cairn {

namespace {

bool check(const JointData& data, const char* f) {
    const PulleyJointDef& d = data.pulley;
    if (!isFinite(d.wheelA)) return refuseJoint(f, "wheelA", static_cast<float>(d.wheelA.x), "must be finite");
    if (!isFinite(d.wheelB)) return refuseJoint(f, "wheelB", static_cast<float>(d.wheelB.x), "must be finite");
    if (!(d.ratio >= 1e-6f && d.ratio <= 1e6f)) return refuseJoint(f, "ratio", d.ratio, "must be from 1e-6 to 1e6");
    return (d.length >= 0.0f && d.length <= 1e12f) || refuseJoint(f, "length", d.length, "must be from 0 to 1e12");
}

void build(const JointData& data, PartBuilder& builder) {
    const PulleyJointDef& d = data.pulley;
    builder.pulley(toFloat(builder.place().anchorA - d.wheelA), toFloat(builder.place().anchorB - d.wheelB), d.ratio,
                   d.length);
}

} // namespace

const JointKindFunctions kPulleyJoint{check, build};

} // namespace cairn
