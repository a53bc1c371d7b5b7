#!/bin/bash
# Do two builds compute the same bits? Runs the scenes of Determinism.PrintHashes in both and compares all hashes:
#     tools/compare_builds.sh build/release build/clang
set -eu
[ $# -ge 2 ] || { sed -n '2,3s/^# //p' "$0"; exit 2; }
hashes() { "$1/tests/cairn_tests" --gtest_filter=Determinism.PrintHashes | grep '^hash '; }
first=$1
expected=$(hashes "$first")
shift
for build in "$@"; do
    diff <(echo "$expected") <(hashes "$build") || { echo "$build differs from $first"; exit 1; }
    echo "$build: same bits as $first ($(echo "$expected" | wc -l) scenes)"
done
