"""What the reader of a page writes about a game: comments, NAGs, arrows and squares, tags, and the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scoresheet._kinds import EitherGame, is_standard
from scoresheet.drawing.movetext import COMMAND
from scoresheet.drawing.opinions import usual_source
from scoresheet.viewer.errors import wrong

__all__ = ["GAME_KINDS", "NODE_KINDS"]

_LONGEST_NAME = 200
"""The maximum length of the name of a source, in characters."""

_OWN_EDITS = ("Result", "FEN", "SetUp", "Variant")
"""The tags that cannot be set as such, because the result and the start of a game depend on them."""


def _comment(node: Any, edit: Mapping[str, Any]) -> None:
    """Replaces the comments after a move by one. Commands in them, such as clock times, stay."""
    node.comments_after = _comments(node.comments_after, _text(edit))


def _before(node: Any, edit: Mapping[str, Any]) -> None:
    if node.parent is None:
        raise wrong("there is no move that the comment of this edit stands before")
    node.comments_before = _comments(node.comments_before, _text(edit))


def _comments(old: list[str], text: str) -> list[str]:
    commands = [command for comment in old for command in COMMAND.findall(comment)]
    return [" ".join([*commands, text]).strip()] if commands or text else []


def _text(edit: Mapping[str, Any]) -> str:
    text = edit.get("text")
    if not isinstance(text, str):
        raise wrong("the text of a comment is missing")
    if "[%" in text:
        raise wrong("a comment cannot hold `[%`", hint="commands such as `[%clk 0:01:00]` are no text")
    return _encodable(" ".join(text.split()))


def _nags(node: Any, edit: Mapping[str, Any]) -> None:
    node.nags = _codes(edit)


def _codes(edit: Mapping[str, Any]) -> list[str]:
    nags = edit.get("nags")
    if not isinstance(nags, list) or not all(isinstance(nag, str) for nag in nags):
        raise wrong("the NAGs are not a list of texts")
    return nags


def _opinion(node: Any, edit: Mapping[str, Any]) -> None:
    """Replaces the NAGs and the comment that a source has about a move. Its lines and its own measure stay."""
    if not is_standard(node.game):
        raise wrong("games on boards without edges have one source", hint="edit the comment without naming a source")
    source, date, nags, text = edit.get("source"), edit.get("date"), _codes(edit), _text(edit)
    if not isinstance(source, str) or len(source) > _LONGEST_NAME:
        raise wrong(f"the source is not a text of at most {_LONGEST_NAME} characters")
    if date is not None and not isinstance(date, str):
        raise wrong("the date is not a text")
    name = _encodable(" ".join(source.split())) or usual_source(node.game)
    measures = [one.q for one in node.annotations if one.source == name and one.alt is None and one.q is not None]
    node.remove_annotations(name, lines=False)
    measure = {"q": measures[0]} if measures else {}
    for nag in nags[:-1]:
        node.annotate(name, nag=nag, date=date, **measure)
        measure = {}
    if nags or text or measure:
        node.annotate(name, nag=nags[-1] if nags else None, comment=text or None, date=date, **measure)


def _marks(node: Any, edit: Mapping[str, Any]) -> None:
    if not is_standard(node.game):
        raise wrong("boards without edges have no arrows", hint="edit the arrows of a game of standard chess")
    node.arrows = [tuple(arrow) for arrow in _rows(edit.get("arrows"), 3)]
    node.squares = [tuple(square) for square in _rows(edit.get("squares"), 2)]


def _rows(given: object, size: int) -> list[list[Any]]:
    """Squares and colours of marks. The numbers are checked here and the colours where they are set."""
    rows = given if isinstance(given, list) else None
    if rows is None or not all(isinstance(row, list) and len(row) == size and _is_mark(row) for row in rows):
        raise wrong("the arrows or squares are not lists of squares with a colour")
    return rows


def _is_mark(row: list[Any]) -> bool:
    *squares, color = row
    return isinstance(color, str) and all(type(square) is int and 0 <= square < 64 for square in squares)


def _tags(game: EitherGame, edit: Mapping[str, Any]) -> None:
    """Sets tags, and removes those without a value."""
    tags = edit.get("tags")
    for pair in tags if isinstance(tags, list) else [None]:
        if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)):
            raise wrong("the tags are not pairs of a name and a value")
        name, value = pair
        if name in _OWN_EDITS:
            raise wrong(f"the tag `{name}` cannot be set", hint="set the result or the start of the game instead")
        if value is None:
            game.tags.pop(name, None)
        elif isinstance(value, str):
            game.tags[name] = _encodable(value)
        else:
            raise wrong(f"the value of the tag `{name[:40]}` is not text")


def _result(game: EitherGame, edit: Mapping[str, Any]) -> None:
    game.result = str(edit.get("result"))


def _encodable(text: str) -> str:
    """The text, unless it has halves of surrogate pairs, which no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise wrong("the text holds half a surrogate pair") from None
    return text


NODE_KINDS: dict[str, Callable[[Any, Mapping[str, Any]], None]] = {
    "comment": _comment,
    "before": _before,
    "nags": _nags,
    "opinion": _opinion,
    "marks": _marks,
}
"""The kinds of edits of a move, by their names."""

GAME_KINDS: dict[str, Callable[[EitherGame, Mapping[str, Any]], None]] = {"tags": _tags, "result": _result}
"""The kinds of edits of a whole game."""
