// See new_poses.h.
#include "pipeline/new_poses.h"

#include "math/dispatch.h"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pipeline/new_poses.cpp"
#include <hwy/foreach_target.h>

#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cairn {
namespace HWY_NAMESPACE {
namespace {

void find(NewPoses& all) {
    static_assert(offsetof(Body, extent) == offsetof(Body, localCenter) + sizeof(Vec3) + 2 * sizeof(float));
    const float *motion[8], *moved[8], *rotation[8], *center[8];
    float* out[8];
    for (int i = 0; i < 8; ++i) {
        motion[i] = &all.states[i]->v.x;
        moved[i] = &all.states[i]->dx.x;
        rotation[i] = &all.bodies[i]->pose.q.v.x;
        center[i] = &all.bodies[i]->localCenter.x;
        out[i] = &all.poses[i].rotation.v.x;
    }
    F8 r[8], m[8], q[4], c[8];
    loadRows(motion, r);
    loadRows(moved, m);
    loadRows(rotation, q);
    loadRows(center, c);
    const Vec3x8 v{r[0], r[1], r[2]}, w{r[3], r[4], r[5]}, dx{m[0], m[1], m[2]};
    const Quatx8 dq{{m[3], m[4], m[5]}, m[6]};
    const F8 extent = c[5];
    store(lengthSquared(v) + lengthSquared(w) + lengthSquared(dx) + dot(dq, dq), all.sums);
    store(length(v), all.speeds);
    const Quatx8 now = normalize(dq * Quatx8{{q[0], q[1], q[2]}, q[3]});
    const Vec3x8 arm = rotate(now, Vec3x8{c[0], c[1], c[2]});
    const F8 way = length(dx) + F8(kPi) * length(dq.v) * extent;
    const F8 poses[8] = {now.v.x, now.v.y, now.v.z, now.s, arm.x, arm.y, arm.z, way};
    storeRows(poses, out);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace cairn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cairn {

HWY_EXPORT(find);

void findPoses(NewPoses& all) { CAIRN_DISPATCH(find)(all); }

} // namespace cairn
#endif
