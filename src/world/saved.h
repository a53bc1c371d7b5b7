// What is in front of saved bytes, and the visitors that write and read stores (model/visit.h).
#pragma once

#include "base/bytes.h"
#include "base/hash.h"

namespace cairn {

struct SavedHeader {
    uint32_t magic;    // what it is
    uint32_t version;  // of this file's idea of it
    uint64_t layout;   // names and sizes of all stores in order; a rollback adds the structure of its world
    uint64_t size;     // of what follows
    uint64_t checksum; // of what follows
};

// Writes the header, calls write(ByteWriter&) for the rest, and fills in what the header says about that.
template <class Fn> void writeSaved(Array<uint8_t>& out, uint32_t magic, uint64_t layout, Fn write) {
    out.clear();
    ByteWriter writer(out);
    writer.value(SavedHeader{magic, 1, layout, 0, 0});
    write(writer);
    const std::size_t size = out.size() - sizeof(SavedHeader);
    const SavedHeader header{magic, 1, layout, size, hashBytes(out.data() + sizeof(SavedHeader), size)};
    std::memcpy(out.data(), &header, sizeof(header));
}

// What follows the header; empty, with an error under `function`, if it is not what was written.
std::span<const uint8_t> readSaved(std::span<const uint8_t> bytes, uint32_t magic, uint64_t layout,
                                   const char* function);

// What follows the header must be exactly what a visit of these stores takes.
class StoreWriter {
public:
    explicit StoreWriter(ByteWriter& out) : m_out(out) {}
    template <class T> void array(const char*, const Array<T>& values) { m_out.array(values); }
    template <class T> void value(const char*, const T& value) { m_out.value(value); }
    template <class T> void passing(const char* name, const Array<T>& values) { array(name, values); }
    template <class T> void passing(const char* name, const T& single) { value(name, single); }

private:
    ByteWriter& m_out;
};

class StoreReader {
public:
    explicit StoreReader(ByteReader& in) : m_in(in) {}
    template <class T> void array(const char*, Array<T>& values) { m_in.array(values); }
    template <class T> void value(const char*, T& value) { m_in.value(value); }
    template <class T> void passing(const char* name, Array<T>& values) { array(name, values); }
    template <class T> void passing(const char* name, T& single) { value(name, single); }

private:
    ByteReader& m_in;
};

// Walks over the bytes and touches nothing: whether they are as long as they say.
class StoreChecker {
public:
    explicit StoreChecker(ByteReader& in) : m_in(in) {}
    template <class T> void array(const char*, const Array<T>&) { m_in.rawArray<T>(); }
    template <class T> void value(const char*, const T&) { m_in.take(sizeof(T)); }
    template <class T> void passing(const char* name, const Array<T>& values) { array(name, values); }
    template <class T> void passing(const char* name, const T& single) { value(name, single); }

private:
    ByteReader& m_in;
};

class StoreLayout {
public:
    template <class T> void array(const char* name, const Array<T>&) { add(name, sizeof(T)); }
    template <class T> void value(const char* name, const T&) { add(name, sizeof(T)); }
    template <class T> void passing(const char* name, const Array<T>& values) { array(name, values); }
    template <class T> void passing(const char* name, const T& single) { value(name, single); }
    uint64_t result() const { return m_hash; }

private:
    void add(const char* name, std::size_t size) {
        m_hash = hashCombine(hashBytes(name, std::strlen(name), m_hash), size);
    }
    uint64_t m_hash = 0;
};

} // namespace cairn
