// See split_friction.h.
#include "constraints/split_friction.h"

#include "constraints/lane_access.h"

namespace cairn {

namespace {

struct TangentMatrix {
    double k11 = 0.0, k12 = 0.0, k22 = 0.0;
    void add(const BodyMass& m, DVec3 arm, DVec3 t1, DVec3 t2) {
        const Sym33& i = m.inverseInertia;
        const Sym33T<double> I{i.xx, i.yy, i.zz, i.xy, i.xz, i.yz};
        const DVec3 a1 = cross(arm, t1), a2 = cross(arm, t2);
        k11 += static_cast<double>(m.inverseMass) + dot(a1, I * a1);
        k12 += dot(a1, I * a2);
        k22 += static_cast<double>(m.inverseMass) + dot(a2, I * a2);
    }
};

} // namespace

void keepFrictionGrain(std::span<ContactBundle> bundles, const BodyMass* masses) {
    for (ContactBundle& c : bundles)
        for (int lane = 0; lane < kLanes; ++lane) {
            const DVec3 n = readLane(c.normal, lane), t1 = readLane(c.tangent, lane), t2 = cross(n, t1);
            const DVec3 rA = readLane(c.center, lane), rB = rA + readLane(c.offset, lane);
            TangentMatrix K;
            double parts = 1.0;
            const auto end = [&](int32_t body, const float(&share)[2][kLanes], DVec3 arm) {
                if (body < 0) return;
                K.add(masses[body], arm, t1, t2);
                parts = max(parts, max(readLane(share[0], lane), readLane(share[1], lane)));
            };
            end(c.bodyA[lane], c.shareA, rA);
            end(c.bodyB[lane], c.shareB, rB);
            const double det = parts * (K.k11 * K.k22 - K.k12 * K.k12);
            if (!(det > 0.0)) continue;
            c.inverseKt[0][lane] = static_cast<float>(K.k22 / det);
            c.inverseKt[1][lane] = static_cast<float>(-K.k12 / det);
            c.inverseKt[2][lane] = static_cast<float>(K.k11 / det);
        }
}

} // namespace cairn
