// The whole world as bytes, and back.
//
// Stores are copied as they are, free slots and working order included, because the order in which things came decides
// the order in which they are solved. So a restored world has no way to differ from the original.
#include "world/saved.h"
#include "world/world_data.h"
#include "world/world_visit.h"

namespace cairn {

namespace {

constexpr uint32_t kMagic = 0x504E5343; // "CSNP"

uint64_t layoutOf(WorldData& d) {
    StoreLayout layout;
    visitWorld(d, layout);
    return layout.result();
}

struct MemoryMeter {
    uint64_t bytes = 0;
    template <class T> void array(const char*, const Array<T>& values) {
        bytes += sizeof(T) * static_cast<uint64_t>(values.capacity());
    }
    template <class T> void value(const char*, const T&) {}
    template <class T> void passing(const char* name, const Array<T>& values) { array(name, values); }
    template <class T> void passing(const char*, const T&) {}
};

} // namespace

std::span<const uint8_t> readSaved(std::span<const uint8_t> bytes, uint32_t magic, uint64_t layout,
                                   const char* function) {
    ByteReader reader(bytes);
    const SavedHeader header = reader.value<SavedHeader>();
    const auto refused = [&](const char* field, double value, const char* reason) -> std::span<const uint8_t> {
        refuse(function, field, value, reason);
        return {};
    };
    if (!reader.ok()) return refused("bytes", static_cast<double>(bytes.size()), "too short for a header");
    if (header.magic != magic) return refused("bytes", header.magic, "are something else: the first word is wrong");
    if (header.version != 1) return refused("bytes", header.version, "are of another version");
    if (header.layout != layout)
        return refused("bytes", 0.0, "are of a world with other bodies, shapes or joints, or of another program");
    if (header.size != reader.rest())
        return refused("bytes", static_cast<double>(bytes.size()), "are not as long as they were written");
    const std::span<const uint8_t> rest = reader.take(reader.rest());
    if (hashBytes(rest.data(), rest.size()) != header.checksum)
        return refused("bytes", static_cast<double>(bytes.size()), "are damaged: the checksum is wrong");
    return rest;
}

bool World::snapshot(Array<uint8_t>& out) const {
    if (!m_data->isIdle("snapshot")) return false;
    writeSaved(out, kMagic, layoutOf(*m_data), [&](ByteWriter& writer) { visitWorld(*m_data, StoreWriter(writer)); });
    return true;
}

bool World::restore(std::span<const uint8_t> bytes) {
    if (!m_data->isIdle("restore")) return false;
    const std::span<const uint8_t> stores = readSaved(bytes, kMagic, layoutOf(*m_data), "restore");
    if (stores.empty()) return false;
    ByteReader check(stores);
    visitWorld(*m_data, StoreChecker(check));
    if (!check.ok() || !check.atEnd())
        return refuse("restore", "bytes", static_cast<double>(bytes.size()), "do not hold a world");
    ByteReader reader(stores);
    visitWorld(*m_data, StoreReader(reader));
    m_data->trees.isKnown = false;
    if (m_data->recorder) m_data->recorder->writeWorld(*m_data);
    return true;
}

uint64_t World::memoryUse() const {
    if (!m_data->isIdle("memoryUse")) return 0;
    MemoryMeter meter;
    visitWorld(*m_data, meter);
    return meter.bytes;
}

} // namespace cairn
