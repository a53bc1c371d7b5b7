// Random rocks.
#include "scenes/hulls.h"

namespace cairn::scenes {

std::vector<const Hull*> makeRocks(Scene& s, int count, float size, uint64_t seed) {
    Random random(seed);
    std::vector<const Hull*> rocks;
    for (int i = 0; i < count; ++i) {
        const int pointCount = 12 + random.below(19);
        const float ax = random.uniform(0.7f, 1.0f), ay = random.uniform(0.7f, 1.0f), az = random.uniform(0.7f, 1.0f);
        std::vector<Vec3> points;
        for (int k = 0; k < pointCount; ++k) {
            const Vec3 direction = random.unitVector();
            const float dent = random.uniform(0.92f, 1.0f);
            points.push_back((size * dent) * mul(Vec3{ax, ay, az}, direction));
        }
        rocks.push_back(s.keep(buildHull(points)));
    }
    return rocks;
}

} // namespace cairn::scenes
