// Time of impact of two convex solids that move and turn: conservative advancement, an axis at a time.
//
// Along a fixed world direction n, let s(t) = (least n.x over B) - (most n.x over A): the gap of the two slabs, a lower
// bound of the distance at every t. While s > 0 the solids are certainly apart. s is a minimum over pairs of body
// points of functions f(t) = n.(xB(t) - xA(t)). A point at r from the centre of a body that turns at constant rate w
// has acceleration w^2 |r_perp|, so every f has
//
//     f'' <= M = sum over A, B of  w^2 |n_perp| r        n_perp: part of n across the turning axis, r: the core's reach
//
// f - M t^2 / 2 is then concave, a minimum of concave functions is concave, and a concave function lies above its
// chords:
//
//     s(t) >= lerp(s1, s2) - M/2 (t - t1)(t2 - t)        for t1 <= t <= t2
//
// Two evaluations bound s on the whole interval, whatever vertices take over in between. Its first root is a safe step.
// The error is of second order in the interval, so the search for the first contact of the slabs converges like
// Newton's method, and it cannot jump over a contact, as stepping on s(t2) > 0 alone would (a rod may turn right
// through a wall).
//
// Outer loop: distance at t gives n; advance along n until the slabs are within the target; repeat. It ends with the
// distance itself within target + tolerance (hit), with n clear to the end (separated), or at the cap (failed, t is
// still safe).
#include "geometry/cast.h"
#include "geometry/composite_query.h"
#include "geometry/gjk.h"

#include <cairn/error.h>

namespace cairn {

namespace {

constexpr int kMaxAxes = 64;
constexpr int kMaxSteps = 64;

// A sweep with its rotation as axis and angle, about an origin shared by the pair.
struct Motion {
    Vec3 localCenter;
    DVec3 start, travel;
    Quat rotation;
    Vec3 axis;
    float angle;
};

Motion makeMotion(const Sweep& s, DVec3 origin) {
    if (s.rotation0 == s.rotation1)
        return {s.localCenter, s.center0 - origin, s.center1 - s.center0, s.rotation0, {0, 1, 0}, 0.0f};
    Quat turn = s.rotation1 * conjugate(s.rotation0);
    if (turn.s < 0.0f) turn = {-turn.v, -turn.s};
    const float l = length(turn.v);
    return {
        s.localCenter,          s.center0 - origin, s.center1 - s.center0, s.rotation0, normalizeOr(turn.v, {0, 1, 0}),
        2.0f * atan2(l, turn.s)};
}

struct Pose {
    DVec3 center;
    Quat rotation;
};

Pose poseOf(const Motion& m, double t) {
    if (m.angle == 0.0f) return {m.start + t * m.travel, m.rotation};
    return {m.start + t * m.travel, normalize(fromAxisAngle(m.axis, static_cast<float>(t) * m.angle) * m.rotation)};
}

DVec3 originOf(const Motion& m, const Pose& p) { return p.center - toDouble(rotate(p.rotation, m.localCenter)); }

struct MovingPair {
    const Convex& a;
    const Convex& b;
    Motion motionA, motionB;
    double reachA, reachB; // of the cores from the turning centres

    Transform relative(double t) const {
        const Pose pa = poseOf(motionA, t), pb = poseOf(motionB, t);
        const Vec3 offset = toFloat(originOf(motionB, pb) - originOf(motionA, pa));
        return {inverseRotate(pa.rotation, offset), normalize(conjugate(pa.rotation) * pb.rotation)};
    }
    double slabGap(Vec3 n, double t) const {
        const Pose pa = poseOf(motionA, t), pb = poseOf(motionB, t);
        const Vec3 xa = support(a, inverseRotate(pa.rotation, n)).point;
        const Vec3 xb = support(b, inverseRotate(pb.rotation, -n)).point;
        const Vec3 turned =
            rotate(pb.rotation, xb - motionB.localCenter) - rotate(pa.rotation, xa - motionA.localCenter);
        return dot(toDouble(n), toDouble(turned) + (pb.center - pa.center)) - a.radius - b.radius;
    }
    // M of the derivation, with a percent for the float trigonometry.
    double curvature(Vec3 n) const {
        const auto part = [&](const Motion& m, double reach) {
            const float along = dot(n, m.axis);
            return static_cast<double>(m.angle) * m.angle * reach * sqrt(max(0.0f, 1.0f - along * along));
        };
        return 1.01 * (part(motionA, reachA) + part(motionB, reachB));
    }
};

double reachAbout(const Convex& c, Vec3 center) {
    if (c.kind != ShapeKind::Hull) return static_cast<double>(boundingRadius(c)) + length(center);
    float r2 = 0.0f;
    for (int i = 0; i < c.pointCount; ++i) r2 = max(r2, distanceSquared(c.points[i], center));
    return sqrt(r2);
}

MovingPair makePair(const Convex& a, const Sweep& sweepA, const Convex& b, const Sweep& sweepB) {
    return {a,
            b,
            makeMotion(sweepA, sweepA.center0),
            makeMotion(sweepB, sweepA.center0),
            reachAbout(a, sweepA.localCenter),
            reachAbout(b, sweepB.localCenter)};
}

// First u in [0, 1] where c + b u + a u^2 <= 0, for c > 0 and a >= 0; 2 where there is none.
double firstRoot(double a, double b, double c) {
    if (b >= 0.0) return 2.0;
    const double disc = b * b - 4.0 * a * c;
    if (disc < 0.0) return 2.0;
    return 2.0 * c / (-b + sqrt(disc));
}

// The time up to which the slabs along n are certainly more than `near` apart, from t1 where they are; `end` if always.
// Stops early where the gap falls to `stop`.
double advance(const MovingPair& pair, Vec3 n, double t1, double end, double near, double stop) {
    const double curvature = pair.curvature(n);
    double s1 = pair.slabGap(n, t1), t2 = end, s2 = pair.slabGap(n, t2);
    for (int step = 0; step < kMaxSteps && s1 > stop; ++step) {
        const double length = t2 - t1, bulge = 0.5 * curvature * length * length;
        const double u = firstRoot(bulge, s2 - s1 - bulge, s1 - near);
        if (u >= 1.0) {
            if (t2 >= end) return end;
            t1 = t2;
            s1 = s2;
            t2 = min(end, t1 + 2.0 * length);
        } else {
            t1 += u * length;
            s1 = pair.slabGap(n, t1);
            if (u > 0.25) continue;
            t2 = 0.5 * (t1 + t2); // the bound is loose: look at a shorter interval
        }
        s2 = pair.slabGap(n, t2);
    }
    return t1;
}

bool checkSweep(const Sweep& s, const char* function, const char* field) {
    const auto fits = [](DVec3 v) { return abs(v.x) <= kHuge && abs(v.y) <= kHuge && abs(v.z) <= kHuge; };
    if (!fits(s.center0) || !fits(s.center1)) {
        reportError({function, field, s.center1.x, "centres must be finite and within 1e15"});
        return false;
    }
    if (!isValidRotation(s.rotation0) || !isValidRotation(s.rotation1)) {
        reportError({function, field, s.rotation1.s, "rotations must be unit quaternions"});
        return false;
    }
    return checkVector(s.localCenter, function, field);
}

bool checkOptions(const ToiOptions& o, const char* function) {
    if (!(o.maxFraction >= 0.0f && o.maxFraction <= 1.0f)) {
        reportError({function, "maxFraction", o.maxFraction, "must be between 0 and 1"});
        return false;
    }
    if (!(o.target >= 0.0f && o.target <= kMaxShapeSize)) {
        reportError({function, "target", o.target, "must be between 0 and 1e7"});
        return false;
    }
    if (!(o.tolerance > 0.0f && o.tolerance <= kMaxShapeSize)) {
        reportError({function, "tolerance", o.tolerance, "must be positive and at most 1e7"});
        return false;
    }
    return true;
}

} // namespace

WorldTransform poseAt(const Sweep& sweep, float fraction) {
    const Motion m = makeMotion(sweep, {0.0, 0.0, 0.0});
    const Pose p = poseOf(m, fraction);
    return {originOf(m, p), p.rotation};
}

ToiResult timeOfImpact(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB,
                       const ToiOptions& options) {
    const char* function = "timeOfImpact";
    const bool composite = isComposite(a.kind) || isComposite(b.kind);
    if (a.kind == ShapeKind::Plane || b.kind == ShapeKind::Plane) {
        reportError({function, a.kind == ShapeKind::Plane ? "a.kind" : "b.kind", 0.0, "planes have no time of impact"});
        return {};
    }
    if (!checkSweep(sweepA, function, "sweepA") || !checkSweep(sweepB, function, "sweepB") ||
        !checkOptions(options, function) ||
        !(composite ? checkCompositePair(a, b, function) : checkPair(a, b, function)))
        return {};
    if (composite) return impactComposite(a, sweepA, b, sweepB, options);
    return impactConvex(makeConvex(a), sweepA, makeConvex(b), sweepB, options);
}

bool staysBeyond(const Convex& a, const Sweep& sweepA, const Convex& b, const Sweep& sweepB, Vec3 n,
                 const ToiOptions& options) {
    const double distance = static_cast<double>(options.target) + options.tolerance;
    const double end = options.maxFraction;
    return end > 0.0 && advance(makePair(a, sweepA, b, sweepB), n, 0.0, end, distance, distance) >= end;
}

PlanePasser::PlanePasser(const Convex& solid, const Sweep& sweep, float maxFraction, const WorldTransform& frame)
    : m_solid(solid), m_localCenter(sweep.localCenter) {
    const Motion m = makeMotion(sweep, frame.p);
    const double ends[2] = {0.0, maxFraction};
    for (int i = 0; i < 2; ++i) {
        const Pose p = poseOf(m, ends[i]);
        m_center[i] = inverseRotate(frame.q, toFloat(p.center));
        m_rotation[i] = normalize(conjugate(frame.q) * p.rotation);
    }
    const float core = static_cast<float>(reachAbout(solid, sweep.localCenter)), angle = maxFraction * m.angle;
    m_reach = core + solid.radius;
    m_bulge = 1.01f * 0.125f * angle * angle * core; // M/2 t (1 - t) at its largest
    m_rounding = 4e-6f * (maxComponent(max(abs(m_center[0]), abs(m_center[1]))) + m_reach);
}

// The centre moves along a line, so it is nearest to the plane at one of the ends.
bool PlanePasser::keepsFrom(Vec3 point, Vec3 normal, float distance) const {
    const float wanted = distance + m_rounding;
    const float above[2] = {dot(normal, m_center[0] - point), dot(normal, m_center[1] - point)};
    if (min(above[0], above[1]) - m_reach > wanted) return true;
    for (int i = 0; i < 2; ++i) {
        const Vec3 n = inverseRotate(m_rotation[i], normal);
        const float below = dot(n, support(m_solid, -n).point - m_localCenter) - m_solid.radius;
        if (!(above[i] + below - m_bulge > wanted)) return false;
    }
    return true;
}

// The planes of a box are planes like others: at the ends the solid is within its boxes there, in between within both
// and the bulge. And it is within its reach of the centre, which says more about what turns far.
Aabb PlanePasser::bounds(const Shape& solid, float distance) const {
    Aabb box = kEmptyAabb;
    for (int i = 0; i < 2; ++i)
        box = merge(box, computeAabb(solid, {m_center[i] - rotate(m_rotation[i], m_localCenter), m_rotation[i]}));
    box = inflate(box, m_bulge);
    const Aabb ball = inflate(Aabb{min(m_center[0], m_center[1]), max(m_center[0], m_center[1])}, m_reach);
    return inflate(Aabb{max(box.lower, ball.lower), min(box.upper, ball.upper)}, distance + m_rounding);
}

ToiResult impactConvex(const Convex& coreA, const Sweep& sweepA, const Convex& coreB, const Sweep& sweepB,
                       const ToiOptions& options) {
    const MovingPair pair = makePair(coreA, sweepA, coreB, sweepB);
    const double target = options.target, tolerance = options.tolerance, end = options.maxFraction;
    const double radii = static_cast<double>(coreA.radius) + coreB.radius;
    DistanceCache cache;
    GjkSimplex simplex;
    ToiResult result;
    double t = 0.0;
    for (; result.iterations < kMaxAxes; ++result.iterations) {
        const GjkResult g = gjk(CorePair(coreA, coreB, pair.relative(t)), {}, &cache, simplex);
        result.fraction = static_cast<float>(t);
        const double gap = g.distance - radii;
        if (result.iterations == 0 && (g.overlap || gap < 0.0)) {
            result.state = ToiState::Overlapped;
            return result;
        }
        if (!g.overlap) result.normal = rotate(poseOf(pair.motionA, t).rotation, toFloat((-1.0 / g.distance) * g.v));
        if (g.overlap || gap <= target + tolerance) {
            result.state = ToiState::Hit;
            return result;
        }
        t = t >= end
                ? end
                : advance(pair, normalize(result.normal), t, end, target + 0.25 * tolerance, target + 0.5 * tolerance);
        if (t >= end) {
            // Clear to the end along one axis, or the end itself was looked at.
            result.state = ToiState::Separated;
            result.fraction = options.maxFraction;
            return result;
        }
    }
    return result;
}

} // namespace cairn
