// The state of a scene as bytes: to go back in time, and for files.
#pragma once

#include "scenes.h"

extern "C" {

// The world as World::snapshot writes it, and where the scene is in its script. Geometry is named by numbers that count
// what the scene has made, so a scene of the same name and parameters can load it in another run of the same build.
// Returns the size; 0, with an error, if there is geometry that is not the scene's. Valid until the next call.
int cairn_scene_save(cairn_scene* scene, const uint8_t** out);
// Refuses what is damaged, of another build or of another scene, and changes nothing then.
bool cairn_scene_load(cairn_scene* scene, const uint8_t* bytes, int size);
int cairn_scene_step_count(const cairn_scene* scene);
}
