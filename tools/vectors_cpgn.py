"""Rows of `cpgn/vectors.jsonl`: whole files in both layouts, and the bits of single codes."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import scoresheet
from scoresheet import _core

Row = dict[str, Any]

# One token of PGN: what cpgn keeps of a text, in order. Move numbers and white space are not compared.
TOKEN = re.compile(
    r"""
      (?P<tag>\[\w+\ "(?:[^"\\]|\\.)*"\])
    | (?P<comment>\{[^}]*\}) | (?P<line>;[^\n]*) | (?P<escape>^%[^\n]*)
    | (?P<marker>1-0|0-1|1/2-1/2|\*) | (?P<number>\d+\.+\s*|\.+) | (?P<nag>\$\d+) | (?P<parenthesis>[()])
    | (?P<move>[A-Za-z0-][\w=+\#:-]*(?:\s+e\.p\.)?) | (?P<glyph>[!?]+) | (?P<other>\S)
    """,
    re.VERBOSE | re.MULTILINE,
)

# The word for the letter of a piece in the ids of constants, and a game whose first move is one of that piece.
PIECES = {
    "K": "1. Kb1",
    "Q": "1. Qd2",
    "B": "1. Bd2",
    "N": "1. Nd2",
    "R": "1. Rh2",
    "P": "1. e4",
}
MEN = "4k3/8/8/8/8/1N6/4P3/K1BQ3R w - - 0 1"
PROMOTING = "8/4P3/8/8/8/8/k7/6K1 w - - 0 1"
# The starts of rows that only describe them in words.
STARTS = {"draft-dec-var-swedish": "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3"}
# Two en passant captures by the same side, and moves before a black pawn can take on d6 or b3, though not in one game.
CAPTURES = "4k3/1p1p4/8/P1P5/8/8/8/4K3 b - - 0 1"
TAKING_ON_B3 = "4k3/8/8/8/p7/8/1P6/4K3 w - - 0 1"


def _tokens(text: str) -> tuple[list[str], list[str]]:
    """The tags of a text, and its other tokens: the place of a comment among tags is not kept."""
    tags, others = [], []
    for match in TOKEN.finditer(text):
        if match.lastgroup == "tag":
            tags.append(match[0])
        elif match.lastgroup == "move":
            others.append(re.sub(r"\s+e\.p\.", " e.p.", match[0]))
        elif match.lastgroup != "number":
            others.append(match[0])
    return tags, others


def _converted(data: bytes, source: str, target: str, **options: Any) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        from_, to = Path(folder) / f"a.{source}", Path(folder) / f"b.{target}"
        from_.write_bytes(data)
        scoresheet.convert(from_, to, keep_spelling=True, **options)
        return to.read_bytes()


def _file(row: Row) -> None:
    layout, data = row["protocol"], bytes.fromhex(row["bytes_hex"])
    written = _converted(row["pgn"].encode(), "pgn", "cpgn", layout=layout)
    assert written == data, f"wrote {written.hex()}, not {data.hex()}"
    if "bits" in row:
        bits, rest = _digits(data)[: len(row["bits"])], _digits(data)[len(row["bits"]) :]
        assert bits == row["bits"], f"wrote {bits}, not {row['bits']}"
        assert len(rest) < 8, f"{len(rest)} bits more"
        assert "1" not in rest, f"filled with {rest}"
    for options in ({}, {"layout": layout}):
        text = _converted(data, "cpgn", "pgn", **options).decode()
        assert _tokens(text) == _tokens(row["pgn"]), f"read {_tokens(text)}, not {_tokens(row['pgn'])}"


def _digits(data: bytes) -> str:
    return "".join(f"{byte:08b}" for byte in data)


def _codes(layout: str, moves: str, fen: str | None = None, tags: str = "") -> list[tuple[str, str]]:
    """The parts of a game as bits and their meaning, its end included."""
    start = f'[SetUp "1"]\n[FEN "{fen}"]\n' if fen else ""
    data = _converted(f"{tags}{start}\n{moves}\n".encode(), "pgn", "cpgn", layout=layout)
    return [(bits, says) for _, bits, says in _core.cpgn_rows(data, layout)]


def _code(layout: str, kind: str, moves: str, fen: str | None = None) -> str:
    """The bits of the first part of a game with this meaning."""
    return next(bits for bits, says in _codes(layout, moves, fen) if says.startswith(kind))


def _fragment(row: Row) -> None:
    bits = _constant(row) if row["pgn"] is None else _bits(row)
    assert bits == row["bits"], f"{bits}, not {row['bits']}"


def _bits(row: Row) -> str:
    """The bits of a token."""
    layout, text = row["protocol"], row["pgn"]
    fen = row.get("fen") or STARTS.get(row["id"])
    if not text or text.startswith("["):
        rows = _codes(layout, "*", tags=text and text + "\n")
        return "".join(bits for bits, says in rows if says.startswith("tag ") or says == "end of the tags")
    if fen:
        return _line(layout, text, fen)
    if text.startswith("{"):
        return _code(layout, "comment", f"1. e4 {text} *")
    if text.startswith("$"):
        return _code(layout, "NAG", f"1. e4 {text} *")
    if text in ("(", ")"):
        kind = "start of a variation" if text == "(" else "end of a variation"
        bits = _code(layout, kind, "1. e4 (1. d4) *")
        return bits.removesuffix("0000") if text == "(" else bits
    if re.match(r"e(?=xd4)", text):
        suffix = text.removeprefix("exd4")
        return _code(layout, "en-passant block", f"1. a3 d5 2. a4 d4 3. e4 dxe3{suffix} *").removeprefix("0001")
    if text.startswith("("):
        return _unplayable(layout, text)
    return _code(layout, "end of the game", f"1. e4 {text}")


def _line(layout: str, text: str, fen: str) -> str:
    """The bits of moves and variations that are played from a position."""
    rows = _codes(layout, f"{text} *", fen)
    block = next(at for at, (_, says) in enumerate(rows) if says.startswith("en-passant block"))
    # The tags follow the block in the draft, and the other way round in v0.
    first = max(block, next(at for at, (_, says) in enumerate(rows) if says == "end of the tags")) + 1
    return "".join(bits for bits, says in rows[first:] if says != "fill" and not says.startswith("end of the game"))


def _unplayable(layout: str, text: str) -> str:
    """The bits of a variation of two captures in a row, which no game has: each code is one of a game that has it."""
    assert text == "(cxd6 e.p. axb3)", text
    captures = "(1... b5 2. axb6 e.p. d5 3. cxd6)"
    opening = _code(layout, "start of a variation", f"1... Kd8 {captures} *", CAPTURES)
    taking = _code(layout, "move cxd6", "1... d5 2. cxd6 *", CAPTURES)
    taking_back = _code(layout, "move axb3", "1. b4 axb3 *", TAKING_ON_B3)
    return opening + taking + taking_back + _code(layout, "end of a variation", "1. e4 (1. d4) *")


def _constant(row: Row) -> str:
    """The bits of a constant that has no PGN."""
    layout, name = row["protocol"], re.sub(r"^\w+-lit-", "", row["id"])
    kind, _, which = name.rpartition("-")
    if kind == "code":
        return _code(layout, "move", f"{PIECES[which]} *", MEN)[:3]
    if kind == "promo-piece":
        return _code(layout, "move", f"1. e8={which} *", PROMOTING)[-2:]
    if name == "ep-head":
        return _code(layout, "en-passant block", "1... b5 2. axb6 d5 3. cxd6 e.p. *", CAPTURES)
    codes = {
        "comment": lambda: _code(layout, "comment", "1. e4 {} *")[:-8],
        "castle": lambda: _code(layout, "move O-O", "1. O-O *", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")[:-1],
        "nag": lambda: _code(layout, "NAG", "1. e4 $0 *")[:-8],
        "promotion": lambda: _code(layout, "move", "1. e8=Q *", PROMOTING)[:-2],
        "alternative": lambda: _code(layout, "end of a variation", "1. e4 (1. d4) *")[:-1],
    }
    assert kind == "prefix", f"unknown constant {name}"
    return codes[which]()


def _record(row: Row) -> None:
    bits = row["bits"]
    assert re.fullmatch("[01]+", bits), "the bits are not bits"
    assert re.fullmatch(r"[CG]\d+(/[CG]\d+)*", row["decision"]), f"the decision is {row['decision']}"
    if "rows" in row:
        joined = "".join(part for part, _ in row["rows"])
        assert joined == bits, f"{joined}, not {bits}"


RUNNERS: dict[str, Callable[[Row], None]] = {
    f"cpgn/{layout} {kind}": runner
    for layout in ("draft", "v0")
    for kind, runner in (("file", _file), ("fragment", _fragment), ("record", _record))
    # What overrules a record of v0 is described in words only.
    if (layout, kind) != ("v0", "record")
}
