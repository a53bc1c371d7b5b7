// Animated glTF 2.0 of a run: a node per body or particle, its shapes as children, poses as key frames.
#pragma once

#include "apps/cairn/shape_mesh.h"

#include <scenes/scenes.h>

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace cairn::app {

class GltfRecorder {
public:
    // Takes the poses of now. Bodies that are new since the last time join in.
    void sample(const scenes::Scene& scene);

    // The document; `binary` receives the one buffer that it refers to.
    nlohmann::json document(std::vector<std::byte>& binary) const;
    // By the ending of the name: .glb is one binary file, anything else JSON with the buffer inside. False when it
    // cannot be written.
    bool write(const std::string& file) const;

private:
    struct Key {
        float time;
        Vec3 position;
        Quat rotation;
    };
    // Keys that a straight line between their neighbours gives as well are left out: most bodies rest most of the time.
    struct Track {
        std::vector<Key> kept;
        std::vector<Key> waiting; // since the last kept one
        void add(const Key& key);
        std::vector<Key> keys() const;
    };
    struct Node {
        int group;
        bool appears; // later than at the start
        std::vector<scenes::SceneShape> shapes;
        Track track;
    };

    friend struct GltfWriter;
    std::vector<Node> m_nodes, m_particles;
    float m_lastTime = 0;
    bool m_started = false;
};

} // namespace cairn::app
