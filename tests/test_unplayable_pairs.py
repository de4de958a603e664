"""Games that cannot be played, from each format into each other one: they harm no other, and none is lost uncounted."""

from __future__ import annotations

from pathlib import Path

import pytest

import levels
import scoresheet
from test_pairs import COLUMNS, WAYS, Way, losses

# A good game between one with a refused FEN, one of unknown rules and one with unreadable moves.
GAMES = """[White "Refused"]
[Result "1-0"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8 w - - 0 1"]

1. e4 {said} e5 1-0

[White "Unknown"]
[Result "0-1"]
[Variant "Nobody's Chess"]

1. e4 e5 0-1

[White "Good"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 1/2-1/2

[White "Unreadable"]
[Result "*"]

1. Nz9 e5 (1... x) *

"""
PLIES = {"Good": 3}
# A file of these holds one game.
ALONE = {"icn", "icn-json"}
# What holds no tags names no players.
UNNAMED = {"uci", "san", "lan", "fen", "epd", "bccf", "bcfen"}
SHARE = 1 if levels.slow_too else 7


def converted(source: Path, first: Way, way: Way, folder: Path) -> tuple[Path, scoresheet.Report, list[str]]:
    """What a format makes of a file, and what is wrong with its account."""
    path = folder / f"{first.name}-{way.name}.{way.format.replace('-', '.')}"
    how = {"from_": first.format, "to": way.format, "force": True, "threads": 1, **way.options()}
    report = scoresheet.convert(source, path, **how)
    counted = losses(report)
    left_out = counted["unplayed-game"] + counted["board"]
    wrong = []
    # A row stays of a game whose moves no column holds.
    accounted = (report.written,) if way in COLUMNS else (report.written + left_out,)
    if accounted != (report.games,):
        wrong.append(f"{report.written} of {report.games} games written, {left_out} counted as left out")
    return path, report, wrong


def survivors(path: Path, way: Way, *, named: bool = True) -> list[str]:
    """What is wrong with the good game of a file; `named` means that its players are known."""
    games = list(scoresheet.read(path, from_=way.format, threads=1))
    good = [game for game in games if game.ply_count == PLIES["Good"]]
    if len(good) != 1:
        return [f"the good game is there {len(good)} times among {len(games)}"]
    if named and way.format not in UNNAMED and good[0].tags.get("White") != "Good":
        return [f"the good game is of {good[0].tags.get('White')}"]
    return [f"the good game has {error}" for error in good[0].errors]


COLUMN_FORMATS = {way.format for way in COLUMNS}
WHOLE = [way for way in WAYS if way.format not in ALONE and way.format not in ("bccf", "bcfen", "fen", "epd")]


@pytest.mark.parametrize("first", WHOLE, ids=[way.name for way in WHOLE])
def test_games_that_cannot_be_played_harm_no_other(first: Way, tmp_path: Path) -> None:
    source = tmp_path / "source.pgn"
    source.write_text(GAMES)
    second, report, wrong = converted(source, Way("pgn"), first, tmp_path)
    assert report.games == 4
    assert wrong + survivors(second, first) == []
    kept = scoresheet.check(second, from_=first.format, threads=1)
    assert kept.games == report.written
    found = {}
    for further in WHOLE[WHOLE.index(first) % SHARE :: SHARE]:
        third, again, wrong = converted(second, first, further, tmp_path)
        if again.games != kept.games:
            wrong.append(f"{again.games} games read, {kept.games} before")
        if again.errors != kept.errors and {e.code: e.count for e in again.errors} != {
            e.code: e.count for e in kept.errors
        }:
            wrong.append(f"{again.errors} are not {kept.errors}")
        found[further.name] = wrong + survivors(third, further, named=first.format not in UNNAMED)
    assert {name: faults for name, faults in found.items() if faults} == {}


# What cannot be set up or has other rules, which no text of moves contains.
TOLD_AGAIN = {"fen-syntax": 1, "variant-unsupported": 1}
KEEPING = [way for way in WHOLE if way.format in ("pgn", "archive", "bgn", "bgnl", "bgnx", "bson", *COLUMN_FORMATS)]


@pytest.mark.parametrize("way", KEEPING, ids=[way.name for way in KEEPING])
def test_their_faults_are_reported_again(way: Way, tmp_path: Path) -> None:
    source, back = tmp_path / "source.pgn", tmp_path / "back.pgn"
    source.write_text(GAMES)
    path, _, _ = converted(source, Way("pgn"), way, tmp_path)
    report = scoresheet.check(path, from_=way.format)
    told = {error.code: error.count for error in report.errors}
    assert {code: told.get(code) for code in TOLD_AGAIN} == TOLD_AGAIN
    games = list(scoresheet.read(path, from_=way.format))
    assert [game.result for game in games] == ["1-0", "0-1", "1/2-1/2", "*"]
    assert [game.tags["White"] for game in games] == ["Refused", "Unknown", "Good", "Unreadable"]
    if way not in COLUMNS:
        scoresheet.convert(path, back, from_=way.format)
        # All except the last one are there unchanged.
        assert back.read_text().startswith(GAMES[: GAMES.index('[White "Unreadable"]')])


# Moves that cannot be played, of which the rest of each line is kept as text.
BROKEN = """[White "Illegal"]
[Result "1-0"]

1. e4 e5 2. Ke3 Nc6 3. d4 1-0

[White "Unreadable"]
[Result "*"]

1. e4 e5 2. Nf9 {x} Nc6 *

[White "In a variation"]
[Result "0-1"]

1. e4 (1. d4 d5 2. Kd3 Kd6) e5 2. Nf3 0-1

[White "Without a move"]
[Result "*"]

(1. e4 e5) *

"""
TELLING = [way for way in KEEPING if way.format != "pgn"] + [way for way in WHOLE if way.format == "cpgn"]


@pytest.mark.parametrize("way", TELLING, ids=[way.name for way in TELLING])
def test_errors_of_kept_text_are_reported_again(way: Way, tmp_path: Path) -> None:
    source = tmp_path / "source.pgn"
    source.write_text(BROKEN)
    report = scoresheet.check(source)
    expected = {error.code: error.count for error in report.errors}
    assert expected == {"move-illegal": 2, "move-syntax": 1, "variation-unplayed": 1}
    path, _, _ = converted(source, Way("pgn"), way, tmp_path)
    found = scoresheet.check(path, from_=way.format)
    assert {error.code: error.count for error in found.errors} == expected
    assert found.faulty == 4
    assert [error.first["game"] for error in found.errors] == [error.first["game"] for error in report.errors]
    if way.format not in COLUMN_FORMATS:
        with pytest.raises(scoresheet.MoveError, match="Ke3"):
            scoresheet.check(path, from_=way.format, on_error="raise")
        assert list(scoresheet.read(path, from_=way.format, on_error="skip")) == []
