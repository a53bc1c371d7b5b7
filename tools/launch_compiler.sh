#!/bin/sh
# ccache in front of the compiler. A precompiled header is made with the old one out of the way: GCC would read that one
# instead of the headers. And ccache has been seen to give back one that was made from other headers, so all of them
# count for it.
case " $* " in
*" -x c++-header "*)
    previous=
    for argument; do
        [ "$previous" = -o ] && rm -f "$argument"
        previous=$argument
    done
    headers=$(find "$CCACHE_BASEDIR/include" "$CCACHE_BASEDIR/src" -name '*.h' -o -name '*.inl' | sort | tr '\n' ':')
    export CCACHE_EXTRAFILES="$headers"
    ;;
esac
exec ccache "$@"
