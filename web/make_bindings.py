#!/usr/bin/env python3
"""Writes the JavaScript side of the C interface from world.h and what it includes, by way of tools/make_c_api.py:

    web/make_bindings.py OUT       OUT/api.js (tables that package/src/world.js turns into methods) and OUT/world.d.ts
    web/make_bindings.py --layout  prints C++ that asserts the offsets in those tables for the target it is compiled for

A method of World keeps its name; create<Kind>Joint stands for createJoint. Overloads are told apart by the kind of
their first argument. Functions that fill an array return it. Callbacks and task systems stay on the C++ side.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True  # no folder of its own in tools/
sys.path.insert(0, str(ROOT / "tools"))
import make_c_api as c  # noqa: E402

SCALARS = {"float": 4, "double": 8, "bool": 1, "int": 4, "uint8_t": 1, "uint32_t": 4, "int32_t": 4, "uint64_t": 8,
           "const char*": 4, "void*": 4}
IDS = ["BodyId", "ShapeId", "JointId", "ParticleId"]
PLAIN_STRUCTS = [
    ("Vec3", [("float", n, None) for n in "xyz"]), ("DVec3", [("double", n, None) for n in "xyz"]),
    ("Quat", [("float", n, None) for n in "xyzw"]), ("Transform", [("Vec3", "p", None), ("Quat", "q", None)]),
    ("WorldTransform", [("DVec3", "p", None), ("Quat", "q", None)]),
    ("Aabb", [("Vec3", "lower", None), ("Vec3", "upper", None)]),
    ("Sym33", [("float", n, None) for n in ("xx", "yy", "zz", "xy", "xz", "yz")])]
HIDDEN = {"TaskSystem": (16, 4), "QueryAccept": (4, 4), "QueryJudge": (4, 4), "void*": (4, 4)}  # left at their defaults
SKIP = {"startRecording", "stopRecording", "isRecording", "setContactFilter"}


def camel(name):
    return name[0].lower() + name[1:]


class Layout:
    """Sizes and offsets under the rules of wasm32: pointers of 4 bytes, everything aligned to its size."""

    def __init__(self):
        self.reader = c.Reader()
        cpp = {c.c_type(n): n for n in [s for s, _ in self.reader.structs + self.reader.enums] + c.BASIC + list(HIDDEN)}
        spans = {f"cairn_{c.snake(n)}_span": f"span {n}" for n in self.all_span_items()}
        self.enums = {name: [camel(v) for v in values] for name, values in self.reader.enums}
        self.structs = {}
        for name, fields in PLAIN_STRUCTS:
            self.add(name, fields)
        self.sizes = {}
        for name, fields in self.reader.structs:
            self.add(name, [(cpp.get(t, spans.get(t, t)), n, s) for t, n, s in fields])

    def all_span_items(self):
        for _, returns, _, _, _ in c.methods():
            self.reader.field_type(returns)
        return self.reader.spans

    def size(self, kind):
        if kind in SCALARS:
            return SCALARS[kind], SCALARS[kind]
        if kind in HIDDEN:
            return HIDDEN[kind]
        if kind in IDS:
            return 8, 4
        if kind.startswith("span "):
            return 8, 4
        if kind == "Shape":
            return 24, 4
        if kind in self.enums:
            return 1, 1
        return self.structs[kind]["size"], self.structs[kind]["align"]

    def add(self, name, fields):
        offset, align, out = 0, 1, []
        for kind, field, count in fields:
            size, own = self.size(kind)
            offset = (offset + own - 1) // own * own
            out.append([field, kind, offset] + ([int(count)] if count else []))
            offset += size * int(count or 1)
            align = max(align, own)
        self.structs[name] = {"size": (offset + align - 1) // align * align, "align": align, "fields": out}


def defaults_of(statement):
    """Parameter name -> default as JavaScript."""
    out = {}
    for name, text in re.findall(r"(\w+) = (\{[^}]*\}|[\w:]+)", statement):
        if text == "{}":
            out[name] = None
        elif text.startswith("{"):
            numbers = [float(n) for n in re.findall(r"-?[\d.]+", text)]
            if len(numbers) == 3:
                out[name] = dict(zip("xyz", numbers))
        elif text in ("true", "false"):
            out[name] = text == "true"
        elif text.isdigit():
            out[name] = int(text)
        elif "::" in text:
            out[name] = camel(text.split("::")[1])
    return out


def comments(text, open_line):
    """Name -> what the header says about it: the comment behind a declaration, or the lines above it."""
    out, above = {}, []
    inside = False
    for line in text.split("\n"):
        inside = inside or bool(re.match(open_line, line))
        code, _, remark = line.partition("//")
        if not inside or not code.strip():
            above = above + [remark.strip()] if remark and inside else []
            continue
        for name in re.findall(r"(\w+)(?=\()" if "class" in open_line else r"(\w+)(?=\s*(?:[=;{,\[]))", code)[:3]:
            out.setdefault(name, remark.strip() or (" ".join(above) if "class" in open_line else ""))
        above = []
        if line.startswith("}"):
            inside = False
    return out


def methods(layout):
    text = re.sub(r"//[^\n]*", "", (ROOT / "include/cairn/world.h").read_text())
    raw = {}
    for statement in text.split(";"):
        match = re.search(r"(\w+)\(", statement)
        if match:
            raw.setdefault(match[1], {}).update(defaults_of(" ".join(statement.split())))
    joints = [name for name, _ in layout.reader.structs if name.endswith("JointDef")]
    types = {c.c_type(n) for n, _ in layout.reader.structs + layout.reader.enums}
    for template, returns, name, params, const in c.methods():
        if name in SKIP:
            continue
        for joint in joints if template else [None]:
            function = c.Function(returns, name, params, const, joint)
            function.rename(types)
            js = name
            if joint:
                kind = joint.replace("JointDef", "")
                js = {"createJoint": f"create{kind}Joint", "definition": f"definition:{camel(kind)}",
                      "setDefinition": f"setDefinition:{camel(kind)}"}[name]
            out = [(re.sub(r"\bDef\b", joint or "", t), p) for t, p in params]
            yield {"name": js, "cpp": name, "c": function.c_name, "returns": re.sub(r"\bDef\b", joint or "", returns),
                   "params": [[p, t, raw.get(name, {}).get(p)] if p in raw.get(name, {}) else [p, t] for t, p in out]}


def parameter_code(kind):
    """C++ type -> code of the tables: '*T' an optional definition, '[T' a list, '>T' a list to fill, else by value."""
    for pattern, prefix in ((r"const (\w+)&", "*"), (r"std::span<const (\w+)>", "["), (r"Array<(\w+)>[&*]", ">")):
        match = re.match(pattern, kind)
        if match:
            return prefix + match[1]
    return kind


def ts_type(layout, kind, out=False):
    if kind in ("float", "double", "int", "uint8_t", "uint32_t", "int32_t"):
        return "number"
    if kind in layout.enums:
        return kind
    if kind in ("Vec3", "DVec3"):
        return "Vec3"
    return {"bool": "boolean", "uint64_t": "number", "const char*": "string", "void": "void", "Shape": "Shape"}.get(kind, kind)


def declare(layout, all_methods):
    out = ["// Written by web/make_bindings.py from the C++ headers.",
           "import type { BodyId, JointId, ParticleId, Shape, ShapeId } from './index.js';\n",
           "export interface Vec3 { x: number; y: number; z: number }\n"]
    for name, values in layout.enums.items():
        out.append(f"export type {name} = {' | '.join(repr(v) for v in values)};\n")
    remarks = {}
    for header in c.HEADERS:
        remarks.update({n: comments((ROOT / f"include/cairn/{header}.h").read_text(), rf"^struct {n} \{{")
                        for n in re.findall(r"^struct (\w+) \{", (ROOT / f"include/cairn/{header}.h").read_text(), re.M)})
    given = {m[1:] for method in all_methods for p, *m in method["params"] for m in m[:1] if m.startswith("*")} | {"WorldDef"}
    inner = set(given)
    for _ in range(4):
        inner |= {f[1] for n in list(inner) for f in layout.structs.get(n, {"fields": []})["fields"]}
    for name, struct in layout.structs.items():
        if name in ("Vec3", "DVec3"):
            continue
        optional = "?" if name in inner and name not in ("Quat", "Transform", "WorldTransform", "Aabb", "Sym33") else ""
        lines = []
        for field, kind, _, *count in struct["fields"]:
            if kind in HIDDEN:
                continue
            item = ts_type(layout, kind[5:] if kind.startswith("span ") else kind)
            remark = remarks.get(name, {}).get(field)
            lines.append((f"  /** {remark} */\n" if remark else "") +
                         f"  {field}{optional}: {item}{'[]' if count or kind.startswith('span ') else ''};")
        out.append(f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n")
    world_remarks = comments((ROOT / "include/cairn/world.h").read_text(), r"^class World ")
    joint_defs = [n for n in layout.structs if n.endswith("JointDef")]
    out.append("export type AnyJointDef = " + " | ".join(joint_defs) + ";\n")
    out.append("export interface WorldMethods {")
    for method in all_methods:
        if ":" in method["name"]:
            continue
        params, filled = [], None
        for name, code, *default in method["params"]:
            if code.startswith(">"):
                filled = filled or code[1:]
                continue
            kind = ts_type(layout, code.lstrip("*["))
            optional = "?" if default or code.endswith("Def") and method["name"] == "createBody" else ""
            params.append(f"{name}{optional}: {kind}{'[]' if code[0] == '[' and kind != 'number' else ''}"
                          .replace(": number", ": Uint8Array" if code == "[uint8_t" else ": number"))
        returns = f"{ts_type(layout, filled)}[]" if filled else ts_type(layout, method["returns"])
        returns = {"number[]": "Uint8Array"}.get(returns, returns)
        if method["returns"] == "uint64_t" and "ash" in method["name"]:
            returns = "bigint"
        if method["returns"].startswith("["):
            returns = ts_type(layout, method["returns"][1:]) + "[]"
        if re.match(r"set|destroy|apply|restore|load|ignore", method["name"]):
            returns = "void"
        remark = world_remarks.get(method["cpp"])
        out.append((f"  /** {remark} */\n" if remark else "") + f"  {method['name']}({', '.join(params)}): {returns};")
    out += ["  /** The whole definition of a joint or a particle, as it is now. */",
            "  definition(joint: JointId): AnyJointDef;",
            "  /** Everything but the ends can be set at any time. */",
            "  setDefinition(joint: JointId, def: AnyJointDef): void;", "}\n"]
    return "\n".join(out)


def layout_asserts(layout):
    out = ["// Offsets that web/make_bindings.py worked out.\n#include <cairn/c.h>\n#include <cstddef>\n"]
    for name, struct in layout.structs.items():
        kind = c.c_type(name)
        out.append(f"static_assert(sizeof({kind}) == {struct['size']});")
        out += [f"static_assert(offsetof({kind}, {f}) == {o});" for f, _, o, *_ in struct["fields"]]
    out.append("static_assert(sizeof(cairn_shape) == 24 && offsetof(cairn_shape, data) == 20);")
    return "\n".join(out) + "\n"


def main():
    layout = Layout()
    if sys.argv[1:] == ["--layout"]:
        print(layout_asserts(layout))
        return
    all_methods = list(methods(layout))
    for method in all_methods:
        method["params"] = [[p, parameter_code(t), *d] for p, t, *d in method["params"]]
        method["returns"] = parameter_code(method["returns"]).lstrip("*")
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    structs = {n: {"size": s["size"], "fields": [f for f in s["fields"] if f[1] not in HIDDEN]}
               for n, s in layout.structs.items()}
    table = [[m["name"], m["c"], m["returns"], m["params"]] for m in all_methods]
    (out / "api.js").write_text(
        "// Written by web/make_bindings.py from the C++ headers.\n"
        f"export const enums = {json.dumps(layout.enums)};\n"
        f"export const structs = {json.dumps(structs)};\n"
        f"export const methods = {json.dumps(table)};\n"
        f"export const defaults = {json.dumps(c.defaults(layout.reader))};\n")
    (out / "world.d.ts").write_text(declare(layout, all_methods))
    print(f"make_bindings.py: {len(table)} functions, {len(structs)} structs")


if __name__ == "__main__":
    main()
