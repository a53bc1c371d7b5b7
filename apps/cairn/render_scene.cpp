// Collects what is to be drawn.
#include "apps/cairn/render_scene.h"

#include <cmath>

namespace cairn::app {

namespace {

float toLinear(float srgb) { return std::pow(srgb, 2.2f); }

// Bodies of one colour differ a little, so that the eye can tell them apart.
Vec3 colourOf(int group, std::size_t body) {
    const Vec3 c = groupColour(group);
    const float shade =
        group == 0 ? 1.0f : 0.94f + 0.12f * static_cast<float>((body * 2654435761u >> 8) % 101) / 100.0f;
    return {toLinear(min(1.0f, shade * c.x)), toLinear(min(1.0f, shade * c.y)), toLinear(min(1.0f, shade * c.z))};
}

} // namespace

RenderScene collectInstances(const scenes::Scene& scene) {
    RenderScene out;
    std::vector<std::pair<Shape, const TriangleMesh*>> known;
    const auto meshOf = [&](const Shape& shape) {
        for (const auto& [other, mesh] : known)
            if (sameGeometry(other, shape)) return mesh;
        const TriangleMesh* mesh = &out.meshes.emplace_back(makeTriangles(shape));
        known.emplace_back(shape, mesh);
        return mesh;
    };
    const auto add = [&](const Shape& shape, const Transform& place, int group, std::size_t index, bool fixed) {
        const Drawable drawable = drawableOf(shape);
        const Mat33 r = toMatrix(place.q);
        const Vec3 s = drawable.scale;
        const bool scenery = group == 0;
        const bool flat = shape.kind == ShapeKind::Box || shape.kind == ShapeKind::Plane;
        const bool floor = scenery && fixed && flat;
        const Aabb box = computeAabb(shape, place);
        out.instances.push_back({meshOf(drawable.shape),
                                 {s.x * r.cx, s.y * r.cy, s.z * r.cz},
                                 place.p,
                                 place.q,
                                 s,
                                 colourOf(group, index),
                                 scenery,
                                 floor,
                                 box});
        if (!floor) out.bounds = merge(out.bounds, box);
    };
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
        const scenes::SceneBody& body = scene.bodies[b];
        if (!scene.world.isValid(body.id)) continue;
        const WorldTransform pose = scene.world.pose(body.id);
        const Transform at{toFloat(pose.p), pose.q};
        for (const scenes::SceneShape& shape : body.shapes)
            if (shape.visible) add(shape.shape, at * shape.pose, body.group, b, body.type == BodyType::Static);
    }
    for (std::size_t i = 0; i < scene.particles.size(); ++i) {
        const scenes::SceneParticle& p = scene.particles[i];
        if (!scene.world.isValid(p.id)) continue;
        add(ShapeSphere{p.radius}, {toFloat(scene.world.position(p.id)), kIdentityQuat}, p.group, i, false);
    }
    return out;
}

} // namespace cairn::app
