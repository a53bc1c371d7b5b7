// Cairn for C, and for languages that speak C.
//
//     cairn_world* world = cairn_create_world(NULL);
//     cairn_body_def def = cairn_default_body_def();
//     def.type = CAIRN_BODY_TYPE_DYNAMIC;
//     def.position.y = 10.0;
//     cairn_body_id box = cairn_create_body(world, &def);
//     cairn_shape shape = cairn_box((cairn_vec3){0.5f, 0.5f, 0.5f}, 0.0f);
//     cairn_create_shape(world, box, &shape, NULL);
//     cairn_world_step(world, 1.0f / 60.0f);
//     cairn_destroy_world(world);
//
// Every function of World has its twin, with the same rules: bad data is reported (cairn_set_error_callback) and
// changes nothing. Take definitions from cairn_default_..., never from memset. NULL for a definition or a filter means
// its default. Functions that fill an array take its capacity and return how many there are, which may be more.
#pragma once

#include <cairn/c_data.h>
#include <cairn/c_types.h>
#include <cairn/c_world.h>
