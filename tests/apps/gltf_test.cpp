// The glTF that the program writes: structure as the specification demands, poses as the world has them.
#include <apps/cairn/base64.h>
#include <apps/cairn/gltf.h>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cstring>
#include <fstream>

namespace cairn::app {

namespace {

using nlohmann::json;

std::size_t componentCount(const std::string& type) {
    return type == "SCALAR" ? 1u : (type == "VEC3" ? 3u : (type == "VEC4" ? 4u : 0u));
}

const json& at(const json& list, const json& index) { return list.at(index.get<std::size_t>()); }

std::vector<float> floats(const json& doc, const std::vector<std::byte>& binary, const json& accessor) {
    const json& a = at(doc["accessors"], accessor);
    const json& view = at(doc["bufferViews"], a["bufferView"]);
    std::vector<float> values(a["count"].get<std::size_t>() * componentCount(a["type"]));
    std::memcpy(values.data(), binary.data() + view["byteOffset"].get<std::size_t>(), values.size() * sizeof(float));
    return values;
}

// Every accessor lies in its view, every view in the buffer, aligned; every index leads somewhere.
void checkStructure(const json& doc, const std::vector<std::byte>& binary) {
    EXPECT_EQ(doc["asset"]["version"], "2.0");
    ASSERT_EQ(doc["buffers"].size(), 1u);
    EXPECT_EQ(doc["buffers"][0]["byteLength"], binary.size());
    for (const json& view : doc["bufferViews"]) {
        EXPECT_EQ(view["byteOffset"].get<std::size_t>() % 4, 0u);
        EXPECT_GT(view["byteLength"], 0);
        EXPECT_LE(view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>(), binary.size());
    }
    for (const json& a : doc["accessors"]) {
        const std::size_t components = componentCount(a["type"]);
        ASSERT_GT(components, 0u);
        EXPECT_TRUE(a["componentType"] == 5126 || a["componentType"] == 5125);
        EXPECT_EQ(4 * components * a["count"].get<std::size_t>(),
                  at(doc["bufferViews"], a["bufferView"])["byteLength"]);
    }
    for (const json& mesh : doc["meshes"]) {
        for (const json& primitive : mesh["primitives"]) {
            const json& position = at(doc["accessors"], primitive["attributes"]["POSITION"]);
            const json& normal = at(doc["accessors"], primitive["attributes"]["NORMAL"]);
            const json& index = at(doc["accessors"], primitive["indices"]);
            EXPECT_TRUE(position.contains("min") && position.contains("max"));
            EXPECT_EQ(position["count"], normal["count"]);
            EXPECT_EQ(index["count"].get<std::size_t>() % 3, 0u);
            at(doc["materials"], primitive["material"]);
            std::vector<uint32_t> values(index["count"].get<std::size_t>());
            std::memcpy(values.data(),
                        binary.data() + at(doc["bufferViews"], index["bufferView"])["byteOffset"].get<std::size_t>(),
                        4 * values.size());
            for (const uint32_t i : values) ASSERT_LT(i, position["count"].get<uint32_t>());
            const std::vector<float> n = floats(doc, binary, primitive["attributes"]["NORMAL"]);
            for (std::size_t i = 0; i + 2 < n.size(); i += 3)
                ASSERT_NEAR(n[i] * n[i] + n[i + 1] * n[i + 1] + n[i + 2] * n[i + 2], 1.0f, 1e-3f);
        }
    }
    std::vector<int> parents(doc["nodes"].size(), 0);
    for (const json& node : doc["nodes"]) {
        if (node.contains("mesh")) at(doc["meshes"], node["mesh"]);
        for (const json& child : node.value("children", json::array())) ++parents.at(child.get<std::size_t>());
    }
    for (const json& root : doc["scenes"][0]["nodes"]) EXPECT_EQ(parents.at(root.get<std::size_t>())++, 0);
    for (const int count : parents) EXPECT_EQ(count, 1);
    for (const json& animation : doc.value("animations", json::array())) {
        for (const json& channel : animation["channels"]) {
            const json& sampler = at(animation["samplers"], channel["sampler"]);
            const json &input = at(doc["accessors"], sampler["input"]),
                       &output = at(doc["accessors"], sampler["output"]);
            at(doc["nodes"], channel["target"]["node"]);
            EXPECT_EQ(input["count"], output["count"]);
            EXPECT_TRUE(input.contains("min") && input.contains("max"));
            const std::vector<float> times = floats(doc, binary, sampler["input"]);
            for (std::size_t i = 1; i < times.size(); ++i) ASSERT_LT(times[i - 1], times[i]);
        }
    }
}

// One body of every kind of shape, on nothing.
void buildZoo(scenes::Scene& s) {
    const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const Vec3 square[] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}};
    const uint32_t triangles[] = {0, 1, 2, 0, 2, 3};
    const float heights[] = {0, 0.1f, 0.2f, 0.3f};
    const Hull* hull = s.keep(buildHull(corners));
    float x = 0;
    for (const Shape& shape :
         {Shape(ShapeSphere{}), Shape(ShapeCapsule{}), Shape(ShapeBox{}), Shape(ShapeBox{{1, 1, 1}, 0.2f}),
          Shape(ShapeCylinder{}), Shape(ShapeCylinder{1, 1, 0.1f}), Shape(ShapeCone{}), Shape(ShapeCone{1, 1, 0.1f}),
          Shape(ShapeHull{hull}), Shape(ShapeHull{hull, 0.1f})})
        s.add(shape, {x += 4, 0, 0});
    s.addStatic(ShapePlane{}, {0, -20, 0});
    s.addStatic(ShapeMesh{s.keep(buildMesh(square, triangles))}, {0, -10, 0});
    s.addStatic(ShapeHeightField{s.keep(buildHeightField({.columns = 2, .rows = 2, .heights = heights}))}, {9, -10, 0});
}

const scenes::SceneInfo kZoo{"zoo", "tests", "every kind of shape", {}, buildZoo};

} // namespace

TEST(Gltf, everyShapeMakesSoundGeometry) {
    const std::unique_ptr<scenes::Scene> scene = scenes::createScene(kZoo);
    GltfRecorder recorder;
    recorder.sample(*scene);
    std::vector<std::byte> binary;
    const json doc = recorder.document(binary);
    checkStructure(doc, binary);
    EXPECT_EQ(doc["scenes"][0]["nodes"].size(), scene->bodies.size());
}

// Triangles bound the volume that the engine gives the shape: they are closed, face outwards and are where they should.
TEST(Gltf, trianglesEncloseTheShapesVolume) {
    const std::unique_ptr<scenes::Scene> scene = scenes::createScene(kZoo);
    for (std::size_t i = 0; i < 10; ++i) {
        const Shape& shape = scene->bodies[i].shapes[0].shape;
        const TriangleMesh mesh = makeTriangles(shape);
        double volume = 0.0;
        for (std::size_t k = 0; k + 2 < mesh.indices.size(); k += 3)
            volume +=
                dot(toDouble(mesh.positions[mesh.indices[k]]), cross(toDouble(mesh.positions[mesh.indices[k + 1]]),
                                                                     toDouble(mesh.positions[mesh.indices[k + 2]]))) /
                6.0;
        const double exact = static_cast<double>(massProperties(shape, 1.0f).mass);
        EXPECT_NEAR(volume, exact, 0.04 * exact) << toString(shape.kind) << " " << i;
        for (std::size_t k = 0; k + 2 < mesh.indices.size(); k += 3) {
            const Vec3 a = mesh.positions[mesh.indices[k]], b = mesh.positions[mesh.indices[k + 1]],
                       c = mesh.positions[mesh.indices[k + 2]];
            const Vec3 face = cross(b - a, c - a);
            if (length(face) > 1e-4f) {
                EXPECT_GT(dot(face, mesh.normals[mesh.indices[k]]), 0.0f) << toString(shape.kind);
            }
        }
    }
}

TEST(Gltf, animationFollowsTheWorld) {
    const std::unique_ptr<scenes::Scene> scene =
        scenes::createScene(*scenes::findScene("bullet_wall"), {{"rows", 3}, {"columns", 3}});
    GltfRecorder recorder;
    recorder.sample(*scene);
    std::vector<Vec3> seen;
    for (int i = 0; i < 40; ++i) {
        scene->step();
        recorder.sample(*scene);
        seen.push_back(toFloat(scene->world.pose(scene->bodies[9].id).p));
    }
    std::vector<std::byte> binary;
    const json doc = recorder.document(binary);
    checkStructure(doc, binary);
    EXPECT_EQ(doc["scenes"][0]["nodes"].size(), scene->bodies.size()); // the ball that was fired later has joined
    bool appears = false;
    for (const json& channel : doc["animations"][0]["channels"]) {
        appears |= channel["target"]["path"] == "scale";
        if (channel["target"]["path"] != "translation" || channel["target"]["node"] != doc["scenes"][0]["nodes"][9])
            continue;
        const json& sampler = at(doc["animations"][0]["samplers"], channel["sampler"]);
        const std::vector<float> times = floats(doc, binary, sampler["input"]),
                                 p = floats(doc, binary, sampler["output"]);
        for (std::size_t i = 0; i < seen.size(); ++i) {
            const float time = scene->dt * static_cast<float>(i + 1);
            std::size_t k = 1;
            while (k + 1 < times.size() && times[k] < time) ++k;
            const float t = clamp((time - times[k - 1]) / (times[k] - times[k - 1]), 0.0f, 1.0f);
            const Vec3 a{p[3 * k - 3], p[3 * k - 2], p[3 * k - 1]}, b{p[3 * k], p[3 * k + 1], p[3 * k + 2]};
            EXPECT_LT(distance(lerp(a, b, t), seen[i]), 0.003f);
        }
    }
    EXPECT_TRUE(appears);
}

TEST(Gltf, bothFilesHoldTheSame) {
    const std::unique_ptr<scenes::Scene> scene = scenes::createScene(kZoo);
    GltfRecorder recorder;
    recorder.sample(*scene);
    const std::string folder = testing::TempDir();
    ASSERT_TRUE(recorder.write(folder + "/zoo.gltf"));
    ASSERT_TRUE(recorder.write(folder + "/zoo.glb"));
    std::vector<std::byte> binary;
    json expected = recorder.document(binary);
    std::ifstream text(folder + "/zoo.gltf");
    json doc = json::parse(text);
    EXPECT_EQ(doc["buffers"][0]["uri"], "data:application/octet-stream;base64," + toBase64(binary));
    doc["buffers"][0].erase("uri");
    EXPECT_EQ(doc, expected);
    std::ifstream packed(folder + "/zoo.glb", std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(packed)), std::istreambuf_iterator<char>());
    uint32_t header[5];
    ASSERT_GT(bytes.size(), sizeof header);
    std::memcpy(header, bytes.data(), sizeof header);
    EXPECT_EQ(header[0], 0x46546C67u);
    EXPECT_EQ(header[1], 2u);
    EXPECT_EQ(header[2], bytes.size());
    EXPECT_EQ(json::parse(bytes.substr(20, header[3])), expected);
    EXPECT_EQ(std::memcmp(bytes.data() + 20 + header[3] + 8, binary.data(), binary.size()), 0);
}

TEST(Gltf, base64OfTheStandard) {
    const auto encode = [](const std::string& text) {
        return toBase64({reinterpret_cast<const std::byte*>(text.data()), text.size()});
    };
    EXPECT_EQ(encode(""), "");
    EXPECT_EQ(encode("f"), "Zg==");
    EXPECT_EQ(encode("fo"), "Zm8=");
    EXPECT_EQ(encode("foo"), "Zm9v");
    EXPECT_EQ(encode("foobar"), "Zm9vYmFy");
}

} // namespace cairn::app
