#!/usr/bin/env python3
"""Finds operations that would make results depend on the compiler, the CPU, the thread count or the run.

An exception needs a comment on the line or above it: `// total order: <the key that never ties>` for sorts,
`// determinism: <why it is safe>` for the rest.
"""
import sys

from lint import ROOT, Rule, check_rules, cpp_files

SAFE = r"determinism: \S+"
TRIG = "sin|cos|tan|sinh|cosh|tanh|asinh|acosh|atanh|atan|exp|exp2|expm1|pow|log|log2|log10|log1p|cbrt|hypot|erf|tgamma|lgamma"

RULES = [
    Rule("fused multiply-add",
         r"\b(__builtin_)?fma[fl]?\s*\(|\b(MulAdd|MulSub|NegMulAdd|NegMulSub|MulAddSub|MulSubAdd)\s*\(|\b_mm\d*_f?n?m(add|sub)_",
         "rounds once instead of twice, and not every CPU has it: write the product and the sum",
         ["x = std::fma(a, b, c);", "v = hn::MulAdd(a, b, c);", "v = hn::NegMulAdd(a, b, c);", "fmaf(a, b, c)", "__builtin_fmaf(a,b,c)"],
         ["x = a * b + c; // not MulAdd(a, b, c)", "alfma(3);"], marker=SAFE),
    Rule("approximate reciprocal", r"\bApproximateReciprocal|\b_mm\d*_rc?p?sqrt|\b_mm\d*_rcp",
         "differs between CPU makers: divide, or use sqrt", ["hn::ApproximateReciprocal(a)", "hn::ApproximateReciprocalSqrt(a)"],
         ["1.0f / a"], marker=SAFE),
    Rule("libm", rf"(?<![\w.>:])(?:std::|::)?(?:{TRIG})[fl]?\s*\(|(?<!\w)(?:std::|(?<![\w:])::)(?:asin|acos|atan2|remainder|fmod)[fl]?\s*\(",
         "differs between C libraries: use the functions of cairn/math.h",
         ["x = std::sin(a);", "x = cosf(a);", "x = pow(a, 2.0f);", "std::atan2(y, x)", "::acos(x)", "std::exp(x)"],
         ["x = cairn::atan2(y, x);", "atan2(y, x)", "acos(x)", "sinCos(x)", "std::sqrt(x)", "std::fabs(x)", "frame.log(x)", "// std::sin(x)"],
         marker=SAFE),
    Rule("vector libm", r"\b(?:hn|hwy)::(?:\w+::)*(?:Exp|Expm1|Log|Log10|Log1p|Log2|Sin|Cos|SinCos|Tanh|Sinh|Asin|Acos|Atan|Atan2)\s*\(",
         "its last bits are not promised", ["hn::Sin(d, x)"], ["hn::Sqrt(x)"], marker=SAFE),
    Rule("reduction over lanes", r"\b(SumOfLanes|ReduceSum|SumsOf\d)\b",
         "adds in an order that depends on the width: add the eight lanes in the fixed order of the lane type",
         ["hn::SumOfLanes(d, v)"], ["sumLanes(v)"], marker=SAFE),
    Rule("sort", r"\bstd::(sort|partial_sort|nth_element|make_heap|push_heap|pop_heap|sort_heap|partition)\b|\bqsort\b",
         "equal keys come out in any order: name the total order in a comment `// total order: ...`, or use a stable sort",
         ["std::sort(a.begin(), a.end());", "// sorted\nstd::sort(a, b);"],
         ["std::stable_sort(a, b);", "// total order: (key, index)\nstd::sort(a, b);", "std::sort(a, b); // total order: unique index"],
         marker=r"total order: \S+"),
    Rule("hash container", r"\bstd::(unordered_\w+|hash)\b", "its order depends on the library: use arrays, bit sets, or sorted keys",
         ["std::unordered_map<int, int> m;", "std::hash<int>()"], ["stateHash(x)"]),
    Rule("random numbers", r"\b(?:std::)?(s?rand|random_device|mt19937(_64)?|random_shuffle|shuffle|\w+_distribution)\b\s*[({<]|\bdrand48\b",
         "the engine has no dice: take a seed from the caller", ["x = rand();", "std::mt19937 g{1};\nstd::mt19937(3)"], ["operand(x)", "grandTotal()"],
         marker=SAFE),
    Rule("clock", r"\bstd::chrono\b|<chrono>|\b(clock|time|gettimeofday|clock_gettime|__rdtsc|_rdtsc)\s*\(|<ctime>|<time\.h>",
         "results may not depend on how long things take", ["auto t = std::chrono::steady_clock::now();", "time(nullptr)"],
         ["timeOfImpact(x)", "std::chrono::microseconds(5); // determinism: only for the log"],
         allowed_layers=("exec",), marker=SAFE),  # workers may sleep: no result is made there
    Rule("float atomics", r"\batomic(_ref)?<\s*(float|double)\b", "the order of additions depends on threads: sum in a fixed order",
         ["std::atomic<float> sum;"], ["std::atomic<int> next;"]),
    Rule("long double", r"\blong\s+double\b", "80 bits here, 64 or 128 there", ["long double x;"], ["double x; long y;"]),
    Rule("parallel algorithm", r"\bstd::(reduce|transform_reduce|execution)\b", "may add in any order", ["std::reduce(a, b)"], ["reduceSimplex(s)"]),
    Rule("float pragma", r"#\s*pragma\s+(STDC|GCC\s+optimize|clang\s+fp|float_control|fp_contract)|__attribute__\s*\(\(\s*optimize",
         "changes the arithmetic of one place only", ["#pragma STDC FP_CONTRACT ON", "#pragma GCC optimize(3)"], ["#pragma once"]),
    Rule("pointer order", r"\buintptr_t\b|\bstd::(map|set|less)<[^,>]*\*", "addresses differ from run to run",
         ["auto key = reinterpret_cast<uintptr_t>(p);", "std::map<Body*, int> m;"], ["std::less<int>"],
         allowed_layers=("base",), marker=SAFE),
]

FLAGS = Rule("build flag", r"-ffast-math|-Ofast|-funsafe-math|-fassociative-math|-ffinite-math|-freciprocal-math|-ffp-contract=(fast|on)|-march=native|-mfma\b|/fp:fast",
             "lets the compiler change results", ["add_compile_options(-ffast-math)"], ["-ffp-contract=off"])


def check_flags():
    failures = 0
    for sample, expected in [(s, True) for s in FLAGS.bad] + [(s, False) for s in FLAGS.good]:
        if bool(list(FLAGS.find("x", [sample], [""]))) != expected:
            print(f"self-test: rule 'build flag' is wrong about {sample!r}")
            failures += 1
    files = [p for p in ROOT.rglob("CMakeLists.txt") if "build" not in p.relative_to(ROOT).parts]
    for path in files + list((ROOT / "cmake").iterdir()) + [ROOT / "CMakePresets.json"]:
        lines = [line.split("#")[0] for line in path.read_text().splitlines()]
        for number, line in FLAGS.find(path.name, lines, [""] * len(lines)):
            print(f"{path.relative_to(ROOT)}:{number}: {FLAGS.name}: {FLAGS.why}\n    {line}")
            failures += 1
    return failures


if __name__ == "__main__":
    flags_bad = check_flags()
    sys.exit(check_rules(RULES, cpp_files("src", "include")) or (1 if flags_bad else 0))
