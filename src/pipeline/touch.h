// Which shapes may touch, and when two that may are said to.
#pragma once

#include "model/model.h"

namespace cairn {

inline bool mayTouch(const Filter& a, const Filter& b) {
    if (a.group == b.group && a.group != 0) return a.group > 0;
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

// Contacts have points from the speculative margin on; users are told of touch when a point pushed in the last step or
// is nearly closed. The gap to the end of touch keeps a body that trembles from reporting every step.
inline constexpr float kBeginDistance = 0.005f, kEndDistance = 0.01f;

inline bool touchesNow(const Model& m, const Contact& c) {
    if (!isTouching(c)) return false;
    const float limit = (c.flags & kTouching) != 0 ? kEndDistance : kBeginDistance;
    for (int p = c.firstPatch; p != kNone; p = m.patches[p].next) {
        const Patch& patch = m.patches[p];
        for (int i = 0; i < patch.count; ++i)
            if (patch.points[i].separation < limit || patch.points[i].impulse > 0.0f) return true;
    }
    return false;
}

// Has to be reported: touch has begun or ended since the last report.
inline bool touchChanged(const Model& m, const Contact& c) {
    return (c.flags & kContactEvents) != 0 && touchesNow(m, c) != ((c.flags & kTouching) != 0);
}

} // namespace cairn
