// What the lanes of loadBodies read and write.
#pragma once

#include "solvers/motion.h"

namespace cairn {

// Eight bodies, and where the solver has them. Where there are fewer, the last one again.
struct LoadedBodies {
    const Body* bodies[8];
    BodyMass* masses[8];
    BodyDrive* drives[8];
    BodySpecial* specials[8];
};

} // namespace cairn
