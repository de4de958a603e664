"""A game as it is shown: the boards of its mainline, and whatever depends on the kind of board it is played on.

A `GameView` is all that pages and terminals know of a game's kind. `usual_view` and `open_view` each make one;
`view_of` chooses between them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar, cast

from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet.drawing.terminal import Look
    from scoresheet.openings import Opening
    from scoresheet.protocols import AnyGame, AnyNode, AnyPosition

__all__ = ["AnyView", "GameView", "Picture", "PieceLook", "Shown"]

GameT = TypeVar("GameT", bound="AnyGame")
NodeT = TypeVar("NodeT", bound="AnyNode")
PositionT = TypeVar("PositionT", bound="AnyPosition")

PieceLook: TypeAlias = "tuple[Any, str]"
"""Whose a piece is and what it is: pieces that look the same share a shape."""


class Picture(Protocol):
    """A board that can be drawn."""

    def svg(self, size: int | None = None) -> str:
        """The whole drawing; `size` is its longer side in pixels, None for the usual one."""

    def part(self, prefix: str) -> str:
        """The drawing without what `GameView.shapes` defines, once for many boards."""

    def looks(self) -> set[PieceLook]:
        """The pieces that are drawn, each look once."""


@dataclass(frozen=True)
class Shown(Generic[NodeT, PositionT]):
    """A ply of the mainline that is shown: the position, and the node, which has the move that led there."""

    position: PositionT
    node: NodeT
    ply: int
    plies: int
    """How many of the mainline have a board."""


class GameView(ABC, Generic[GameT, NodeT, PositionT]):
    """A game of one kind, as it is shown."""

    def __init__(self, game: GameT) -> None:
        self.game = game

    # The boards of the mainline

    def at(self, ply: int | None = None) -> Shown[NodeT, PositionT]:
        """The board at a ply; where it is None that of the end, or of the start of a game that is kept, not played.

        Raises:
            UsageError: the mainline has no such ply.
        """
        plies = self.game.ply_count
        if not isinstance(ply, int | None):
            raise TypeError(f"a ply is a number, not {type(ply).__name__}")
        if ply is not None and not 0 <= ply <= plies:
            raise UsageError(f"there is no ply {ply}", hint=f"the plies of the game are 0, its start, to {plies}")
        boards = self.boards()
        return self._shown(self.game.at(boards if ply is None else ply), boards)

    def all(self) -> Iterator[Shown[NodeT, PositionT]]:
        """All boards of the mainline, from the start."""
        boards = self.boards()
        yield self._shown(self.game.root, boards)
        for node in self.game.mainline():
            if node.ply > boards:
                return
            yield self._shown(node, boards)

    def _shown(self, node: AnyNode, boards: int) -> Shown[NodeT, PositionT]:
        # The start can be shown of games too that are not played.
        position = node.position if node.ply else self.game.start
        return Shown(cast("PositionT", position), cast("NodeT", node), node.ply, boards)

    @abstractmethod
    def boards(self) -> int:
        """How many plies of the mainline have a board."""

    # Words

    @abstractmethod
    def check_notation(self, notation: str | None) -> None:
        """Refuses a notation that the moves of this game do not have.

        Raises:
            UsageError: they have not.
        """

    @abstractmethod
    def numbers(self) -> Callable[[int], str]:
        """The function that gives the number in front of a ply's move."""

    @abstractmethod
    def spelled(self, node: NodeT, notation: str | None = None) -> str:
        """The text of a move in a notation; where it is None, in the one that people read."""

    @abstractmethod
    def state(self, shown: Shown[NodeT, PositionT]) -> str:
        """Who moves, or how it ended, in words."""

    @abstractmethod
    def opening(self) -> Opening | None:
        """The opening by the positions reached; None where there is none, as on all boards without edges."""

    @abstractmethod
    def start_text(self) -> str | None:
        """The start as a text, for a game without moves that is told by it; None where it is told by its result."""

    # Pictures

    @abstractmethod
    def picture(
        self, shown: Shown[NodeT, PositionT], *, theme: str = "brown", flipped: bool = False, lines: int | None = None
    ) -> Picture:
        """A board, with the move that led there and what its comments mark.

        Of a board without edges there are so many columns and rows at most, gaps included; None for as many as usual.
        """

    @abstractmethod
    def most_lines(self) -> int | None:
        """How many columns and rows each board of a page of the whole game has at most; None for as many as usual."""

    @abstractmethod
    def shapes(self, looks: Iterable[PieceLook], theme: str, prefix: str, *, flipped: bool = False) -> str:
        """What boards place, defined once for a page; `looks` are the pieces of all its boards."""

    @abstractmethod
    def board_lines(self, shown: Shown[NodeT, PositionT], look: Look) -> list[str]:
        """A board as lines for a terminal."""


AnyView: TypeAlias = "GameView[Any, Any, Any]"
