// Random shapes of every convex kind, hulls included, for tests and benchmarks of queries.
#pragma once

#include "geometry/convex.h"
#include "support/random.h"

#include <cairn/hull.h>

#include <vector>

namespace cairn::test {

// Hulls of one metre or so in all characters: round, flat, needle, box, few and many vertices.
inline const std::vector<Hull>& sampleHulls() {
    static const std::vector<Hull> hulls = [] {
        std::vector<Hull> out;
        Random random(77);
        for (int i = 0; i < 40; ++i) {
            std::vector<Vec3> points;
            const Vec3 stretch =
                i % 4 == 0 ? Vec3{1.0f, 0.05f, 0.6f} : (i % 4 == 1 ? Vec3{0.1f, 1.0f, 0.1f} : Vec3{1, 1, 1});
            for (int n = 4 + random.below(60); n > 0; --n) points.push_back(mul(stretch, random.unitVector()));
            out.push_back(buildHull(points));
        }
        out.push_back(buildBoxHull({0.5f, 0.7f, 0.3f}));
        return out;
    }();
    return hulls;
}

// Hulls scaled to a size, kept alive here: Shape points at them.
class ShapeSampler {
public:
    explicit ShapeSampler(uint64_t seed) : m_random(seed) {
        for (const float scale : {0.1f, 0.3f, 1.0f, 3.0f, 10.0f})
            for (const Hull& hull : sampleHulls()) {
                std::vector<Vec3> points;
                for (const Vec3& v : hull.vertices) points.push_back(scale * v);
                m_hulls.push_back(buildHull(points));
            }
    }

    // `size` is roughly the half extent; one shape in ten is stretched up to 1 : 50.
    Shape shape(ShapeKind kind, float size) {
        const float thin = m_random.below(10) == 0 ? 0.02f : 0.2f;
        const auto side = [&] { return size * m_random.uniform(thin, 1.0f); };
        const float rounding = m_random.below(3) == 0 ? size * m_random.uniform(0.0f, 0.3f) : 0.0f;
        switch (kind) {
        case ShapeKind::Sphere: return ShapeSphere{side()};
        case ShapeKind::Capsule: return ShapeCapsule{side(), side()};
        case ShapeKind::Box: return ShapeBox{{side(), side(), side()}, rounding};
        case ShapeKind::Cylinder: return ShapeCylinder{side(), side(), rounding};
        case ShapeKind::Cone: return ShapeCone{side(), side(), rounding};
        default: {
            const int scale = size < 0.2f ? 0 : (size < 0.6f ? 1 : (size < 2.0f ? 2 : (size < 6.0f ? 3 : 4)));
            return ShapeHull{&m_hulls[static_cast<size_t>(scale * 41 + m_random.below(41))], rounding};
        }
        }
    }
    Shape shape(float size) { return shape(static_cast<ShapeKind>(m_random.below(6)), size); }
    Random& random() { return m_random; }

private:
    Random m_random;
    std::vector<Hull> m_hulls;
};

} // namespace cairn::test
