// Array<T>: a growing array of plain data. Elements are trivially copyable, so growing, copying, hashing and saving are
// byte copies; memory comes from the allocator hook, aligned for lanes.
#pragma once

#include <cairn/memory.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <type_traits>

namespace cairn {

template <class T> class Array {
    static_assert(std::is_trivially_copyable_v<T>, "Array holds plain data");

public:
    // 64 bytes: a cache line, and the widest vector load.
    static constexpr std::size_t kAlignment = alignof(T) > 64 ? alignof(T) : 64;

    Array() = default;
    explicit Array(int count) { resize(count); }
    Array(std::initializer_list<T> values) { append(std::span<const T>(values.begin(), values.size())); }
    explicit Array(std::span<const T> values) { append(values); }
    Array(const Array& other) { append(other); }
    Array(Array&& other) noexcept { swap(other); }
    Array& operator=(const Array& other) {
        if (this != &other) {
            clear();
            append(other);
        }
        return *this;
    }
    Array& operator=(Array&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Array() { release(m_data, bytes(m_capacity), kAlignment); }

    int count() const { return m_count; }
    int capacity() const { return m_capacity; }
    bool empty() const { return m_count == 0; }
    T* data() { return m_data; }
    const T* data() const { return m_data; }
    T* begin() { return m_data; }
    T* end() { return m_data + m_count; }
    const T* begin() const { return m_data; }
    const T* end() const { return m_data + m_count; }
    T& operator[](int i) { return m_data[i]; }
    const T& operator[](int i) const { return m_data[i]; }
    T& back() { return m_data[m_count - 1]; }
    const T& back() const { return m_data[m_count - 1]; }
    // What std::span needs to take an Array as a range.
    std::size_t size() const { return static_cast<std::size_t>(m_count); }

    void reserve(int capacity) {
        if (capacity <= m_capacity) return;
        m_data = static_cast<T*>(grow(m_data, bytes(m_capacity), bytes(m_count), bytes(capacity), kAlignment));
        m_capacity = capacity;
    }
    // New elements are value-initialised.
    void resize(int count) {
        const int old = m_count;
        resizeUninitialized(count);
        for (int i = old; i < count; ++i) m_data[i] = T{};
    }
    void resizeUninitialized(int count) {
        if (count > m_capacity) reserve(grown(count));
        m_count = count;
    }
    void assign(int count, const T& value) {
        const T copy = value;
        resizeUninitialized(count);
        for (int i = 0; i < count; ++i) m_data[i] = copy;
    }
    T& push(const T& value) {
        const T copy = value; // value may live in this array
        if (m_count == m_capacity) reserve(grown(m_count + 1));
        m_data[m_count] = copy;
        return m_data[m_count++];
    }
    void append(std::span<const T> values) {
        const int old = m_count;
        resizeUninitialized(old + static_cast<int>(values.size()));
        if (!values.empty()) std::memcpy(static_cast<void*>(m_data + old), values.data(), values.size_bytes());
    }
    T pop() { return m_data[--m_count]; }
    // Moves the last element into the hole; returns the index that moved there, or -1.
    int removeSwap(int index) {
        const int last = --m_count;
        if (index == last) return -1;
        m_data[index] = m_data[last];
        return last;
    }
    void clear() { m_count = 0; }
    void swap(Array& other) noexcept {
        T* data = m_data;
        const int count = m_count, capacity = m_capacity;
        m_data = other.m_data, m_count = other.m_count, m_capacity = other.m_capacity;
        other.m_data = data, other.m_count = count, other.m_capacity = capacity;
    }

private:
    // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer, and then its own size is meant
    static std::size_t bytes(int count) { return sizeof(T) * static_cast<std::size_t>(count); }
    int grown(int count) const {
        const int half = m_capacity + m_capacity / 2;
        return count > half ? (count < 8 ? 8 : count) : half;
    }

    T* m_data = nullptr;
    int m_count = 0;
    int m_capacity = 0;
};

} // namespace cairn
