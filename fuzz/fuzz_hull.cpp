// The hull builder on clouds made from bytes: whatever comes in, the result is a valid polyhedron or a reported error.
//
// The first bytes pick options and a mode; the mode turns the rest into points, so that a few bits flip between the
// kinds of trouble: lattices, nearly coplanar points, duplicates, huge and tiny sizes, raw floats.
#include "support/bytes.h"
#include "support/hull_check.h"

#include <cairn/error.h>
#include <cairn/hull.h>
#include <cairn/mass.h>

#include <cstdlib>
#include <vector>

namespace {

using namespace cairn;
using cairn::fuzz::Bytes;

Vec3 makePoint(int mode, Bytes& in, const std::vector<Vec3>& points) {
    switch (mode) {
    case 0: return {in.raw(), in.raw(), in.raw()};
    case 1: return {in.small(), in.small(), in.small()};
    case 2: { // lattice
        const int b = in.byte();
        return {static_cast<float>(b & 7), static_cast<float>(b >> 3 & 7), static_cast<float>(b >> 6)};
    }
    case 3: return {in.small(), 1e-6f * in.small(), in.small()};              // nearly flat
    case 4: return normalizeOr({in.fine(), in.fine(), in.fine()}, {1, 0, 0}); // sphere
    case 5: {                                                                 // near duplicates
        const Vec3 d{in.small(), in.small(), in.small()};
        return points.size() < 4 ? d : points[in.byte() % points.size()] + 1e-6f * d;
    }
    case 6: { // rings
        const SinCos t = sinCos(static_cast<float>(in.byte()) * (kPi / 128));
        return {t.cos, static_cast<float>(in.byte() % 3), t.sin};
    }
    default: return {1e6f * in.fine(), in.fine(), 1e-3f * in.fine()}; // needle
    }
}

void fail(const char* what) {
    std::fprintf(stderr, "hull: %s\n", what);
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
    Bytes in{data, size};
    const int control = in.byte(), mode = in.byte() % 8;
    static const float kTolerances[] = {0.0f, 1e-3f, 1e-5f, 0.05f};
    static const int kLimits[] = {64, 4, 12, 1000};
    static const float kScales[] = {1.0f, 1e-4f, 1e6f, 1.0f};
    const HullOptions options{.maxVertices = kLimits[control & 3], .mergeTolerance = kTolerances[control >> 2 & 3]};
    const float scale = kScales[control >> 4 & 3];
    const Quat turn = control & 64 ? fromAxisAngle(normalize(Vec3{1, 2, 3}), 0.7f) : kIdentityQuat;
    std::vector<Vec3> points;
    while (in.size > 0 && points.size() < 600) {
        const int pointMode = control & 128 ? in.byte() % 8 : mode;
        points.push_back(makePoint(pointMode, in, points));
    }
    for (Vec3& p : points) p = rotate(turn, scale * p);

    ErrorCapture capture;
    const Hull hull = buildHull(points, options);
    if (hull.empty() != (capture.count() == 1)) fail("neither a hull nor one error");
    if (hull.empty()) return 0;
    const std::string problem = test::hullProblem(hull, 2.0 * static_cast<double>(options.mergeTolerance) + 1e-5);
    if (!problem.empty()) fail(problem.c_str());
    if (hull.vertices.count() > options.maxVertices) fail("too many vertices");
    const MassProperties mass = massProperties(ShapeHull{&hull, 0.1f * hull.innerRadius}, 1.0f);
    if (capture.count() == 0 && !(mass.mass >= hull.volume)) fail("rounding lost mass");
    return 0;
}
