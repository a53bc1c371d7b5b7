// Random rocks.
#pragma once

#include "scenes/random.h"
#include "scenes/scenes.h"

namespace cairn::scenes {

// Hulls of 12 to 30 points on a dented ellipsoid, kept by the scene. `size` is the longest half axis.
std::vector<const Hull*> makeRocks(Scene& s, int count, float size, uint64_t seed);

} // namespace cairn::scenes
