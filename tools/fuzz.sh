#!/usr/bin/env bash
# Builds every fuzzer and runs each for SECONDS (default 60), starting from the corpus in the repository.
# New inputs and findings go to build/fuzz, never to the repository: copy what is worth keeping to fuzz/corpus/<name>/.
#     tools/fuzz.sh [SECONDS] [NAME...]
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz

names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for source in fuzz/fuzz_*.cpp; do
        [ -e "$source" ] || continue
        name=$(basename "$source" .cpp)
        names+=("${name#fuzz_}")
    done
fi

for name in "${names[@]}"; do
    found=build/fuzz/found/$name
    grown=build/fuzz/grown/$name
    mkdir -p "$found" "$grown"
    folders=("$grown")
    [ -d "fuzz/corpus/$name" ] && folders+=("fuzz/corpus/$name")
    echo "fuzz_$name for $seconds s"
    "build/fuzz/fuzz/fuzz_$name" -max_total_time="$seconds" -timeout=10 -max_len=4096 -verbosity=0 \
        -print_final_stats=1 -artifact_prefix="$found/" "${folders[@]}"
done
echo "${#names[@]} fuzzers, $seconds s each: no finding"
