// The glTF document: geometry once per distinct shape, a mesh per shape and colour, a node per body.
#include "apps/cairn/base64.h"
#include "apps/cairn/gltf.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <fstream>

namespace cairn::app {

namespace {

using nlohmann::json;

constexpr int kFloat = 5126, kUnsignedInt = 5125;
constexpr int kVertexTarget = 34962, kIndexTarget = 34963;

float toLinear(float srgb) { return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f); }

json toJson(Vec3 v) { return json::array({v.x, v.y, v.z}); }
json toJson(Quat q) { return json::array({q.v.x, q.v.y, q.v.z, q.s}); }

} // namespace

struct GltfWriter {
    const GltfRecorder& recorder;
    std::vector<std::byte>& binary;
    json doc;

    struct Geometry {
        Shape shape;
        int position, normal, index; // accessors
    };
    std::vector<Geometry> geometries;
    struct MeshOf {
        int geometry, group, mesh;
    };
    std::vector<MeshOf> meshes;

    template <class T> int addAccessor(const std::vector<T>& values, const char* type, int componentType, int target) {
        while (binary.size() % 4 != 0) binary.push_back(std::byte{0});
        const std::size_t offset = binary.size(), bytes = values.size() * sizeof(T);
        binary.resize(offset + bytes);
        std::memcpy(binary.data() + offset, values.data(), bytes);
        json view{{"buffer", 0}, {"byteOffset", offset}, {"byteLength", bytes}};
        if (target) view["target"] = target;
        doc["bufferViews"].push_back(view);
        doc["accessors"].push_back({{"bufferView", doc["bufferViews"].size() - 1},
                                    {"componentType", componentType},
                                    {"count", values.size()},
                                    {"type", type}});
        return static_cast<int>(doc["accessors"].size()) - 1;
    }
    void setBounds(int accessor, const json& lower, const json& upper) {
        doc["accessors"][static_cast<std::size_t>(accessor)]["min"] = lower;
        doc["accessors"][static_cast<std::size_t>(accessor)]["max"] = upper;
    }

    int geometryOf(const Shape& shape) {
        for (std::size_t i = 0; i < geometries.size(); ++i)
            if (sameGeometry(geometries[i].shape, shape)) return static_cast<int>(i);
        const TriangleMesh triangles = makeTriangles(shape);
        Geometry g{shape, 0, 0, 0};
        g.position = addAccessor(triangles.positions, "VEC3", kFloat, kVertexTarget);
        Aabb box = kEmptyAabb;
        for (const Vec3 p : triangles.positions) box = merge(box, {p, p});
        setBounds(g.position, toJson(box.lower), toJson(box.upper));
        g.normal = addAccessor(triangles.normals, "VEC3", kFloat, kVertexTarget);
        g.index = addAccessor(triangles.indices, "SCALAR", kUnsignedInt, kIndexTarget);
        geometries.push_back(g);
        return static_cast<int>(geometries.size()) - 1;
    }

    int materialOf(int group) {
        const std::string name = "group " + std::to_string(group);
        for (std::size_t i = 0; i < doc["materials"].size(); ++i)
            if (doc["materials"][i]["name"] == name) return static_cast<int>(i);
        const Vec3 c = groupColour(group);
        doc["materials"].push_back({{"name", name},
                                    {"pbrMetallicRoughness",
                                     {{"baseColorFactor", {toLinear(c.x), toLinear(c.y), toLinear(c.z), 1.0}},
                                      {"metallicFactor", 0.0},
                                      {"roughnessFactor", 0.7}}}});
        return static_cast<int>(doc["materials"].size()) - 1;
    }

    int meshOf(const Shape& shape, int group) {
        const int geometry = geometryOf(shape);
        for (const MeshOf& m : meshes)
            if (m.geometry == geometry && m.group == group) return m.mesh;
        const Geometry& g = geometries[static_cast<std::size_t>(geometry)];
        const int mesh = static_cast<int>(doc["meshes"].size());
        const json primitive{{"attributes", {{"POSITION", g.position}, {"NORMAL", g.normal}}},
                             {"indices", g.index},
                             {"material", materialOf(group)}};
        doc["meshes"].push_back({{"primitives", json::array({primitive})}});
        meshes.push_back({geometry, group, mesh});
        return mesh;
    }

    // Shapes are children, so that they keep their place in the body and their scale.
    void addShapes(const GltfRecorder::Node& source, json& node) {
        for (const scenes::SceneShape& shape : source.shapes) {
            if (!shape.visible) continue;
            const Drawable drawable = drawableOf(shape.shape);
            json child{{"mesh", meshOf(drawable.shape, source.group)}};
            if (!(drawable.scale == Vec3{1, 1, 1})) child["scale"] = toJson(drawable.scale);
            if (!(shape.pose.p == kZero)) child["translation"] = toJson(shape.pose.p);
            if (!(shape.pose.q == kIdentityQuat)) child["rotation"] = toJson(shape.pose.q);
            node["children"].push_back(doc["nodes"].size());
            doc["nodes"].push_back(child);
        }
    }

    void addChannel(std::size_t node, const char* path, const char* interpolation, int input, int output) {
        json& animation = doc["animations"][0];
        animation["channels"].push_back(
            {{"sampler", animation["samplers"].size()}, {"target", {{"node", node}, {"path", path}}}});
        animation["samplers"].push_back({{"input", input}, {"output", output}, {"interpolation", interpolation}});
    }

    int addTimes(const std::vector<float>& times) {
        const int input = addAccessor(times, "SCALAR", kFloat, 0);
        setBounds(input, json::array({times.front()}), json::array({times.back()}));
        return input;
    }

    void addTrack(const GltfRecorder::Node& source, std::size_t node) {
        const std::vector<GltfRecorder::Key> keys = source.track.keys();
        std::vector<float> times;
        std::vector<Vec3> positions;
        std::vector<Quat> rotations;
        for (const GltfRecorder::Key& key : keys) {
            times.push_back(key.time);
            positions.push_back(key.position);
            rotations.push_back(key.rotation);
        }
        if (source.appears) // of no size before it is there
            addChannel(node, "scale", "STEP", addTimes({0.0f, times.front()}),
                       addAccessor(std::vector<Vec3>{kZero, {1, 1, 1}}, "VEC3", kFloat, 0));
        bool moves = false, turns = false;
        for (const GltfRecorder::Key& key : keys) {
            moves |= !(key.position == keys[0].position);
            turns |= !(key.rotation == keys[0].rotation);
        }
        if (!moves && !turns) return;
        const int input = addTimes(times);
        if (moves) addChannel(node, "translation", "LINEAR", input, addAccessor(positions, "VEC3", kFloat, 0));
        if (turns) addChannel(node, "rotation", "LINEAR", input, addAccessor(rotations, "VEC4", kFloat, 0));
    }

    void run() {
        doc = {{"asset", {{"version", "2.0"}, {"generator", "cairn"}}}, {"scene", 0}};
        for (const char* list : {"nodes", "meshes", "materials", "accessors", "bufferViews"}) doc[list] = json::array();
        json roots = json::array();
        const auto add = [&](const GltfRecorder::Node& source) {
            const std::vector<GltfRecorder::Key> keys = source.track.keys();
            if (keys.empty()) return;
            json node{{"translation", toJson(keys[0].position)}, {"rotation", toJson(keys[0].rotation)}};
            addShapes(source, node);
            if (!node.contains("children")) return; // nothing of it is visible
            const std::size_t index = doc["nodes"].size();
            doc["nodes"].push_back(node);
            roots.push_back(index);
            addTrack(source, index);
        };
        for (const GltfRecorder::Node& source : recorder.m_nodes) add(source);
        for (const GltfRecorder::Node& source : recorder.m_particles) add(source);
        doc["scenes"] = json::array({json{{"nodes", roots}}});
        doc["buffers"] = json::array({json{{"byteLength", binary.size()}}});
    }
};

json GltfRecorder::document(std::vector<std::byte>& binary) const {
    GltfWriter writer{*this, binary, {}, {}, {}};
    writer.run();
    return writer.doc;
}

bool GltfRecorder::write(const std::string& file) const {
    std::vector<std::byte> binary;
    json doc = document(binary);
    std::ofstream out(file, std::ios::binary);
    const auto put32 = [&](std::size_t value) {
        const uint32_t v = static_cast<uint32_t>(value);
        const char bytes[] = {static_cast<char>(v), static_cast<char>(v >> 8), static_cast<char>(v >> 16),
                              static_cast<char>(v >> 24)};
        out.write(bytes, 4);
    };
    const bool isBinary = file.size() > 4 && file.compare(file.size() - 4, 4, ".glb") == 0;
    if (isBinary) {
        std::string text = doc.dump();
        while (text.size() % 4 != 0) text += ' ';
        while (binary.size() % 4 != 0) binary.push_back(std::byte{0});
        out.write("glTF", 4);
        put32(2);
        put32(12 + 8 + text.size() + 8 + binary.size());
        put32(text.size());
        out.write("JSON", 4);
        out << text;
        put32(binary.size());
        out.write("BIN\0", 4);
        out.write(reinterpret_cast<const char*>(binary.data()), static_cast<std::streamsize>(binary.size()));
    } else {
        doc["buffers"][0]["uri"] = "data:application/octet-stream;base64," + toBase64(binary);
        out << doc.dump();
    }
    return static_cast<bool>(out.flush());
}

} // namespace cairn::app
