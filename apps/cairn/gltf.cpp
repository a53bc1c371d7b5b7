// Sampling of poses, and leaving out what interpolation gives.
#include "apps/cairn/gltf.h"

#include <cmath>

namespace cairn::app {

namespace {

constexpr float kPositionTolerance = 0.002f; // m
constexpr float kRotationTolerance = 0.004f; // rad, nearly
constexpr std::size_t kLongestGap = 60;      // samples

} // namespace

void GltfRecorder::Track::add(const Key& key) {
    if (kept.empty()) {
        kept.push_back(key);
        return;
    }
    Key next = key;
    // The nearer of the two quaternions of this rotation, so that interpolation takes the short way.
    const Key& last = waiting.empty() ? kept.back() : waiting.back();
    if (dot(last.rotation, next.rotation) < 0.0f) next.rotation = {-next.rotation.v, -next.rotation.s};
    const Key& begin = kept.back();
    bool straight = waiting.size() < kLongestGap;
    for (const Key& k : waiting) {
        const float t = (k.time - begin.time) / (next.time - begin.time);
        const Vec3 p = lerp(begin.position, next.position, t);
        const Quat q = normalize(Quat{lerp(begin.rotation.v, next.rotation.v, t),
                                      begin.rotation.s + t * (next.rotation.s - begin.rotation.s)});
        const float turn = 2.0f * length((conjugate(q) * k.rotation).v);
        straight = straight && distance(p, k.position) < kPositionTolerance && turn < kRotationTolerance;
    }
    if (!straight) {
        kept.push_back(waiting.back());
        waiting.clear();
    }
    waiting.push_back(next);
}

std::vector<GltfRecorder::Key> GltfRecorder::Track::keys() const {
    std::vector<Key> all = kept;
    if (!waiting.empty()) all.push_back(waiting.back());
    return all;
}

void GltfRecorder::sample(const scenes::Scene& scene) {
    const float time = scene.time();
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const scenes::SceneBody& body = scene.bodies[i];
        if (i == m_nodes.size()) m_nodes.push_back({body.group, m_started, body.shapes, {}});
        if (!scene.world.isValid(body.id)) continue;
        const WorldTransform pose = scene.world.pose(body.id);
        m_nodes[i].track.add({time, toFloat(pose.p), pose.q});
    }
    for (std::size_t i = 0; i < scene.particles.size(); ++i) {
        const scenes::SceneParticle& p = scene.particles[i];
        if (i == m_particles.size())
            m_particles.push_back({p.group, m_started, {{ShapeSphere{p.radius}, kIdentity, true}}, {}});
        if (scene.world.isValid(p.id))
            m_particles[i].track.add({time, toFloat(scene.world.position(p.id)), kIdentityQuat});
    }
    m_lastTime = time;
    m_started = true;
}

} // namespace cairn::app
