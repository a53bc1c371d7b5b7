// The C interface: queries.
// Written by tools/make_c_api.py from world.h and what it includes: run it after a change there.
#include "world/c_api.h"

namespace {
using namespace cairn;
}

extern "C" {

cairn_query_hit cairn_world_cast_ray(const cairn_world* world, const cairn_ray_query* ray,
                                     const cairn_query_filter* filter, cairn_query_mode mode) {
    return toC<cairn_query_hit>(
        cppWorld(world).castRay(fromPointer<RayQuery>(ray), fromPointer<QueryFilter>(filter), fromC<QueryMode>(mode)));
}
int cairn_world_cast_ray_all(const cairn_world* world, const cairn_ray_query* ray, cairn_query_hit* out,
                             int outCapacity, const cairn_query_filter* filter) {
    Array<QueryHit> outArray;
    const int result =
        cppWorld(world).castRayAll(fromPointer<RayQuery>(ray), outArray, fromPointer<QueryFilter>(filter));
    copyOut(outArray, out, outCapacity);
    return result;
}
cairn_query_hit cairn_world_cast_shape(const cairn_world* world, const cairn_shape_query* shape,
                                       const cairn_query_filter* filter, cairn_query_mode mode) {
    return toC<cairn_query_hit>(cppWorld(world).castShape(fromPointer<ShapeQuery>(shape),
                                                          fromPointer<QueryFilter>(filter), fromC<QueryMode>(mode)));
}
int cairn_world_cast_shape_all(const cairn_world* world, const cairn_shape_query* shape, cairn_query_hit* out,
                               int outCapacity, const cairn_query_filter* filter) {
    Array<QueryHit> outArray;
    const int result =
        cppWorld(world).castShapeAll(fromPointer<ShapeQuery>(shape), outArray, fromPointer<QueryFilter>(filter));
    copyOut(outArray, out, outCapacity);
    return result;
}
cairn_query_hit cairn_world_overlap_shape(const cairn_world* world, const cairn_shape_query* shape,
                                          const cairn_query_filter* filter) {
    return toC<cairn_query_hit>(
        cppWorld(world).overlapShape(fromPointer<ShapeQuery>(shape), fromPointer<QueryFilter>(filter)));
}
int cairn_world_overlap_shape_all(const cairn_world* world, const cairn_shape_query* shape, cairn_query_hit* out,
                                  int outCapacity, const cairn_query_filter* filter) {
    Array<QueryHit> outArray;
    const int result =
        cppWorld(world).overlapShapeAll(fromPointer<ShapeQuery>(shape), outArray, fromPointer<QueryFilter>(filter));
    copyOut(outArray, out, outCapacity);
    return result;
}
cairn_query_hit cairn_world_overlap_point(const cairn_world* world, cairn_dvec3 point,
                                          const cairn_query_filter* filter) {
    return toC<cairn_query_hit>(cppWorld(world).overlapPoint(fromC<DVec3>(point), fromPointer<QueryFilter>(filter)));
}
int cairn_world_overlap_point_all(const cairn_world* world, cairn_dvec3 point, cairn_query_hit* out, int outCapacity,
                                  const cairn_query_filter* filter) {
    Array<QueryHit> outArray;
    const int result = cppWorld(world).overlapPointAll(fromC<DVec3>(point), outArray, fromPointer<QueryFilter>(filter));
    copyOut(outArray, out, outCapacity);
    return result;
}
int cairn_world_overlap_box_all(const cairn_world* world, cairn_dvec3 lower, cairn_dvec3 upper, cairn_query_hit* out,
                                int outCapacity, const cairn_query_filter* filter) {
    Array<QueryHit> outArray;
    const int result = cppWorld(world).overlapBoxAll(fromC<DVec3>(lower), fromC<DVec3>(upper), outArray,
                                                     fromPointer<QueryFilter>(filter));
    copyOut(outArray, out, outCapacity);
    return result;
}
cairn_query_hit cairn_world_closest_to_point(const cairn_world* world, cairn_dvec3 point, float maxDistance,
                                             const cairn_query_filter* filter) {
    return toC<cairn_query_hit>(
        cppWorld(world).closestToPoint(fromC<DVec3>(point), maxDistance, fromPointer<QueryFilter>(filter)));
}
int cairn_world_closest_to_point_all(const cairn_world* world, cairn_dvec3 point, float maxDistance,
                                     cairn_query_hit* out, int outCapacity, const cairn_query_filter* filter) {
    Array<QueryHit> outArray;
    const int result =
        cppWorld(world).closestToPointAll(fromC<DVec3>(point), maxDistance, outArray, fromPointer<QueryFilter>(filter));
    copyOut(outArray, out, outCapacity);
    return result;
}
cairn_query_hit cairn_world_closest_to_shape(const cairn_world* world, const cairn_shape_query* shape,
                                             float maxDistance, const cairn_query_filter* filter) {
    return toC<cairn_query_hit>(
        cppWorld(world).closestToShape(fromPointer<ShapeQuery>(shape), maxDistance, fromPointer<QueryFilter>(filter)));
}
int cairn_world_closest_to_shape_all(const cairn_world* world, const cairn_shape_query* shape, float maxDistance,
                                     cairn_query_hit* out, int outCapacity, const cairn_query_filter* filter) {
    Array<QueryHit> outArray;
    const int result = cppWorld(world).closestToShapeAll(fromPointer<ShapeQuery>(shape), maxDistance, outArray,
                                                         fromPointer<QueryFilter>(filter));
    copyOut(outArray, out, outCapacity);
    return result;
}
int cairn_world_collide_mover(const cairn_world* world, const cairn_mover_capsule* mover, cairn_dvec3 position,
                              float reach, cairn_mover_plane* planes, int planesCapacity,
                              const cairn_query_filter* filter, cairn_shape_id* shapes, int shapesCapacity) {
    Array<MoverPlane> planesArray;
    Array<ShapeId> shapesArray;
    const int result = cppWorld(world).collideMover(fromPointer<MoverCapsule>(mover), fromC<DVec3>(position), reach,
                                                    planesArray, fromPointer<QueryFilter>(filter), &shapesArray);
    copyOut(planesArray, planes, planesCapacity);
    copyOut(shapesArray, shapes, shapesCapacity);
    return result;
}
cairn_mover_move cairn_world_slide_mover(const cairn_world* world, const cairn_mover_capsule* mover,
                                         cairn_dvec3 position, cairn_vec3 translation, cairn_vec3 velocity,
                                         const cairn_query_filter* filter) {
    return toC<cairn_mover_move>(cppWorld(world).slideMover(fromPointer<MoverCapsule>(mover), fromC<DVec3>(position),
                                                            fromC<Vec3>(translation), fromC<Vec3>(velocity),
                                                            fromPointer<QueryFilter>(filter)));
}
}
