// Distance, penetration, rays and casts between convex shapes, against FCL (libccd, and its own GJK) and Bullet on the
// same pairs.
#include "geometry/fcl_oracle.h"
#include "geometry/penetration.h"
#include "geometry/sample_shapes.h"
#include "support/ratio.h"

#include <cairn/query.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <btBulletCollisionCommon.h>
#pragma GCC diagnostic pop

#include <memory>

namespace {

using namespace cairn;
using namespace cairn::test;
using cairn::bench::compare;

constexpr int kPairs = 256;

// One kind of pair in many poses, for every library.
struct Pairs {
    Shape a, b;
    std::vector<Transform> poses;
    std::vector<Vec3> translations; // from each pose past the other shape
    std::shared_ptr<fcl::ShapeBase<double>> fclA, fclB;
    FclPose fclFrame;
    std::vector<FclPose> fclPoses;
    std::unique_ptr<btConvexShape> btA, btB;
    std::vector<btTransform> btPoses;
};

std::unique_ptr<btConvexShape> toBullet(const Shape& s) {
    const btScalar r = s.size.x, h = s.size.y;
    std::unique_ptr<btConvexShape> out;
    switch (s.kind) {
    case ShapeKind::Sphere: out = std::make_unique<btSphereShape>(s.rounding); break;
    case ShapeKind::Capsule: out = std::make_unique<btCapsuleShape>(s.rounding, 2 * h); break;
    case ShapeKind::Box: out = std::make_unique<btBoxShape>(btVector3(r, h, s.size.z)); break;
    case ShapeKind::Cylinder: out = std::make_unique<btCylinderShape>(btVector3(r, h, r)); break;
    case ShapeKind::Cone: out = std::make_unique<btConeShape>(r, 2 * h); break;
    default: {
        auto hull = std::make_unique<btConvexHullShape>();
        for (const Vec3& v : s.hull->vertices) hull->addPoint(btVector3(v.x, v.y, v.z), false);
        hull->recalcLocalAabb();
        out = std::move(hull);
    }
    }
    if (s.kind != ShapeKind::Sphere && s.kind != ShapeKind::Capsule) out->setMargin(0.001f);
    return out;
}

// Separations of a share of the size: lower to upper.
Pairs makePairs(const Shape& a, const Shape& b, float lower, float upper) {
    Pairs p{a,
            b,
            {},
            {},
            toFcl(makeConvex(a)),
            toFcl(makeConvex(b)),
            toFclPose(makeConvex(a), kIdentity),
            {},
            toBullet(a),
            toBullet(b),
            {}};
    Random random(5);
    for (int i = 0; i < kPairs; ++i) {
        Transform t{random.unitVector(), random.rotation()};
        const ShapeSeparation s = shapeSeparation(a, b, t);
        t.p = t.p + (random.uniform(lower, upper) - s.separation) * s.normal;
        p.poses.push_back(t);
        p.translations.push_back(2.0f * (random.inBox(0.3f) - t.p));
        p.fclPoses.push_back(toFclPose(makeConvex(b), t));
        p.btPoses.push_back(
            btTransform(btQuaternion(t.q.v.x, t.q.v.y, t.q.v.z, t.q.s), btVector3(t.p.x, t.p.y, t.p.z)));
    }
    return p;
}

const Hull& hull32() {
    static const Hull hull = [] {
        Random random(9);
        std::vector<Vec3> points;
        for (int i = 0; i < 32; ++i) points.push_back(0.5f * random.unitVector());
        return buildHull(points);
    }();
    return hull;
}

Shape box() { return ShapeBox{{0.5f, 0.3f, 0.4f}}; }
Shape hull() { return ShapeHull{&hull32()}; }
Shape cylinder() { return ShapeCylinder{0.4f, 0.5f}; }
Shape cone() { return ShapeCone{0.5f, 0.4f}; }
Shape capsule() { return ShapeCapsule{0.5f, 0.3f}; }

float ourDistance(const Pairs& p) {
    float sum = 0.0f;
    for (const Transform& t : p.poses) sum += shapeDistance(p.a, p.b, t).distance;
    return sum;
}

double fclDistances(const Pairs& p) {
    double sum = 0.0;
    for (const FclPose& t : p.fclPoses) sum += fclDistance(*p.fclA, p.fclFrame, *p.fclB, t);
    return sum;
}

btScalar bulletSeparation(const Pairs& p) {
    btScalar sum = 0;
    for (const btTransform& t : p.btPoses) {
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver epa;
        btGjkPairDetector detector(p.btA.get(), p.btB.get(), &simplex, &epa);
        btGjkPairDetector::ClosestPointInput input;
        input.m_transformA.setIdentity();
        input.m_transformB = t;
        btPointCollector result;
        detector.getClosestPoints(input, result, nullptr);
        sum += result.m_distance;
    }
    return sum;
}

float ourSeparation(const Pairs& p) {
    float sum = 0.0f;
    const Convex a = makeConvex(p.a), b = makeConvex(p.b);
    for (const Transform& t : p.poses) sum += separation(a, b, t).separation;
    return sum;
}

float ourCasts(const Pairs& p) {
    float sum = 0.0f;
    for (int i = 0; i < kPairs; ++i)
        sum += shapeCast(p.a, p.b, p.poses[static_cast<size_t>(i)], p.translations[static_cast<size_t>(i)]).fraction;
    return sum;
}

btScalar bulletCasts(const Pairs& p) {
    btScalar sum = 0;
    for (size_t i = 0; i < kPairs; ++i) {
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver epa;
        btContinuousConvexCollision cast(p.btB.get(), p.btA.get(), &simplex, &epa);
        btConvexCast::CastResult result;
        btTransform to = p.btPoses[i];
        const Vec3 d = p.translations[i];
        to.setOrigin(to.getOrigin() + btVector3(d.x, d.y, d.z));
        const btTransform frame = btTransform::getIdentity();
        sum += cast.calcTimeOfImpact(p.btPoses[i], to, frame, frame, result) ? result.m_fraction : btScalar(1);
    }
    return sum;
}

float ourRays(const Pairs& p) {
    float sum = 0.0f;
    for (size_t i = 0; i < kPairs; ++i) sum += rayCast(p.a, p.poses[i].p, p.translations[i]).fraction;
    return sum;
}

// What btCollisionWorld::rayTestSingle does for a convex shape.
btScalar bulletRays(const Pairs& p) {
    btScalar sum = 0;
    btSphereShape point(btScalar(0));
    point.setMargin(0);
    for (size_t i = 0; i < kPairs; ++i) {
        btVoronoiSimplexSolver simplex;
        btSubsimplexConvexCast cast(&point, p.btA.get(), &simplex);
        btConvexCast::CastResult result;
        btTransform from = btTransform::getIdentity(), to = from;
        const Vec3 o = p.poses[i].p, e = o + p.translations[i];
        from.setOrigin(btVector3(o.x, o.y, o.z));
        to.setOrigin(btVector3(e.x, e.y, e.z));
        const btTransform frame = btTransform::getIdentity();
        sum += cast.calcTimeOfImpact(from, to, frame, frame, result) ? result.m_fraction : btScalar(1);
    }
    return sum;
}

template <class A, class B> void distanceAgainstFcl(benchmark::State& state, const char* name, A a, B b) {
    const Pairs p = makePairs(a(), b(), 0.01f, 0.5f);
    compare(
        state, name, {.items = kPairs}, [&] { return ourDistance(p); }, [&] { return fclDistances(p); });
}

template <class A, class B>
void separationAgainstBullet(benchmark::State& state, const char* name, A a, B b, float lower, float upper) {
    const Pairs p = makePairs(a(), b(), lower, upper);
    compare(
        state, name, {.items = kPairs}, [&] { return ourSeparation(p); }, [&] { return bulletSeparation(p); });
}

template <class A> void raysAgainstBullet(benchmark::State& state, const char* name, A a) {
    const Pairs p = makePairs(a(), a(), 0.5f, 3.0f);
    compare(
        state, name, {.items = kPairs}, [&] { return ourRays(p); }, [&] { return bulletRays(p); });
}

template <class A, class B> void castsAgainstBullet(benchmark::State& state, const char* name, A a, B b) {
    const Pairs p = makePairs(a(), b(), 0.5f, 3.0f);
    compare(
        state, name, {.items = kPairs}, [&] { return ourCasts(p); }, [&] { return bulletCasts(p); });
}

void queryDistanceBoxes(benchmark::State& s) { distanceAgainstFcl(s, "distance box-box vs FCL", box, box); }
void queryDistanceHulls(benchmark::State& s) { distanceAgainstFcl(s, "distance hull-hull (32) vs FCL", hull, hull); }
void queryDistanceCurved(benchmark::State& s) {
    distanceAgainstFcl(s, "distance cylinder-cone vs FCL", cylinder, cone);
}
void queryDistanceCapsules(benchmark::State& s) {
    distanceAgainstFcl(s, "distance capsule-capsule vs FCL", capsule, capsule);
}
void queryGapHulls(benchmark::State& s) {
    separationAgainstBullet(s, "distance hull-hull (32) vs Bullet", hull, hull, 0.01f, 0.5f);
}
void queryGapCurved(benchmark::State& s) {
    separationAgainstBullet(s, "distance cylinder-cone vs Bullet", cylinder, cone, 0.01f, 0.5f);
}
void queryDepthHulls(benchmark::State& s) {
    separationAgainstBullet(s, "penetration hull-hull (32) vs Bullet", hull, hull, -0.1f, -0.01f);
}
void queryDepthCurved(benchmark::State& s) {
    separationAgainstBullet(s, "penetration cylinder-cylinder vs Bullet", cylinder, cylinder, -0.1f, -0.01f);
}
void queryRayBox(benchmark::State& s) { raysAgainstBullet(s, "ray box vs Bullet", box); }
void queryRayCylinder(benchmark::State& s) { raysAgainstBullet(s, "ray cylinder vs Bullet", cylinder); }
void queryRayHull(benchmark::State& s) { raysAgainstBullet(s, "ray hull (32) vs Bullet", hull); }
void queryCastHulls(benchmark::State& s) { castsAgainstBullet(s, "shape cast hull-hull (32) vs Bullet", hull, hull); }
void queryCastCurved(benchmark::State& s) {
    castsAgainstBullet(s, "shape cast cylinder-cone vs Bullet", cylinder, cone);
}

} // namespace

CAIRN_COMPARISON(queryDistanceBoxes);
CAIRN_COMPARISON(queryDistanceHulls);
CAIRN_COMPARISON(queryDistanceCurved);
CAIRN_COMPARISON(queryDistanceCapsules);
CAIRN_COMPARISON(queryGapHulls);
CAIRN_COMPARISON(queryGapCurved);
CAIRN_COMPARISON(queryDepthHulls);
CAIRN_COMPARISON(queryDepthCurved);
CAIRN_COMPARISON(queryRayBox);
CAIRN_COMPARISON(queryRayCylinder);
CAIRN_COMPARISON(queryRayHull);
CAIRN_COMPARISON(queryCastHulls);
CAIRN_COMPARISON(queryCastCurved);
