// When a body may sleep: its farthest point has stayed, for half a second, within the distance that it would cover in
// that time at the body's sleep speed (0.05 m/s: 2.5 cm).
//
// Displacement, not velocity: a body that jitters on the spot falls asleep, one that creeps does not. (Rapier and Jolt
// measure displacement as well, Box3D the velocity of the farthest point.) A body at rest for long that gets a kick is
// caught by the limit on speed before it has covered the distance.
//
// Distance is measured from a place that follows the body by half of the way whenever the body gets too far from it. A
// rock that rocks for ever on two corners moves about the middle of its swing, and so does this place: it may swing
// twice as far as if it were measured from where it was last. (One such rock keeps a whole heap awake.) What creeps
// must be half as fast to sleep.
#pragma once

#include "model/sleep.h"

namespace cairn {

inline constexpr float kRestTime = 0.5f;
inline constexpr float kKickFactor = 20.0f; // times the sleep speed

// Moves the body's clock on; true when the body is ready to sleep. Kinematic bodies do as they are told: they rest when
// their velocity is zero.
inline bool updateRest(Body& b, float dt) {
    bool still = lengthSquared(b.v) == 0.0f && lengthSquared(b.w) == 0.0f;
    if (b.type == BodyType::Dynamic && !still) {
        const Vec3 moved = toFloat(b.center - b.restCenter);
        const Quat turned = b.pose.q * conjugate(b.restRotation);
        const float displacement = length(moved) + 2.0f * b.extent * length(turned.v);
        const float speed = length(b.v) + b.extent * length(b.w);
        still = displacement < kRestTime * b.sleepSpeed && speed < kKickFactor * b.sleepSpeed;
    }
    if (still) {
        b.restTime += dt;
    } else {
        b.restTime = 0.0f;
        b.restCenter = b.restCenter + 0.5 * (b.center - b.restCenter);
        const float side = dot(b.restRotation, b.pose.q) < 0.0f ? -1.0f : 1.0f;
        b.restRotation = normalize(Quat{b.restRotation.v + side * b.pose.q.v, b.restRotation.s + side * b.pose.q.s});
    }
    return b.restTime >= kRestTime && (b.flags & kSleepAllowed) != 0;
}

} // namespace cairn
