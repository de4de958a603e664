"""The parts of VGN: tag sections, moves as written, and the meanings of its tag values and NAGs.

Use `scoresheet.read` for whole games; this module is for parts of them. The dicts that are returned have the keys of
the golden rows in `vectors/vgn`. With `strict`, a leniency is an error.
"""

from __future__ import annotations

from typing import Any

from scoresheet import _core
from scoresheet._nag_words import words
from scoresheet._registry import registry
from scoresheet.errors import UsageError

__all__ = ["move_format", "nag", "pieces", "result_marker", "rules", "tag_section", "tokens"]


def tag_section(data: str | bytes, *, strict: bool = False) -> dict[str, Any]:
    """The tags at the start of a game, and where its moves start.

    `tags` holds the effective values: for `GameFormat` and `MoveFormat` the code without its label, and the default if
    they are missing. `isBinary` is true if the moves are bytes, which start right after the last tag. `rest` holds the
    bytes of the moves and everything after them, `comments` those among the tags, and `warnings` codes of leniencies.

    Raises `ReadError` for invalid tags and unknown formats.

    >>> from scoresheet import vgn
    >>> section = vgn.tag_section('[GameFormat "VGN"] {a} [MoveFormat "MCN:Minimum"] 1. e2e4 *')
    >>> section["tags"], section["rest"]
    ({'GameFormat': 'VGN', 'MoveFormat': 'MCN'}, b'1. e2e4 *')
    """
    found: dict[str, Any] = _core.vgn("tag_section", _bytes(data), strict=strict)
    return found


def tokens(data: str | bytes, code: str = "SAN", *, strict: bool = False) -> dict[str, Any]:
    """The words of one game's moves in the move format `code`. The moves are not played.

    `moves` holds the mainline as written, `result` the marker, `nextGameComments` the comments after it. `tokens` holds
    all words in order, each with `byte`, `kind` and `text`; `rest` holds the bytes after the game.

    Raises `ReadError` for invalid words and for a missing marker, and `UsageError` for a code without
    words.

    >>> from scoresheet import vgn
    >>> vgn.tokens("1. e2e4 {best} e7e5 (1.5 c7c5 ) 1/2-1/2", "MCN")["moves"]
    ['e2e4', 'e7e5']
    """
    found: dict[str, Any] = _core.vgn("tokens", _bytes(data), code=code, strict=strict)
    return found


def result_marker(sentence: str) -> str | None:
    """The marker for the value of a Result tag; None if the value is not a result.

    >>> from scoresheet import vgn
    >>> vgn.result_marker("Black ran out of time")
    '1-0'
    """
    marker: str | None = _core.vgn("result", _bytes(sentence))
    return marker


def rules(value: str) -> dict[str, Any]:
    """The meaning of a Rules tag.

    `numbers` holds the rules in order, `unknown` the unknown ones, and `variant` the rules that play them here, or
    None. `label` is for people, and `text` is the value without it.

    Raises `ReadError` if the value is not a base with changes.

    >>> from scoresheet import vgn
    >>> vgn.rules("n+10:Chess960")["variant"], vgn.rules("0+1,1a")["numbers"]
    ('chess960', [1, 46])
    """
    found: dict[str, Any] = _core.vgn("rules", _bytes(value))
    return found


def pieces(value: str) -> dict[str, Any]:
    """The meaning of a Pieces tag.

    `pieces` maps letters to pieces, and `normal` is true for those of normal chess. `label` is for people, and `text`
    is the value without it. `move` is Betza's notation, empty for the moves of normal chess.

    Raises `ReadError` if the value is not a base with changes.

    >>> from scoresheet import vgn
    >>> vgn.pieces("N +=A/BN")["pieces"]["A"]
    {'promotable': True, 'move': 'BN'}
    """
    found: dict[str, Any] = _core.vgn("pieces", _bytes(value))
    return found


def move_format(value: str, *, strict: bool = False) -> dict[str, Any]:
    """The meaning of a MoveFormat tag: the code's `name`, the `notation` with its version, and the `label` for people.

    Raises `ReadError` for an unknown code; with `strict`, also for codes that nothing terminates.

    >>> from scoresheet import vgn
    >>> vgn.move_format("fcn2:Friendly")
    {'name': 'FCN2', 'notation': 'FCN 1.0', 'isBinary': False, 'label': 'Friendly'}
    """
    found: dict[str, Any] = _core.vgn("move_format", _bytes(value), strict=strict)
    return found


def nag(token: str, language: str = "en") -> dict[str, Any]:
    """The meaning of a NAG, simple or composite.

    `args` holds its numbers, `pgnNag` and `composite` the equivalent simple and composite NAGs, and `text` the
    meaning in a language, or in English if there is no translation. Values that do not exist are None.

    Raises `ReadError` for an invalid NAG, and `UsageError` for an unknown language.

    >>> from scoresheet import vgn
    >>> vgn.nag("$5.1.2.1.1")["pgnNag"], vgn.nag("$4")["composite"], vgn.nag("$4")["text"]
    (26, '$2.4', 'very poor move')
    >>> vgn.nag("$26", "de")["text"]
    'Weiß hat einen mäßigen Raumvorteil'
    """
    known = [entry["id"] for entry in registry("languages")]
    if language not in known:
        raise UsageError(f"there is no language `{language}`", hint=f"it is one of {', '.join(known)}")
    found: dict[str, Any] = _core.vgn("nag", _bytes(token))
    return found | {"text": words(token, language)}


def _bytes(data: str | bytes) -> bytes:
    return data if isinstance(data, bytes) else data.encode()
