"""A move in a game of infinite chess, with the position after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scoresheet.errors import UsageError
from scoresheet.infinite.annotation import is_verdict, nags_of, said, signs_of
from scoresheet.infinite.document import MoveText
from scoresheet.infinite.move import Move
from scoresheet.infinite.pieces import Piece

if TYPE_CHECKING:
    from scoresheet.game import Command, Evaluation
    from scoresheet.infinite.game import Game
    from scoresheet.infinite.position import Position

__all__ = ["Entry", "Node"]


@dataclass(slots=True, eq=False)
class Entry:
    """What a game stores for one move, and for its start, which has none."""

    ply: int
    move: Move | None = None
    piece: Piece | None = None
    capture: bool = False
    signs: tuple[str, ...] = ()
    comments: list[str] = field(default_factory=list)
    text: str = ""
    """The spelling of the move, if it was read."""
    illegal: bool = False
    rest: str | None = None
    """The words after it that could not be played."""

    @classmethod
    def of(cls, ply: int, text: MoveText) -> Entry:
        """The entry for a move in a text."""
        move = Move(text.start, text.end, text.promotion)
        return cls(ply, move, text.piece, text.capture, text.signs, list(text.comments), text.text)

    def written(self) -> MoveText:
        """The move in the form of a document. Words that could not be played become a comment."""
        assert self.move is not None, "the start of a game is not written as a move"
        start, end, promotion = self.move
        return MoveText(
            *(start, end, promotion, self.piece, self.capture, self.signs, tuple(self.remarks())),
            illegal=self.illegal,
            text=self.text,
        )

    def remarks(self) -> list[str]:
        """The comments, and the words that could not be played."""
        return self.comments if self.rest is None else [*self.comments, self.rest]

    def value(self) -> object:
        """What makes two of them equal: the move, comments and verdicts, but not the spelling."""
        return self.move, tuple(self.comments), nags_of(self.signs), self.illegal, self.rest


class Node:
    """A move in a game of infinite chess with the position after it, or the start, which has no move.

    It has the attributes of `scoresheet.Node`. If its move was deleted, they raise `UsageError`.

    >>> from scoresheet import infinite
    >>> node = infinite.parse("w K0,0|k5,5|R9,9 R9,9>9,5+!?{best}").at(1)
    >>> str(node.move), node.ply, node.comment, node.nags, node.position.turn
    ('9,9>9,5', 1, 'best', [5], 'black')
    """

    __slots__ = ("_entry", "_game")

    def __init__(self, game: Game, entry: Entry) -> None:
        self._game = game
        self._entry = entry

    @property
    def _here(self) -> Entry:
        """The entry, which must still belong to its game."""
        if not self._game._holds(self._entry):
            raise UsageError("this node is no longer in its game", hint="it was deleted, or the game was cut")
        return self._entry

    @property
    def game(self) -> Game:
        """The game that the node belongs to."""
        return self._game

    @property
    def move(self) -> Move | None:
        """The move; None at the start."""
        return self._here.move

    @property
    def ply(self) -> int:
        """The number of half-moves up to here: 0 at the start, 1 after the first move."""
        return self._here.ply

    @property
    def text(self) -> str | None:
        """The move as the input spells it; squares and promotion if it was not read. None at the start.

        >>> from scoresheet import infinite
        >>> game = infinite.parse("K0,0|k5,5 1. K0,0 > 1,1")
        >>> game.at(1).text, game.root.text
        ('K0,0 > 1,1', None)
        """
        entry = self._here
        return None if entry.move is None else entry.text or str(entry.move)

    @property
    def piece(self) -> Piece | None:
        """The piece that moves, before any promotion; None at the start, and if the square is empty.

        >>> from scoresheet import infinite
        >>> infinite.parse("P1,7|K0,0|k5,5 (8|1) 1,7>1,8Q").at(1).piece
        Piece(kind=Kind('p'), owner=1)
        """
        before, entry = self.before, self._entry
        return None if before is None or entry.move is None else before.pieces.get(entry.move.start)

    @property
    def before(self) -> Position | None:
        """The position before the move; None at the start."""
        ply = self._here.ply
        return None if ply == 0 else self._game._position(ply - 1)

    @property
    def position(self) -> Position:
        """The position after the move; the start position at the start.

        Going from node to node costs one move each; any other access costs the moves on the way there.

        Raises:
            ReadError: the rules of this game are not supported (`unplayable`), or the squares of the pieces are
            unknown.
        """
        return self._game._position(self._here.ply)

    @property
    def illegal(self) -> bool:
        """Whether the rules forbid the move."""
        return self._here.illegal

    @property
    def null(self) -> bool:
        """Whether it is a null move: always false, because infinite chess has none."""
        return self._here.ply < 0

    @property
    def comment(self) -> str:
        """The comments after the move as one text on one line, `""` if there are none. Assigning it replaces them all.

        >>> from scoresheet import infinite
        >>> game = infinite.parse("K0,0|k5,5 0,0>1,1{a}{b}")
        >>> game.at(1).comment
        'a b'
        >>> game.at(1).comment = "c"
        >>> game.to_icn().split()[-1]
        '0,0>1,1{c}'
        """
        return " ".join(" ".join(self._here.comments).split())

    @comment.setter
    def comment(self, value: str | None) -> None:
        self.comments_after = [value] if value else []

    @property
    def comments_before(self) -> list[str]:
        """The comments before the move: always empty, because they belong to the previous node."""
        _ = self._here
        return []

    @comments_before.setter
    def comments_before(self, value: Sequence[str]) -> None:
        if self._here and list(value):
            raise UsageError("ICN has no comments before a move", hint="add them to the previous node: `parent`")

    @property
    def comments_after(self) -> list[str]:
        """The comments after the move: a list of texts, unchanged. It can be set."""
        return list(self._here.comments)

    @comments_after.setter
    def comments_after(self, value: Sequence[str]) -> None:
        self._here.comments = list(said(value).comments_after)

    @property
    def nags(self) -> list[int | str]:
        """The NAGs of the move: 1 to 6 for `!`, `?`, `!!`, `??`, `!?` and `?!`, text for other signs. It can be set.

        >>> from scoresheet import infinite
        >>> node = infinite.parse("K0,0|k5,5 0,0>1,1!?=").at(1)
        >>> node.nags
        [5, '=']
        >>> node.nags = [1]
        >>> print(node.game.to_icn(style="long").splitlines()[-1])
        1. K0,0 > 1,1 !
        """
        return nags_of(self._here.signs)

    @nags.setter
    def nags(self, value: Iterable[int | str]) -> None:
        entry = self._here
        facts = tuple(sign for sign in entry.signs if not is_verdict(sign))
        entry.signs = facts + signs_of(value)

    @property
    def commands(self) -> list[Command]:
        """The commands in the comments after the move, `[%name value]`, in their order.

        >>> from scoresheet import infinite
        >>> infinite.parse("K0,0|k5,5 0,0>1,1{[%clk 0:02:59.5] good}").at(1).commands
        [Command(name='clk', value='0:02:59.5', meaning=179.5)]
        """
        return said(self._here.comments).commands

    @property
    def clock(self) -> float | None:
        """The mover's clock in seconds (`[%clk …]`); None if it is not given. It can be set.

        >>> from scoresheet import infinite
        >>> node = infinite.parse("K0,0|k5,5 0,0>1,1{[%clk 0:03:00] good}").at(1)
        >>> node.clock
        180.0
        >>> node.clock = 59.5
        >>> node.comment
        '[%clk 0:00:59.5] good'
        """
        return said(self._here.comments).clock

    @clock.setter
    def clock(self, value: float | None) -> None:
        heard = said(self._here.comments)
        heard.clock = value
        self._entry.comments = heard.comments_after

    @property
    def emt(self) -> float | None:
        """The time spent on the move in seconds (`[%emt …]`); None if it is not given. It can be set."""
        return said(self._here.comments).emt

    @emt.setter
    def emt(self, value: float | None) -> None:
        heard = said(self._here.comments)
        heard.emt = value
        self._entry.comments = heard.comments_after

    @property
    def eval(self) -> Evaluation | None:
        """The evaluation (`[%eval …]`) from White's side; None if it is not given.

        It can be set, also to a number in hundredths of a pawn.
        """
        return said(self._here.comments).eval

    @eval.setter  # noqa: A003 - the name is a promise
    def eval(self, value: Evaluation | int | None) -> None:
        heard = said(self._here.comments)
        heard.eval = value
        self._entry.comments = heard.comments_after

    def set_command(self, name: str, value: str | None) -> None:
        """Sets the value of any command, or removes the command if the value is None.

        >>> from scoresheet import infinite
        >>> node = infinite.parse("K0,0|k5,5 0,0>1,1{good}").at(1)
        >>> node.set_command("depth", "64")
        >>> node.comment
        '[%depth 64] good'
        """
        heard = said(self._here.comments)
        heard.set_command(name, value)
        self._entry.comments = heard.comments_after

    @property
    def rest(self) -> str | None:
        """The words after the move that could not be played; None if all could."""
        return self._here.rest

    @property
    def unplayed(self) -> list[str]:
        """The words of variations in which no move could be played: always empty, because there are no variations."""
        _ = self._here
        return []

    @property
    def parent(self) -> Node | None:
        """The previous node; None at the start."""
        ply = self._here.ply
        return None if ply == 0 else self._game.at(ply - 1)

    @property
    def next(self) -> Node | None:
        """The next node; None at the end."""
        ply = self._here.ply
        return None if ply == self._game.ply_count else self._game.at(ply + 1)

    @property
    def children(self) -> list[Node]:
        """All moves from here: at most one."""
        following = self.next
        return [] if following is None else [following]

    @property
    def variations(self) -> list[Node]:
        """The alternatives to this move: always empty, because ICN has no variations."""
        _ = self._here
        return []

    @property
    def is_mainline(self) -> bool:
        """Whether the node belongs to the mainline: always true."""
        return self._here.ply >= 0

    def add(self, move: Move | str | bytes, *, illegal: bool = False) -> Node:
        """Adds a move after this one, which must be the last. See `Game.add`."""
        return self._game.add(move, after=self, illegal=illegal)

    def promote(self, *, to_mainline: bool = False) -> bool:
        """Prefers the variation that contains this node. Changes nothing, because there are none."""
        return self._game.promote(self, to_mainline=to_mainline)

    def demote(self) -> bool:
        """Prefers the next alternative to this move. Changes nothing, because there are none."""
        return self._game.demote(self)

    def delete(self) -> None:
        """Deletes this move and everything after it. See `Game.delete`."""
        self._game.delete(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self._entry is other._entry and self._game is other._game

    def __hash__(self) -> int:
        return hash((id(self._game), id(self._entry)))

    def __repr__(self) -> str:
        if not self._game._holds(self._entry):
            return "<infinite.Node deleted>"
        if self._entry.move is None:
            return "<infinite.Node start>"
        return f"<infinite.Node {self._entry.ply}: {_short(str(self._entry.move))}>"


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:40]}…{text[-19:]}"
