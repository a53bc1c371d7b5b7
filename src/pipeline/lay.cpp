// Which patch goes to which lane of which bundle, and which bundles run side by side.
#include "pipeline/body_order.h"
#include "solvers/tiles.h"

#include <algorithm>
#include <bit>

namespace cairn {

namespace {

int32_t& patchAt(StepContext& s, int bundle, int lane) {
    return s.bundlePatch[static_cast<std::size_t>(8 * bundle + lane)];
}
void idleBundle(StepContext& s, int bundle) {
    for (int lane = 0; lane < 8; ++lane) patchAt(s, bundle, lane) = kNone;
}

// Whether order is worth its time: where bodies come from other cores or from memory.
bool wantOrder(int bundleCount, int workerCount) {
    constexpr int kSome = 16;
    return bundleCount > kSlowBundles || (bundleCount > kSome && workerCount > 1);
}

// Bundles a tile should have: what a cache holds, and enough tiles for all workers.
int tileSize(const StepContext& s, int bundleCount) {
    constexpr int kTilesPerWorker = 4, kLeast = 8;
    const int workers = usableWorkerCount(s.tasks);
    if (workers == 1) return kTileBundles;
    return std::clamp(bundleCount / (kTilesPerWorker * workers), kLeast, kTileBundles);
}

// Eight patches a bundle, from places begin to end.
void layPlaces(StepContext& s, const OrderedPatches& patches, int begin, int end, int bundle) {
    std::size_t next = 8 * static_cast<std::size_t>(bundle);
    for (int i = begin; i < end; ++i) s.bundlePatch[next++] = patches.patch[static_cast<std::size_t>(i)];
    while (next % 8 != 0) s.bundlePatch[next++] = kNone;
}

// As they come.
void layEdges(StepContext& s, int colour, int bundle) {
    std::size_t next = 8 * static_cast<std::size_t>(bundle);
    s.model.graph.forEachEdge(GraphEdge::Patch, colour, [&](int patch) { s.bundlePatch[next++] = patch; });
    while (next % 8 != 0) s.bundlePatch[next++] = kNone;
}

// Tile by tile, and colour by colour in each.
int layTiles(StepContext& s, const OrderedPatches& patches, std::span<const int32_t> cuts) {
    const int tileCount = static_cast<int>(cuts.size()) - 1, colourCount = static_cast<int>(patches.colours.size());
    const std::span<SolverTile> tiles = s.arena.allocate<SolverTile>(tileCount, "tiles");
    const std::span<SolverBatch> batches = s.arena.allocate<SolverBatch>(tileCount * colourCount, "batches of tiles");
    const std::span<int> places = s.arena.allocate<int>((tileCount + 1) * colourCount, "first patches of tiles");
    const auto placeOf = [&](std::size_t tile, std::size_t c) -> int& {
        return places[tile * patches.colours.size() + c];
    };
    for (std::size_t c = 0; c < patches.colours.size(); ++c) placeOf(0, c) = patches.colours[c].begin;
    int bundle = 0;
    for (std::size_t t = 0; t < tiles.size(); ++t) {
        const int first = bundle;
        const std::span<SolverBatch> own = batches.subspan(t * patches.colours.size(), patches.colours.size());
        std::size_t used = 0;
        for (std::size_t c = 0; c < patches.colours.size(); ++c) {
            const auto low = patches.low.begin();
            const int end = static_cast<int>(
                std::lower_bound(low + placeOf(t, c), low + patches.colours[c].end, cuts[t + 1]) - low);
            const int count = (end - placeOf(t, c) + 7) / 8;
            if (count > 0) own[used++] = {{bundle - first, bundle - first + count}, {0, 0}};
            bundle += count;
            placeOf(t + 1, c) = end;
        }
        tiles[t] = {{cuts[t], cuts[t + 1]}, {first, bundle}, own.subspan(0, used)};
    }
    s.bundlePatch = s.arena.allocate<int32_t>(8 * bundle, "bundle patches");
    parallelFor(s.tasks, tileCount, 4, [&](int begin, int end, int) {
        for (std::size_t t = static_cast<std::size_t>(begin); t < static_cast<std::size_t>(end); ++t) {
            int next = tiles[t].bundles.begin;
            for (std::size_t c = 0; c < patches.colours.size(); ++c) {
                layPlaces(s, patches, placeOf(t, c), placeOf(t + 1, c), next);
                next += (placeOf(t + 1, c) - placeOf(t, c) + 7) / 8;
            }
        }
    });
    s.tiling.tiles = tiles;
    return bundle;
}

// Where tiles are worth while and possible, the cuts between them.
std::span<const int32_t> tileCuts(StepContext& s, const OrderedPatches& patches, int bundleCount) {
    const bool isPlain = !s.solverFunction && mayTile(s.def.solver) && !s.meter.enabled && s.joints.bundles.empty() &&
                         s.joints.trees.empty() && s.joints.loneTrees.empty();
    if (!isPlain) return {};
    const int64_t states = s.model.states.count() - 1;
    const std::span<const int32_t> cuts =
        cutStates(s, patches, max(1, static_cast<int>(states * tileSize(s, bundleCount) / bundleCount)));
    const int tileCount = static_cast<int>(cuts.size()) - 1;
    return tileCount >= 2 * usableWorkerCount(s.tasks) ? cuts : std::span<const int32_t>{};
}

// Colour by colour.
int layColours(StepContext& s) {
    const Model& m = s.model;
    const uint64_t active = m.graph.activeColours();
    const int overflow = m.graph.edgeCount(GraphEdge::Patch, Colouring::kOverflow);
    const int alone = overflow + (s.joints.overflow.end - s.joints.overflow.begin);
    const auto bundlesIn = [&](int c) { return (m.graph.edgeCount(GraphEdge::Patch, c) + 7) / 8; };
    const auto forColours = [&](auto fn) {
        for (uint64_t left = active; left != 0; left &= left - 1) fn(std::countr_zero(left));
    };
    int bundleCount = overflow;
    forColours([&](int c) { bundleCount += bundlesIn(c); });
    OrderedPatches patches{};
    if (wantOrder(bundleCount, usableWorkerCount(s.tasks))) {
        patches = orderPatches(s);
        if (alone == 0)
            if (const std::span<const int32_t> cuts = tileCuts(s, patches, bundleCount); !cuts.empty())
                return layTiles(s, patches, cuts);
    } else if (wantOrder(bundleCount, s.workerCount)) {
        leaveRoomToOrder(s);
    }

    s.bundlePatch = s.arena.allocate<int32_t>(8 * bundleCount, "bundle patches");
    if (!patches.colours.empty()) {
        s.bundleLow = s.arena.allocate<int32_t>(bundleCount, "lowest states of bundles");
        for (int i = 0; i < overflow; ++i) s.bundleLow[static_cast<std::size_t>(i)] = 0;
    }
    s.batches = s.arena.allocate<SolverBatch>(std::popcount(active) + alone, "colours");
    // Overflow first, one at a time: the colours after it include everything that rests on the ground.
    std::size_t batch = 0, ordered = 0;
    int next = 0;
    for (int i = s.joints.overflow.begin; i < s.joints.overflow.end; ++i) s.batches[batch++] = {{0, 0}, {i, i + 1}};
    m.graph.forEachEdge(GraphEdge::Patch, Colouring::kOverflow, [&](int patch) {
        idleBundle(s, next);
        patchAt(s, next, 0) = patch;
        s.batches[batch++] = {{next, next + 1}, {0, 0}};
        ++next;
    });
    forColours([&](int c) {
        const int first = next;
        next += bundlesIn(c);
        const BundleRange joints = s.joints.colours[c];
        if (next > first || joints.end > joints.begin) // else all are of lone trees
            s.batches[batch++] = {{first, next}, joints};
        if (next == first) return;
        if (patches.colours.empty()) return layEdges(s, c, first);
        const OrderedColour& o = patches.colours[ordered++];
        layPlaces(s, patches, o.begin, o.end, first);
        for (int bundle = first; bundle < next; ++bundle)
            s.bundleLow[static_cast<std::size_t>(bundle)] =
                patches.low[static_cast<std::size_t>(o.begin + 8 * (bundle - first))];
    });
    s.batches = s.batches.subspan(0, batch);
    return bundleCount;
}

// Ranges of bundles whose bodies lie side by side: not colour after colour, each of which strides through all patches,
// contacts and bodies, but some hundred bodies of all colours, then the next ones. For what caches do not hold.
std::span<BundleRange> rangesByState(StepContext& s) {
    constexpr int kStates = 128;
    const int stateCount = s.model.states.count(), batchCount = static_cast<int>(s.batches.size());
    const std::span<BundleRange> ranges =
        s.arena.allocate<BundleRange>((stateCount / kStates + 1) * batchCount, "ranges of bundles");
    const std::span<int> next = s.arena.allocate<int>(batchCount, "next bundle of each colour");
    for (std::size_t i = 0; i < next.size(); ++i) next[i] = s.batches[i].contacts.begin;
    std::size_t count = 0;
    const auto low = s.bundleLow.begin();
    for (int state = kStates; state < stateCount + kStates; state += kStates)
        for (std::size_t i = 0; i < next.size(); ++i) {
            const auto end = std::lower_bound(low + next[i], low + s.batches[i].contacts.end, state);
            if (end > low + next[i]) ranges[count++] = {next[i], static_cast<int>(end - low)};
            next[i] = static_cast<int>(end - low);
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
    if (!s.tiling.tiles.empty()) return bundleCount;
    constexpr std::size_t kFewBatches = 128; // each bundle of the overflow is one
    if (bundleCount > kFarBundles && !s.bundleLow.empty() && s.batches.size() <= kFewBatches) {
        s.ranges = rangesByState(s);
    } else if (usableWorkerCount(s.tasks) > 1) {
        s.ranges = contactRanges(s.arena, s.batches);
    } else { // one core has them all: in the order of memory
        s.ranges = s.arena.allocate<BundleRange>(1, "range of all bundles");
        s.ranges[0] = {0, bundleCount};
    }
    return bundleCount;
}

} // namespace cairn
