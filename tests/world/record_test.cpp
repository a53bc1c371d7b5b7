// Recordings replay to the same bits, on any number of threads; what differs is found at its step; damage is noticed.
#include "base/hash.h"
#include "support/meshes.h"
#include "support/random.h"
#include "world/recorder.h"

#include <cairn/cairn.h>

#include <gtest/gtest.h>

#include <vector>

namespace cairn {

namespace {

using test::Random;
using test::scaled;

constexpr float kDt = 1.0f / 60.0f;

// Geometry of every kind that lives outside the world.
struct Library {
    Hull hull = buildBoxHull({0.3f, 0.2f, 0.4f});
    Hull copy = buildBoxHull({0.3f, 0.2f, 0.4f}); // equal content at another place
    Mesh mesh;
    HeightField field;
    Compound compound;

    Library() {
        const std::vector<Vec3> corners{{-20, 0, -20}, {20, 0, -20}, {20, 0, 20}, {-20, 0, 20}};
        const std::vector<uint32_t> indices{0, 2, 1, 0, 3, 2};
        mesh = buildMesh(corners, indices);
        std::vector<float> heights;
        for (int i = 0; i < 81; ++i) heights.push_back(0.1f * static_cast<float>(i % 5));
        field = buildHeightField({.columns = 9, .rows = 9, .heights = heights});
        const CompoundChild children[] = {{ShapeHull{&hull}, {{0, 1, 0}, kIdentityQuat}}, {ShapeBox{}}};
        compound = buildCompound(children);
    }
    Shape convex(Random& random) const {
        const Shape all[] = {ShapeBox{{0.3f, 0.2f, 0.3f}},
                             ShapeSphere{0.3f},
                             ShapeCapsule{0.3f, 0.2f},
                             ShapeHull{&hull},
                             ShapeHull{&copy},
                             ShapeCylinder{0.3f, 0.3f}};
        return all[random.below(6)];
    }
};

// Everything that can be called, at random; some of it refused.
class Player {
public:
    Player(World& world, const Library& library, uint64_t seed) : m_world(world), m_library(library), m_random(seed) {
        const Shape floors[] = {ShapeMesh{&library.mesh}, ShapeHeightField{&library.field},
                                ShapeCompound{&library.compound}, ShapePlane{}};
        for (int i = 0; i < 4; ++i) {
            const BodyId body = world.createBody({.position = {0, i == 3 ? -3.0 : 0.1 * i, 0}});
            world.createShape(body, floors[i]);
        }
        for (int i = 0; i < 20; ++i) addBody();
    }

    void play() {
        Random& r = m_random;
        for (int i = r.below(6); i >= 0; --i) call(r.below(36));
        m_world.step(kDt);
    }

private:
    void addBody() {
        Random& r = m_random;
        m_bodies.push_back(m_world.createBody({.type = r.below(8) == 0 ? BodyType::Kinematic : BodyType::Dynamic,
                                               .position = toDouble(r.inBox(2.0f) + Vec3{0, 3, 0}),
                                               .rotation = r.rotation()}));
        addShape();
    }
    void addShape() {
        m_shapes.push_back(m_world.createShape(body(), m_library.convex(m_random),
                                               {.pose = {m_random.inBox(0.2f), kIdentityQuat},
                                                .hitEvents = m_random.below(2) == 0,
                                                .sensor = m_random.below(8) == 0}));
    }
    BodyId body() { return m_bodies[static_cast<std::size_t>(m_random.below(static_cast<int>(m_bodies.size())))]; }
    ShapeId shape() { return m_shapes[static_cast<std::size_t>(m_random.below(static_cast<int>(m_shapes.size())))]; }

    JointId joint() {
        return m_joints.empty() ? JointId{}
                                : m_joints[static_cast<std::size_t>(m_random.below(static_cast<int>(m_joints.size())))];
    }

    void call(int which) {
        World& w = m_world;
        Random& r = m_random;
        const bool flag = r.below(2) == 0;
        const float x = r.uniform(0.1f, 2.0f);
        const Vec3 v = r.inBox(3.0f);
        const BodyId b = body();
        const ShapeId s = shape();
        switch (which) {
        case 0: addBody(); break;
        case 1: addShape(); break;
        case 2: w.destroyBody(b); break;
        case 3: w.destroyShape(s); break;
        case 4: w.setPose(b, {toDouble(v), r.rotation()}); break;
        case 5: w.setLinearVelocity(b, v); break;
        case 6: w.setAngularVelocity(b, v); break;
        case 7: w.setTarget(b, {toDouble(v), r.rotation()}, x); break;
        case 8: w.applyForce(b, 100.0f * v); break;
        case 9: w.applyForceAt(b, 100.0f * v, toDouble(r.inBox(1.0f))); break;
        case 10: w.applyTorque(b, v); break;
        case 11: w.applyImpulse(b, 20.0f * v); break;
        case 12: w.applyImpulseAt(b, v, toDouble(r.inBox(1.0f))); break;
        case 13: w.applyAngularImpulse(b, v); break;
        case 14: w.setMass(b, x); break;
        case 15: w.setMassProperties(b, {.mass = x, .center = kZero, .inertia = {1, 1, 1, 0, 0, 0}}); break;
        case 16: w.setLinearDamping(b, x), w.setAngularDamping(b, x); break;
        case 17: w.setGravityScale(b, x), w.setMaxLinearSpeed(b, 10.0f * x), w.setMaxAngularSpeed(b, 9.0f * x); break;
        case 18:
            w.setLocks(b, {.linearX = flag, .angularY = !flag}), w.setGyroscopic(b, flag), w.setBullet(b, flag);
            break;
        case 19: w.setAwake(b, flag), w.setSleepAllowed(b, flag), w.setSleepSpeed(b, x); break;
        case 20: w.ignorePair(b, body(), flag); break;
        case 21: w.setGeometry(s, m_library.convex(r), kIdentity); break;
        case 22: w.setDensity(s, 500.0f * x); break;
        case 23: w.setMaterial(s, {.friction = x, .restitution = 0.4f, .rollingResistance = 0.01f}); break;
        case 24: w.setFilter(s, {.mask = flag ? 1u : 0xFFFFFFFFu}); break;
        case 25: w.setContactEvents(s, flag), w.setHitEvents(s, !flag), w.setSensorEvents(s, flag); break;
        case 26: w.setUserData(b, r.next()), w.setUserData(s, r.next()); break;
        case 27: w.setType(b, flag ? BodyType::Kinematic : BodyType::Dynamic); break;
        case 28: w.setEnabled(b, flag); break;
        case 29: w.setGravity({0, -9.81f * x, 0}), w.setSubsteps(2 + r.below(4)), w.setSleepEnabled(flag); break;
        case 31:
            m_joints.push_back(w.createJoint(HingeJointDef{.link = w.jointLink(b, body(), toDouble(r.inBox(2.0f)))}));
            break;
        case 32:
            m_joints.push_back(w.createJoint(DistanceJointDef{.link = w.jointLink(b, body(), {0, 1, 0}), .length = x}));
            break;
        case 33: w.destroyJoint(joint()); break;
        case 34: {
            const JointId j = joint();
            w.setMotor(j, {flag, x, 10.0f}), w.setLimits(j, {flag, -x, x}), w.setSpring(j, {flag, x, 0.5f, 0.0f});
            w.setDefinition(j, w.definition<HingeJointDef>(j)), w.setUserData(j, 5);
            break;
        }
        case 30: w.setPose(b, {{0, 0, 0}, {kZero, 0.0f}}); break; // refused
        default: w.createBody({.mass = -1.0f}); break;            // refused
        }
    }

    World& m_world;
    const Library& m_library;
    Random m_random;
    std::vector<BodyId> m_bodies;
    std::vector<ShapeId> m_shapes;
    std::vector<JointId> m_joints;
};

struct Block {
    int begin, size; // of the operations
};

std::vector<Block> blocksOf(const Array<uint8_t>& recording) {
    std::vector<Block> blocks;
    for (int at = sizeof(RecordHeader); at < recording.count();) {
        BlockHeader header;
        std::memcpy(&header, recording.data() + at, sizeof header);
        at += static_cast<int>(sizeof header);
        blocks.push_back({at, static_cast<int>(header.size)});
        at += static_cast<int>(header.size);
    }
    return blocks;
}

void seal(Array<uint8_t>& recording, Block block) {
    const BlockHeader header{static_cast<uint64_t>(block.size),
                             hashBytes(recording.data() + block.begin, static_cast<std::size_t>(block.size))};
    std::memcpy(recording.data() + block.begin - sizeof header, &header, sizeof header);
}

} // namespace

TEST(Record, ReplaysToTheSameBitsOnAnyNumberOfThreads) {
    for (int trial = 0; trial < scaled(6); ++trial) {
        Array<uint8_t> recording;
        {
            const ErrorCapture quiet;
            const Library library;
            World world;
            Player player(world, library, static_cast<uint64_t>(trial) + 1);
            for (int i = 0; i < 20; ++i) player.play();
            ASSERT_TRUE(world.startRecording(recording));
            EXPECT_TRUE(world.isRecording());
            for (int i = 0; i < 150; ++i) player.play();
            ASSERT_TRUE(world.stopRecording());
            ASSERT_TRUE(world.validate());
        } // the geometry is gone
        for (const int threads : {1, 2, 3}) {
            const Workers workers(threads);
            const ReplayResult result = replay(recording, {.tasks = workers.tasks()});
            EXPECT_TRUE(result.readable && result.complete);
            EXPECT_EQ(result.steps, 150);
            EXPECT_GT(result.operations, 150);
            EXPECT_EQ(result.firstDifferentStep, -1) << "trial " << trial << ", threads " << threads;
            EXPECT_TRUE(result.same());
        }
    }
}

TEST(Record, EqualGeometryIsStoredOnce) {
    const Library library;
    const auto sizeWith = [&](const Hull* second) {
        World world;
        Array<uint8_t> recording;
        world.startRecording(recording);
        for (int i = 0; i < 50; ++i) {
            const BodyId body = world.createBody({.type = BodyType::Dynamic});
            world.createShape(body, ShapeHull{i % 2 == 0 ? &library.hull : second});
        }
        world.stopRecording();
        return recording.count();
    };
    EXPECT_EQ(sizeWith(&library.hull), sizeWith(&library.copy));
    const Hull other = buildBoxHull({0.3f, 0.2f, 0.5f});
    EXPECT_GT(sizeWith(&other), sizeWith(&library.hull) + 500);
}

TEST(Record, FirstDifferentStepIsFound) {
    World world;
    world.createShape(world.createBody({}), ShapePlane{});
    const BodyId ball = world.createBody({.type = BodyType::Dynamic, .position = {0, 3, 0}});
    world.createShape(ball, ShapeSphere{});
    Array<uint8_t> recording;
    world.startRecording(recording);
    for (int i = 0; i < 40; ++i) {
        if (i == 25) world.applyImpulse(ball, {1, 0, 0});
        world.step(kDt);
    }
    world.stopRecording();
    ASSERT_TRUE(replay(recording).same());
    const std::vector<Block> blocks = blocksOf(recording);
    ASSERT_EQ(blocks.size(), 42u); // the start, a block a step, the end

    Array<uint8_t> wrongHash(recording);
    wrongHash[blocks[8].begin + blocks[8].size - 1] ^= 1;
    seal(wrongHash, blocks[8]);
    ReplayResult result = replay(wrongHash);
    EXPECT_EQ(result.firstDifferentStep, 7);
    EXPECT_EQ(result.steps, 8);
    EXPECT_NE(result.recordedHash, result.replayedHash);
    EXPECT_FALSE(result.same());
    result = replay(wrongHash, {.stopAtDifference = false});
    EXPECT_EQ(result.firstDifferentStep, 7);
    EXPECT_EQ(result.steps, 40);

    Array<uint8_t> stronger(recording);
    ASSERT_EQ(stronger[blocks[26].begin], static_cast<uint8_t>(Operation::ApplyImpulse));
    const float impulse = 1.0001f;
    std::memcpy(stronger.data() + blocks[26].begin + 1 + sizeof(BodyId), &impulse, sizeof impulse);
    seal(stronger, blocks[26]);
    EXPECT_EQ(replay(stronger).firstDifferentStep, 25);
}

TEST(Record, WhatIsCutOffReplaysUpToThere) {
    const ErrorCapture quiet;
    const Library library;
    World world;
    Player player(world, library, 5);
    Array<uint8_t> recording;
    world.startRecording(recording);
    for (int i = 0; i < 30; ++i) player.play();
    world.stopRecording();
    const std::vector<Block> blocks = blocksOf(recording);
    Random random(2);
    for (int trial = 0; trial < scaled(30); ++trial) {
        const std::size_t cut = static_cast<std::size_t>(random.below(recording.count()));
        const ReplayResult result = replay(std::span<const uint8_t>(recording).subspan(0, cut));
        int whole = -1;
        for (const Block& b : blocks) whole += b.begin + b.size <= static_cast<int>(cut);
        EXPECT_EQ(result.steps, max(0, whole)) << cut;
        EXPECT_FALSE(result.complete);
        EXPECT_EQ(result.readable, cut >= sizeof(RecordHeader));
        EXPECT_EQ(result.firstDifferentStep, -1);

        Array<uint8_t> damaged(recording);
        damaged[random.below(damaged.count())] ^= static_cast<uint8_t>(1 << random.below(8));
        EXPECT_FALSE(replay(damaged).same());
    }
}

TEST(Record, AnswersOfTheContactFilterAreRecorded) {
    World world;
    world.createShape(world.createBody({}), ShapePlane{});
    struct Coin {
        Random random{3};
    } coin;
    world.setContactFilter([](ShapeId, ShapeId, void* f) { return static_cast<Coin*>(f)->random.below(2) == 0; },
                           &coin);
    Array<uint8_t> recording;
    ASSERT_TRUE(world.startRecording(recording));
    Random random(4);
    for (int i = 0; i < 30; ++i) {
        const BodyId ball =
            world.createBody({.type = BodyType::Dynamic, .position = toDouble(random.inBox(1.0f) + Vec3{0, 2, 0})});
        world.createShape(ball, ShapeSphere{0.2f});
    }
    for (int i = 0; i < 100; ++i) world.step(kDt);
    world.stopRecording();
    EXPECT_TRUE(replay(recording).same());
}

TEST(Record, RestoringIsRecorded) {
    const ErrorCapture quiet;
    const Library library;
    World world;
    Player player(world, library, 9);
    Array<uint8_t> recording, snapshot, rollback;
    for (int i = 0; i < 20; ++i) player.play();
    ASSERT_TRUE(world.snapshot(snapshot));
    ASSERT_TRUE(world.startRecording(recording));
    for (int i = 0; i < 20; ++i) player.play();
    ASSERT_TRUE(world.restore(snapshot));
    for (int i = 0; i < 20; ++i) player.play();
    ASSERT_TRUE(world.saveRollback(rollback));
    for (int i = 0; i < 20; ++i) world.step(kDt);
    ASSERT_TRUE(world.loadRollback(rollback));
    for (int i = 0; i < 20; ++i) player.play();
    ASSERT_TRUE(world.stopRecording());
    EXPECT_TRUE(replay(recording).same());
}

TEST(Record, MisuseIsRefused) {
    Array<uint8_t> recording, other; // the world writes to it until its end
    World world;
    const ErrorCapture capture;
    EXPECT_FALSE(world.stopRecording());
    EXPECT_FALSE(world.startRecording(RecordSink{}));
    EXPECT_TRUE(world.startRecording(recording));
    EXPECT_FALSE(world.startRecording(other));
    EXPECT_EQ(capture.count(), 3);
    EXPECT_FALSE(replay({}).readable);
    Array<uint8_t> foreign(64);
    EXPECT_FALSE(replay(foreign).readable);
    EXPECT_EQ(capture.count(), 5);
}

} // namespace cairn
