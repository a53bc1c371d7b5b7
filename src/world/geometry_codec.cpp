// See geometry_codec.h. Records are taken apart by name, so that a new field does not compile until it is listed.
#include "world/geometry_codec.h"

#include "base/hash.h"

#include <new>

namespace cairn {

namespace {

// io(field) for all fields; io writes, or reads.
template <class Io, class T> void fieldsOfBvh(Io& io, T& bvh) {
    auto& [nodes, leaves, bounds, depth] = bvh;
    io(nodes), io(leaves), io(bounds), io(depth);
}
template <class Io, class T> void fieldsOfHull(Io& io, T& hull) {
    auto& [vertices, planes, faces, edges, faceVertices, bounds, centroid, volume, inertia, innerRadius, edgeCosine] =
        hull;
    io(vertices), io(planes), io(faces), io(edges), io(faceVertices), io(bounds), io(centroid), io(volume);
    io(inertia), io(innerRadius), io(edgeCosine);
}
template <class Io, class T> void fieldsOfMesh(Io& io, T& mesh) {
    auto& [vertices, triangles, normals, sourceTriangle, bvh, leafTriangles, bounds, flatAngle, doubleSided, report] =
        mesh;
    io(vertices), io(triangles), io(normals), io(sourceTriangle), io(leafTriangles), io(bounds), io(flatAngle);
    io(doubleSided), io(report);
    fieldsOfBvh(io, bvh);
}
template <class Io, class T> void fieldsOfField(Io& io, T& field) {
    auto& [columns, rows, origin, spacingX, spacingZ, heights, materials, ranges, levelCount, levelStart, levelColumns,
           levelRows, bounds] = field;
    io(columns), io(rows), io(origin), io(spacingX), io(spacingZ), io(heights), io(materials), io(ranges);
    io(levelCount), io(levelStart), io(levelColumns), io(levelRows), io(bounds);
}
// Children hold shapes, which are stored apart.
template <class Io, class T> void fieldsOfCompound(Io& io, T& compound) {
    auto& [children, childBounds, bvh, bounds] = compound;
    io(childBounds), io(bounds);
    fieldsOfBvh(io, bvh);
}

struct StoredChild {
    StoredShape shape;
    Transform pose;
    uint32_t material;
};

struct Out {
    ByteWriter writer;
    template <class T> void operator()(const Array<T>& values) { writer.array(values); }
    template <class T> void operator()(const T& value) { writer.value(value); }
};
struct In {
    ByteReader reader;
    template <class T> void operator()(Array<T>& values) { reader.array(values); }
    template <class T> void operator()(T& value) { reader.value(value); }
    bool done() const { return reader.ok() && reader.atEnd(); }
};

} // namespace

uint32_t GeometryNumbers::numberOf(const Shape& shape) {
    Array<uint8_t> bytes;
    Out out{ByteWriter(bytes)};
    switch (shape.kind) {
    case ShapeKind::Hull: fieldsOfHull(out, *shape.hull); break;
    case ShapeKind::Mesh: fieldsOfMesh(out, *shape.mesh); break;
    case ShapeKind::HeightField: fieldsOfField(out, *shape.field); break;
    case ShapeKind::Compound: {
        Array<StoredChild> children;
        for (const CompoundChild& c : shape.compound->children) children.push({store(c.shape), c.pose, c.material});
        out(children);
        fieldsOfCompound(out, *shape.compound);
        break;
    }
    default: return 0;
    }
    const Key key{hashBytes(bytes.data(), bytes.size()), bytes.count(), shape.kind};
    for (int i = 0; i < m_keys.count(); ++i)
        if (m_keys[i].hash == key.hash && m_keys[i].size == key.size && m_keys[i].kind == key.kind)
            return static_cast<uint32_t>(i + 1);
    m_keys.push(key);
    m_emit(shape.kind, bytes, m_context);
    return static_cast<uint32_t>(m_keys.count());
}

StoredShape GeometryNumbers::store(const Shape& shape) {
    return {shape.kind, {}, shape.rounding, shape.size, numberOf(shape)};
}

struct GeometryStore::Item {
    ShapeKind kind;
    Hull hull;
    Mesh mesh;
    HeightField field;
    Compound compound;
};

GeometryStore::~GeometryStore() {
    for (Item* item : m_items) {
        item->~Item();
        release(item, sizeof(Item), alignof(Item));
    }
}

bool GeometryStore::add(ShapeKind kind, std::span<const uint8_t> bytes) {
    Item* item = new (allocate(sizeof(Item), alignof(Item))) Item;
    m_items.push(item);
    item->kind = kind;
    In in{ByteReader(bytes)};
    switch (kind) {
    case ShapeKind::Hull: fieldsOfHull(in, item->hull); break;
    case ShapeKind::Mesh: fieldsOfMesh(in, item->mesh); break;
    case ShapeKind::HeightField: fieldsOfField(in, item->field); break;
    case ShapeKind::Compound: {
        Array<StoredChild> children;
        in(children);
        for (const StoredChild& c : children) {
            CompoundChild child{ShapeSphere{}, c.pose, static_cast<uint8_t>(c.material)};
            if (!find(c.shape, child.shape)) return false;
            item->compound.children.push(child);
        }
        fieldsOfCompound(in, item->compound);
        break;
    }
    default: return false;
    }
    return in.done();
}

const void* GeometryStore::find(ShapeKind kind, uint32_t number) const {
    if (number == 0 || number > m_items.size()) return nullptr;
    const Item& item = *m_items[static_cast<int>(number) - 1];
    if (item.kind != kind) return nullptr;
    switch (kind) {
    case ShapeKind::Hull: return &item.hull;
    case ShapeKind::Mesh: return &item.mesh;
    case ShapeKind::HeightField: return &item.field;
    case ShapeKind::Compound: return &item.compound;
    default: return nullptr;
    }
}

bool GeometryStore::find(const StoredShape& stored, Shape& shape) const {
    shape.kind = stored.kind;
    shape.rounding = stored.rounding;
    shape.size = stored.size;
    shape.data = find(stored.kind, stored.geometry);
    return (shape.data != nullptr) == (stored.geometry != 0);
}

} // namespace cairn
