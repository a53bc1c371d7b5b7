// The renderer: triangles into a buffer of depths, normals and colours, then light for every sample of it.
#include "apps/cairn/picture.h"

#include "apps/cairn/raster.h"
#include "apps/cairn/render_scene.h"
#include "apps/cairn/shadow_map.h"

namespace cairn::app {

namespace {

constexpr int kSamples = 2; // a pixel is kSamples x kSamples
constexpr float kNear = 0.05f;
constexpr Vec3 kHorizon{0.80f, 0.87f, 0.93f}, kZenith{0.20f, 0.42f, 0.72f}, kSun{1.30f, 1.20f, 1.04f};
constexpr Vec3 kSkyLight{0.34f, 0.41f, 0.52f}, kGroundLight{0.20f, 0.18f, 0.16f};

struct View {
    Vec3 eye;
    Mat33 axes;  // right, up, backwards
    float focal; // pixels
    int width, height;

    Vec3 toView(Vec3 p) const { return mulTransposed(axes, p - eye); }
    // Through a pixel, so that forward is one metre per unit.
    Vec3 ray(float x, float y) const {
        return axes * Vec3{(x - 0.5f * static_cast<float>(width)) / focal,
                           (0.5f * static_cast<float>(height) - y) / focal, -1.0f};
    }
    ScreenPoint project(Vec3 v) const {
        const float inverse = -1.0f / v.z;
        return {0.5f * static_cast<float>(width) + focal * v.x * inverse,
                0.5f * static_cast<float>(height) - focal * v.y * inverse, inverse};
    }
};

struct Sample {
    float inverseDepth = 0.0f; // 0: sky
    Vec3 normal = kZero;
    int instance = -1;
};

View makeView(const scenes::Camera& camera, int width, int height) {
    const Vec3 back = normalize(camera.eye - camera.target);
    const Vec3 right = normalizeOr(cross(Vec3{0, 1, 0}, back), {1, 0, 0});
    const SinCos half = sinCos(0.5f * camera.fieldOfView * kPi / 180.0f);
    return {camera.eye,
            {right, cross(back, right), back},
            0.5f * static_cast<float>(height) * half.cos / half.sin,
            width,
            height};
}

struct Corner {
    Vec3 position, normal; // position in view axes
};

// Cuts a triangle at the near plane: 0, 3 or 4 corners remain.
int clipNear(const Corner (&in)[3], Corner (&out)[4]) {
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        const Corner &a = in[i], &b = in[(i + 1) % 3];
        const float da = -a.position.z - kNear, db = -b.position.z - kNear;
        if (da >= 0.0f) out[count++] = a;
        if ((da >= 0.0f) == (db >= 0.0f)) continue;
        const float t = da / (da - db);
        out[count++] = {lerp(a.position, b.position, t), lerp(a.normal, b.normal, t)};
    }
    return count;
}

std::vector<Sample> rasterize(const RenderScene& scene, const View& view) {
    std::vector<Sample> samples(static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height));
    std::vector<Corner> corners;
    for (std::size_t n = 0; n < scene.instances.size(); ++n) {
        const Instance& instance = scene.instances[n];
        corners.clear();
        for (std::size_t i = 0; i < instance.mesh->positions.size(); ++i)
            corners.push_back({view.toView(placed(instance, instance.mesh->positions[i])),
                               placedNormal(instance, instance.mesh->normals[i])});
        const std::vector<uint32_t>& index = instance.mesh->indices;
        for (std::size_t i = 0; i + 2 < index.size(); i += 3) {
            const Corner triangle[3] = {corners[index[i]], corners[index[i + 1]], corners[index[i + 2]]};
            Corner clipped[4];
            const int count = clipNear(triangle, clipped);
            for (int k = 2; k < count; ++k) {
                const Corner &a = clipped[0], &b = clipped[k - 1], &c = clipped[k];
                fillTriangle(view.project(a.position), view.project(b.position), view.project(c.position), view.width,
                             view.height, [&](int pixel, float depth, float u, float v, float w) {
                                 Sample& s = samples[static_cast<std::size_t>(pixel)];
                                 if (depth <= s.inverseDepth) return;
                                 s = {depth, normalizeOr(u * a.normal + v * b.normal + w * c.normal, a.normal),
                                      static_cast<int>(n)};
                             });
            }
        }
    }
    return samples;
}

Vec3 skyColour(Vec3 direction) {
    const float t = clamp(1.6f * direction.y, 0.0f, 1.0f);
    return lerp(kHorizon, kZenith, std::sqrt(t) * 0.85f);
}

// 0..1, the same for the same pixel.
float noise(int x, int y) {
    uint32_t h = static_cast<uint32_t>(x) * 0x9E3779B1u ^ static_cast<uint32_t>(y) * 0x85EBCA77u;
    h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    return static_cast<float>((h ^ (h >> 13)) & 0xFFFFu) * (1.0f / 65536.0f);
}

class Shader {
public:
    Shader(const RenderScene& scene, const scenes::Camera& camera, const View& view, const std::vector<Sample>& samples)
        : m_scene(scene), m_view(view), m_samples(samples), m_reach(length(camera.eye - camera.target)),
          m_shadows(scene, kToSun, shadowRegion(scene, camera, m_reach)) {
        m_gridStep = std::pow(10.0f, std::floor(std::log10(m_reach / 8.0f)));
    }

    Vec3 shade(int x, int y) const {
        const Vec3 ray = m_view.ray(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
        const Sample& s = at(x, y);
        if (s.instance < 0) return skyColour(normalize(ray));
        const float depth = 1.0f / s.inverseDepth;
        const Vec3 p = m_view.eye + depth * ray, toEye = -normalize(ray);
        const Instance& instance = m_scene.instances[static_cast<std::size_t>(s.instance)];
        Vec3 albedo = instance.colour;
        if (instance.floor && s.normal.y > 0.99f) albedo = (1.0f - grid(p, depth)) * albedo;

        const float turn = 2.0f * kPi * noise(x, y);
        const float facing = max(0.0f, dot(s.normal, kToSun));
        const float sun = facing > 0.0f ? facing * m_shadows.light(p, s.normal, turn) : 0.0f;
        const float open = 1.0f - occlusion(x, y, p, s.normal, depth, turn);
        const Vec3 ambient = lerp(kGroundLight, kSkyLight, 0.5f + 0.5f * s.normal.y);
        Vec3 colour = mul(albedo, open * ambient + (0.4f + 0.6f * open) * sun * kSun);
        const float shine = max(0.0f, dot(s.normal, normalize(kToSun + toEye)));
        const float shine4 = shine * shine * shine * shine;
        if (!instance.scenery && sun > 0.0f) colour += (0.18f * sun * shine4 * shine4 * shine4 * shine4) * kSun;
        colour *= outline(x, y, s, depth);
        const float far = depth / (7.0f * m_reach);
        return lerp(colour, kHorizon, 1.0f - std::exp(-far * far));
    }

private:
    static const Vec3 kToSun;

    const Sample& at(int x, int y) const { return m_samples[static_cast<std::size_t>(y * m_view.width + x)]; }

    // What moves, but not what flew away: shadows want a fine map.
    static Aabb shadowRegion(const RenderScene& scene, const scenes::Camera& camera, float reach) {
        const Vec3 r{1.6f * reach, 1.6f * reach, 1.6f * reach};
        Aabb box{max(scene.bounds.lower, camera.target - r), min(scene.bounds.upper, camera.target + r)};
        if (box.lower.x > box.upper.x) box = {camera.target - r, camera.target + r};
        return box;
    }

    // A thin dark line where one body ends and another begins: boxes of a wall can be told apart.
    float outline(int x, int y, const Sample& s, float depth) const {
        if (x + 1 >= m_view.width || y + 1 >= m_view.height) return 1.0f;
        const auto edge = [&](const Sample& other) {
            return other.instance >= 0 && other.instance != s.instance &&
                   abs(1.0f / other.inverseDepth - depth) < 0.02f * depth;
        };
        return edge(at(x + 1, y)) || edge(at(x, y + 1)) ? 0.62f : 1.0f;
    }

    float grid(Vec3 p, float depth) const {
        const auto line = [&](float step, float width) {
            const auto distanceTo = [&](float v) { return std::fabs(v / step - std::round(v / step)) * step; };
            const float pixel = 1.2f * depth / m_view.focal, w = max(width, pixel);
            const float d = min(distanceTo(p.x), distanceTo(p.z));
            return clamp(1.0f - (d - 0.5f * w) / pixel, 0.0f, 1.0f) * min(1.0f, width / w);
        };
        return max(0.22f * line(m_gridStep, 0.02f * m_gridStep), 0.34f * line(10.0f * m_gridStep, 0.04f * m_gridStep));
    }

    // How much of the sky is covered by what is near, from the depths around the pixel.
    float occlusion(int x, int y, Vec3 p, Vec3 normal, float depth, float turn) const {
        constexpr int kTaps = 10;
        const float radius = 0.05f * m_reach,
                    pixels = min(radius * m_view.focal / depth, 0.12f * static_cast<float>(m_view.height));
        float sum = 0.0f;
        for (int i = 0; i < kTaps; ++i) {
            const float r = pixels * (static_cast<float>(i) + 0.7f) / kTaps;
            const SinCos a = sinCos(turn + 2.39996f * static_cast<float>(i));
            const int sx = x + static_cast<int>(r * a.cos), sy = y + static_cast<int>(r * a.sin);
            if (sx < 0 || sy < 0 || sx >= m_view.width || sy >= m_view.height) continue;
            const Sample& other = at(sx, sy);
            if (other.instance < 0) continue;
            const Vec3 q = m_view.eye + (1.0f / other.inverseDepth) *
                                            m_view.ray(static_cast<float>(sx) + 0.5f, static_cast<float>(sy) + 0.5f);
            const Vec3 d = q - p;
            const float l = length(d);
            if (l < 1e-5f || l > 2.0f * radius) continue;
            sum += max(0.0f, dot(normal, d) / l - 0.12f) * clamp(1.5f - l / radius, 0.0f, 1.0f);
        }
        return min(0.85f, 1.6f * sum / kTaps);
    }

    const RenderScene& m_scene;
    const View& m_view;
    const std::vector<Sample>& m_samples;
    float m_reach; // from the eye to what it looks at
    ShadowMap m_shadows;
    float m_gridStep;
};

const Vec3 Shader::kToSun = normalize(Vec3{-0.45f, 0.85f, 0.42f});

uint8_t toByte(float linear) {
    const float c = clamp(linear, 0.0f, 1.0f);
    return static_cast<uint8_t>(std::lround(255.0f * std::pow(c, 1.0f / 2.2f)));
}

// Bends the bright end over instead of cutting it off.
float soften(float v) { return v < 0.7f ? v : 0.7f + 0.3f * (1.0f - std::exp(-(v - 0.7f) / 0.3f)); }

} // namespace

Image renderScene(const scenes::Scene& scene, const PictureOptions& options, const TaskSystem& tasks) {
    const View view = makeView(scene.camera, kSamples * options.width, kSamples * options.height);
    const RenderScene content = collectInstances(scene);
    const std::vector<Sample> samples = rasterize(content, view);
    const Shader shader(content, scene.camera, view, samples);
    Image image{options.width, options.height, {}};
    image.rgb.resize(3 * static_cast<std::size_t>(options.width) * static_cast<std::size_t>(options.height));
    parallelFor(tasks, options.height, 4, [&](int begin, int end, int) {
        for (int y = begin; y < end; ++y) {
            for (int x = 0; x < options.width; ++x) {
                Vec3 sum = kZero;
                for (int k = 0; k < kSamples * kSamples; ++k)
                    sum += shader.shade(kSamples * x + k % kSamples, kSamples * y + k / kSamples);
                const Vec3 c = (1.0f / (kSamples * kSamples)) * sum;
                uint8_t* out = &image.rgb[3 * static_cast<std::size_t>(y * options.width + x)];
                out[0] = toByte(soften(c.x)), out[1] = toByte(soften(c.y)), out[2] = toByte(soften(c.z));
            }
        }
    });
    return image;
}

bool drawPicture(const scenes::Scene& scene, const PictureOptions& options, const TaskSystem& tasks,
                 const std::string& file) {
    return writePng(renderScene(scene, options, tasks), file);
}

} // namespace cairn::app
