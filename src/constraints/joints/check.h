// Checks that kinds of joints share: each names the field that it refuses.
#pragma once

#include "constraints/joint_builder.h"

#include <cairn/error.h>

namespace cairn {

inline bool refuseJoint(const char* function, const char* field, float value, const char* reason) {
    reportError({function, field, static_cast<double>(value), reason});
    return false;
}

inline bool checkNumber(const char* f, const char* field, float value) {
    return abs(value) <= 1e12f || refuseJoint(f, field, value, "must be finite, at most 1e12");
}
inline bool checkNotNegative(const char* f, const char* field, float value) {
    return value >= 0.0f || refuseJoint(f, field, value, "must not be negative");
}
inline bool checkHertz(const char* f, const char* field, float value) {
    return (value >= 0.0f && value <= 1e6f) || refuseJoint(f, field, value, "must be from 0 to 1e6");
}
inline bool checkRotation(const char* f, const char* field, Quat q) {
    return isValidRotation(q) || refuseJoint(f, field, q.s, "must be of unit length");
}

// Field names are whole, e.g. "limits.lower".
struct LimitNames {
    const char *lower, *upper;
};
inline bool checkLimits(const char* f, LimitNames names, const JointLimits& l, float least, float most) {
    if (!l.enabled) return true;
    if (!(l.lower >= least && l.lower <= most)) return refuseJoint(f, names.lower, l.lower, "is out of range");
    if (!(l.upper >= l.lower && l.upper <= most))
        return refuseJoint(f, names.upper, l.upper, "must not be below the lower limit, and in range");
    return true;
}

struct MotorNames {
    const char *speed, *maxForce;
};
inline bool checkMotor(const char* f, MotorNames names, const JointMotor& m) {
    return !m.enabled || (checkNumber(f, names.speed, m.speed) && checkNotNegative(f, names.maxForce, m.maxForce));
}

struct SpringNames {
    const char *hertz, *dampingRatio, *target;
};
inline bool checkSpring(const char* f, SpringNames names, const JointSpring& s) {
    return !s.enabled || (checkHertz(f, names.hertz, s.hertz) && checkHertz(f, names.dampingRatio, s.dampingRatio) &&
                          checkNumber(f, names.target, s.target));
}

inline constexpr LimitNames kLimitNames{"limits.lower", "limits.upper"};
inline constexpr MotorNames kMotorNames{"motor.speed", "motor.maxForce"};
inline constexpr SpringNames kSpringNames{"spring.hertz", "spring.dampingRatio", "spring.target"};

} // namespace cairn
