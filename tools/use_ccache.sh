# To be sourced. The presets compile the same files again and again; ccache spares what a former run has done, in this
# folder or in another clone.
if command -v ccache >/dev/null; then
    CCACHE_BASEDIR=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
    export CCACHE_BASEDIR CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros # the last for precompiled headers
    export CMAKE_CXX_COMPILER_LAUNCHER=$CCACHE_BASEDIR/tools/launch_compiler.sh
fi
