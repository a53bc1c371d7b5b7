// A box falls on the ground and lies there, in C. Prints its height; fails if the C interface is not what it should be.
#include <cairn/c.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int g_errors;

static void onError(const cairn_error* error, void* context) {
    (void)context;
    g_errors += strcmp(error->function, "setMass") == 0 && strcmp(error->field, "mass") == 0;
}

int main(void) {
    cairn_world* world = cairn_create_world(NULL);
    cairn_body_id ground = cairn_create_body(world, NULL);
    const cairn_shape plane = cairn_plane();
    cairn_create_shape(world, ground, &plane, NULL);

    cairn_body_def def = cairn_default_body_def();
    def.type = CAIRN_BODY_TYPE_DYNAMIC;
    def.position.y = 3.0;
    const cairn_body_id box = cairn_create_body(world, &def);
    const cairn_shape cube = cairn_box((cairn_vec3){0.5f, 0.5f, 0.5f}, 0.0f);
    cairn_create_shape(world, box, &cube, NULL);

    for (int i = 0; i < 60; ++i) cairn_world_step(world, 1.0f / 60.0f);
    const double height = cairn_body_pose(world, box).p.y;
    printf("%.3f\n", height);

    const cairn_ray_query ray = {{0, 5, 0}, {0, -10, 0}};
    cairn_query_hit hits[1];
    const cairn_query_hit hit = cairn_world_cast_ray(world, &ray, NULL, CAIRN_QUERY_MODE_CLOSEST);
    const int count = cairn_world_cast_ray_all(world, &ray, hits, 1, NULL);

    cairn_solver_recipe recipe = cairn_default_solver_recipe();
    const bool found = cairn_find_solver("sequentialImpulse", &recipe) && !cairn_find_solver("nothing", &recipe);
    if (!found || recipe.iterations != 10 || !cairn_world_set_solver(world, &recipe)) return 1;

    // Saved, stepped, restored and stepped again: the same bits.
    const int bytes = cairn_world_snapshot(world, NULL, 0);
    uint8_t* saved = malloc((size_t)bytes);
    cairn_world_snapshot(world, saved, bytes);
    cairn_world_step(world, 1.0f / 60.0f);
    const uint64_t hash = cairn_world_hash(world);
    const bool restored = cairn_world_restore(world, saved, bytes);
    cairn_world_step(world, 1.0f / 60.0f);
    const bool same = restored && cairn_world_hash(world) == hash;
    free(saved);

    cairn_set_error_callback(onError, NULL);
    const bool refused = !cairn_body_set_mass(world, box, -1.0f);
    cairn_set_error_callback(NULL, NULL);

    const bool good = height > 0.49 && height < 0.51 && hit.body.index == box.index &&
                      hits[0].shape.index == hit.shape.index && count == 2 && same && refused && g_errors == 1 &&
                      cairn_body_get_type(world, box) == CAIRN_BODY_TYPE_DYNAMIC;
    cairn_destroy_world(world);
    return good ? 0 : 1;
}
