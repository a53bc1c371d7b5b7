#include <cairn/cairn.h>

#include <cstdio>

int main() {
    const cairn::Shape crate = cairn::ShapeBox{.halfExtents = {1.0f, 0.5f, 0.5f}};
    const cairn::Transform pose{{0.0f, 2.0f, 0.0f}, cairn::kIdentityQuat};
    if (!cairn::validate(crate, "main")) return 1;
    const cairn::Aabb bounds = cairn::computeAabb(crate, pose);
    std::printf("the crate's box reaches from y = %g to %g\n", bounds.lower.y, bounds.upper.y);
}
