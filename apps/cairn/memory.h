// Counts the bytes that Cairn holds, through its allocator hook.
#pragma once

#include <cstddef>

namespace cairn::app {

// Before anything else allocates.
void countMemory();
std::size_t memoryInUse();

} // namespace cairn::app
