// See sweeps.h.
#include "solvers/sweeps.h"

#include "constraints/impulses.h"

#include <cstring>

namespace cairn {

namespace {

bool curesApart(const SolverRecipe& r) {
    return r.bias == SolverBias::SplitImpulse || r.bias == SolverBias::PositionPass;
}

ContactPolicy policyOf(const SolverInput& in) {
    const SolverRecipe& r = in.recipe;
    ContactPolicy p{};
    p.relaxation = r.relaxation;
    p.eta = r.eta;
    p.slop = r.slop;
    p.compliance = r.compliance * in.contact.inverseH * in.contact.inverseH;
    p.isCompliant = r.bias == SolverBias::Compliance;
    p.hasFriction = r.relaxIterations == 0;
    p.isNaive = r.naiveClamping;
    p.isBlock = r.blockNormals;
    p.isApart = solvesPointsApart(r);
    return p;
}

// Copies of all bundles that cure positions, while `in` keeps what is left to velocities.
void splitPositions(const SolverInput& in, SolverSweep& position) {
    position.contacts = in.arena.allocate<ContactBundle>(static_cast<int>(in.bundles.size()), "position contacts");
    for (std::size_t i = 0; i < in.bundles.size(); ++i) splitPosition(in.bundles[i], position.contacts[i]);
    const std::span<JointBundle*> joints =
        in.arena.allocate<JointBundle*>(static_cast<int>(in.joints.size()), "position joints");
    for (std::size_t i = 0; i < in.joints.size(); ++i) {
        const std::size_t size = bundleSize(in.joints[i]->signature);
        joints[i] = static_cast<JointBundle*>(in.arena.allocate(size, "position joint"));
        std::memcpy(static_cast<void*>(joints[i]), in.joints[i], size);
        splitPosition(*in.joints[i], *joints[i]);
    }
    position.joints = joints;
}

} // namespace

bool needsPolicy(const SolverRecipe& r) {
    return isCollected(r) || isExact(r) || r.naiveClamping || r.blockNormals || r.relaxation != 1.0f || r.eta > 0.0f ||
           r.slop > 0.0f || r.bias == SolverBias::Compliance || r.relaxIterations == 0;
}

Sweeps sweepsOf(Solve& s, std::span<ContactBundle> contacts) {
    const SolverInput& in = s.in;
    SolverSweep base{in.contact, contacts, in.joints, in.states.data()};
    base.step.free = s.begin.data();
    base.step.policy = policyOf(in);
    Sweeps out{base, base, base, base, base};
    out.first.step.policy.beginsSubstep = true;
    out.relax.step.policy.isRelaxed = out.relax.step.policy.hasFriction = true;
    out.relax.step.policy.isCompliant = false;
    out.relax.jointPass = JointPass::Relax;
    out.position.step.policy.hasFriction = false;
    out.position.states = s.pseudo.empty() ? in.states.data() : s.pseudo.data();
    if (curesApart(in.recipe)) splitPositions(in, out.position);
    out.shock.contacts = in.shockBundles;
    out.shock.hasJoints = false;
    out.shock.step.policy.hasFriction = true;
    return out;
}

} // namespace cairn
