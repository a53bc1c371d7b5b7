// Lone trees in one line into the solver's layout. See joint_trees.h and solvers/joint_chain.h.
#include "pipeline/joint_trees.h"

namespace cairn {

JointTree layChain(StepContext& s, const TreeSearch& search, std::size_t tree) {
    const std::span<const int32_t> path = search.pathOf(tree);
    const BundleRange range = s.joints.lone[tree];
    FrameArena& arena = s.arena;
    JointChain& chain = arena.allocate<JointChain>(1, "chain")[0];
    chain.joints = static_cast<int32_t>(path.size());
    chain.count = JointChain::countFor(chain.joints);
    const int numbers = chain.stride();
    chain.floats =
        arena.allocate<float>(JointChain::kFloatRows * numbers + JointChain::kLead, "floats of a chain").data() +
        JointChain::kLead;
    chain.doubles =
        arena.allocate<double>(JointChain::kDoubleRows * numbers + JointChain::kLead, "doubles of a chain").data() +
        JointChain::kLead;
    chain.eliminated = arena.allocate<JointChain::Eliminated>(chain.joints / 2, "joints of a chain");
    chain.bundles = s.joints.bundles.subspan(static_cast<std::size_t>(range.begin),
                                             static_cast<std::size_t>(range.end - range.begin));
    chain.nodes = arena.allocate<int32_t>(chain.count, "nodes of a chain");
    const std::span<uint8_t> isTurned = arena.allocate<uint8_t>(chain.joints, "turned joints of a chain");
    chain.isTurned = isTurned;

    int32_t state = search.chainBegin(tree);
    for (std::size_t j = 0; j < path.size(); ++j) {
        const TreeEdge& e = search.edges[static_cast<std::size_t>(path[j])];
        const JointBundle& bundle = *chain.bundles[j / 8];
        const int32_t a = bundle.bodyA[j % 8], b = bundle.bodyB[j % 8];
        isTurned[j] = e.a != state;
        if (j == 0) chain.nodes[0] = isTurned[j] ? b : a;
        chain.nodes[j + 1] = isTurned[j] ? a : b;
        state = otherEnd(e, state);
    }
    for (std::size_t i = path.size() + 1; i < chain.nodes.size(); ++i) chain.nodes[i] = ~0;
    beginChain(chain, s.model.masses.data());
    JointTree out{};
    out.chain = &chain;
    return out;
}

} // namespace cairn
