// Writes a recording (record.h). A recording is a header and blocks; a block is its size, a checksum and operations.
#pragma once

#include "world/geometry_codec.h"
#include "world/operations.h"

#include <cairn/record.h>

namespace cairn {

struct WorldData;

struct RecordHeader {
    uint32_t magic, version;
    uint64_t layout; // of everything that is stored as it lies in memory
};
struct BlockHeader {
    uint64_t size, checksum;
};
inline constexpr uint32_t kRecordMagic = 0x43455243; // "CREC"
uint64_t recordLayout(WorldData& d);

class Recorder {
public:
    explicit Recorder(const RecordSink& sink) : m_sink(sink), m_geometry(&emitGeometry, this) {}

    void writeHeader(WorldData& d);
    void writeWorld(WorldData& d);
    void writeStep(float dt, uint64_t hash);
    void writeEnd();

    template <Operation operation, class... Args> void write(const Args&... args) {
        const typename ArgumentsOf<operation>::Tuple tuple(args...);
        std::apply(
            [this](const auto&... values) {
                const StoredShape shape = shapeAmong(values...); // its geometry comes before the operation
                m_block.value(operation);
                (put(values, shape), ...);
            },
            tuple);
    }

    Array<uint8_t> verdicts; // of the contact filter, in this step

private:
    static void emitGeometry(ShapeKind kind, std::span<const uint8_t> bytes, void* recorder);
    template <class... T> StoredShape shapeAmong(const T&... values) {
        StoredShape stored{};
        const auto look = [&](const auto& value) {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Shape>) stored = m_geometry.store(value);
        };
        (look(values), ...);
        return stored;
    }
    template <class T> void put(const T& value, const StoredShape&) { m_block.value(value); }
    void put(const Shape&, const StoredShape& stored) { m_block.value(stored); }
    void flush();

    RecordSink m_sink;
    GeometryNumbers m_geometry;
    Array<uint8_t> m_bytes;
    ByteWriter m_block{m_bytes};
};

} // namespace cairn
