// Which bodies moved too far in a step to be trusted. See continuous.cpp.
#pragma once

#include "pipeline/narrow_phase.h"

namespace cairn {

// The core of a shape is smaller than the shape by this share of the radius of the ball inside it.
inline constexpr float kCoreShare = 0.25f;

// No point within `extent` of the centre of mass moved farther in the step. (An angle is at most pi times the sine of
// its half, up to half a turn.)
inline float motionOf(const BodyState& s, float extent) { return length(s.dx) + kPi * length(s.dq.v) * extent; }

// Contacts of slower bodies are found in time.
inline bool isFast(float motion, const Body& b) {
    return motion > max(kCoreShare * b.coreRadius, 0.5f * kSpeculativeMargin);
}
inline bool isFast(const BodyState& s, const Body& b) { return isFast(motionOf(s, b.extent), b); }

} // namespace cairn
