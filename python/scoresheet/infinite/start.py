"""Where games start: what a text says before its moves, from a position, or from the name of a variant."""

from __future__ import annotations

import copy
from dataclasses import replace

from scoresheet.infinite.document import USUAL_WINS, Document, Promotion
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.players import TURNS
from scoresheet.infinite.state import State, classical_start

__all__ = ["CLASSICAL", "classical", "head_of", "refuse_missing_pieces", "with_pieces"]


def _classical() -> Document:
    pieces, rights = classical_start()
    ranks = (Promotion((8,), None), Promotion((1,), None))
    return Document(move_rule=(0, 100), promotion=ranks, pieces=pieces, rights=rights)


CLASSICAL: Document = _classical()
"""What a text says of the variant `Classical`: the usual pieces on a board without edges."""


def classical() -> Document:
    """A copy of `CLASSICAL`, to be changed.

    >>> classical().pieces[5, 1].code
    'K'
    """
    return copy.deepcopy(CLASSICAL)


def with_pieces(head: Document) -> Document:
    """The same with the pieces and rules of the variant that the metadata name, where no pieces are listed.

    Only `Classical` is known by its name. What the text says itself counts.

    >>> with_pieces(Document({"Variant": "Classical"}, move_rule=(0, 50))).move_rule
    (0, 50)
    """
    if head.pieces is not None or head.metadata.get("Variant") != "Classical":
        return head
    usual = classical()
    return replace(
        head,
        pieces=usual.pieces,
        rights=usual.rights,
        move_rule=head.move_rule or usual.move_rule,
        promotion=head.promotion or usual.promotion,
    )


def refuse_missing_pieces(head: Document) -> None:
    """Raises `Refused` where nothing says where the pieces stand."""
    if head.pieces is None:
        name = head.metadata.get("Variant")
        why = f"the variant `{name[:80]}` is not known by its name" if name else "no pieces are listed"
        raise Refused(Fault("icn-position-missing", f"cannot play the moves: {why}"))


def head_of(position: State, like: Document | None = None) -> Document:
    """What a text says before its moves where it starts from a position: the turn and the number of the move always.

    Args:
        position: the start.
        like: what another position of the same game says: the same rules are written in the same way.

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
    """The arguments that stay the same all the game long."""
    wins = tuple(position.wins[player] for player in position.players)
    nobody = Promotion((), None)
    promotions = tuple(_short(position.promotions.get(player, nobody)) for player in position.players)
    return Document(
        promotion=promotions if position.promotions else None,
        wins=None if all(names == USUAL_WINS for names in wins) else wins if len(set(wins)) > 1 else wins[:1],
        extras=copy.deepcopy(dict(position.extras)) or None,
        border=position.border,
        squares=position.squares or None,
        rays=position.rays or None,
    )


def _short(said: Promotion) -> Promotion:
    """Without the list of pieces where it is the usual one."""
    return Promotion(said.ranks, None if said.is_usual else said.kinds)
