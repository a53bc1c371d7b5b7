// KernelScene: bodies and contact patches by hand, one patch a bundle, for model problems that run the engine's own
// kernels in an order of their own, without a world around them.
#pragma once

#include "constraints/contact_solve.h"
#include "constraints/rows.h"

#include <vector>

namespace cairn::lab {

inline constexpr ContactStep kKernelStep{1.0f / 60.0f, 60.0f, 1e6f, nullptr, 1.0f};

class KernelScene {
public:
    // Slot 0 does not move.
    std::vector<BodyState> states{kBodyAtRest};
    std::vector<BodyMass> masses{BodyMass{}};
    std::vector<DVec3> centers{DVec3{0, 0, 0}};
    Array<ContactBundle> contacts;

    // inertia: about its own axes, which are those of the world turned by q. Zero: it does not turn.
    int addBody(DVec3 center, float mass, Vec3 inertia = kZero, Quat q = kIdentityQuat) {
        const auto inverted = [](float i) { return i > 0.0f ? 1.0f / i : 0.0f; };
        const Vec3 inverseInertia{inverted(inertia.x), inverted(inertia.y), inverted(inertia.z)};
        states.push_back(kBodyAtRest);
        masses.push_back({rotateDiagonal(toMatrix(q), inverseInertia), 1.0f / mass, 0.0f});
        centers.push_back(center);
        return static_cast<int>(states.size()) - 1;
    }

    // Points are in the world, the normal from a to b.
    ContactBundle& addPatch(int a, int b, Vec3 normal, const std::vector<DVec3>& points, float friction = 0.0f,
                            float separation = 0.0f, Softness softness = rigid()) {
        ContactBundle c{};
        for (int lane = 0; lane < kLanes; ++lane) {
            c.bodyA[lane] = c.bodyB[lane] = ~0;
            c.normal[1][lane] = 1.0f;
        }
        c.bodyA[0] = a == 0 ? ~0 : a;
        c.bodyB[0] = b == 0 ? ~0 : b;
        set(c.normal, normal);
        const DVec3 origin = centers[static_cast<std::size_t>(a)];
        set(c.offset, toFloat(origin - centers[static_cast<std::size_t>(b)]));
        for (std::size_t i = 0; i < points.size(); ++i) {
            set(c.arm[i], toFloat(points[i] - origin));
            c.separation[i][0] = separation;
            c.inverseK[i][0] = 1.0f;
        }
        for (int i = 0; i < 2; ++i) c.shareA[i][0] = c.shareB[i][0] = 1.0f;
        c.friction[0] = friction;
        c.biasRate[0] = softness.biasRate, c.massScale[0] = softness.massScale;
        c.impulseScale[0] = softness.impulseScale;
        ContactBundle& added = contacts.push(c);
        prepareContacts(std::span(&added, 1), masses.data());
        return added;
    }

    BodyState& body(int i) { return states[static_cast<std::size_t>(i)]; }
    void accelerate(Vec3 dv) {
        for (std::size_t i = 1; i < states.size(); ++i) states[i].v += dv;
    }
    // One sweep without bias over the patches in order.
    void relax() { relaxContacts(contacts, kKernelStep, states.data()); }
    void solve() {
        measureContacts(contacts, states.data());
        solveContacts(contacts, kKernelStep, states.data());
    }
    Array<Row> rows() {
        Array<Row> out;
        exportContactRows(contacts, kKernelStep, states.data(), out);
        return out;
    }

private:
    static void set(float (&rows)[3][8], Vec3 v) { rows[0][0] = v.x, rows[1][0] = v.y, rows[2][0] = v.z; }
};

} // namespace cairn::lab
