// FCL (Debian's libfcl, over libccd) as a second opinion on distance and overlap, and the frames that its shapes
// live in.
#pragma once

#include "geometry/support_oracle.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>
#pragma GCC diagnostic pop

#include <memory>

namespace cairn::test {

using FclPose = fcl::Transform3<double>;

// The sharp core as an FCL shape (points and segments as a ball and a capsule of their rounding).
inline std::shared_ptr<fcl::ShapeBase<double>> toFcl(const Convex& c) {
    const double r = c.size.x, h = c.size.y;
    switch (c.kind) {
    case ShapeKind::Sphere: return std::make_shared<fcl::Sphere<double>>(c.radius);
    case ShapeKind::Capsule: return std::make_shared<fcl::Capsule<double>>(c.radius, 2 * h);
    case ShapeKind::Box: return std::make_shared<fcl::Box<double>>(2 * r, 2 * h, 2 * c.size.z);
    case ShapeKind::Cylinder: return std::make_shared<fcl::Cylinder<double>>(r, 2 * h);
    case ShapeKind::Cone: return std::make_shared<fcl::Cone<double>>(r, 2 * h);
    default: {
        auto vertices = std::make_shared<std::vector<fcl::Vector3<double>>>();
        for (const Vec3& v : c.hull->vertices) vertices->push_back({v.x, v.y, v.z});
        auto faces = std::make_shared<std::vector<int>>();
        for (const HullFace& f : c.hull->faces) {
            faces->push_back(f.vertexCount);
            for (int i = 0; i < f.vertexCount; ++i) faces->push_back(c.hull->faceVertices[f.firstVertex + i]);
        }
        return std::make_shared<fcl::Convex<double>>(vertices, c.hull->faces.count(), faces);
    }
    }
}

// FCL's round shapes stand along z, ours along y.
inline FclPose toFclPose(const Convex& c, const Transform& t) {
    FclPose pose = FclPose::Identity();
    pose.linear() = Eigen::Quaterniond(t.q.s, t.q.v.x, t.q.v.y, t.q.v.z).toRotationMatrix();
    pose.translation() = Eigen::Vector3d(t.p.x, t.p.y, t.p.z);
    if (c.kind == ShapeKind::Capsule || c.kind == ShapeKind::Cylinder || c.kind == ShapeKind::Cone) {
        Eigen::Matrix3d turn;
        turn << 1, 0, 0, 0, 0, 1, 0, -1, 0;
        pose.linear() = (pose.linear() * turn).eval();
    }
    return pose;
}

// Calls f with the shape's own type.
template <class F> auto withShape(const fcl::ShapeBase<double>& s, F f) {
    switch (s.getNodeType()) {
    case fcl::GEOM_SPHERE: return f(static_cast<const fcl::Sphere<double>&>(s));
    case fcl::GEOM_CAPSULE: return f(static_cast<const fcl::Capsule<double>&>(s));
    case fcl::GEOM_BOX: return f(static_cast<const fcl::Box<double>&>(s));
    case fcl::GEOM_CYLINDER: return f(static_cast<const fcl::Cylinder<double>&>(s));
    case fcl::GEOM_CONE: return f(static_cast<const fcl::Cone<double>&>(s));
    default: return f(static_cast<const fcl::Convex<double>&>(s));
    }
}

// Negative when FCL says that they overlap, or gives up.
inline double fclDistance(const fcl::ShapeBase<double>& a, const FclPose& poseA, const fcl::ShapeBase<double>& b,
                          const FclPose& poseB) {
    static const fcl::detail::GJKSolver_libccd<double> solver;
    return withShape(a, [&](const auto& x) {
        return withShape(b, [&](const auto& y) {
            double distance = -1.0;
            fcl::Vector3<double> p, q;
            try {
                solver.shapeDistance(x, poseA, y, poseB, &distance, &p, &q);
            } catch (const std::exception&) {
                return -1.0; // libccd's own consistency checks fail on some touching pairs
            }
            return distance;
        });
    });
}

enum class FclVerdict { Apart, Overlap, GaveUp };

// fcl::collide over libccd, the verdict alone.
inline FclVerdict fclCollide(const fcl::ShapeBase<double>& a, const FclPose& poseA, const fcl::ShapeBase<double>& b,
                             const FclPose& poseB) {
    fcl::CollisionRequest<double> request;
    request.gjk_solver_type = fcl::GST_LIBCCD;
    fcl::CollisionResult<double> result;
    try {
        fcl::collide(&a, poseA, &b, poseB, request, result);
    } catch (const std::exception&) {
        return FclVerdict::GaveUp;
    }
    return result.isCollision() ? FclVerdict::Overlap : FclVerdict::Apart;
}

} // namespace cairn::test
