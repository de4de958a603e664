#!/usr/bin/env bash
# Runs every fuzz target for some seconds each, 30 unless told. A crash is kept by cargo-fuzz; make it a vector.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-30}

if ! cargo fuzz --version >/dev/null 2>&1; then
    echo "missing: cargo-fuzz" >&2
    echo "   hint: cargo install cargo-fuzz --locked" >&2
    exit 1
fi
# Coverage needs options that stable Rust keeps behind this switch.
export RUSTC_BOOTSTRAP=1
for target in $(cargo fuzz list); do
    echo "fuzz: $target, ${seconds} s"
    cargo fuzz run "$target" -- -max_total_time="$seconds"
done
