// Cell-like ordering (Tsuda 2009): few batches of many blocks, where a colouring has many batches.
//
//     +-----+-----+       batch 0, volume: edges inside a cell             a block each
//     |     |     |       batch 1, face:   edges across two cells          one for each wall
//     +-----+-----+       batch 2, line:   what walls left over where they meet
//     |     |     |       batch 3, point:  the rest
//     +-----+-----+
//
// A node with n edges needs n colours; here all of its edges run in one block, in order. A batch takes edges greedily:
// an edge joins a block unless one of its nodes is already with another block of the batch, and what is left makes the
// next batch. So every batch takes at least one edge, and three or four take them all.
#pragma once

#include "graph/schedule.h"

namespace cairn {

// Cells grown breadth-first over the graph, of about `blockSize` edges each.
Schedule grownCells(FrameArena& arena, std::span<const ScheduleEdge> edges, int nodeCount, int blockSize);

// Cells given by a key for each node: nodes with equal keys lie in the same cell. Walls are pairs of keys.
Schedule keyedCells(FrameArena& arena, std::span<const ScheduleEdge> edges, std::span<const uint64_t> nodeKeys);

// A colouring by geometry, which looks at no neighbours: space is cut into cubes, and the colour of a cube is whether
// it is even or odd along x, y and z.
//
//     +---+---+---+---+       cubes of one colour are a cube apart, so edges in two of them share no node that is
//     | 0 | 1 | 0 | 1 |       smaller than that: eight batches, however many edges a node has
//     +---+---+---+---+
//     | 2 | 3 | 2 | 3 |       what a larger node keeps from running in its own batch runs in a second round
//     +---+---+---+---+
//
// `edgeCubes`: where an edge lies, 21 bits an axis, x lowest.
Schedule gridColours(FrameArena& arena, std::span<const ScheduleEdge> edges, std::span<const uint64_t> edgeCubes,
                     int nodeCount);

} // namespace cairn
