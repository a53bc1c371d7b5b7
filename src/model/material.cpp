// Two materials become one.
#include "model/model.h"

namespace cairn {

namespace {

float combine(float a, Combine ruleA, float b, Combine ruleB) {
    switch (ruleA > ruleB ? ruleA : ruleB) {
    case Combine::GeometricMean: return sqrt(a * b);
    case Combine::Average: return 0.5f * (a + b);
    case Combine::Minimum: return min(a, b);
    case Combine::Multiply: return a * b;
    case Combine::Maximum: break;
    }
    return max(a, b);
}

} // namespace

ContactMaterial combineMaterials(const Material& a, const Material& b) {
    ContactMaterial m{};
    m.friction = combine(a.friction, a.frictionRule, b.friction, b.frictionRule);
    m.restitution = combine(a.restitution, a.restitutionRule, b.restitution, b.restitutionRule);
    m.rollingResistance = max(a.rollingResistance, b.rollingResistance);
    m.spinningResistance = max(a.spinningResistance, b.spinningResistance);
    // The softer one wins; 0 asks for the world's and loses.
    const bool useA = a.hertz > 0.0f && (b.hertz <= 0.0f || a.hertz <= b.hertz);
    m.hertz = useA ? a.hertz : b.hertz;
    m.dampingRatio = useA ? a.dampingRatio : b.dampingRatio;
    m.surfaceVelocityA = a.surfaceVelocity;
    m.surfaceVelocityB = b.surfaceVelocity;
    const bool moves = lengthSquared(a.surfaceVelocity) + lengthSquared(b.surfaceVelocity) > 0.0f;
    m.special = m.restitution > 0.0f || m.spinningResistance > 0.0f || moves;
    return m;
}

void updateMaterial(Model& m, Contact& c) {
    m.specialContactCount -= isSpecial(c);
    const ContactMaterial material = materialOf(m, c);
    c.friction = material.friction;
    c.flags &= ~kOfMaterial;
    if (material.special) c.flags |= kSpecialMaterial;
    if (material.hertz > 0.0f) c.flags |= kOwnSoftness;
    if (material.rollingResistance >= 0.0f) c.flags |= kOwnRolling;
    m.specialContactCount += isSpecial(c);
}

} // namespace cairn
