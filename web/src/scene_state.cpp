// The functions of scene_state.h.
#include "scene_state.h"

#include "open_world.h"
#include "scene_record.h"
#include "world/saved.h"
#include "world/world_visit.h"

#include <cairn/error.h>

using namespace cairn;

namespace {

constexpr uint32_t kMagic = 0x454E4353; // "SCNE"

void numberGeometry(cairn_scene& scene) {
    const std::vector<scenes::SceneBody>& bodies = scene.scene->bodies;
    for (; scene.bodiesNumbered < bodies.size(); ++scene.bodiesNumbered) {
        for (const scenes::SceneShape& part : bodies[scene.bodiesNumbered].shapes) {
            if (!part.shape.data || scene.geometryNumbers.contains(part.shape.data)) continue;
            scene.geometry.push_back(part.shape.data);
            scene.geometryNumbers[part.shape.data] = static_cast<uint32_t>(scene.geometry.size());
        }
    }
}

// Stores as they are, but for shapes: their pointers become numbers.
class Writer : public StoreWriter {
public:
    Writer(ByteWriter& out, const cairn_scene& scene) : StoreWriter(out), m_out(out), m_scene(scene) {}
    using StoreWriter::array;
    void array(const char*, const Array<ShapeRecord>& shapes) {
        m_out.value(static_cast<uint32_t>(shapes.count()));
        for (const ShapeRecord& shape : shapes) {
            ShapeRecord copy = shape;
            const auto found = m_scene.geometryNumbers.find(copy.shape.data);
            const uint32_t number = found == m_scene.geometryNumbers.end() ? 0 : found->second;
            copy.shape.data = nullptr;
            std::memcpy(&copy.shape.data, &number, sizeof(number));
            m_out.value(copy);
        }
    }

private:
    ByteWriter& m_out;
    const cairn_scene& m_scene;
};

uint32_t numberIn(const ShapeRecord& record) {
    uint32_t number;
    std::memcpy(&number, &record.shape.data, sizeof(number));
    return number;
}

class Checker : public StoreChecker {
public:
    Checker(ByteReader& in, std::size_t geometryCount) : StoreChecker(in), m_in(in), m_count(geometryCount) {}
    using StoreChecker::array;
    void array(const char*, const Array<ShapeRecord>&) {
        const std::span<const uint8_t> raw = m_in.rawArray<ShapeRecord>();
        for (std::size_t at = 0; at < raw.size(); at += sizeof(ShapeRecord)) {
            ShapeRecord record;
            std::memcpy(static_cast<void*>(&record), raw.data() + at, sizeof(record));
            known = known && numberIn(record) <= m_count;
        }
    }
    bool known = true; // all geometry

private:
    ByteReader& m_in;
    std::size_t m_count;
};

class Reader : public StoreReader {
public:
    Reader(ByteReader& in, const cairn_scene& scene) : StoreReader(in), m_in(in), m_scene(scene) {}
    using StoreReader::array;
    void array(const char*, Array<ShapeRecord>& shapes) {
        m_in.array(shapes);
        for (ShapeRecord& record : shapes) {
            const uint32_t number = numberIn(record);
            record.shape.data = number == 0 ? nullptr : m_scene.geometry[number - 1];
        }
    }

private:
    ByteReader& m_in;
    const cairn_scene& m_scene;
};

uint64_t layoutOf(WorldData& d) {
    StoreLayout layout;
    visitWorld(d, layout);
    return layout.result();
}

bool refused(const char* reason) {
    reportError({"loadState", "bytes", 0.0, reason});
    return false;
}

} // namespace

extern "C" {

int cairn_scene_save(cairn_scene* scene, const uint8_t** out) {
    scenes::Scene& s = *scene->scene;
    WorldData& d = dataOf(s.world);
    numberGeometry(*scene);
    bool known = true;
    d.model.shapeIds.forEach([&](ShapeId id) {
        const void* data = d.model.shapes[static_cast<int>(id.index)].shape.data;
        known = known && (!data || scene->geometryNumbers.contains(data));
    });
    if (!known) {
        reportError({"saveState", "scene", 0.0, "has geometry that it did not make"});
        return 0;
    }
    writeSaved(scene->saved, kMagic, layoutOf(d), [&](ByteWriter& writer) {
        writer.value(static_cast<int32_t>(s.stepCount()));
        Array<BodyId> bodies;
        Array<ParticleId> particles;
        for (const scenes::SceneBody& body : s.bodies) bodies.push(body.id);
        for (const scenes::SceneParticle& particle : s.particles) particles.push(particle.id);
        writer.array(bodies);
        writer.array(particles);
        visitWorld(d, Writer(writer, *scene));
    });
    *out = scene->saved.data();
    return scene->saved.count();
}

bool cairn_scene_load(cairn_scene* scene, const uint8_t* bytes, int size) {
    scenes::Scene& s = *scene->scene;
    WorldData& d = dataOf(s.world);
    numberGeometry(*scene);
    const std::span<const uint8_t> all(bytes, static_cast<std::size_t>(size));
    const std::span<const uint8_t> rest = readSaved(all, kMagic, layoutOf(d), "loadState");
    if (rest.empty()) return false;
    ByteReader reader(rest);
    const int32_t step = reader.value<int32_t>();
    Array<BodyId> bodies;
    Array<ParticleId> particles;
    reader.array(bodies);
    reader.array(particles);
    ByteReader ahead = reader;
    Checker checker(ahead, scene->geometry.size());
    visitWorld(d, checker);
    if (!ahead.ok() || !ahead.atEnd() || step < 0) return refused("do not hold a scene");
    if (!checker.known || particles.size() != s.particles.size()) return refused("are of another scene");
    // The script of a later step has made more bodies. Its world is about to be replaced.
    for (int i = s.stepCount(); i < step && s.bodies.size() < bodies.size() && s.beforeStep; ++i) s.beforeStep(s, i);
    if (s.bodies.size() < bodies.size()) return refused("are of another scene");
    visitWorld(d, Reader(reader, *scene));
    s.rewind(step, bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) s.bodies[i].id = bodies[static_cast<int>(i)];
    scene->items.clear();
    scene->bodiesSeen = 0;
    return true;
}

int cairn_scene_step_count(const cairn_scene* scene) { return scene->scene->stepCount(); }
}
