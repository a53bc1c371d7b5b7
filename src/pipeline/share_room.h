// Scratch of workers. Which worker gets which piece of work is chance; so that this does not decide when memory is
// needed, all of them have room for what any of them has needed.
#pragma once

#include <cairn/math.h>

#include <span>

namespace cairn {

// The named arrays of every worker's scratch.
template <class Scratch, class... Fields> void shareRoom(std::span<Scratch> workers, Fields... fields) {
    const auto share = [&](auto field) {
        int most = 0;
        for (Scratch& scratch : workers) most = max(most, (scratch.*field).capacity());
        for (Scratch& scratch : workers) (scratch.*field).reserve(most);
    };
    (share(fields), ...);
}

} // namespace cairn
