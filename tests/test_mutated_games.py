"""Games with words, tags, results and blanks put in at random: the report depends neither on threads nor on parts."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import scoresheet
from columns_by_hand import text_of
from levels import rounds, slow
from scoresheet import parts

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
COLUMNS = ["game", "tags", "summary", "moves", "packed", "notes", "text", "errors", "final_fen", "doc"]

INSERTED = [
    *(
        " e4 ",
        " Nf ",
        " e9 ",
        " -- ",
        " Z0 ",
        " mate ",
        " white wins ",
        " (D) ",
        " TN ",
        "x",
        "=Q",
        "!",
        "+-",
        "\u2212+",
    ),
    *(
        " $7 ",
        " $ ",
        " 1. ",
        " 17... ",
        " 5254 ",
        " 0.25 ",
        "…",
        '[Event "in between"]',
        '\n[Round "3"]\n',
        "[White]",
        "\u2212+",
    ),
    *('\n[White Elo "2100"]\n', '[Black "', '"]', "[", "]", "<br>", "1-0", " 0-1 ", " 1/2 ", " * ", " 1:0 ", " 0-0 "),
    *("{", "}", "(", ")", ";", "\n", "\n\n", "\r\n", "\r", "\t", "\u00a0", "\u200b", "\ufeff", "\n%", "\n; said\n"),
]


@pytest.fixture(scope="module")
def mutated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of many blocks, in which one game of two is changed."""
    texts = [text_of(path) for path in sorted(EXAMPLES.iterdir()) if ".pgn" in path.suffixes]
    games = [game for text in texts for game in text.replace("\n\n[", "\n\n\0[").split("\0")]
    rng = random.Random(37)
    drawn = []
    for _ in range(rounds(40_000)):
        game = rng.choice(games)
        for _ in range(rng.choice([0, 0, 0, 1, 2, 4])):
            at = rng.randrange(len(game) + 1)
            game = game[:at] + rng.choice(INSERTED) + game[at:]
        drawn.append(game)
    path = tmp_path_factory.mktemp("mutated") / "games.pgn"
    path.write_text("".join(drawn), "utf-8", newline="")
    return path


def report(path: Path, threads: int) -> dict[str, Any]:
    found = scoresheet.check(path, threads=threads).to_dict()
    return {name: value for name, value in found.items() if name != "seconds"}


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_the_report_is_the_same_with_any_number_of_threads(threads: int, mutated: Path, tmp_path: Path) -> None:
    expected = report(mutated, 1)
    assert expected["errors"]
    assert expected["notes"]
    assert expected["games"] > rounds(40_000) // 2
    assert report(mutated, threads) == expected
    one, more = tmp_path / "one.pgn", tmp_path / "more.pgn"
    scoresheet.convert(mutated, one, threads=1)
    scoresheet.convert(mutated, more, threads=threads)
    assert one.read_bytes() == more.read_bytes()


@pytest.mark.parametrize("size", [50_000, *slow([12_652, 1_000_003])])
def test_parts_have_the_games_and_errors_of_the_whole(size: int, mutated: Path) -> None:
    planned = parts.plan(mutated, size=size)
    assert len(planned) > rounds(40)
    whole = scoresheet.read(mutated, columns=COLUMNS).arrow()
    assert pa.concat_tables([part.read(columns=COLUMNS).arrow() for part in planned]).equals(whole)
