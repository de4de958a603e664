"""What the native part calls for infinite chess: reading an input, describing, converting and writing games."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Literal

import scoresheet
from scoresheet.errors import ScoresheetError, UsageError
from scoresheet.infinite.bgn import document_text
from scoresheet.infinite.contents import RESULTS
from scoresheet.infinite.encoded import EncodedText
from scoresheet.infinite.errors import Found, printable
from scoresheet.infinite.faults import Fault
from scoresheet.infinite.formats import in_format, losses_in
from scoresheet.infinite.game import Game
from scoresheet.infinite.parsing import read_text
from scoresheet.infinite.pgn import from_pgn
from scoresheet.infinite.pgn import to_pgn as _to_pgn
from scoresheet.infinite.pgn.boards import EDGES

__all__ = ["cut_game", "document_of", "facts", "from_native", "read_game", "to_native", "write_game"]

_NOT_A_GAME = ("icn-empty", "icn-json", "limit-game")

_Lost = list[tuple[str, int, str]]
"""The kinds of losses, how often each occurred, and the text at fault if the kind does not name it."""


def read_game(
    data: bytes, kind: Literal["icn", "icn-json", "bgn"], name: str, options: Mapping[str, Any]
) -> tuple[Game, list[dict[str, Any]], bool]:
    """The game of an input, its faults, and whether it is a game at all.

    Errors and notes have their places in bytes. A game that could not be read is empty.

    Args:
        data: all bytes of the input.
        kind: `icn`, `icn-json`, or `bgn` for a document as JSON.
        name: the name of the input.
        options: `profile`, `limits`, `strict`, and `too_long`: whether the input has more bytes than a game may have.

    >>> game, faults, is_game = read_game(b"K0,0|k5,5 0,0>9,9", "icn", "a.icn", {})
    >>> game.ply_count, faults[0]["code"], faults[0]["at"], faults[0]["ply"], is_game
    (0, 'move-illegal', 10, 1, True)
    """
    source = EncodedText.of(data)
    chosen: dict[str, Any] = {choice: options.get(choice) for choice in ("profile", "limits")}
    chosen |= {flag: bool(options.get(flag)) for flag in ("strict", "too_long")}
    reading = read_text(source, kind=kind, **chosen)
    reading.game._found = Found.of(reading.errors, reading.notes, source.text, name or None)
    faults = sorted((*reading.errors, *reading.notes), key=lambda fault: fault.at)
    places = source.bytes_before(fault.at for fault in faults)
    is_game = not any(fault.code in _NOT_A_GAME for fault in reading.errors)
    return reading.game, [_as_dict(*found) for found in zip(faults, places, strict=True)], is_game


def _as_dict(fault: Fault, byte: int) -> dict[str, Any]:
    words = {"code": fault.code, "message": fault.message, "text": fault.text}
    return {
        **{name: printable(text) for name, text in words.items()},
        "at": byte,
        "ply": fault.ply,
        "number": fault.number,
    }


def facts(game: Game) -> dict[str, Any]:
    """The counts of a game.

    >>> from scoresheet import infinite
    >>> facts(infinite.parse("[Result: 1-0] K6,7|Q1,2|k8,8 1,2>8,2"))
    {'plies': 1, 'result': '1-0', 'mate': False, 'stalemate': False}
    """
    try:
        outcome = game.outcome
    except ScoresheetError:
        outcome = None
    condition = None if outcome is None else outcome.condition
    said = game.termination or game.tags.get("Result")
    return {
        "plies": game.ply_count,
        "result": said if said in RESULTS else None,
        "mate": condition == "checkmate",
        "stalemate": condition == "stalemate",
    }


def to_native(game: Game) -> tuple[scoresheet.Game | None, _Lost]:
    """The game as one of standard chess, and the losses; None if it does not fit, which is a loss too.

    >>> from scoresheet import infinite
    >>> to_native(infinite.parse("K0,0|k5,5"))[1][0][:2]
    ('unplayed-game', 1)
    """
    try:
        standard, lost = _to_pgn(game)
    except UsageError as error:
        return None, _unfit(error)
    return standard, _counted(lost)


def same_native(game: Game) -> scoresheet.Game | None:
    """The game as one of standard chess, if it is one: on a board with the same edges, and without losses.

    >>> from scoresheet import infinite
    >>> print(same_native(infinite.parse("K5,1|k5,8")))
    None
    """
    if game.start.border != EDGES:
        return None
    standard, lost = to_native(game)
    return None if lost else standard


def _counted(lost: list[tuple[str, int]]) -> _Lost:
    return [(kind, count, "") for kind, count in lost]


def _unfit(error: UsageError) -> _Lost:
    return [("unplayed-game", 1, printable(error.message))]


def cut_game(game: Game, before: int, after: int) -> Game | None:
    """The plies of a game from one to another, as a game; None if it is too short.

    Raises:
        ScoresheetError: the positions of the game are not known.

    >>> from scoresheet import infinite
    >>> game = infinite.parse("K0,0|k5,5 0,0>1,1|5,5>6,6|1,1>2,2")
    >>> cut_game(game, 2, 2).to_icn().split(), cut_game(game, 5, 9)
    (['b', 'k5,5|K1,1', '5,5>6,6'], None)
    """
    if before > game.ply_count + 1:
        return None
    kept = copy.deepcopy(game)
    kept.cut(before=before, after=min(max(after, before - 1), game.ply_count))
    return kept


def document_of(game: Game) -> tuple[str, _Lost]:
    """The document of a game as JSON without white space, and the losses.

    >>> from scoresheet import infinite
    >>> document_of(infinite.parse("K0,0|k5,5"))
    ('{"pgn":{},"bgn":{"setup":{"icn":"K0,0|k5,5"}},"moves":[]}', [])
    """
    return document_text(game), _counted(list(game._left_out.items()))


def from_native(game: scoresheet.Game) -> tuple[Game | None, _Lost]:
    """A game of standard chess as one on a board with a border, and the losses; None for other variants.

    >>> import scoresheet
    >>> from_native(scoresheet.parse("1. e4 *"))[0].to_icn().split()[-1]
    '5,2>5,4'
    """
    try:
        other, lost = from_pgn(game)
    except UsageError as error:
        return None, _unfit(error)
    return other, _counted(lost)


def write_game(game: Game, kind: str, options: Mapping[str, Any]) -> tuple[str | None, _Lost]:
    r"""The text of a game in ICN or its JSON, and the losses. None if the game is too short for the option `ply`.

    >>> from scoresheet import infinite
    >>> write_game(infinite.parse("K0,0|k5,5"), "icn", {"profile": "modern"})
    ('w 1 K0,0|k5,5\n', [])
    """
    ply = options.get("ply", "all")
    if ply.isdecimal() and int(ply[:9]) > game.ply_count:
        return None, [("board", 1, "")]
    text = in_format(game, kind, **options)
    assert isinstance(text, str), "ICN and its JSON are text"
    return text, _counted([(loss.kind, loss.count) for loss in losses_in(game, kind, **options)])
