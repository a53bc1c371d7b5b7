#!/bin/sh
# ccache in front of the compiler. A precompiled header is made with the old one out of the way: GCC would read that one
# instead of the headers, and ccache would then take two different headers for the same.
case " $* " in
*" -x c++-header "*)
    previous=
    for argument; do
        [ "$previous" = -o ] && rm -f "$argument"
        previous=$argument
    done
    ;;
esac
exec ccache "$@"
