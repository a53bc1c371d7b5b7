// Finite and unit-length tests. They look at bits, so that no compiler flag that assumes finite numbers can remove
// them.
#include <cairn/math.h>

#include <cstring>

namespace cairn {

bool isFinite(float a) {
    uint32_t bits;
    std::memcpy(&bits, &a, sizeof(bits));
    return (bits & 0x7F800000u) != 0x7F800000u;
}
bool isFinite(double a) {
    uint64_t bits;
    std::memcpy(&bits, &a, sizeof(bits));
    return (bits & 0x7FF0000000000000ull) != 0x7FF0000000000000ull;
}
bool isFinite(Vec3 a) { return isFinite(a.x) && isFinite(a.y) && isFinite(a.z); }
bool isFinite(DVec3 a) { return isFinite(a.x) && isFinite(a.y) && isFinite(a.z); }
bool isFinite(Quat q) { return isFinite(q.v) && isFinite(q.s); }

bool isValidRotation(Quat q) {
    if (!isFinite(q)) return false;
    // Lengths within 1e-3 of 1. Squares may overflow to infinity, which fails the test as it should.
    const float l2 = dot(q, q);
    return l2 >= 0.999f * 0.999f && l2 <= 1.001f * 1.001f;
}
bool isValid(const Transform& t) { return isFinite(t.p) && isValidRotation(t.q); }

} // namespace cairn
