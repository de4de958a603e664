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


def test_operations_are_told_by_opcode() -> None:
    assert operations(f'{BK_01} bm Qd1+; id "BK.01"; acd 12; pv Qd1+ Kxd1 Bg4+; Foo a "b c";') == {
        "bm": ["Qd1+"],
        "id": ["BK.01"],
        "acd": [12],
        "pv": ["Qd1+", "Kxd1", "Bg4+"],
        "Foo": ["a", "b c"],
    }
    assert operations(BK_01) == {}


def test_moves_are_written_as_they_should_be() -> None:
    assert operations(f"{BK_01} bm d6d1 Qd1;")["bm"] == ["Qd1+", "Qd1+"]
    assert operations(f"{BK_01} bm Qd9;")["bm"] == ["Qd9"]


def test_clocks_are_operations() -> None:
    board = Position.read("4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 30;", "epd")
    assert board.fen() == "4k3/8/8/8/8/8/8/4K2R w K - 7 30"
    assert board.to("epd") == "4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 30;"
    assert Position().to("epd") == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


def test_a_double_step_is_always_written() -> None:
    after = Position().play(Position().parse("e4"))
    assert after.to("epd").split()[3] == "e3"
    assert after.to("fen").split()[3] == "-"


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
def test_moves_of_shared_suites_are_those_of_the_oracle(data: Callable[[str], Path]) -> None:
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
            # The oracle tells `bm` and `am` in an order of its own.
            assert sorted(found[opcode]) == sorted(expected), text
            compared += 1
    assert compared > 1000
