"""EPD: operations beside a board, by hand and in the test suites that people share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chess
import pytest

import scoresheet
from scoresheet import FenError, Position, fields

BK_01 = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -"


def operations(text: str) -> dict[str, Any]:
    found = fields(text, "epd")["operations"]
    assert isinstance(found, dict)
    return found


def test_operations_are_named_by_opcode() -> None:
    assert operations(f'{BK_01} bm Qd1+; id "BK.01"; acd 12; pv Qd1+ Kxd1 Bg4+; Foo a "b c";') == {
        "bm": ["Qd1+"],
        "id": ["BK.01"],
        "acd": [12],
        "pv": ["Qd1+", "Kxd1", "Bg4+"],
        "Foo": ["a", "b c"],
    }
    assert operations(BK_01) == {}


def test_moves_are_written_correctly() -> None:
    assert operations(f"{BK_01} bm d6d1 Qd1;")["bm"] == ["Qd1+", "Qd1+"]
    assert operations(f"{BK_01} bm Qd9;")["bm"] == ["Qd9"]


def test_clocks_are_operations() -> None:
    board = Position.read("4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 30;", "epd")
    assert board.fen() == "4k3/8/8/8/8/8/8/4K2R w K - 7 30"
    assert board.to("epd") == "4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 30;"
    assert Position().to("epd") == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


def test_the_square_of_a_double_step_is_written_if_a_capture_is_legal() -> None:
    for moves, square in ((["e4"], "-"), (["e4", "a6", "e5", "d5"], "d6")):
        board = Position()
        for move in moves:
            board = board.play(move)
        assert board.to("epd").split()[3] == board.to("fen").split()[3] == square
    pinned = Position("4k3/3p4/8/K1P4r/8/8/8/8 b - - 0 1").play("d5")
    assert pinned.to("epd").split()[3] == pinned.to("fen").split()[3] == "-"


def test_strict_reading_refuses_leniencies() -> None:
    for text, code in ((f"{BK_01} bm Qd1+", "epd-end"), (f"{BK_01} 0 1 bm Qd1+;", "epd-counters")):
        with pytest.raises(FenError) as caught:
            Position.read(text, "epd", strict=True)
        assert caught.value.code == code
        assert Position.read(text, "epd").turn == "black"


def lines(folder: Path) -> Iterator[bytes]:
    paths = sorted(folder.rglob("*.epd"))
    assert paths, f"no test suites in {folder}"
    for path in paths:
        for line in path.read_bytes().splitlines():
            if stripped := line.strip(b"\0 "):
                yield stripped


def test_shared_suites_are_read_and_written_back(data: Callable[[str], Path]) -> None:
    refused: Counter[str] = Counter()
    read = 0
    for line in lines(data("positions")):
        try:
            board = Position.read(line, "epd")
        except FenError as error:
            refused[str(error.code)] += 1
            continue
        read += 1
        assert Position.read(board.to("epd"), "epd", variant=board.variant) == board, line
    # What is refused are suites of boards made to be refused, and clocks in the place of the en passant square.
    assert read > 1000
    assert refused.total() < read / 100, refused


@pytest.mark.slow
def test_moves_of_shared_suites_match_the_oracle(data: Callable[[str], Path]) -> None:
    compared = 0
    for line in lines(data("positions")):
        text = line.decode("latin-1")
        if not any(f" {opcode} " in text for opcode in ("bm", "am", "pv")):
            continue
        board = chess.Board()
        try:
            said = board.set_epd(text)
            Position.read(text, "epd")
            found = operations(text)
        except (ValueError, scoresheet.ReadError):
            continue  # one of the two refuses the line
        for opcode in {"bm", "am", "pv"} & said.keys():
            here = board.copy()
            expected = []
            for move in said[opcode]:
                expected.append(here.san(move))
                if opcode == "pv":
                    here.push(move)
            # The oracle lists `bm` and `am` in another order.
            assert sorted(found[opcode]) == sorted(expected), text
            compared += 1
    assert compared > 1000


SUITE = """\
# suite of the club
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm c4 e4; am a4; id "club 1"; c0 "take; the centre"; acd 12;

#
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nf3; id "b";
# end
"""


def test_lines_of_comment_are_skipped_with_a_note(tmp_path: Path) -> None:
    path = tmp_path / "suite.epd"
    path.write_text(SUITE)
    report = scoresheet.check(path)
    assert (report.games, report.errors) == (2, ())
    assert {note.code: note.count for note in report.notes} == {"comment-line": 2}
    assert report.notes[0].first["line"] == 1
    assert [game.tags["Event"] for game in scoresheet.read(path)] == ["club 1", "b"]
    path = tmp_path / "suite.txt"
    path.write_text("# one\n# two\n\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n# three\n")
    assert scoresheet.check(path).inputs[0]["kind"] == "fen"
    assert scoresheet.check(path).games == 1


def test_comments_are_reported_the_same_however_a_file_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "suite.epd"
    path.write_text("".join(f'# {n}\n# {n} again\n{BK_01} id "{n}";\n' for n in range(40_000)))
    reports = [scoresheet.check(path, threads=threads) for threads in (1, 2, 3)]
    assert {(report.games, report.notes[0].count) for report in reports} == {(40_000, 80_000)}
    notes = [len(game.notes) for game in scoresheet.read(path, limit=20_000)]
    assert set(notes) == {2}


def test_operations_are_fields_of_tables(tmp_path: Path) -> None:
    path, table = tmp_path / "suite.epd", tmp_path / "suite.csv"
    path.write_text(SUITE)
    scoresheet.convert(path, table, fields="id,bm,am,c0,acd,Event")
    assert table.read_text().splitlines() == [
        "id,bm,am,c0,acd,Event,moves",
        "club 1,c4 e4,a4,take; the centre,12,club 1,*",
        "b,Nf3,,,,b,*",
    ]
    rows = scoresheet.query(path, "select operations, operations['bm'] as bm from games order by game").fetchall()
    first = {"bm": "c4 e4", "am": "a4", "id": "club 1", "c0": "take; the centre", "acd": "12"}
    assert rows == [(first, "c4 e4"), ({"bm": "Nf3", "id": "b"}, "Nf3")]
    assert scoresheet.query(b"1. e4 *", "select operations from games").fetchall() == [(None,)]


def test_games_have_their_operations(tmp_path: Path) -> None:
    path = tmp_path / "suite.epd"
    path.write_text(SUITE)
    first, second = scoresheet.read(path)
    assert first.operations == {
        "bm": ["c4", "e4"], "am": ["a4"], "id": ["club 1"], "c0": ["take; the centre"], "acd": [12]
    }  # fmt: skip
    assert second.operations == {"bm": ["Nf3"], "id": ["b"]}
    assert scoresheet.parse("1. e4 *").operations == {}


def test_notes_on_operations_point_at_the_operand(tmp_path: Path) -> None:
    path = tmp_path / "suite.epd"
    path.write_text(f'{BK_01} bm Qd1+; id "a";\n6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Qh8 Kd1+; id "b";\n')
    notes = [(note.code, note.text, note.line, note.column) for game in scoresheet.read(path) for note in game.notes]
    assert notes == [("epd-operand", "Qh8", 2, 34), ("san-check", "Kd1+", 2, 38)]
