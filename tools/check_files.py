#!/usr/bin/env python3
"""Every C++ file opens with a comment that says what it is, and headers with a guard; long files are listed.

Files of about 200 lines read well. Above 500 lines a file is listed as a warning: split it by verb.
"""
import sys

from lint import ROOT, cpp_files

LONG = 500


def complaint(name, text):
    if not text.startswith(("//", "/*")):
        return "starts without a comment that says what the file is for"
    # Highway's per-target headers toggle their guard instead.
    if name.endswith(".h") and "#pragma once" not in text and "HWY_TARGET_TOGGLE" not in text:
        return "header without #pragma once"
    if not text.endswith("\n"):
        return "no newline at the end"
    return ""


SAMPLES = [("x.cpp", "// Adds.\nint a;\n", True), ("x.cpp", "#include <a>\n", False), ("x.h", "// Adds.\nint a;\n", False),
           ("x.h", "// Adds.\n#pragma once\n", True), ("x.cpp", "// Adds.", False)]


def main():
    failures = 0
    for name, text, allowed in SAMPLES:
        if (complaint(name, text) == "") != allowed:
            print(f"self-test: {name} with {text!r} should be {'allowed' if allowed else 'caught'}")
            failures += 1
    lengths = []
    for path in cpp_files("src", "include", "scenes", "apps", "tests", "bench", "fuzz", "web/src"):
        name = path.relative_to(ROOT).as_posix()
        if name == "tests/consumer/main.cpp":
            continue  # the README's first program, which is shown without a comment
        text = path.read_text()
        lengths.append((text.count("\n"), name))
        reason = complaint(name, text)
        if reason:
            print(f"{name}: {reason}")
            failures += 1
    lengths.sort()
    for count, name in lengths:
        if count > LONG:
            print(f"{name}: {count} lines (warning)")
    print(f"check_files.py: {len(lengths)} files, median {lengths[len(lengths) // 2][0]} lines, {failures} findings")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
