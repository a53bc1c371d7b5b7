#include <cairn/cairn.h>

#include <cstdio>

using namespace cairn;

int main() {
    World world;
    const BodyId ground = world.createBody({});
    world.createShape(ground, ShapeBox{.halfExtents = {50, 1, 50}}, {.pose = {{0, -1, 0}, kIdentityQuat}});
    const BodyId box = world.createBody({.type = BodyType::Dynamic, .position = {0, 4, 0}});
    world.createShape(box, ShapeBox{.halfExtents = {0.5f, 0.5f, 0.5f}});

    for (int i = 0; i < 60; ++i) world.step(1.0f / 60.0f);
    std::printf("after a second the box is at a height of %.2f m\n", world.pose(box).p.y);
}
