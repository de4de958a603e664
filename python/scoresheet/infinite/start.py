"""The starts of games: the part of a text before its moves, from a position or from the name of a variant."""

from __future__ import annotations

import copy
from dataclasses import replace

from scoresheet.infinite.document import STANDARD_WINS, Document, Promotion
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.players import TURNS
from scoresheet.infinite.reading.extras import members_of
from scoresheet.infinite.state import VARIANTS, State, classical_start

__all__ = ["CLASSICAL", "classical", "head_of", "refuse_missing_pieces", "with_pieces"]


def _classical() -> Document:
    pieces, rights = classical_start()
    ranks = (Promotion((8,), None), Promotion((1,), None))
    return Document(move_rule=(0, 100), promotion=ranks, pieces=pieces, rights=rights)


CLASSICAL: Document = _classical()
"""The document of the variant `Classical`: the usual pieces on an infinite board."""


def classical() -> Document:
    """A copy of `CLASSICAL`, which may be changed.

    >>> classical().pieces[5, 1].code
    'K'
    """
    return copy.deepcopy(CLASSICAL)


def with_pieces(head: Document) -> Document:
    """The same with the pieces and rules of the variant in the metadata, if no pieces are listed.

    The text itself has priority.

    >>> with_pieces(Document({"Variant": "Classical"}, move_rule=(0, 50))).move_rule
    (0, 50)
    >>> str(with_pieces(Document({"Variant": "Chess"})).border)
    '1,8,1,8'
    """
    name = head.metadata.get("Variant", "")
    if head.pieces is not None or name not in VARIANTS:
        return head
    has_border = head.border is not None or members_of(head.extras).border is not None
    classic = classical()
    return replace(
        head,
        pieces=classic.pieces,
        rights=classic.rights,
        move_rule=head.move_rule or classic.move_rule,
        promotion=head.promotion or classic.promotion,
        border=head.border if has_border else VARIANTS[name],
    )


def refuse_missing_pieces(head: Document) -> None:
    """Raises `Refused` if the squares of the pieces are unknown."""
    if head.pieces is None:
        name = head.metadata.get("Variant")
        why = f"the text does not list the pieces of the variant `{name[:80]}`" if name else "no pieces are listed"
        raise Refused(Fault("icn-position-missing", f"cannot play the moves: {why}"))


def head_of(position: State, like: Document | None = None) -> Document:
    """The document before the moves for a start position, always with the turn and the number of the move.

    Args:
        position: the start.
        like: the document of another position of the same game, so that the same rules are written in the same way.

    >>> from scoresheet import infinite
    >>> head = head_of(infinite.Position.read("b 0/100 7 K0,0|k5,5"))
    >>> head.turn, head.fullmove, head.wins
    ((2,), 7, None)
    """
    order = position.turn_order
    head = replace(like) if like is not None else _rules_of(position)
    return replace(
        head,
        turn=order[:1] if order in TURNS else order,
        en_passant=position.en_passant,
        move_rule=position.move_rule,
        fullmove=position.fullmove,
        pieces=dict(position.pieces),
        rights=set(position.rights),
        comments=(),
        moves=[],
        result=None,
    )


def _rules_of(position: State) -> Document:
    """The arguments that do not change during a game."""
    wins = tuple(position.wins[player] for player in position.players)
    nobody = Promotion((), None)
    promotions = tuple(_short(position.promotions.get(player, nobody)) for player in position.players)
    return Document(
        promotion=promotions if position.promotions else None,
        wins=None if all(names == STANDARD_WINS for names in wins) else wins if len(set(wins)) > 1 else wins[:1],
        extras=copy.deepcopy(dict(position.extras)) or None,
        border=position.border,
        squares=position.squares or None,
        rays=position.rays or None,
    )


def _short(said: Promotion) -> Promotion:
    """Without the list of pieces if it is the usual one."""
    return Promotion(said.ranks, None if said.is_usual else said.kinds)
