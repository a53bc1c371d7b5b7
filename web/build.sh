#!/usr/bin/env bash
# Builds the WebAssembly modules and puts the npm package together in package/dist.
#     web/build.sh [--single]     --single: without the module with threads
set -euo pipefail
cd "$(dirname "$0")"
../tools/install_packages.sh --web
. ../tools/use_ccache.sh

build() { # folder, options
    local folder=../build/$1
    shift
    cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$PWD/toolchain.cmake" "$@" >/dev/null
    cmake --build "$folder" -- ${NINJAFLAGS:-}
}
build web
[ "${1:-}" = --single ] || build web-threads -DCAIRN_WEB_THREADS=ON

dist=package/dist
mkdir -p $dist
python3 make_bindings.py $dist
for file in package/src/*.js package/src/*.d.ts; do [ "$file" = package/src/compat.js ] || cp "$file" $dist/; done
for pair in web:cairn web-threads:cairn-threads; do
    module=../build/${pair%%:*}/cairn.wasm
    [ -e "$module" ] && cp "$module" $dist/"${pair##*:}".wasm
done
node bundle_compat.mjs
cp ../LICENSE package/
for file in $dist/*.wasm $dist/compat.js; do echo "$(basename "$file") $(gzip -9c "$file" | wc -c) bytes gzipped"; done
