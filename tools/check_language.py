#!/usr/bin/env python3
"""Keeps src/ and include/ to the part of C++20 that every target toolchain has, and to the project's own habits:
no exceptions, no RTTI, memory through the allocator hook, platform switches and atomics only where they belong.
`// language: <why>` on the line or above it excuses one place.
"""
import sys

from lint import Rule, check_rules, cpp_files

EXCUSED = r"language: \S+"

RULES = [
    Rule("missing from older libraries", r"\bstd::(bit_cast|ranges|views|atomic_ref|source_location|jthread|format|stop_token|barrier|latch)\b|<(ranges|format|source_location|latch|barrier)>",
         "the WebAssembly toolchain lacks it", ["std::bit_cast<int>(x)", "#include <ranges>"], ["bitCast<int>(x)"]),
    Rule("exceptions and RTTI", r"\b(throw|try|catch|dynamic_cast|typeid)\b", "the library is built to live without them",
         ["throw 1;", "dynamic_cast<A*>(b)"], ["retry(x)", "// try again"]),
    Rule("hidden allocation", r"\bstd::(function|shared_ptr|make_shared|unique_ptr|make_unique|vector|string|map|set|deque|list|any|stable_sort|inplace_merge)\b",
         "memory comes from Array, FrameArena or the caller",
         ["std::function<void()> f;", "std::vector<int> v;"], ["Array<int> v;", "std::span<int> s;"], marker=EXCUSED),
    Rule("bare allocation", r"\b(malloc|calloc|realloc|free)\s*\(|(?<!operator )\bnew\s+\w", "memory goes through the allocator hook",
         ["int* p = new int[3];", "malloc(4)"], ["::operator new(size)", "new (p) Foo()"], allowed_layers=("base",), marker=EXCUSED),
    Rule("atomic", r"\bstd::(atomic|mutex|thread|condition_variable|lock_guard|unique_lock|memory_order)\w*\b|<(atomic|mutex|thread|condition_variable)>",
         "threads meet in src/exec only", ["std::atomic<int> x;", "#include <mutex>"], ["atomicNumber(x)"], allowed_layers=("exec",), marker=EXCUSED),
    Rule("platform switch", r"#\s*(el)?if.*\b(_WIN32|_MSC_VER|__linux__|__APPLE__|__GNUC__|__clang__|__x86_64__|__aarch64__|__SSE\w*|__AVX\w*|__ARM\w*|__wasm\w*|__EMSCRIPTEN__|HWY_ARCH_\w+)\b"
         r"|#\s*ifn?def\s+(_WIN32|_MSC_VER|__linux__|__APPLE__|__GNUC__|__clang__|__SSE\w*|__AVX\w*|__ARM\w*|__EMSCRIPTEN__)",
         "platforms differ in base, math and exec only", ["#if defined(__AVX2__)", "#ifdef _WIN32"], ["#ifdef CAIRN_ENABLE_ASSERTS"],
         allowed_layers=("base", "math", "exec"), marker=EXCUSED),
    Rule("intrinsics", r"\b_mm\d*_\w+\s*\(|<(immintrin|emmintrin|xmmintrin|arm_neon|wasm_simd128)\.h>", "lanes go through the lane types of src/math",
         ["_mm_add_ps(a, b)", "#include <immintrin.h>"], ["add(a, b)"], allowed_layers=("math", "exec"), marker=EXCUSED),
    Rule("printing", r"\bstd::(cout|cerr)\b|<iostream>|(?<![\w:])(?:std::)?f?printf\s*\(", "errors go through reportError",
         ["std::printf(x);", "#include <iostream>"], ["std::snprintf(buffer, n, f)"], allowed_layers=("base",), marker=EXCUSED),
]

if __name__ == "__main__":
    sys.exit(check_rules(RULES, cpp_files("src", "include")))
