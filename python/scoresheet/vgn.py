"""The words of VGN, one at a time: tag sections, moves as they stand, and what the values of its tags and its NAGs say.

Whole games are read by `scoresheet.read`; this is for what stands in them. The dicts that come back have the names of
the golden rows in `vectors/vgn`. With `strict` a leniency is an error.
"""

from __future__ import annotations

from typing import Any

from scoresheet import _core

__all__ = ["move_format", "nag", "pieces", "result_marker", "rules", "tag_section", "tokens"]


def tag_section(data: str | bytes, *, strict: bool = False) -> dict[str, Any]:
    """The tags at the start of a game, and where its moves start.

    `tags` holds the values that count: of `GameFormat` and `MoveFormat` the code without its label, and what is meant
    where they are missing. `isBinary` says that the moves are bytes, which start right behind the last tag. `rest` are
    the bytes of the moves and all behind them, `comments` those among the tags, `warnings` the codes of the leniencies.

    Raises `ReadError` for what is no tag, and for formats that are not known.

    >>> from scoresheet import vgn
    >>> section = vgn.tag_section('[GameFormat "VGN"] {a} [MoveFormat "MCN:Minimum"] 1. e2e4 *')
    >>> section["tags"], section["rest"]
    ({'GameFormat': 'VGN', 'MoveFormat': 'MCN'}, b'1. e2e4 *')
    """
    found: dict[str, Any] = _core.vgn("tag_section", _bytes(data), strict=strict)
    return found


def tokens(data: str | bytes, code: str = "SAN", *, strict: bool = False) -> dict[str, Any]:
    """The words of one game's moves in the move format `code`, which are not played.

    `moves` are those of the mainline as they stand, `result` is the marker, `nextGameComments` what stands behind it.
    `tokens` are all words in order, each with `byte`, `kind` and `text`; `rest` are the bytes of what follows the game.

    Raises `ReadError` for what cannot stand there, or where the marker is missing; `UsageError` for a code without
    words.

    >>> from scoresheet import vgn
    >>> vgn.tokens("1. e2e4 {best} e7e5 (1.5 c7c5 ) 1/2-1/2", "MCN")["moves"]
    ['e2e4', 'e7e5']
    """
    found: dict[str, Any] = _core.vgn("tokens", _bytes(data), code=code, strict=strict)
    return found


def result_marker(sentence: str) -> str | None:
    """The marker that the value of a Result tag stands for; None where it does not say.

    >>> from scoresheet import vgn
    >>> vgn.result_marker("Black ran out of time")
    '1-0'
    """
    marker: str | None = _core.vgn("result", _bytes(sentence))
    return marker


def rules(value: str) -> dict[str, Any]:
    """What a Rules tag says.

    `numbers` are those of the rules in order, `unknown` those that nothing is known of, `variant` are the rules that
    play them here (None where there are none), `label` is for people, and `text` is the value without it.

    Raises `ReadError` where the value is not a base with changes.

    >>> from scoresheet import vgn
    >>> vgn.rules("n+10:Chess960")["variant"], vgn.rules("0+1,1a")["numbers"]
    ('chess960', [1, 46])
    """
    found: dict[str, Any] = _core.vgn("rules", _bytes(value))
    return found


def pieces(value: str) -> dict[str, Any]:
    """What a Pieces tag says.

    `pieces` stand by their letters, and `normal` says whether they are those of normal chess; `label` is for people,
    and `text` is the value without it. `move` is Betza's notation, empty for moves of normal chess.

    Raises `ReadError` where the value is not a base with changes.

    >>> from scoresheet import vgn
    >>> vgn.pieces("N +=A/BN")["pieces"]["A"]
    {'promotable': True, 'move': 'BN'}
    """
    found: dict[str, Any] = _core.vgn("pieces", _bytes(value))
    return found


def move_format(value: str, *, strict: bool = False) -> dict[str, Any]:
    """What a MoveFormat tag says: the code's `name`, the `notation` with its version, and the `label` for people.

    Raises `ReadError` for a code that is not known; with `strict` also for those that nothing ends.

    >>> from scoresheet import vgn
    >>> vgn.move_format("fcn2:Friendly")
    {'name': 'FCN2', 'notation': 'FCN 1.0', 'isBinary': False, 'label': 'Friendly'}
    """
    found: dict[str, Any] = _core.vgn("move_format", _bytes(value), strict=strict)
    return found


def nag(token: str) -> dict[str, Any]:
    """What a NAG says, simple or composite.

    `args` are its numbers, `pgnNag` and `composite` the simple and the composite one that say the same, `text` is
    English; None for what there is not.

    Raises `ReadError` for what is no NAG.

    >>> from scoresheet import vgn
    >>> vgn.nag("$5.1.2.1.1")["pgnNag"], vgn.nag("$4")["composite"], vgn.nag("$4")["text"]
    (26, '$2.4', 'very poor move')
    """
    found: dict[str, Any] = _core.vgn("nag", _bytes(token))
    return found


def _bytes(data: str | bytes) -> bytes:
    return data if isinstance(data, bytes) else data.encode()
