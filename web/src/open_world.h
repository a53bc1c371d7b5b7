// What is behind a world: for those who draw its insides or save it for another run of the program.
#pragma once

namespace cairn {

class World;
struct WorldData;

WorldData& dataOf(World& world);

} // namespace cairn
