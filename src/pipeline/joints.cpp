// Joints into the solver's layout, impulses and reactions back, and joints that had to hold too much go.
#include "model/joints.h"
#include "constraints/joint_builder.h"
#include "constraints/joint_held.h"
#include "model/particles.h"
#include "pipeline/joint_trees.h"

namespace cairn {

namespace {

// Joints of one colour by signature: takes those that are like the first one, then like the first that is left.
// `pending` is used up. Calls emit(signature, joints) for each group.
template <class Emit>
void groupBySignature(const Model& m, std::span<int32_t> pending, std::span<int32_t> group, Emit emit) {
    while (!pending.empty()) {
        const uint64_t signature = m.joints[pending[0]].signature;
        std::size_t taken = 0, left = 0;
        for (const int32_t joint : pending)
            (m.joints[joint].signature == signature ? group[taken++] : pending[left++]) = joint;
        emit(signature, group.subspan(0, taken));
        pending = pending.subspan(0, left);
    }
}

bool usesFrames(uint64_t signature) {
    for (int i = 0; i < kMaxJointParts; ++i) {
        const PartKind kind = partKind(signature, i);
        if (kind != PartKind::None && kind != PartKind::Point && kind != PartKind::Distance && kind != PartKind::Pulley)
            return true;
    }
    return false;
}

struct Plan {
    uint64_t signature;
    std::size_t offset; // in the memory of all bundles
};

// The same in the order of a schedule; blocks of which the lanes see nothing of each other's bodies, where writes are
// collected, need not look at bodies at all.
std::size_t planScheduled(StepContext& s, std::span<Plan> plans) {
    const Model& m = s.model;
    const bool collects = isCollected(s.def.solver);
    const ConstraintPlan& plan = s.plan;
    Packer packer(s.arena, m.states.count(), static_cast<int>(plan.joints.size()));
    std::size_t bytes = 0, begin = 0;
    for (std::size_t block = 0; block < plan.blocks.size(); ++block) {
        packer.beginBlock();
        const int first = packer.bundleCount();
        const std::size_t end = static_cast<std::size_t>(plan.schedule.blockEnd[block]);
        for (; begin < end; ++begin) {
            const std::size_t edge = static_cast<std::size_t>(plan.schedule.order[begin]);
            if (edge >= plan.joints.size()) continue;
            const uint64_t signature = m.joints[plan.joints[edge]].signature;
            const ScheduleEdge ends = collects ? ScheduleEdge{kFixedNode, kFixedNode} : plan.edges[edge];
            const Packer::Place place = packer.add(ends, signature);
            const std::size_t bundle = static_cast<std::size_t>(place.bundle);
            if (place.isNew) {
                plans[bundle] = {signature, bytes};
                bytes += bundleSize(signature);
                for (std::size_t lane = 0; lane < 8; ++lane) s.joints.lanes[8 * bundle + lane] = kNone;
            }
            s.joints.lanes[8 * bundle + static_cast<std::size_t>(place.lane)] = plan.joints[edge];
        }
        plan.blocks[block].joints = {first, packer.bundleCount()};
    }
    s.joints.bundles = s.joints.bundles.subspan(0, static_cast<std::size_t>(packer.bundleCount()));
    s.joints.firstChain = packer.bundleCount();
    return bytes;
}

// Which joint goes to which lane of which bundle. Joints of lone trees come last, tree by tree, whatever their colours:
// only the tree looks at them. Chains come after the others, with joints in their order.
std::size_t planBundles(StepContext& s, const TreeSearch& trees, std::span<Plan> plans) {
    const Model& m = s.model;
    JointBundles& out = s.joints;
    const std::span<int32_t> pending = s.arena.allocate<int32_t>(m.jointIds.count(), "joints of a colour");
    const std::span<int32_t> group = s.arena.allocate<int32_t>(m.jointIds.count(), "joints alike");
    int bundle = 0;
    std::size_t bytes = 0;
    std::size_t count = 0;
    const auto addPending = [&](std::size_t perBundle) {
        const int first = bundle;
        groupBySignature(m, pending.subspan(0, count), group, [&](uint64_t signature, std::span<int32_t> joints) {
            for (std::size_t i = 0; i < joints.size(); i += perBundle, ++bundle) {
                plans[static_cast<std::size_t>(bundle)] = {signature, bytes};
                bytes += bundleSize(signature);
                for (std::size_t lane = 0; lane < 8; ++lane)
                    out.lanes[static_cast<std::size_t>(8 * bundle) + lane] =
                        lane < perBundle && i + lane < joints.size() ? joints[i + lane] : kNone;
            }
        });
        count = 0;
        return BundleRange{first, bundle};
    };
    const auto addColour = [&](int colour, std::size_t perBundle) {
        m.graph.forEachEdge(GraphEdge::Joint, colour, [&](int joint) {
            if (!trees.isLone(joint)) pending[count++] = joint;
        });
        return addPending(perBundle);
    };
    out.overflow = addColour(Colouring::kOverflow, 1);
    const uint64_t active = m.graph.activeColours();
    for (int c = 0; c < Colouring::kColourCount; ++c)
        out.colours[c] = (active >> c & 1) != 0 ? addColour(c, 8) : BundleRange{bundle, bundle};
    const auto addLone = [&](std::size_t t) {
        const auto add = [&](int32_t edge) { pending[count++] = trees.edges[static_cast<std::size_t>(edge)].joint; };
        if (trees.isChain(t)) {
            for (const int32_t edge : trees.pathOf(t)) add(edge);
        } else {
            for (const int32_t body : trees.bodiesOf(t)) trees.forOwnEdges(body, add);
        }
        out.lone[t] = addPending(8);
        for (int b = out.lone[t].begin; b < out.lone[t].end; ++b)
            out.h[static_cast<std::size_t>(b)] = s.time.dt / static_cast<float>(trees.lone[t]);
    };
    for (const bool isChain : {false, true}) {
        if (isChain) out.firstChain = bundle;
        for (std::size_t t = 0; t < trees.treeEnd.size(); ++t)
            if (trees.lone[t] && trees.isChain(t) == isChain) addLone(t);
    }
    out.bundles = out.bundles.subspan(0, static_cast<std::size_t>(bundle));
    return bytes;
}

// Turns are counted where nothing in the solver does.
void trackAngle(JointRecord& j, const JointPlace& place) {
    if (j.kind == JointKind::Hinge) j.angles[0] = angleAbout(place, 0, j.angles[0]);
    if (j.kind == JointKind::Wheel) j.angles[2] = angleAbout(place, 2, j.angles[2]);
}

// Whatever happens in this step, it does not turn.
bool isPoint(const Body& b) { return isParticle(b) || b.state == kNone; }

void fillBundle(StepContext& s, const TreeSearch& trees, LinkSoftness& softness, JointBundle& bundle,
                const int32_t* lanes) {
    Model& m = s.model;
    bundle.isPoints = bundle.signature == partCode(PartKind::Distance, 0);
    bundle.isHeld = true;
    forParts(bundle, [&](PartKind kind, int, std::byte*) { bundle.isHeld &= isBlock(kind); });
    for (int lane = 0; lane < 8; ++lane) {
        bundle.bodyA[lane] = bundle.bodyB[lane] = ~0;
        if (lanes[lane] == kNone) continue;
        JointRecord& j = m.joints[lanes[lane]];
        const Body &A = m.bodies[j.bodyA], &B = m.bodies[j.bodyB];
        bundle.bodyA[lane] = solverIndex(A);
        bundle.bodyB[lane] = solverIndex(B);
        bundle.isPoints &= isPoint(A) && isPoint(B);
        bundle.isHeld &= trees.isHanded(lanes[lane]);
        PartBuilder builder(j, A, B, softness, bundle, lane, trees.isHanded(lanes[lane]), axesOf(m, j));
        trackAngle(j, builder.place());
        functionsOf(j.kind).build(j.data, builder);
        CAIRN_ASSERT(builder.signature() == j.signature);
    }
}

Vec3 at(const JointLane (&rows)[3], int lane) { return {rows[0][lane], rows[1][lane], rows[2][lane]}; }

// Impulses live on; what the joint did to B is its reaction.
void readLane(JointBundle& bundle, int lane, JointRecord& j, float h) {
    Vec3 linear = kZero, angular = kZero;
    int next = 0;
    forParts(bundle, [&](PartKind kind, int axis, std::byte* part) {
        const JointLane* rows = reinterpret_cast<const JointLane*>(part);
        for (int i = 0; i < partImpulses(kind); ++i) j.impulses[next++] = rows[i][lane];
        switch (kind) {
        case PartKind::None: break;
        case PartKind::Point:
        case PartKind::Line2: linear += at(reinterpret_cast<PartPoint*>(part)->impulse, lane); break;
        case PartKind::Angle3:
        case PartKind::Angle2: angular += at(reinterpret_cast<PartAngle*>(part)->impulse, lane); break;
        case PartKind::AxisLinear:
        case PartKind::Distance: linear += at(reinterpret_cast<PartRowLinear*>(part)->linear, lane); break;
        case PartKind::AxisAngular:
            j.angles[axis] = reinterpret_cast<PartRowAngular*>(part)->angle[lane];
            [[fallthrough]];
        case PartKind::Cone: angular += at(reinterpret_cast<PartRowAngular*>(part)->torque, lane); break;
        case PartKind::Gear:
            angular += at(reinterpret_cast<PartGear*>(part)->torqueB, lane);
            j.gearAngle = reinterpret_cast<PartGear*>(part)->now[lane];
            break;
        case PartKind::Pulley: linear += at(reinterpret_cast<PartPulley*>(part)->linearB, lane); break;
        }
    });
    j.impulseTime = h;
    j.force = (1.0f / h) * linear;
    j.torque = (1.0f / h) * angular;
}

// What is far below the limit, as most are, is not worth a root.
bool isAbove(Vec3 load, float limit) { return !(lengthSquared(load) < 0.99f * limit * limit) && length(load) > limit; }

} // namespace

void prepareJoints(StepContext& s) {
    const int count = s.model.jointIds.count();
    if (count == 0) {
        for (SolverBlock& block : s.plan.blocks) block.joints = {0, 0};
        return;
    }
    s.joints.bundles = s.arena.allocate<JointBundle*>(count, "joint bundles");
    s.joints.lanes = s.arena.allocate<int32_t>(8 * count, "joint lanes");
    const std::span<Plan> plans = s.arena.allocate<Plan>(count, "joint plans");
    const bool direct = s.def.solver.directJoints;
    const TreeSearch trees = direct ? findTrees(s) : TreeSearch{};
    s.joints.h = s.arena.allocate<float>(count, "substeps of joint bundles");
    for (float& h : s.joints.h) h = s.time.h;
    s.joints.lone = s.arena.allocate<BundleRange>(static_cast<int>(trees.treeEnd.size()), "bundles of lone trees");
    const std::size_t bytes = s.plan.isScheduled ? planScheduled(s, plans) : planBundles(s, trees, plans);
    std::byte* memory = static_cast<std::byte*>(s.arena.allocate(bytes, "joint parts"));
    parallelFor(s.tasks, static_cast<int>(s.joints.bundles.size()), 8, [&](int begin, int end, int) {
        LinkSoftness softness(s.time.h, holdRule(s.def.solver));
        for (std::size_t i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            if (s.joints.h[i] != softness.h()) softness = LinkSoftness(s.joints.h[i], holdRule(s.def.solver));
            std::memset(memory + plans[i].offset, 0, bundleSize(plans[i].signature));
            JointBundle* bundle = s.joints.bundles[i] = reinterpret_cast<JointBundle*>(memory + plans[i].offset);
            bundle->signature = plans[i].signature;
            bundle->usesFrames = usesFrames(plans[i].signature);
            fillBundle(s, trees, softness, *bundle, &s.joints.lanes[8 * i]);
        }
    });
    if (!direct) return;
    layTrees(s, trees);
}

void storeJoints(StepContext& s) {
    Model& m = s.model;
    parallelFor(s.tasks, static_cast<int>(s.joints.bundles.size()), 8, [&](int begin, int end, int worker) {
        for (std::size_t i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
            for (int lane = 0; lane < 8; ++lane) {
                const int32_t joint = s.joints.lanes[8 * i + static_cast<std::size_t>(lane)];
                if (joint == kNone) continue;
                JointRecord& j = m.joints[joint];
                readLane(*s.joints.bundles[i], lane, j, s.joints.h[i]);
                const JointLink& link = j.data.link();
                if (isAbove(j.force, link.breakForce) || isAbove(j.torque, link.breakTorque))
                    s.broken[static_cast<std::size_t>(worker)].set(joint);
            }
    });
}

void breakJoints(StepContext& s) {
    Model& m = s.model;
    for (std::size_t w = 1; w < s.broken.size(); ++w) {
        s.broken[0].merge(s.broken[w]);
        s.broken[w].reset();
    }
    s.jointBreaks.clear();
    s.broken[0].forEach([&](int joint) {
        const JointRecord& j = m.joints[joint];
        const JointLink& link = j.data.link();
        s.jointBreaks.push({m.jointIds.at(joint), link.bodyA, link.bodyB, link.particleA, link.particleB,
                            length(j.force), length(j.torque), link.userData});
        destroyJoint(m, joint);
    });
    s.broken[0].reset();
}

} // namespace cairn
