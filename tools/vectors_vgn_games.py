"""Rows of `vgn/vectors.jsonl` about whole files: read as games, and written with moves in one format."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import scoresheet
from scoresheet import Game, Node, ReadError, vgn
from vector_errors import fits

Row = dict[str, Any]


def _read(row: Row) -> None:
    """A file read strictly or leniently: its games, or its error, or its notes."""
    data = bytes.fromhex(row["input"]) if row.get("encoding") == "hex" else row["input"].encode()
    expected = row["expected"]
    if not {"lenient", "strict"} & expected.keys():
        expected = {"lenient": expected}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "row.vgn"
        path.write_bytes(data)
        for mode, said in expected.items():
            _compare(path, said, strict=mode == "strict")


def _compare(path: Path, said: dict[str, Any], *, strict: bool) -> None:
    source = scoresheet.read(path, on_error="raise", strict="read" if strict else False)
    error, games = None, []
    try:
        games = list(source)
    except ReadError as caught:
        error = caught
    assert (error is not None) == ("error" in said), f"error {error.code if error else None}"
    if error:
        assert fits(said["error"], str(error.code)), f"{error.code} is not of the kind {said['error']}"
        return
    if "games" in said:
        found = [_told(game) for game in games]
        assert len(found) == len(said["games"]), f"{len(found)} games"
        for told, wanted in zip(found, said["games"], strict=True):
            for key, value in wanted.items():
                assert told[key] == value, f"{key} is {told[key]!r}, not {value!r}"
    if "warning" in said:
        codes = [entry.code for entry in scoresheet.check(path).notes]
        assert said["warning"] in codes, f"the notes are {codes}"
    if "trailingComments" in said:
        comments = list(scoresheet.check(path).trailing)
        assert comments == said["trailingComments"], f"trailing comments are {comments}"


def _told(game: Game) -> dict[str, Any]:
    """A game by the names of the rows."""
    tags = dict(game.tags)
    comments, nags, variations = [], [], list[dict[str, Any]]()
    comments += [{"ply": 0, "text": text} for text in game.root.comments_after]
    for node in game.mainline():
        comments += [{"ply": node.ply - 1, "text": text} for text in node.comments_before]
        comments += [{"ply": node.ply, "text": text} for text in node.comments_after]
        nags += [{"ply": node.ply, "nag": nag} for nag in node.nags]
        variations += _variations(node, 1)
    return {
        "gameFormat": tags.get("GameFormat", "PGN").split(":")[0].strip().upper(),
        "moveFormat": vgn.move_format(tags.get("MoveFormat", "SAN"))["name"],
        "start": _four(game.start),
        "final": _four(game.end),
        "uci": [_uci(node) for node in game.mainline()],
        "result": game.result,
        "comments": comments,
        "nags": nags,
        "variations": variations,
    }


def _variations(replaced: Node, depth: int) -> Iterator[dict[str, Any]]:
    """The alternatives to a move, those that end first before those around them."""
    for first in replaced.variations:
        line = list[str]()
        node: Node | None = first
        while node is not None:
            line.append(_uci(node))
            yield from _variations(node, depth + 1) if node != first else ()
            node = node.next
        yield {"replacesPly": first.ply, "uci": line, "depth": depth}


def _uci(node: Node) -> str:
    assert node.move is not None
    return node.move.uci()


def _four(position: scoresheet.Position) -> str:
    return " ".join(position.fen(en_passant="always").split()[:4])


def _write(row: Row) -> None:
    """A game written with moves in one format, to the byte."""
    given = row["input"]
    tags = "".join(f"[{name} {json.dumps(value)}]" for name, value in given["tags"] if not name.endswith("Format"))
    text = f'[GameFormat "VGN"]{tags}[MoveFormat "MCN"] {" ".join(given["uci"])} {given["result"]}'
    game = scoresheet.parse(text, on_error="raise")
    assert _four(game.start) == given["start"]
    written = game.to("vgn", moves=row["format"].removeprefix("VGN+").lower())
    expected = bytes.fromhex(row["expected"]) if row.get("encoding") == "hex" else row["expected"].encode()
    found = written if isinstance(written, bytes) else written.encode()
    assert found == expected, f"{found!r}, not {expected!r}"


_FORMATS = ["SAN", "MCN", "FCN", "SFEN", "FEN", "BCCF", "BCFEN", "PGC"]

RUNNERS: dict[str, Callable[[Row], None]] = {
    "vgn/VGN parse": _read,
    **{f"vgn/VGN+{code} parse": _read for code in _FORMATS},
    **{f"vgn/VGN+{code} write": _write for code in _FORMATS},
}
