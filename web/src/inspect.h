// What debug drawing shows of a world, in bulk: arrays that are valid until the next of these calls.
#pragma once

#include <cairn/c.h>

extern "C" {

// A contact point, sleeping or awake.
typedef struct cairn_inspected_contact {
    cairn_vec3 position;
    cairn_vec3 normal;          // from A to B
    float separation;           // m
    float impulse;              // Ns along the normal, in one substep
    cairn_vec3 frictionImpulse; // Ns on B: its share of what the patch has
} cairn_inspected_contact;
static_assert(sizeof(cairn_inspected_contact) == 44); // testbed/src/inspect.js
int cairn_inspect_contacts(cairn_world* world, const cairn_inspected_contact** out);

// A constraint, from one body to the other, or to the place of contact with one that does not move. Constraints of a
// batch run side by side: `batch` is the colour. Those of a block run one after the other: `block` is the cell.
typedef struct cairn_inspected_constraint {
    cairn_vec3 from, to;
    int32_t batch, block;
} cairn_inspected_constraint;
static_assert(sizeof(cairn_inspected_constraint) == 32);
int cairn_inspect_constraints(cairn_world* world, const cairn_inspected_constraint** out);

// For each body the index of the first one of its island: dynamic bodies that hang together by contacts and joints,
// awake or asleep. -1 for others.
void cairn_inspect_islands(cairn_world* world, const cairn_body_id* bodies, int count, int32_t* out);

// Boxes of the tree over what moves (0) or over what does not (1), parents first.
typedef struct cairn_inspected_box {
    cairn_vec3 lower, upper;
    int32_t depth; // of the root: 0
    int32_t leaf;
} cairn_inspected_box;
static_assert(sizeof(cairn_inspected_box) == 32);
int cairn_inspect_boxes(cairn_world* world, int tree, const cairn_inspected_box** out);

// Strings of distance joints, from end to end.
typedef struct cairn_inspected_rope {
    cairn_vec3 from, to;
} cairn_inspected_rope;
static_assert(sizeof(cairn_inspected_rope) == 24);
int cairn_inspect_ropes(cairn_world* world, const cairn_inspected_rope** out);

int cairn_inspect_joints(cairn_world* world, const cairn_joint_id** out);
}
