"""Reads a document as a game, plays its moves, and compares its statements about them with the board."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import scoresheet
from scoresheet.errors import ReadError
from scoresheet.infinite.annotation import as_comment
from scoresheet.infinite.bgn.fields import fields_of, order_of, starts_with_black
from scoresheet.infinite.bgn.places import MovePlaces
from scoresheet.infinite.bgn.shadow import DRAWISH, shadow_of_document
from scoresheet.infinite.contents import RESULTS
from scoresheet.infinite.document import Document, MoveText, Square
from scoresheet.infinite.errors import is_note, shortened
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.game import Game
from scoresheet.infinite.pieces import BY_CODE, Piece
from scoresheet.infinite.reading import read_document
from scoresheet.infinite.reading.json import read_json
from scoresheet.infinite.reading.numbers import square_in
from scoresheet.infinite.reading.source import Source

__all__ = ["ReadBgn", "read_bgn"]

_SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", DRAWISH: "="}
_RUN = re.compile(r"[!?]+|=")
_LINES = ("alt", "altText")

_ON_BOARD = frozenset(
    ("p", "f", "t", "x", "ep", "c", "castle", "promote", "mate", "stalemate", "illegal", "drop", "null", "unplayed")
)
"""The fields of moves that depend on the board."""

_COMPARED = ("p", "x", "ep", "c", "castle", "mate", "stalemate")
"""Those that only repeat what squares and promotion say."""

_PARTS = ("pgn", "bgn", "moves", "unplayed")
"""The members of a document."""

_OF_SHADOW = ("termination-missing", "result-differs")
"""The codes of what only the shadow lacks."""

_LOSSES = frozenset(("attribution", "property", "elapsed", "field", "line-name"))
"""The kinds of losses in PGN that ICN has too. The others are of what ICN can express."""

_OF_GAME = frozenset(("setup", "rules", "tail", "version"))
"""The members of `bgn` that the shadow does not have."""


@dataclass
class ReadBgn:
    """The game of a document, and its faults."""

    game: Game
    errors: list[Fault] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)

    def add(self, fault: Fault) -> None:
        """Adds an error or a note."""
        (self.notes if is_note(fault.code) else self.errors).append(fault)


def read_bgn(text: str, limits: Mapping[str, int] | None = None) -> ReadBgn:
    """The game of a document. All its faults are returned, never raised.

    >>> document = '{"bgn":{"setup":{"icn":"K0,0|k5,5"}},"moves":[{"f":"0,0","t":"1,1"},{"f":"5,5","t":"9,9"}]}'
    >>> read = read_bgn(document)
    >>> read.game.ply_count, [(fault.code, fault.ply, fault.at) for fault in read.errors]
    (1, [('move-illegal', 2, 68)])
    """
    try:
        document = read_json(text, limits)
    except Refused as refused:
        return ReadBgn(Game._begun(Document(), "doc"), [refused.fault])
    return _Reader(text, document, limits).read()


class _Reader:
    def __init__(self, text: str, document: dict[str, Any], limits: Mapping[str, int] | None) -> None:
        self.text, self.limits = text, limits
        self.places = MovePlaces(text)
        self.faults: list[Fault] = []
        self.is_set_up = True
        self.bgn = _an_object(document.get("bgn"))
        self.pgn = _an_object(document.get("pgn"))
        self.moves = _an_array(document.get("moves"))
        self.unplayed = _an_array(document.get("unplayed"))
        for move in self.moves:
            self.unplayed = _an_array(_an_object(move).get("unplayed")) or self.unplayed
        self.others = {key: value for key, value in document.items() if key not in _PARTS}

    def read(self) -> ReadBgn:
        head = self._head()
        # The array starts with `null` if Black moves first.
        offset = int(bool(self.moves) and self.moves[0] is None)
        if self.moves and offset != starts_with_black(head):
            self._add("field-value", "the array of moves starts with `null` where Black moves first, and only there")
        shadow, left_out = self._shadow(head)
        self._take_notes(head, shadow.root, offset)
        head.result = self.bgn.get("termination") if self.bgn.get("termination") in RESULTS else None
        moves = self._moves(head, shadow, offset)
        read = self._played(head, moves, offset)
        read.game._left_out = {kind: count for kind, count in left_out.items() if count}
        for fault in self.faults:
            read.add(fault)
        return read

    # Faults

    def _add(self, code: str, message: str, at: int = 0, words: str = "", ply: int | None = None) -> None:
        self.faults.append(Fault(code, message, at, shortened(words), ply))

    # Before the moves

    def _head(self) -> Document:
        setup = _an_object(self.bgn.get("setup")).get("icn")
        words = setup if isinstance(setup, str) else ""
        if not words.strip():
            head = Document()
        else:
            read = read_document(words, limits=self.limits)
            head = read.document
            faults = [*read.notes, *([] if read.fault is None else [read.fault])]
            if head.moves or head.metadata:
                faults.append(Fault("field-value", "`setup.icn` holds more than a position", text=words))
            self.is_set_up = read.fault is None
            at = max(self.text.find('"icn"'), 0)
            self.faults += (replace(fault, at=at, ply=None) for fault in faults)
        return replace(head, metadata=dict(self._tags()), moves=[], comments=(), result=None)

    def _tags(self) -> list[tuple[str, str]]:
        """The tags by the names that their keys mean."""
        words = {key: value for key, value in self.pgn.items() if isinstance(value, str)}
        for key in self.pgn:
            if key not in words:
                self._add("field-value", f"`{key[:80]}` is not text", words=key)
        told = scoresheet.parse(json.dumps({"pgn": words, "bgn": {}, "moves": []}), from_="bgnl")
        return told.tags.pairs()

    def _shadow(self, head: Document) -> tuple[scoresheet.Game, Counter[str]]:
        """The shadow with the annotations, and what ICN cannot express of them."""
        left_out: Counter[str] = Counter()
        fields = [self._field_of_shadow(move, left_out) for move in self.moves]
        bgn = {key: value for key, value in self.bgn.items() if key not in _OF_GAME}
        for name in ("a", "end"):
            if name in bgn:
                bgn[name] = _without_lines(bgn[name], left_out)
        left_out["field"] += ("rules" in self.bgn) + len(self.others)
        shadow = shadow_of_document(head.metadata.items(), bgn, fields)
        for error in cast("list[ReadError]", [*shadow.errors, *shadow.notes]):
            if error.code not in _OF_SHADOW and not (error.code == "nag-range" and _RUN.fullmatch(error.text or "")):
                self._add(error.code or "", error.message, words=error.text or "", ply=error.ply or None)
        for loss in shadow.losses("pgn"):
            left_out[loss.kind] += loss.count * (loss.kind in _LOSSES)
        nodes = (shadow.root, *shadow.mainline())
        left_out["nag"] += sum(_sign_of(nag) is None for node in nodes for nag in node.nags) + len(shadow.root.nags)
        return shadow, left_out

    def _field_of_shadow(self, move: object, left_out: Counter[str]) -> dict[str, Any]:
        fields = {key: value for key, value in _an_object(move).items() if key not in _ON_BOARD}
        if "a" in fields:
            fields["a"] = _without_lines(fields["a"], left_out)
        return fields

    def _take_notes(self, head: Document, root: scoresheet.Node, offset: int) -> None:
        comments = list(root.comments_after)
        if offset and (first := root.next) is not None:
            comments += (*first.comments_before, *first.comments_after)
        head.comments = tuple(comments)

    # Moves

    def _moves(self, head: Document, shadow: scoresheet.Game, offset: int) -> list[MoveText | None]:
        """The moves; None for one that cannot be read, which ends them."""
        order = order_of(head)
        nodes = list(shadow.mainline())[offset:]
        moves: list[MoveText | None] = []
        for place, move in enumerate(self.moves[offset:]):
            try:
                made = self._move(_an_object(move), order[place % len(order)], place)
            except Refused as refused:
                self.faults.append(refused.fault)
                moves.append(None)
                break
            moves.append(_annotated(made, nodes[place], nodes[place + 1 : place + 2]) if place < len(nodes) else made)
        if moves and moves[-1] is not None and (end := shadow.closing_comments):
            moves[-1] = replace(moves[-1], comments=(*moves[-1].comments, *end))
        return moves

    def _move(self, fields: Mapping[str, Any], player: int, place: int) -> MoveText:
        at = self.places.of(place + int(bool(self.moves) and self.moves[0] is None))
        start, end = (self._square(fields, name, at, place + 1) for name in ("f", "t"))
        if fields.get("drop") or fields.get("null"):
            raise _refused("field-value", "no piece is dropped and no move is passed here", at, place + 1)
        promotion = self._piece(fields, "promote", player, at, place + 1)
        piece = self._piece(fields, "p", player, at, place + 1)
        signs = ("#",) if fields.get("mate") else ("+",) if "c" in fields else ()
        illegal = fields.get("illegal") is True
        return MoveText(start, end, promotion, piece, "x" in fields, signs, at=at, illegal=illegal)

    def _square(self, fields: Mapping[str, Any], name: str, at: int, ply: int) -> Square:
        words = fields.get(name)
        if words is None:
            raise _refused("field-missing", f"the move has no `{name}`", at, ply)
        square = square_in(Source(words, self.limits), words, at) if isinstance(words, str) else None
        if square is None:
            raise _refused("field-value", f"`{shortened(str(words))}` is not a square", at, ply, str(words))
        return square

    def _piece(self, fields: Mapping[str, Any], name: str, player: int, at: int, ply: int) -> Piece | None:
        words = fields.get(name)
        if words is None:
            return None
        kind = BY_CODE.get(words.lower()) if isinstance(words, str) else None
        if kind is None or words != words.upper():
            raise _refused("field-value", f"`{shortened(str(words))}` is no code of a piece", at, ply, str(words))
        return Piece(kind, player)

    def _played(self, head: Document, moves: Sequence[MoveText | None], offset: int) -> ReadBgn:
        """Plays the moves, and compares the fields that repeat their content."""
        readable = [move for move in moves if move is not None]
        game = Game._begun(head, "doc")
        bare = [replace(move, piece=None, capture=False, signs=_verdicts(move.signs)) for move in readable]
        fault = game._play(bare)
        is_judged = game._replayed is not None or fault is None or fault.code not in ("unplayable",)
        if fault is not None and not _is_played(fault):
            # The rules are not known, so the signs are all there is.
            game = Game._begun(head, "doc")
            fault = game._play(readable)
            is_judged = False
        read = ReadBgn(game)
        if not self.is_set_up and not readable:
            fault, game._notes = None, []  # they are about a position that was not read to its end
        for found in (*game._notes, *([] if fault is None else [fault])):
            read.add(found)
        if is_judged:
            self._compare(game, offset)
        entry = game.last._entry
        unread = self.moves[offset + game.ply_count :] if None in moves and fault is None else []
        tail = self.bgn.get("tail")
        words = [entry.rest, *map(_words, unread), *map(_words, self.unplayed), tail if isinstance(tail, str) else None]
        entry.rest = as_comment(" ".join(word for word in words if word))
        return read

    def _compare(self, game: Game, offset: int) -> None:
        told = zip(self.moves[offset:], fields_of(game._head, game._entries, game.rules), strict=False)
        for place, (said, true) in enumerate(told):
            for name in _COMPARED:
                if name in said and said[name] != true.get(name):
                    have = f"the game has `{true[name]}`" if name in true else "the game has none"
                    message = f"`{name}` is `{shortened(str(said[name]))}`, but {have}"
                    self._add("field-differs", message, self.places.of(offset + place), str(said[name]), place + 1)


def _refused(code: str, message: str, at: int, ply: int, words: str = "") -> Refused:
    return Refused(Fault(code, message, at, shortened(words), ply))


def _is_played(fault: Fault) -> bool:
    return fault.code not in ("unplayable", "icn-position-missing")


def _verdicts(signs: Sequence[str]) -> tuple[str, ...]:
    return tuple(sign for sign in signs if sign not in "+#")


def _words(move: object) -> str:
    """A move that is not played, as ICN writes it."""
    fields = _an_object(move)
    return ">".join(str(fields[name]) for name in ("f", "t") if name in fields)


def _an_array(value: object) -> list[Any]:
    return list(value) if isinstance(value, list) else []


def _an_object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _without_lines(annotations: object, left_out: Counter[str]) -> object:
    """Annotations without the lines in them, which ICN does not have."""
    if not isinstance(annotations, list):
        return annotations
    kept = []
    for annotation in annotations:
        if isinstance(annotation, dict) and any(name in annotation for name in _LINES):
            left_out["variation"] += 1
            annotation = {key: value for key, value in annotation.items() if key not in _LINES}
            if set(annotation) <= {"id"}:
                continue
        kept.append(annotation)
    return kept


def _annotated(move: MoveText, node: scoresheet.Node, following: Sequence[scoresheet.Node]) -> MoveText:
    """A move with the signs and comments of its shadow. A comment before the next move belongs to this one."""
    before = [comment for after in following for comment in after.comments_before]
    signs = tuple(sign for sign in map(_sign_of, node.nags) if sign)
    return replace(move, signs=(*move.signs, *signs), comments=(*node.comments_after, *before))


def _sign_of(nag: int | str) -> str | None:
    if isinstance(nag, int):
        return _SIGNS.get(nag)
    return nag if _RUN.fullmatch(nag) else None
