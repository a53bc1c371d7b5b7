#!/usr/bin/env bash
# Builds every fuzzer and runs each for SECONDS (default 60), starting from the corpus in the repository.
# New inputs and findings go to build/fuzz, never to the repository: copy what is worth keeping to fuzz/corpus/<name>/.
#     tools/fuzz.sh [--tsan] [SECONDS] [NAME...]
# With --tsan under the thread sanitizer (build/fuzz-tsan) instead of the address and undefined ones.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=fuzz
wrapper=() # command in front of the fuzzers
timeout=30 # seconds for one input; longer counts as a hang
if [ "${1:-}" = --tsan ]; then
    shift
    preset=fuzz-tsan
    timeout=60 # ten times slower, and each input runs twice
    # Clang 14's thread sanitizer cannot place its tables under the strong address randomisation of newer kernels.
    setarch "$(uname -m)" -R true 2>/dev/null && wrapper=(setarch "$(uname -m)" -R)
fi
seconds=${1:-60}
if ! [[ $seconds =~ ^[0-9]+$ ]]; then
    sed -n '2,5s/^# \{0,1\}//p' "$0"
    exit 2
fi
shift || true

names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for source in fuzz/fuzz_*.cpp; do
        [ -e "$source" ] || continue
        name=$(basename "$source" .cpp)
        names+=("${name#fuzz_}")
    done
fi

cmake --preset $preset >/dev/null
cmake --build --preset $preset --target "${names[@]/#/fuzz_}"

for name in "${names[@]}"; do
    found=build/$preset/found/$name
    grown=build/$preset/grown/$name
    mkdir -p "$found" "$grown"
    folders=("$grown")
    [ -d "fuzz/corpus/$name" ] && folders+=("fuzz/corpus/$name")
    echo "fuzz_$name for $seconds s, $preset"
    "${wrapper[@]}" "build/$preset/fuzz/fuzz_$name" -max_total_time="$seconds" -timeout=$timeout -max_len=4096 -verbosity=0 \
        -print_final_stats=1 -artifact_prefix="$found/" "${folders[@]}"
done
echo "${#names[@]} fuzzers, $seconds s each: no finding"
