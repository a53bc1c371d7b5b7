// Stages over batches of constraints. See stages.h.
#include "constraints/impulses.h"
#include "solvers/stages.h"

namespace cairn {

namespace {

constexpr int kBundlesPerBlock = 4;
constexpr int kJointsPerBlock = 4; // bundles; each is dearer than one of contacts
constexpr int kHeldPerBlock = 8;   // bundles: only their rows

int blocksOf(BundleRange range, int size) { return (range.end - range.begin + size - 1) / size; }

BundleRange blockOf(BundleRange range, int block, int size) {
    const int begin = range.begin + block * size;
    return {begin, min(begin + size, range.end)};
}

// Blocks of a colour: joints first, then contacts. They share no body, so the order is one of convenience.
SolverBlock blockOf(const SolverBatch& batch, int block) {
    if (!batch.blocks.empty()) return batch.blocks[static_cast<std::size_t>(block)];
    const int first = blocksOf(batch.joints, kJointsPerBlock);
    if (block < first) return {{0, 0}, blockOf(batch.joints, block, kJointsPerBlock)};
    return {blockOf(batch.contacts, block - first, kBundlesPerBlock), {0, 0}};
}

template <class T> std::span<T> part(std::span<T> all, BundleRange range) {
    return all.subspan(static_cast<std::size_t>(range.begin), static_cast<std::size_t>(range.end - range.begin));
}

// Calls joints(bundles, first) and contacts(bundles, first) for what the block has of each.
template <class Joints, class Contacts> void runBlock(void* context, int block, Joints joints, Contacts contacts) {
    const StageContext& c = *static_cast<StageContext*>(context);
    const SolverBlock range = blockOf(c.batch, block);
    if (c.sweep->hasJoints && range.joints.end > range.joints.begin)
        joints(part(c.sweep->joints, range.joints), range.joints.begin);
    if (range.contacts.end > range.contacts.begin)
        contacts(part(c.sweep->contacts, range.contacts), range.contacts.begin);
}

struct BlockView {
    const SolverSweep& sweep;
    const SolverInput& in;
    JointStep jointStep;
    explicit BlockView(void* context)
        : sweep(*static_cast<StageContext*>(context)->sweep),
          in(static_cast<StageContext*>(context)->solve->in), jointStep{sweep.step.h, sweep.step.inverseH} {}
    BodyState* states() const { return sweep.states; }
    const BodyMass* masses() const { return in.masses.data(); }
};

using Joints = std::span<JointBundle* const>;
using Contacts = std::span<ContactBundle>;

// Slots of a bundle; joints come after all contacts.
VelocitySlots slotsOf(void* context, int bundle, bool isJoint) {
    const Solve& s = *static_cast<StageContext*>(context)->solve;
    const std::size_t before = isJoint ? s.in.bundles.size() : 0;
    return {&s.slots[kSlotsPerBundle * (before + static_cast<std::size_t>(bundle))],
            s.in.splitCounts.empty() ? nullptr : s.in.splitCounts.data()};
}

} // namespace

int batchBlocks(const SolverBatch& batch) {
    if (!batch.blocks.empty()) return static_cast<int>(batch.blocks.size());
    return blocksOf(batch.joints, kJointsPerBlock) + blocksOf(batch.contacts, kBundlesPerBlock);
}

// Ordered by the worker that owns the block in the solve, if there are as many workers as there can be.
std::span<BundleRange> contactRanges(FrameArena& arena, std::span<const SolverBatch> batches) {
    const auto forRanges = [&](auto fn) {
        for (const SolverBatch& batch : batches) {
            const int count = batchBlocks(batch);
            for (int block = 0; block < count; ++block) {
                const BundleRange range = blockOf(batch, block).contacts;
                if (range.end > range.begin) fn((kMaxWorkerCount * (block + 1) - 1) / count, range);
            }
        }
    };
    int next[kMaxWorkerCount + 1] = {};
    forRanges([&](int owner, BundleRange) { ++next[owner + 1]; });
    for (int i = 0; i < kMaxWorkerCount; ++i) next[i + 1] += next[i];
    const std::span<BundleRange> ranges = arena.allocate<BundleRange>(next[kMaxWorkerCount], "ranges of bundles");
    forRanges([&](int owner, BundleRange range) { ranges[static_cast<std::size_t>(next[owner]++)] = range; });
    return ranges;
}

void warmStartBlock(int block, int, void* context) {
    const BlockView v(context);
    runBlock(
        context, block, [&](Joints b, int) { warmStartJoints(b, v.jointStep, v.states(), v.masses()); },
        [&](Contacts b, int) { warmStartContacts(b, v.states()); });
}

void measureBlock(int block, int, void* context) {
    const BlockView v(context);
    runBlock(
        context, block, [](Joints, int) {}, [&](Contacts b, int) { measureContacts(b, v.states()); });
}

void solveBlock(int block, int, void* context) {
    const BlockView v(context);
    runBlock(
        context, block, [&](Joints b, int) { solveJoints(b, v.jointStep, v.states(), v.masses()); },
        [&](Contacts b, int) { solveContacts(b, v.sweep.step, v.states()); });
}

void relaxBlock(int block, int, void* context) {
    const BlockView v(context);
    runBlock(
        context, block, [&](Joints b, int) { relaxJoints(b, v.jointStep, v.states(), v.masses()); },
        [&](Contacts b, int) { relaxContacts(b, v.sweep.step, v.states()); });
}

void sweepBlock(int block, int, void* context) {
    const BlockView v(context);
    runBlock(
        context, block,
        [&](Joints b, int) {
            const auto run = v.sweep.jointPass == JointPass::Relax ? relaxJoints : solveJoints;
            run(b, v.jointStep, v.states(), v.masses());
        },
        [&](Contacts b, int) { sweepContacts(b, v.sweep.step, v.states()); });
}

// Every pass starts anew: positions keep what the last one has done.
void moveBlock(int block, int worker, void* context) {
    clearBlock(block, worker, context);
    const BlockView v(context);
    runBlock(
        context, block, [&](Joints b, int) { moveJoints(b, v.jointStep, v.states(), v.masses()); },
        [&](Contacts b, int) { moveContacts(b, v.sweep.step, v.states()); });
}

void collectWarmBlock(int block, int, void* context) {
    const BlockView v(context);
    runBlock(
        context, block,
        [&](Joints b, int first) {
            collectJoints(b, JointPass::WarmStart, v.jointStep, v.states(), v.masses(), slotsOf(context, first, true));
        },
        [&](Contacts b, int first) { collectWarmContacts(b, v.states(), slotsOf(context, first, false)); });
}

void collectBlock(int block, int, void* context) {
    const BlockView v(context);
    runBlock(
        context, block,
        [&](Joints b, int first) {
            collectJoints(b, v.sweep.jointPass, v.jointStep, v.states(), v.masses(), slotsOf(context, first, true));
        },
        [&](Contacts b, int first) { collectContacts(b, v.sweep.step, v.states(), slotsOf(context, first, false)); });
}

static void scaleAll(int block, void* context, float factor) {
    runBlock(
        context, block,
        [&](Joints bundles, int) {
            for (JointBundle* const b : bundles) scaleImpulses(*b, factor);
        },
        [&](Contacts bundles, int) {
            for (ContactBundle& b : bundles) scaleImpulses(b, factor);
        });
}
void scaleBlock(int block, int, void* context) { scaleAll(block, context, BlockView(context).in.recipe.warmStart); }
void clearBlock(int block, int, void* context) { scaleAll(block, context, 0.0f); }
void forgetBlock(int block, int, void* context) {
    runBlock(
        context, block,
        [](Joints bundles, int) {
            for (JointBundle* const b : bundles) forgetHanded(*b);
        },
        [](Contacts, int) {});
}

// The shock begins where the solve has ended, and its answer is blended with that.
void beginShockBlock(int block, int, void* context) {
    const SolverInput& in = BlockView(context).in;
    runBlock(
        context, block, [](Joints, int) {},
        [&](Contacts bundles, int first) {
            for (std::size_t i = 0; i < bundles.size(); ++i)
                copyImpulses(bundles[i], in.bundles[static_cast<std::size_t>(first) + i]);
        });
}
void blendShockBlock(int block, int, void* context) {
    const SolverInput& in = BlockView(context).in;
    runBlock(
        context, block, [](Joints, int) {},
        [&](Contacts bundles, int first) {
            for (std::size_t i = 0; i < bundles.size(); ++i)
                blendImpulses(in.bundles[static_cast<std::size_t>(first) + i], bundles[i], in.recipe.shock);
        });
}

int heldBlocks(const SolverInput& in) { return blocksOf({0, static_cast<int>(in.held.size())}, kHeldPerBlock); }
void exportRows(int block, int, void* context) {
    const SolverInput& in = static_cast<StageContext*>(context)->solve->in;
    exportHeldRows(part(in.held, blockOf({0, static_cast<int>(in.held.size())}, block, kHeldPerBlock)),
                   in.states.data());
}

static void solveLone(const SolverInput& in, JointTree& tree, bool biased) {
    if (tree.chain) {
        solveChain(*tree.chain, biased, in.states.data());
        tree.solved += biased;
        return;
    }
    exportHeldRows(tree.held, in.states.data());
    factorTree(tree);
    solveTree(tree, biased, in.states.data());
}
void solveLoneBlock(int block, int, void* context) {
    const SolverInput& in = static_cast<StageContext*>(context)->solve->in;
    JointTree& tree = in.loneTrees[static_cast<std::size_t>(block)];
    if (tree.solved < tree.substeps) solveLone(in, tree, true);
}
void finishLoneBlock(int block, int, void* context) {
    const SolverInput& in = static_cast<StageContext*>(context)->solve->in;
    JointTree& tree = in.loneTrees[static_cast<std::size_t>(block)];
    solveLone(in, tree, false);
    if (tree.chain)
        storeChain(*tree.chain, tree.solved);
    else
        storeTree(tree);
}

} // namespace cairn
