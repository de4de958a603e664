"""Protocols for what games of standard chess and games of infinite chess have in common, for code that takes both.

`scoresheet.Game` and `scoresheet.infinite.Game` share no base class, and neither do their nodes, positions and moves.
Each protocol here has the attributes that both kinds share, with types that fit both. If the kinds differ, as in how
a square is written, the type is `Any`: pass a value that comes from a game only to games of the same kind.

No class needs to inherit from these protocols, and nothing checks them at run time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from typing_extensions import Self

    from scoresheet._ids import FormatId
    from scoresheet.game import Command, Evaluation, Tags
    from scoresheet.report import Loss

__all__ = ["AnyGame", "AnyMove", "AnyMoves", "AnyNode", "AnyPosition"]


class AnyMove(Protocol):
    """A move of either kind: a `scoresheet.Move` or a `scoresheet.infinite.Move`.

    Squares of the standard board are numbers; those of infinite chess are pairs of coordinates.

    >>> import scoresheet
    >>> def ends(move: scoresheet.AnyMove) -> tuple[object, object]:
    ...     return move.from_square, move.to_square
    >>> ends(scoresheet.Position().parse("e4")), ends(scoresheet.infinite.Move((5, 2), (5, 10**6)))
    ((12, 28), ((5, 2), (5, 1000000)))
    """

    @property
    def from_square(self) -> Any:
        """The square that the piece starts from."""

    @property
    def to_square(self) -> Any:
        """The square that the piece goes to."""

    @property
    def promotion(self) -> Any:
        """The piece that a pawn becomes; None if nothing promotes."""

    @property
    def null(self) -> bool:
        """Whether this is a null move."""

    def __hash__(self) -> int: ...


class AnyMoves(Protocol):
    """The legal moves of a position of either kind. They support `in` and iteration.

    On an infinite board, the iteration may never end.

    >>> import scoresheet
    >>> def can_go_on(position: scoresheet.AnyPosition) -> bool:
    ...     return any(True for _ in position.legal_moves)
    >>> can_go_on(scoresheet.Position()), can_go_on(scoresheet.infinite.Position.read("K0,0|k5,5"))
    (True, True)
    """

    def __contains__(self, move: object, /) -> bool: ...

    def __iter__(self) -> Iterator[AnyMove]: ...


class AnyPosition(Protocol):
    """A position of either kind: a `scoresheet.Position` or a `scoresheet.infinite.Position`.

    Positions of infinite chess whose rules are not supported raise `ReadError` when their moves are requested.

    >>> import scoresheet
    >>> def after(position: scoresheet.AnyPosition, *moves: str) -> str:
    ...     for text in moves:
    ...         position = position.play(text)
    ...     return position.turn
    >>> after(scoresheet.Position(), "e4"), after(scoresheet.infinite.Position.read("K0,0|k5,5"), "0,0>1,1", "5,5>6,6")
    ('black', 'white')
    """

    @classmethod
    def read(cls, text: str) -> Self:
        """Reads a position: a FEN, or ICN."""

    @property
    def turn(self) -> str:
        """The side to move: `white`, `black`, or the colour of a further player."""

    @property
    def fullmove(self) -> int:
        """The number of the next move."""

    @property
    def legal_moves(self) -> AnyMoves:
        """The legal moves."""

    @property
    def is_check(self) -> bool:
        """Whether a royal piece of the player to move is attacked."""

    @property
    def is_mate(self) -> bool:
        """Whether the player to move is checkmated."""

    @property
    def is_stalemate(self) -> bool:
        """Whether the player to move has no legal move, and is not in check."""

    def is_legal(self, move: Any) -> bool:
        """Whether the player to move may play this move."""

    def parse(self, text: str | bytes) -> AnyMove:
        """The legal move for a text in SAN or ICN."""

    def write(self, move: Any) -> str | bytes:
        """The text of a move in SAN or ICN."""

    def play(self, move: Any, *, illegal: bool = False) -> Self:
        """The position after a move, which is a move of the position's kind or its text."""

    def svg(
        self,
        *,
        size: int = ...,
        flipped: bool = False,
        squares: str = "",
        last_move: Any = None,
        coordinates: bool = True,
        theme: str = "brown",
        pieces: str = "classic",
        colors: Mapping[str, str] | None = None,
    ) -> str:
        """A drawing of the board."""

    def png(
        self,
        *,
        size: int = ...,
        flipped: bool = False,
        squares: str = "",
        last_move: Any = None,
        coordinates: bool = True,
        theme: str = "brown",
        pieces: str = "classic",
        colors: Mapping[str, str] | None = None,
    ) -> bytes:
        """That drawing as PNG."""

    def __hash__(self) -> int: ...


class AnyNode(Protocol):
    """A node of either kind: a `scoresheet.Node` or a `scoresheet.infinite.Node`.

    Nodes of infinite chess have neither comments before the move nor variations: these lists are empty.

    >>> import scoresheet
    >>> def remarks(node: scoresheet.AnyNode) -> list[str]:
    ...     return [*node.comments_before, *node.comments_after]
    >>> remarks(scoresheet.parse("1. e4 {best} *").last), remarks(scoresheet.parse("K0,0|k5,5 0,0>1,1{odd}").last)
    (['best'], ['odd'])
    """

    @property
    def game(self) -> AnyGame:
        """The game that the node belongs to."""

    @property
    def move(self) -> AnyMove | None:
        """The move; None at the start."""

    @property
    def ply(self) -> int:
        """The number of half-moves up to here: 0 at the start, 1 after the first move."""

    @property
    def text(self) -> str | None:
        """The move as the input spells it; None at the start, and if PGN was read without its spelling."""

    @property
    def before(self) -> AnyPosition | None:
        """The position before the move; None at the start."""

    @property
    def position(self) -> AnyPosition:
        """The position after the move; the start position at the start."""

    @property
    def illegal(self) -> bool:
        """Whether the rules forbid the move."""

    @property
    def null(self) -> bool:
        """Whether it is a null move."""

    @property
    def comment(self) -> str:
        """The comments after the move as one text. Assigning it replaces all of them."""

    @comment.setter
    def comment(self, value: str | None) -> None: ...

    @property
    def comments_before(self) -> list[str]:
        """The comments before the move."""

    @comments_before.setter
    def comments_before(self, value: Sequence[str]) -> None: ...

    @property
    def comments_after(self) -> list[str]:
        """The comments after the move."""

    @comments_after.setter
    def comments_after(self, value: Sequence[str]) -> None: ...

    @property
    def nags(self) -> list[int | str]:
        """The NAGs of the move: numbers, or text for NAGs without a number."""

    @nags.setter
    def nags(self, value: Iterable[int | str]) -> None: ...

    @property
    def commands(self) -> list[Command]:
        """The commands in the comments after the move, `[%name value]`."""

    @property
    def clock(self) -> float | None:
        """The mover's clock in seconds."""

    @clock.setter
    def clock(self, value: float | None) -> None: ...

    @property
    def emt(self) -> float | None:
        """The time spent on the move in seconds."""

    @emt.setter
    def emt(self, value: float | None) -> None: ...

    @property
    def eval(self) -> Evaluation | None:
        """The evaluation from White's side."""

    @eval.setter  # noqa: A003 - the name is a promise
    def eval(self, value: Evaluation | int | None) -> None: ...

    def set_command(self, name: str, value: str | None) -> None:
        """Sets the value of a command, or removes the command if the value is None."""

    @property
    def rest(self) -> str | None:
        """The words after the move that could not be played; None if all could."""

    @property
    def unplayed(self) -> list[str]:
        """The words of variations in which no move could be played."""

    @property
    def parent(self) -> Self | None:
        """The previous node; None at the start."""

    @property
    def next(self) -> Self | None:
        """The node that continues the line from here; None at the end."""

    @property
    def children(self) -> list[Self]:
        """All moves from here."""

    @property
    def variations(self) -> list[Self]:
        """The alternatives to this move."""

    @property
    def is_mainline(self) -> bool:
        """Whether the node belongs to the mainline."""

    def add(self, move: Any, *, illegal: bool = False) -> Self:
        """Adds a move after this one, given as a move of the game's kind or as text."""

    def promote(self, *, to_mainline: bool = False) -> bool:
        """Prefers the variation that contains this node. Returns whether anything changed."""

    def demote(self) -> bool:
        """Prefers the next alternative to this move. Returns whether anything changed."""

    def delete(self) -> None:
        """Deletes this move and all that follows it."""

    def __hash__(self) -> int: ...


class AnyGame(Protocol):
    """A game of either kind: a `scoresheet.Game` or a `scoresheet.infinite.Game`.

    >>> import scoresheet
    >>> def played(game: scoresheet.AnyGame) -> str:
    ...     return f"{game.ply_count} half-moves, {game.end.turn} to move, {game.result}"
    >>> played(scoresheet.parse("1. e4 e5 1/2-1/2")), played(scoresheet.parse("K0,0|k5,5 0,0>1,1"))
    ('2 half-moves, white to move, 1/2-1/2', '1 half-moves, black to move, *')
    """

    @property
    def tags(self) -> Tags:
        """The tags: a mapping that keeps their order and can be changed."""

    @tags.setter
    def tags(self, value: Mapping[str, str] | Iterable[tuple[str, str]]) -> None: ...

    @property
    def rules(self) -> str:
        """The rules that the game is played by, as games of its kind name them."""

    @property
    def result(self) -> str:
        """The result: `"1-0"`, `"0-1"`, `"1/2-1/2"` or `"*"` (unfinished or unknown)."""

    @result.setter
    def result(self, value: str) -> None: ...

    @property
    def termination(self) -> str | None:
        """The marker after the moves; None if there is none."""

    @termination.setter
    def termination(self, value: str | None) -> None: ...

    @property
    def start(self) -> AnyPosition:
        """The position before the first move."""

    @property
    def end(self) -> AnyPosition:
        """The position after the last move."""

    @property
    def ply_count(self) -> int:
        """The number of half-moves in the mainline."""

    @property
    def root(self) -> AnyNode:
        """The node at the start, which has no move."""

    @property
    def last(self) -> AnyNode:
        """The last node of the mainline; `root` if there are no moves."""

    @property
    def errors(self) -> Sequence[Exception]:
        """What was lost or not understood when the game was read, as exceptions that were not raised."""

    @property
    def notes(self) -> Sequence[Exception]:
        """What was read leniently, as exceptions that were not raised."""

    @property
    def faults_left_out(self) -> int:
        """The number of errors and notes beyond those in `errors` and `notes`."""

    @property
    def closing_comments(self) -> list[str]:
        """The comments after the marker that ends the game."""

    @closing_comments.setter
    def closing_comments(self, value: Sequence[str]) -> None: ...

    def at(self, ply: int) -> AnyNode:
        """The node of the mainline after this many half-moves; 0 is `root`, and -1 is `last`."""

    def mainline(self) -> Iterator[AnyNode]:
        """The nodes of the mainline, starting with the first move."""

    def walk(self, order: Literal["text", "post"] = "text") -> Iterator[AnyNode]:
        """All nodes with a move, in the order of the text, or all that follow a given node."""

    def add(self, move: Any, *, after: Any = None, illegal: bool = False) -> AnyNode:
        """Adds a move of the game's kind, or its text, at the end or after a node. Returns its node."""

    def promote(self, node: Any, *, to_mainline: bool = False) -> bool:
        """Prefers a variation to the one before it. Returns whether anything changed."""

    def demote(self, node: Any) -> bool:
        """Prefers the next alternative to a move. Returns whether anything changed."""

    def delete(self, node: Any) -> None:
        """Deletes a move and all that follows it."""

    def strip(
        self,
        *,
        comments: bool = False,
        nags: bool = False,
        variations: bool = False,
        commands: bool = False,
        clocks: bool = False,
    ) -> None:
        """Removes annotations; without arguments, everything except the moves."""

    def cut(self, *, before: int | None = None, after: int | None = None) -> None:
        """Removes the moves before one ply and after another."""

    def merge(self, *games: Any) -> None:
        """Adds other games of the same kind: their annotations of equal moves, and the moves that differ."""

    def to(self, fmt: FormatId, *, strict: bool = False) -> str | bytes:
        """The game in another format (`scoresheet list formats`)."""

    def losses(self, fmt: FormatId) -> list[Loss]:
        """What a format cannot express of this game."""

    def html(
        self,
        *,
        fragment: bool = False,
        ply: int | None = None,
        size: int | None = None,
        flipped: bool = False,
        theme: str = "brown",
        pieces: str = "classic",
    ) -> str:
        """A complete HTML page, or a fragment of one, with heading, board and moves."""

    def gif(
        self,
        *,
        delay: float = 1.0,
        once: bool = False,
        size: int = 480,
        flipped: bool = False,
        theme: str = "brown",
        pieces: str = "classic",
        ply: int | None = None,
    ) -> bytes:
        """The mainline as an animated GIF."""

    def apng(
        self,
        *,
        delay: float = 1.0,
        once: bool = False,
        size: int = 480,
        flipped: bool = False,
        theme: str = "brown",
        pieces: str = "classic",
        ply: int | None = None,
    ) -> bytes:
        """The mainline as an animated PNG."""
