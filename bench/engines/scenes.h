// The scenes, by means of an Engine, and what is looked at when they end.
#pragma once

#include "engine.h"

namespace cairn::bench {

// Bodies first to end - 1 are those that move; `highest` of them stood at the height `top` at the start.
struct Moving {
    int first = 0, end = 0, highest = 0;
    float top = 0.0f;
};

// What tells a good end from a bad one.
struct Ending {
    const char* label;
    const char* unit;
    double (*measure)(const Engine& engine, const Moving& moving);
};

struct EngineScene {
    const char* name;
    const char* about;
    int warmup, steps; // the first are not timed
    Moving (*build)(Engine& engine);
    Ending ending;
};

std::span<const EngineScene> engineScenes();

} // namespace cairn::bench
