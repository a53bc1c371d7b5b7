// The boxes of a tree, for cairn_inspect_boxes.
#pragma once

#include "inspect.h"

#include <cairn/bvh.h>

namespace cairn {

void listBoxes(DynamicBvh& tree, Array<cairn_inspected_box>& out);

} // namespace cairn
