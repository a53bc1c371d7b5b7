// Random numbers of a scene: the same on every machine.
#pragma once

#include <cairn/math.h>

namespace cairn::scenes {

// SplitMix64.
class Random {
public:
    explicit Random(uint64_t seed) : m_state(seed) {}

    uint64_t next() {
        uint64_t z = (m_state += 0x9E3779B97F4A7C15ull);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    // As if this many numbers had been taken.
    void skip(int count) { m_state += 0x9E3779B97F4A7C15ull * static_cast<uint64_t>(count); }
    int below(int n) { return static_cast<int>(next() % static_cast<uint64_t>(n)); }
    float uniform(float lower, float upper) {
        return lower + (upper - lower) * (static_cast<float>(next() >> 40) * 0x1p-24f);
    }
    // Spread evenly over orders of magnitude, by halving the range at its geometric mean: square roots have the same
    // bits everywhere, powers do not.
    float logUniform(float lower, float upper) {
        for (uint64_t bits = next(), i = 0; i < 16; ++i, bits >>= 1) {
            const float middle = sqrt(lower * upper);
            (bits & 1 ? lower : upper) = middle;
        }
        return lower;
    }
    Vec3 unitVector() {
        const float z = uniform(-1.0f, 1.0f), s = sqrt(max(0.0f, 1.0f - z * z));
        const SinCos a = sinCos(uniform(0.0f, 2.0f * kPi));
        return {s * a.cos, s * a.sin, z};
    }
    // Evenly over all rotations (Shoemake).
    Quat rotation() {
        const float u = uniform(0.0f, 1.0f), s = sqrt(1.0f - u), c = sqrt(u);
        const SinCos a = sinCos(uniform(0.0f, 2.0f * kPi)), b = sinCos(uniform(0.0f, 2.0f * kPi));
        return normalize(Quat{{s * a.sin, s * a.cos, c * b.sin}, c * b.cos});
    }

private:
    uint64_t m_state;
};

} // namespace cairn::scenes
