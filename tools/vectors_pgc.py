"""Rows of `pgc/vectors.jsonl`: the records of PGC, as a section of VGN and as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import scoresheet
from scoresheet import Game, Node, Position, ReadError
from vector_errors import fits

Row = dict[str, Any]

USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
# The tags about how a section of VGN is written, and not about the content of its records.
FRAME = {"GameFormat", "SetUp", "MoveFormat"}


def _parse(row: Row) -> None:
    data, expected = bytes.fromhex(row["input"]), row["expected"]
    if "games" in expected:
        _file(data, expected["games"])
        return
    caught = None
    try:
        game = _read(row, data)
    except ReadError as error:
        caught = error
    assert (caught is not None) == ("error" in expected), f"{caught}, expected {expected.get('error')}"
    if caught is not None:
        assert fits(expected["error"], str(caught.code)), f"{caught.code} is not of the kind {expected['error']}"
        return
    _compare(row, game)


def _both(row: Row) -> None:
    _parse(row)
    data = bytes.fromhex(row["input"])
    game = _read(row, data)
    if row["expected"].get("standalone"):
        assert game.to("pgc") == data, f"{game.to('pgc')!r}"
        return
    # A section of VGN always has the result, even if the row leaves it out.
    result = row["expected"]["result"].encode()
    told = b"\x02\x06Result" + bytes([len(result)]) + result
    wanted = data if b"\x02\x06Result" in data else data[:1] + told + data[1:]
    written = game.to("vgn", moves="pgc")
    assert isinstance(written, bytes)
    section = written.partition(b'[MoveFormat "PGC"]')[2]
    assert section == wanted, f"{section.hex()}, not {wanted.hex()}"


def _read(row: Row, data: bytes) -> Game:
    """The game of a row, whose errors are raised."""
    if row["expected"].get("standalone"):
        return scoresheet.parse(data, from_="pgc", on_error="raise")
    start = b"" if row["start"] == USUAL else f'[SetUp "FEN:{row["start"]}"]'.encode()
    head = b'[GameFormat "VGN"]' + start + b'[MoveFormat "PGC"]'
    return scoresheet.parse(head + data, from_="vgn", on_error="raise")


def _compare(row: Row, game: Game) -> None:
    expected, mainline = row["expected"], list(game.mainline())
    found = {
        "uci": [_uci(node) for node in mainline],
        "final": _four(game.end),
        "result": game.result,
        "tags": [list(pair) for pair in game.tags.pairs()],
        "pgcTags": [list(pair) for pair in game.tags.pairs() if pair[0] not in FRAME],
        "nags": [{"ply": node.ply, "nag": nag} for node in mainline for nag in node.nags],
        "variations": list(_variations(game.root, 1)),
        "standalone": True,
    }
    for key, value in expected.items():
        assert found[key] == value, f"{key} is {found[key]}, not {value}"
    if sorted_san := row.get("sortedSan"):
        board = game.start
        listed = [board.write(board.parse(bytes([place]), "pgc"), "san") for place in range(len(sorted_san))]
        assert listed == sorted_san, f"{listed}"


def _file(data: bytes, expected: list[dict[str, Any]]) -> None:
    """The games of a file, each read by itself: the file's columns contain its text."""
    games = list(_games(data))
    assert len(games) == len(expected), f"{len(games)} games"
    for game, said in zip(games, expected, strict=True):
        found = {
            "moveFormat": game.tags["MoveFormat"],
            "uci": [_uci(node) for node in game.mainline()],
            "result": game.result,
        }
        assert {key: found[key] for key in said} == said, f"{found}, not {said}"


def _games(data: bytes) -> Iterator[Game]:
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.vgn"
        path.write_bytes(data)
        yield from scoresheet.read(path, on_error="raise")


def _uci(node: Node) -> str:
    assert node.before is not None
    assert node.move is not None
    return str(node.before.write(node.move, "uci"))


def _four(board: Position) -> str:
    return board.fen(en_passant="always").rsplit(" ", 2)[0]


def _variations(before: Node, depth: int) -> Iterator[dict[str, Any]]:
    """The variations on the moves after a node, in the order in which they end."""
    node = before.next
    while node is not None:
        for first in node.variations:
            moves = [first]
            while (following := moves[-1].next) is not None:
                moves.append(following)
            yield from _variations(first, depth + 1)
            yield {"replacesPly": first.ply, "uci": [_uci(move) for move in moves], "depth": depth}
        node = node.next


RUNNERS: dict[str, Callable[[Row], None]] = {"pgc/PGC parse": _parse, "pgc/PGC both": _both}
