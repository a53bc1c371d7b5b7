// Expanding polytope: the shortest way out for two overlapping cores.
#pragma once

#include "geometry/gjk.h"

namespace cairn {

struct EpaResult {
    DVec3 normal; // unit, in A's frame, from A towards B
    double depth; // moving B by depth * normal separates the cores; the least such depth up to the tolerance
    DVec3 pointA; // on the core of A, in A's frame; the point of B is pointA - depth * normal
    int iterations;
};

// `simplex` is where GJK ended.
EpaResult epa(const CorePair& pair, const GjkSimplex& simplex);

} // namespace cairn
