// The functions of scenes.h.
#include "scenes.h"

#include "scene_record.h"
#include "world/c_api.h"

#include <cairn/error.h>

#include <cstdio>

using namespace cairn;

namespace {

void appendText(std::string& out, const char* name, const char* text) {
    out += std::string("\"") + name + "\":\"";
    for (; *text; ++text) {
        if (*text == '"' || *text == '\\') out += '\\';
        out += *text;
    }
    out += '"';
}

std::string describe() {
    std::string out = "[";
    for (const scenes::SceneInfo& info : scenes::allScenes()) {
        if (out.size() > 1) out += ',';
        out += '{';
        appendText(out, "name", info.name);
        out += ',';
        appendText(out, "family", info.family);
        out += ',';
        appendText(out, "what", info.what);
        out += ",\"parameters\":[";
        for (const scenes::Parameter& p : info.parameters) {
            if (out.back() != '[') out += ',';
            char numbers[200];
            std::snprintf(numbers, sizeof(numbers), "{\"value\":%.17g,\"lower\":%.17g,\"upper\":%.17g,\"whole\":%s,",
                          p.value, p.lower, p.upper, p.whole ? "true" : "false");
            out += numbers;
            appendText(out, "name", p.name);
            out += ',';
            appendText(out, "what", p.what);
            out += '}';
        }
        out += "]}";
    }
    return out + "]";
}

int meshOf(cairn_scene& scene, const Shape& shape) {
    for (std::size_t i = 0; i < scene.meshes.size(); ++i)
        if (app::sameGeometry(scene.meshes[i].shape, shape)) return static_cast<int>(i);
    const int sides = scene.scene->bodies.size() > 1000 ? 16 : 32; // thousands of balls are small ones
    scene.meshes.push_back({shape, app::makeTriangles(shape, sides)});
    return static_cast<int>(scene.meshes.size()) - 1;
}

void addItems(cairn_scene& scene) {
    const std::vector<scenes::SceneBody>& bodies = scene.scene->bodies;
    for (; scene.bodiesSeen < bodies.size(); ++scene.bodiesSeen) {
        const scenes::SceneBody& body = bodies[scene.bodiesSeen];
        for (const scenes::SceneShape& part : body.shapes) {
            if (!part.visible) continue;
            const app::Drawable drawable = app::drawableOf(part.shape);
            scene.items.push_back({copyBytes<cairn_body_id>(body.id), copyBytes<cairn_transform>(part.pose),
                                   copyBytes<cairn_vec3>(drawable.scale), meshOf(scene, drawable.shape), body.group,
                                   static_cast<uint8_t>(body.type)});
        }
    }
}

} // namespace

extern "C" {

const char* cairn_scenes_catalog() {
    static const std::string text = describe();
    return text.c_str();
}

cairn_scene* cairn_create_scene(const char* name, const double* values, int count, const cairn_world_def* def) {
    const scenes::SceneInfo* info = scenes::findScene(name);
    if (!info) {
        reportError({"createScene", "name", 0.0, "there is no such scene"});
        return nullptr;
    }
    std::vector<scenes::Setting> settings;
    for (int i = 0; i < count && i < static_cast<int>(info->parameters.size()); ++i)
        settings.push_back({info->parameters[static_cast<std::size_t>(i)].name, values[i]});
    std::string problem;
    auto scene = scenes::createScene(*info, settings, fromPointer<WorldDef>(def), &problem);
    if (!scene) {
        reportError({"createScene", "values", 0.0, problem.c_str()});
        return nullptr;
    }
    return new cairn_scene{.scene = std::move(scene)};
}

void cairn_destroy_scene(cairn_scene* scene) { delete scene; }
cairn_world* cairn_scene_world(cairn_scene* scene) { return reinterpret_cast<cairn_world*>(&scene->scene->world); }
bool cairn_scene_step(cairn_scene* scene) { return scene->scene->step(); }

void cairn_scene_get_view(const cairn_scene* scene, cairn_scene_view* out) {
    const scenes::Scene& s = *scene->scene;
    const scenes::Camera& c = s.camera;
    *out = {{c.eye.x, c.eye.y, c.eye.z}, {c.target.x, c.target.y, c.target.z}, c.fieldOfView, s.dt, s.steps};
}

int cairn_scene_items(cairn_scene* scene, const cairn_scene_item** out) {
    addItems(*scene);
    *out = scene->items.data();
    return static_cast<int>(scene->items.size());
}

int cairn_scene_get_mesh(const cairn_scene* scene, int index, cairn_scene_mesh* out) {
    if (index < 0 || index >= static_cast<int>(scene->meshes.size())) return 0;
    const app::TriangleMesh& t = scene->meshes[static_cast<std::size_t>(index)].triangles;
    *out = {&t.positions.data()->x, &t.normals.data()->x, t.indices.data(), static_cast<int>(t.positions.size()),
            static_cast<int>(t.indices.size())};
    return 1;
}

int cairn_scene_points(cairn_scene* scene, const cairn_scene_point** out) {
    const std::vector<scenes::SceneParticle>& particles = scene->scene->particles;
    for (std::size_t i = scene->points.size(); i < particles.size(); ++i)
        scene->points.push_back(
            {copyBytes<cairn_particle_id>(particles[i].id), particles[i].radius, particles[i].group});
    *out = scene->points.data();
    return static_cast<int>(scene->points.size());
}
}
