#!/usr/bin/env bash
# The one list of Debian packages that building and checking Cairn needs. Installs what is missing.
#     tools/install_packages.sh          the engine, its program and tests
#     tools/install_packages.sh --web    and what WebAssembly needs
#     tools/install_packages.sh --browser    and a browser, for the tests of the page
set -euo pipefail
packages=(
    g++ clang cmake ninja-build ccache pkg-config git python3
    libhwy-dev
    libcli11-dev libfmt-dev nlohmann-json3-dev zlib1g-dev
    libgtest-dev libbenchmark-dev
    libqhull-dev libfcl-dev libccd-dev liboctomap-dev libeigen3-dev libbullet-dev libode-dev
    libclang-rt-14-dev clang-format clang-tidy
)
if [ "${1:-}" = --web ] || [ "${1:-}" = --browser ]; then
    packages+=(clang-22 lld-22 llvm-22 wasi-libc libc++-22-dev-wasm32 libc++abi-22-dev-wasm32 libclang-rt-22-dev-wasm32)
    [ "$1" = --browser ] && packages+=(chromium)
    command -v npm >/dev/null || packages+=(nodejs npm)
fi
missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

sudo=()
if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        sudo=(sudo)
    else
        echo "Cairn needs some Debian packages. Run this line, then try again:" >&2
        echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
fi
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get update
"${sudo[@]}" apt-get install -y --no-install-recommends "${missing[@]}"
