// What a body weighs. See edit.h.
#include "model/edit.h"

#include "geometry/core_shape.h"

namespace cairn {

namespace {

// Until it has a shape with mass: a kilogram, a ball of 0.4 m.
constexpr MassProperties kUnitBody{1.0f, kZero, {0.064f, 0.064f, 0.064f, 0.0f, 0.0f, 0.0f}};

MassProperties massOfShapes(const Model& m, const Body& b) {
    MassProperties total{};
    for (int s = b.firstShape; s != kNone; s = m.shapes[s].next) {
        const ShapeRecord& shape = m.shapes[s];
        if (!isConvex(shape.shape.kind) || !(shape.density > 0.0f) || (shape.flags & kSensor) != 0) continue;
        const MassProperties parts[] = {total, transformMass(shape.pose, massProperties(shape.shape, shape.density))};
        total = combineMass(parts);
    }
    return total.mass > 0.0f ? total : kUnitBody;
}

// A ball's angular velocity feels no gyroscopic torque, nor does a cube's.
bool isRound(const Sym33& I) {
    const float tolerance = 1e-4f * (I.xx + I.yy + I.zz);
    return abs(I.xx - I.yy) < tolerance && abs(I.xx - I.zz) < tolerance && abs(I.xy) < tolerance &&
           abs(I.xz) < tolerance && abs(I.yz) < tolerance;
}

void updateExtents(Model& m, Body& b) {
    b.extent = 0.0f;
    b.coreRadius = kHuge;
    for (int s = b.firstShape; s != kNone; s = m.shapes[s].next) {
        const Aabb box = computeAabb(m.shapes[s].shape, m.shapes[s].pose);
        m.shapes[s].extent = length(max(abs(box.lower - b.localCenter), abs(box.upper - b.localCenter)));
        if ((m.shapes[s].flags & kSensor) != 0) continue;
        b.extent = max(b.extent, m.shapes[s].extent);
        b.coreRadius = min(b.coreRadius, innerRadius(m.shapes[s].shape));
    }
}

} // namespace

// With locks only the block of the free axes is inverted: a lock is a constraint, and its inverse mass is that of what
// can still move.
Sym33 lockedInverseInertia(const Body& b) {
    const uint32_t locks = (b.flags & kLockAngular) / kLockAngularX;
    Sym33 I = rotateSymmetric(toMatrix(b.pose.q), b.inertia);
    const bool x = (locks & 1u) != 0, y = (locks & 2u) != 0, z = (locks & 4u) != 0;
    if (x || y) I.xy = 0.0f;
    if (x || z) I.xz = 0.0f;
    if (y || z) I.yz = 0.0f;
    Sym33 inverted = inverse(I);
    if (x) inverted.xx = 0.0f;
    if (y) inverted.yy = 0.0f;
    if (z) inverted.zz = 0.0f;
    return inverted;
}

void setMassProperties(Model& m, int body, const MassProperties& mass) {
    Body& b = m.bodies[body];
    m.treesStale = true;
    b.mass = mass.mass;
    b.inverseMass = 1.0f / mass.mass;
    b.inertia = mass.inertia;
    b.inverseInertia = inverse(mass.inertia);
    // The body goes on turning as it did, unless its new centre would be faster than anything may be.
    const Vec3 v = b.v + cross(b.w, rotate(b.pose.q, mass.center - b.localCenter));
    if (lengthSquared(v) < 1e24f) b.v = v;
    if (lengthSquared(mass.center - b.localCenter) > 0.0f) changeStructure(m, StructureEdit::Center, body);
    b.localCenter = mass.center;
    b.center = transformPoint(b.pose, b.localCenter);
    const bool gyroscopic = (b.flags & kWantsGyroscopic) != 0 && !isRound(b.inertia);
    b.flags = gyroscopic ? b.flags | kGyroscopic : b.flags & ~static_cast<uint32_t>(kGyroscopic);
    updateExtents(m, b);
    unfreeze(m, body);
}

void updateMass(Model& m, int body) {
    Body& b = m.bodies[body];
    if (b.type != BodyType::Dynamic || (b.flags & kMassGiven) != 0) return updateExtents(m, b);
    MassProperties mass = massOfShapes(m, b);
    if (b.givenMass > 0.0f) {
        mass.inertia = (b.givenMass / mass.mass) * mass.inertia;
        mass.mass = b.givenMass;
    }
    setMassProperties(m, body, mass);
}

MassProperties massPropertiesOf(const Model& m, int body) {
    const Body& b = m.bodies[body];
    if (b.type != BodyType::Dynamic) return {};
    return {b.mass, b.localCenter, b.inertia};
}

} // namespace cairn
