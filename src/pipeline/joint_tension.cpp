// Tension in trees of joints. See joint_trees.h.
//
// A pulled link is a pendulum: a force f at arm r turns it back with the stiffness f.r about every axis across r.
// Joints push in the directions of the start of a substep, so that spring is explicit, and rings up once h^2 f.r
// exceeds the moment of inertia a few times. Light links under a heavy load come there long before the joints
// themselves give way: 1 kg and half a metre under a ton. Taken at the end of the substep, as a soft constraint would
// be, the spring adds h^2 f.r to the moment of inertia across r ("geometric stiffness": Tournier and others, 2015;
// Andrews and others, 2017). That is what is done here, beyond a share that is harmless, so bodies without such loads
// stay as they are.
#include "constraints/joint_builder.h"
#include "pipeline/joint_trees.h"

namespace cairn {

namespace {

constexpr float kHarmless = 0.25f; // of the moment of inertia; 4 is the limit for one joint alone

// S = I^-1 becomes (I + k t t^T)^-1; works where S is singular.
void addInertia(Sym33& S, Vec3 t, float k) {
    const Vec3 u = S * t;
    const float c = k / (1.0f + k * dot(t, u));
    S = S - Sym33{c * u.x * u.x, c * u.y * u.y, c * u.z * u.z, c * u.x * u.y, c * u.x * u.z, c * u.y * u.z};
}

void tighten(BodyMass& mass, Vec3 force, Vec3 arm, float h) {
    const float k = h * h * dot(force, arm), r = length(arm);
    if (!(k > 0.0f)) return;
    const Vec3 t1 = normalize(perpendicular((1.0f / r) * arm)), t2 = (1.0f / r) * cross(arm, t1);
    Sym33& S = mass.inverseInertia;
    const float response = 0.5f * (dot(t1, S * t1) + dot(t2, S * t2));
    if (!(k * response > kHarmless)) return;
    const float excess = k - kHarmless / response;
    addInertia(S, t1, excess);
    addInertia(S, t2, excess);
}

} // namespace

void tightenTrees(StepContext& s, const TreeSearch& search) {
    Model& m = s.model;
    for (const TreeEdge& e : search.edges) {
        if (!e.inTree) continue;
        const JointRecord& j = m.joints[e.joint];
        const JointPlace place = placeOf(j, m.bodies[j.bodyA], m.bodies[j.bodyB]);
        if (e.a != kNone) tighten(m.masses[e.a], -j.force, place.armA, s.time.h);
        if (e.b != kNone) tighten(m.masses[e.b], j.force, place.armB, s.time.h);
    }
}

} // namespace cairn
