"""The tables of the page that compares formats: what each can express, found by trying, and the sizes of an example."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import scoresheet

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "historic.pgn"

FORMATS: dict[str, tuple[str, dict[str, Any]]] = {
    "PGN": ("pgn", {}),
    "VGN, SAN": ("vgn", {"moves": "san"}),
    "VGN, MCN": ("vgn", {"moves": "mcn"}),
    "VGN, FCN": ("vgn", {"moves": "fcn"}),
    "VGN, SFEN": ("vgn", {"moves": "sfen"}),
    "VGN, FEN": ("vgn", {"moves": "fen"}),
    "VGN, BCCF": ("vgn", {"moves": "bccf"}),
    "VGN, BCFEN": ("vgn", {"moves": "bcfen"}),
    "VGN, PGC": ("vgn", {"moves": "pgc"}),
    "PGC": ("pgc", {}),
    "cpgn, draft": ("cpgn", {"layout": "draft"}),
    "cpgn, v0": ("cpgn", {"layout": "v0"}),
    "BGN": ("bgn", {}),
    "BGN lines": ("bgnl", {}),
    "BGN as XML": ("bgnx", {}),
    "BGN as BSON": ("bson", {}),
    "UCI lines": ("uci", {}),
    "SAN lines": ("san", {}),
    "CSV": ("csv", {}),
    "Parquet": ("parquet", {}),
    "archive": ("archive", {}),
}
"""The formats that are compared, by name: the id, and what else is chosen."""

BARE: dict[str, Any] = {"strip": ["comments", "nags", "variations"], "keep_tags": ["FEN", "SetUp", "Variant"]}
"""How games are reduced to their main lines."""

_VGN = '[GameFormat "VGN"]\n[MoveFormat "MCN"]\n'
_CHESS960 = '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]\n\n'
# Games with one thing each: the format they are in, and the text.
_TRIED: dict[str, tuple[str, str]] = {
    "tags": ("pgn", '[White "Doe, Jane"]\n[GameId "7"]\n\n1. e4 *'),
    "results": ("pgn", "1. e4 1-0"),
    "sentences for results": ("vgn", f'[Result "Black ran out of time"]\n{_VGN}\n1. e2e4 1-0'),
    "starting positions": ("pgn", '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R b K - 3 20"]\n\n20... Kd7 *'),
    "Chess960": ("pgn", f"{_CHESS960}1. e4 e5 2. Nd3 Nd6 *"),
    "comments": ("pgn", "1. e4 e5 {best} *"),
    "clocks and evaluations": ("pgn", "1. e4 e5 {[%clk 0:01:00] [%eval 0.3]} *"),
    "NAGs": ("pgn", "1. e4 $1 *"),
    "NAGs above 255": ("pgn", "1. e4 $300 *"),
    "variations": ("pgn", "1. e4 e5 (1... c5) *"),
    "results of variations": ("vgn", f"{_VGN}\n1. e2e4 e7e5 ( 1.5 c7c5 1-0 ) *"),
    "null moves": ("pgn", "1. e4 -- 2. d4 *"),
    "illegal moves": ("vgn", f"{_VGN}\n1. e2e5 *"),
    "the capture of a king": ("vgn", f"{_VGN}\n1. e2e4 f7f6 2. d1h5 a7a6 3. h5e8 1-0"),
    "drops of Crazyhouse": ("pgn", '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *'),
    "rules that no board shows": ("pgn", '[Variant "Atomic"]\n\n1. e4 e5 *'),
    "moves of unknown variants": ("pgn", '[Variant "Makruk"]\n\n1. e4 e5 *'),
    "several sources of annotations": (
        "bgnl",
        '{"bgn":{"sources":[{"id":"a"},{"id":"b"}]},"moves":[{"f":"e2","t":"e4","a":[{"id":"a","nag":1},{"id":"b","nag":2}]}]}',
    ),
    "any properties of moves": ("bgnl", '{"moves":[{"f":"e2","t":"e4","properties":{"lab":{"times":[1,2]}}}]}'),
    "lines that start with `%`": ("pgn", "%a line\n1. e4 *"),
}


def expressed() -> list[list[str]]:
    """For each thing that a game can have, whether each format keeps it. The first row is the head."""
    rows = [["", *FORMATS]]
    with tempfile.TemporaryDirectory() as folder:
        for thing, (kind, text) in _TRIED.items():
            source = Path(folder) / "game"
            source.write_text(text + "\n", encoding="utf-8")
            rows.append([thing, *("yes" if is_kept(source, kind, name) else "no" for name in FORMATS)])
    return rows


def is_kept(source: Path, kind: str, name: str) -> bool:
    """Whether a game is written in this format without a loss."""
    format_, options = FORMATS[name]
    target = source.with_name("target")
    report = scoresheet.convert(source, target, from_=kind, to=format_, force=True, **options)  # type: ignore[arg-type]
    return report.written == 1 and not report.losses


def sizes() -> list[list[str]]:
    """The size of the example in each format, and of its main lines. The first row is the head."""
    rows = [["format", "bytes", "main lines only", "bits per ply"]]
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.pgn"
        plies = scoresheet.convert(EXAMPLE, bare, **BARE).plies
        for name, (format_, options) in FORMATS.items():
            target = Path(folder) / "target"
            found = []
            for source in (EXAMPLE, bare):
                # Bytes, because a table holds the names of files, which are not the same everywhere.
                scoresheet.convert(source.read_bytes(), target, to=format_, force=True, **options)  # type: ignore[arg-type]
                found.append(target.stat().st_size)
            rows.append([name, f"{found[0]:,}", f"{found[1]:,}", f"{found[1] * 8 / plies:.1f}"])
    return rows
