#include <cairn/cairn.h>

#include <cstdio>

using namespace cairn;

int main() {
    // A hull around any cloud of points. An empty one means that the error callback has said why.
    const Vec3 cloud[] = {{0, 1, 0}, {1, 0, 0.2f}, {-1, 0, 0.3f}, {0, -1, 0}, {0.1f, 0, 1}, {0, 0.2f, -1}, {0, 0, 0}};
    const Hull rock = buildHull(cloud);
    if (rock.empty()) return 1;

    // Shapes are small values. They have no position of their own: poses in the world are doubles, and questions about
    // a pair are asked in the frame of the first shape.
    const Shape stone = ShapeHull{.hull = &rock};
    const Shape crate = ShapeBox{.halfExtents = {1.0f, 0.5f, 0.5f}};
    const WorldTransform cratePose{{1e6, 0.0, 0.0}, kIdentityQuat};
    WorldTransform stonePose{{1e6, 2.0, 0.0}, fromAxisAngle({0, 0, 1}, 0.25f * kPi)};

    // How far apart are they?
    const DistanceResult gap = shapeDistance(crate, stone, relativeTransform(cratePose, stonePose));
    std::printf("the stone is %.3f m from the crate\n", gap.distance);

    // What does a ray from above hit?
    const CastHit hit = rayCast(crate, {0.3f, 5.0f, 0.0f}, {0.0f, -10.0f, 0.0f});
    if (hit) std::printf("the ray meets the crate at y = %.3f\n", hit.point.y);

    // Lower the stone until it touches, and ask for the contact.
    stonePose.p.y -= gap.distance + 0.01;
    ManifoldCache cache; // kept from step to step, for speed
    Manifold contact;
    const Transform stoneInCrate = relativeTransform(cratePose, stonePose);
    if (!collideConvex(crate, stone, stoneInCrate, 0.02f, cache, contact)) return 1;
    std::printf("they touch in %d points, the first %.1f mm deep\n", contact.count,
                -1e3f * contact.points[0].separation);
}
