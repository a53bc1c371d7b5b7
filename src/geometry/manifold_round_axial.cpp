// A sphere against a cylinder or a cone. Both solids are turned about y, so the question is one in the half plane
// (rho, y) through the sphere's centre: a rectangle or a triangle against a disc.
#include "geometry/manifold_round.h"

namespace cairn {

namespace {

// Distance to the section's outline (negative inside), the outward direction there, and the outline point.
struct SectionHit {
    float distance;
    float normalRho, normalY;
};

bool sphereContact(const SectionHit& hit, const Shape& a, const Shape& b, Vec3 p, Vec3 radial, float margin,
                   Manifold& out) {
    const float gap = hit.distance - a.rounding - b.rounding;
    if (!(gap <= margin)) return false;
    const Vec3 normal = hit.normalRho * radial + Vec3{0.0f, hit.normalY, 0.0f};
    const Vec3 onA = p - (hit.distance - a.rounding) * normal;
    return singlePoint(normal, onA, gap, 1, out);
}

// From an outside point q to the closest point c of the outline.
SectionHit outside(float rho, float y, float closestRho, float closestY, float fallbackRho, float fallbackY) {
    const float dr = rho - closestRho, dy = y - closestY;
    const float l = sqrt(dr * dr + dy * dy);
    if (!(l > kNoDirection)) return {l, fallbackRho, fallbackY};
    return {l, dr / l, dy / l};
}

struct Radial {
    Vec3 direction;
    float rho;
};
Radial radialOf(Vec3 p) {
    const float rho = sqrt(p.x * p.x + p.z * p.z);
    if (!(rho > 1e-12f)) return {{1, 0, 0}, rho};
    return {{p.x / rho, 0.0f, p.z / rho}, rho};
}

} // namespace

bool collideCylinderSphere(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                           Manifold& out) {
    const Vec3 p = bInA.p;
    const Radial radial = radialOf(p);
    const float side = radial.rho - a.size.x, cap = abs(p.y) - a.size.y, up = p.y >= 0.0f ? 1.0f : -1.0f;
    SectionHit hit;
    if (side <= 0.0f && cap <= 0.0f)
        hit = side >= cap ? SectionHit{side, 1.0f, 0.0f} : SectionHit{cap, 0.0f, up};
    else
        hit = outside(radial.rho, p.y, min(radial.rho, a.size.x), clamp(p.y, -a.size.y, a.size.y),
                      side >= cap ? 1.0f : 0.0f, side >= cap ? 0.0f : up);
    return sphereContact(hit, a, b, p, radial.direction, margin, out);
}

// The triangle's sides: the base y = -h, and the slant from the apex (0, h) to the rim (r, -h), whose outward normal is
// (2h, r) / sqrt(4h^2 + r^2).
bool collideConeSphere(const Shape& a, const Shape& b, const Transform& bInA, float margin, ManifoldCache&,
                       Manifold& out) {
    const Vec3 p = bInA.p;
    const Radial radial = radialOf(p);
    const float r = a.size.x, h = a.size.y;
    const float slantLength = sqrt(4.0f * h * h + r * r);
    const float nRho = 2.0f * h / slantLength, nY = r / slantLength;
    const float base = -h - p.y, slant = nRho * radial.rho + nY * (p.y - h);
    SectionHit hit;
    if (base <= 0.0f && slant <= 0.0f) {
        hit = slant >= base ? SectionHit{slant, nRho, nY} : SectionHit{base, 0.0f, -1.0f};
    } else {
        // t runs from the apex to the rim.
        const float t = clamp((radial.rho * r - (p.y - h) * 2.0f * h) / (slantLength * slantLength), 0.0f, 1.0f);
        hit = outside(radial.rho, p.y, t * r, h - t * 2.0f * h, nRho, nY);
        const SectionHit onBase = outside(radial.rho, p.y, min(radial.rho, r), -h, 0.0f, -1.0f);
        if (onBase.distance < hit.distance) hit = onBase;
    }
    return sphereContact(hit, a, b, p, radial.direction, margin, out);
}

} // namespace cairn
