// The patches of each colour in the order of the states of their bodies, and where that order can be cut.
//
// Nothing depends on the order within a colour but how far bodies are from those before: bundles walk through the
// memory of bodies in one direction, and whoever takes the first half of each colour meets about half of the bodies.
#pragma once

#include "pipeline/step.h"

namespace cairn {

// A colour that has patches, and where they stand in OrderedPatches.
struct OrderedColour {
    int colour;
    int begin, end;
};

// By place: patches, the lower of their states that move, and the highest state of any patch of the colour up to there.
struct OrderedPatches {
    std::span<const OrderedColour> colours;
    std::span<int32_t> patch, low, reach;
};

OrderedPatches orderPatches(StepContext& s);
// Only asks for the memory that this takes.
void leaveRoomToOrder(StepContext& s);

// States from 1 on in parts of about `size` that no patch leaves: the first of each part, and one past the last state.
// Empty if there are parts that are much larger.
std::span<const int32_t> cutStates(StepContext& s, const OrderedPatches& patches, int size);

} // namespace cairn
