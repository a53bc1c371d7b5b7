// The families of scenes; each file of builders adds its own.
#pragma once

#include "scenes/scenes.h"

namespace cairn::scenes {

void addStacks(std::vector<SceneInfo>& list);
void addMasonry(std::vector<SceneInfo>& list);
void addPiles(std::vector<SceneInfo>& list);
void addTerrain(std::vector<SceneInfo>& list);
void addMachines(std::vector<SceneInfo>& list);
void addBelts(std::vector<SceneInfo>& list);
void addHanging(std::vector<SceneInfo>& list);
void addPeople(std::vector<SceneInfo>& list);
void addVehicles(std::vector<SceneInfo>& list);
void addToys(std::vector<SceneInfo>& list);
void addBullets(std::vector<SceneInfo>& list);
void addParticles(std::vector<SceneInfo>& list);

} // namespace cairn::scenes
