"""The view of a game as a widget for notebooks: Jupyter, VS Code, Colab and marimo. It needs anywidget."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from scoresheet._kinds import is_game
from scoresheet._registry import registry
from scoresheet.drawing.client import style
from scoresheet.drawing.messages import bundle_for_readers
from scoresheet.drawing.theme import theme_of
from scoresheet.drawing.tree import game_json
from scoresheet.drawing.views import view_of
from scoresheet.errors import ScoresheetError, UsageError
from scoresheet.viewer import boards, infinite_moves
from scoresheet.viewer.errors import Refused
from scoresheet.viewer.game_edits import with_edits
from scoresheet.viewer.game_texts import game_text
from scoresheet.viewer.notebook import game_from

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame
    from scoresheet.viewer.notebook import Displayed

__all__ = ["GameWidget"]

_START = "export default { render: widget$.render };\n"


def _titles() -> frozenset[str]:
    """The words that the lists send to the widget."""
    return frozenset(str(entry["title"]) for kind in ("formats", "notations", "positions") for entry in registry(kind))


class GameWidget(anywidget.AnyWidget):
    """A game, or a position, of either kind of chess, on a board that can be played on.

    A position is a board that shows the side to move; moves that are played on it appear in a list.

    `ply` is the ply of the main line that is shown, and `at` the number of the node, also in variations; setting either
    moves the board. `edits` is what the user has changed, in order: moves that were added, lines that were promoted and
    moves that were deleted. `played` is the game with them.

    >>> import scoresheet
    >>> widget = GameWidget(scoresheet.parse("1. e4 e5 *"), ply=1)
    >>> widget.at, widget.ply
    (1, 1)
    """

    _esm = bundle_for_readers("widget", _titles()) + _START
    _css = style("game") + style("infinite")

    game = traitlets.Dict().tag(sync=True)
    at = traitlets.Int(0).tag(sync=True)
    edits: traitlets.List[dict[str, Any]] = traitlets.List().tag(sync=True)
    options = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        shown: Displayed,
        *,
        ply: int = 0,
        flipped: bool = False,
        theme: str = "brown",
        pieces: str = "classic",
        **options: Any,
    ) -> None:
        """Shows a game or a position. Other options are those of anywidget.

        Raises:
            UsageError: the main line has no such ply, or there is no such theme or set of pieces.
        """
        theme_of(theme, pieces=pieces)  # refuses unknown names
        self.shown = shown if is_game(shown) else game_from(shown)
        looks = {"flipped": flipped, "theme": theme, "pieces": pieces, **_lists()}
        if not is_game(shown):
            view = view_of(self.shown)
            looks["state"] = view.state(view.at(0))
        super().__init__(game=game_json(self.shown), options=looks, at=self._node_at(ply), **options)
        self.on_msg(self._answer)

    @cached_property
    def _mainline(self) -> list[int]:
        """The numbers of the nodes of the main line."""
        places = {node: place for place, node in enumerate([self.shown.root, *self.shown.walk()])}
        return [places[node] for node in (self.shown.root, *self.shown.mainline())]

    def _node_at(self, ply: int) -> int:
        if not 0 <= ply < len(self._mainline):
            raise UsageError(f"the game has no ply {ply}", hint=f"use a ply from 0 to {len(self._mainline) - 1}")
        return self._mainline[ply]

    @property
    def ply(self) -> int | None:
        """The ply of the main line that is shown; None within a variation."""
        return self._mainline.index(self.at) if self.at in self._mainline else None

    @ply.setter
    def ply(self, ply: int) -> None:
        self.at = self._node_at(ply)

    @property
    def played(self) -> EitherGame:
        """The game with the moves that the user has added, and everything else that the user has changed.

        Raises:
            UsageError: the game is of infinite chess, which has no variations, and moves were added before its end.
        """
        return with_edits(self.shown, self.edits)

    def _answer(self, _widget: object, asked: Any, _buffers: object) -> None:
        """Responds to requests of the board. A message may come from anywhere, so nothing in it is trusted."""
        if not isinstance(asked, dict) or "id" not in asked:
            return
        try:
            told: dict[str, Any] = {"answer": self._answered(asked)}
        except (Refused, ScoresheetError, LookupError, TypeError, ValueError) as error:
            told = {"error": str(getattr(error, "message", error))}
        self.send({"id": asked["id"], **told})

    def _answered(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        kind = asked.get("kind")
        if kind == "text":
            return game_text(self.shown, asked)
        about = {name: str(asked[name]) for name in ("fen", "rules", "move") if asked.get(name)}
        if kind == "position":
            return boards.position(about)
        if kind == "notations":
            return boards.notations(about)
        if kind in ("reach", "play", "map"):
            return self._on_infinite_board(str(kind), asked)
        raise UsageError(f"nothing answers `{kind}`")

    def _on_infinite_board(self, kind: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        at, line = asked.get("at"), infinite_moves.line_of(asked.get("line"))
        if not isinstance(at, int):
            raise UsageError("the place on the board is missing")
        if kind == "reach":
            x, y = str(asked.get("x", "")), str(asked.get("y", ""))
            return infinite_moves.infinite_moves(self.shown, at, x, y, line)
        if kind == "play":
            return infinite_moves.infinite_play(self.shown, at, line, str(asked.get("move", "")))
        return {"svg": infinite_moves.infinite_map(self.shown, at, line)}


def _lists() -> dict[str, Any]:
    """The notations and formats to choose from."""
    named = [{"name": entry["id"], "title": entry["title"]} for entry in registry("formats") if _is_text(entry)]
    notations = {
        "moves": [{"name": entry["id"], "title": entry["title"]} for entry in registry("notations")],
        "positions": [{"name": entry["id"], "title": entry["title"]} for entry in registry("positions")],
    }
    return {"formats": named, "notations": notations}


def _is_text(entry: Mapping[str, Any]) -> bool:
    return bool(entry["writes"] and entry["text"] and not entry["store"])
