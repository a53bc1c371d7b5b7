// Mass of solids of revolution about y: sphere, capsule, cylinder, cone, with rounding.
//
// With the outline as radius R(y):  V = pi int R^2,  int y^k = pi int y^k R^2,  int x^2 = int z^2 = pi / 4 int R^4.
#include "geometry/mass_integrals.h"

namespace cairn {

namespace {

void addSlices(MassIntegrals& sum, double r2, double y1r2, double y2r2, double r4) {
    sum.volume += kPiDouble * r2;
    sum.first.y += kPiDouble * y1r2;
    sum.second.yy += kPiDouble * y2r2;
    sum.second.xx += kPiDouble / 4 * r4;
    sum.second.zz += kPiDouble / 4 * r4;
}

} // namespace

// Every integrand is a polynomial of degree 4 at most, for which Gauss's three points are exact.
void addFrustum(MassIntegrals& sum, double radius0, double y0, double radius1, double y1) {
    const double node = sqrt(0.6), half = 0.5 * (y1 - y0);
    const double t[3] = {0.5 - 0.5 * node, 0.5, 0.5 + 0.5 * node}, w[3] = {5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0};
    for (int i = 0; i < 3; ++i) {
        const double y = y0 + t[i] * (y1 - y0), r = radius0 + t[i] * (radius1 - radius0), r2 = r * r, k = half * w[i];
        addSlices(sum, k * r2, k * y * r2, k * y * y * r2, k * r2 * r2);
    }
}

// R = a + s with s = rho cos(phi), y = c + t with t = rho sin(phi), dy = rho cos(phi) dphi. All integrals come from
// C_n = int cos^n:  C_0 = phi, C_1 = sin, C_n = cos^(n-1) sin / n + (n - 1) / n C_(n-2);
// int cos^n sin = -cos^(n+1) / (n + 1);  int cos^n sin^2 = C_n - C_(n+2).
void addArc(MassIntegrals& sum, double a, double c, double rho, double cos0, double sin0, double cos1, double sin1) {
    double C[8], p0[8], p1[8];
    p0[0] = p1[0] = 1;
    for (int n = 1; n < 8; ++n) p0[n] = p0[n - 1] * cos0, p1[n] = p1[n - 1] * cos1;
    C[0] = signedAngle(cos0 * sin1 - sin0 * cos1, cos0 * cos1 + sin0 * sin1);
    C[1] = sin1 - sin0;
    for (int n = 2; n < 8; ++n) C[n] = (p1[n - 1] * sin1 - p0[n - 1] * sin0 + (n - 1) * C[n - 2]) / n;
    // int s^m t^k dy
    const auto integral = [&](int m, int k) {
        double power = rho;
        for (int i = 0; i < m + k; ++i) power *= rho;
        const int n = m + 1;
        const double angular = k == 0 ? C[n] : (k == 1 ? (p0[n + 1] - p1[n + 1]) / (n + 1) : C[n] - C[n + 2]);
        return power * angular;
    };
    const auto squared = [&](int k) { return a * a * integral(0, k) + 2 * a * integral(1, k) + integral(2, k); };
    const double r2 = squared(0), tr2 = squared(1), t2r2 = squared(2);
    const double r4 = a * a * a * a * integral(0, 0) + 4 * a * a * a * integral(1, 0) + 6 * a * a * integral(2, 0) +
                      4 * a * integral(3, 0) + integral(4, 0);
    addSlices(sum, r2, c * r2 + tr2, c * c * r2 + 2 * c * tr2 + t2r2, r4);
}

MassIntegrals integrateRound(const Shape& shape) {
    const double r = shape.rounding, R = shape.size.x, h = shape.size.y;
    MassIntegrals m;
    switch (shape.kind) {
    case ShapeKind::Sphere: addArc(m, 0, 0, r, 0, -1, 0, 1); break;
    case ShapeKind::Capsule:
    case ShapeKind::Cylinder:
        addArc(m, R, -h, r, 0, -1, 1, 0);
        addFrustum(m, R + r, -h, R + r, h);
        addArc(m, R, h, r, 1, 0, 0, 1);
        break;
    default: { // Cone: the side's normal in the half plane (radius, y) is at right angles to (-R, 2 h)
        const double l = sqrt(R * R + 4 * h * h), nr = 2 * h / l, ny = R / l;
        addArc(m, R, -h, r, 0, -1, nr, ny);
        addFrustum(m, R + r * nr, -h + r * ny, r * nr, h + r * ny);
        addArc(m, 0, h, r, nr, ny, 0, 1);
        break;
    }
    }
    return m;
}

} // namespace cairn
