// Rays against every convex kind: the least of the closed-form distance along the ray decides, and says where the ray
// enters; the normal is its own certificate.
#include "geometry/cast.h"
#include "geometry/sample_shapes.h"
#include "geometry/support_oracle.h"

#include <cairn/error.h>
#include <cairn/query.h>

#include <gtest/gtest.h>

using namespace cairn;
using namespace cairn::test;

namespace {

// Signed distance to the surface, written from the definitions: exact outside of all kinds but hulls; inside, and for
// hulls (intersections of the half-spaces of their faces, see query.h), a bound below it that is zero on the surface
// alone. Convex in x for every kind.
double gap(const Shape& shape, DVec3 x) {
    const Convex c = makeConvex(shape);
    const double outside = distanceToCore(place(c, kIdentity), x) - c.radius;
    const double r = c.size.x, h = c.size.y, flat = std::hypot(x.x, x.z);
    double within = -1e300; // the core, seen from its inside
    switch (c.kind) {
    case ShapeKind::Box: within = max(max(std::fabs(x.x) - r, std::fabs(x.y) - h), std::fabs(x.z) - c.size.z); break;
    case ShapeKind::Cylinder: within = max(flat - r, std::fabs(x.y) - h); break;
    case ShapeKind::Cone:
        within = max(-h - x.y, (2.0 * h * (flat - r) + r * (x.y + h)) / std::sqrt(4.0 * h * h + r * r));
        break;
    case ShapeKind::Hull:
        for (const HullPlane& p : shape.hull->planes) within = max(within, dot(toDouble(p.normal), x) - p.offset);
        break;
    default: return outside; // the core is a point or a segment
    }
    return outside + min(0.0, within);
}

struct Expected {
    double deepest;     // least gap on the ray: negative for a hit
    double deepestAt;   // where that is, as a fraction
    double enter;       // first fraction with gap <= 0, for hits
    double early, late; // first fractions with gap <= band and gap <= -band (deepestAt when it stays above)
};

// On a line the gap is a convex function: thirds find its least value, halves where it first falls below a level.
template <class Gap> Expected trace(Gap gapAt, double band) {
    double lower = 0.0, upper = 1.0;
    for (int i = 0; i < 140; ++i) {
        const double third = (upper - lower) / 3.0;
        if (gapAt(lower + third) <= gapAt(upper - third))
            upper -= third;
        else
            lower += third;
    }
    Expected e{};
    e.deepestAt = gapAt(1.0) < gapAt(lower) ? 1.0 : lower;
    e.deepest = gapAt(e.deepestAt);
    const auto first = [&](double level) {
        double above = 0.0, below = e.deepestAt;
        for (int i = 0; i < 60; ++i) {
            const double middle = 0.5 * (above + below);
            (gapAt(middle) > level ? above : below) = middle;
        }
        return below;
    };
    e.enter = first(0.0);
    e.early = first(band);
    e.late = first(-band);
    return e;
}

} // namespace

TEST(RayCast, MatchesTracedRaysOverAllKinds) {
    ShapeSampler sampler(31);
    Random& random = sampler.random();
    int hits = 0, inside = 0, undecided = 0;
    double worst = 0.0;
    const int trials = scaled(60000);
    for (int trial = 0; trial < trials; ++trial) {
        const float size = random.logUniform(0.1f, 10.0f);
        const Shape shape = sampler.shape(static_cast<ShapeKind>(trial % 6), size);
        if (shape.kind == ShapeKind::Hull && shape.rounding > 0.0f) continue; // see RoundedHulls
        Vec3 origin = random.inBox(size * (random.below(10) == 0 ? 100.0f : 2.5f));
        Vec3 translation = random.below(20) == 0 ? Vec3{0.0f, random.uniform(-5.0f, 5.0f) * size, 0.0f}
                                                 : random.uniform(0.5f, 2.0f) * (random.inBox(size) - origin);
        if (random.below(4) == 0) { // a near miss, or almost one
            const Convex c = makeConvex(shape);
            const Vec3 n = random.unitVector();
            const float past = size * random.logUniform(1e-5f, 1e-2f) * (random.below(2) == 0 ? 1.0f : -1.0f);
            const Vec3 target = support(c, n).point + (c.radius + past) * n;
            translation = 6.0f * size * normalize(cross(n, random.unitVector()));
            origin = target - random.uniform(0.3f, 0.7f) * translation;
        }
        if (length(translation) < 1e-3f * size) continue;
        SCOPED_TRACE(::testing::Message() << toString(shape.kind) << " trial " << trial);
        const CastHit hit = rayCast(shape, origin, translation);
        const DVec3 o = toDouble(origin), d = toDouble(translation);
        const double reach = length(d), band = 1e-5 * size;
        const double start = gap(shape, o);
        if (std::fabs(start) < band) continue;
        if (start < 0.0) {
            ++inside;
            ASSERT_TRUE(hit.hit && hit.initialOverlap && hit.fraction == 0.0f);
            ASSERT_NEAR(distance(hit.normal, normalize(-translation)), 0.0f, 1e-6f);
            continue;
        }
        const Expected e = trace([&](double t) { return gap(shape, o + t * d); }, band);
        // Rays that come no nearer to the surface, or no deeper, than the band may go either way.
        if (std::fabs(e.deepest) <= band)
            ++undecided;
        else
            ASSERT_EQ(hit.hit, e.deepest < 0.0) << "gap " << e.deepest / size;
        if (!hit.hit) continue;
        ++hits;
        ASSERT_FALSE(hit.initialOverlap);
        ASSERT_NEAR(length(hit.normal), 1.0f, 1e-5f);
        ASSERT_LE(dot(hit.normal, translation), 1e-4f * static_cast<float>(reach));
        ASSERT_NEAR(gap(shape, toDouble(hit.point)), 0.0, band);
        // A fraction is a float, which says where on a long ray to 2^-24 of its length.
        const double rounding = 0x1p-24 * reach;
        if (e.deepest < -band && shape.rounding == 0.0f) {
            worst = std::fmax(worst, std::fabs(hit.fraction - e.enter) * reach / (band + rounding));
            ASSERT_NEAR(hit.fraction * reach, e.enter * reach, band + rounding);
        } else { // rounded shapes are found by steps: within the band of the surface, which is more along a glancing
                 // ray
            ASSERT_GE(hit.fraction * reach, e.early * reach - rounding);
            ASSERT_LE(hit.fraction * reach, e.late * reach + rounding);
        }
        // The normal supports the solid at the point: it belongs to the surface there.
        const Solid solid = place(makeConvex(shape), kIdentity);
        ASSERT_NEAR(extent(solid, toDouble(hit.normal)), dot(toDouble(hit.normal), toDouble(hit.point)),
                    5e-5 * (size + 0.01 * reach));
    }
    printf("%d hits, %d inside, %d within 1e-5 of grazing; worst fraction %.2g of what is allowed\n", hits, inside,
           undecided, worst);
    EXPECT_GT(hits, trials / 4);
    EXPECT_GT(inside, trials / 200);
    EXPECT_LT(undecided, trials / 50 + 2);
}

// The half-spaces of the faces hold all vertices of a hull, and reach beyond the hull of the vertices by no more than
// the merging of faces allows: what a ray and a distance mean by the hull differs by no more than that. The distance
// to a convex solid is a convex function, so it is greatest at a corner of the half-spaces' intersection.
TEST(RayCast, HullsByPlanesAndByVerticesAgreeWithinMergeTolerance) {
    double out = 0.0, beyond = 0.0;
    int corners = 0;
    for (const Hull& hull : sampleHulls()) {
        const Shape shape = ShapeHull{&hull};
        const float size = maxComponent(hull.bounds.upper - hull.bounds.lower);
        for (const Vec3& v : hull.vertices) out = max(out, gap(shape, toDouble(v)) / size);
        const int count = hull.planes.count();
        const auto normal = [&](int i) { return toDouble(hull.planes[i].normal); };
        const auto offset = [&](int i) { return static_cast<double>(hull.planes[i].offset); };
        for (int i = 0; i < count; ++i)
            for (int j = i + 1; j < count; ++j)
                for (int k = j + 1; k < count; ++k) {
                    const DVec3 jk = cross(normal(j), normal(k));
                    const double det = dot(normal(i), jk);
                    if (std::fabs(det) < 1e-9) continue;
                    const DVec3 x = (1.0 / det) * (offset(i) * jk + offset(j) * cross(normal(k), normal(i)) +
                                                   offset(k) * cross(normal(i), normal(j)));
                    bool corner = true;
                    for (int p = 0; p < count && corner; ++p) corner = dot(normal(p), x) - offset(p) < 1e-9;
                    if (!corner) continue;
                    ++corners;
                    beyond = max(beyond, static_cast<double>(closestPoint(shape, toFloat(x)).distance / size));
                }
    }
    printf("vertices stick out by %.2g of size; %d corners of planes are up to %.2g beyond the vertices' hull\n", out,
           corners, beyond);
    EXPECT_LT(out, 1e-7);
    EXPECT_LT(beyond, HullOptions{}.mergeTolerance);
    EXPECT_GT(corners, 500);
}

TEST(RayCast, RoundedHullsAreWithinTheirRounding) {
    ShapeSampler sampler(32);
    Random& random = sampler.random();
    int hits = 0, misses = 0;
    for (int trial = scaled(5000); trial > 0; --trial) {
        Shape shape = sampler.shape(ShapeKind::Hull, 1.0f);
        shape.rounding = random.uniform(0.01f, 0.3f);
        const Vec3 origin = 3.0f * random.unitVector(), translation = 1.5f * (random.inBox(1.0f) - origin);
        const CastHit hit = rayCast(shape, origin, translation);
        Shape sharp = shape;
        sharp.rounding = 0.0f;
        // Distances are proved by their own tests; 1e-6 of noise does not matter for a band of 1e-5.
        const DVec3 o = toDouble(origin), d = toDouble(translation);
        const double band = 1e-5;
        const Expected e = trace(
            [&](double t) { return double(closestPoint(sharp, toFloat(o + t * d)).distance) - shape.rounding; }, band);
        if (std::fabs(e.deepest) > band) {
            ASSERT_EQ(hit.hit, e.deepest < 0.0) << e.deepest;
        }
        ++(hit.hit ? hits : misses);
        if (!hit) continue;
        ASSERT_GE(hit.fraction, e.early - 1e-6);
        ASSERT_LE(hit.fraction, e.late + 1e-6);
        const PointResult p = closestPoint(sharp, hit.point);
        ASSERT_NEAR(p.distance, shape.rounding, 1e-5f);
        ASSERT_LT(distance(p.normal, hit.normal), 1e-3f);
    }
    EXPECT_GT(hits, scaled(5000) / 4);
    EXPECT_GT(misses, scaled(5000) / 10);
}

TEST(RayCast, PlaneIsSolidBelow) {
    const Shape plane = ShapePlane{};
    CastHit hit = rayCast(plane, {1, 2, 3}, {0, -4, 0});
    EXPECT_TRUE(hit.hit);
    EXPECT_FLOAT_EQ(hit.fraction, 0.5f);
    EXPECT_EQ(hit.point, (Vec3{1, 0, 3}));
    EXPECT_EQ(hit.normal, (Vec3{0, 1, 0}));
    EXPECT_FALSE(rayCast(plane, {1, 2, 3}, {0, 4, 0}).hit);
    EXPECT_TRUE(rayCast(plane, {1, -2, 3}, {0, 4, 0}).initialOverlap);
}

TEST(RayCast, KeepsItsDigitsFarAway) {
    // A 10 cm ball 10 km away: float formulas would be off by centimetres.
    const CastHit hit = rayCast(ShapeSphere{0.1f}, {10000.0f, 0.05f, 0.0f}, {-20000.0f, 0.0f, 0.0f});
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR(hit.point.x, std::sqrt(0.1 * 0.1 - 0.05 * 0.05), 1e-6);
    EXPECT_NEAR(hit.normal.y, 0.5f, 1e-5f);
}

TEST(RayCast, RefusesBadRaysByName) {
    const float nan = std::nanf(""), inf = INFINITY;
    const Shape box = ShapeBox{};
    for (const Vec3 bad : {Vec3{nan, 0, 0}, Vec3{0, inf, 0}, Vec3{0, 0, -inf}, Vec3{2e15f, 0, 0}}) {
        ErrorCapture capture;
        EXPECT_FALSE(rayCast(box, bad, {1, 0, 0}).hit);
        EXPECT_STREQ(capture.field(), "origin");
        capture.clear();
        EXPECT_FALSE(rayCast(box, {-3, 0, 0}, bad).hit);
        EXPECT_STREQ(capture.field(), "translation");
    }
    ErrorCapture capture;
    EXPECT_FALSE(rayCast(box, {0, 0, 0}, kZero).hit);
    EXPECT_STREQ(capture.field(), "translation");
    for (const Shape& empty :
         {Shape(ShapeHull{}), Shape(ShapeMesh{}), Shape(ShapeHeightField{}), Shape(ShapeCompound{})}) {
        capture.clear();
        EXPECT_FALSE(rayCast(empty, {0, 3, 0}, {0, -6, 0}).hit);
        EXPECT_STREQ(capture.field(), "shape.data");
        capture.clear();
        EXPECT_FALSE(shapesOverlap(box, empty, kIdentity));
        EXPECT_STREQ(capture.field(), "b.data");
    }
}
