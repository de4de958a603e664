"""The moves of the long format: strings of squares, or objects as older programs wrote them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from scoresheet.infinite.compat.comments import signs_from
from scoresheet.infinite.compat.names import a_long_piece
from scoresheet.infinite.compat.shape import a_list, a_natural, a_square, a_text, an_object, given, refused
from scoresheet.infinite.document import Document, MoveText
from scoresheet.infinite.faults import Refused
from scoresheet.infinite.reading.compact import compact_move
from scoresheet.infinite.writing.layout import LAYOUTS
from scoresheet.infinite.writing.moves import cell

__all__ = ["annotations_of", "move_from_object", "moves_from", "moves_of", "with_annotations"]

_COMPACT = replace(LAYOUTS["fc", "compact"], comments=False)


def moves_of(moves: Iterable[MoveText]) -> list[str]:
    """The moves as strings: `2,7>1,8Q`."""
    return [cell(move, _COMPACT) for move in moves]


def moves_from(value: object) -> list[MoveText]:
    """The moves of a list of strings or objects."""
    moves = []
    for place, said in enumerate(a_list(value, "moves")):
        path = f"moves[{place}]"
        moves.append(_bare(said, place + 1) if isinstance(said, str) else move_from_object(an_object(said, path), path))
    return moves


def _bare(text: str, ply: int) -> MoveText:
    try:
        return compact_move(a_text(text, f"moves[{ply - 1}]"))
    except Refused as refusal:
        raise Refused(replace(refusal.fault, ply=ply)) from None


def move_from_object(said: dict[str, Any], path: str) -> MoveText:
    """The move for an object with `startCoords` and `endCoords`."""
    for name in ("startCoords", "endCoords"):
        if name not in said:
            raise refused(path, f"it has no `{name}`")
    promotion, kind = said.get("promotion"), said.get("type")
    becomes = None if promotion is None else a_long_piece(promotion, f"{path}.promotion")
    if becomes is not None and becomes.kind.neutral:
        raise refused(f"{path}.promotion", f"`{becomes}` belongs to nobody", "icn-piece")
    return MoveText(
        a_square(said["startCoords"], f"{path}.startCoords"),
        a_square(said["endCoords"], f"{path}.endCoords"),
        becomes,
        None if kind is None else a_long_piece(kind, f"{path}.type"),
        capture=bool(said.get("captured")),
        signs=("#",) if said.get("mate") is True else ("+",) if said.get("check") is True else (),
    )


# Comments and signs, for which the original format has no place


def annotations_of(document: Document) -> list[dict[str, Any]]:
    """What surrounds the moves, by half-moves: 0 is before the first one."""
    said = [_annotation(0, document.comments, ())]
    said.extend(_annotation(ply, move.comments, move.signs) for ply, move in enumerate(document.moves, 1))
    return [entry for entry in said if len(entry) > 1]


def _annotation(ply: int, comments: Sequence[str], signs: Sequence[str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"ply": ply}
    if comments:
        entry["comments"] = list(comments)
    if signs:
        entry["signs"] = list(signs)
    return entry


def with_annotations(document: Document, value: object) -> None:
    """Puts comments and signs in their places."""
    for place, said in enumerate(a_list(value, "annotations")):
        path = f"annotations[{place}]"
        entry = an_object(said, path)
        ply = a_natural(entry.get("ply"), f"{path}.ply")
        comments = tuple(a_text(text, f"{path}.comments") for text in a_list(given(entry, "comments", []), path))
        if ply > len(document.moves):
            raise refused(f"{path}.ply", f"there are {len(document.moves)} moves")
        if ply == 0:
            document.comments = comments
            continue
        signs = signs_from(given(entry, "signs", []), f"{path}.signs")
        document.moves[ply - 1] = replace(document.moves[ply - 1], comments=comments, signs=signs)
