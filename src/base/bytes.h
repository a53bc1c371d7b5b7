// Plain values and arrays to bytes and back. A reader that meets the end fails from then on, gives zeros, and reads
// nothing outside: damaged data is noticed by asking ok() once at the end.
//
// Values are stored as they lie in memory, padding included: bytes are for programs that agree on the layout of every
// type, which whoever writes a header has to make sure of.
#pragma once

#include <cairn/array.h>

namespace cairn {

class ByteWriter {
public:
    explicit ByteWriter(Array<uint8_t>& out) : m_out(out) {}

    void bytes(const void* data, std::size_t size) {
        m_out.append(std::span<const uint8_t>(static_cast<const uint8_t*>(data), size));
    }
    template <class T> void value(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes(&value, sizeof(T));
    }
    // Several values behind one another, with one check of the room.
    template <class... T> void record(const T&... values) {
        static_assert((std::is_trivially_copyable_v<T> && ...));
        const int old = m_out.count();
        m_out.resizeUninitialized(old + static_cast<int>((sizeof(T) + ...)));
        uint8_t* to = m_out.data() + old;
        ((std::memcpy(to, &values, sizeof(T)), to += sizeof(T)), ...);
    }
    template <class T> void array(std::span<const T> values) {
        value(static_cast<uint32_t>(values.size()));
        bytes(values.data(), values.size_bytes());
    }
    template <class T> void array(const Array<T>& values) { array(std::span<const T>(values)); }
    int position() const { return m_out.count(); }

private:
    Array<uint8_t>& m_out;
};

class ByteReader {
public:
    explicit ByteReader(std::span<const uint8_t> data) : m_data(data) {}

    bool ok() const { return m_ok; }
    bool atEnd() const { return m_data.empty(); }
    std::size_t rest() const { return m_data.size(); }
    // The next bytes in place; empty when there are not that many.
    std::span<const uint8_t> take(std::size_t size) {
        m_ok = m_ok && size <= m_data.size();
        if (!m_ok) return {};
        const std::span<const uint8_t> taken = m_data.subspan(0, size);
        m_data = m_data.subspan(size);
        return taken;
    }
    template <class T> void value(T& value) {
        const std::span<const uint8_t> raw = take(sizeof(T));
        if (!raw.empty()) std::memcpy(static_cast<void*>(&value), raw.data(), sizeof(T));
    }
    template <class T> T value() {
        T result{};
        value(result);
        return result;
    }
    template <class... T> void record(T&... values) {
        const std::span<const uint8_t> raw = take((sizeof(T) + ...));
        if (raw.empty()) return;
        const uint8_t* from = raw.data();
        ((std::memcpy(static_cast<void*>(&values), from, sizeof(T)), from += sizeof(T)), ...);
    }
    template <class T> void array(Array<T>& values) {
        const std::span<const uint8_t> raw = rawArray<T>();
        values.resizeUninitialized(m_ok ? static_cast<int>(raw.size() / sizeof(T)) : 0);
        if (!raw.empty()) std::memcpy(static_cast<void*>(values.data()), raw.data(), raw.size());
    }
    // An array's bytes in place.
    template <class T> std::span<const uint8_t> rawArray() {
        const std::size_t count = value<uint32_t>();
        m_ok = m_ok && count <= m_data.size() / sizeof(T) && count <= 0x7FFFFFFFu;
        return take(m_ok ? count * sizeof(T) : 0);
    }

private:
    std::span<const uint8_t> m_data;
    bool m_ok = true;
};

} // namespace cairn
