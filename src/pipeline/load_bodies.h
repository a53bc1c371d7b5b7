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
    float held[8]; // 1 if the body touches something or is jointed, else 0
    float kept[8]; // share of its velocity with which it begins: written from the others
};

// The same for all bodies.
struct LoadRule {
    float dt, h;
    Vec3 gravity;
    float restDamping, restSpeed; // see SolverRecipe
};

} // namespace cairn
