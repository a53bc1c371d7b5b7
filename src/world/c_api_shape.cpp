// The C interface: shapes.
// Written by tools/make_c_api.py from world.h and what it includes: run it after a change there.
#include "world/c_api.h"

namespace {
using namespace cairn;
}

extern "C" {

cairn_shape_id cairn_shape_next_shape(const cairn_world* world, cairn_shape_id shape) {
    return toC<cairn_shape_id>(cppWorld(world).nextShape(fromC<ShapeId>(shape)));
}
bool cairn_destroy_shape(cairn_world* world, cairn_shape_id shape) {
    return cppWorld(world).destroyShape(fromC<ShapeId>(shape));
}
bool cairn_shape_is_valid(const cairn_world* world, cairn_shape_id shape) {
    return cppWorld(world).isValid(fromC<ShapeId>(shape));
}
cairn_body_id cairn_shape_body(const cairn_world* world, cairn_shape_id shape) {
    return toC<cairn_body_id>(cppWorld(world).body(fromC<ShapeId>(shape)));
}
cairn_shape cairn_shape_geometry(const cairn_world* world, cairn_shape_id shape) {
    return toC<cairn_shape>(cppWorld(world).geometry(fromC<ShapeId>(shape)));
}
cairn_transform cairn_shape_local_pose(const cairn_world* world, cairn_shape_id shape) {
    return toC<cairn_transform>(cppWorld(world).localPose(fromC<ShapeId>(shape)));
}
bool cairn_shape_set_geometry(cairn_world* world, cairn_shape_id shape, const cairn_shape* geometry,
                              const cairn_transform* localPose) {
    return cppWorld(world).setGeometry(fromC<ShapeId>(shape), fromPointer<Shape>(geometry),
                                       fromPointer<Transform>(localPose));
}
float cairn_shape_density(const cairn_world* world, cairn_shape_id shape) {
    return cppWorld(world).density(fromC<ShapeId>(shape));
}
bool cairn_shape_set_density(cairn_world* world, cairn_shape_id shape, float density) {
    return cppWorld(world).setDensity(fromC<ShapeId>(shape), density);
}
cairn_material cairn_shape_material(const cairn_world* world, cairn_shape_id shape) {
    return toC<cairn_material>(cppWorld(world).material(fromC<ShapeId>(shape)));
}
bool cairn_shape_set_material(cairn_world* world, cairn_shape_id shape, const cairn_material* material) {
    return cppWorld(world).setMaterial(fromC<ShapeId>(shape), fromPointer<Material>(material));
}
cairn_filter cairn_shape_filter(const cairn_world* world, cairn_shape_id shape) {
    return toC<cairn_filter>(cppWorld(world).filter(fromC<ShapeId>(shape)));
}
bool cairn_shape_set_filter(cairn_world* world, cairn_shape_id shape, const cairn_filter* filter) {
    return cppWorld(world).setFilter(fromC<ShapeId>(shape), fromPointer<Filter>(filter));
}
bool cairn_shape_contact_events(const cairn_world* world, cairn_shape_id shape) {
    return cppWorld(world).contactEvents(fromC<ShapeId>(shape));
}
bool cairn_shape_hit_events(const cairn_world* world, cairn_shape_id shape) {
    return cppWorld(world).hitEvents(fromC<ShapeId>(shape));
}
bool cairn_shape_sensor_events(const cairn_world* world, cairn_shape_id shape) {
    return cppWorld(world).sensorEvents(fromC<ShapeId>(shape));
}
bool cairn_shape_set_contact_events(cairn_world* world, cairn_shape_id shape, bool report) {
    return cppWorld(world).setContactEvents(fromC<ShapeId>(shape), report);
}
bool cairn_shape_set_hit_events(cairn_world* world, cairn_shape_id shape, bool report) {
    return cppWorld(world).setHitEvents(fromC<ShapeId>(shape), report);
}
bool cairn_shape_set_sensor_events(cairn_world* world, cairn_shape_id shape, bool noticed) {
    return cppWorld(world).setSensorEvents(fromC<ShapeId>(shape), noticed);
}
bool cairn_shape_is_sensor(const cairn_world* world, cairn_shape_id shape) {
    return cppWorld(world).isSensor(fromC<ShapeId>(shape));
}
int cairn_shape_sensor_overlaps(const cairn_world* world, cairn_shape_id sensor, cairn_shape_id* out, int outCapacity) {
    Array<ShapeId> outArray;
    const int result = cppWorld(world).sensorOverlaps(fromC<ShapeId>(sensor), outArray);
    copyOut(outArray, out, outCapacity);
    return result;
}
cairn_aabb cairn_shape_bounds(const cairn_world* world, cairn_shape_id shape) {
    return toC<cairn_aabb>(cppWorld(world).bounds(fromC<ShapeId>(shape)));
}
uint64_t cairn_shape_user_data(const cairn_world* world, cairn_shape_id shape) {
    return cppWorld(world).userData(fromC<ShapeId>(shape));
}
bool cairn_shape_set_user_data(cairn_world* world, cairn_shape_id shape, uint64_t value) {
    return cppWorld(world).setUserData(fromC<ShapeId>(shape), value);
}
}
