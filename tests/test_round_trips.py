"""What formats keep of PGN: there and back nothing is lost but what is declared and counted.

Our own games and a few with everything in them always; all of the real ones in the long run.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import round_trips
import scoresheet
from round_trips import Trip

TRIPS = round_trips.trips()
EVERYTHING = """\
[Event "Everything"]
[Site "?"]
[Date "2020.01.01"]
[Round "1"]
[White "A \\"quoted\\" \\\\ name"]
[Black "Ç, É"]
[Result "1-0"]
[Termination "Black ran out of time"]
[ECO "C20"]

{before all} 1. e4 $1 $14 {good [%clk 0:01:00] [%eval 0.3]} ({first} 1. d4 {other} d5 (1... Nf6 $5 2. c4 (2. Nf3 {deep}
g6) 2... e6) 2. c4) (1. c4) 1... e5 {[%cal Ge2e4,Rd8h4]} {two} (1... c5 {Sicilian}) 2. Nf3 {on White's} 2... Nc6
{on Black's} 3. Bb5 {a text
in lines} ; to the end of the line
a6 $6 1-0 {behind all}

[Event "Null moves"]
[Result "*"]

1. e4 -- {passes} 2. d4 (2. -- d5 {in the tail}) d5 $1 (2... -- 3. e5) 3. e5 *

[Event "Null moves in variations only"]
[Result "1/2-1/2"]

1. e4 (1. -- e5) (1. d4 -- 2. c4 {lost} (2. Nf3)) e5 1/2-1/2

[Event "Clocks of a board"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K2R w K - 12 40"]
[Result "0-1"]

40. O-O {castles} Kd7 41. e4 Kd6 0-1

[Event "Black starts"]
[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"]
[Result "*"]

1... e5 {a reply} (1... c5) 2. Nf3 *

[Event "Chess960"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "1r2kr2/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w KQkq - 0 1"]
[Result "*"]

1. e4 e5 2. O-O {castles} O-O-O *

[Event "Chess960, the inner rook"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1"]
[Result "*"]

1. Ra2 (1. O-O-O Ke7) 1... Ke7 2. O-O-O *

[White "No result in the tags"]

1. f3 e5 2. g4 Qh4# 0-1

[White "No moves"]
[Result "1-0"]

1-0

% an escaped line
[White "Escaped"]

1. e4 (1. d4 d5
% in a variation
) 1... e5 2. -- d6
% behind a null move
*
% behind the result

[White "En passant, promotion"]

1. e4 Nf6 2. e5 d5 3. exd6 Ng8 4. dxc7 Nf6 5. cxb8=N {a knight} *
"""


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "everything.pgn"
    path.write_text(EVERYTHING, "utf-8")
    assert not scoresheet.check(path).errors
    return path


@pytest.mark.parametrize("trip", TRIPS, ids=lambda trip: trip.name)
def test_games_with_everything_lose_only_what_is_counted(trip: Trip, everything: Path) -> None:
    result = round_trips.compare_file(everything, trip, None)
    assert result.unexplained == {}, result.examples
    assert result.games == 11


@pytest.mark.parametrize("name", ["annotated.pgn", "chess960.pgn", "clocks.pgn.zst", "historic.pgn"])
@pytest.mark.parametrize("trip", TRIPS, ids=lambda trip: trip.name)
def test_the_examples_lose_only_what_is_counted(trip: Trip, name: str, root: Path) -> None:
    result = round_trips.compare_file(root / "examples" / name, trip, 20)
    assert result.unexplained == {}, result.examples


@pytest.mark.parametrize("moves", ["san", "sfen", "fen"])
def test_in_place_everything_with_null_moves_is_kept(moves: str, everything: Path) -> None:
    result = round_trips.compare_file(everything, Trip("vgn", moves, (("comments", "inplace"),)), None)
    assert result.tailed == 0
    # VGN has no escaped lines.
    assert dict(result.counted) == {"escaped-line": 4}


FIRST = "1. e4 {one} (1. d4 {x} d5) e5 $1 {two} 2. Nf3 {[%clk 0:00:01]} *"


@pytest.mark.parametrize(
    ("other", "found", "faults"),
    [
        (FIRST, {}, []),
        ("1. e4 (1. d4 {x} d5) e5 $1 {two} 2. Nf3 {[%clk 0:00:01]} *", {"comment": 1}, []),
        ("1. e4 {one} (1. d4 {x} d5) e5 {two} 2. Nf3 {[%clk 0:00:01]} *", {"nag": 1}, []),
        ("1. e4 {one} e5 $1 {two} 2. Nf3 {[%clk 0:00:01]} *", {"variation": 1, "comment": 1}, []),
        ("1. e4 {one} (1. d4 {x} d5) e5 $1 {two} 2. Nf3 *", {"command": 1}, []),
        ("1. e4 (1. d4 {x} d5) e5 $1 {one} {two} 2. Nf3 {[%clk 0:00:01]} *", {"comment-place": 1}, []),
        (FIRST.replace("*", "1-0"), {"result": 1}, []),
        ('[ECO "A00"] ' + FIRST, {}, ["tag new"]),
        (FIRST.replace("2. Nf3", "2. Nc3"), {}, ["ply 3"]),
        (FIRST.replace("2. Nf3 {[%clk 0:00:01]} ", ""), {}, ["ply 3"]),
        (FIRST.replace("(1. d4 {x} d5)", "(1. d4 {x} d6)"), {}, ["ply 2"]),
        (FIRST.replace("two", "tow"), {"comment-text": 1}, ["comment text"]),
        (FIRST.replace("$1", "$1 $2"), {}, ["ply 2"]),
        ("1. e4 {one} (1. d4 {x} d5) e5 $1 2. Nf3 {two} {[%clk 0:00:01]} *", {"comment-place": 1}, ["comment place"]),
    ],
)
def test_differences_are_found(other: str, found: dict[str, int], faults: list[str]) -> None:
    differ = round_trips.Differ(Trip("vgn", "fcn"))
    differ.compare(scoresheet.parse(FIRST), scoresheet.parse(other))
    assert dict(+differ.found) == found
    assert [fault.split(":")[0] for fault in differ.faults] == faults


def test_a_difference_that_is_not_counted_is_unexplained(everything: Path) -> None:
    result = round_trips.Comparison()
    result.found["comment"] = 1
    result.counted["nag"] = 1
    round_trips.balance(result, Trip("vgn", "san"), everything)
    assert dict(result.unexplained) == {"comment: counts": 1, "nag: counts": 1}


def test_a_loss_that_is_not_declared_is_unexplained(everything: Path) -> None:
    result = round_trips.Comparison()
    result.found["null-move"] = result.counted["null-move"] = 2
    round_trips.balance(result, Trip("vgn", "san"), everything)
    assert dict(result.unexplained) == {"null-move: not declared": 2}


@pytest.mark.parametrize("to", ["vgn", "pgc", "uci"])
def test_a_game_that_is_left_out_loses_nothing(to: str, tmp_path: Path) -> None:
    source = tmp_path / "source.pgn"
    source.write_text('[ECO "A00"]\n\n1. e4 {a comment} e5 2. Ke5 *\n\n1. d4 *\n')
    report = scoresheet.convert(source, tmp_path / f"out.{to}", on_error="skip")
    assert (report.written, report.skipped, report.losses) == (1, 1, ())


@pytest.mark.parametrize("comments", ["paired", "inplace"])
@pytest.mark.parametrize("moves", ["1. e4", "1. e4 e5", ""])
def test_comments_after_the_result_stay_with_their_game_in_vgn(moves: str, comments: str, tmp_path: Path) -> None:
    source, there = tmp_path / "source.pgn", tmp_path / "there.vgn"
    source.write_text(f'[White "A"]\n\n{moves} * {{one}} {{two}}\n\n[White "B"]\n\n1. d4 *\n')
    report = scoresheet.convert(source, there, comments=comments)
    assert report.losses == ()
    first, second = scoresheet.read(there)
    assert first.last.comments_after == ["one", "two"]
    assert first.closing_comments == second.root.comments_after == second.last.comments_after == []


@pytest.mark.parametrize(("to", "options"), [("pgc", {}), ("vgn", {"moves": "pgc"})])
def test_nothing_follows_the_last_record(to: str, options: dict[str, str], tmp_path: Path) -> None:
    source, there = tmp_path / "source.pgn", tmp_path / f"there.{to}"
    source.write_text('[White "A"]\n\n1. e4 * $1 {a comment}\n% escaped\n\n[White "B"]\n\n1. d4 *\n')
    report = scoresheet.convert(source, there, pgc_comments="yes", **options)
    assert report.losses == ()
    assert [game.last.san for game in scoresheet.read(there, on_error="raise")] == ["e4", "d4"]


@pytest.mark.long
@pytest.mark.parametrize("name", round_trips.ARCHIVES)
def test_real_games_lose_only_what_is_counted(name: str, data: Callable[[str], Path]) -> None:
    result = round_trips.compare_files(round_trips.files([str(data(name))]), TRIPS)
    assert {row["name"]: row["examples"] for row in result["trips"] if row["unexplained"]} == {}
