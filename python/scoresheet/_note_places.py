"""The places of moves in documents of BGN, by the addresses of the moves, and annotations added there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet._core import Node

__all__ = ["JsonPath", "NotePlace", "appended", "place_of"]

JsonPath = tuple[str | int, ...]
"""The keys and indexes that lead to a value in a document."""

_DECODER = json.JSONDecoder()
_BLANKS = re.compile(r"[ \t\r\n]*")


class NotePlace(NamedTuple):
    """Where the annotations of a move are: in the object at `path`, as its member `a`.

    Lines that nest deeply are JSON texts. `texts` are the paths of those on the way: the first one in the document,
    each other one in the text before it. Then `path` is that in the last one.
    """

    texts: tuple[JsonPath, ...]
    path: JsonPath
    value: Any

    def inside(self, *steps: str | int) -> NotePlace:
        """The place of a part of the value."""
        value = self.value
        for step in steps:
            value = value[step]
        return NotePlace(self.texts, (*self.path, *steps), value)

    def parsed(self) -> NotePlace:
        """The place of the document that is written in this text."""
        return NotePlace((*self.texts, self.path), (), json.loads(self.value))


def place_of(document: Mapping[str, Any], node: Node) -> NotePlace:
    """The place of a move's annotations in the document of its game; for the start, of those of the game.

    Raises:
        UsageError: the document has lines that could not be played, so that addresses do not fit it.

    >>> import scoresheet
    >>> game = scoresheet.parse("1. e4 e5 (1... c5 2. Nf3) *")
    >>> place_of(json.loads(game.to("bgnl")), game.node("2.1.2")).path
    ('moves', 1, 'a', 0, 'alt', 'moves', 1)
    """
    ply, *lines = map(int, node.address.split("."))
    whole = NotePlace((), (), document)
    if ply == 0:
        return whole.inside("bgn")
    black_begins = document["moves"][0] is None
    at, place = node.game.at(ply), whole.inside("moves", ply - (not black_begins))
    # Lines in the annotations of the game are read as lines on its first move.
    holders = [whole.inside("bgn"), place] if ply == 1 and "bgn" in document else [place]
    for number, move in zip(lines[::2], lines[1::2], strict=True):
        found, variations = list(_lines(holders)), at.variations
        if len(found) != len(variations):
            raise UsageError(
                f"the document has lines on the move `{at.address}` that cannot be played",
                hint="correct or remove them before you annotate moves in lines",
            )
        place, at = found[number - 1].inside("moves", move - 1), variations[number - 1]
        for _ in range(move - 1):
            assert at.next is not None
            at = at.next
        holders = [place]
    return place


def _lines(holders: Sequence[NotePlace]) -> Iterator[NotePlace]:
    """The lines with moves in the annotations of these objects, in the order of `Node.variations`.

    A line on the first move of another line has the same start, so it is one of its alternatives.
    """
    pending = [(False, holder) for holder in reversed(holders)]
    while pending:
        is_line, place = pending.pop()
        if is_line:
            yield place
            continue
        found = []
        for index, note in enumerate(place.value.get("a", ())):
            line = None
            if "alt" in note:
                line = place.inside("a", index, "alt")
            elif "altText" in note:
                line = place.inside("a", index, "altText").parsed()
            if line is not None:
                found.append((False, line))
                if line.value.get("moves"):
                    found += [(True, line), (False, line.inside("moves", 0))]
        pending += reversed(found)


def appended(text: str, texts: Sequence[JsonPath], path: JsonPath, annotation: str) -> str:
    """A JSON text with an annotation appended to the array `a` of the object at `path`. Everything else stays as it is.

    Args:
        text: the text.
        texts: the paths of the texts in it on the way to the object, as in `NotePlace`.
        path: the path of the object in the last of them.
        annotation: the annotation as JSON.

    >>> appended('{"moves": [{"f":"e2", "q":2.50}]}', [], ("moves", 0), '{"nag":1}')
    '{"moves": [{"f":"e2", "q":2.50,"a":[{"nag":1}]}]}'
    >>> appended('{"a":[{"nag":1}]}', [], (), '{"nag":2}')
    '{"a":[{"nag":1},{"nag":2}]}'
    """
    if texts:
        start, end = _span(text, texts[0])
        inner = appended(json.loads(text[start:end]), texts[1:], path, annotation)
        return text[:start] + json.dumps(inner, ensure_ascii=False) + text[end:]
    start, end = _span(text, path)
    held = {key: behind for key, _, behind in _members(text, start)}
    if "a" in held:
        end, added = held["a"], annotation
        is_first = not list(_members(text, _span(text, (*path, "a"))[0]))
    else:
        added, is_first = f'"a":[{annotation}]', not held
    return f"{text[: end - 1]}{'' if is_first else ','}{added}{text[end - 1 :]}"


def _span(text: str, path: JsonPath) -> tuple[int, int]:
    """Where the value at a path starts and ends."""
    start, end = _after_blanks(text, 0), len(text)
    for step in path:
        start, end = next((at, behind) for key, at, behind in _members(text, start) if key == step)
    return start, end if path else _DECODER.raw_decode(text, start)[1]


def _members(text: str, start: int) -> Iterator[tuple[str | int, int, int]]:
    """The members of the object or array that starts there: the key or index of each, its start and its end."""
    is_object = text[start] == "{"
    at, count = _after_blanks(text, start + 1), 0
    while text[at] not in "}]":
        key: str | int = count
        if is_object:
            key, at = _DECODER.raw_decode(text, at)
            at = _after_blanks(text, _after_blanks(text, at) + 1)
        end = _DECODER.raw_decode(text, at)[1]
        yield key, at, end
        at, count = _after_blanks(text, end), count + 1
        if text[at] == ",":
            at = _after_blanks(text, at + 1)


def _after_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()
