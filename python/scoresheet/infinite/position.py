"""A position on an infinite board, with its moves, rules, texts and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from scoresheet.errors import ScoresheetError
from scoresheet.infinite.errors import error_of, raised
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.move import Move
from scoresheet.infinite.one_move import read_move
from scoresheet.infinite.pieces import BLACK
from scoresheet.infinite.profiles import Rules, check_rules
from scoresheet.infinite.reading import read_document
from scoresheet.infinite.rules import Board, Judge, LegalMoves
from scoresheet.infinite.rules.idle import idle_rights
from scoresheet.infinite.rules.legal import legal_moves_from, legal_moves_of
from scoresheet.infinite.rules.playable import refuse_unknown_wins, refuse_unplayable, slide_limit_of
from scoresheet.infinite.rules.reasons import fault_of
from scoresheet.infinite.start import head_of
from scoresheet.infinite.state import State
from scoresheet.infinite.texts import icn_text, json_object
from scoresheet.infinite.values import check_move

if TYPE_CHECKING:
    from scoresheet.drawing.infinite_marks import InfiniteMarkLike, InfiniteMoveLike
    from scoresheet.infinite.document import Square

__all__ = ["Position"]

_SHOWN = 80
"""How many characters of ICN `repr` shows."""


class Position(State):
    """A position. Immutable; `play` returns the next one.

    Coordinates are integers without bounds, east and north. Arguments that ICN leaves out have their defaults here.
    Positions are equal if their texts in ICN are, except for the order of the pieces.

    Attributes:
        pieces: the pieces by their squares, in the order of ICN's list.
        rights: the squares with a special right: pawns that may step twice, kings that may castle, and their partners.
        turn_order: the players, starting with the one to move; `(1, 2)` is White, then Black.
        en_passant: the square on which a pawn may capture en passant; None if there is none.
        move_rule: half-moves since the last capture or pawn move, and after how many a draw may be claimed; None if
            there is no such rule.
        fullmove: the number of the move, from 1.
        promotions: where and to what the pawns of a player promote, by the player's number; empty if no pawns do.
        wins: the win conditions of each player, by the player's number.
        border: the last squares inside the world; None if it has no edge.
        squares, rays: highlighted squares and half-lines, for decoration.
        extras: further rules, unchanged: numbers, texts, lists and dicts by name.

    >>> from scoresheet import infinite
    >>> position = infinite.Position.read("K0,0|k5,5|R0,1000000000000000000000")
    >>> position.turn, position.wins[1], position.pieces[0, 10**21].kind.name
    ('white', ('checkmate',), 'rooks')
    """

    @property
    def slide_limit(self) -> int | None:
        """The maximum number of steps of a sliding piece; None if there is no limit.

        Raises:
            ReadError: the further rule `slideLimit` is not a positive integer.
        """
        with raised():
            return slide_limit_of(self)

    @property
    def is_playable(self) -> bool:
        """Whether the rules are supported: two players in turn, no pieces of others, and only known win conditions.

        >>> from scoresheet import infinite
        >>> [infinite.Position.read(text).is_playable for text in ("K0,0", "w:r:b K0,0", "mine K0,0")]
        [True, False, False]
        """
        try:
            refuse_unplayable(self)
            refuse_unknown_wins(self)
        except Refused:
            return False
        return True

    def __reduce__(self) -> tuple[object, tuple[dict[str, Any]]]:
        plain = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return _restored, ({n: dict(v) if isinstance(v, MappingProxyType) else v for n, v in plain.items()},)

    # Texts

    @classmethod
    def read(cls, text: str, profile: str | None = None) -> Position:
        """Reads a position written in ICN.

        Args:
            text: the pieces and the arguments; metadata and comments are ignored.
            profile: `modern` reads strictly by today's notation.

        Raises:
            ReadError: the text is not a position, or has moves.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("b 0/100 K5,1+|k5,8|R8,1+").turn
        'black'
        """
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
        return icn_text(head_of(self), self, profile, style, **options)

    def to_json(self, profile: str = "doc") -> dict[str, Any]:
        """The position as JSON, in the shape of the original converter, or of `modern`.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("K0,0|k5,5").to_json("modern")["position"]
        {'0,0': 'K', '5,5': 'k'}
        """
        return json_object(head_of(self), self, profile)

    def __str__(self) -> str:
        """The board around the pieces in letters, with its coordinates. Distant pieces are beyond gaps.

        >>> from scoresheet import infinite
        >>> print(infinite.Position.read("K0,0|r1000000,0"))
         1 . . .                  . . .
         0 . K .  ... 999,997 ... . r .
        -1 . . .                  . . .
          -1 0 1                  ..9999
        columns ..9999 to ..0001: 999999 to 1000001
        """
        from scoresheet.drawing.infinite_terminal import infinite_board_lines
        from scoresheet.drawing.terminal import Look

        return "\n".join(infinite_board_lines(self, Look(figures=False)))

    def __repr__(self) -> str:
        try:
            text = self.to_icn()
        except ScoresheetError:  # a number that is too long to print
            text = f"of {len(self.pieces)} pieces"
        return f"<infinite.Position {text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…'}>"

    def normalise_rights(self) -> Position:
        """The same position without unusable castling rights, as today's rules handle them.

        A king's right is unusable if no partner with a right is on its row at least three squares away, and a
        partner's if no king does. By the rules of the original description, such rights are kept.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("K5,1|R8,1+|P2,2+|k5,8+|r1,8+").normalise_rights().to_icn()
        'K5,1|R8,1|P2,2+|k5,8+|r1,8+'
        """
        return replace(self, rights=self.rights.difference(idle_rights(self.pieces.get, self.rights)))

    # Play

    @cached_property
    def _judge(self) -> Judge:
        # It only reads its board, so several threads may use it at once.
        with raised():
            refuse_unknown_wins(self)
            return Judge(Board(self))

    @cached_property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: leaps individually, and slides as rays that are never listed.

        Raises:
            ReadError: the rules are not supported: there are more than two players, or a win condition is unknown.

        >>> from scoresheet import infinite
        >>> legal = infinite.Position.read("K0,0|Q-1,0|k9,9").legal_moves
        >>> infinite.Move((-1, 0), (-1, 10**30)) in legal, len(legal.moves)
        (True, 7)
        """
        return legal_moves_of(self._judge)

    def legal_moves_from(self, square: Square) -> LegalMoves:
        """The legal moves of the piece on a square: none if the square is empty, or if another player is to move.

        Raises:
            ReadError: the rules are not supported, as for `legal_moves`.

        >>> from scoresheet import infinite
        >>> legal = infinite.Position.read("K0,0|Q-1,0|k9,9").legal_moves_from((0, 0))
        >>> len(legal.moves), legal.rays
        (7, ())
        """
        return legal_moves_from(self._judge, square)

    def is_legal(self, move: Move) -> bool:
        """Whether the player to move may play a move. A pawn must promote if it can.

        Raises:
            ReadError: the rules of the position are not supported.

        >>> from scoresheet import infinite
        >>> position = infinite.Position.read("K0,0|R0,1|k9,9")
        >>> position.is_legal(infinite.Move((0, 1), (10**9, 1))), position.is_legal(infinite.Move((0, 1), (1, 2)))
        (True, False)
        """
        return fault_of(self._judge, move, "modern") is None

    def parse(self, text: str | bytes) -> Move:
        """The legal move for a text, in compact form or with everything that ICN writes around it.

        Raises:
            MoveError: the text is not a move, or the rules do not allow it.
            ReadError: the rules of the position are not supported.

        >>> from scoresheet import infinite
        >>> position = infinite.Position.read("K0,0|R0,1|k9,9")
        >>> position.play(position.parse("R0,1 > 0,1000000000000")).turn
        'black'
        """
        move = read_move(text)
        with raised():
            fault = fault_of(self._judge, move, "doc")
            if fault is not None:
                raise Refused(fault)
        return move

    def write(self, move: Move) -> str:
        """The text of a move in ICN, which `parse` reads.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("K0,0|R0,1|k9,9").write(infinite.Move((0, 1), (0, 10**12)))
        '0,1>0,1000000000000'
        """
        check_move(move)
        return str(move)

    def play(self, move: Move | str | bytes, *, illegal: bool = False, rules: Rules = "doc") -> Position:
        """The position after a move.

        Args:
            move: the move, or its text in ICN.
            illegal: whether any piece may move anywhere, regardless of the side to move.
            rules: `doc`, those of the description, by which a pawn need not promote; or `modern`, those of today's
                site. The number of the move grows after Black's move by both: only a `Game` knows who moved first.

        Raises:
            MoveError: the move is not legal, or its start square is empty.
            ReadError: the rules of the position are not supported.
            UsageError: the rules are not known.

        >>> from scoresheet import infinite
        >>> after = infinite.Position.read("K5,1|P4,2+|p5,4|k5,8").play(infinite.Move((4, 2), (4, 4)))
        >>> after.turn, after.en_passant, after.is_legal(infinite.Move((5, 4), (4, 3)))
        ('black', (4, 3), True)
        """
        check_rules(rules)
        if isinstance(move, str | bytes):
            move = read_move(move)
        judge = None if illegal else self._judge
        with raised():
            fault = None if judge is None else fault_of(judge, move, rules)
            if fault is not None:
                raise Refused(fault)
            board = Board(self, last_of_cycle=BLACK)
            board.apply(move, rules)
            return board.put_into(self)

    @property
    def is_check(self) -> bool:
        """Whether a royal piece of the player to move is attacked.

        Raises:
            ReadError: the rules of the position are not supported.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("K0,0|r0,1000000000000000000000000|k9,9").is_check
        True
        """
        return self._judge.is_check

    @property
    def is_mate(self) -> bool:
        """Whether the player to move is checkmated: check wins for the opponent, and there is no legal move.

        Raises:
            ReadError: the rules of the position are not supported.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("b k0,0|Q0,1|R7,1|R9,-1|R10,0|K50,50").is_mate
        True
        """
        return self._judge.is_mate

    @property
    def is_stalemate(self) -> bool:
        """Whether the player to move has no legal move, and is not checkmated.

        Raises:
            ReadError: the rules of the position are not supported.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("b k0,0|R7,1|R9,-1|R1,7|R-1,9|K50,50").is_stalemate
        True
        """
        return self._judge.is_stalemate

    # Pictures

    def svg(
        self,
        *,
        size: int | None = None,
        flipped: bool = False,
        squares: str | Iterable[InfiniteMarkLike] = (),
        last_move: InfiniteMoveLike = None,
        coordinates: bool = True,
        theme: str = "brown",
        pieces: str = "classic",
        colors: Mapping[str, str] | None = None,
    ) -> str:
        """A picture of the board around the pieces. Distant ones are beyond gaps, which show their widths.

        Args:
            size: its longer side in pixels; None for 32 per square.
            flipped: whether to put Black at the bottom.
            squares: the squares to mark: `"R4,-5 9,9"`, or a list of squares or of pairs of a square and a colour.
            last_move: a `Move`, its ICN or two squares, which are tinted.
            coordinates: whether to number the columns and rows.
            theme: `brown`, `green`, `blue`, `grey` or `contrast`.
            pieces: the set of pieces, `classic` or `modern`; pieces that only infinite chess has are in one set.
            colors: changes to the theme, as for `scoresheet.Position.svg`.

        Raises:
            UsageError: an argument is invalid.

        >>> from scoresheet import infinite
        >>> position = infinite.Position.read("K0,0|r1000000,0")
        >>> "⋯ 999,997 ⋯" in position.svg(last_move="1000000,9>1000000,0")
        True
        """
        from scoresheet.drawing.infinite_board import infinite_board_svg

        return infinite_board_svg(
            self,
            size=size,
            flipped=flipped,
            squares=squares,
            last_move=last_move,
            coordinates=coordinates,
            theme=theme,
            pieces=pieces,
            colors=colors,
        )

    def png(
        self,
        *,
        size: int | None = None,
        flipped: bool = False,
        squares: str | Iterable[InfiniteMarkLike] = (),
        last_move: InfiniteMoveLike = None,
        coordinates: bool = True,
        theme: str = "brown",
        pieces: str = "classic",
        colors: Mapping[str, str] | None = None,
    ) -> bytes:
        """The picture that `svg` draws as PNG. This needs `scoresheet[png]`.

        The arguments and errors are those of `svg`; the size is twice as large by default.

        >>> from scoresheet import infinite
        >>> infinite.Position.read("K0,0|r9,0").png(size=200)[1:4]
        b'PNG'
        """
        from scoresheet.drawing import board_png

        look = {"flipped": flipped, "squares": squares, "last_move": last_move, "coordinates": coordinates}
        return board_png(self, size=size, **look, theme=theme, pieces=pieces, colors=colors)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The forms of the position for notebooks: a board that can be played on if anywidget is installed."""
        from scoresheet.viewer.notebook import mimebundle  # here: only notebooks ask for it

        return mimebundle(self, **options)

    def _repr_svg_(self) -> str:
        return self.svg()


def _restored(plain: dict[str, Any]) -> Position:
    return Position(**plain)
