// A picture of a scene without any graphics card: sun, shadows, ambient occlusion, sky, fog, four samples a pixel.
#pragma once

#include "apps/cairn/png.h"

#include <scenes/scenes.h>

namespace cairn::app {

struct PictureOptions {
    int width = 1280, height = 720;
};

Image renderScene(const scenes::Scene& scene, const PictureOptions& options, const TaskSystem& tasks);
bool drawPicture(const scenes::Scene& scene, const PictureOptions& options, const TaskSystem& tasks,
                 const std::string& file);

} // namespace cairn::app
