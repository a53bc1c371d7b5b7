// Any sequence of calls of a world, with valid and invalid arguments: nothing crashes, leaks, hangs or loses a number,
// and a world stepped by several threads stays equal, bit for bit, to one stepped by a single thread.
#include "support/api_input.h"

#include <cairn/error.h>
#include <cairn/world.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace cairn;

constexpr int kMaxBodies = 24, kMaxShapes = 48, kMaxJoints = 16, kMaxParticles = 24, kMaxSteps = 40, kMaxCalls = 400;

void require(bool ok, const char* what) {
    if (ok) return;
    std::fprintf(stderr, "fuzz_api: %s\n", what);
    std::abort();
}

// One world and the bytes that drive it. Ids of destroyed things stay in the lists, so that stale ones are used too.
struct Session : fuzz::ApiInput {
    World world;
    std::vector<BodyId> bodies;
    std::vector<ShapeId> shapes;
    std::vector<JointId> joints;
    std::vector<ParticleId> particles;
    Array<QueryHit> hits;
    Array<uint8_t> saved, rollback;
    uint64_t savedHash = 0;
    int steps = 0;

    Session(const fuzz::ApiInput& in, const WorldDef& def) : fuzz::ApiInput(in), world(def) {}

    template <class Id> Id pick(const std::vector<Id>& ids) {
        const int n = byte();
        if (n == 255) return {byte(), byte()};
        return ids.empty() || n == 254 ? Id{} : ids[static_cast<std::size_t>(n) % ids.size()];
    }
    BodyId body() { return pick(bodies); }
    ShapeId shapeId() { return pick(shapes); }

    JointId createJoint();
    void editJoint();
    void editParticle();

    void create();
    void addShape(BodyId owner);
    void editBody();
    void pushBody();
    void editShape();
    void editWorld();
    void saveAndRestore();
    void look();
    void query();
    void step();
    void check();
    void run();
};

void Session::addShape(BodyId owner) {
    if (world.shapeCount() >= kMaxShapes) return;
    const Shape geometry = shape();
    if (const ShapeId id = world.createShape(owner, geometry, shapeDef())) shapes.push_back(id);
}

void Session::create() {
    if (world.bodyCount() < kMaxBodies && (bodies.empty() || !rarely(3))) {
        if (const BodyId id = world.createBody(bodyDef())) bodies.push_back(id);
        if (!bodies.empty() && !rarely(8)) addShape(bodies.back());
    } else {
        addShape(body());
    }
}

void Session::editBody() {
    const BodyId b = body();
    switch (byte() % 20) {
    case 0: world.destroyBody(b); break;
    case 1: world.setType(b, choice<BodyType>(3)); break;
    case 2: world.setEnabled(b, flag()); break;
    case 3: world.setPose(b, pose()); break;
    case 4: world.setMass(b, positive()); break;
    case 5: {
        const float mass = positive();
        const Vec3 center = 0.25f * vector();
        const float x = positive(), y = positive(), z = positive();
        world.setMassProperties(b, {mass, center, {x, y, z, rarely(4) ? number() : 0.0f, 0.0f, 0.0f}});
        break;
    }
    case 6: world.setLinearDamping(b, positive()); break;
    case 7: world.setAngularDamping(b, positive()); break;
    case 8: world.setGravityScale(b, number()); break;
    case 9: world.setMaxLinearSpeed(b, positive()); break;
    case 10: world.setMaxAngularSpeed(b, positive()); break;
    case 11: world.setLocks(b, locks()); break;
    case 12: world.setGyroscopic(b, flag()); break;
    case 13: world.setAwake(b, flag()); break;
    case 14: world.setSleepAllowed(b, flag()); break;
    case 15: world.setSleepSpeed(b, positive()); break;
    case 16: world.setUserData(b, byte()); break;
    case 17: world.setBullet(b, flag()); break;
    case 18: {
        const BodyId other = body();
        world.ignorePair(b, other, flag());
        break;
    }
    default: world.setTarget(b, pose(), positive()); break;
    }
}

void Session::pushBody() {
    const BodyId b = body();
    const Vec3 v = vector();
    switch (byte() % 8) {
    case 0: world.setLinearVelocity(b, v); break;
    case 1: world.setAngularVelocity(b, v); break;
    case 2: world.applyForce(b, v); break;
    case 3: world.applyForceAt(b, v, position()); break;
    case 4: world.applyTorque(b, v); break;
    case 5: world.applyImpulse(b, v); break;
    case 6: world.applyImpulseAt(b, v, position()); break;
    default: world.applyAngularImpulse(b, v); break;
    }
}

void Session::editShape() {
    const ShapeId s = shapeId();
    switch (byte() % 9) {
    case 0: world.destroyShape(s); break;
    case 1: {
        const Shape geometry = shape();
        world.setGeometry(s, geometry, localPose());
        break;
    }
    case 2: world.setDensity(s, 100.0f * positive()); break;
    case 3: world.setMaterial(s, material()); break;
    case 4: world.setFilter(s, filter()); break;
    case 5: world.setContactEvents(s, flag()); break;
    case 6: world.setHitEvents(s, flag()); break;
    case 7: world.setSensorEvents(s, flag()); break;
    default: world.setUserData(s, byte()); break;
    }
}

JointId Session::createJoint() {
    const BodyId a = body(), b = body();
    const DVec3 anchor = position();
    JointLink link = world.jointLink(a, b, anchor, vector());
    if (rarely(3)) {
        const ParticleId p = pick(particles);
        flag() ? link = world.jointLink(p, b, anchor) : link = JointLink{.particleA = p, .particleB = pick(particles)};
    }
    if (rarely(4)) link.frameB = localPose();
    link.collideConnected = flag();
    if (rarely(4)) link.breakForce = 100.0f * positive();
    if (rarely(8)) link.hertz = 16.0f * positive();
    const JointLimits l = limits();
    const JointMotor m = motor();
    const JointSpring s = spring();
    switch (byte() % 11) {
    case 0: return world.createJoint(BallJointDef{link, flag(), positive(), l, positive(), s});
    case 1: return world.createJoint(HingeJointDef{link, l, m, s});
    case 2: return world.createJoint(SliderJointDef{link, l, m, s});
    case 3: return world.createJoint(DistanceJointDef{link, positive(), l, m, s});
    case 4: return world.createJoint(WeldJointDef{link, positive(), positive(), positive(), positive()});
    case 5: return world.createJoint(WheelJointDef{link, s, l, m, number(), positive()});
    case 6: return world.createJoint(MotorJointDef{link, 100.0f * positive(), 100.0f * positive()});
    case 7: return world.createJoint(UprightJointDef{link, positive(), positive(), positive()});
    case 8: return world.createJoint(GearJointDef{link, number()});
    case 9: return world.createJoint(PulleyJointDef{link, position(), position(), positive(), positive()});
    default: {
        SixDegreeJointDef d{.link = link};
        for (JointAxis* axes : {d.linear, d.angular})
            for (int i = 0; i < 3; ++i) {
                axes[i].mode = choice<AxisMode>(3);
                if (flag()) axes[i].lower = number(), axes[i].upper = number();
                if (rarely(4)) axes[i].motor = motor();
                if (rarely(4)) axes[i].spring = spring();
            }
        return world.createJoint(d);
    }
    }
}

void Session::editJoint() {
    if (world.jointCount() < kMaxJoints && !rarely(3)) {
        if (const JointId id = createJoint()) joints.push_back(id);
        return;
    }
    const JointId j = pick(joints);
    switch (byte() % 8) {
    case 0: world.destroyJoint(j); break;
    case 1: world.setLimits(j, limits()); break;
    case 2: world.setMotor(j, motor()); break;
    case 3: world.setSpring(j, spring()); break;
    case 4: {
        HingeJointDef d = world.definition<HingeJointDef>(j);
        d.link.collideConnected = flag();
        d.limits = limits();
        world.setDefinition(j, d);
        break;
    }
    case 5: world.setUserData(j, byte()); break;
    default: {
        const BodyId a = world.bodyA(j);
        int count = 0;
        const ParticleId p = world.particleA(j);
        if (a)
            for (JointId i = world.firstJoint(a); i; i = world.nextJoint(i, a)) ++count;
        else
            for (JointId i = world.firstJoint(p); i; i = world.nextJoint(p, i)) ++count;
        require((count > 0) == world.isValid(j), "a joint is in the list of its body");
        require(isFinite(world.jointForce(j)) && isFinite(world.jointTorque(j)), "a finite reaction");
        require(isFinite(world.jointAngle(j)) && isFinite(world.jointTranslation(j, 1)), "a finite joint");
        require(isFinite(world.jointSwing(j)) && isFinite(world.jointLength(j)), "a finite joint");
    }
    }
}

void Session::editParticle() {
    if (world.particleCount() < kMaxParticles && !rarely(3)) {
        if (const ParticleId id = world.createParticle(particleDef())) particles.push_back(id);
        return;
    }
    const ParticleId p = pick(particles);
    switch (byte() % 10) {
    case 0: world.destroyParticle(p); break;
    case 1: world.setDefinition(p, particleDef()); break;
    case 2: world.setPosition(p, position()); break;
    case 3: world.setVelocity(p, vector()); break;
    case 4: world.applyForce(p, vector()); break;
    case 5: world.applyImpulse(p, vector()); break;
    case 6: world.setAwake(p, flag()); break;
    case 7: world.setEnabled(p, flag()); break;
    case 8: world.setDefinition(p, world.definition(p)); break; // changes nothing that shows
    default: {
        Array<ContactInfo> contacts;
        world.contacts(p, contacts);
        require(isFinite(world.position(p)) && isFinite(world.velocity(p)), "a finite particle");
    }
    }
}

void Session::editWorld() {
    switch (byte() % 8) {
    case 0: world.setGravity(vector()); break;
    case 1: world.setSubsteps(byte() % 12); break;
    case 2: world.setSolver(*solverRecipe(byte() % solverCount())); break;
    case 3: world.setResidualMeter({flag(), small()}); break;
    case 4: world.setSleepEnabled(flag()); break;
    default: saveAndRestore(); break;
    }
}

// Saved states come back bit for bit, here and in another world, which then goes on alike; damaged ones change nothing.
void Session::saveAndRestore() {
    const uint64_t before = world.hash();
    switch (byte() % 6) {
    case 0:
        require(world.snapshot(saved), "a snapshot");
        savedHash = before;
        break;
    case 1:
        if (world.restore({saved.data(), saved.size()}))
            require(world.hash() == savedHash, "the state that was saved");
        else
            require(saved.empty() && world.hash() == before, "a snapshot that is taken");
        break;
    case 2: {
        if (saved.empty()) break;
        saved[(256 * byte() + byte()) % static_cast<int>(saved.size())] ^= 1;
        const bool restored = world.restore({saved.data(), saved.size()});
        require(world.hash() == (restored ? savedHash : before), "damage that changes nothing");
        saved.clear();
        break;
    }
    case 3: {
        require(world.snapshot(saved), "a snapshot");
        savedHash = before;
        World twin;
        require(twin.restore({saved.data(), saved.size()}) && twin.hash() == before, "a twin");
        twin.step(1.0f / 60.0f);
        world.step(1.0f / 60.0f);
        require(twin.hash() == world.hash() && twin.eventHash() == world.eventHash(), "a twin that does the same");
        break;
    }
    case 4: require(world.saveRollback(rollback), "a rollback"); break;
    default:
        if (!world.loadRollback({rollback.data(), rollback.size()})) require(world.hash() == before, "no change");
    }
    check();
}

// Everything that can be read, of a body and a shape that may not exist.
void Session::look() {
    const BodyId b = body();
    const ShapeId s = shapeId();
    require(isFinite(world.massCenter(b)) && isFinite(world.velocityAt(b, position())), "numbers of a body");
    const MassProperties m = world.massProperties(b);
    require(m.mass == world.mass(b) && isFinite(m.center) && isFinite(m.inertia.xx), "mass");
    int count = 0;
    for (ShapeId i = world.firstShape(b); i; i = world.nextShape(i), ++count)
        require(world.isValid(i) && world.body(i) == b, "a shape of a body");
    require(count == world.shapeCount(b), "count of shapes");
    require(world.isValid(s) == static_cast<bool>(world.body(s)), "the body of a shape");
    const Aabb box = world.bounds(s);
    require(box.lower.x <= box.upper.x && box.lower.y <= box.upper.y && box.lower.z <= box.upper.z, "bounds");
    Array<ContactInfo> contacts;
    world.contacts(b, contacts);
    for (const ContactInfo& c : contacts)
        require(c.pointCount >= 1 && c.pointCount <= 4 && isFinite(c.normal) && isFinite(c.points[0].position),
                "a sound contact");
    Array<ShapeId> visitors;
    if (world.isSensor(s)) world.sensorOverlaps(s, visitors);
    require(world.counts().contacts <= world.counts().pairs, "counts");
    require(!std::isnan(world.measures().kineticEnergy), "measures");
}

void Session::query() {
    QueryFilter f;
    const int bits = byte();
    f.fixed = (bits & 1) == 0;
    f.moving = (bits & 2) == 0;
    const BodyId ignored = (bits & 4) != 0 ? body() : BodyId{};
    f.ignore = {&ignored, 1};
    const QueryMode mode = (bits & 8) != 0 ? QueryMode::Any : QueryMode::Closest;
    const int kind = byte() % 6;
    const DVec3 p = position();
    const RayQuery ray{p, 4.0f * vector()};
    const ShapeQuery q = kind < 3 ? ShapeQuery{} : ShapeQuery{shape(), {p, rotation()}, ray.translation};
    QueryHit hit;
    switch (kind) {
    case 0:
        hit = world.castRay(ray, f, mode);
        world.castRayAll(ray, hits, f);
        break;
    case 1:
        hit = world.overlapPoint(p, f);
        world.overlapPointAll(p, hits, f);
        break;
    case 2: {
        const float reach = positive();
        hit = world.closestToPoint(p, reach, f);
        world.closestToPointAll(p, reach, hits, f);
        break;
    }
    case 3:
        hit = world.castShape(q, f, mode);
        world.castShapeAll(q, hits, f);
        break;
    case 4:
        hit = world.overlapShape(q, f);
        world.overlapShapeAll(q, hits, f);
        break;
    default: {
        const float reach = positive();
        hit = world.closestToShape(q, reach, f);
        world.closestToShapeAll(q, reach, hits, f);
        break;
    }
    }
    require(static_cast<bool>(hit) == !hits.empty(), "one and all agree");
    for (const QueryHit& h : hits) {
        require(world.isValid(h.shape) && world.body(h.shape) == h.body, "a hit of something that lives");
        require(isFinite(h.point) && isFinite(h.normal) && h.distance >= 0.0f, "a finite hit");
        require(h.fraction >= 0.0f && h.fraction <= 1.0f, "a fraction");
    }
    if (hit && mode == QueryMode::Closest && kind != 1 && kind != 4)
        require(hit.shape == hits[0].shape && hit.distance == hits[0].distance, "the closest is the first of all");
    world.overlapBoxAll(p - DVec3{1, 1, 1}, p + DVec3{2, 1, 1}, hits, f);
}

void Session::check() {
    for (const BodyId b : bodies) {
        if (!world.isValid(b)) continue;
        const WorldTransform pose = world.pose(b);
        require(isFinite(pose.p) && isValidRotation(pose.q), "a finite pose");
        require(isFinite(world.linearVelocity(b)) && isFinite(world.angularVelocity(b)), "a finite velocity");
    }
    for (const ParticleId p : particles)
        require(!world.isValid(p) || (isFinite(world.position(p)) && isFinite(world.velocity(p))), "a finite particle");
    require(world.validate(), "a sound world");
    const WorldEvents e = world.events();
    for (const ContactHitEvent& hit : e.hits)
        require(isFinite(hit.point) && isFinite(hit.normal) && isFinite(hit.impulse), "a finite hit event");
    Array<BodyMoveEvent> moves;
    world.moves(moves);
    for (const BodyMoveEvent& move : moves) require(world.isValid(move.body), "a body that moved lives");
}

void Session::step() {
    const float dts[] = {1.0f / 60.0f, 1.0f / 60.0f, 1.0f / 30.0f, 1.0f, 1e-6f, 0.0f};
    const float dt = dts[byte() % 6];
    for (int count = 1 + byte() % 4; count > 0 && steps < kMaxSteps; --count, ++steps) {
        world.step(dt);
        check();
    }
}

void Session::run() {
    for (int call = 0; call < kMaxCalls && size > 0; ++call) {
        switch (byte() % 16) {
        case 0:
        case 1:
        case 2:
        case 3:
        case 4: create(); break;
        case 5:
        case 6: editBody(); break;
        case 7: pushBody(); break;
        case 8: editShape(); break;
        case 9: flag() ? editShape() : editParticle(); break;
        case 10: rarely(4) ? editWorld() : editJoint(); break;
        case 11: look(); break;
        case 12: query(); break;
        default: step(); break;
        }
    }
    world.step(1.0f / 60.0f);
    check();
}

uint64_t simulate(const fuzz::ApiInput& in, WorldDef def, const TaskSystem& tasks) {
    def.tasks = tasks;
    Session session(in, def);
    session.run();
    return session.world.hash();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
    static const Workers workers(2);
    ErrorCapture quiet;
    fuzz::ApiInput in{{data, size}, false};
#ifdef CAIRN_FUZZ_THREADS
    constexpr bool kAlwaysThreads = true; // what looks for races
#else
    constexpr bool kAlwaysThreads = false;
#endif
    const bool threads = in.rarely(4) || kAlwaysThreads;
    in.wild = in.flag();
    const WorldDef def = in.worldDef();
    const uint64_t hash = simulate(in, def, {});
    if (threads) require(simulate(in, def, workers.tasks()) == hash, "the same bits on two threads");
    return 0;
}
