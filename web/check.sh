#!/usr/bin/env bash
# What `./check` runs for the web: builds both modules, installs what the tests need, runs the tests in node and in
# Chromium. Nothing may be missing, so nothing is skipped. Says little when all is well.
#     web/check.sh           every scene steps 120 times in the page and is drawn
#     web/check.sh --full    and is drawn after each step, if it is not too large for a processor to draw
set -euo pipefail
case ${1:-} in
"") ;;
--full) export CAIRN_WEB_FULL=1 ;;
*) echo "web/check.sh: unknown option '$1'" >&2; exit 2 ;;
esac
cd "$(dirname "$0")"
../tools/install_packages.sh --browser
log=../build/web-check.log
mkdir -p ../build

quietly() { # what it is, command
    local what=$1 start=$SECONDS
    shift
    if ! "$@" >"$log" 2>&1; then
        tail -n 80 "$log"
        echo "web: $what failed" >&2
        exit 1
    fi
    echo "$what: $((SECONDS - start)) s"
}
quietly "modules with one thread and with several" ./build.sh
grep gzipped "$log"
quietly "npm packages" npm ci --prefer-offline --no-audit --no-fund
mapfile -t tests < <(find tests -name '*.test.mjs' | sort)
CAIRN_WEB_STRICT=1 quietly "tests in node $(node --version) and $(chromium --version 2>/dev/null | cut -d' ' -f1,2)" \
    node --no-warnings --test --test-reporter=spec "${tests[@]}"
grep -aE '^[^ ]+ (tests|pass|fail|skipped) ' "$log" | tr -d '\n'
echo
