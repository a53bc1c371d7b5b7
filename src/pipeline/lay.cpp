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

// The patches of a colour in the order of their lower bodies: a colour has a body once, so there is a place for each.
// Nothing depends on the order within a colour but how far bodies are from those before: bundles walk through the
// memory of bodies in one direction, and whoever takes the first half of each colour meets about half of the bodies.
struct BodyOrder {
    std::span<int32_t> patch;  // by body
    std::span<uint64_t> taken; // bits: bodies that have one; none between two colours

    template <class Fn> void forEachPatch(const Colouring& graph, int colour, Fn fn) {
        graph.forEachEdge(GraphEdge::Patch, colour, [&](int edge) {
            const std::size_t body = static_cast<std::size_t>(graph.endsOf(GraphEdge::Patch, edge).lower());
            patch[body] = edge;
            taken[body / 64] |= uint64_t(1) << body % 64;
        });
        for (std::size_t w = 0; w < taken.size(); ++w) {
            for (uint64_t word = taken[w]; word != 0; word &= word - 1)
                fn(patch[64 * w + static_cast<std::size_t>(std::countr_zero(word))]);
            taken[w] = 0;
        }
    }
};

// Worth its time where bodies come from other cores or from memory.
bool isOrdered(const StepContext& s, int bundleCount) {
    constexpr int kSome = 64;
    return bundleCount > kFarBundles || (bundleCount > kSome && usableWorkerCount(s.tasks) > 1);
}

// A colour and the bundles of its patches.
struct ColourBundles {
    int colour;
    BundleRange bundles;
};

// Eight patches a bundle.
void layEdges(StepContext& s, const ColourBundles& c, BodyOrder* order) {
    int next = 8 * c.bundles.begin;
    const auto add = [&](int patch) { s.bundlePatch[static_cast<std::size_t>(next++)] = patch; };
    const Colouring& graph = s.model.graph;
    order ? order->forEachPatch(graph, c.colour, add) : graph.forEachEdge(GraphEdge::Patch, c.colour, add);
    while (next < 8 * c.bundles.end) add(kNone);
}

void layAllEdges(StepContext& s, std::span<const ColourBundles> colours, int bundleCount) {
    const Model& m = s.model;
    if (!isOrdered(s, bundleCount)) {
        for (const ColourBundles& c : colours) layEdges(s, c, nullptr);
        return;
    }
    const int workers = usableWorkerCount(s.tasks), bodies = m.bodies.count(), words = bodies / 64 + 1;
    const std::span<int32_t> patches = s.arena.allocate<int32_t>(workers * bodies, "patches by body");
    const std::span<uint64_t> taken = s.arena.allocate<uint64_t>(workers * words, "bodies with a patch");
    for (uint64_t& word : taken) word = 0;
    parallelFor(s.tasks, static_cast<int>(colours.size()), 1, [&](int begin, int end, int worker) {
        const auto part = [worker](auto all, int size) {
            return all.subspan(static_cast<std::size_t>(worker * size), static_cast<std::size_t>(size));
        };
        BodyOrder order{part(patches, bodies), part(taken, words)};
        for (int i = begin; i < end; ++i) layEdges(s, colours[static_cast<std::size_t>(i)], &order);
    });
}

// Colour by colour.
int layColours(StepContext& s) {
    const Model& m = s.model;
    const uint64_t active = m.graph.activeColours();
    const int overflow = m.graph.edgeCount(GraphEdge::Patch, Colouring::kOverflow);
    const int alone = overflow + (s.joints.overflow.end - s.joints.overflow.begin);
    s.batches = s.arena.allocate<SolverBatch>(std::popcount(active) + alone, "colours");
    const std::span<ColourBundles> colours =
        s.arena.allocate<ColourBundles>(std::popcount(active), "bundles of colours");

    // Overflow first, one at a time: the colours after it include everything that rests on the ground.
    std::size_t batch = 0, used = 0;
    for (int i = s.joints.overflow.begin; i < s.joints.overflow.end; ++i) s.batches[batch++] = {{0, 0}, {i, i + 1}};
    for (int i = 0; i < overflow; ++i) s.batches[batch++] = {{i, i + 1}, {0, 0}};
    int next = overflow;
    for (uint64_t left = active; left != 0; left &= left - 1) {
        const int c = std::countr_zero(left);
        const BundleRange bundles{next, next += (m.graph.edgeCount(GraphEdge::Patch, c) + 7) / 8};
        const BundleRange joints = s.joints.colours[c];
        if (next > bundles.begin) colours[used++] = {c, bundles};
        if (next > bundles.begin || joints.end > joints.begin) // else all are of lone trees
            s.batches[batch++] = {bundles, joints};
    }
    s.batches = s.batches.subspan(0, batch);
    s.bundlePatch = s.arena.allocate<int32_t>(8 * next, "bundle patches");
    int alonePatch = 0;
    m.graph.forEachEdge(GraphEdge::Patch, Colouring::kOverflow, [&](int patch) {
        idleBundle(s, alonePatch);
        patchAt(s, alonePatch++, 0) = patch;
    });
    layAllEdges(s, colours.subspan(0, used), next);
    return next;
}

// The first bundle of a colour that begins with a body from `body` on.
int bundleFrom(const StepContext& s, BundleRange colour, int body) {
    const auto lowest = [&](int b) {
        return s.model.graph.endsOf(GraphEdge::Patch, s.bundlePatch[8 * static_cast<std::size_t>(b)]).lower();
    };
    int count = colour.end - colour.begin;
    while (count > 0) {
        const int half = count / 2;
        if (lowest(colour.begin + half) < body)
            colour.begin += half + 1, count -= half + 1;
        else
            count = half;
    }
    return colour.begin;
}

// Ranges of bundles whose bodies lie side by side: not colour after colour, each of which strides through all patches,
// contacts and bodies, but some hundred bodies of all colours, then the next ones. For what caches do not hold.
std::span<BundleRange> rangesByBody(StepContext& s) {
    constexpr int kBodies = 128;
    const int bodyCount = s.model.bodies.count(), batchCount = static_cast<int>(s.batches.size());
    const std::span<BundleRange> ranges =
        s.arena.allocate<BundleRange>((bodyCount / kBodies + 1) * batchCount, "ranges of bundles");
    const std::span<int> next = s.arena.allocate<int>(batchCount, "next bundle of each colour");
    for (std::size_t i = 0; i < next.size(); ++i) next[i] = s.batches[i].contacts.begin;
    std::size_t count = 0;
    for (int body = kBodies; body < bodyCount + kBodies; body += kBodies)
        for (std::size_t i = 0; i < next.size(); ++i) {
            const int end = bundleFrom(s, {next[i], s.batches[i].contacts.end}, body);
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
        s.ranges = rangesByBody(s);
    } else if (usableWorkerCount(s.tasks) > 1) {
        s.ranges = contactRanges(s.arena, s.batches);
    } else { // one core has them all: in the order of memory
        s.ranges = s.arena.allocate<BundleRange>(1, "range of all bundles");
        s.ranges[0] = {0, bundleCount};
    }
    return bundleCount;
}

} // namespace cairn
