// Random pairs of convex shapes near contact, and the properties that every manifold must have.
#pragma once

#include "base/hash.h"
#include "geometry/convex.h"
#include "support/random.h"

#include <cairn/hull.h>
#include <cairn/manifold.h>

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace cairn::test {

// Support of the placed core in double. Everything that judges a manifold goes through this and the hull's own
// vertices.
inline DVec3 exactSupport(const Convex& c, DVec3 d) {
    const auto disc = [&](double r, double y) {
        const double l = std::sqrt(d.x * d.x + d.z * d.z);
        return l > 0.0 ? DVec3{r * d.x / l, y, r * d.z / l} : DVec3{r, y, 0.0};
    };
    const DVec3 h = toDouble(c.size);
    switch (c.kind) {
    case ShapeKind::Capsule: return {0, d.y >= 0 ? h.y : -h.y, 0};
    case ShapeKind::Box: return {d.x >= 0 ? h.x : -h.x, d.y >= 0 ? h.y : -h.y, d.z >= 0 ? h.z : -h.z};
    case ShapeKind::Cylinder: return disc(h.x, d.y >= 0 ? h.y : -h.y);
    case ShapeKind::Cone: {
        const DVec3 apex{0, h.y, 0}, rim = disc(h.x, -h.y);
        return dot(apex, d) >= dot(rim, d) ? apex : rim;
    }
    case ShapeKind::Hull: {
        int best = 0;
        double most = -1e300;
        for (int i = 0; i < c.pointCount; ++i) {
            const double s = dot(toDouble(c.points[i]), d);
            if (s > most) most = s, best = i;
        }
        return toDouble(c.points[best]);
    }
    default: return {0, 0, 0};
    }
}

// Separation of two rounded solids along directions, in double.
struct ExactPair {
    Convex a, b;
    Mat33T<double> rotation;
    DVec3 position;

    ExactPair(const Shape& shapeA, const Shape& shapeB, const Transform& bInA)
        : a(makeConvex(shapeA)), b(makeConvex(shapeB)), position(toDouble(bInA.p)) {
        const double l = std::sqrt(double(bInA.q.v.x) * bInA.q.v.x + double(bInA.q.v.y) * bInA.q.v.y +
                                   double(bInA.q.v.z) * bInA.q.v.z + double(bInA.q.s) * bInA.q.s);
        rotation = toMatrix(QuatT<double>{(1.0 / l) * toDouble(bInA.q.v), bInA.q.s / l});
    }
    double along(DVec3 unit) const {
        const DVec3 onB = rotation * exactSupport(b, -mulTransposed(rotation, unit)) + position;
        return dot(unit, onB - exactSupport(a, unit)) - a.radius - b.radius;
    }
};

inline DVec3 unit(DVec3 v) {
    const double l = length(v);
    return l > 0.0 ? (1.0 / l) * v : DVec3{0, 1, 0};
}

// Shapes of 10 cm to 10 m. Hulls live in the pool, at unit size and scaled copies.
class ShapePool {
public:
    explicit ShapePool(uint64_t seed, int hulls = 48, int minPoints = 5, int maxPoints = 40) {
        Random random(seed);
        for (int k = 0; k < hulls; ++k) {
            const float size = random.logUniform(0.05f, 5.0f);
            const Vec3 stretch{size * random.uniform(0.3f, 1.0f), size * random.uniform(0.3f, 1.0f), size};
            std::vector<Vec3> points;
            const int count = minPoints + random.below(maxPoints - minPoints + 1);
            const bool round = random.below(2) == 0;
            for (int i = 0; i < count; ++i)
                points.push_back(mul(stretch, round ? random.unitVector() : random.inBox(1.0f)));
            auto hull = std::make_unique<Hull>(buildHull(points));
            if (!hull->empty()) m_hulls.push_back(std::move(hull));
        }
    }

    Shape make(ShapeKind kind, Random& random) const {
        const float size = random.logUniform(0.05f, 5.0f);
        const auto part = [&] { return size * random.uniform(0.2f, 1.0f); };
        const float rounding = random.below(3) == 0 ? size * random.uniform(0.01f, 0.2f) : 0.0f;
        switch (kind) {
        case ShapeKind::Sphere: return ShapeSphere{size};
        case ShapeKind::Capsule: return ShapeCapsule{part(), part()};
        case ShapeKind::Box: return ShapeBox{{part(), part(), part()}, rounding};
        case ShapeKind::Cylinder: return ShapeCylinder{part(), part(), rounding};
        case ShapeKind::Cone: return ShapeCone{part(), part(), rounding};
        default: {
            const Hull* hull = m_hulls[random.below(static_cast<int>(m_hulls.size()))].get();
            return ShapeHull{hull, random.below(3) == 0 ? 0.2f * hull->innerRadius : 0.0f};
        }
        }
    }
    const std::vector<std::unique_ptr<Hull>>& hulls() const { return m_hulls; }

private:
    std::vector<std::unique_ptr<Hull>> m_hulls;
};

inline float sizeOf(const Shape& s) { return length(extents(computeAabb(s, kIdentity))); }

// B anywhere around A, from a deep overlap to just out of reach of the margin.
inline Transform placeNear(const Shape& a, const Shape& b, Random& random, float margin) {
    Transform pose{kZero, random.rotation()};
    const Vec3 d = random.unitVector();
    const float gap = static_cast<float>(ExactPair(a, b, pose).along(toDouble(d)));
    const float small = min(sizeOf(a), sizeOf(b));
    // Sideways as well, so that not only the directions through both middles occur.
    const Vec3 side = cross(d, random.unitVector());
    pose.p = (-gap + random.uniform(-1.0f * small, 1.5f * margin)) * d + random.uniform(-0.3f, 0.3f) * small * side;
    return pose;
}

struct Depth {
    float least, most;
};
inline Depth depths(const Manifold& m) {
    Depth d{m.points[0].separation, m.points[0].separation};
    for (int i = 1; i < m.count; ++i) {
        d.least = min(d.least, m.points[i].separation);
        d.most = max(d.most, m.points[i].separation);
    }
    return d;
}

// Everything that holds for one manifold by itself. `slack` in metres.
inline ::testing::AssertionResult soundManifold(const ExactPair& exact, const Manifold& m, float margin, double slack) {
    if (m.count < 1 || m.count > 4) return ::testing::AssertionFailure() << "count " << m.count;
    if (!isFinite(m.normal) || std::fabs(length(m.normal) - 1.0f) > 1e-5f)
        return ::testing::AssertionFailure() << "normal length " << length(m.normal);
    for (int i = 0; i < m.count; ++i) {
        const ManifoldPoint& p = m.points[i];
        if (!isFinite(p.position) || !isFinite(p.separation))
            return ::testing::AssertionFailure() << "point not finite";
        if (p.separation > margin) return ::testing::AssertionFailure() << "beyond the margin " << p.separation;
    }
    const double along = exact.along(unit(toDouble(m.normal)));
    const double least = depths(m).least;
    if (std::fabs(along - least) > slack)
        return ::testing::AssertionFailure() << "deepest " << least << " but the normal shows " << along;
    return ::testing::AssertionSuccess();
}

// Folds every bit that a manifold says into `hash`.
inline uint64_t hashManifold(const Manifold& m, uint64_t hash) {
    hash = hashBytes(&m.normal, sizeof m.normal, hash);
    return hashBytes(m.points, sizeof(ManifoldPoint) * static_cast<std::size_t>(m.count), hash);
}

} // namespace cairn::test
