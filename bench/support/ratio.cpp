// The table of comparisons, and main().
#include "support/ratio.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace cairn::bench {
namespace {

struct Line {
    std::string name;
    double oursNs, peerNs, limit;

    double ratio() const { return oursNs / peerNs; }
    bool over() const { return limit > 0.0 && ratio() > limit; }
};

std::vector<Line>& lines() {
    static std::vector<Line> all;
    return all;
}

// Returns how many comparisons are over their limit.
int printTable() {
    if (lines().empty()) return 0;
    int overCount = 0;
    std::printf("\n%-44s %12s %12s %7s %7s\n", "comparison", "ours ns", "peer ns", "ratio", "limit");
    for (const Line& line : lines()) {
        std::printf("%-44s %12.1f %12.1f %7.3f ", line.name.c_str(), line.oursNs, line.peerNs, line.ratio());
        if (line.limit > 0.0) {
            std::printf("%7.2f  %s\n", line.limit, line.over() ? "over" : "ok");
        } else {
            std::printf("%7s\n", "-");
        }
        overCount += line.over() ? 1 : 0;
    }
    return overCount;
}

} // namespace

void report(benchmark::State& state, const char* name, const CompareOptions& options, double oursNs, double peerNs) {
    state.counters["ours_ns"] = oursNs;
    state.counters["peer_ns"] = peerNs;
    state.counters["ratio"] = oursNs / peerNs;
    lines().push_back({name, oursNs, peerNs, options.limit});
}

} // namespace cairn::bench

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    bool enforce = false;
    for (int i = 1; i < argc; ++i) enforce = enforce || std::strcmp(argv[i], "--limits") == 0;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    const int overCount = cairn::bench::printTable();
    if (enforce && cairn::bench::lines().empty()) {
        std::fprintf(stderr, "no comparison was run: there is nothing to hold to its limit\n");
        return 1;
    }
    return enforce && overCount > 0 ? 1 : 0;
}
