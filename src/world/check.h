// How the facade refuses bad data: one line that names the function, the field and the value.
#pragma once

#include "constraints/joints/check.h"

#include <cairn/error.h>
#include <cairn/math.h>

#include <initializer_list>

namespace cairn {

inline bool refuse(const char* function, const char* field, double value, const char* reason) {
    reportError({function, field, value, reason});
    return false;
}

inline bool checkRange(const char* function, const char* field, float value, float lower, float upper,
                       const char* reason) {
    return (value >= lower && value <= upper) || refuse(function, field, static_cast<double>(value), reason);
}

inline bool checkFinite(const char* function, const char* field, float value) {
    return isFinite(value) || refuse(function, field, static_cast<double>(value), "must be finite");
}

// Positions and velocities beyond this are as good as infinite: squares must stay far from overflow.
inline constexpr float kMaxQuantity = 1e12f;

inline bool checkVector(const char* function, const char* field, Vec3 v) {
    for (int i = 0; i < 3; ++i)
        if (!(abs(component(v, i)) <= kMaxQuantity))
            return refuse(function, field, static_cast<double>(component(v, i)), "must be finite, at most 1e12");
    return true;
}

inline bool checkPosition(const char* function, const char* field, DVec3 p) {
    const double limit = static_cast<double>(kMaxQuantity);
    for (const double x : {p.x, p.y, p.z})
        if (!(x >= -limit && x <= limit)) return refuse(function, field, x, "must be finite, at most 1e12");
    return true;
}

// Fields of bodies.
inline constexpr float kLargest = 1e6f;

inline bool checkDamping(const char* f, const char* field, float value) {
    return checkRange(f, field, value, 0.0f, kLargest, "must be from 0 to 1e6");
}
inline bool checkSpeed(const char* f, const char* field, float value) {
    return checkRange(f, field, value, 0.0f, kMaxQuantity, "must be from 0 to 1e12");
}
inline bool checkMass(const char* f, const char* field, float value) {
    return value == 0.0f || checkRange(f, field, value, 1e-9f, kMaxQuantity, "must be 0 or from 1e-9 to 1e12");
}
inline bool checkGravityScale(const char* f, const char* field, float value) {
    return checkRange(f, field, value, -kLargest, kLargest, "must be from -1e6 to 1e6");
}

} // namespace cairn
