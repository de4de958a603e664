"""Loose duplicates of which one is the beginning of the other, or has more comments."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import scoresheet

MOVES = [
    "1.",
    "e4",
    "e5",
    "2.",
    "Nf3",
    "Nc6",
    "3.",
    "Bb5",
    "a6",
    "4.",
    "Ba4",
    "Nf6",
    "5.",
    "O-O",
    "Be7",
    "6.",
    "Re1",
    "b5",
    "7.",
    "Bb3",
    "d6",
    "8.",
    "c3",
    "O-O",
    "9.",
    "h3",
    "Nb8",
    "10.",
    "d4",
    "Nbd7",
    "11.",
    "c4",
    "c6",
    "12.",
    "cxb5",
    "axb5",
]
LONG = {"White": "Fischer, Robert James", "Black": "Spassky, Boris V", "Date": "1972.07.23", "Result": "1-0"}


def game(tags: dict[str, str], words: int, comment: str = "") -> str:
    """A game with the first of the moves: three words are two plies."""
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    return "\n".join(lines) + f"\n\n{' '.join(MOVES[:words])} {comment} {tags.get('Result', '*')}\n\n"


def kept(*games: str, **options: object) -> list[int]:
    """The number of plies of each game that is left."""
    return [left.ply_count for left in scoresheet.read("".join(games).encode(), dedupe="loose", **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize(
    ("tags", "plies", "is_dropped"),
    [
        ({}, 20, True),
        ({"Result": "*"}, 22, True),
        ({"White": "Fischer,R", "Date": "1972.??.??"}, 20, True),
        ({}, 18, False),
        ({"Result": "0-1"}, 22, False),
        ({"Date": "1972.07.25"}, 22, False),
        ({"White": "Fischer, Eva"}, 22, False),
        ({"White": "?", "Black": "?"}, 22, False),
    ],
)
def test_the_longer_game_stays(tags: dict[str, str], plies: int, *, is_dropped: bool, is_first: bool) -> None:
    long, short = game(LONG, 36), game({**LONG, **tags}, plies // 2 * 3)
    pair = (short, long) if is_first else (long, short)
    expected = [24] if is_dropped else [plies, 24] if is_first else [24, plies]
    assert kept(*pair) == expected
    for keep in ("first", "longest", "annotated"):
        assert kept(*pair, dedupe_keep=keep) == expected


@pytest.mark.parametrize("name", ["Round", "Site", "UTCTime"])
def test_games_with_the_same_beginning_stay(name: str) -> None:
    values = {"Round": ("1", "2"), "Site": ("https://host/a", "https://host/b"), "UTCTime": ("10:00:00", "11:00:00")}
    first, second = values[name]
    assert kept(game({**LONG, name: first}, 36), game({**LONG, name: second}, 30)) == [24, 20]
    assert kept(game({**LONG, name: first}, 36), game({**LONG, name: "?"}, 30)) == [24]


def test_a_game_may_continue_in_two_ways() -> None:
    other = game(LONG, 33).replace(" c6", " Nb6")
    assert kept(game(LONG, 36), other, game(LONG, 30)) == [24, 22]


def test_of_equal_moves_the_one_with_more_comments_stays() -> None:
    games = [game({**LONG, "Round": str(number)}, 36, "{a}" * notes) for number, notes in enumerate((1, 3, 2))]

    def rounds(**options: str) -> list[str]:
        found = scoresheet.read("".join(games).encode(), dedupe="loose", **options)  # type: ignore[arg-type]
        return [left.tags["Round"] for left in found]

    assert rounds() == ["1"]
    assert rounds(dedupe_keep="first") == ["0"]
    assert [left.tags["Round"] for left in scoresheet.read("".join(games).encode()).dedupe("loose")] == ["1"]


def test_lists_and_reports_contain_the_reason(tmp_path: Path) -> None:
    source, listed = tmp_path / "games.pgn", tmp_path / "why.csv"
    source.write_text(
        game(LONG, 36, "{a}") + game(LONG, 30) + game(LONG, 36) + game({**LONG, "White": "Fischer, R"}, 33)
        + game({**LONG, "Date": "1972"}, 36, "{a}")
    )  # fmt: skip
    report = scoresheet.convert(source, tmp_path / "out.pgn", dedupe="loose", duplicates=listed)
    assert dict(report.changes) == {
        "duplicates-dropped": 4,
        "duplicates-with-other-names": 1,
        "duplicates-with-other-dates": 1,
        "duplicates-that-are-beginnings": 2,
        "duplicates-with-other-comments": 1,
    }
    assert {row["game"]: (row["kept_game"], row["reason"]) for row in csv.DictReader(listed.open())} == {
        "2": ("1", "beginning of a longer game"),
        "3": ("1", "fewer comments"),
        "4": ("1", "beginning of a longer game, names spelled differently"),
        "5": ("1", "date known differently"),
    }


def test_the_annotation_of_a_beginning_is_merged() -> None:
    short = game(LONG, 30).replace("e5", "e5 {at once}")
    [merged] = scoresheet.read((game(LONG, 36) + short).encode(), dedupe="loose", dedupe_merge=True)
    assert "e5 {at once}" in merged.to("pgn")
    assert merged.ply_count == 24
