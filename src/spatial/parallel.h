// The seam between the trees and the task system: a fixed number of tasks, each writing to its own place, so the result
// is the same for any number of threads and for none.
#pragma once

#include <cairn/tasks.h>

namespace cairn {

template <class F> void forEachTask(const TaskSystem* tasks, int count, F&& f) {
    if (!tasks) {
        for (int i = 0; i < count; ++i) f(i);
        return;
    }
    parallelFor(*tasks, count, 1, [&](int begin, int end, int /*worker*/) {
        for (int i = begin; i < end; ++i) f(i);
    });
}

// Cuts [0, total) into blocks by the total alone.
struct Blocks {
    int count, size, total;
    explicit Blocks(int n, int minSize = 2048, int maxCount = 64) : total(n) {
        size = (n + maxCount - 1) / maxCount;
        if (size < minSize) size = minSize;
        count = (n + size - 1) / size;
    }
    int begin(int block) const { return block * size; }
    int end(int block) const { return (block + 1) * size < total ? (block + 1) * size : total; }
};

} // namespace cairn
