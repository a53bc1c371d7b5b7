#!/usr/bin/env bash
# Do builds compute the same bits? Runs the scenes of Determinism.PrintHashes in each and compares all hashes:
#     tools/compare_builds.sh build/release build/clang
#     tools/compare_builds.sh --all build/release build/clang build/scalar    builds GCC -O2 and Clang -O2 with wide
#                                                                             lanes as well, and compares them too
set -euo pipefail
cd "$(dirname "$0")/.."
all=
[ "${1:-}" != --all ] || { all=1; shift; }
builds=("$@")
[ ${#builds[@]} -ge 2 ] || [ -n "$all" -a ${#builds[@]} -ge 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 2; }

if [ -n "$all" ]; then
    for compiler in g++ clang++; do
        build=build/compare-$compiler-O2
        cmake --preset release -B "$build" -DCMAKE_CXX_COMPILER=$compiler -DCMAKE_CXX_FLAGS_RELEASE="-O2 -DNDEBUG" \
            -DCAIRN_TEST_FOLDERS=world -DCAIRN_PROJECT_CHECKS=OFF -DCAIRN_APPS=OFF >/dev/null
        cmake --build "$build" --target cairn_tests
        builds+=("$build")
    done
fi

hashes() { "$1/tests/cairn_tests" --gtest_filter=Determinism.PrintHashes | grep '^hash '; }
first=${builds[0]}
expected=$(hashes "$first")
for build in "${builds[@]:1}"; do
    diff <(echo "$expected") <(hashes "$build") || { echo "$build differs from $first"; exit 1; }
    echo "$build: same bits as $first ($(echo "$expected" | wc -l) scenes)"
done
