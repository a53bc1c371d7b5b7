#!/usr/bin/env bash
# The program as a person meets it: what it prints, writes and refuses. Argument: the program.
set -uo pipefail
cairn=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}
# expect STATUS TEXT ARGUMENTS...: the exit status, and a piece of what is printed
expect() {
    local status=$1 text=$2
    shift 2
    "$cairn" "$@" >"$work/out" 2>&1
    local got=$?
    [ $got -eq "$status" ] || fail "cairn $*: exit status $got instead of $status: $(cat "$work/out")"
    grep -qF -- "$text" "$work/out" || fail "cairn $*: does not say '$text' but: $(cat "$work/out")"
}

expect 0 "pyramid" list
expect 0 "boxes in the lowest row" list --verbose
expect 0 "shows the scenes" --help
expect 0 "--picture" run --help
expect 2 "Did you mean 'pyramid'?" run piramid
expect 2 "there is no scene 'qqqq'" run qqqq
expect 2 "Did you mean '--steps'?" run pyramid --stepps 10
expect 2 "Did you mean 'list'?" lisst
expect 2 "scene pyramid has no parameter 'colour'; its parameters are: base, size" run pyramid --param colour=1
expect 2 "it must be from 1 to 320" run pyramid --param base=1000
expect 2 "name=number" run pyramid --param base
expect 2 "there is no solver 'magic'" run pyramid --solver magic
expect 2 "Did you mean 'jacobi'?" run pyramid --solver jacoby
expect 0 "penetration" run pyramid --param base=4 --steps 10 --solver massSplitting --iterations 5 --substeps 2
grep -qF "massSplitting, 2 substeps, 5 iterations" "$work/out" || fail "run: another solver than the one asked for"
expect 2 "--threads" run pyramid --threads 0
expect 2 "cannot be read" bench pyramid --against "$work/nothing.json"
expect 1 "cannot write" run pyramid --param base=2 --steps 1 --json "$work/no/such/folder/x.json"

expect 0 "penetration" run pyramid --param base=4 --steps 10 --threads 2 --json "$work/run.json" \
    --trace "$work/run.trace" --gltf "$work/run.glb" --picture "$work/run.png"
python3 - "$work" <<'PYTHON' || fail "files of cairn run"
import json, sys
folder = sys.argv[1]
run = json.load(open(f"{folder}/run.json"))
assert run["solver"] == "softStep" and run["substeps"] == 4 and run["iterations"] == 1, run
assert run["residuals"]["last"]["rows"] > 0 and "worst" not in run["residuals"], run
assert run["steps"] == 10 and run["threads"] == 2 and run["counts"]["bodies"] == 11, run
assert abs(sum(s["mean"] for s in run["stages"].values()) - run["milliseconds"]["mean"]) < 1e-2, run
trace = json.load(open(f"{folder}/run.trace"))["traceEvents"]
assert sum(e["name"] == "step" for e in trace) == 10
assert all(e["dur"] >= 0 for e in trace if e["ph"] == "X")
assert open(f"{folder}/run.glb", "rb").read(4) == b"glTF"
assert open(f"{folder}/run.png", "rb").read(4) == b"\x89PNG"
PYTHON

expect 0 "residuals" run pyramid --param base=4 --steps 10 --solver jacobi --iterations 3 --substeps 2 --residuals \
    --record "$work/run.cairn" --json "$work/jacobi.json"
python3 - "$work" <<'PYTHON' || fail "what cairn run says of its solver"
import json, sys
run = json.load(open(f"{sys.argv[1]}/jacobi.json"))
assert run["solver"] == "jacobi" and run["substeps"] == 2 and run["iterations"] == 3, run
assert run["residuals"]["worst"]["contact_max"] >= run["residuals"]["last"]["contact_max"] > 0, run
PYTHON

# A recording is the same again, on any number of threads; one whose hash was changed is not.
expect 0 "Every step came out as recorded" replay "$work/run.cairn" --threads 2
python3 - "$work" <<'PYTHON'
import sys
data = bytearray(open(f"{sys.argv[1]}/run.cairn", "rb").read())
data[-40] ^= 1
open(f"{sys.argv[1]}/changed.cairn", "wb").write(data)
PYTHON
"$cairn" replay "$work/changed.cairn" >/dev/null 2>&1 && fail "replay: did not see a changed byte"

expect 0 "mass-ratio" lab list
expect 0 "claims agree" lab run planes --out "$work/lab"
[ -s "$work/lab/planes.svg" ] || fail "lab run: no plot"

# On a terminal: a bar that is full at the end, and then the summary. (Some containers have no terminals to give.)
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    script -qec "\"$cairn\" run pyramid --param base=4 --steps 50 --threads 2" /dev/null </dev/null >"$work/terminal" 2>&1 ||
        fail "run: on a terminal"
    for text in "█····" "  2%" "100%" "penetration"; do
        grep -qF -- "$text" "$work/terminal" || fail "run: a terminal does not show '$text'"
    done
else
    echo "no terminal here: the progress bar was not looked at"
fi

expect 0 "speedup" bench heavy_on_light --threads 2 --warmup 2 --steps 5 --repeats 2 --json "$work/bench.json"
expect 0 "of the earlier time" bench heavy_on_light --threads 1 --warmup 2 --steps 5 --repeats 1 --against "$work/bench.json"
grep -q "other result" "$work/out" && fail "bench: the same scene gave another result"
[ $failures -eq 0 ] && echo "command line: ok"
exit $((failures > 0))
