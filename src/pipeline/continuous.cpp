// Stage 9: bodies that moved too far in one step to be trusted are swept from their old pose to the new one, turning
// included, and stopped where they would go through something.
//
// WHO. A body that moved by less than a quarter of the radius of the ball inside it, or by less than half the
// speculative margin, had its contacts found in time. The rest are fast (finalize flags them). Fast bodies are swept
// against static ones; bullets also against those that move. Everybody's motion is that of the solver, so each sweep
// depends on nobody else's outcome and all run in parallel.
//
// WHAT COUNTS. A body that slides over a floor comes within a hair of the next tile and must not be stopped by it. So
// the question is put to a core, the shape without its outer quarter: only when the core would touch something is the
// body stopped, at the moment when its surface does. Where it was touching already (it slides into a wall that belongs
// to the mesh it slides on), it stops when the core does, a quarter deep; the contact pushes it out. Where even the
// core was (something small hangs on by a corner and is whirled about it), a ball in its middle decides; and also for a
// body on joints whose contact took part in the solve. Stopping that one on its own tears it from the others, which
// have gone on: the shin of a doll that lands at 8 m/s stood 10 cm off its knee.
//
// The velocity is kept. The next step finds the contact, and answers to it. But where a body got nowhere, its contacts
// were there before the step and have not stopped it: it turns about one corner and sticks another one in. It would do
// so again, faster each time, so it loses half of its velocity.
#include "pipeline/continuous.h"

#include "geometry/core_shape.h"
#include "model/particles.h"
#include "pipeline/fast_boxes.h"
#include "pipeline/share_room.h"
#include "pipeline/touch.h"

#include <cairn/query.h>

namespace cairn {

namespace {

bool isSolid(const ShapeRecord& s) { return (s.flags & kSensor) == 0; }

Sweep bodySweep(const Model& m, const Body& b) {
    if (b.state == kNone) return {b.localCenter, b.center, b.center, b.pose.q, b.pose.q};
    const BodyState& state = m.states[b.state];
    return {b.localCenter, b.center - toDouble(state.dx), b.center, normalize(conjugate(state.dq) * b.pose.q),
            b.pose.q};
}

// Of something that sits at `pose` in the body.
Sweep partSweep(const Sweep& s, const Transform& pose) {
    return {inverseTransformPoint(pose, s.localCenter), s.center0, s.center1, normalize(s.rotation0 * pose.q),
            normalize(s.rotation1 * pose.q)};
}

// Spin of a round shape about its own axis moves none of it, and is left out: what rolls is swept like what slides.
Sweep withoutSpin(const Shape& shape, const Sweep& s) {
    const float near = 1e-3f * (shape.rounding + maxComponent(shape.size));
    Sweep out = s;
    if (shape.kind == ShapeKind::Sphere) {
        if (length(s.localCenter) < near) out.rotation1 = s.rotation0;
    } else if (shape.kind == ShapeKind::Capsule || shape.kind == ShapeKind::Cylinder || shape.kind == ShapeKind::Cone) {
        if (length(Vec3{s.localCenter.x, 0.0f, s.localCenter.z}) >= near) return out;
        const Vec3 y{0.0f, 1.0f, 0.0f};
        out.rotation1 = normalize(fromTo(rotate(s.rotation0, y), rotate(s.rotation1, y)) * s.rotation0);
    }
    return out;
}

// One shape of a fast body on its way.
struct Mover {
    const Shape* whole;
    CoreShape core;
    Sweep wholeSweep, coreSweep, ballSweep;
    float ballRadius;
    float depth;  // of the core in the whole
    float lead;   // a surface that is met this much earlier than the core's obstacle is one that the body slides along
    float motion; // no point moves farther
    float extent;
};

Mover makeMover(const ShapeRecord& shape, const Sweep& way, const BodyState& state, Hull& scratch) {
    const float inner = innerRadius(shape.shape);
    Mover mover;
    mover.whole = &shape.shape;
    mover.depth = kCoreShare * inner;
    mover.core = makeCore(shape.shape, mover.depth, scratch);
    mover.wholeSweep = mover.coreSweep = mover.ballSweep = withoutSpin(shape.shape, partSweep(way, shape.pose));
    mover.coreSweep.localCenter -= mover.core.offset;
    mover.ballSweep.localCenter -= innerCenter(shape.shape);
    mover.ballRadius = 0.25f * inner;
    // Scaled cores leave more of a corner than of a side.
    const bool scaled = shape.shape.kind == ShapeKind::Cone || shape.shape.kind == ShapeKind::Hull;
    mover.lead = scaled ? shape.extent : 4.0f * mover.depth;
    mover.motion = motionOf(state, shape.extent);
    mover.extent = shape.extent;
    return mover;
}

// A half-space has no end: what the mover can reach of it is a box with its top in the plane.
void reachablePlane(const Mover& mover, Shape& shape, Sweep& sweep) {
    const float half = mover.motion + 2.0f * mover.extent + 1.0f;
    const WorldTransform plane{sweep.center0, sweep.rotation0};
    const Vec3 below = inverseTransformPoint(plane, mover.wholeSweep.center0);
    const DVec3 center = transformPoint(plane, {below.x, -half, below.z});
    shape = ShapeBox{{half, half, half}};
    sweep = {kZero, center, center, sweep.rotation0, sweep.rotation0};
}

// Where the body has to stop for this obstacle; `limit` if it need not. `isHeld`: contact and joints have had their
// say.
float impactFraction(const Mover& mover, const Shape& obstacle, const Sweep& obstacleSweep, bool isHeld, float limit) {
    Shape other = obstacle;
    Sweep sweep = obstacleSweep;
    if (other.kind == ShapeKind::Plane) reachablePlane(mover, other, sweep);
    const float scale = 0.1f * mover.depth;
    const ToiOptions fine{.maxFraction = limit, .target = 2.0f * scale, .tolerance = scale};
    ToiResult core{.state = ToiState::Overlapped};
    if (!isHeld) core = timeOfImpact(other, sweep, mover.core.shape, mover.coreSweep, fine);
    if (core.state == ToiState::Separated) return limit;
    if (core.state == ToiState::Overlapped || !(core.fraction > 0.0f)) {
        const ToiResult ball = timeOfImpact(other, sweep, ShapeSphere{mover.ballRadius}, mover.ballSweep, fine);
        if (ball.state != ToiState::Hit) return limit;
        // What is sunk into a solid as deep as that may come out, but not go deeper. A surface has no inside to come
        // out of.
        const Vec3 way = toFloat(mover.ballSweep.center1 - mover.ballSweep.center0);
        const bool comesOut = isConvex(other.kind) && !(ball.fraction > 0.0f) && dot(way, ball.normal) >= 0.0f;
        return comesOut ? limit : ball.fraction;
    }
    const ToiResult whole = timeOfImpact(other, sweep, *mover.whole, mover.wholeSweep, {.maxFraction = core.fraction});
    // A surface that was as good as touching has no say: stopped there the body would never move again.
    const bool clear = whole.state == ToiState::Hit && whole.fraction > 0.0f &&
                       (core.fraction - whole.fraction) * mover.motion <= mover.lead;
    return clear ? whole.fraction : core.fraction;
}

struct FastBody {
    int32_t state;
    float fraction; // of the step, up to which it goes
    int32_t hit;    // state that stopped it; kNone for a static or sleeping one
    bool carried;   // that one is kinematic, and awake
};

struct Sweeper {
    const StepContext& context;
    const Model& m;
    const FastBoxes* fast;
    bool allMove; // everything is a bullet
    float slack;  // how far bodies that are not fast may have left their boxes in the tree
    Aabb fixed;   // around everything that stands still

    // Particles stop at what is static, and nothing stops at particles.
    bool isBullet(const Body& b) const { return (allMove && !isParticle(b)) || (b.flags & kBullet) != 0; }

    void sweep(FastBody& f, Hull& scratch) const {
        const Body& b = m.bodies[m.stateBody[f.state]];
        for (int s = b.firstShape; s != kNone; s = m.shapes[s].next)
            if (isConvex(m.shapes[s].shape.kind) && isSolid(m.shapes[s])) sweepShape(f, b, s, scratch);
    }

    // Its whole way is clear of all that stands still: who hangs in the air, or is beside the scenery.
    bool isClear(int32_t fastState) const {
        const Body& body = m.bodies[m.stateBody[fastState]];
        const DVec3 b = body.center, a = b - toDouble(m.states[fastState].dx);
        const double r = static_cast<double>(body.extent + kSpeculativeMargin);
        const DVec3 lower = min(a, b), upper = max(a, b), from = toDouble(fixed.lower), to = toDouble(fixed.upper);
        return lower.x - r > to.x || lower.y - r > to.y || lower.z - r > to.z || upper.x + r < from.x ||
               upper.y + r < from.y || upper.z + r < from.z;
    }

private:
    void sweepShape(FastBody& f, const Body& b, int shape, Hull& scratch) const {
        const BodyState& state = m.states[f.state];
        const float extent = m.shapes[shape].extent, reach = extent + kSpeculativeMargin;
        BvhSweep sweep{b.center - toDouble(state.dx), state.dx, {reach, reach, reach}, 1.0f};
        Mover mover;
        bool made = false; // most meet nothing
        const auto tryShape = [&](int other) {
            if (!made) mover = makeMover(m.shapes[shape], bodySweep(m, b), state, scratch);
            made = true;
            tryObstacle(f, shape, mover, other);
        };
        const auto meet = [&](ProxyHit hit, float limit) {
            tryShape(static_cast<int>(hit.userData));
            return min(limit, max(f.fraction, std::numeric_limits<float>::min()));
        };
        m.fixedTree.cast(sweep, kSolidProxy, meet);
        if (!isBullet(b)) return;
        sweep.halfExtents += Vec3{slack, slack, slack};
        m.movingTree.cast(sweep, kSolidProxy, [&](ProxyHit hit, float limit) {
            const Body& other = m.bodies[m.shapes[static_cast<int>(hit.userData)].body];
            if (other.state != kNone && isFast(m.states[other.state], other)) return limit; // below
            return meet(hit, limit);
        });
        fast->forEachNear(m, f.state, [&](int32_t near) {
            for (int s = m.bodies[m.stateBody[near]].firstShape; s != kNone; s = m.shapes[s].next) tryShape(s);
        });
    }

    // Both as balls about their centres of mass: too little motion against each other, or past each other.
    bool canMeet(const Mover& mover, const Body& a, const Body& b, float extent) const {
        const BodyState &stateA = m.states[a.state], &stateB = b.state == kNone ? kBodyAtRest : m.states[b.state];
        const Vec3 motion = stateA.dx - stateB.dx;
        const float turn = kPi * (length(stateA.dq.v) * mover.extent + length(stateB.dq.v) * extent);
        if (length(motion) + turn < 0.5f * mover.depth) return false;
        const Vec3 from = toFloat(a.center - b.center) - motion;
        const float t = clamp(-dot(from, motion) / max(dot(motion, motion), 1e-20f), 0.0f, 1.0f);
        const float reach = mover.extent + extent + kSpeculativeMargin;
        return lengthSquared(from + t * motion) <= reach * reach;
    }

    // In the step that has just been solved.
    bool isInTouch(int shape, int other) const {
        for (int32_t key = m.bodies[m.shapes[shape].body].firstContact; key != kNone;) {
            const Contact& c = m.contacts[key >> 1];
            const bool isB = (key & 1) != 0;
            if ((isB ? c.shapeB : c.shapeA) == shape && (isB ? c.shapeA : c.shapeB) == other) return isTouching(c);
            key = c.link[key & 1].next;
        }
        return false;
    }

    void tryObstacle(FastBody& f, int shape, const Mover& mover, int other) const {
        const ShapeRecord &a = m.shapes[shape], &b = m.shapes[other];
        if (!isSolid(b) || (b.flags & kParticleShape) != 0 || !mayCollide(context, shape, other)) return;
        const Body& obstacle = m.bodies[b.body];
        if (!canMeet(mover, m.bodies[a.body], obstacle, b.extent)) return;
        const float fraction = impactFraction(mover, b.shape, partSweep(bodySweep(m, obstacle), b.pose),
                                              m.bodies[a.body].jointCount > 0 && isInTouch(shape, other), f.fraction);
        if (!(fraction < f.fraction)) return;
        f.fraction = fraction;
        f.hit = obstacle.state;
        f.carried = obstacle.type == BodyType::Kinematic && obstacle.state != kNone;
    }
};

// Well within the margin in which contacts are found before they touch.
constexpr float kNowhere = 0.1f * kSpeculativeMargin;

void stopAt(StepContext& s, const FastBody& f, float fraction) {
    Model& m = s.model;
    BodyState& state = m.states[f.state];
    const int body = m.stateBody[f.state];
    Body& b = m.bodies[body];
    const Sweep way = bodySweep(m, b);
    b.pose = poseAt(way, fraction);
    if (f.carried && fraction == f.fraction) {
        // A kinematic body waits for nobody: what it met goes with it for the rest of the step.
        const Body& carrier = m.bodies[m.stateBody[f.hit]];
        b.pose = carrier.pose * relativeTransform(poseAt(bodySweep(m, carrier), fraction), b.pose);
        b.pose.q = normalize(b.pose.q);
    }
    b.center = transformPoint(b.pose, b.localCenter);
    // What fell freely has not fallen for the rest of the step; else it would bounce higher than it fell from.
    if (m.graph.isFree(body)) b.v -= (1.0f - fraction) * s.time.dt * b.gravityScale * s.def.gravity;
    if (!f.carried && fraction * motionOf(state, b.extent) < kNowhere) {
        b.v *= 0.5f;
        b.w *= 0.5f;
    }
    state.dx = toFloat(b.center - way.center0);
    state.dq = normalize(b.pose.q * conjugate(way.rotation0));
}

} // namespace

void continuous(StepContext& s) {
    Model& m = s.model;
    mergeBits(s.fast);
    int count = s.def.continuous == Continuous::Off ? 0 : s.fast[0].count();
    if (count == 0) return s.fast[0].reset();
    Sweeper sweeper{s, m, nullptr, s.def.continuous == Continuous::All, 0.0f, m.fixedTree.bounds()};
    bool bullets = sweeper.allMove;
    s.fast[0].forEach([&](int state) { bullets |= (m.bodies[m.stateBody[state]].flags & kBullet) != 0; });
    const std::span<FastBody> room = s.arena.allocate<FastBody>(count, "fast bodies");
    count = 0;
    s.fast[0].forEach([&](int state) { // without bullets, nothing happens to who is clear
        if (bullets || !sweeper.isClear(state)) room[static_cast<std::size_t>(count++)] = {state, 1.0f, kNone, false};
    });
    if (count == 0) return s.fast[0].reset();
    const std::span<FastBody> fast = room.subspan(0, static_cast<std::size_t>(count));
    const FastBoxes boxes(s.fast[0], bullets ? count : 0, m, s.arena);
    sweeper.fast = &boxes;
    if (bullets)
        for (int i = 1; i < m.states.count(); ++i)
            if (!s.fast[0].test(i))
                sweeper.slack = max(sweeper.slack, motionOf(m.states[i], m.bodies[m.stateBody[i]].extent));

    // The user's filter is never called from several threads.
    const TaskSystem alone{};
    constexpr int kSweepsTogether = 32; // most meet nothing, and a few are not worth waking anybody
    parallelFor(s.contactFilter ? alone : s.tasks, count, kSweepsTogether, [&](int begin, int end, int worker) {
        for (int i = begin; i < end; ++i)
            if (m.bodies[m.stateBody[fast[static_cast<std::size_t>(i)].state]].type == BodyType::Dynamic)
                sweeper.sweep(fast[static_cast<std::size_t>(i)], s.cores[static_cast<std::size_t>(worker)]);
    });
    shareRoom(s.cores, &Hull::vertices, &Hull::planes, &Hull::faces, &Hull::edges, &Hull::faceVertices);

    // What a bullet met on its way waits for it, where it is fast itself: else it would be gone when they should touch.
    const std::span<float> fractions = s.arena.allocate<float>(m.states.count(), "fractions of the step");
    for (float& fraction : fractions) fraction = 1.0f;
    for (const FastBody& f : fast) {
        for (const int32_t state : {f.state, f.carried ? kNone : f.hit})
            if (state != kNone && s.fast[0].test(state)) {
                float& fraction = fractions[static_cast<std::size_t>(state)];
                fraction = min(fraction, f.fraction);
            }
    }
    for (const FastBody& f : fast)
        if (fractions[static_cast<std::size_t>(f.state)] < 1.0f)
            stopAt(s, f, fractions[static_cast<std::size_t>(f.state)]);
    s.fast[0].reset();
}

} // namespace cairn
