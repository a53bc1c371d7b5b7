// cairn replay: does a recording again and says where it differs.
#include "apps/cairn/commands.h"

#include <cairn/record.h>

#include <fmt/core.h>

#include <fstream>
#include <iterator>

namespace cairn::app {

int runReplay(const ReplayFileOptions& options) {
    std::ifstream in(options.file, std::ios::binary);
    const std::vector<char> text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (!in) {
        fmt::print(stderr, "cairn: cannot read {}\n", options.file);
        return 1;
    }
    const Workers workers(options.threads > 0 ? options.threads : hardwareThreads());
    const ReplayResult result = replay({reinterpret_cast<const uint8_t*>(text.data()), text.size()},
                                       {.tasks = workers.tasks(), .stopAtDifference = !options.goOn});
    if (!result.readable) return 1; // the reason has been reported
    fmt::print("{:<12} {}\n{:<12} {}\n", "steps", result.steps, "other calls", result.operations);
    if (!result.complete && result.firstDifferentStep < 0)
        fmt::print("The recording was cut off, or is damaged there.\n");
    if (result.firstDifferentStep >= 0)
        fmt::print("Step {} differs: {:016x} was recorded, {:016x} came out.\n", result.firstDifferentStep,
                   result.recordedHash, result.replayedHash);
    else
        fmt::print("Every step came out as recorded.\n");
    return result.same() ? 0 : 1;
}

} // namespace cairn::app
