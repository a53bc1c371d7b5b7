// Where a failed assertion ends.
#include "base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace cairn {

void assertFailed(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "cairn: %s:%d: assertion failed: %s\n", file, line, condition);
    std::abort();
}

} // namespace cairn
