// Hull building against qhull: clouds on a sphere, in a ball and in a box.
#include "support/ratio.h"

#include "support/qhull.h"
#include "support/random.h"

#include <cairn/hull.h>

#include <string>

namespace cairn::bench {

namespace {

enum class CloudKind { Sphere, Ball, Box };

std::vector<Vec3> makePoints(CloudKind kind, int count) {
    test::Random random(static_cast<uint64_t>(count));
    std::vector<Vec3> points;
    while (static_cast<int>(points.size()) < count) {
        const Vec3 p = random.inBox(1.0f);
        if (kind == CloudKind::Sphere) {
            points.push_back(random.unitVector());
        } else if (kind == CloudKind::Box || length(p) <= 1.0f) {
            points.push_back(p);
        }
    }
    return points;
}

template <CloudKind kind> void hullBuild(benchmark::State& state) {
    static const char* const kNames[] = {"on a sphere", "in a ball", "in a box"};
    const int count = static_cast<int>(state.range(0));
    const std::vector<Vec3> points = makePoints(kind, count);
    const std::vector<double> xyz = test::Qhull::flatten(points);
    test::Qhull qhull;
    const std::string name =
        "hull of " + std::to_string(count) + " points " + kNames[static_cast<int>(kind)] + " vs qhull";
    // Both build the whole hull: no vertex limit, no merging beyond rounding.
    const HullOptions options{.maxVertices = kMaxHullVertices, .mergeTolerance = 0.0f};
    compare(
        state, name.c_str(), {.limit = 1.0, .seconds = 0.5}, [&] { return buildHull(points, options).volume; },
        [&] { return qhull.run(xyz, false).ok; });
}

// What a game asks for: 64 vertices at most. Against the same full qhull.
void hullDefault(benchmark::State& state) {
    const int count = static_cast<int>(state.range(0));
    const std::vector<Vec3> points = makePoints(CloudKind::Sphere, count);
    const std::vector<double> xyz = test::Qhull::flatten(points);
    test::Qhull qhull;
    const std::string name = "64-vertex hull of " + std::to_string(count) + " points on a sphere vs full qhull";
    compare(
        state, name.c_str(), {.seconds = 0.5}, [&] { return buildHull(points).volume; },
        [&] { return qhull.run(xyz, false).ok; });
}

} // namespace

CAIRN_COMPARISON(hullBuild<CloudKind::Sphere>)->Arg(100)->Arg(1000)->Arg(10000);
CAIRN_COMPARISON(hullBuild<CloudKind::Ball>)->Arg(100)->Arg(1000)->Arg(10000);
CAIRN_COMPARISON(hullBuild<CloudKind::Box>)->Arg(100)->Arg(1000)->Arg(10000);
CAIRN_COMPARISON(hullDefault)->Arg(100)->Arg(1000)->Arg(10000);

} // namespace cairn::bench
