"""The neutral encoding of today's dialect for a whole text. Unbounded numbers are strings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scoresheet.infinite.compat.names import a_piece_code, order_of, players_of
from scoresheet.infinite.compat.neutral_moves import move_from, move_of
from scoresheet.infinite.compat.shape import (
    a_list,
    a_natural,
    a_square,
    a_text,
    an_integer,
    an_object,
    given,
    number,
    refused,
    squares_of,
)
from scoresheet.infinite.document import (
    STANDARD_WINS,
    Border,
    Document,
    PresetRay,
    Promotion,
    Square,
    one_each,
    square_text,
)
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.pieces import BLACK, BY_CODE, STANDARD_PROMOTION, WHITE, Kind
from scoresheet.infinite.players import PLAYER_CODES
from scoresheet.infinite.writing.arguments import decorated, turn_codes
from scoresheet.infinite.writing.metadata import metadata_of

__all__ = ["from_neutral", "neutral_of"]

_SIDES = ("left", "right", "bottom", "top")


def neutral_of(document: Document, *, strict: bool = False) -> dict[str, Any]:
    """The neutral encoding of a document, with defaults for what it leaves out.

    Args:
        document: the contents of a text.
        strict: whether to include exactly what today's converter keeps. Otherwise signs, all commands in comments and
            the comment on the game are included too.
    """
    document = decorated(document)
    order = order_of(document)
    players = players_of(order)
    neutral: dict[str, Any] = {"metadata": dict(metadata_of(document)), "turnOrder": turn_codes(order)}
    if document.en_passant is not None and (strict or order[-1] in (WHITE, BLACK)):
        neutral["enpassant"] = _en_passant(document.en_passant, order[-1])
    if document.move_rule is not None:
        neutral["moveRuleState"], neutral["moveRule"] = map(number, document.move_rule)
    neutral["fullMove"] = number(1 if document.fullmove is None else document.fullmove)
    if document.promotion is not None and any(side.ranks for side in document.promotion):
        sides = list(zip(players.values(), document.promotion, strict=False))
        neutral["promotionRanks"] = {player: [str(rank) for rank in side.ranks] for player, side in sides}
        neutral["promotionsAllowed"] = {player: _kinds(side) for player, side in sides if side.ranks}
    if document.border is not None:
        named = zip(_SIDES, document.border, strict=True)
        neutral["worldBorder"] = {name: None if side is None else str(side) for name, side in named}
    wins = one_each(document.wins or (STANDARD_WINS,), len(players))
    neutral["winConditions"] = {
        player: list(dict.fromkeys(side)) for player, side in zip(players.values(), wins, strict=False)
    }
    neutral.update(_annotations(document))
    if document.pieces is not None:
        neutral["position"] = {square_text(at): piece.code for at, piece in document.pieces.items()}
        rights = document.marked()
        neutral["specialRights"] = [square_text(at) for at in document.pieces if at in rights]
    if document.comments and not strict:
        neutral["comment"] = " ".join(document.comments)
    if document.moves:
        neutral["moves"] = [move_of(move, strict=strict) for move in document.moves]
    return neutral


def _pair(square: tuple[int, int]) -> list[str]:
    """A square, or a step, as two strings."""
    return [str(square[0]), str(square[1])]


def _en_passant(square: Square, last: int) -> dict[str, Any]:
    if last not in (WHITE, BLACK):
        who = "the player who moved last is neither White nor Black"
        raise Refused(Fault("icn-turn", f"cannot express which pawn may be captured on `{square_text(square)}`: {who}"))
    x, y = square
    return {"square": _pair(square), "pawn": _pair((x, y + 1 if last == WHITE else y - 1))}


def _kinds(side: Promotion) -> list[str]:
    return [kind.code for kind in side.kinds or STANDARD_PROMOTION]


def _annotations(document: Document) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if document.squares:
        said["squares"] = [_pair(square) for square in document.squares]
    if document.rays:
        said["rays"] = [{"start": _pair(ray.start), "vector": _pair(ray.step)} for ray in document.rays]
    return {"presetAnnotes": said} if said else {}


# Reading


def from_neutral(neutral: dict[str, Any]) -> Document:
    """The document for a game in the neutral encoding.

    Raises:
        Refused: a member has a wrong shape; the message has its path.
    """
    document = Document()
    metadata = an_object(given(neutral, "metadata", {}), "metadata")
    document.metadata = {a_text(key, "metadata"): a_text(said, f"metadata.{key}") for key, said in metadata.items()}
    for name, read in _READERS.items():
        said = neutral.get(name)
        if said is not None:
            read(said, document)
    _read_move_rule(neutral, document)
    _read_promotion(neutral, document)
    _read_pieces(neutral, document)
    moves = a_list(given(neutral, "moves", []), "moves")
    document.moves = [move_from(said, f"moves[{place}]") for place, said in enumerate(moves)]
    return document


def _read_turn(value: object, document: Document) -> None:
    codes = a_list(value, "turnOrder")
    if not codes or any(code not in PLAYER_CODES for code in codes if isinstance(code, str)):
        raise refused("turnOrder", f"it is not a list of {', '.join(PLAYER_CODES)}", "icn-turn")
    document.turn = tuple(PLAYER_CODES.index(a_text(code, "turnOrder")) for code in codes)


def _read_en_passant(value: object, document: Document) -> None:
    said = an_object(value, "enpassant")
    square = a_square(said.get("square"), "enpassant.square")
    pawn = a_square(said["pawn"], "enpassant.pawn") if "pawn" in said else None
    # A text cannot express that the pawn is elsewhere.
    if pawn is None or (pawn[0] == square[0] and abs(pawn[1] - square[1]) == 1):
        document.en_passant = square


def _read_fullmove(value: object, document: Document) -> None:
    document.fullmove = a_natural(value, "fullMove")


def _read_border(value: object, document: Document) -> None:
    sides = an_object(value, "worldBorder")
    left, right, bottom, top = (
        None if sides.get(name) is None else an_integer(sides[name], f"worldBorder.{name}") for name in _SIDES
    )
    document.border = Border(left, right, bottom, top)


def _read_annotations(value: object, document: Document) -> None:
    said = an_object(value, "presetAnnotes")
    path = "presetAnnotes.squares"
    squares = a_list(given(said, "squares", []), path)
    document.squares = tuple(a_square(square, path) for square in squares) or None
    path = "presetAnnotes.rays"
    rays = [an_object(ray, path) for ray in a_list(given(said, "rays", []), path)]
    document.rays = tuple(_ray(ray, path) for ray in rays) or None


def _ray(said: dict[str, Any], path: str) -> PresetRay:
    ray = PresetRay(a_square(said.get("start"), path), a_square(said.get("vector"), path))
    if ray.step == (0, 0):
        raise refused(path, "a ray leads nowhere", "icn-annotation")
    return ray


def _read_wins(value: object, document: Document) -> None:
    wins = an_object(value, "winConditions")
    document.wins = tuple(_names(wins.get(player), f"winConditions.{player}") for player in _players(document).values())


def _names(value: object, path: str) -> tuple[str, ...]:
    names = a_list(value, path)
    if not names or not all(isinstance(name, str) and name.isascii() and name.isalpha() for name in names):
        raise refused(path, "it is not a list of words", "icn-win-condition")
    return tuple(dict.fromkeys(names))


def _read_comment(value: object, document: Document) -> None:
    document.comments = (a_text(value, "comment"),)


_READERS: dict[str, Callable[[object, Document], None]] = {
    "turnOrder": _read_turn,
    "enpassant": _read_en_passant,
    "fullMove": _read_fullmove,
    "worldBorder": _read_border,
    "presetAnnotes": _read_annotations,
    "winConditions": _read_wins,
    "comment": _read_comment,
}
"""The members that need no others. The turn order comes first, because others need it."""


def _players(document: Document) -> dict[int, str]:
    return players_of(order_of(document))


def _read_move_rule(neutral: dict[str, Any], document: Document) -> None:
    limit, passed = neutral.get("moveRule"), neutral.get("moveRuleState")
    if limit is None and passed is None:
        return
    if limit is None:
        raise refused("moveRuleState", "there is no `moveRule`", "icn-move-rule")
    document.move_rule = a_natural(0 if passed is None else passed, "moveRuleState"), a_natural(limit, "moveRule")


def _read_promotion(neutral: dict[str, Any], document: Document) -> None:
    said = neutral.get("promotionRanks")
    if said is None:
        return
    ranks = an_object(said, "promotionRanks")
    allowed = an_object(given(neutral, "promotionsAllowed", {}), "promotionsAllowed")
    players = list(_players(document).values())
    for player in (*ranks, *allowed):
        if player not in players:
            raise refused("promotionRanks", f"`{player[:40]}` is not in the turn order", "icn-promotion")
    document.promotion = tuple(_read_side(player, ranks.get(player), allowed.get(player)) for player in players)


def _read_side(player: str, ranks: object, allowed: object) -> Promotion:
    path = f"promotionRanks.{player}"
    listed = a_list([] if ranks is None else ranks, path)
    numbers = tuple(dict.fromkeys(an_integer(rank, path) for rank in listed))
    if not numbers or allowed is None:
        return Promotion(numbers, None)
    path = f"promotionsAllowed.{player}"
    kinds = tuple(dict.fromkeys(_read_kind(code, path) for code in a_list(allowed, path)))
    if not kinds:
        raise refused(path, "pawns reach a rank, and may become nothing there", "icn-promotion")
    return Promotion(numbers, kinds)


def _read_kind(value: object, path: str) -> Kind:
    kind = BY_CODE.get(a_text(value, path).lower())
    if kind is None or kind.neutral:
        raise refused(path, f"`{str(value)[:8]}` is not a kind that a pawn may become", "icn-promotion")
    return kind


def _read_pieces(neutral: dict[str, Any], document: Document) -> None:
    said = neutral.get("position")
    if said is None:
        return
    document.pieces = {at: a_piece_code(code, path) for at, code, path in squares_of(said, "position")}
    rights: Sequence[object] = a_list(given(neutral, "specialRights", []), "specialRights")
    document.rights = {a_square(at, "specialRights") for at in rights} & set(document.pieces)
