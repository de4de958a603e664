#!/usr/bin/env bash
# Converts the example games, runs the castling question and shows a board. Run by `make demo`.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$PWD/examples" "$folder/examples"
demo=$PWD/tools/demo.py
cd "$folder"

run() {
    printf '\n$'
    printf ' %s' "$@"
    printf '\n'
    "$@"
}

run scoresheet convert examples -o games.parquet
run scoresheet query games.parquet @castling moves=10
python "$demo" games.parquet examples/historic.pgn
