// Stages over bodies. See stages.h.
#include "solvers/free_motion.h"
#include "solvers/gyroscope.h"
#include "solvers/stages.h"

namespace cairn {

namespace {

Solve& solveOf(void* context) { return *static_cast<StageContext*>(context)->solve; }

BodyRange rangeOf(void* context, int block) {
    const StageContext& c = *static_cast<StageContext*>(context);
    const Solve& s = *c.solve;
    const int first = c.bodies.begin + block * kBodiesPerBlock;
    return {static_cast<std::size_t>(first),
            static_cast<std::size_t>(min(first + kBodiesPerBlock, c.bodies.end)),
            s.in.states.data(),
            s.begin.data(),
            s.in.drives.data(),
            s.in.specials.data(),
            s.pseudo.empty() ? nullptr : s.pseudo.data(),
            c.substep,
            s.in.loneTrees.empty() ? s.in.time.h : 0.0f};
}

template <class Fn> void forBodies(const BodyRange& range, Fn fn) {
    for (std::size_t i = range.first; i < range.last; ++i) fn(i);
}

// The bodies of a block that have a gyroscopic torque, and for which the function says yes.
struct GyroscopeList {
    int32_t bodies[kBodiesPerBlock];
    std::size_t count = 0;

    template <class Fn> GyroscopeList(const Solve& s, const BodyRange& range, Fn fn) {
        forBodies(range, [&](std::size_t i) {
            if (s.in.drives[i].gyroscopic && fn(s.in.drives[i], i)) bodies[count++] = static_cast<int32_t>(i);
        });
    }
    Gyroscopes of(const Solve& s) const {
        return {{bodies, count}, s.in.states.data(), s.begin.data(), s.in.drives.data(), s.in.specials.data()};
    }
};

// `warm`: the share of what constraints did to velocities in the last substep that they begin with in this one.
void integrateVelocities(Solve& s, const BodyRange& range, float warm) {
    const GyroscopeList turning(s, range, [&](BodyDrive& drive, std::size_t i) {
        if (range.substep >= drive.substeps) return false;
        const bool turns = isGyroscopic(s.in.states[i].w, drive.h);
        if (drive.turns && !turns) s.in.specials[i].counted = 0.0f;
        return drive.turns = turns;
    });
    gyroscopicStep(turning.of(s), warm);
    stepVelocities(range, warm);
}

} // namespace

int bodyBlocks(IndexRange bodies) { return (bodies.end - bodies.begin + kBodiesPerBlock - 1) / kBodiesPerBlock; }

void firstVelocities(int block, int, void* context) {
    Solve& s = solveOf(context);
    const BodyRange range = rangeOf(context, block);
    forBodies(range, [&](std::size_t i) { s.begin[i] = {s.in.states[i].v, s.in.states[i].w, {}}; });
    integrateVelocities(s, range, 0.0f);
}

void nextVelocities(int block, int, void* context) {
    Solve& s = solveOf(context);
    integrateVelocities(s, rangeOf(context, block), s.in.recipe.warmStart);
}

void lastVelocities(int block, int, void* context) {
    Solve& s = solveOf(context);
    const GyroscopeList turning(s, rangeOf(context, block),
                                [](const BodyDrive& drive, std::size_t) { return drive.turns; });
    gyroscopicEnd(turning.of(s));
    for (std::size_t i = 0; i < turning.count; ++i) {
        const std::size_t body = static_cast<std::size_t>(turning.bodies[i]);
        s.in.states[body].w = s.in.specials[body].w;
    }
}

void integratePositions(int block, int, void* context) {
    Solve& s = solveOf(context);
    const BodyRange range = rangeOf(context, block);
    forBodies(range, [&](std::size_t i) {
        const BodyDrive& drive = s.in.drives[i];
        if (drive.special && range.substep < drive.substeps && mayBeLimited(drive, s.in.states[i]))
            limitMotion(s.in.specials[i], s.in.states[i]);
    });
    stepPositions(range);
}

void beginAgain(int block, int, void* context) {
    Solve& s = solveOf(context);
    forBodies(rangeOf(context, block), [&](std::size_t i) {
        s.in.states[i].v = s.begin[i].v;
        s.in.states[i].w = s.begin[i].w;
    });
}

void addSlots(int block, int, void* context) {
    const StageContext& c = *static_cast<StageContext*>(context);
    const Solve& s = *c.solve;
    forBodies(rangeOf(context, block), [&](std::size_t i) {
        Vec3 v = kZero, w = kZero;
        for (int32_t k = s.index.first[i]; k < s.index.first[i + 1]; ++k) {
            const BodyVelocity& slot = s.slots[static_cast<std::size_t>(s.index.slots[static_cast<std::size_t>(k)])];
            v += slot.v;
            w += slot.w;
        }
        c.sweep->states[i].v += v;
        c.sweep->states[i].w += w;
    });
}

void beginPseudo(int block, int, void* context) {
    const Solve& s = solveOf(context);
    forBodies(rangeOf(context, block), [&](std::size_t i) {
        s.pseudo[i] = s.in.states[i];
        s.pseudo[i].v = s.pseudo[i].w = kZero;
    });
}

void keepVelocities(int block, int, void* context) {
    const Solve& s = solveOf(context);
    forBodies(rangeOf(context, block), [&](std::size_t i) { s.kept[i] = {s.in.states[i].v, s.in.states[i].w, {}}; });
}

void blendVelocities(int block, int, void* context) {
    const Solve& s = solveOf(context);
    const float share = s.in.recipe.shock;
    forBodies(rangeOf(context, block), [&](std::size_t i) {
        BodyState& b = s.in.states[i];
        b.v = s.kept[i].v + share * (b.v - s.kept[i].v);
        b.w = s.kept[i].w + share * (b.w - s.kept[i].w);
    });
}

// Ids ascending, contacts before joints: so sums do not know in which order the bundles were laid.
SlotIndex indexSlots(const SolverInput& in) {
    const int states = static_cast<int>(in.states.size());
    const int bundles = static_cast<int>(in.bundles.size()), joints = static_cast<int>(in.joints.size());
    SlotIndex index{in.arena.allocate<int32_t>(states + 1, "first slots"),
                    in.arena.allocate<int32_t>(kSlotsPerBundle * (bundles + joints), "slots of bodies")};
    for (int32_t& n : index.first) n = 0;
    const auto lanesById = [&](std::span<const int32_t> ids) {
        int32_t last = -1;
        for (const int32_t id : ids) last = max(last, id);
        const std::span<int32_t> lanes = in.arena.allocate<int32_t>(last + 1, "lanes by id");
        for (int32_t& lane : lanes) lane = -1;
        for (std::size_t i = 0; i < ids.size(); ++i)
            if (ids[i] >= 0) lanes[static_cast<std::size_t>(ids[i])] = static_cast<int32_t>(i);
        return lanes;
    };
    const std::span<int32_t> contactLanes = lanesById(in.contactIds), jointLanes = lanesById(in.jointIds);
    const auto forSlots = [&](auto fn) {
        const auto lane = [&](const auto& bundle, int32_t position, int32_t firstSlot) {
            const int32_t a = bundle.bodyA[position % kLanes], b = bundle.bodyB[position % kLanes];
            if (a >= 0) fn(a, firstSlot + 2 * position);
            if (b >= 0) fn(b, firstSlot + 2 * position + 1);
        };
        for (const int32_t p : contactLanes)
            if (p >= 0) lane(in.bundles[static_cast<std::size_t>(p / kLanes)], p, 0);
        for (const int32_t p : jointLanes)
            if (p >= 0) lane(*in.joints[static_cast<std::size_t>(p / kLanes)], p, kSlotsPerBundle * bundles);
    };
    forSlots([&](int32_t state, int32_t) { ++index.first[static_cast<std::size_t>(state) + 1]; });
    for (std::size_t i = 1; i < index.first.size(); ++i) index.first[i] += index.first[i - 1];
    const std::span<int32_t> next = in.arena.allocate<int32_t>(states, "next slots");
    for (std::size_t i = 0; i < next.size(); ++i) next[i] = index.first[i];
    forSlots([&](int32_t state, int32_t slot) {
        index.slots[static_cast<std::size_t>(next[static_cast<std::size_t>(state)]++)] = slot;
    });
    return index;
}

} // namespace cairn
