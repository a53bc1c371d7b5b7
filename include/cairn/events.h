// What happened in a step, as arrays to read after it. World::events() gives them all.
//
//     world.step(dt);
//     for (const ContactHitEvent& hit : world.events().hits) playSound(hit.point, hit.approachSpeed);
//
// ORDER. The same on any number of threads: what edits between steps caused comes first, in the order of the edits;
// then what the step caused, by ascending index of the contact, shape or body.
// LIFETIME. The spans are valid until the next step or edit of the world. Ids in events that end something may be stale
// by then, when a destruction caused the end: ask isValid.
#pragma once

#include <cairn/definitions.h>

#include <span>

namespace cairn {

// A body fell asleep or woke up.
struct SleepEvent {
    BodyId body;
    bool awake; // now
};

struct WorldEvents {
    std::span<const SleepEvent> sleeps;
};

} // namespace cairn
