// See motion.h.
#include "solvers/motion.h"

namespace cairn {

void limitMotion(const BodySpecial& s, BodyState& b) {
    const auto lock = [&](Vec3& a, uint32_t bit) {
        if ((s.flags & bit) != 0) a.x = 0.0f;
        if ((s.flags & (bit << 1)) != 0) a.y = 0.0f;
        if ((s.flags & (bit << 2)) != 0) a.z = 0.0f;
    };
    if ((s.flags & (kLockLinear | kLockAngular)) != 0) {
        lock(b.v, kLockLinearX);
        lock(b.w, kLockAngularX);
    }
    const float v = length(b.v), w = length(b.w);
    if (v > s.maxLinearSpeed) b.v *= s.maxLinearSpeed / v;
    if (w > s.maxAngularSpeed) b.w *= s.maxAngularSpeed / w;
}

void noteLimits(const BodySpecial& s, BodyDrive& drive) {
    constexpr float kFar = 0.99f;
    const bool locked = (s.flags & (kLockLinear | kLockAngular)) != 0;
    drive.slowLinear = locked ? 0.0f : kFar * s.maxLinearSpeed * s.maxLinearSpeed;
    drive.slowAngular = locked ? 0.0f : kFar * s.maxAngularSpeed * s.maxAngularSpeed;
}

} // namespace cairn
