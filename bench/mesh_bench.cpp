// Meshes: building, ray casts against Bullet's.
#include "geometry/mesh_ray.h"
#include "support/meshes.h"
#include "support/ratio.h"

#include <cairn/manifold.h>

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>

#include <memory>
#include <vector>

namespace cairn {
namespace {

constexpr int kSide = 500; // 500 x 500 cells: half a million triangles

const test::MeshData& terrainData() {
    static const test::MeshData data = test::makeTerrain(kSide, kSide, 0.4f, test::bumps);
    return data;
}

struct Rays {
    std::vector<Vec3> from, to;
};

Rays makeRays(int count) {
    test::Random random(11);
    Rays rays;
    for (int i = 0; i < count; ++i) {
        const Vec3 p{random.uniform(-95, 95), random.uniform(1.5f, 20), random.uniform(-95, 95)};
        const Vec3 q{random.uniform(-95, 95), random.uniform(-3, 1), random.uniform(-95, 95)};
        rays.from.push_back(p);
        rays.to.push_back(i % 2 == 0 ? q : p + Vec3{random.uniform(-8, 8), -25, random.uniform(-8, 8)});
    }
    return rays;
}

struct BulletMesh {
    explicit BulletMesh(const test::MeshData& data) {
        for (const Vec3 p : data.positions) vertices.push_back({p.x, p.y, p.z});
        indices.assign(data.indices.begin(), data.indices.end());
        arrays = std::make_unique<btTriangleIndexVertexArray>(
            data.triangleCount(), indices.data(), 3 * static_cast<int>(sizeof(int)), static_cast<int>(vertices.size()),
            &vertices[0].m_floats[0], static_cast<int>(sizeof(btVector3)));
        shape = std::make_unique<btBvhTriangleMeshShape>(arrays.get(), true);
        object.setCollisionShape(shape.get());
    }
    std::vector<btVector3> vertices;
    std::vector<int> indices;
    std::unique_ptr<btTriangleIndexVertexArray> arrays;
    std::unique_ptr<btBvhTriangleMeshShape> shape;
    btCollisionObject object;
};

// The shortest way into Bullet's tree: the shape's own performRaycast with a closest-hit triangle callback.
struct ClosestCallback : btTriangleRaycastCallback {
    using btTriangleRaycastCallback::btTriangleRaycastCallback;
    btScalar reportHit(const btVector3&, btScalar fraction, int, int) override { return fraction; }
};

void meshRay(benchmark::State& state, bool throughWorld, const char* name) {
    const Mesh mesh = terrainData().build();
    BulletMesh peer(terrainData());
    constexpr int kRays = 4096;
    const Rays rays = makeRays(kRays);
    bench::compare(
        state, name, {.limit = 0.5, .items = kRays, .seconds = 3.0},
        [&] {
            float sum = 0;
            for (int i = 0; i < kRays; ++i) {
                const auto at = static_cast<std::size_t>(i);
                SurfaceHit hit;
                if (castRayMesh(mesh, {rays.from[at], rays.to[at] - rays.from[at]}, hit)) sum += hit.fraction;
            }
            return sum;
        },
        [&] {
            float sum = 0;
            for (int i = 0; i < kRays; ++i) {
                const auto at = static_cast<std::size_t>(i);
                const btVector3 from(rays.from[at].x, rays.from[at].y, rays.from[at].z),
                    to(rays.to[at].x, rays.to[at].y, rays.to[at].z);
                if (throughWorld) {
                    btCollisionWorld::ClosestRayResultCallback callback(from, to);
                    callback.m_flags = btTriangleRaycastCallback::kF_FilterBackfaces;
                    const btTransform identity = btTransform::getIdentity();
                    btTransform start = identity, end = identity;
                    start.setOrigin(from);
                    end.setOrigin(to);
                    btCollisionWorld::rayTestSingle(start, end, &peer.object, peer.shape.get(), identity, callback);
                    if (callback.hasHit()) sum += callback.m_closestHitFraction;
                } else {
                    ClosestCallback callback(from, to, btTriangleRaycastCallback::kF_FilterBackfaces);
                    peer.shape->performRaycast(&callback, from, to);
                    if (callback.m_hitFraction < 1) sum += callback.m_hitFraction;
                }
            }
            return sum;
        });
}

void meshRayDirect(benchmark::State& state) {
    meshRay(state, false, "mesh ray, 500k triangles, vs Bullet performRaycast");
}
void meshRayWorld(benchmark::State& state) {
    meshRay(state, true, "mesh ray, 500k triangles, vs Bullet rayTestSingle");
}
CAIRN_COMPARISON(meshRayDirect);
CAIRN_COMPARISON(meshRayWorld);

void meshBuild(benchmark::State& state) {
    const test::MeshData& data = terrainData();
    bench::compare(
        state, "mesh build, 500k triangles, vs Bullet", {.items = 1, .seconds = 3.0},
        [&] { return data.build().triangles.count(); },
        [&] { return BulletMesh(data).shape->getOptimizedBvh() != nullptr; });
}
CAIRN_COMPARISON(meshBuild);

// A box, a ball or a capsule that lies on terrain of 40 cm triangles: the whole manifold, per call.
void meshManifold(benchmark::State& state) {
    const Mesh mesh = terrainData().build();
    const Shape shapes[] = {ShapeBox{{0.5f, 0.5f, 0.5f}}, ShapeSphere{0.5f}, ShapeCapsule{0.5f, 0.3f}};
    const Shape shape = shapes[state.range(0)];
    test::Random random(12);
    std::vector<Transform> poses;
    while (poses.size() < 512) {
        const Vec3 p{random.uniform(-90, 90), 0, random.uniform(-90, 90)};
        poses.push_back({{p.x, test::bumps(p.x, p.z) + 0.48f, p.z}, random.rotation()});
    }
    Array<Manifold> patches;
    std::size_t next = 0;
    int64_t count = 0;
    for (auto _ : state) {
        ManifoldCache cache;
        collide(shape, ShapeMesh{&mesh}, inverse(poses[next]), 0.02f, cache, patches);
        next = (next + 1) % poses.size();
        count += patches.count();
        benchmark::DoNotOptimize(patches.data());
    }
    state.counters["patches"] = static_cast<double>(count) / static_cast<double>(state.iterations());
    state.SetLabel(toString(shape.kind));
}
BENCHMARK(meshManifold)->Arg(0)->Arg(1)->Arg(2);

} // namespace
} // namespace cairn
