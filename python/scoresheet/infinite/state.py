"""The contents of a position on an infinite board: the pieces, the player to move, and how the game is won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from scoresheet.infinite.document import STANDARD_WINS, Border, Document, PresetRay, Promotion, Square, one_each
from scoresheet.infinite.pieces import BLACK, BY_CODE, STANDARD_PROMOTION, WHITE, Kind, Piece
from scoresheet.infinite.players import PLAYER_NAMES, TURNS
from scoresheet.infinite.reading.extras import members_of
from scoresheet.infinite.values import check_position

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["VARIANTS", "State", "classical_start"]

VARIANTS: Mapping[str, Border | None] = {"Classical": None, "Chess": Border(1, 8, 1, 8)}
"""The variants of today's site that have the pieces of standard chess, with their borders.

A text with one of these names need not list its pieces. The setups of the site's other variants are defined
only in its source code, which is not free to use.
"""


def _with_rights(pieces: Mapping[Square, Piece], rights: Iterable[Square]) -> Iterable[Square]:
    """The squares whose piece has the right. Pieces without an owner have none, even if a text claims it."""
    return (square for square in rights if square in pieces and not pieces[square].is_neutral)


def _frozen(mapping: Mapping[Any, Any]) -> Mapping[Any, Any]:
    return mapping if isinstance(mapping, MappingProxyType) else MappingProxyType(dict(mapping))


def _in_order(said: Promotion) -> tuple[Kind, ...]:
    """What a pawn may become. The usual pieces are always in the same order, because texts do not order them."""
    return STANDARD_PROMOTION if said.kinds is None or said.is_usual else said.kinds


@dataclass(frozen=True, repr=False)
class State:
    """The contents of a position, without the rules. `Position` adds these.

    The rules take this class, so that they need not know the class whose methods call them.

    >>> State({(0, 0): Piece.of("K")}).turn
    'white'
    """

    pieces: Mapping[Square, Piece]
    rights: frozenset[Square] = frozenset()
    turn_order: tuple[int, ...] = (WHITE, BLACK)
    en_passant: Square | None = None
    move_rule: tuple[int, int] | None = None
    fullmove: int = 1
    promotions: Mapping[int, Promotion] = field(default_factory=dict)
    wins: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    border: Border | None = None
    squares: tuple[Square, ...] = ()
    rays: tuple[PresetRay, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_position(self.__dict__)
        object.__setattr__(self, "turn_order", tuple(self.turn_order))
        wins = {player: tuple(dict.fromkeys(self.wins.get(player, STANDARD_WINS))) for player in self.players}
        promotions = {
            player: Promotion(tuple(said.ranks), _in_order(said) if said.ranks else ())
            for player, said in sorted(self.promotions.items())
        }
        if not any(said.ranks for said in promotions.values()):
            promotions = {}
        for name, value in (
            ("pieces", _frozen(self.pieces)),
            ("rights", frozenset(_with_rights(self.pieces, self.rights))),
            ("wins", _frozen(wins)),
            ("promotions", _frozen(promotions)),
            ("extras", _frozen(self.extras)),
            ("border", None if self.border is None else Border(*self.border)),
        ):
            object.__setattr__(self, name, value)

    # State

    @property
    def players(self) -> list[int]:
        """The players, by their numbers."""
        return sorted(set(self.turn_order))

    @property
    def mover(self) -> int:
        """The player to move as a number: 1 is White, 2 is Black."""
        return self.turn_order[0]

    @property
    def turn(self) -> str:
        """The side to move: `white`, `black`, or the colour of a further player."""
        return PLAYER_NAMES[self.mover] if self.mover < len(PLAYER_NAMES) else str(self.mover)

    def __hash__(self) -> int:
        return hash((frozenset(self.pieces.items()), self.rights, self.turn_order, self.en_passant))

    @classmethod
    def of(cls, document: Document) -> Self:
        """The position for a document, with defaults for what it leaves out.

        Without a list of pieces it is the start of standard chess if the metadata name a variant that starts so
        (`VARIANTS`), otherwise an empty board. Border and highlights are also taken from the further rules.
        """
        order = document.turn or (WHITE, BLACK)
        if len(order) == 1 and order[0] in TURNS[0]:
            order = TURNS[0] if order[0] == WHITE else TURNS[1]
        players = sorted(set(order))
        wins = one_each(document.wins or (STANDARD_WINS,), len(players))
        members = members_of(document.extras)
        pieces, rights, border = document.pieces, document.rights, document.border
        variant = document.metadata.get("Variant", "")
        if pieces is None and variant in VARIANTS:
            pieces, rights = classical_start()
            border = border or members.border or VARIANTS[variant]
        return cls(
            pieces=pieces or {},
            rights=frozenset(rights),
            turn_order=order,
            en_passant=document.en_passant,
            move_rule=document.move_rule,
            fullmove=1 if document.fullmove is None else document.fullmove,
            promotions=dict(zip(players, document.promotion or (), strict=False)),
            wins=dict(zip(players, wins, strict=False)),
            border=border or members.border,
            squares=document.squares or members.squares or (),
            rays=document.rays or members.rays or (),
            extras=members.rest,
        )

    def replace(self, **changes: Any) -> Self:
        """The same position with some attributes changed.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("K0,0").replace(fullmove=7).fullmove
        7
        """
        return replace(self, **changes)


def classical_start() -> tuple[dict[Square, Piece], set[Square]]:
    """The pieces of standard chess, and the squares with a special right.

    >>> pieces, rights = classical_start()
    >>> len(pieces), (5, 1) in rights, (4, 1) in rights
    (32, True, False)
    """
    pieces: dict[Square, Piece] = {}
    for x, code in enumerate("rnbqkbnr", 1):
        for owner, home, pawns in ((WHITE, 1, 2), (BLACK, 8, 7)):
            pieces[x, home] = Piece(BY_CODE[code], owner)
            pieces[x, pawns] = Piece(BY_CODE["p"], owner)
    rights = {square for square, piece in pieces.items() if piece.kind.code in ("p", "r", "k")}
    return pieces, rights
