// Schedules: orders in which the edges of a graph are worked on. Knows nodes and edges, and nothing of what they are.
//
//     batch 0                      batch 1
//     [ block 0 ] [ block 1 ] ->   [ block 2 ] ...
//       e e e e     e e e            e e
//
// Batches run one after the other. The blocks of a batch share no node, so they run side by side; the edges of a block
// run in order.
#pragma once

#include "base/frame_arena.h"

#include <cstdint>
#include <span>

namespace cairn {

inline constexpr int32_t kFixedNode = -1; // an end that nothing moves: shared by anybody

struct ScheduleEdge {
    int32_t a, b;
};

struct Schedule {
    std::span<int32_t> order{};    // edges
    std::span<int32_t> blockEnd{}; // in `order`
    std::span<int32_t> batchEnd{}; // in `blockEnd`
};

// Everything in one block.
Schedule serialSchedule(FrameArena& arena, int edgeCount);
// The same in a random order that depends on the seed alone.
Schedule shuffledSchedule(FrameArena& arena, int edgeCount, uint64_t seed);

// Lanes side by side that give the result of one after the other. An edge goes to the first bundle of its kind that has
// room and comes after the last bundle with one of its nodes. A bundle holds edges of one kind.
class Packer {
public:
    // Room for `edgeCount` edges on nodes below `nodeCount`.
    Packer(FrameArena& arena, int nodeCount, int edgeCount);
    // What comes next runs after all that is packed already, or beside it on other nodes.
    void beginBlock();
    // Bundle of the edge and its lane.
    struct Place {
        int32_t bundle, lane;
        bool isNew;
    };
    Place add(ScheduleEdge edge, uint64_t kind);
    int bundleCount() const { return m_count; }

private:
    static constexpr int kLaneCount = 8;
    struct Bundle {
        uint64_t kind;
        int32_t used;
    };
    std::span<int32_t> m_next; // per node: the first bundle that may hold it
    std::span<Bundle> m_bundles;
    int32_t m_open = 0, m_count = 0; // m_open: all before it in this block are full
};

} // namespace cairn
