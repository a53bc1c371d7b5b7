// Hulls, meshes, height fields and compounds as bytes and back: what shapes point at. Equal content is stored once.
#pragma once

#include "base/bytes.h"

#include <cairn/compound.h>
#include <cairn/height_field.h>
#include <cairn/hull.h>
#include <cairn/mesh.h>

namespace cairn {

// A shape in a recording: the geometry is a number, counted from 1; 0 is none.
struct StoredShape {
    ShapeKind kind;
    uint8_t unused[3];
    float rounding;
    Vec3 size;
    uint32_t geometry;
};

// Gives numbers to geometry. What is new is handed to `emit(kind, bytes, context)` first.
class GeometryNumbers {
public:
    using Emit = void (*)(ShapeKind kind, std::span<const uint8_t> bytes, void* context);
    GeometryNumbers(Emit emit, void* context) : m_emit(emit), m_context(context) {}

    StoredShape store(const Shape& shape);

private:
    struct Key {
        uint64_t hash;
        int size;
        ShapeKind kind;
    };
    uint32_t numberOf(const Shape& shape);

    Emit m_emit;
    void* m_context;
    Array<Key> m_keys;
};

// Owns geometry that was read.
class GeometryStore {
public:
    GeometryStore() = default;
    GeometryStore(const GeometryStore&) = delete;
    GeometryStore& operator=(const GeometryStore&) = delete;
    ~GeometryStore();

    bool add(ShapeKind kind, std::span<const uint8_t> bytes);
    // False for a number that is not there, or of another kind.
    bool find(const StoredShape& stored, Shape& shape) const;
    const void* find(ShapeKind kind, uint32_t number) const;

private:
    struct Item;
    Array<Item*> m_items;
};

} // namespace cairn
