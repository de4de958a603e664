"""Splits games of PGN files into those to train with and those to measure with, one game a line.

    split.py OUT FOLDER

Games that start from other positions or have variations are left out, and each mainline is kept once. One game in
eight, by the CRC-32 of its moves, goes to `OUT_test.txt`, the others to `OUT_train.txt`. The same files give the same
split.
"""

import re
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

RESULT = re.compile(r"(1-0|0-1|1/2-1/2|\*)$")
REMARK = re.compile(r"\{[^}]*\}|;[^\n]*|\d+\.+")
FEWEST_MOVES = 10


def mainlines(folder: Path) -> Iterator[tuple[str, str]]:
    """Return the moves of each game, without and with its result."""
    seen = set()
    for path in sorted(folder.rglob("*.pgn"), key=str):
        text = path.read_text(encoding="latin-1").replace("\r", "")
        for game in re.split(r"\n(?=\[Event )", text):
            tags, _, movetext = game.partition("\n\n")
            if "[FEN" in tags or "[Variant" in tags:
                continue
            line = " ".join(REMARK.sub(" ", movetext).split())
            moves = RESULT.sub("", line).strip()
            if "(" in line or len(moves.split()) < FEWEST_MOVES or moves in seen:
                continue
            seen.add(moves)
            yield moves, line if RESULT.search(line) else f"{line} *"


def main() -> None:
    """Write both files."""
    out, folder = sys.argv[1:]
    with Path(f"{out}_train.txt").open("w") as train, Path(f"{out}_test.txt").open("w") as test:
        for moves, line in mainlines(Path(folder)):
            print(line, file=test if zlib.crc32(moves.encode()) % 8 == 0 else train)


if __name__ == "__main__":
    main()
