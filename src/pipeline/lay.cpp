// Which patch goes to which lane of which bundle, and which bundles run side by side.
#include "pipeline/step.h"

#include <bit>

namespace cairn {

namespace {

int32_t& patchAt(StepContext& s, int bundle, int lane) {
    return s.bundlePatch[static_cast<std::size_t>(8 * bundle + lane)];
}
void idleBundle(StepContext& s, int bundle) {
    for (int lane = 0; lane < 8; ++lane) patchAt(s, bundle, lane) = kNone;
}

// Colour by colour, eight a bundle.
int layColours(StepContext& s) {
    const Model& m = s.model;
    const uint64_t active = m.graph.activeColours();
    int bundleCount = 0, colourCount = std::popcount(active);
    const auto forColours = [&](auto fn) {
        for (uint64_t left = active; left != 0; left &= left - 1) fn(std::countr_zero(left));
    };
    forColours([&](int c) { bundleCount += (m.graph.edgeCount(GraphEdge::Patch, c) + 7) / 8; });
    const int overflow = m.graph.edgeCount(GraphEdge::Patch, Colouring::kOverflow);
    bundleCount += overflow;
    colourCount += overflow + (s.joints.overflow.end - s.joints.overflow.begin);
    s.bundlePatch = s.arena.allocate<int32_t>(8 * bundleCount, "bundle patches");
    s.batches = s.arena.allocate<SolverBatch>(colourCount, "colours");

    int next = 0, colour = 0;
    const auto addColour = [&](BundleRange contacts, BundleRange joints) {
        s.batches[static_cast<std::size_t>(colour++)] = {contacts, joints};
    };
    const auto addEdges = [&](int c, int perBundle) {
        int lane = 0;
        m.graph.forEachEdge(GraphEdge::Patch, c, [&](int patch) {
            if (lane == 0) idleBundle(s, next);
            patchAt(s, next, lane) = patch;
            if (++lane < perBundle) return;
            lane = 0;
            ++next;
        });
        next += lane > 0;
    };
    // Overflow first, one at a time: the colours after it include everything that rests on the ground.
    for (int i = s.joints.overflow.begin; i < s.joints.overflow.end; ++i) addColour({0, 0}, {i, i + 1});
    addEdges(Colouring::kOverflow, 1);
    for (int i = 0; i < overflow; ++i) addColour({i, i + 1}, {0, 0});
    forColours([&](int c) {
        const int first = next;
        addEdges(c, 8);
        const BundleRange joints = s.joints.colours[c];
        if (next > first || joints.end > joints.begin) addColour({first, next}, joints); // else all are of lone trees
    });
    s.batches = s.batches.subspan(0, static_cast<std::size_t>(colour));
    return bundleCount;
}

// The first bundle of a colour that begins with a patch from `patch` on.
int bundleFrom(const StepContext& s, BundleRange colour, int patch) {
    const auto bundle = [&](std::size_t b) { return s.bundlePatch[8 * b]; };
    int count = colour.end - colour.begin;
    while (count > 0) {
        const int half = count / 2;
        if (bundle(static_cast<std::size_t>(colour.begin + half)) < patch)
            colour.begin += half + 1, count -= half + 1;
        else
            count = half;
    }
    return colour.begin;
}

// Ranges of bundles whose patches lie side by side: not colour after colour, each of which strides through all patches,
// contacts and bodies, but some hundred patches of all colours, then the next ones. For what caches do not hold.
std::span<BundleRange> rangesByPatch(StepContext& s) {
    constexpr int kPatches = 256;
    const int patchCount = s.model.patches.count(), batchCount = static_cast<int>(s.batches.size());
    const std::span<BundleRange> ranges =
        s.arena.allocate<BundleRange>((patchCount / kPatches + 1) * batchCount, "ranges of bundles");
    const std::span<int> next = s.arena.allocate<int>(batchCount, "next bundle of each colour");
    for (std::size_t i = 0; i < next.size(); ++i) next[i] = s.batches[i].contacts.begin;
    std::size_t count = 0;
    for (int patch = kPatches; patch < patchCount + kPatches; patch += kPatches)
        for (std::size_t i = 0; i < next.size(); ++i) {
            const int end = bundleFrom(s, {next[i], s.batches[i].contacts.end}, patch);
            if (end > next[i]) ranges[count++] = {next[i], end};
            next[i] = end;
        }
    return ranges.subspan(0, count);
}

// Block by block. Where writes are collected, lanes and blocks need not look at bodies, and one batch holds them all.
int laySchedule(StepContext& s) {
    const ConstraintPlan& plan = s.plan;
    const int patchCount = static_cast<int>(plan.patches.size());
    const bool collects = isCollected(s.def.solver);
    s.bundlePatch = s.arena.allocate<int32_t>(8 * patchCount, "bundle patches");
    s.batches = s.arena.allocate<SolverBatch>(static_cast<int>(plan.schedule.batchEnd.size()), "batches");
    Packer packer(s.arena, s.model.states.count(), patchCount);
    std::size_t begin = 0;
    for (std::size_t block = 0; block < plan.blocks.size(); ++block) {
        packer.beginBlock();
        const int first = packer.bundleCount();
        for (; begin < static_cast<std::size_t>(plan.schedule.blockEnd[block]); ++begin) {
            const std::size_t edge = static_cast<std::size_t>(plan.schedule.order[begin]);
            if (edge < plan.joints.size()) continue;
            const ScheduleEdge ends = collects ? ScheduleEdge{kFixedNode, kFixedNode} : plan.edges[edge];
            const Packer::Place place = packer.add(ends, 0);
            if (place.isNew) idleBundle(s, place.bundle);
            patchAt(s, place.bundle, place.lane) = plan.patches[edge - plan.joints.size()];
        }
        plan.blocks[block].contacts = {first, packer.bundleCount()};
    }
    s.bundlePatch = s.bundlePatch.subspan(0, static_cast<std::size_t>(8 * packer.bundleCount()));
    std::size_t firstBlock = 0;
    for (std::size_t batch = 0; batch < s.batches.size(); ++batch) {
        const std::size_t end = static_cast<std::size_t>(plan.schedule.batchEnd[batch]);
        if (collects)
            s.batches[batch] = {plan.blocks[0].contacts, plan.blocks[0].joints};
        else
            s.batches[batch] = {{0, 0}, {0, 0}, plan.blocks.subspan(firstBlock, end - firstBlock)};
        firstBlock = end;
    }
    return packer.bundleCount();
}

} // namespace

int layContacts(StepContext& s) {
    const int bundleCount = s.plan.isScheduled ? laySchedule(s) : layColours(s);
    constexpr std::size_t kFewBatches = 128; // each bundle of the overflow is one
    if (bundleCount > kFarBundles && !s.plan.isScheduled && s.batches.size() <= kFewBatches) {
        s.ranges = rangesByPatch(s);
    } else if (usableWorkerCount(s.tasks) > 1) {
        s.ranges = contactRanges(s.arena, s.batches);
    } else { // one core has them all: in the order of memory
        s.ranges = s.arena.allocate<BundleRange>(1, "range of all bundles");
        s.ranges[0] = {0, bundleCount};
    }
    return bundleCount;
}

} // namespace cairn
