// Moving, adding and diagonalising inertia; the angle function of the mass formulas.
#include "geometry/mass_integrals.h"

namespace cairn {

namespace {

// Inertia from second moments: trace(S) identity - S.
DSym33 inertiaOf(const DSym33& s) { return {s.yy + s.zz, s.xx + s.zz, s.xx + s.yy, -s.xy, -s.xz, -s.yz}; }
// And back: S = trace(I) / 2 identity - I.
DSym33 momentsOf(const DSym33& i) {
    const double half = 0.5 * (i.xx + i.yy + i.zz);
    return {half - i.xx, half - i.yy, half - i.zz, -i.xy, -i.xz, -i.yz};
}

DSym33 widen(const Sym33& s) { return {s.xx, s.yy, s.zz, s.xy, s.xz, s.yz}; }
Sym33 narrow(const DSym33& s) {
    return {static_cast<float>(s.xx), static_cast<float>(s.yy), static_cast<float>(s.zz),
            static_cast<float>(s.xy), static_cast<float>(s.xz), static_cast<float>(s.yz)};
}

Mat33T<double> widenedMatrix(Quat q) {
    QuatT<double> d{toDouble(q.v), static_cast<double>(q.s)};
    const double s = 1.0 / sqrt(dot(d, d));
    return toMatrix(QuatT<double>{s * d.v, s * d.s});
}

} // namespace

// tan(theta / 2) = sine / (1 + cosine), halved thrice more until the arctangent series has room: x < tan(pi / 32) <
// 0.1.
double angleFrom(double sine, double cosine) {
    if (!(sine > 0)) return cosine < 0 ? kPiDouble : 0.0;
    double x = cosine >= 0 ? sine / (1 + cosine) : (1 - cosine) / sine;
    if (x > 1e15) return kPiDouble;
    for (int i = 0; i < 4; ++i) x = x / (1 + sqrt(1 + x * x));
    const double q = x * x;
    double series = 0;
    for (int k = 17; k >= 1; k -= 2) series = 1.0 / k - q * series;
    return 2 * 16 * x * series;
}

double signedAngle(double sine, double cosine) {
    const double l = sqrt(sine * sine + cosine * cosine);
    if (!(l > 0)) return 0.0;
    const double angle = angleFrom(abs(sine) / l, cosine / l);
    return sine < 0 ? -angle : angle;
}

MassIntegrals transformIntegrals(const Transform& pose, const MassIntegrals& m) {
    const Mat33T<double> r = widenedMatrix(pose.q);
    const DVec3 p = toDouble(pose.p), first = r * m.first;
    return {m.volume, first + m.volume * p, rotateSymmetric(r, m.second) + outerSum(first, p) + m.volume * outer(p)};
}

MassProperties toMassProperties(const MassIntegrals& m, DVec3 origin, float density) {
    const DVec3 c = (1.0 / m.volume) * m.first;
    const double d = density;
    return {static_cast<float>(d * m.volume), toFloat(origin + c),
            narrow(d * inertiaOf(m.second - m.volume * outer(c)))};
}

MassProperties transformMass(const Transform& pose, const MassProperties& mass) {
    return {mass.mass, transformPoint(pose, mass.center),
            narrow(rotateSymmetric(widenedMatrix(pose.q), widen(mass.inertia)))};
}

Sym33 shiftInertia(const Sym33& inertia, float mass, Vec3 offset) {
    return narrow(widen(inertia) + static_cast<double>(mass) * inertiaOf(outer(toDouble(offset))));
}

MassProperties combineMass(std::span<const MassProperties> parts) {
    if (parts.empty()) return {};
    // Relative to the first centre, so that bodies far from the origin lose nothing.
    const DVec3 origin = toDouble(parts[0].center);
    MassIntegrals sum;
    for (const MassProperties& part : parts) {
        const double mass = part.mass;
        const DVec3 c = toDouble(part.center) - origin;
        sum.volume += mass;
        sum.first += mass * c;
        sum.second = sum.second + momentsOf(widen(part.inertia)) + mass * outer(c);
    }
    if (!(sum.volume > 0)) return {};
    return toMassProperties(sum, origin, 1.0f);
}

// Each turn in the plane (p, q) makes the element (p, q) zero; the sum of squares off the diagonal falls quadratically.
PrincipalInertia principalInertia(const Sym33& inertia) {
    double a[3][3] = {{inertia.xx, inertia.xy, inertia.xz},
                      {inertia.xy, inertia.yy, inertia.yz},
                      {inertia.xz, inertia.yz, inertia.zz}};
    double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int sweep = 0; sweep < 16; ++sweep) {
        const double off = abs(a[0][1]) + abs(a[0][2]) + abs(a[1][2]);
        if (!(off > 1e-18 * (abs(a[0][0]) + abs(a[1][1]) + abs(a[2][2])))) break;
        for (int p = 0; p < 2; ++p) {
            for (int q = p + 1; q < 3; ++q) {
                if (a[p][q] == 0) continue;
                // t = tan of the angle: the smaller root of t^2 + 2 theta t - 1 = 0
                const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
                const double t = (theta >= 0 ? 1.0 : -1.0) / (abs(theta) + sqrt(theta * theta + 1));
                const double c = 1.0 / sqrt(t * t + 1), s = t * c;
                for (int k = 0; k < 3; ++k) {
                    const double kp = a[k][p], kq = a[k][q];
                    a[k][p] = c * kp - s * kq;
                    a[k][q] = s * kp + c * kq;
                }
                for (int k = 0; k < 3; ++k) {
                    const double pk = a[p][k], qk = a[q][k];
                    a[p][k] = c * pk - s * qk;
                    a[q][k] = s * pk + c * qk;
                }
                for (int k = 0; k < 3; ++k) {
                    const double kp = v[k][p], kq = v[k][q];
                    v[k][p] = c * kp - s * kq;
                    v[k][q] = s * kp + c * kq;
                }
            }
        }
    }
    const auto column = [&](int k) { return toFloat(DVec3{v[0][k], v[1][k], v[2][k]}); };
    return {toFloat(DVec3{a[0][0], a[1][1], a[2][2]}), normalize(fromMatrix({column(0), column(1), column(2)}))};
}

} // namespace cairn
