// Weld: frames coincide, each half rigid or on a spring.
#include "constraints/joints/check.h"
#include "constraints/joints/kinds.h"

namespace cairn {

namespace {

bool check(const JointData& data, const char* f) {
    const WeldJointDef& d = data.weld;
    return checkHertz(f, "linearHertz", d.linearHertz) && checkHertz(f, "linearDampingRatio", d.linearDampingRatio) &&
           checkHertz(f, "angularHertz", d.angularHertz) && checkHertz(f, "angularDampingRatio", d.angularDampingRatio);
}

void build(const JointData& data, PartBuilder& builder) {
    const WeldJointDef& d = data.weld;
    const auto hold = [&](float hertz, float dampingRatio) {
        return hertz > 0.0f ? builder.spring(hertz, dampingRatio) : builder.lock();
    };
    builder.angle3(hold(d.angularHertz, d.angularDampingRatio));
    builder.point(hold(d.linearHertz, d.linearDampingRatio));
}

} // namespace

const JointKindFunctions kWeldJoint{check, build};

} // namespace cairn
