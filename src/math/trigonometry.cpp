// Sine, cosine and inverse tangent with the same bits everywhere: only + - * / and sqrt of doubles, in the written
// order.
//
// The work is done in double and rounded once to float. A double polynomial that is good to 1e-11 leaves the rounding
// as the only visible error, so the results are within 0.51 ulp of the true value, and costs no more than a float
// version that has to fight for its last bit. Polynomials are minimax in the relative error (Remez exchange, fitted
// with the leading term fixed so that tiny arguments come back exactly).
#include <cairn/math.h>

#include <cstring>

namespace cairn {

namespace {

constexpr double kHalfPi = 0x1.921fb54442d18p+0;
constexpr double kQuarterPi = 0x1.921fb54442d18p-1;
constexpr double kPiDouble = 0x1.921fb54442d18p+1;
constexpr double kTanEighthPi = 0x1.a827999fcef32p-2;
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// An angle as a whole number of quarter turns (modulo 4) and a rest in [-pi/4, pi/4].
struct Reduced {
    int quarter;
    double rest;
};

// Cody and Waite: pi/2 = high + low, where high has 33 bits. k stays below 2^20, so k * high and the first difference
// are exact; what k * low rounds away is below 2^-66, far under the smallest rest that a float can leave (2^-33).
Reduced reduceSmall(double x) {
    constexpr double kHigh = 0x1.921fb544p+0, kLow = 0x1.0b4611a626331p-34, kTwoOverPi = 0x1.45f306dc9c883p-1;
    const double t = x * kTwoOverPi;
    const int k = static_cast<int>(t + (t < 0.0 ? -0.5 : 0.5));
    return {k & 3, (x - k * kHigh) - k * kLow};
}

// Payne and Hanek, for |x| >= 2^20. Write |x| = m 2^e with m an integer of 24 bits. Bits of 2/pi above weight 2^(2-e)
// add whole turns, so only F = frac(2^(e-2) 2/pi) counts: the turn is frac(m F). 96 bits of F give 64 good bits of it.
Reduced reduceHuge(float x) {
    static constexpr uint32_t kTwoOverPi[8] = {0,           0xA2F9836Eu, 0x4E441529u, 0xFC2757D1u,
                                               0xF534DDC0u, 0xDB629599u, 0x3C439041u, 0xFE5163ABu};
    uint32_t bits;
    std::memcpy(&bits, &x, sizeof(bits));
    const uint64_t m = (bits & 0x7FFFFFu) | 0x800000u;
    const int e = static_cast<int>((bits >> 23) & 0xFFu) - 150;
    const int offset = 32 + e - 2; // position of F in the table, which starts with 32 zero bits
    const int word = offset / 32, shift = offset % 32;
    uint64_t f[3];
    for (int i = 0; i < 3; ++i) {
        const uint64_t pair = (static_cast<uint64_t>(kTwoOverPi[word + i]) << 32) | kTwoOverPi[word + i + 1];
        f[i] = ((pair << shift) >> 32) & 0xFFFFFFFFu;
    }
    const uint64_t turn = ((m * f[0]) << 32) + m * f[1] + ((m * f[2]) >> 32);
    const uint64_t quarter = (turn + (1ull << 61)) >> 62; // to nearest, so 3 and a half wraps to 0
    // The difference modulo 2^64, read as a signed number, is the rest in units of 2^-62 quarter turns.
    const double rest = static_cast<double>(static_cast<int64_t>(turn - (quarter << 62))) * (kHalfPi * 0x1p-62);
    return x < 0.0f ? Reduced{static_cast<int>((4 - quarter) & 3), -rest} : Reduced{static_cast<int>(quarter), rest};
}

// sin(x)/x = 1 + u P(u), u = x^2, relative error 4.9e-12 on [-pi/4, pi/4].
double sinPolynomial(double x) {
    const double u = x * x;
    double p = 0x1.6cd838eae2e39p-19;
    p = p * u - 0x1.a00f9d23fc871p-13;
    p = p * u + 0x1.11110895ab625p-7;
    p = p * u - 0x1.5555554cb9103p-3;
    return x + x * (u * p);
}

// cos(x) = 1 + u P(u), error 6.2e-14 on [-pi/4, pi/4].
double cosPolynomial(double x) {
    const double u = x * x;
    double p = -0x1.23d7e60cb4802p-22;
    p = p * u + 0x1.a00f10f06c84ap-16;
    p = p * u - 0x1.6c16b3ff3c024p-10;
    p = p * u + 0x1.55555546f2b9ap-5;
    p = p * u - 0x1.ffffffffebf98p-2;
    return 1.0 + u * p;
}

// atan(x)/x = 1 + u P(u), relative error 7.7e-13 on [-tan(pi/8), tan(pi/8)].
double atanPolynomial(double x) {
    const double u = x * x;
    double p = -0x1.36ee1e86820b2p-5;
    p = p * u + 0x1.1e6faa5f19f5cp-4;
    p = p * u - 0x1.70873f1d030cfp-4;
    p = p * u + 0x1.c6d270f52385ep-4;
    p = p * u - 0x1.2490c6e5f64c7p-3;
    p = p * u + 0x1.99999216a7c53p-3;
    p = p * u - 0x1.5555554efd8a6p-2;
    return x + x * (u * p);
}

// The angle of (x, y), in (-pi, pi]. Mirrored into the first octant; there the upper half is turned by -pi/4, which is
// (x, y) -> (x + y, y - x) up to scale, so that one division serves both halves.
double angleOf(double y, double x) {
    const double ax = abs(x), ay = abs(y);
    const double small = min(ax, ay), large = max(ax, ay);
    if (large == 0.0) return 0.0;
    double angle = small > kTanEighthPi * large ? kQuarterPi + atanPolynomial((small - large) / (small + large))
                                                : atanPolynomial(small / large);
    if (ay > ax) angle = kHalfPi - angle;
    if (x < 0.0) angle = kPiDouble - angle;
    return y < 0.0 ? -angle : angle;
}

} // namespace

SinCos sinCos(float radians) {
    if (!isFinite(radians)) return {kNaN, kNaN};
    const Reduced r = abs(radians) < 0x1p20f ? reduceSmall(radians) : reduceHuge(radians);
    const float s = static_cast<float>(sinPolynomial(r.rest)), c = static_cast<float>(cosPolynomial(r.rest));
    switch (r.quarter) {
    case 0: return {s, c};
    case 1: return {c, -s};
    case 2: return {-s, -c};
    default: return {-c, s};
    }
}

float atan2(float y, float x) {
    if (!isFinite(y) || !isFinite(x)) return kNaN;
    return static_cast<float>(angleOf(y, x));
}

float acos(float x) {
    if (!isFinite(x)) return kNaN;
    const double c = clamp(static_cast<double>(x), -1.0, 1.0);
    return static_cast<float>(angleOf(sqrt((1.0 - c) * (1.0 + c)), c));
}

float asin(float x) {
    if (!isFinite(x)) return kNaN;
    const double s = clamp(static_cast<double>(x), -1.0, 1.0);
    return static_cast<float>(angleOf(s, sqrt((1.0 - s) * (1.0 + s))));
}

} // namespace cairn
