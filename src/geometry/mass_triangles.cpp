// Mass of the solid inside a closed triangle surface.
#include "geometry/hull_cloud.h"
#include "geometry/mass_integrals.h"

#include <cairn/error.h>

#include <algorithm>

namespace cairn {

namespace {

constexpr const char* kFunction = "massOfTriangles";

MassProperties refuse(const char* field, double value, const char* reason) {
    reportError({kFunction, field, value, reason});
    return {};
}

// Numbers the positions so that equal ones share a number.
void weldPositions(std::span<const Vec3> positions, Array<uint32_t>& number) {
    const int count = static_cast<int>(positions.size());
    Array<uint32_t> order(count);
    number.resize(count);
    for (int i = 0; i < count; ++i) order[i] = static_cast<uint32_t>(i);
    // total order: position, then number
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        if (comesBefore(positions[a], positions[b])) return true;
        if (comesBefore(positions[b], positions[a])) return false;
        return a < b;
    });
    for (int i = 0; i < count; ++i) {
        const uint32_t v = order[i];
        const bool same = i > 0 && positions[v] == positions[order[i - 1]];
        number[static_cast<int>(v)] = same ? number[static_cast<int>(order[i - 1])] : v;
    }
}

// Every directed edge must be there as often as its opposite. Returns the first triangle with an edge that is not, or
// -1.
int findOpenTriangle(std::span<const uint32_t> indices, const Array<uint32_t>& number) {
    struct Edge {
        uint32_t low, high;
        int32_t direction; // +1 from low to high
        int32_t triangle;
    };
    Array<Edge> edges;
    edges.reserve(static_cast<int>(indices.size()));
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const std::size_t t = i / 3;
        const uint32_t a = number[static_cast<int>(indices[i])];
        const uint32_t b = number[static_cast<int>(indices[3 * t + (i + 1) % 3])];
        if (a == b) continue; // a triangle without area
        edges.push({a < b ? a : b, a < b ? b : a, a < b ? 1 : -1, static_cast<int32_t>(t)});
    }
    // total order: edge, triangle, direction; what is left is equal in every field
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        if (a.low != b.low) return a.low < b.low;
        if (a.high != b.high) return a.high < b.high;
        if (a.triangle != b.triangle) return a.triangle < b.triangle;
        return a.direction < b.direction;
    });
    for (int i = 0; i < edges.count();) {
        int balance = 0, j = i;
        for (; j < edges.count() && edges[j].low == edges[i].low && edges[j].high == edges[i].high; ++j)
            balance += edges[j].direction;
        if (balance != 0) return edges[i].triangle;
        i = j;
    }
    return -1;
}

} // namespace

MassProperties massOfTriangles(std::span<const Vec3> positions, std::span<const uint32_t> indices, float density) {
    if (!(density > 0.0f) || !isFinite(density))
        return refuse("density", static_cast<double>(density), "must be positive and finite");
    if (indices.empty() || indices.size() % 3 != 0 || indices.size() > 0x7FFFFFF0u || positions.size() > 0x7FFFFFF0u)
        return refuse("indices", static_cast<double>(indices.size()), "must hold three indices per triangle");
    Aabb box = kEmptyAabb;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (!isFinite(positions[i])) return refuse("positions", static_cast<double>(i), "this vertex is not finite");
        box = {min(box.lower, positions[i]), max(box.upper, positions[i])};
    }
    for (const uint32_t i : indices)
        if (i >= positions.size()) return refuse("indices", static_cast<double>(i), "there is no such vertex");
    Array<uint32_t> number;
    weldPositions(positions, number);
    const int open = findOpenTriangle(indices, number);
    if (open >= 0)
        return refuse("indices", open, "the surface is open at this triangle, or its neighbour is wound the other way");

    const DVec3 origin = 0.5 * (toDouble(box.lower) + toDouble(box.upper));
    const auto at = [&](std::size_t i) { return toDouble(positions[indices[i]]) - origin; };
    MassIntegrals sum;
    double absolute = 0;
    for (std::size_t i = 0; i < indices.size(); i += 3) {
        const DVec3 a = at(i), b = at(i + 1), c = at(i + 2);
        addTetrahedron(sum, a, b, c);
        absolute += abs(dot(a, cross(b, c))) / 6.0;
    }
    // Signed tetrahedra that cancel to less than rounding can tell apart enclose nothing.
    if (!(abs(sum.volume) > 1e-12 * absolute)) return refuse("indices", sum.volume, "the surface encloses no volume");
    if (sum.volume < 0) return refuse("indices", sum.volume, "the triangles face inwards: the volume is negative");
    return toMassProperties(sum, origin, density);
}

} // namespace cairn
