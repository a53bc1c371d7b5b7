"""What the check_*.py scripts share: reading C++ without its comments and strings, rules, and the self-test.

A rule is a pattern that may not occur in code. A line may be excused by a comment on it or right above it that matches
the rule's marker; the marker always asks for a reason, e.g. `// total order: (key, index)`.
Every rule carries samples of what it must catch and must let pass; they are tried before the tree is read, so a rule
that went blind fails the check.
"""
import dataclasses
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAYERS = ["base", "math", "exec", "geometry", "spatial", "graph", "model", "constraints", "solvers", "pipeline", "world"]
CPP = {".h", ".inl", ".cpp"}


def cpp_files(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in CPP:
                yield path


def layer_of(path):
    """'geometry' for src/geometry/gjk.cpp; '' outside src/."""
    parts = pathlib.PurePath(path).parts
    return parts[1] if len(parts) > 2 and parts[0] == "src" else ""


TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)


def split_comments(text):
    """Returns two lists of lines: the code with comments and literals blanked, and the comments alone.
    String literals of #include lines are kept."""
    def blank(match):
        token = match.group()
        start = text.rfind("\n", 0, match.start()) + 1
        if token[0] == '"' and text[start:match.start()].lstrip().startswith("#include"):
            return token
        return re.sub(r"[^\n]", " ", token)

    def keep(match):
        return match.group() if match.group()[0] == "/" else ""

    code = TOKEN.sub(blank, text).split("\n")
    comments = [[] for _ in code]
    for match in TOKEN.finditer(text):
        first = text.count("\n", 0, match.start())
        for offset, piece in enumerate(keep(match).split("\n")):
            comments[first + offset].append(piece)
    return code, [" ".join(pieces) for pieces in comments]


@dataclasses.dataclass
class Rule:
    name: str
    pattern: str
    why: str
    bad: list                    # code that must be caught
    good: list                   # code that must pass
    allowed_layers: tuple = ()   # layers of src/ in which the rule does not apply
    marker: str = ""             # a comment matching this excuses the line

    def find(self, path, code, comments):
        """Yields (line number, line)."""
        if layer_of(path) in self.allowed_layers:
            return
        for i, line in enumerate(code):
            if not re.search(self.pattern, line):
                continue
            # The comment may stand on the line or in the run of comment lines above it.
            above = i - 1
            near = comments[i]
            while above >= 0 and comments[above] and not code[above].strip():
                near += " " + comments[above]
                above -= 1
            if not (self.marker and re.search(self.marker, near)):
                yield i + 1, line.strip()


def self_test(rules, path="src/geometry/sample.cpp"):
    failures = 0
    for rule in rules:
        for samples, expected in ((rule.bad, True), (rule.good, False)):
            for sample in samples:
                if bool(list(rule.find(path, *split_comments(sample)))) != expected:
                    print(f"self-test: rule '{rule.name}' {'missed' if expected else 'wrongly caught'}: {sample!r}")
                    failures += 1
    return failures


def check_rules(rules, files):
    """Self-test, then the tree. Returns the exit status."""
    failures = self_test(rules)
    count = 0
    for path in files:
        count += 1
        name = path.relative_to(ROOT)
        code, comments = split_comments(path.read_text())
        for rule in rules:
            for number, line in rule.find(name, code, comments):
                print(f"{name}:{number}: {rule.name}: {rule.why}\n    {line}")
                failures += 1
    print(f"{pathlib.Path(sys.argv[0]).name}: {count} files, {len(rules)} rules, {failures} findings")
    return 1 if failures else 0
