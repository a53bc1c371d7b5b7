#!/usr/bin/env python3
"""Writes the C twin of World: include/cairn/c_types.h, include/cairn/c_world.h and src/world/c_api_*.cpp.

    tools/make_c_api.py            writes them
    tools/make_c_api.py --check    fails if they are not what this program writes (so no function can be missing)

Names are derived, not chosen. A function about a body is cairn_body_..., about a shape cairn_shape_..., about a joint
cairn_joint_..., about a particle cairn_particle_..., anything else cairn_world_...; create and destroy come first, as in C++. Structs have the fields of
their C++ originals, by the same names and with the same layout, which the generated code asserts field by field.
A reference to const becomes a pointer that may be NULL for the default; a span becomes a pointer and a count; an Array
to fill becomes a pointer and a capacity, and the function returns how many there were (0 where C++ says false).
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include/cairn"
HEADERS = ["mass", "solver", "definitions", "joints", "events", "profile", "mover", "world_query"]
PLAIN = {"float", "double", "bool", "int", "void", "uint8_t", "uint32_t", "int32_t", "uint64_t", "void*", "const char*"}
BASIC = ["Vec3", "DVec3", "Quat", "Transform", "WorldTransform", "Aabb", "Sym33", "BodyId", "ShapeId", "JointId", "ParticleId",
         "Shape",
         "RecordSink"]
BY_HAND = {"TaskSystem", "ProfilerHooks", "RecordSink"}  # structs with function pointers: c_data.h
SKIP_STRUCTS = {"PrincipalInertia", "MoverSolution", "MoverOptions"}
SKIP_METHODS = {("startRecording", "Array<uint8_t>& out"),  # C has no overloads: it takes the sink
                ("setSolverFunction", "SolverFunction function, void* context")}  # and no class for the loop
NOTE = "// Written by tools/make_c_api.py from world.h and what it includes: run it after a change there.\n"


def snake(name):
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return re.sub(r"([A-Z])([A-Z][a-z])", r"\1_\2", name).lower().replace("d_vec3", "dvec3")


def c_type(name):
    return name if name in PLAIN else "cairn_" + snake(name)


def strip(text):
    return re.sub(r"//[^\n]*", "", text)


def remove_initialisers(text):
    while re.search(r"\{[^{}]*\}", text):
        text = re.sub(r"\{[^{}]*\}", "", text)
    return re.sub(r"=[^,;]*", "", text)


class Reader:
    def __init__(self):
        self.enums, self.structs, self.spans = [], [], []
        for header in HEADERS:
            self.read(strip((INCLUDE / f"{header}.h").read_text()))

    def read(self, text):
        for match in re.finditer(r"enum class (\w+) : uint8_t \{([^}]*)\}|^struct (\w+) \{\n(.*?)^\};", text, re.M | re.S):
            if match[1]:
                self.enums.append((match[1], [v.strip() for v in match[2].split(",") if v.strip()]))
            elif match[3] not in SKIP_STRUCTS | BY_HAND:
                self.structs.append((match[3], self.fields(match[4], dict(re.findall(r"int (k\w+) = (\d+);", text)))))

    def fields(self, body, constants):
        out = []
        for line in remove_initialisers(re.sub(r"static constexpr[^;]*;|explicit operator[^\n]*", "", body)).split(";"):
            match = re.match(r"\s*(std::span<const \w+>|const char\*|void\*|\w+)\s+(.*)", " ".join(line.split()))
            if not match:
                continue
            for declarator in match[2].split(","):
                name, size = re.match(r"\s*(\w+)\s*(?:\[(\w+)\])?", declarator).groups()
                out.append((self.field_type(match[1]), name, constants.get(size, size)))
        return out

    def field_type(self, name):
        span = re.match(r"std::span<const (\w+)>", name)
        if not span:
            return c_type(name)
        if span[1] not in self.spans:
            self.spans.append(span[1])
        return f"cairn_{snake(span[1])}_span"


def types_header(reader):
    out = ["// The plain data of the C interface: the structs and enumerations of C++, under C names.\n" + NOTE,
           "#pragma once\n", "#include <cairn/c_data.h>\n"]
    for name, values in reader.enums:
        prefix = "CAIRN_" + snake(name).upper()
        body = ", ".join(f"{prefix}_{snake(v).upper()}" for v in values)
        out.append(f"typedef uint8_t {c_type(name)};\nenum {{ {body} }};\n")
    done = set()

    def declare_span(item):
        if item not in done:
            done.add(item)
            out.append(f"typedef struct {{ const {c_type(item)}* data; size_t count; }} cairn_{snake(item)}_span;\n")
    for name, fields in reader.structs:
        for type_, _, _ in fields:
            for item in reader.spans:
                if type_ == f"cairn_{snake(item)}_span":
                    declare_span(item)
        body = " ".join(f"{t} {n}{f'[{s}]' if s else ''};" for t, n, s in fields)
        out.append(f"typedef struct {c_type(name)} {{ {body} }} {c_type(name)};\n")
    for item in reader.spans:
        declare_span(item)
    return "\n".join(out)


METHOD = re.compile(r"^\s*(template <class Def> )?((?:const )?[\w:<>&\s]+?[&\s])(\w+)\(([^;]*)\)( const)?$", re.S)


def methods():
    text = strip((INCLUDE / "world.h").read_text())
    body = re.search(r"class World \{\npublic:(.*?)private:", text, re.S)[1]
    for statement in body.split(";"):
        match = METHOD.match(statement.strip("\n"))
        if match and "World" not in match[3] and (match[3], match[4]) not in SKIP_METHODS:
            yield bool(match[1]), " ".join(match[2].split()), match[3], split_params(match[4]), bool(match[5])


def split_params(text):
    parts, depth, current = [], 0, ""
    for ch in " ".join(text.split()):
        depth += ch in "<{("
        depth -= ch in ">})"
        if ch == "," and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += ch
    parts.append(current)
    out = []
    for part in parts:
        if part.strip():
            declaration = part.split("=")[0].strip()
            type_, name = re.match(r"(.*?)\s*(\w+)$", declaration).groups()
            out.append((type_, name))
    return out


class Function:
    """One C function: its prototype and its definition."""

    def __init__(self, returns, name, params, const, joint=None):
        self.subject, c_name = self.names(name, params, joint)
        self.c_name = c_name
        args, before, after, call = [], [], [], []
        for type_, param in params:
            array = re.match(r"Array<(\w+)>([&*])", type_)
            reference = re.match(r"const (\w+)&", type_)
            span = re.match(r"std::span<const (\w+)>", type_)
            if span:
                args += [f"const {c_type(span[1])}* {param}", f"int {param}Count"]
                call.append(f"spanOf<{span[1]}>({param}, {param}Count)")
            elif array:
                args += [f"{c_type(array[1])}* {param}", f"int {param}Capacity"]
                before.append(f"Array<{array[1]}> {param}Array;")
                after.append(f"copyOut({param}Array, {param}, {param}Capacity);")
                call.append(("&" if array[2] == "*" else "") + f"{param}Array")
            elif reference:
                item = joint or reference[1] if reference[1] == "Def" else reference[1]
                args.append(f"const {c_type(item)}* {param}")
                call.append(f"fromPointer<{item}>({param})")
            elif type_ in ("float", "bool", "int", "uint64_t", "void*") or type_ in CALLBACKS:
                args.append(f"{CALLBACKS.get(type_, type_)} {param}")
                call.append(f"castFunction<{type_}>({param})" if type_ in CALLBACKS else param)
            else:
                args.append(f"{c_type(type_)} {param}")
                call.append(f"fromC<{type_}>({param})")
        template = f"<{joint}>" if joint and name == "definition" else ""
        call = f"cppWorld(world).{name}{template}({', '.join(call)})"
        returns = joint if returns == "Def" else returns
        span = re.match(r"std::span<const (\w+)>", returns)
        reference = re.match(r"const (\w+)&", returns)
        if span:
            self.returns = f"cairn_{snake(span[1])}_span"
            call = f"toC<{self.returns}>({call})"
        else:
            self.returns = c_type(reference[1] if reference else returns)
            call = call if self.returns in PLAIN else f"toC<{self.returns}>({call})"
        filled = next((f"{name}Array" for type_, name in params if type_.startswith("Array")), "")
        if filled and returns == "bool":
            self.returns, call = "int", f"{call} ? {filled}.count() : 0"
        world = "const cairn_world* world" if const else "cairn_world* world"
        self.prototype = f"{self.returns} {c_name}({', '.join([world] + args)})"
        if after:
            body = " ".join(before) + f" const {self.returns} result = {call}; " + " ".join(after) + " return result;"
        else:
            body = f"return {call};"
        self.definition = f"{self.prototype} {{ {body} }}"

    def rename(self, types):
        """C has one name space: cairn_body_type is the type, cairn_body_get_type the function."""
        if self.c_name in types:
            name = self.c_name.replace(f"cairn_{self.subject}_", f"cairn_{self.subject}_get_")
            self.prototype = self.prototype.replace(f" {self.c_name}(", f" {name}(")
            self.definition = self.definition.replace(f" {self.c_name}(", f" {name}(")
            self.c_name = name

    @staticmethod
    def names(name, params, joint):
        plain = snake(name)
        kind = snake(joint).replace("_joint_def", "") if joint else ""
        subject = {"BodyId": "body", "ShapeId": "shape", "JointId": "joint",
                   "ParticleId": "particle"}.get(params[0][0] if params else "", "world")
        if joint:
            subject = "joint"
            words = {"createJoint": f"create_{kind}_joint", "definition": f"joint_{kind}_definition",
                     "setDefinition": f"joint_set_{kind}_definition"}
            return subject, "cairn_" + words[name]
        if plain.startswith(("create_", "destroy_")):
            return subject, "cairn_" + plain
        if subject == "joint" and plain.startswith("joint_"):
            plain = plain[6:]
        query = re.match(r"cast|overlap|closest|collide|slide", plain)
        return "query" if query else subject, f"cairn_{subject}_{plain}"


CALLBACKS = {"ContactFilter": "cairn_contact_filter"}


def functions(reader):
    joints = [name for name, _ in reader.structs if name.endswith("JointDef")]
    for template, returns, name, params, const in methods():
        for joint in joints if template else [None]:
            yield Function(returns, name, params, const, joint)


def world_header(reader, all_functions):
    out = ["// Every function of World for C; what they do is said in world.h.\n" + NOTE, "#pragma once\n",
           "#include <cairn/c_types.h>\n", "#ifdef __cplusplus\nextern \"C\" {\n#endif\n", "// Definitions with their defaults."]
    out += [f"{c_type(name)} cairn_default_{snake(name)}(void);" for name in defaults(reader)]
    for subject in SUBJECTS:
        out.append(f"\n// {SUBJECTS[subject]}.")
        out += [f.prototype + ";" for f in all_functions if f.subject == subject]
    return "\n".join(out + ["\n#ifdef __cplusplus\n}\n#endif\n"])


SUBJECTS = {"world": "The whole", "body": "Bodies", "shape": "Shapes", "joint": "Joints",
            "particle": "Particles", "query": "Queries"}


def defaults(reader):
    return [name for name, _ in reader.structs if name.endswith("Def") or name in ("Material", "Filter", "SolverRecipe", "QueryFilter",
                                                                                    "JointLink", "ShapeQuery")]


def source(subject, all_functions):
    body = "\n".join(f.definition for f in all_functions if f.subject == subject)
    return (f"// The C interface: {SUBJECTS[subject].lower()}.\n{NOTE}"
            '#include "world/c_api.h"\n\nnamespace {\nusing namespace cairn;\n}\n\nextern "C" {\n\n' + body + "\n}\n")


def layout_source(reader):
    out = ["// The structs of the C interface have the layout of their C++ originals; and their defaults.\n" + NOTE,
           '#include "world/c_api.h"\n\n#include <cstddef>\n\nnamespace {\nusing namespace cairn;\n',
           "#define SIZE(C, Cpp) static_assert(sizeof(C) == sizeof(Cpp) && alignof(C) == alignof(Cpp))",
           "#define FIELD(C, Cpp, name) static_assert(offsetof(C, name) == offsetof(Cpp, name))"]
    for name in BASIC:
        out.append(f"SIZE({c_type(name)}, {name});")
    for name, fields in reader.structs:
        out.append(f"SIZE({c_type(name)}, {name});")
        out += [f"FIELD({c_type(name)}, {name}, {field});" for _, field, _ in fields]
    out.append("}\n\nextern \"C\" {\n")
    for name in defaults(reader):
        out.append(f"{c_type(name)} cairn_default_{snake(name)}(void) {{ return toC<{c_type(name)}>({name}{{}}); }}")
    return "\n".join(out + ["\n}\n"])


def generated():
    reader = Reader()
    for _, returns, _, _, _ in methods():
        reader.field_type(returns)
    all_functions = list(functions(reader))
    types = {c_type(name) for name, _ in reader.structs + reader.enums}
    for f in all_functions:
        f.rename(types)
    files = {"include/cairn/c_types.h": types_header(reader), "include/cairn/c_world.h": world_header(reader, all_functions),
             "src/world/c_api_layout.cpp": layout_source(reader)}
    for subject in SUBJECTS:
        files[f"src/world/c_api_{subject}.cpp"] = source(subject, all_functions)
    return files, all_functions


def formatted(name, text):
    run = subprocess.run(["clang-format", f"--assume-filename={ROOT / name}"], input=text, text=True, capture_output=True, check=True)
    return run.stdout


def untested(all_functions):
    """Functions that the lists of tests/world/world_calls.h leave out."""
    calls = set(re.findall(r"(?:(?:WORLD|BODY|SHAPE|JOINT|PARTICLE)\(|\{\")(\w+)", (ROOT / "tests/world/world_calls.h").read_text()))
    return sorted({name for _, _, name, _, _ in methods()} - calls - {"step"})


def main():
    files, all_functions = generated()
    check = "--check" in sys.argv
    stale = 0
    for name, text in files.items():
        text = formatted(name, text)
        path = ROOT / name
        if check:
            if not path.exists() or path.read_text() != text:
                print(f"{name} is out of date: run tools/make_c_api.py")
                stale += 1
        else:
            path.write_text(text)
    for name in untested(all_functions):
        print(f"World::{name} is not in tests/world/world_calls.h")
        stale += 1
    print(f"make_c_api.py: {len(all_functions)} functions, {stale} findings")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
