// See impulses.h.
#include "constraints/impulses.h"

#include <iterator>

namespace cairn {

namespace {

template <int kRows> void scale(float (&rows)[kRows][kLanes], float factor) {
    for (float(&row)[kLanes] : rows)
        for (float& x : row) x *= factor;
}

// Calls fn(impulses, rows that remember what was handed over ...).
template <class Fn> void forRemembered(PartKind kind, std::byte* part, Fn fn) {
    switch (kind) {
    case PartKind::None: break;
    case PartKind::Point:
    case PartKind::Line2: {
        PartPoint& p = *reinterpret_cast<PartPoint*>(part);
        return fn(p.impulse, p.angularA, p.angularB);
    }
    case PartKind::Angle3:
    case PartKind::Angle2: return fn(reinterpret_cast<PartAngle*>(part)->impulse);
    case PartKind::AxisLinear:
    case PartKind::Distance: {
        PartRowLinear& p = *reinterpret_cast<PartRowLinear*>(part);
        return fn(p.impulse, p.linear, p.angularA, p.angularB);
    }
    case PartKind::AxisAngular:
    case PartKind::Cone: {
        PartRowAngular& p = *reinterpret_cast<PartRowAngular*>(part);
        return fn(p.impulse, p.torque);
    }
    case PartKind::Gear: {
        PartGear& p = *reinterpret_cast<PartGear*>(part);
        return fn(p.impulse, p.torqueA, p.torqueB);
    }
    case PartKind::Pulley: {
        PartPulley& p = *reinterpret_cast<PartPulley*>(part);
        return fn(p.impulse, p.linearA, p.angularA, p.linearB, p.angularB);
    }
    }
}

template <class Fn> void forImpulses(ContactBundle& c, const ContactBundle& other, Fn fn) {
    const auto rows = [&](auto& to, const auto& from) {
        for (std::size_t i = 0; i < std::size(to); ++i)
            for (int lane = 0; lane < kLanes; ++lane) fn(to[i][lane], from[i][lane]);
    };
    rows(c.impulse, other.impulse);
    rows(c.frictionImpulse, other.frictionImpulse);
    for (int lane = 0; lane < kLanes; ++lane) fn(c.twistImpulse[lane], other.twistImpulse[lane]);
    if (c.rolling && other.rolling) rows(c.rolling->impulse, other.rolling->impulse);
}

// A lock is cured in `position` and held in `velocity`; springs, motors and brakes are a matter of velocity alone.
template <class Part> void splitHold(Part& velocity, Part& position, int lane) {
    const bool isLock = velocity.relax[lane] > 0.0f && velocity.biasRate[lane] > 0.0f;
    if (isLock) {
        velocity.biasRate[lane] = 0.0f;
    } else {
        position.biasRate[lane] = position.massScale[lane] = position.relax[lane] = 0.0f;
        position.impulseScale[lane] = 1.0f;
    }
}

} // namespace

void scaleImpulses(ContactBundle& c, float factor) {
    forImpulses(c, c, [factor](float& x, float) { x *= factor; });
}
void scaleImpulses(JointBundle& bundle, float factor) {
    forParts(bundle, [factor](PartKind kind, int, std::byte* part) {
        forRemembered(kind, part, [factor](auto&... rows) { (scale(rows, factor), ...); });
    });
}
void forgetHanded(JointBundle& bundle) {
    forParts(bundle, [](PartKind kind, int, std::byte* part) {
        forRemembered(kind, part, [](auto&, auto&... handed) { (scale(handed, 0.0f), ...); });
    });
}

void blendImpulses(ContactBundle& to, const ContactBundle& from, float share) {
    forImpulses(to, from, [share](float& x, float y) { x += share * (y - x); });
}
void copyImpulses(ContactBundle& to, const ContactBundle& from) {
    forImpulses(to, from, [](float& x, float y) { x = y; });
}

void splitPosition(ContactBundle& velocity, ContactBundle& position) {
    position = velocity;
    position.extras = nullptr;
    position.rolling = nullptr;
    position.warm = nullptr;
    scaleImpulses(position, 0.0f);
    for (float& rate : velocity.biasRate) rate = 0.0f;
}

void splitPosition(JointBundle& velocity, JointBundle& position) {
    scaleImpulses(position, 0.0f);
    for (float& rate : velocity.biasRate) rate = 0.0f;
    const std::byte* first = reinterpret_cast<std::byte*>(&position + 1);
    forParts(velocity, [&](PartKind kind, int, std::byte* part) {
        std::byte* other = const_cast<std::byte*>(first) + (part - reinterpret_cast<std::byte*>(&velocity + 1));
        for (int lane = 0; lane < kLanes; ++lane) {
            if (kind <= PartKind::Line2) {
                splitHold(*reinterpret_cast<PartBlock*>(part), *reinterpret_cast<PartBlock*>(other), lane);
            } else {
                PartRow& row = *reinterpret_cast<PartRow*>(other);
                splitHold(*reinterpret_cast<PartRow*>(part), row, lane);
                row.speed[lane] = row.maxMotor[lane] = 0.0f;
            }
        }
    });
}

} // namespace cairn
