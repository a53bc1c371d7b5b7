#!/usr/bin/env python3
"""Enforces the layer table of docs/architecture.md on #include lines: a layer may include itself and those below it.

Public headers have a layer too (HEADER_LAYERS): src/geometry may not use <cairn/bvh.h>. They never include src/.
"""
import re
import sys

from lint import LAYERS, ROOT, cpp_files, layer_of, split_comments

HEADER_LAYERS = {
    "base": ["array", "error", "id", "memory", "profile", "hooks", "hash", "bit_set", "id_pool", "arena"],
    "math": ["math", "detail/linear_algebra.inl", "lanes", "softness"],
    "exec": ["tasks", "task", "exec", "parallel"],
    "geometry": ["shapes", "hull", "manifold", "mesh", "height_field", "compound", "static_bvh", "distance", "cast", "mass", "mover", "query", "toi"],
    "spatial": ["bvh", "grid"],
    "model": ["definitions", "solver", "events", "joints"],
    "solvers": ["solver_loop"],
    "world": ["c", "c_data", "c_types", "c_world", "record", "world", "ragdoll", "world_query"],
}
UMBRELLA = "cairn"  # cairn/cairn.h includes everything and is for users only

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')


def header_layer(name):
    """Layer of <cairn/name>, or None when it is not in the table."""
    stem = name[:-2] if name.endswith(".h") else name
    return next((layer for layer, headers in HEADER_LAYERS.items() if stem in headers), None)


def include_layer(bracket, target):
    """(layer, is_internal) of an included file; layer None for the standard library and Highway."""
    if target.startswith("cairn/"):
        return header_layer(target[6:]) or "?", False
    head = target.split("/")[0]
    return (head, True) if head in LAYERS and "/" in target else (None, False)


def complaint(name, bracket, target):
    """What is wrong with file `name` (relative to the root) including `target`; empty when nothing is."""
    public = name.startswith("include/")
    if public and bracket == '"':
        return 'public headers include by <cairn/...>, so that they work from any folder'
    layer, internal = include_layer(bracket, target)
    if layer is None:
        if bracket == '"' and not target.startswith("hwy/"):
            return 'include files of src/ by their path, "layer/file.h"'
        return ""
    if public and internal:
        return "a public header may not include src/"
    if target == f"cairn/{UMBRELLA}.h":
        return "cairn/cairn.h is for users: include what is needed"
    own = header_layer(name[len("include/cairn/"):]) if public else layer_of(name)
    if public and name == f"include/cairn/{UMBRELLA}.h":
        return ""
    if own is None or layer == "?" or own not in LAYERS:
        return "header or folder is not in the layer table (tools/check_layers.py, docs/architecture.md)"
    if LAYERS.index(layer) > LAYERS.index(own):
        return f"{own} may not depend on {layer}: dependencies point down only"
    return ""


SAMPLES = [  # file, include line, allowed
    ("src/geometry/gjk.cpp", '#include "geometry/gjk.h"', True),
    ("src/geometry/gjk.cpp", '#include "math/lanes.h"', True),
    ("src/geometry/gjk.cpp", "#include <cairn/shapes.h>", True),
    ("src/geometry/gjk.cpp", "#include <cmath>", True),
    ("src/geometry/gjk.cpp", '#include "spatial/bvh.h"', False),
    ("src/geometry/gjk.cpp", "#include <cairn/bvh.h>", False),
    ("src/base/x.cpp", "#include <cairn/math.h>", False),
    ("src/geometry/gjk.cpp", '#include "gjk.h"', False),
    ("src/geometry/gjk.cpp", "#include <cairn/cairn.h>", False),
    ("include/cairn/hull.h", '#include "geometry/hull.h"', False),
    ("include/cairn/hull.h", "#include <geometry/hull.h>", False),
    ("include/cairn/array.h", "#include <cairn/hull.h>", False),
    ("include/cairn/hull.h", "#include <cairn/array.h>", True),
    ("include/cairn/cairn.h", "#include <cairn/bvh.h>", True),
    ("src/widgets/x.cpp", "#include <cairn/array.h>", False),
]


def missing_from_umbrella():
    folder = ROOT / "include/cairn"
    text = (folder / f"{UMBRELLA}.h").read_text()
    missing = [p.name for p in sorted(folder.glob("*.h")) if p.stem != UMBRELLA and f"<cairn/{p.name}>" not in text]
    for name in missing:
        print(f"include/cairn/{UMBRELLA}.h does not include <cairn/{name}>")
    return len(missing)


def main():
    failures = 0
    for name, line, allowed in SAMPLES:
        match = INCLUDE.match(line)
        if (complaint(name, match[1], match[2]) == "") != allowed:
            print(f"self-test: {name} with {line} should be {'allowed' if allowed else 'caught'}")
            failures += 1
    count = 0
    for path in cpp_files("src", "include"):
        count += 1
        name = path.relative_to(ROOT).as_posix()
        code, _ = split_comments(path.read_text())
        for number, line in enumerate(code, 1):
            match = INCLUDE.match(line)
            reason = complaint(name, match[1], match[2]) if match else ""
            if reason:
                print(f"{name}:{number}: {line.strip()}: {reason}")
                failures += 1
    failures += missing_from_umbrella()
    print(f"check_layers.py: {count} files, {failures} findings")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
