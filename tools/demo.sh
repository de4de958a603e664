#!/usr/bin/env bash
# The main job on the example games: convert, ask the castling question, look at a board. Run by `make demo`.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

say() { printf '\n$ %s\n' "$*"; }
run() { say "$@"; "$@"; }

run scoresheet convert examples -o "$folder/games.parquet"
for count in 5 10 15; do
    run scoresheet query "$folder/games.parquet" @castling plies=$count
    run scoresheet query "$folder/games.parquet" @castling moves=$count
done
run scoresheet show examples --game 1
