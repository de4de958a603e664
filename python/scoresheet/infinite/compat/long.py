"""The long format of the original converter, for a whole text."""

from __future__ import annotations

import re
from typing import Any

from scoresheet.infinite.compat.long_moves import annotations_of, moves_from, moves_of, with_annotations
from scoresheet.infinite.compat.names import (
    LONG_PLAYERS,
    a_kind_name,
    a_long_piece,
    long_name,
    order_of,
    players_of,
)
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
from scoresheet.infinite.document import Document, Promotion, Square, one_each, square_text
from scoresheet.infinite.faults import Refused
from scoresheet.infinite.pieces import BLACK, STANDARD_PROMOTION, WHITE, Piece
from scoresheet.infinite.players import PLAYER_CODES, TURNS
from scoresheet.infinite.reading import read_document
from scoresheet.infinite.reading.extras import fault_of_extras
from scoresheet.infinite.writing.arguments import extras_of, turn_codes, wins_of
from scoresheet.infinite.writing.layout import LAYOUTS
from scoresheet.infinite.writing.metadata import metadata_of

__all__ = ["from_long", "long_of", "pieces_of_list"]

_RULES = ("promotionRanks", "promotionsAllowed", "winConditions")
_TURNS = {"white": (WHITE,), "black": (BLACK,)}
_NAME = re.compile(r"[A-Za-z]+")


def long_of(document: Document, *, filled: bool) -> dict[str, Any]:
    """The long format of a document.

    Args:
        document: the contents of a text.
        filled: whether defaults are filled in for the turn, the number of the move and the win conditions if the text
            omits them, and members that the original does not have are added: `annotations` for comments and signs.
            Otherwise the result is exactly what the original writes.
    """
    long: dict[str, Any] = {"metadata": dict(metadata_of(document))}
    if document.turn is not None or filled:
        long["turn"] = _turn(document)
    if document.en_passant is not None:
        long["enpassant"] = [number(side) for side in document.en_passant]
    if document.move_rule is not None:
        long["moveRule"] = "{}/{}".format(*document.move_rule)
    if document.fullmove is not None or filled:
        long["fullMove"] = number(1 if document.fullmove is None else document.fullmove)
    long["gameRules"] = _rules(document)
    if document.pieces is not None:
        long["startingPosition"] = {square_text(at): long_name(piece) for at, piece in document.pieces.items()}
        rights = document.marked()
        long["specialRights"] = {square_text(at): True for at in document.pieces if at in rights}
    if document.moves:
        long["moves"] = moves_of(document.moves)
    if filled and (annotations := annotations_of(document)):
        long["annotations"] = annotations
    return long


def _turn(document: Document) -> str:
    order = order_of(document)
    if order in TURNS:
        return LONG_PLAYERS[order[0]]
    return ":".join(turn_codes(order))


def _rules(document: Document) -> dict[str, Any]:
    rules: dict[str, Any] = {}
    players = list(players_of(order_of(document), LONG_PLAYERS).values())
    if document.promotion is not None:
        rules["promotionRanks"] = [_ranks(side.ranks) for side in document.promotion]
        rules["promotionsAllowed"] = {
            player: _kinds(side) for player, side in zip(players, document.promotion, strict=False)
        }
    # Lists that differ only in their order are written as one.
    wins = one_each(wins_of(document, LAYOUTS["fc", "compact"]), len(players))
    rules["winConditions"] = {player: list(side) for player, side in zip(players, wins, strict=False)}
    rules.update(extras_of(document))
    return rules


def _ranks(ranks: tuple[int, ...]) -> int | str | list[int | str] | None:
    """A rank in the original form. No rank, or several, which it does not have, are JSON values."""
    said = [number(rank) for rank in ranks]
    return said if len(said) > 1 else said[0] if said else None


def _kinds(side: Promotion) -> list[str]:
    if not side.ranks:
        return []
    kinds = STANDARD_PROMOTION if side.kinds is None else side.kinds
    return [kind.name for kind in kinds]


# Reading


def from_long(long: dict[str, Any]) -> Document:
    """The document for a game in the long format.

    Raises:
        Refused: a member has a wrong shape; the message has its path.
    """
    document = Document()
    metadata = an_object(given(long, "metadata", {}), "metadata")
    document.metadata = {_key(key): _value(value, f"metadata.{key}") for key, value in metadata.items()}
    if (turn := long.get("turn")) is not None:
        document.turn = _read_turn(turn)
    if (square := long.get("enpassant")) is not None:
        document.en_passant = a_square(square, "enpassant")
    if (rule := long.get("moveRule")) is not None:
        passed, limit = a_list(a_text(rule, "moveRule").split("/", 2), "moveRule", 2)
        document.move_rule = a_natural(passed, "moveRule"), a_natural(limit, "moveRule")
    if (fullmove := long.get("fullMove")) is not None:
        document.fullmove = a_natural(fullmove, "fullMove")
    _read_rules(an_object(given(long, "gameRules", {}), "gameRules"), document)
    _read_pieces(long, document)
    document.moves = moves_from(given(long, "moves", []))
    with_annotations(document, given(long, "annotations", []))
    return document


def _key(key: str) -> str:
    return a_text(key, "metadata")


def _value(value: object, path: str) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return a_text(value, path)


def _read_turn(value: object) -> tuple[int, ...]:
    said = a_text(value, "turn")
    if said in _TURNS:
        return _TURNS[said]
    codes = said.split(":")
    if any(code not in PLAYER_CODES for code in codes):
        raise refused("turn", f"`{said[:40]}` is neither `white` nor `black`", "icn-turn")
    return tuple(PLAYER_CODES.index(code) for code in codes)


def _read_rules(rules: dict[str, Any], document: Document) -> None:
    players = list(players_of(order_of(document), LONG_PLAYERS).values())
    ranks, allowed = rules.get("promotionRanks"), rules.get("promotionsAllowed")
    if ranks is not None:
        document.promotion = _read_promotion(ranks, allowed, players)
    elif allowed is not None:
        raise refused("gameRules.promotionsAllowed", "there are no `promotionRanks`", "icn-promotion")
    if (wins := rules.get("winConditions")) is not None:
        document.wins = _read_wins(wins, players)
    extras = {a_text(name, "gameRules"): value for name, value in rules.items() if name not in _RULES}
    if extras:
        why = fault_of_extras(extras)
        if why:
            raise refused("gameRules", why, "icn-extras")
        document.extras = extras


def _read_promotion(ranks: object, allowed: object, players: list[str]) -> tuple[Promotion, ...]:
    path = "gameRules.promotionRanks"
    listed = an_object({} if allowed is None else allowed, "gameRules.promotionsAllowed")
    sides = []
    for player, said in zip(players, a_list(ranks, path, len(players)), strict=True):
        several = said if isinstance(said, (list, tuple)) else [] if said is None else [said]
        numbers = tuple(dict.fromkeys(an_integer(rank, f"{path}.{player}") for rank in several))
        names = listed.get(player)
        kinds = None
        if names is not None and numbers:
            where = f"gameRules.promotionsAllowed.{player}"
            kinds = tuple(dict.fromkeys(a_kind_name(name, where) for name in a_list(names, where)))
            if not kinds:
                raise refused(where, "pawns reach a rank, and may become nothing there", "icn-promotion")
        sides.append(Promotion(numbers, kinds))
    return tuple(sides)


def _read_wins(value: object, players: list[str]) -> tuple[tuple[str, ...], ...]:
    path = "gameRules.winConditions"
    wins = an_object(value, path)
    sides = []
    for player in players:
        names = a_list(wins.get(player), f"{path}.{player}")
        if not names or not all(isinstance(name, str) and _NAME.fullmatch(name) for name in names):
            raise refused(f"{path}.{player}", "it is not a list of words", "icn-win-condition")
        sides.append(tuple(dict.fromkeys(names)))
    return tuple(sides)


def _read_pieces(long: dict[str, Any], document: Document) -> None:
    said = long.get("startingPosition")
    if said is None:
        return
    if isinstance(said, str):
        document.pieces, document.rights = pieces_of_list(said)
        return
    document.pieces = {at: a_long_piece(name, path) for at, name, path in squares_of(said, "startingPosition")}
    rights = squares_of(given(long, "specialRights", {}), "specialRights")
    document.rights = {at for at, has, _ in rights if has is True and at in document.pieces}


def pieces_of_list(text: str) -> tuple[dict[Square, Piece], set[Square]]:
    """The pieces of a list in ICN, and the squares with a right."""
    read = read_document(text)
    if read.fault is not None:
        raise Refused(read.fault)
    if read.document != Document(pieces=read.document.pieces, rights=read.document.rights):
        raise refused("startingPosition", "it is not a list of pieces", "icn-piece")
    return read.document.pieces or {}, read.document.rights
