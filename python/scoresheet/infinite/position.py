"""A position on an unbounded board: where the pieces stand, whose turn it is, and by which rules is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from scoresheet.errors import ScoresheetError
from scoresheet.infinite.document import USUAL_WINS, Border, Document, PresetRay, Promotion, Square, one_each
from scoresheet.infinite.move import Move
from scoresheet.infinite.pieces import BLACK, BY_CODE, USUAL_PROMOTION, WHITE, Kind, Piece
from scoresheet.infinite.players import PLAYER_NAMES, TURNS
from scoresheet.infinite.profiles import check_rules
from scoresheet.infinite.raising import raised
from scoresheet.infinite.values import check_move, check_position

if TYPE_CHECKING:
    from scoresheet.drawing.far_marks import FarMarkLike, FarMoveLike
    from scoresheet.infinite.profiles import Rules
    from scoresheet.infinite.rules import Judge, LegalMoves

__all__ = ["Position"]

_SHOWN = 80
"""How many characters of ICN represent a position."""


def _with_rights(pieces: Mapping[Square, Piece], rights: Iterable[Square]) -> Iterable[Square]:
    """The squares whose piece has the right: nobody's pieces have none, whatever a text says."""
    return (square for square in rights if square in pieces and not pieces[square].is_neutral)


def _frozen(mapping: Mapping[Any, Any]) -> Mapping[Any, Any]:
    return mapping if isinstance(mapping, MappingProxyType) else MappingProxyType(dict(mapping))


def _in_order(said: Promotion) -> tuple[Kind, ...]:
    """What a pawn may become; the usual pieces always in the same order, for no text tells another."""
    return USUAL_PROMOTION if said.kinds is None or said.is_usual else said.kinds


@dataclass(frozen=True, repr=False)
class Position:
    """A position; it does not change, `play` gives the next one.

    Coordinates are integers without bounds, east and north. What an argument of ICN leaves out has its default here.
    Two are equal when everything that ICN says of them is; the order of the pieces does not matter.

    Attributes:
        pieces: the pieces by their squares, in the order in which ICN lists them.
        rights: the squares with a special right: pawns that may step twice, kings that may castle, their partners.
        turn_order: the players, who moves first; `(1, 2)` is White and then Black.
        en_passant: the square that a pawn may capture onto in passing; None where there is none.
        move_rule: half-moves since the last capture or move of a pawn, and after how many a draw may be claimed; None
            where there is no such rule.
        fullmove: the number of the move, from 1.
        promotions: where and to what the pawns of a player promote, by the player's number; empty where nobody does.
        wins: how each player wins, by the player's number.
        border: the last squares inside the world; None where it has no edge.
        squares, rays: what is highlighted, for decoration.
        extras: further rules as they stand: numbers, texts, lists and dicts by name.

    >>> from scoresheet import infinite
    >>> position = infinite.Position.read("K0,0|k5,5|R0,1000000000000000000000")
    >>> position.turn, position.wins[1], position.pieces[0, 10**21].kind.name
    ('white', ('checkmate',), 'rooks')
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
        wins = {player: tuple(dict.fromkeys(self.wins.get(player, USUAL_WINS))) for player in self.players}
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

    # What it says

    @property
    def players(self) -> list[int]:
        """The players, by their numbers."""
        return sorted(set(self.turn_order))

    @property
    def mover(self) -> int:
        """Whose turn it is, as a number: 1 is White, 2 is Black."""
        return self.turn_order[0]

    @property
    def turn(self) -> str:
        """Whose turn it is: `white`, `black`, or a further player's colour."""
        return PLAYER_NAMES[self.mover] if self.mover < len(PLAYER_NAMES) else str(self.mover)

    @property
    def slide_limit(self) -> int | None:
        """How many steps a sliding piece goes at most; None where there is no limit.

        Raises:
            ReadError: the further rule `slideLimit` is no positive integer.
        """
        from scoresheet.infinite.rules.playable import slide_limit_of

        with raised():
            return slide_limit_of(self)

    @property
    def is_playable(self) -> bool:
        """Whether the rules play it: two players in turn, their own pieces and nobody's, and no unknown way to win.

        >>> from scoresheet import infinite
        >>> [infinite.Position.read(text).is_playable for text in ("K0,0", "w:r:b K0,0", "mine K0,0")]
        [True, False, False]
        """
        from scoresheet.infinite.faults import Refused
        from scoresheet.infinite.rules.playable import refuse_unknown_wins, refuse_unplayable

        try:
            refuse_unplayable(self)
            refuse_unknown_wins(self)
        except Refused:
            return False
        return True

    def __hash__(self) -> int:
        return hash((frozenset(self.pieces.items()), self.rights, self.turn_order, self.en_passant))

    def __reduce__(self) -> tuple[object, tuple[dict[str, Any]]]:
        plain = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return _restored, ({n: dict(v) if isinstance(v, MappingProxyType) else v for n, v in plain.items()},)

    # From and to texts

    @classmethod
    def of(cls, document: Document) -> Position:
        """The position that a text says, with the defaults for what it leaves out.

        Without a list of pieces it is the start of usual chess where the metadata say `Classical`, else an empty board.
        What the further rules say of the border and of what is highlighted is taken from there.
        """
        from scoresheet.infinite.reading.extras import members_of

        order = document.turn or (WHITE, BLACK)
        if len(order) == 1 and order[0] in TURNS[0]:
            order = TURNS[0] if order[0] == WHITE else TURNS[1]
        players = sorted(set(order))
        wins = one_each(document.wins or (USUAL_WINS,), len(players))
        members = members_of(document.extras)
        pieces, rights = document.pieces, document.rights
        if pieces is None and document.metadata.get("Variant") == "Classical":
            pieces, rights = classical_start()
        return cls(
            pieces=pieces or {},
            rights=frozenset(rights),
            turn_order=order,
            en_passant=document.en_passant,
            move_rule=document.move_rule,
            fullmove=1 if document.fullmove is None else document.fullmove,
            promotions=dict(zip(players, document.promotion or (), strict=False)),
            wins=dict(zip(players, wins, strict=False)),
            border=document.border or members.border,
            squares=document.squares or members.squares or (),
            rays=document.rays or members.rays or (),
            extras=members.rest,
        )

    @classmethod
    def read(cls, text: str, profile: str | None = None) -> Position:
        """Reads a position written in ICN.

        Args:
            text: the pieces, and the arguments; metadata and comments are passed over.
            profile: `modern` reads by the letter of today's notation.

        Raises:
            ReadError: the text is no position, or has moves.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("b 0/100 K5,1+|k5,8|R8,1+").turn
        'black'
        """
        from scoresheet.infinite.faults import Fault
        from scoresheet.infinite.raising import error_of
        from scoresheet.infinite.reading import read_document

        read = read_document(text, profile=profile)
        document, fault = read.document, read.fault
        if fault is None and (document.moves or document.result):
            at = document.moves[0].at if document.moves else len(text)
            fault = Fault("icn-syntax", "cannot read moves: a position has none", at, text[at : at + 80])
        if fault is not None:
            raise error_of(fault, text)
        return cls.of(document)

    def to_icn(self, profile: str = "doc", style: str = "compact", **options: Any) -> str:
        """The position in ICN; the arguments are those of `Game.to_icn`.

        >>> from scoresheet import infinite
        >>> position = infinite.Position.read("b 0/100 K5,1+|k5,8|R8,1+")
        >>> position.to_icn(), position.to_icn("modern")
        ('b 0/100 K5,1+|k5,8|R8,1+', 'b 0/100 1 K5,1+|k5,8|R8,1+')
        """
        from scoresheet.infinite.game import Game

        return Game(start=self).to_icn(profile, style, **options)

    def to_json(self, profile: str = "doc") -> dict[str, Any]:
        """The position as JSON says it, in the shape of the original converter, or of `modern`.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("K0,0|k5,5").to_json("modern")["position"]
        {'0,0': 'K', '5,5': 'k'}
        """
        from scoresheet.infinite.game import Game

        return Game(start=self).to_json(profile)

    def __repr__(self) -> str:
        try:
            text = self.to_icn()
        except ScoresheetError:  # a number that is too long to be written
            text = f"of {len(self.pieces)} pieces"
        return f"<infinite.Position {text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…'}>"

    def replace(self, **changes: Any) -> Position:
        """The same position with some attributes changed.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("K0,0").replace(fullmove=7).fullmove
        7
        """
        return replace(self, **changes)

    def normalise_rights(self) -> Position:
        """The same position without the castling rights that are of no use, as today's rules take them.

        A king's is, where no partner with a right stands on its row, three squares away or more; and a partner's, where
        no king does. By the rules of the original description such rights stay.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("K5,1|R8,1+|P2,2+|k5,8+|r1,8+").normalise_rights().to_icn()
        'K5,1|R8,1|P2,2+|k5,8+|r1,8+'
        """
        from scoresheet.infinite.rules.idle import idle_rights

        return replace(self, rights=self.rights.difference(idle_rights(self.pieces.get, self.rights)))

    # Play

    @cached_property
    def _judge(self) -> Judge:
        # It only reads its board, so that several may ask it at once.
        from scoresheet.infinite.rules import Board, Judge
        from scoresheet.infinite.rules.playable import refuse_unknown_wins

        with raised():
            refuse_unknown_wins(self)
            return Judge(Board(self))

    @cached_property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: leaps one by one, and slides as rays that are never listed.

        Raises:
            ReadError: the position is not played: more than two play, or a win condition is unknown.

        >>> from scoresheet import infinite
        >>> legal = infinite.Position.read("K0,0|Q-1,0|k9,9").legal_moves
        >>> infinite.Move((-1, 0), (-1, 10**30)) in legal, len(legal.moves)
        (True, 7)
        """
        from scoresheet.infinite.rules.legal import legal_moves_of

        return legal_moves_of(self._judge)

    def is_legal(self, move: Move) -> bool:
        """Whether the player to move may play a move. A pawn has to promote where it can.

        Raises:
            ReadError: the position is not played.

        >>> from scoresheet import infinite
        >>> position = infinite.Position.read("K0,0|R0,1|k9,9")
        >>> position.is_legal(infinite.Move((0, 1), (10**9, 1))), position.is_legal(infinite.Move((0, 1), (1, 2)))
        (True, False)
        """
        from scoresheet.infinite.rules.reasons import fault_of

        return fault_of(self._judge, move, "modern") is None

    def parse(self, text: str | bytes) -> Move:
        """The legal move that a text says, compact or with what ICN writes around it.

        Raises:
            MoveError: the text is no move, or the rules do not allow it.
            ReadError: the position is not played.

        >>> from scoresheet import infinite
        >>> position = infinite.Position.read("K0,0|R0,1|k9,9")
        >>> position.play(position.parse("R0,1 > 0,1000000000000")).turn
        'black'
        """
        from scoresheet.infinite.faults import Refused
        from scoresheet.infinite.one_move import read_move
        from scoresheet.infinite.rules.reasons import fault_of

        move = read_move(text)
        with raised():
            fault = fault_of(self._judge, move, "doc")
            if fault is not None:
                raise Refused(fault)
        return move

    def write(self, move: Move) -> str:
        """The text of a move in ICN, which `parse` reads back.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("K0,0|R0,1|k9,9").write(infinite.Move((0, 1), (0, 10**12)))
        '0,1>0,1000000000000'
        """
        check_move(move)
        return str(move)

    def play(self, move: Move, *, illegal: bool = False, rules: Rules = "doc") -> Position:
        """The position after a move.

        Args:
            move: the move.
            illegal: whether any piece may go anywhere, whoever is to move.
            rules: `doc`, those of the description, by which a pawn may stay a pawn; or `modern`, those of today's site.
                The number of the move grows after Black's by both: only a `Game` knows whose move was the first.

        Raises:
            MoveError: the move is not legal; or no piece stands where it starts.
            ReadError: the position is not played.
            UsageError: the rules are not known.

        >>> from scoresheet import infinite
        >>> after = infinite.Position.read("K5,1|P4,2+|p5,4|k5,8").play(infinite.Move((4, 2), (4, 4)))
        >>> after.turn, after.en_passant, after.is_legal(infinite.Move((5, 4), (4, 3)))
        ('black', (4, 3), True)
        """
        from scoresheet.infinite.faults import Refused
        from scoresheet.infinite.rules import Board
        from scoresheet.infinite.rules.reasons import fault_of

        check_rules(rules)
        judge = None if illegal else self._judge
        with raised():
            fault = None if judge is None else fault_of(judge, move, rules)
            if fault is not None:
                raise Refused(fault)
            board = Board(self, last_of_cycle=BLACK)
            board.apply(move, rules)
            return board.position()

    @property
    def is_check(self) -> bool:
        """Whether a royal piece of the player to move is attacked.

        Raises:
            ReadError: the position is not played.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("K0,0|r0,1000000000000000000000000|k9,9").is_check
        True
        """
        return self._judge.is_check

    @property
    def is_mate(self) -> bool:
        """Whether the player to move is checkmated: the other one can win so, it is check, and there is no legal move.

        Raises:
            ReadError: the position is not played.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("b k0,0|Q0,1|R7,1|R9,-1|R10,0|K50,50").is_mate
        True
        """
        return self._judge.is_mate

    @property
    def is_stalemate(self) -> bool:
        """Whether the player to move has no legal move, and is not checkmated.

        Raises:
            ReadError: the position is not played.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("b k0,0|R7,1|R9,-1|R1,7|R-1,9|K50,50").is_stalemate
        True
        """
        return self._judge.is_stalemate

    # As pictures

    def svg(
        self,
        *,
        size: int | None = None,
        flipped: bool = False,
        squares: str | Iterable[FarMarkLike] = (),
        last_move: FarMoveLike = None,
        coordinates: bool = True,
        theme: str = "brown",
        colors: Mapping[str, str] | None = None,
    ) -> str:
        """A drawing of the board where pieces stand; far ones are behind gaps that say how wide they are.

        Args:
            size: its longer side in pixels; None for 32 a square.
            flipped: Black below.
            squares: those to mark: `"R4,-5 9,9"`, or a list of squares or of pairs of a square and a colour.
            last_move: a `Move`, its ICN or two squares; both are tinted.
            coordinates: whether the columns and rows are numbered.
            theme: `brown`, `green`, `blue` or `grey`.
            colors: changes to the theme, as for `scoresheet.Position.svg`.

        Raises:
            UsageError: one of these is not what it should be.

        >>> from scoresheet import infinite
        >>> position = infinite.Position.read("K0,0|r1000000,0")
        >>> "⋯ 999,997 ⋯" in position.svg(last_move="1000000,9>1000000,0")
        True
        """
        from scoresheet.drawing.unbounded import open_board_svg

        return open_board_svg(
            self,
            size=size,
            flipped=flipped,
            squares=squares,
            last_move=last_move,
            coordinates=coordinates,
            theme=theme,
            colors=colors,
        )

    def _repr_svg_(self) -> str:
        return self.svg()


def classical_start() -> tuple[dict[Square, Piece], set[Square]]:
    """The pieces of usual chess, and the squares with a special right.

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


def _restored(plain: dict[str, Any]) -> Position:
    return Position(**plain)
