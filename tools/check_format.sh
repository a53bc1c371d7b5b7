#!/usr/bin/env bash
# Fails when a C++ file is not formatted as .clang-format says (version 14). --fix formats them all.
set -euo pipefail
cd "$(dirname "$0")/.."

# A badly formatted sample must be caught, or the tool is not looking.
if printf 'int  main( ){return 0 ;}\n' | clang-format --style=file --assume-filename=src/x.cpp --dry-run -Werror 2>/dev/null; then
    echo "check_format.sh: clang-format let a bad sample pass"
    exit 1
fi

mapfile -t files < <(find src include scenes lab apps examples tests bench fuzz web/src -name '*.h' -o -name '*.cpp' -o -name '*.inl' | sort)
if [ "${1:-}" = --fix ]; then
    clang-format -i "${files[@]}"
else
    clang-format --dry-run -Werror "${files[@]}"
fi
echo "check_format.sh: ${#files[@]} files"
