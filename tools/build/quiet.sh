#!/usr/bin/env bash
# Runs a command without showing its output, unless it fails: bash tools/build/quiet.sh LOG COMMAND...
set -uo pipefail
log=$1
shift
mkdir -p "$(dirname "$log")"
"$@" > "$log" 2>&1
status=$?
if [ "$status" -ne 0 ]; then
    cat "$log" >&2
    printf '\nfailed: %s\n' "$*" >&2
fi
exit "$status"
