// Repeatable random numbers for tests and benchmarks, and the knob that makes big tests small under sanitizers.
#pragma once

#include <cairn/math.h>

#include <cstdlib>

namespace cairn::test {

// CAIRN_TEST_SCALE=0.01 runs one hundredth of every random trial count (sanitizer builds); unset means all of them.
inline int scaled(int count) {
    static const double scale = [] {
        const char* text = std::getenv("CAIRN_TEST_SCALE");
        return text ? std::atof(text) : 1.0;
    }();
    const int n = static_cast<int>(count * scale);
    return n < 1 ? 1 : n;
}

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
    int below(int n) { return static_cast<int>(next() % static_cast<uint64_t>(n)); }
    float uniform(float lower, float upper) {
        return lower + (upper - lower) * (static_cast<float>(next() >> 40) * 0x1p-24f);
    }
    // Spread evenly over orders of magnitude.
    float logUniform(float lower, float upper) { return lower * std::pow(upper / lower, uniform(0.0f, 1.0f)); }
    Vec3 inBox(float half) { return {uniform(-half, half), uniform(-half, half), uniform(-half, half)}; }
    Vec3 unitVector() {
        for (;;) {
            const Vec3 v = inBox(1.0f);
            const float l = length(v);
            if (l > 0.1f && l <= 1.0f) return (1.0f / l) * v;
        }
    }
    Quat rotation() {
        for (;;) {
            const Quat q{inBox(1.0f), uniform(-1.0f, 1.0f)};
            const float l = dot(q, q);
            if (l > 0.01f && l <= 1.0f) return normalize(q);
        }
    }

private:
    uint64_t m_state;
};

} // namespace cairn::test
