// Pairs of bodies that never touch, by the user's wish: a sorted list of keys. Few bodies are in it, and those carry a
// flag, so for all others the question costs nothing.
#pragma once

#include "model/model.h"

namespace cairn {

bool isPairIgnored(const Model& m, int bodyA, int bodyB);
// Contacts go at once; boxes that meet are looked for again when a pair may touch after all.
void ignorePair(Model& m, int bodyA, int bodyB, bool ignore);
// The body is about to be destroyed.
void forgetPairs(Model& m, int body);

} // namespace cairn
