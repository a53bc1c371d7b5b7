// What the files of row export share.
#pragma once

#include "constraints/lane_access.h"
#include "constraints/rows.h"

namespace cairn {

// Without bounds, softness and directions.
Row emptyRow(int32_t bodyA, int32_t bodyB, RowKind kind);
// Appends rows that are solved together.
void pushGroup(Array<Row>& out, std::span<Row> rows);
// The impulse of a row into the part it came from, with what the part remembers for its warm start.
void storeJointRow(const Row& row, double change);

// The rows of a part in lanes: J and C.
struct alignas(64) JacobianRow {
    JointLane linearA[3], angularA[3], linearB[3], angularB[3];
    JointLane C;
};
inline constexpr int kMaxPartRows = 3;

} // namespace cairn
