"""The games of variants in `vectors/variants/games.tsv` as PGN."""

from __future__ import annotations

import csv
from pathlib import Path

GAMES = Path(__file__).resolve().parent.parent / "vectors" / "variants" / "games.tsv"


def rows() -> list[dict[str, str]]:
    """The rows of the vectors."""
    with GAMES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def pgn(every: int = 1) -> str:
    """Each of these games, or every n-th of them, with the tags Variant and FEN."""
    return "\n".join(_game(row) for row in rows()[::every])


def _game(row: dict[str, str]) -> str:
    variant = row["variant"] + ("960" if row["chess960"] == "true" else "")
    tags = {"Variant": variant, "SetUp": "1", "FEN": row["start"], "Result": row["result"]}
    listed = "\n".join(f'[{name} "{value}"]' for name, value in tags.items())
    return f"{listed}\n\n{row['sans']} {row['result']}\n"
