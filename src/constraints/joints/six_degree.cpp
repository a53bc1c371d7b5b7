// Six-degree joint. Locks are gathered into the firmest parts there are: three axes into a block of three, two into a
// block of two about the one that is left; a single locked axis is a row.
#include "constraints/joints/check.h"
#include "constraints/joints/kinds.h"

namespace cairn {

namespace {

constexpr LimitNames kLinearLimits[3] = {{"linear[0].lower", "linear[0].upper"},
                                         {"linear[1].lower", "linear[1].upper"},
                                         {"linear[2].lower", "linear[2].upper"}};
constexpr LimitNames kAngularLimits[3] = {{"angular[0].lower", "angular[0].upper"},
                                          {"angular[1].lower", "angular[1].upper"},
                                          {"angular[2].lower", "angular[2].upper"}};

bool checkAxis(const char* f, const JointAxis& a, LimitNames limits, const char* mode, float most) {
    if (a.mode > AxisMode::Limited) return refuseJoint(f, mode, static_cast<float>(a.mode), "is no axis mode");
    return checkLimits(f, limits, {a.mode == AxisMode::Limited, a.lower, a.upper}, -most, most) &&
           checkMotor(f, kMotorNames, a.motor) && checkSpring(f, kSpringNames, a.spring);
}

// All there is to check are the axes.
bool check(const JointData&, const char*) { return true; }

// How many axes are locked, and one that is not.
struct Locks {
    int count, open;
};
Locks locksOf(const JointAxis (&axes)[3]) {
    Locks locks{0, 0};
    for (int i = 0; i < 3; ++i) {
        locks.count += axes[i].mode == AxisMode::Locked;
        if (axes[i].mode != AxisMode::Locked) locks.open = i;
    }
    return locks;
}

bool needsRow(const JointAxis& a, const Locks& locks) {
    if (a.mode == AxisMode::Locked) return locks.count == 1;
    return a.mode == AxisMode::Limited || a.motor.enabled || a.spring.enabled;
}
PartRowDef rowOf(const JointAxis& a) {
    if (a.mode == AxisMode::Locked) return {.locked = true};
    return {.spring = a.spring, .motor = a.motor, .limits = {a.mode == AxisMode::Limited, a.lower, a.upper}};
}

void build(const JointData&, PartBuilder& builder) {
    const JointAxes& d = builder.axes();
    const Locks linear = locksOf(d.linear), angular = locksOf(d.angular);
    for (int i = 0; i < 3; ++i)
        if (needsRow(d.angular[i], angular)) builder.axisAngular(i, rowOf(d.angular[i]));
    for (int i = 0; i < 3; ++i)
        if (needsRow(d.linear[i], linear)) builder.axisLinear(i, rowOf(d.linear[i]));
    if (angular.count == 3) builder.angle3(builder.lock());
    if (angular.count == 2) builder.angle2(angular.open, builder.lock());
    if (linear.count == 3) builder.point(builder.lock());
    if (linear.count == 2) builder.line2(linear.open, builder.lock());
}

} // namespace

bool checkAxes(const JointAxes& axes, const char* f) {
    for (int i = 0; i < 3; ++i)
        if (!checkAxis(f, axes.linear[i], kLinearLimits[i], "linear.mode", 1e12f) ||
            !checkAxis(f, axes.angular[i], kAngularLimits[i], "angular.mode", 1e6f))
            return false;
    return true;
}

const JointKindFunctions kSixDegreeJoint{check, build};

} // namespace cairn
