// Any two convex shapes or a plane, any finite pose: the manifold is sound, and the batch of boxes agrees with the
// single call.
#include <cairn/hull.h>
#include <cairn/manifold.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

using namespace cairn;

struct Reader {
    const uint8_t* data;
    std::size_t left;

    uint8_t byte() { return left > 0 ? (--left, *data++) : uint8_t(0); }
    // Any finite value: half the time a tame one.
    float number() {
        const uint8_t kind = byte();
        uint32_t bits = 0;
        for (int i = 0; i < 4; ++i) bits = bits << 8 | byte();
        if (kind & 1) return static_cast<float>(static_cast<int32_t>(bits)) * 0x1p-28f;
        float x;
        std::memcpy(&x, &bits, 4);
        return isFinite(x) ? clamp(x, -1e7f, 1e7f) : 0.0f;
    }
    float size() { return clamp(abs(number()), 1e-3f, 1e4f); }
};

const Hull& hull(int index) {
    static const Hull hulls[2] = {
        buildBoxHull({0.5f, 0.4f, 0.3f}), [] {
            const Vec3 points[] = {{0, 1, 0}, {1, -1, 0}, {-1, -1, 0.5f}, {0, -1, -1}, {0.3f, 0.2f, 0.9f}};
            return buildHull(points);
        }()};
    return hulls[index & 1];
}

Shape readShape(Reader& in) {
    const int kind = in.byte() % 7;
    const float rounding = in.byte() & 1 ? 0.0f : in.size();
    const float x = in.size(), y = in.size(), z = in.size();
    switch (kind) {
    case 0: return ShapeSphere{x};
    case 1: return ShapeCapsule{y, x};
    case 2: return ShapeBox{{x, y, z}, rounding};
    case 3: return ShapeCylinder{y, x, rounding};
    case 4: return ShapeCone{y, x, rounding};
    case 5: return ShapeHull{&hull(in.byte()), rounding};
    default: return ShapePlane{};
    }
}

void require(bool condition) {
    if (!condition) std::abort();
}

void check(const Manifold& m, float margin) {
    require(m.count >= 0 && m.count <= 4);
    if (m.count == 0) return;
    require(abs(length(m.normal) - 1.0f) < 1e-2f);
    for (int i = 0; i < m.count; ++i) {
        require(isFinite(m.points[i].position) && isFinite(m.points[i].separation));
        require(m.points[i].separation <= margin + 1e-3f * (1.0f + abs(margin)));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
    Reader in{data, size};
    const Shape a = readShape(in), b = readShape(in);
    const Vec3 p{in.number(), in.number(), in.number()};
    const Quat q = normalize(Quat{{in.number(), in.number(), in.number()}, in.number()});
    const Transform x{p, isValidRotation(q) ? q : kIdentityQuat};
    const float margin = clamp(abs(in.number()), 0.0f, 10.0f);
    ManifoldCache cache;
    cache.kind = in.byte();
    ManifoldCache batchCaches[3] = {cache, cache, cache};
    Manifold m;
    for (int step = 0; step < 2; ++step) {
        collideConvex(a, b, x, margin, cache, m);
        check(m, margin);
    }
    ManifoldCache swapped;
    Manifold w;
    collideConvex(b, a, inverse(x), margin, swapped, w);
    check(w, margin);
    if (a.kind == ShapeKind::Box && b.kind == ShapeKind::Box) {
        const BoxPair pair{&a, &b, x, margin}, pairs[3] = {pair, pair, pair};
        Manifold batch[3];
        for (int step = 0; step < 2; ++step) collideBoxes(pairs, batchCaches, batch);
        require(batch[2].count == m.count);
        for (int i = 0; i < m.count; ++i)
            require(std::memcmp(&batch[2].points[i], &m.points[i], sizeof(ManifoldPoint)) == 0);
    }
    return 0;
}
