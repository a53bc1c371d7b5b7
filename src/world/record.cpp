// Recording. See recorder.h.
#include "world/saved.h"
#include "world/world_data.h"
#include "world/world_visit.h"

#include <new>

namespace cairn {

namespace {

// Stores as they are, but for shapes: their pointers become numbers. Dead shapes point nowhere.
class RecordedStores : public StoreWriter {
public:
    RecordedStores(ByteWriter& out, const Array<uint32_t>& geometry)
        : StoreWriter(out), m_writer(out), m_geometry(geometry) {}
    using StoreWriter::array;
    void array(const char*, const Array<ShapeRecord>& shapes) {
        m_writer.value(static_cast<uint32_t>(shapes.count()));
        for (int i = 0; i < shapes.count(); ++i) {
            ShapeRecord copy = shapes[i];
            copy.shape.data = nullptr;
            std::memcpy(&copy.shape.data, &m_geometry[i], sizeof(uint32_t));
            m_writer.value(copy);
        }
    }

private:
    ByteWriter& m_writer;
    const Array<uint32_t>& m_geometry;
};

void append(const uint8_t* bytes, std::size_t count, void* array) {
    static_cast<Array<uint8_t>*>(array)->append(std::span(bytes, count));
}

} // namespace

uint64_t recordLayout(WorldData& d) {
    StoreLayout layout;
    visitWorld(d, layout);
    uint64_t hash = layout.result();
#define CAIRN_SIZE(name, method, ...) hash = hashCombine(hash, sizeof(ArgumentsOf<Operation::name>::Tuple));
    CAIRN_OPERATIONS(CAIRN_SIZE)
#undef CAIRN_SIZE
    return hash;
}

void Recorder::flush() {
    if (m_bytes.empty()) return;
    const BlockHeader header{m_bytes.size(), hashBytes(m_bytes.data(), m_bytes.size())};
    m_sink.write(reinterpret_cast<const uint8_t*>(&header), sizeof header, m_sink.context);
    m_sink.write(m_bytes.data(), m_bytes.size(), m_sink.context);
    m_bytes.clear();
}

void Recorder::emitGeometry(ShapeKind kind, std::span<const uint8_t> bytes, void* recorder) {
    ByteWriter& block = static_cast<Recorder*>(recorder)->m_block;
    block.record(Operation::Geometry, kind);
    block.array(bytes);
}

void Recorder::writeHeader(WorldData& d) {
    const RecordHeader header{kRecordMagic, kRecordVersion, recordLayout(d)};
    m_sink.write(reinterpret_cast<const uint8_t*>(&header), sizeof header, m_sink.context);
}

void Recorder::writeWorld(WorldData& d) {
    Array<uint32_t> numbers(d.model.shapes.count());
    d.model.shapeIds.forEach([&](ShapeId id) {
        const int i = static_cast<int>(id.index);
        numbers[i] = m_geometry.store(d.model.shapes[i].shape).geometry;
    });
    Array<uint8_t> stores;
    ByteWriter writer(stores);
    visitWorld(d, RecordedStores(writer, numbers));
    m_block.value(Operation::Start);
    m_block.array(stores);
    flush();
}

void Recorder::writeStep(float dt, uint64_t hash) {
    m_block.record(Operation::Step, dt);
    m_block.array(verdicts);
    m_block.value(hash);
    verdicts.clear();
    flush();
}

void Recorder::writeEnd() {
    m_block.value(Operation::End);
    flush();
}

bool World::startRecording(const RecordSink& sink) {
    constexpr const char* f = "startRecording";
    if (!m_data->isIdle(f)) return false;
    if (!sink.write) return refuse(f, "sink.write", 0.0, "must be a function");
    if (m_data->recorder) return refuse(f, "world", 0.0, "is being recorded");
    m_data->recorder = new (allocate(sizeof(Recorder), alignof(Recorder))) Recorder(sink);
    m_data->recorder->writeHeader(*m_data);
    m_data->recorder->writeWorld(*m_data);
    return true;
}

bool World::startRecording(Array<uint8_t>& out) {
    if (!m_data->isIdle("startRecording")) return false;
    if (!m_data->recorder) out.clear();
    return startRecording({&append, &out});
}

bool World::stopRecording() {
    constexpr const char* f = "stopRecording";
    if (!m_data->isIdle(f)) return false;
    if (!m_data->recorder) return refuse(f, "world", 0.0, "is not being recorded");
    m_data->recorder->writeEnd();
    m_data->recorder->~Recorder();
    release(m_data->recorder, sizeof(Recorder), alignof(Recorder));
    m_data->recorder = nullptr;
    return true;
}

bool World::isRecording() const { return m_data->isIdle("isRecording") && m_data->recorder; }

bool recordVerdict(ShapeId a, ShapeId b, void* world) {
    WorldData& d = *static_cast<WorldData*>(world);
    const bool verdict = d.contactFilter(a, b, d.contactFilterContext);
    d.recorder->verdicts.push(verdict);
    return verdict;
}

} // namespace cairn
