"""The parts of annotations other than NAGs, comments and lines, and the properties of moves, as Python objects."""

from __future__ import annotations

import copy
import datetime
import json
import math
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from scoresheet import _core
from scoresheet._note_places import place_of
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet._core import Game, Node

__all__ = ["Annotation", "Namespace", "Properties", "annotation", "annotation_of", "node_at", "told"]

# How deep the values of properties may nest according to the description of BGN, counted from the object of namespaces.
_DEEPEST = 32

# The namespaces whose text values are commands in comments.
_COMMANDS = ("pgn", "lichess", "chesscom")


class Annotation(NamedTuple):
    """The annotation of a move by one source. Parts that it leaves out are None.

    `source` is the id of the source; `nag` is a number or text; `alt` is the first move of the line that the source
    prefers; `date` is the date of the annotation, or None if it is that of the game; `q` is the source's own measure.

    >>> import scoresheet
    >>> scoresheet.parse("1. e4! {best by test} *").at(1).annotations
    [Annotation(source='pgn', nag=1, comment='best by test', alt=None, date=None, q=None)]
    """

    source: str
    nag: int | str | None = None
    comment: str | None = None
    alt: Node | None = None
    date: datetime.date | None = None
    q: float | None = None


class Properties(MutableMapping[str, MutableMapping[str, Any]]):
    """The properties of a move: a mapping from namespaces to mappings, all of which can be changed.

    Returned by `Node.properties`. A missing namespace reads as an empty mapping, so that
    `properties["mine"]["key"] = value` creates it.

    >>> import scoresheet
    >>> properties = scoresheet.parse("1. e4 {[%clk 0:03:00]} *").at(1).properties
    >>> properties["mine"] = {"seen": True}
    >>> list(properties), properties["pgn"]["clk"], "theirs" in properties
    (['mine', 'pgn'], '0:03:00', False)
    >>> del properties["mine"]["seen"]
    >>> list(properties)
    ['pgn']
    """

    __slots__ = ("_node",)

    def __init__(self, node: Node) -> None:
        self._node = node

    def _all(self) -> dict[str, dict[str, Any]]:
        kept = self._node._properties()
        found: dict[str, dict[str, Any]] = {} if kept is None else json.loads(kept)
        said = [found.get(namespace, {}) for namespace in _COMMANDS]
        for name, value in _commands(self._node).items():
            if not any(names.get(name) == value for names in said):
                found.setdefault(self._node._namespace(), {}).setdefault(name, value)
        return found

    def _replace(self, properties: Mapping[str, Mapping[str, Any]]) -> None:
        """Replaces all properties."""
        wanted = {namespace: _checked(namespace, members) for namespace, members in properties.items()}
        own, standing = self._node._namespace(), _commands(self._node)
        # The namespace of the game's commands comes first, as in a document.
        order = sorted(wanted, key=lambda namespace: namespace != own)
        commands: dict[str, str] = {}
        kept: dict[str, dict[str, Any]] = {}
        for namespace in order:
            for name, value in wanted[namespace].items():
                stands = name in standing and standing[name] == value
                is_command = namespace in _COMMANDS and (stands or _is_command(name, value))
                if is_command:
                    commands.setdefault(name, value)
                if not is_command or namespace != own:
                    kept.setdefault(namespace, {})[name] = value
        text = _dumped(kept, "a property cannot be written as JSON") if kept else None
        if commands != standing:
            self._node._set_commands(list(commands.items()))
        self._node._set_properties(text)

    def __getitem__(self, namespace: str) -> MutableMapping[str, Any]:
        return Namespace(self, namespace)

    def __setitem__(self, namespace: str, members: Mapping[str, Any]) -> None:
        self._replace({**self._all(), namespace: members})

    def __delitem__(self, namespace: str) -> None:
        found = self._all()
        del found[namespace]
        self._replace(found)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __contains__(self, namespace: object) -> bool:
        return namespace in self._all()

    def __eq__(self, other: object) -> bool:
        return self._all() == other if isinstance(other, dict) else super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Properties({self._all()})"


class Namespace(MutableMapping[str, Any]):
    """The properties of a move in one namespace, which can be changed. Returned by `Properties`."""

    __slots__ = ("_all", "_name")

    def __init__(self, properties: Properties, name: str) -> None:
        self._all, self._name = properties, name

    def _members(self) -> dict[str, Any]:
        return self._all._all().get(self._name, {})

    def __getitem__(self, key: str) -> Any:
        return self._members()[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self._all[self._name] = {**self._members(), key: value}

    def __delitem__(self, key: str) -> None:
        members = self._members()
        del members[key]
        self._all[self._name] = members

    def __iter__(self) -> Iterator[str]:
        return iter(self._members())

    def __len__(self) -> int:
        return len(self._members())

    def __repr__(self) -> str:
        return repr(self._members())


def _commands(node: Node) -> dict[str, str]:
    """The commands in the comments after a move; only the first one of each name counts."""
    found: dict[str, str] = {}
    for command in node.commands:
        if command.name:
            found.setdefault(command.name, command.value)
    return found


def _is_command(name: str, value: Any) -> bool:
    """Whether a property that is written as a command is read back unchanged."""
    if not isinstance(value, str):
        return False
    text, found = _core.commands(f"[%{name} {value}]" if value else f"[%{name}]")
    return text == "" and [command[:2] for command in found] == [(name, value)]


def _checked(namespace: Any, members: Any) -> dict[str, Any]:
    if not isinstance(namespace, str) or not isinstance(members, Mapping):
        raise UsageError("properties are mappings by namespace", hint='such as `{"mine": {"rush": 0.5}}`')
    if not all(isinstance(key, str) for key in members):
        raise UsageError("the keys of properties are strings", hint='such as `{"mine": {"rush": 0.5}}`')
    if _depth(list(members.values())) + 1 > _DEEPEST:
        raise UsageError(f"properties nest at most {_DEEPEST} deep", hint="nest them less deeply, or pass them as text")
    return dict(members)


def _depth(value: Any) -> int:
    """How deep lists and mappings nest in a value, including itself. Stops counting just beyond the limit."""
    depth, level = 0, [value]
    while depth <= _DEEPEST and (level := [held for held in level if isinstance(held, list | tuple | Mapping)]):
        depth += 1
        level = [inner for held in level for inner in (held.values() if isinstance(held, Mapping) else held)]
    return depth


def _dumped(value: Any, refused: str) -> str:
    """A value as JSON without whitespace."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"{refused}: {error}", hint="use mappings, lists, strings and numbers") from None


def told(source: Any, date: Any, q: Any, info: Any, usual: str) -> tuple[str, str, str | None, str, str | None]:
    """The arguments of an annotation, as JSON.

    Returns the id of the source, the object with the annotation's id, date and `q`, the facts about the source, the id
    of the source to which annotations without a source belong, and the object for the annotations in its line, or None
    if they need none.
    """
    if not isinstance(source, str) or not source:
        raise UsageError("an annotation needs a source", hint="pass its id as text, such as `AA2`")
    said: dict[str, Any] = {"id": source}
    if date is not None:
        said["date"] = _iso_date(date)
    inside = None if said == {"id": usual} else _dumped(said, "")
    if q is not None:
        if isinstance(q, bool) or not isinstance(q, int | float) or not math.isfinite(q):
            raise UsageError(
                f"`{q}` is not a number", hint="`q` is a number that the source assigns to the move, such as `0.75`"
            )
        said["q"] = q
    if info is not None and not isinstance(info, Mapping):
        raise UsageError("`info` must be a JSON object", hint='pass one such as `{"rating": 1000}`')
    known = None if info is None else _dumped(dict(info), "`info` cannot be written as JSON")
    return _dumped(source, ""), _dumped(said, ""), known, _dumped(usual, ""), inside


def _iso_date(value: Any) -> str:
    """A date in ISO 8601 format."""
    if isinstance(value, datetime.datetime):
        raise UsageError("the date of an annotation has no time", hint="pass `value.date()`")
    found = value if isinstance(value, datetime.date) else None
    if isinstance(value, str) and len(value) == len("2022-03-04"):
        try:
            found = datetime.date.fromisoformat(value)
        except ValueError:
            found = None
    if found is None or (isinstance(value, str) and found.isoformat() != value):
        raise UsageError(f"`{value}` is not a date", hint="write it in ISO 8601 format: `2022-03-04`")
    return found.isoformat()


def annotation_of(
    usual: str, object_: str | None, nag: int | str | None, comment: str | None, alt: Node | None
) -> Annotation:
    """An annotation as reading returns it."""
    said = json.loads(object_) if object_ else {}
    date = said.get("date")
    found = None if date is None else datetime.date.fromisoformat(date)
    return Annotation(said.get("id", usual), nag, comment, alt, found, said.get("q"))


def annotation(game: Game, ply: int | str | Sequence[int] | Node, source: str, **said: Any) -> dict[str, Any]:
    """An annotation as part of a document: an element to append to the array `a` of a move, or of `bgn` for ply 0.

    The game itself is not changed. The arguments are those of `Node.annotate`, which checks them; `ply` is the ply of a
    move of the mainline, the address of any move (`Node.address`), or its node.

    >>> import scoresheet
    >>> game = scoresheet.parse("1. e4 e5 (1... c5 2. Nf3) *")
    >>> annotation(game, 2, "AA2", nag=4, alt="e6", date="2022-03-04")
    {'id': 'AA2', 'date': '2022-03-04', 'nag': 4, 'alt': {'moves': [{'p': 'P', 'f': 'e7', 't': 'e6'}]}}
    >>> annotation(game, "2.1.2", "AA2", nag=1)
    {'id': 'AA2', 'nag': 1}
    """
    address = node_at(game, ply).address
    annotated = copy.copy(game)
    node = annotated.node(address)
    node.annotate(source, **said)
    holder = place_of(json.loads(annotated.to("bgnl")), node).value
    found: dict[str, Any] = next(note for note in reversed(holder["a"]) if "before" not in note)
    return found


def node_at(game: Game, ply: int | str | Sequence[int] | Node) -> Node:
    """The node after this many half-moves of the mainline, or with this address; the game itself is ply 0."""
    if not isinstance(game, _core.Game):
        raise UsageError("games on boards without edges cannot be annotated by source", hint="edit their documents")
    if isinstance(ply, int) and ply < 0:
        raise UsageError(f"there is no ply {ply}", hint="plies start at 1; 0 is the game itself")
    return game.node(ply)
