#!/usr/bin/env bash
# clang-tidy over the library, with the compile commands of the clang preset. Slow, so by default only over what
# changed against a commit (default: main); --all takes every source file.
#     tools/tidy.sh [--all | COMMIT]
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --preset clang >/dev/null

if [ "${1:-}" = --all ]; then
    mapfile -t files < <(find src -name '*.cpp' | sort)
else
    base=${1:-main}
    mapfile -t changed < <({ git diff --name-only --diff-filter=d "$base" -- src include; git ls-files -o --exclude-standard src include; } | sort -u)
    files=()
    for file in "${changed[@]}"; do
        case $file in
        *.cpp) files+=("$file") ;;
        *) # a header is seen through a source file that includes it
            while read -r user; do files+=("$user"); done < <(grep -rlF "${file#*/}" src --include='*.cpp' | head -n 1) ;;
        esac
    done
    mapfile -t files < <(printf '%s\n' "${files[@]}" | sort -u | sed '/^$/d')
fi
if [ ${#files[@]} -gt 0 ]; then
    printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 1 clang-tidy -p build/clang --quiet
fi
echo "tidy.sh: ${#files[@]} files clean"
