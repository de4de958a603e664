"""A game for display: the boards of its mainline, and everything that depends on the kind of board.

A `GameView` is all that pages and terminals know about the kind of a game. `standard_view` and
`infinite_view` each define one, and `view_of` chooses between them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar, cast

from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet.drawing.terminal import Look
    from scoresheet.drawing.theme import Theme
    from scoresheet.openings import Opening
    from scoresheet.protocols import AnyGame, AnyNode, AnyPosition

__all__ = ["AnyView", "Box", "GameView", "Picture", "PieceLook", "Shown"]

GameT = TypeVar("GameT", bound="AnyGame")
NodeT = TypeVar("NodeT", bound="AnyNode")
PositionT = TypeVar("PositionT", bound="AnyPosition")

Box: TypeAlias = "tuple[float, float, float, float]"
"""A part of a drawing in its own units: left, top, width, height."""

PieceLook: TypeAlias = "tuple[Any, str]"
"""The owner and the kind of a piece. Pieces with the same look share a shape."""


class Picture(Protocol):
    """A board that can be drawn."""

    def svg(self, size: int | None = None) -> str:
        """The complete drawing; `size` is its longer side in pixels, None for the default."""

    def part(self, prefix: str) -> str:
        """The drawing without what `GameView.shapes` defines once for many boards."""

    def looks(self) -> set[PieceLook]:
        """The pieces that are drawn, each look once."""

    def changed(self, before: Any) -> Box | None:
        """The part that differs from another picture of the same game; None if that is all of it."""


@dataclass(frozen=True)
class Shown(Generic[NodeT, PositionT]):
    """A ply of the mainline for display: the position, and the node with the move that led to it."""

    position: PositionT
    node: NodeT
    ply: int
    plies: int
    """How many plies of the mainline have a board."""


class GameView(ABC, Generic[GameT, NodeT, PositionT]):
    """A game of one kind, for display."""

    def __init__(self, game: GameT) -> None:
        self.game = game

    # The boards of the mainline

    def at(self, ply: int | None = None) -> Shown[NodeT, PositionT]:
        """The board at a ply. None means the end, or the start of a game that is kept but not played.

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

    @abstractmethod
    def after(self, node: NodeT) -> Shown[NodeT, PositionT] | None:
        """The board after any move, in a variation as well; None if there is none."""

    def _shown(self, node: AnyNode, boards: int) -> Shown[NodeT, PositionT]:
        # The start can be shown even for games that are not played.
        position = node.position if node.ply else self.game.start
        return Shown(cast("PositionT", position), cast("NodeT", node), node.ply, boards)

    @abstractmethod
    def boards(self) -> int:
        """How many plies of the mainline have a board."""

    # Words

    @abstractmethod
    def check_notation(self, notation: str | None) -> None:
        """Refuses a notation that is not available for the moves of this game.

        Raises:
            UsageError: the notation is not available.
        """

    @abstractmethod
    def numbers(self) -> Callable[[int], str]:
        """The function that returns the number before a ply's move."""

    @abstractmethod
    def spelled(self, node: NodeT, notation: str | None = None) -> str:
        """The text of a move in a notation; None means the usual one."""

    @abstractmethod
    def state(self, shown: Shown[NodeT, PositionT]) -> str:
        """The side to move, or how the game ended, in words."""

    @abstractmethod
    def opening(self) -> Opening | None:
        """The opening by the positions reached; None if there is none, as on all infinite boards."""

    @abstractmethod
    def start_text(self) -> str | None:
        """The start as text, to show a game without moves; None if such a game is shown by its result."""

    # Pictures

    @abstractmethod
    def picture(
        self,
        shown: Shown[NodeT, PositionT],
        *,
        theme: str | Theme = "brown",
        flipped: bool = False,
        lines: int | None = None,
    ) -> Picture:
        """A board, with the move that led to the position and the marks in its comments.

        `lines` is the maximum number of columns and rows of an infinite board, with gaps; None for the default.
        """

    @abstractmethod
    def most_lines(self) -> int | None:
        """The maximum number of columns and rows of each board on a page of the whole game; None for the default."""

    @abstractmethod
    def shapes(self, looks: Iterable[PieceLook], theme: str | Theme, prefix: str, *, flipped: bool = False) -> str:
        """The shapes that boards use, defined once per page; `looks` are the pieces of all its boards."""

    @abstractmethod
    def board_lines(self, shown: Shown[NodeT, PositionT], look: Look) -> list[str]:
        """A board as lines for a terminal."""


AnyView: TypeAlias = "GameView[Any, Any, Any]"
