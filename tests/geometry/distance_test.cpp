// Distance and overlap: every answer certified by duality, and compared with FCL.
#include "geometry/fcl_oracle.h"
#include "geometry/sample_shapes.h"
#include "geometry/support_oracle.h"

#include <cairn/error.h>
#include <cairn/query.h>

#include <gtest/gtest.h>

using namespace cairn;
using namespace cairn::test;

namespace {

// Proves the answer or says what is wrong. An apart verdict needs a slab between the solids and two points in them; an
// overlap verdict a point common to both.
::testing::AssertionResult certify(const Shape& a, const Shape& b, const Transform& t, const DistanceResult& r,
                                   double size) {
    const Solid sa = place(makeConvex(a), kIdentity), sb = place(makeConvex(b), t);
    const double outA = distanceToCore(sa, toDouble(r.pointA)) - a.rounding;
    const double outB = distanceToCore(sb, toDouble(r.pointB)) - b.rounding;
    if (!(outA <= 1e-5 * size) || !(outB <= 1e-5 * size))
        return ::testing::AssertionFailure() << "points outside by " << outA << ", " << outB;
    if (r.overlap && r.normal == kZero) {
        if (distance(r.pointA, r.pointB) > 1e-5 * size) return ::testing::AssertionFailure() << "no common point";
        return ::testing::AssertionSuccess();
    }
    const double lower = separationAlong(sa, sb, toDouble(r.normal));
    if (r.overlap) { // rounded: the deepest points are as deep as the slab says
        if (std::fabs(lower + distance(r.pointA, r.pointB)) > 1e-5 * size)
            return ::testing::AssertionFailure()
                   << "rounded overlap " << lower << " against " << distance(r.pointA, r.pointB);
        return ::testing::AssertionSuccess();
    }
    const double upper = distance(toDouble(r.pointA), toDouble(r.pointB));
    if (std::fabs(r.distance - lower) > 1e-5 * size || std::fabs(r.distance - upper) > 1e-5 * size)
        return ::testing::AssertionFailure()
               << "distance " << r.distance << " not in [" << lower << ", " << upper << "]";
    return ::testing::AssertionSuccess();
}

// Poses that make the interesting cases common: deep, touching within 1e-6 to 1e-2 of the size, and far.
Transform interestingPose(ShapeSampler& sampler, const Shape& a, const Shape& b, float size) {
    Random& random = sampler.random();
    Transform t{random.inBox(2.0f * size), random.rotation()};
    if (random.below(2) == 0) return t;
    const ShapeSeparation s = shapeSeparation(a, b, t);
    const float gap = size * random.logUniform(1e-6f, 1e-1f) * (random.below(2) ? 1.0f : -1.0f);
    t.p = t.p + (gap - s.separation) * s.normal;
    return t;
}

// Is x in the core, to 1e-5 of its size? For hulls by the vertices alone: from a point inside, x lies in the direction
// of some face, and in the tetrahedron of that point and three corners of the face. (A merged face is not quite flat:
// which three is not known, so all are tried.)
bool provedInside(const Solid& s, DVec3 x, double size) {
    if (s.core.kind != ShapeKind::Hull) return distanceToCore(s, x) <= s.core.radius + 1e-5 * size;
    const Hull& hull = *s.core.hull;
    DVec3 middle{0, 0, 0};
    for (const Vec3& v : hull.vertices) middle += (1.0 / hull.vertices.count()) * toDouble(v);
    const DVec3 l = inverseRotate(s.q, x - s.p) - middle;
    const double slack = 1e-5 * size;
    for (const HullFace& f : hull.faces) {
        const auto corner = [&](int k) {
            return toDouble(hull.vertices[hull.faceVertices[f.firstVertex + k]]) - middle;
        };
        for (int i = 0; i < f.vertexCount; ++i)
            for (int j = i + 1; j < f.vertexCount; ++j)
                for (int k = j + 1; k < f.vertexCount; ++k) {
                    const DVec3 a = corner(i), b = corner(j), c = corner(k);
                    const double volume = dot(a, cross(b, c)); // shares of the corners follow by Cramer's rule
                    const double u = dot(l, cross(b, c)), v = dot(a, cross(l, c)), w = dot(a, cross(b, l));
                    // Over the area of its plane, each of these is a distance.
                    const auto beyond = [&](double height, DVec3 plane) { return height < -slack * length(plane); };
                    if (volume > 0.0 && !beyond(u, cross(b, c)) && !beyond(v, cross(c, a)) && !beyond(w, cross(a, b)) &&
                        !beyond(volume - (u + v + w), cross(b - a, c - a)))
                        return true;
                }
    }
    return false;
}

} // namespace

TEST(Distance, CertifiedAndEqualToFclOverAllConvexKinds) {
    ShapeSampler sampler(21);
    int disputes = 0, overlaps = 0, compared = 0;
    double worst = 0.0, proved = 0.0;
    const int pairs = scaled(100000);
    for (int trial = 0; trial < pairs; ++trial) {
        const float size = sampler.random().logUniform(0.1f, 10.0f);
        const Shape a = sampler.shape(static_cast<ShapeKind>(trial % 6), size);
        const Shape b =
            sampler.shape(static_cast<ShapeKind>(trial / 6 % 6), size * sampler.random().logUniform(0.3f, 3.0f));
        const Transform t = interestingPose(sampler, a, b, size);
        const DistanceResult r = shapeDistance(a, b, t);
        if (!r.overlap) {
            const double lower =
                separationAlong(place(makeConvex(a), kIdentity), place(makeConvex(b), t), toDouble(r.normal));
            proved = std::fmax(proved, (r.distance - lower) / size);
        }
        ASSERT_TRUE(certify(a, b, t, r, size)) << toString(a.kind) << " " << toString(b.kind) << " trial " << trial;
        overlaps += r.overlap;
        const bool verdict = shapesOverlap(a, b, t);
        if (r.overlap != verdict) {
            EXPECT_LT(std::fabs(shapeSeparation(a, b, t).separation), 1e-6f * size);
        }
        // FCL knows no rounding: subtract it from the distance of the cores.
        const auto round = [](const Shape& s) { return s.kind <= ShapeKind::Capsule ? 0.0f : s.rounding; };
        const Convex ca = makeConvex(a), cb = makeConvex(b);
        const double distance = fclDistance(*toFcl(ca), toFclPose(ca, kIdentity), *toFcl(cb), toFclPose(cb, t));
        const double theirs = std::fmax(0.0, distance - round(a) - round(b));
        const double error = std::fabs(theirs - r.distance) / size;
        ++compared;
        if (error > 1e-4)
            ++disputes;
        else
            worst = std::fmax(worst, error);
    }
    // Ours is proved; a dispute is an error of the peer, and there are few of those.
    printf("%d pairs, %d overlap; our distance is above its proved lower bound by at most %.2g of size\n", compared,
           overlaps, proved);
    printf("FCL differs by more than 1e-4 of size in %d, otherwise by at most %.2g\n", disputes, worst);
    EXPECT_GT(overlaps, pairs / 5);
    EXPECT_LT(overlaps, 4 * pairs / 5);
    EXPECT_LT(disputes, pairs / 50 + 2);
}

// Sharp pairs of the same making, because FCL knows no rounding.
TEST(Distance, OverlapVerdictsProvedWhereFclCollideDiffers) {
    ShapeSampler sampler(21);
    int disputes = 0, touching = 0, gaveUp = 0, overlaps = 0;
    double falseDepth = 0.0; // of shapes that are said to be apart: no deeper than this, of size
    const int pairs = scaled(100'000);
    for (int trial = 0; trial < pairs; ++trial) {
        const float size = sampler.random().logUniform(0.1f, 10.0f);
        Shape a = sampler.shape(static_cast<ShapeKind>(trial % 6), size);
        Shape b = sampler.shape(static_cast<ShapeKind>(trial / 6 % 6), size * sampler.random().logUniform(0.3f, 3.0f));
        for (Shape* s : {&a, &b})
            if (s->kind > ShapeKind::Capsule) s->rounding = 0.0f;
        const Transform t = interestingPose(sampler, a, b, size);
        SCOPED_TRACE(::testing::Message() << toString(a.kind) << " " << toString(b.kind) << " trial " << trial);
        const bool overlap = shapesOverlap(a, b, t);
        overlaps += overlap;
        const Convex ca = makeConvex(a), cb = makeConvex(b);
        const Solid sa = place(ca, kIdentity), sb = place(cb, t);
        // Two solids with a slab between them of width -d are no deeper in each other than d: this bounds every false
        // separation, whatever FCL says.
        const ShapeSeparation s = shapeSeparation(a, b, t);
        const double slab = separationAlong(sa, sb, toDouble(s.normal)) / size;
        if (!overlap) {
            falseDepth = std::fmax(falseDepth, -slab);
            ASSERT_GT(slab, -1e-3) << "false separation";
        }
        const FclVerdict theirs = fclCollide(*toFcl(ca), toFclPose(ca, kIdentity), *toFcl(cb), toFclPose(cb, t));
        if (theirs == FclVerdict::GaveUp) {
            ++gaveUp;
            continue;
        }
        if (overlap == (theirs == FclVerdict::Overlap)) continue;
        ++disputes;
        if (std::fabs(slab) < 1e-6 && std::fabs(s.separation) < 1e-6f * size) { // touching: floats cannot tell
            ++touching;
        } else if (!overlap) {
            ASSERT_GT(slab, 0.0) << "said to be apart, with nothing between them";
        } else {
            const DistanceResult r = shapeDistance(a, b, t);
            ASSERT_TRUE(r.overlap) << "said to overlap at a distance of " << r.distance / size;
            ASSERT_LT(distance(r.pointA, r.pointB), 1e-5f * size);
            ASSERT_TRUE(provedInside(sa, toDouble(r.pointA), size) && provedInside(sb, toDouble(r.pointA), size))
                << "said to overlap, without a common point; slab " << slab;
        }
    }
    printf("%d pairs, %d overlap, FCL gave up on %d; %d disputes, %d of them touching, all others proved\n", pairs,
           overlaps, gaveUp, disputes, touching);
    printf("shapes said to be apart overlap by at most %.2g of size\n", falseDepth);
    EXPECT_LT(falseDepth, 1e-6);
    EXPECT_LT(disputes, pairs / 100 + 2);
    EXPECT_LT(gaveUp, pairs / 100 + 2);
    EXPECT_GT(overlaps, pairs / 5);
    EXPECT_LT(overlaps, 4 * pairs / 5);
}
