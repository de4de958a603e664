#!/usr/bin/env bash
# Runs every fuzz target for some seconds each, 30 by default: tools/fuzz.sh [SECONDS [TARGET...]].
# What is found goes to build/fuzz, and is kept for the next run; a crash is printed with its file. Make it a vector.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-30}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(basename -s .rs fuzz/targets/*.rs)

# The options that libFuzzer's counters need; cargo-fuzz would pass the same.
export RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1"
# Named, so that build scripts and macros are built without the counters.
host=$(rustc -vV | sed -n 's/^host: //p')
cargo build --quiet --release --locked --manifest-path fuzz/Cargo.toml --target-dir target/fuzz --target "$host"

for target in "${targets[@]}"; do
    found=build/fuzz/$target
    seeds=fuzz/corpus/$target
    # Without seeds of its own a target reads games: the golden files are what a reader is most often wrong about.
    [ -d "$seeds" ] || seeds=vectors/game/pgn
    mkdir -p "$found"
    echo "fuzz: $target, $seconds s"
    if ! "target/fuzz/$host/release/$target" "$found" "$seeds" -max_total_time="$seconds" -timeout=10 \
        -artifact_prefix="build/fuzz/$target-" >"build/fuzz/$target.log" 2>&1; then
        tail -n 40 "build/fuzz/$target.log"
        exit 1
    fi
    tail -n 1 "build/fuzz/$target.log"
done
