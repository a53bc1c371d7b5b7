#!/usr/bin/env python3
"""Documentation that names a file is checked against the tree: every path in README.md and docs/ exists, every link
leads somewhere, and the first program in the README is word for word the one that tests/consumer builds.

A path is recognised by its first folder (src/..., tools/...) or a leading ./, in code spans, code blocks and links;
`*` matches as in a shell and <name> stands for anything.
"""
import re
import sys

from lint import ROOT

FOLDERS = r"\.ci|apps|bench|cmake|docs|fuzz|include|scenes|src|tests|tools|web"
PATH = re.compile(rf"(?<![\w./<-])(?:\./[\w.-]+|(?:{FOLDERS})/[\w./*<>-]*)")
CODE = re.compile(r"```.*?```|`[^`\n]+`|^(?: {4}).*$", re.S | re.M)
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")


def exists(path, folder):
    pattern = re.sub(r"<[^>]*>", "*", path.rstrip("/.,:;")).removeprefix("./")
    return any(base.exists() and (any(base.glob(pattern)) if "*" in pattern else (base / pattern).exists())
               for base in (ROOT, folder))


def missing_paths(text, folder):
    """Yields (line number, path) of what the text names and the tree lacks."""
    def line_of(position):
        return text.count("\n", 0, position) + 1

    for block in CODE.finditer(text):
        for match in PATH.finditer(block.group()):
            if not exists(match.group(), folder):
                yield line_of(block.start() + match.start()), match.group()
    for match in LINK.finditer(text):
        if "://" not in match[1] and not exists(match[1], folder):
            yield line_of(match.start()), match[1]


def readme_program(text):
    blocks = re.findall(r"```cpp\n(.*?)```", text, re.S)
    return blocks[0] if blocks else None


SAMPLES = [("run `./check` now", 0), ("see `tools/no_such_file.py`", 1), ("see [this](docs/no_such.md)", 1),
           ("    ./no_such_command --fast", 1), ("`tests/*`, `tools/check_<name>.py`", 0), ("either and/or src/nothing", 0),
           ("[web](https://example.org/src/x)", 0), ("```\ninclude/cairn/none.h\n```", 1), ("`build/docs/x`", 0)]


def main():
    failures = 0
    for sample, expected in SAMPLES:
        found = len(list(missing_paths(sample, ROOT)))
        if found != expected:
            print(f"self-test: {sample!r} gives {found} missing paths instead of {expected}")
            failures += 1
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
    for document in documents:
        for number, path in missing_paths(document.read_text(), document.parent):
            print(f"{document.relative_to(ROOT)}:{number}: {path} does not exist")
            failures += 1
    program = readme_program((ROOT / "README.md").read_text())
    if program != (ROOT / "tests/consumer/main.cpp").read_text():
        print("README.md: the first C++ block differs from tests/consumer/main.cpp")
        failures += 1
    print(f"check_docs.py: {len(documents)} documents, {failures} findings")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
