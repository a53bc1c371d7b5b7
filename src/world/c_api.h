// How the C interface crosses over: structs of both sides have the same layout (asserted in c_api_layout.cpp), so a
// conversion is a copy of bytes, and callbacks that take them are called alike.
#pragma once

#include <cairn/c.h>
#include <cairn/world.h>

#include <cstring>
#include <span>
#include <type_traits>

namespace cairn {

template <class To, class From> To copyBytes(const From& from) {
    static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
    union { // Shape has no default constructor
        char none;
        To to;
    } out{};
    std::memcpy(static_cast<void*>(&out.to), &from, sizeof(To));
    return out.to;
}

template <class To, class From> To toC(const From& from) { return copyBytes<To>(from); }

// Enumerations are bytes on both sides.
template <class To, class From> To fromC(const From& from) { return copyBytes<To>(from); }

template <class To, class From> To fromPointer(const From* from) {
    if constexpr (std::is_same_v<To, Shape>) {
        return from ? copyBytes<Shape>(*from) : Shape{ShapeHull{}}; // which is refused
    } else {
        return from ? copyBytes<To>(*from) : To{};
    }
}

template <class T, class C> void copyOut(const Array<T>& from, C* to, int capacity) {
    if (!to) return;
    for (int i = 0; i < from.count() && i < capacity; ++i) to[i] = copyBytes<C>(from[i]);
}

template <class T, class C> std::span<const T> spanOf(const C* data, int count) {
    static_assert(sizeof(T) == sizeof(C));
    const std::size_t size = data && count > 0 ? static_cast<std::size_t>(count) : 0;
    return {reinterpret_cast<const T*>(data), size};
}

// By way of a plain function pointer, which compilers take as the sign that it is meant.
template <class To, class From> To castFunction(From from) {
    return reinterpret_cast<To>(reinterpret_cast<void (*)()>(from));
}

inline World& cppWorld(cairn_world* world) { return *reinterpret_cast<World*>(world); }
inline const World& cppWorld(const cairn_world* world) { return *reinterpret_cast<const World*>(world); }

} // namespace cairn
