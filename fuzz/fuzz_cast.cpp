// Distance, rays, casts and time of impact on shapes and motions made from bytes, finite or not: answers are finite,
// fractions are fractions, normals are unit, a hit is a contact, and nothing hangs.
#include "support/bytes.h"

#include <cairn/error.h>
#include <cairn/hull.h>
#include <cairn/query.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

using namespace cairn;

struct Input : cairn::fuzz::Bytes {
    float tame() { return 4.0f * small(); }
    // Mostly tame, sometimes any bit pattern: mode says which.
    float number(int mode) { return mode == 0 ? raw() : (mode == 1 ? 1e-3f * tame() : tame()); }
    Vec3 vector(int mode) {
        const float x = number(mode), y = number(mode), z = number(mode);
        return {x, y, z};
    }
    Quat rotation(int mode) {
        const Quat q{vector(mode == 0 ? 0 : 2), number(mode == 0 ? 0 : 2)};
        return mode == 0 ? q : normalize(q);
    }
};

const Hull& hullAt(int i) {
    static const std::vector<Hull> hulls = [] {
        std::vector<Hull> out;
        out.push_back(buildBoxHull({1.0f, 0.5f, 0.25f}));
        const Vec3 tetrahedron[] = {{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}};
        out.push_back(buildHull(tetrahedron));
        std::vector<Vec3> prism;
        for (int k = 0; k < 12; ++k) {
            const SinCos t = sinCos(static_cast<float>(k) * (kPi / 6.0f));
            prism.push_back({t.cos, 0.02f, t.sin});
            prism.push_back({t.cos, -0.02f, t.sin});
        }
        out.push_back(buildHull(prism));
        return out;
    }();
    return hulls[static_cast<std::size_t>(i) % hulls.size()];
}

Shape makeShape(Input& in) {
    const int kind = in.byte() % 7, mode = in.byte() % 16;
    const auto length = [&] { return std::fabs(in.number(mode)); };
    const float x = length(), y = length(), z = length(), rounding = in.byte() % 3 == 0 ? length() : 0.0f;
    switch (kind) {
    case 0: return ShapeSphere{x};
    case 1: return ShapeCapsule{x, y};
    case 2: return ShapeBox{{x, y, z}, rounding};
    case 3: return ShapeCylinder{x, y, rounding};
    case 4: return ShapeCone{x, y, rounding};
    case 5: return ShapeHull{&hullAt(in.byte()), rounding};
    default: return ShapePlane{};
    }
}

void fail(const char* what) {
    std::fprintf(stderr, "cast: %s\n", what);
    std::abort();
}

bool finite(Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
bool unitOrZero(Vec3 v) { return v == kZero || std::fabs(length(v) - 1.0f) < 1e-3f; }

double sizeOf(const Shape& s) {
    const Aabb box = s.kind == ShapeKind::Plane ? Aabb{kZero, kZero} : computeAabb(s, kIdentity);
    return distance(toDouble(box.upper), toDouble(box.lower));
}

void checkHit(const CastHit& hit) {
    if (!(hit.fraction >= 0.0f && hit.fraction <= 1.0f)) fail("fraction outside [0, 1]");
    if (!finite(hit.point) || !finite(hit.normal)) fail("a hit is not finite");
    if (hit.hit && std::fabs(length(hit.normal) - 1.0f) > 1e-3f) fail("a hit's normal is not unit");
}

void checkPair(const Shape& a, const Shape& b, Input& in) {
    const int mode = in.byte() % 16;
    const Transform t{in.vector(mode), in.rotation(mode)};
    DistanceCache cache;
    cache.count = static_cast<uint8_t>(in.byte() % 8);
    for (int i = 0; i < 4; ++i) cache.indexA[i] = in.byte(), cache.indexB[i] = in.byte();
    const DistanceResult d = shapeDistance(a, b, t, &cache);
    if (!(d.distance >= 0.0f) || !std::isfinite(d.distance)) fail("distance");
    if (d.overlap && d.distance != 0.0f) fail("overlap with a distance");
    if (!finite(d.pointA) || !finite(d.pointB) || !unitOrZero(d.normal)) fail("distance result");
    const bool overlap = shapesOverlap(a, b, t);
    const ShapeSeparation s = shapeSeparation(a, b, t);
    if (!std::isfinite(s.separation) || !finite(s.pointA) || !finite(s.pointB) || !unitOrZero(s.normal))
        fail("separation result");
    const double size = sizeOf(a) + sizeOf(b) + length(toDouble(t.p));
    if (isValid(t) && s.separation != kHuge) {
        if (overlap && s.separation > 1e-4 * size) fail("overlap of separated shapes");
        if (!overlap && s.separation < -1e-4 * size) fail("no overlap of deep shapes");
        if (std::fabs(d.distance - std::fmax(0.0f, s.separation)) > 1e-4 * size) fail("distance and separation differ");
    }
    const Vec3 translation = in.vector(in.byte() % 16);
    const CastHit hit = shapeCast(a, b, t, translation);
    checkHit(hit);
    if (hit.hit && !hit.initialOverlap) {
        const Transform moved{t.p + hit.fraction * translation, t.q};
        const double gap = shapeSeparation(a, b, moved).separation;
        if (std::fabs(gap) > 1e-4 * (size + length(toDouble(translation)))) fail("a cast stopped away from contact");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
    Input in{{data, size}};
    ErrorCapture quiet;
    const Shape a = makeShape(in), b = makeShape(in);
    if (!validate(a, "fuzz") || !validate(b, "fuzz")) return 0;
    checkPair(a, b, in);

    const int mode = in.byte() % 16;
    const Vec3 origin = in.vector(mode), translation = in.vector(mode);
    const CastHit ray = rayCast(a, origin, translation);
    checkHit(ray);
    const PointResult p = closestPoint(a, origin);
    if (!(p.distance >= 0.0f) || !finite(p.point) || !unitOrZero(p.normal)) fail("closest point");
    if (ray.hit && !ray.initialOverlap) {
        const double scale = sizeOf(a) + length(toDouble(origin)) + length(toDouble(translation));
        if (closestPoint(a, ray.point).distance > 1e-3 * scale) fail("a ray ended away from the shape");
    }

    Sweep sweeps[2];
    for (Sweep& s : sweeps) {
        s.localCenter = in.vector(mode);
        s.center0 = toDouble(in.vector(mode));
        s.center1 = toDouble(in.vector(mode));
        s.rotation0 = in.rotation(mode);
        s.rotation1 = in.rotation(mode);
    }
    const ToiResult toi = timeOfImpact(a, sweeps[0], b, sweeps[1], {1.0f, 0.002f, 0.0005f});
    if (!(toi.fraction >= 0.0f && toi.fraction <= 1.0f) || !finite(toi.normal)) fail("time of impact");
    return 0;
}
