// Replaying. See record.h.
#include "world/saved.h"
#include "world/world_visit.h"

namespace cairn {

// Reads operations and does them.
class Replayer {
public:
    Replayer(const ReplayOptions& options) : m_world({.tasks = options.tasks}), m_options(options) {
        m_world.setContactFilter(&nextVerdict, this);
    }

    ReplayResult run(std::span<const uint8_t> recording) {
        ByteReader in(recording);
        const RecordHeader header = in.value<RecordHeader>();
        const auto refused = [&](double value, const char* reason) {
            refuse("replay", "recording", value, reason);
            return m_result;
        };
        if (!in.ok() || header.magic != kRecordMagic) return refused(header.magic, "is something else");
        if (header.version != kRecordVersion) return refused(header.version, "is of another version");
        if (header.layout != recordLayout(*m_world.m_data)) return refused(0.0, "is by another build of this library");
        m_result.readable = true;
        while (!m_done && !in.atEnd()) {
            const BlockHeader block = in.value<BlockHeader>();
            const std::span<const uint8_t> bytes = in.take(block.size);
            if (!in.ok() || hashBytes(bytes.data(), bytes.size()) != block.checksum) break;
            ByteReader operations(bytes);
            while (!m_done && !operations.atEnd())
                if (!next(operations)) return m_result;
        }
        return m_result;
    }

private:
    bool next(ByteReader& in) {
        const Operation operation = in.value<Operation>();
        switch (operation) {
        case Operation::End: m_done = m_result.complete = true; return in.ok();
        case Operation::Start: return start(in);
        case Operation::Geometry: {
            const ShapeKind kind = in.value<ShapeKind>();
            return m_geometry.add(kind, in.rawArray<uint8_t>()) && in.ok();
        }
        case Operation::Step: return step(in);
#define CAIRN_CASE(name, method, ...)                                                                                  \
    case Operation::name: return apply<__VA_ARGS__>(in, [this](const auto&... args) { m_world.method(args...); });
            CAIRN_OPERATIONS(CAIRN_CASE)
#undef CAIRN_CASE
        }
        return false;
    }

    template <class... Args, class Call> bool apply(ByteReader& in, Call call) {
        const std::tuple<Args...> args{get<Args>(in)...}; // braces: read in this order
        if (!in.ok()) return false;
        const ErrorCapture quiet; // what was refused is refused again
        std::apply(call, args);
        ++m_result.operations;
        return true;
    }
    template <class T> T get(ByteReader& in) {
        if constexpr (std::is_same_v<T, Shape>) {
            Shape shape{ShapeSphere{}};
            m_geometry.find(in.value<StoredShape>(), shape);
            return shape;
        } else {
            return in.value<T>();
        }
    }

    bool start(ByteReader& in) {
        const std::span<const uint8_t> stores = in.rawArray<uint8_t>();
        WorldData& d = *m_world.m_data;
        ByteReader check(stores), reader(stores);
        visitWorld(d, StoreChecker(check));
        if (!check.ok() || !check.atEnd()) return false;
        visitWorld(d, StoreReader(reader));
        for (ShapeRecord& s : d.model.shapes) {
            uint32_t number;
            std::memcpy(&number, &s.shape.data, sizeof number);
            s.shape.data = m_geometry.find(s.shape.kind, number);
        }
        return true;
    }

    bool step(ByteReader& in) {
        const float dt = in.value<float>();
        m_verdicts = in.rawArray<uint8_t>();
        const uint64_t recorded = in.value<uint64_t>();
        if (!in.ok() || !m_world.step(dt)) return false;
        const uint64_t replayed = hashCombine(m_world.hash(), m_world.eventHash());
        if (replayed != recorded && m_result.firstDifferentStep < 0) {
            m_result.firstDifferentStep = m_result.steps;
            m_result.recordedHash = recorded;
            m_result.replayedHash = replayed;
            m_done = m_options.stopAtDifference;
        }
        if (m_options.afterStep) m_options.afterStep(m_world, m_result.steps, m_options.context);
        ++m_result.steps;
        return true;
    }

    // Where nothing was recorded there was no filter.
    static bool nextVerdict(ShapeId, ShapeId, void* replayer) {
        std::span<const uint8_t>& verdicts = static_cast<Replayer*>(replayer)->m_verdicts;
        if (verdicts.empty()) return true;
        const bool verdict = verdicts.front() != 0;
        verdicts = verdicts.subspan(1);
        return verdict;
    }

    GeometryStore m_geometry; // outlives the world
    World m_world;
    ReplayOptions m_options;
    ReplayResult m_result;
    std::span<const uint8_t> m_verdicts;
    bool m_done = false;
};

ReplayResult replay(std::span<const uint8_t> recording, const ReplayOptions& options) {
    return Replayer(options).run(recording);
}

} // namespace cairn
