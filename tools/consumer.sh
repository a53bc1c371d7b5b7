#!/usr/bin/env bash
# Builds and runs the user's project in tests/consumer against Cairn: an installed static and an installed shared
# copy, each by find_package and by pkg-config, and the source tree by FetchContent, static and shared.
# Objects are compiled with the flags of the release preset, so a warm ccache makes this quick.
set -euo pipefail
cd "$(dirname "$0")/.."
source_dir=$PWD
work=$source_dir/build/consumer
rm -rf "$work"
mkdir -p "$work"
common=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=g++)

quietly() { # command...: shows its output only when it fails
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; echo "failed: $*"; exit 1; }
}

for kind in static shared; do
    shared=$([ $kind = shared ] && echo ON || echo OFF)
    prefix=$work/$kind/installed
    quietly cmake "${common[@]}" -S . -B "$work/$kind/library" -DBUILD_SHARED_LIBS=$shared \
        -DCAIRN_TESTS=OFF -DCAIRN_BENCH=OFF -DCAIRN_APPS=OFF -DCMAKE_INSTALL_PREFIX="$work/$kind/unused"
    quietly cmake --build "$work/$kind/library"
    quietly cmake --install "$work/$kind/library" --prefix "$prefix"
    pc_file=$(find "$prefix" -name cairn.pc)

    for way in package pkgconfig source; do
        build=$work/$kind/$way
        PKG_CONFIG_PATH=$(dirname "$pc_file") quietly cmake "${common[@]}" -S tests/consumer -B "$build" \
            -DCAIRN_BY=$way -DCMAKE_PREFIX_PATH="$prefix" -DCAIRN_SOURCE="$source_dir" -DCAIRN_WERROR=ON \
            -DBUILD_SHARED_LIBS=$shared -DCAIRN_STATIC=$([ $kind = static ] && echo ON || echo OFF)
        quietly cmake --build "$build"
        quietly "$build/first_program"
        if [ $kind = shared ]; then
            quietly sh -c "ldd '$build/first_program' | grep -q libcairn.so"
        fi
        echo "$kind library by $way: ok"
    done
done
"$build/first_program"
