// StateHash: a visitor (model/visit.h) that hashes what decides the future. Padding, addresses, user data and what is
// computed anew are left out, so equal worlds in different processes have equal hashes.
//
// A type is hashed as bytes if it is solid, that is without padding, and else field by field by an overload of
// hashFields. Those take records apart by name, so a new field does not compile until somebody has decided about it.
#pragma once

#include "base/hash.h"
#include "model/model.h"

namespace cairn {

template <class T> inline constexpr bool kSolid = std::is_arithmetic_v<T> || std::is_enum_v<T>;
template <class T> inline constexpr bool kSolid<Vec3T<T>> = true;
template <class T> inline constexpr bool kSolid<QuatT<T>> = true;
template <class T> inline constexpr bool kSolid<Sym33T<T>> = true;
template <class T> inline constexpr bool kSolid<TransformT<T>> = true;
template <class Tag> inline constexpr bool kSolid<Id<Tag>> = true;
template <> inline constexpr bool kSolid<WorldTransform> = true;
template <> inline constexpr bool kSolid<Filter> = true;
template <> inline constexpr bool kSolid<ContactLink> = true;
template <> inline constexpr bool kSolid<ManifoldCache> = true;
template <> inline constexpr bool kSolid<PatchPoint> = true;
template <> inline constexpr bool kSolid<SensorOverlap> = true;
template <> inline constexpr bool kSolid<detail::BvhNode> = true;
static_assert(sizeof(WorldTransform) == 40 && sizeof(ManifoldCache) == 20 && sizeof(PatchPoint) == 28 &&
              sizeof(Filter) == 12);

class StateHash {
public:
    explicit StateHash(const Model* model = nullptr) : m_model(model) {}
    // Where records say only what they refer to.
    const Model& model() const { return *m_model; }
    void bytes(const void* data, std::size_t size);
    template <class... T> void add(const T&... values) { (one(values), ...); }
    uint64_t result() {
        flush();
        return m_hash;
    }

    // As a visitor.
    template <class T> void array(const char*, const Array<T>& values) { add(std::span<const T>(values)); }
    template <class T> void value(const char*, const T& value) { one(value); }
    template <class T> void passing(const char*, const T&) {}

private:
    void flush();
    template <class T> void one(const T& value) {
        if constexpr (kSolid<T>)
            bytes(&value, sizeof(T));
        else
            hashFields(*this, value);
    }
    template <class T> void one(std::span<const T> values) {
        one(static_cast<uint64_t>(values.size())); // the same bytes where sizes have 32 bits
        if constexpr (kSolid<T>)
            bytes(values.data(), values.size_bytes());
        else
            for (const T& value : values) one(value);
    }
    template <class T, std::size_t n> void one(const T (&values)[n]) {
        for (const T& value : values) one(value);
    }

    const Model* m_model;
    uint64_t m_hash = 0;
    std::size_t m_used = 0;
    unsigned char m_buffer[4096];
};

} // namespace cairn
