// Manifolds of touching hulls and cylinders against FCL's collide() with contacts. FCL gives one point and a depth
// where Cairn gives the whole patch, so a ratio of one would already be a gain.
//
// "warm" keeps the pair's cache from call to call, as a running world does; "cold" clears it every time.
#include "geometry/manifold_curved.h"
#include "geometry/manifold_hull.h"
#include "support/random.h"
#include "support/ratio.h"

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/narrowphase/collision.h>

#include <memory>
#include <vector>

namespace cairn::bench {
namespace {

constexpr int kPairs = 64;
constexpr float kMargin = 0.02f;

Hull makeRoundHull(int vertices, uint64_t seed) {
    test::Random random(seed);
    std::vector<Vec3> points;
    for (int i = 0; i < vertices; ++i) points.push_back(0.5f * random.unitVector());
    return buildHull(points);
}

std::shared_ptr<fcl::CollisionGeometryd> toFcl(const Shape& s) {
    if (s.kind == ShapeKind::Box) return std::make_shared<fcl::Boxd>(2 * s.size.x, 2 * s.size.y, 2 * s.size.z);
    if (s.kind == ShapeKind::Cylinder) return std::make_shared<fcl::Cylinderd>(s.size.x, 2 * s.size.y);
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const Vec3 v : s.hull->vertices) vertices->emplace_back(v.x, v.y, v.z);
    auto faces = std::make_shared<std::vector<int>>();
    for (const HullFace& f : s.hull->faces) {
        faces->push_back(f.vertexCount);
        for (int i = 0; i < f.vertexCount; ++i) faces->push_back(s.hull->faceVertices[f.firstVertex + i]);
    }
    return std::make_shared<fcl::Convexd>(vertices, s.hull->faces.count(), faces);
}

struct Pairs {
    Shape a, b;
    std::vector<Transform> poses;
    std::vector<ManifoldCache> caches{kPairs};
    std::shared_ptr<fcl::CollisionGeometryd> fclA, fclB;
    std::vector<fcl::Transform3d> fclPoses;

    // Random turns, one to two centimetres of overlap.
    Pairs(const Shape& shapeA, const Shape& shapeB, uint64_t seed)
        : a(shapeA), b(shapeB), fclA(toFcl(a)), fclB(toFcl(b)) {
        test::Random random(seed);
        const Convex coreA = makeConvex(a), coreB = makeConvex(b);
        while (poses.size() < kPairs) {
            Transform pose{2.0f * random.unitVector(), random.rotation()};
            const float wanted = random.uniform(-0.02f, -0.01f);
            for (int i = 0; i < 20; ++i) {
                const SeparationResult r = separation(coreA, coreB, pose);
                pose.p += (wanted - r.separation) * r.normal;
            }
            poses.push_back(pose);
            fcl::Transform3d t = fcl::Transform3d::Identity();
            Eigen::Quaterniond q(pose.q.s, pose.q.v.x, pose.q.v.y, pose.q.v.z);
            // FCL's cylinders stand along z.
            if (b.kind == ShapeKind::Cylinder)
                q = q * Eigen::Quaterniond(Eigen::AngleAxisd(-M_PI / 2, Eigen::Vector3d::UnitX()));
            t.linear() = q.normalized().toRotationMatrix();
            t.translation() = fcl::Vector3d(pose.p.x, pose.p.y, pose.p.z);
            fclPoses.push_back(t);
        }
    }

    template <class Collider> int runOurs(Collider collider, bool warm) {
        int points = 0;
        Manifold m;
        for (int i = 0; i < kPairs; ++i) {
            if (!warm) caches[i] = {};
            collider(a, b, poses[i], kMargin, caches[i], m);
            points += m.count;
        }
        return points;
    }
    int runFcl(fcl::GJKSolverType solver) {
        int points = 0;
        fcl::CollisionRequestd request(4, true);
        request.gjk_solver_type = solver;
        for (int i = 0; i < kPairs; ++i) {
            fcl::CollisionResultd result;
            fcl::collide(fclA.get(), fcl::Transform3d::Identity(), fclB.get(), fclPoses[i], request, result);
            points += static_cast<int>(result.numContacts());
        }
        return points;
    }
};

template <class Collider>
void againstFcl(benchmark::State& state, const char* name, double limit, Pairs& pairs, Collider collider, bool warm,
                fcl::GJKSolverType solver) {
    compare(
        state, name, {.limit = limit, .items = kPairs}, [&] { return pairs.runOurs(collider, warm); },
        [&] { return pairs.runFcl(solver); });
}

Pairs& hull32() {
    static const Hull a = makeRoundHull(32, 1), b = makeRoundHull(32, 2);
    static Pairs pairs(ShapeHull{&a}, ShapeHull{&b}, 3);
    return pairs;
}
Pairs& boxHull() {
    static const Hull b = makeRoundHull(32, 2);
    static Pairs pairs(ShapeBox{{0.4f, 0.5f, 0.6f}}, ShapeHull{&b}, 4);
    return pairs;
}
Pairs& boxCylinder() {
    static Pairs pairs(ShapeBox{{0.4f, 0.5f, 0.6f}}, ShapeCylinder{0.5f, 0.3f}, 5);
    return pairs;
}

void hullHullCold(benchmark::State& s) {
    againstFcl(s, "hull32-hull32 cold vs FCL (indep)", 0.4, hull32(), collideHulls, false, fcl::GST_INDEP);
}
void hullHullWarm(benchmark::State& s) {
    againstFcl(s, "hull32-hull32 warm vs FCL (indep)", 0.4, hull32(), collideHulls, true, fcl::GST_INDEP);
}
void hullHullCcd(benchmark::State& s) {
    againstFcl(s, "hull32-hull32 cold vs FCL (libccd)", 0.4, hull32(), collideHulls, false, fcl::GST_LIBCCD);
}
void boxHullCold(benchmark::State& s) {
    againstFcl(s, "box-hull32 cold vs FCL (indep)", 0, boxHull(), collideHulls, false, fcl::GST_INDEP);
}
void boxHullWarm(benchmark::State& s) {
    againstFcl(s, "box-hull32 warm vs FCL (indep)", 0, boxHull(), collideHulls, true, fcl::GST_INDEP);
}
void boxCylinderCold(benchmark::State& s) {
    againstFcl(s, "box-cylinder cold vs FCL (indep)", 0, boxCylinder(), collideCurved, false, fcl::GST_INDEP);
}
void boxCylinderWarm(benchmark::State& s) {
    againstFcl(s, "box-cylinder warm vs FCL (libccd)", 0, boxCylinder(), collideCurved, true, fcl::GST_LIBCCD);
}

CAIRN_COMPARISON(hullHullCold);
CAIRN_COMPARISON(hullHullWarm);
CAIRN_COMPARISON(hullHullCcd);
CAIRN_COMPARISON(boxHullCold);
CAIRN_COMPARISON(boxHullWarm);
CAIRN_COMPARISON(boxCylinderCold);
CAIRN_COMPARISON(boxCylinderWarm);

} // namespace
} // namespace cairn::bench
