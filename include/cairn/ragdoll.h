// A human figure of 13 bodies and 12 joints, ready to fall over.
//
//     Ragdoll doll = createRagdoll(world, {.position = {0, 0, 0}, .height = 1.8f});
//
// Lengths, masses and joint ranges are those of an adult in the tables of biomechanics, scaled to height and mass. It
// stands on its feet at `position` with arms stretched sideways, faces its own +z, and is as stiff as jointFriction
// makes it.
#pragma once

#include <cairn/joints.h>

namespace cairn {

class World;

enum class RagdollPart : uint8_t {
    Pelvis,
    Chest,
    Head,
    UpperArmLeft, // left is +x
    ForearmLeft,
    ThighLeft,
    ShinLeft,
    FootLeft,
    UpperArmRight,
    ForearmRight,
    ThighRight,
    ShinRight,
    FootRight
};
inline constexpr int kRagdollBodyCount = 13;
inline constexpr int kRagdollJointCount = 12;

struct RagdollDef {
    DVec3 position{0, 0, 0}; // of the ground between the feet
    Quat rotation = kIdentityQuat;
    Vec3 linearVelocity = kZero;
    float height = 1.8f;        // m
    float mass = 75.0f;         // kg
    float jointFriction = 0.5f; // Nm in every joint, at 75 kg and 1.8 m
    Material material{};
    Filter filter{}; // parts that are not neighbours touch each other, unless the group says no
    uint64_t userData = 0;
};

struct Ragdoll {
    BodyId bodies[kRagdollBodyCount];   // by RagdollPart
    JointId joints[kRagdollJointCount]; // joint i holds body i + 1 to its parent

    BodyId body(RagdollPart part) const { return bodies[static_cast<int>(part)]; }
    // The joint that holds a part to its parent; null for the pelvis.
    JointId joint(RagdollPart part) const {
        return part == RagdollPart::Pelvis ? JointId{} : joints[static_cast<int>(part) - 1];
    }
    explicit operator bool() const { return static_cast<bool>(bodies[0]); }
};

Ragdoll createRagdoll(World& world, const RagdollDef& def = {});
// What is left of it.
void destroyRagdoll(World& world, const Ragdoll& ragdoll);

} // namespace cairn
