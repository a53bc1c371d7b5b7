// Vectors, quaternions, matrices and transforms; double-precision world positions; deterministic trigonometry.
//
// The formulas are in detail/linear_algebra.inl, one source for float, double and lanes. World positions are doubles;
// everything relative (shapes, contacts, velocities) is float. The bridge between the two is relativeTransform(): it
// subtracts in double and rounds once, so collision far from the origin sees the same numbers as at the origin.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace cairn {

// Two-argument forms that return b when a comparison is false, exactly as the lane versions do.
inline float min(float a, float b) { return a < b ? a : b; }
inline float max(float a, float b) { return a > b ? a : b; }
inline double min(double a, double b) { return a < b ? a : b; }
inline double max(double a, double b) { return a > b ? a : b; }
inline int min(int a, int b) { return a < b ? a : b; }
inline int max(int a, int b) { return a > b ? a : b; }
inline float abs(float a) { return std::fabs(a); }
inline double abs(double a) { return std::fabs(a); }
inline float sqrt(float a) { return std::sqrt(a); }
inline double sqrt(double a) { return std::sqrt(a); }
inline float clamp(float a, float lower, float upper) { return max(lower, min(a, upper)); }
inline double clamp(double a, double lower, double upper) { return max(lower, min(a, upper)); }

// The scalar ends of the lane interface: a kernel written on select() runs on float as well.
inline float select(bool mask, float a, float b) { return mask ? a : b; }
inline double select(bool mask, double a, double b) { return mask ? a : b; }

#include <cairn/detail/linear_algebra.inl>

using Vec3 = Vec3T<float>;
using Quat = QuatT<float>;
using Mat33 = Mat33T<float>;
using Sym33 = Sym33T<float>;
using Transform = TransformT<float>;
using Aabb = AabbT<float>;

using DVec3 = Vec3T<double>;

static_assert(sizeof(Vec3) == 12 && sizeof(Quat) == 16 && sizeof(Transform) == 28);

inline constexpr float kPi = 3.14159265358979f;
inline constexpr Vec3 kZero{0.0f, 0.0f, 0.0f};
inline constexpr Quat kIdentityQuat{{0.0f, 0.0f, 0.0f}, 1.0f};
inline constexpr Transform kIdentity{kZero, kIdentityQuat};
inline constexpr Mat33 kIdentityMat33{{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
// Contains nothing; merging it with a box gives that box.
inline constexpr Aabb kEmptyAabb{
    {std::numeric_limits<float>::max(), std::numeric_limits<float>::max(), std::numeric_limits<float>::max()},
    {-std::numeric_limits<float>::max(), -std::numeric_limits<float>::max(), -std::numeric_limits<float>::max()}};

inline bool operator==(Vec3 a, Vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline bool operator==(DVec3 a, DVec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline bool operator==(Quat a, Quat b) { return a.v == b.v && a.s == b.s; }

inline float component(Vec3 a, int i) { return i == 0 ? a.x : (i == 1 ? a.y : a.z); }
inline float minComponent(Vec3 a) { return min(a.x, min(a.y, a.z)); }
inline float maxComponent(Vec3 a) { return max(a.x, max(a.y, a.z)); }

inline Vec3 toFloat(DVec3 a) { return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)}; }
inline DVec3 toDouble(Vec3 a) { return {a.x, a.y, a.z}; }

// Unit vector, or `fallback` where the input is too short to have a direction.
inline Vec3 normalizeOr(Vec3 a, Vec3 fallback) {
    const float l = length(a);
    return l > 1e-20f ? (1.0f / l) * a : fallback;
}
inline Vec3 normalize(Vec3 a) { return normalizeOr(a, kZero); }
inline Quat normalize(Quat q) {
    const float l = sqrt(dot(q, q));
    if (!(l > 0.0f)) return kIdentityQuat;
    const float s = 1.0f / l;
    return {s * q.v, s * q.s};
}

// A unit vector at right angles to the unit vector a: crosses it with the axis that it is farthest from.
inline Vec3 perpendicular(Vec3 a) {
    const Vec3 m = abs(a);
    const Vec3 axis = m.x <= m.y && m.x <= m.z ? Vec3{1, 0, 0} : (m.y <= m.z ? Vec3{0, 1, 0} : Vec3{0, 0, 1});
    return normalize(cross(a, axis));
}

bool isFinite(float a);
bool isFinite(double a);
bool isFinite(Vec3 a);
bool isFinite(DVec3 a);
bool isFinite(Quat q);
// Finite, and of unit length to 1e-3: what functions that take a rotation accept.
bool isValidRotation(Quat q);
bool isValid(const Transform& t);

inline bool overlaps(const Aabb& a, const Aabb& b) {
    return a.lower.x <= b.upper.x && a.lower.y <= b.upper.y && a.lower.z <= b.upper.z && b.lower.x <= a.upper.x &&
           b.lower.y <= a.upper.y && b.lower.z <= a.upper.z;
}
inline bool contains(const Aabb& outer, const Aabb& inner) {
    return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y && outer.lower.z <= inner.lower.z &&
           outer.upper.x >= inner.upper.x && outer.upper.y >= inner.upper.y && outer.upper.z >= inner.upper.z;
}

// A pose in the world: position in double, rotation in float.
struct WorldTransform {
    DVec3 p;
    Quat q;
};

// Frame b seen from frame a, in float. The subtraction is done in double.
inline Transform relativeTransform(const WorldTransform& a, const WorldTransform& b) {
    return {inverseRotate(a.q, toFloat(b.p - a.p)), conjugate(a.q) * b.q};
}
inline DVec3 transformPoint(const WorldTransform& t, Vec3 a) { return t.p + toDouble(rotate(t.q, a)); }
inline Vec3 inverseTransformPoint(const WorldTransform& t, DVec3 a) { return inverseRotate(t.q, toFloat(a - t.p)); }
inline WorldTransform operator*(const WorldTransform& a, const Transform& b) {
    return {transformPoint(a, b.p), a.q * b.q};
}

// Trigonometry that gives the same bits on every compiler, C library and CPU.
// Worst errors, measured in tests/math/trigonometry_test.cpp: half a unit in the last place, that is
//   sinCos : 3.0e-8 absolute, for every finite float        atan2, acos : 1.2e-7 absolute        asin : 6.0e-8 absolute
// Not finite in, NaN out. atan2 is in [-pi, pi] (as floats); zeros have no sign: atan2(0, 0) = 0 and atan2(0, -1) = pi.
// acos and asin clamp their argument to [-1, 1], so that the dot product of two unit vectors is always welcome.
struct SinCos {
    float sin, cos;
};
SinCos sinCos(float radians);
float atan2(float y, float x);
float acos(float x);
float asin(float x);

// Turn by `radians` about a unit axis.
Quat fromAxisAngle(Vec3 axis, float radians);
// The quaternion of a rotation matrix (orthonormal columns, determinant +1).
Quat fromMatrix(const Mat33& m);
// The shortest turn that takes unit vector a to unit vector b.
Quat fromTo(Vec3 a, Vec3 b);

} // namespace cairn
