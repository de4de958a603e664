"""The analysis of a game that the page shows. The result is kept in memory; files stay as they are."""

from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

from scoresheet._kinds import is_standard
from scoresheet.analysis.choices import choices_of
from scoresheet.analysis.marking import marked, sources_of
from scoresheet.analysis.results import result_of
from scoresheet.analysis.searching import LONGEST_PLIES, GameSearch
from scoresheet.viewer.engine_work import EngineWork
from scoresheet.viewer.errors import wrong

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame
    from scoresheet.analysis.results import PositionResult
    from scoresheet.game import Game
    from scoresheet.uci.engine import Engine

__all__ = ["NODES", "AnalysedGame", "AnalysedGames", "GameWork"]

NODES = (20_000, 100_000, 500_000, 2_000_000)
"""The numbers of nodes for each position that a page can choose."""

_KEPT = 64
"""How many analysed games are kept."""


class AnalysedGame(NamedTuple):
    """A game with the results of an engine for it, and the figures for the page."""

    game: Game
    figures: dict[str, Any]


class AnalysedGames:
    """The analysed games of a library by their rows. Those that were analysed last are kept."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, AnalysedGame] = OrderedDict()

    def get(self, row: int) -> AnalysedGame | None:
        """The analysed game of a row, if there is one."""
        return self._known.get(row)

    def keep(self, row: int, analysed: AnalysedGame) -> None:
        """Keeps a game, and drops the oldest one if there are too many."""
        self._known[row] = analysed
        self._known.move_to_end(row)
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)

    def drop(self, row: int) -> None:
        """Forgets the analysis of a game."""
        self._known.pop(row, None)


class GameWork(EngineWork):
    """The analysis of one game."""

    def __init__(self, game: EitherGame, row: int, kept: AnalysedGames, asked: Mapping[str, Any]) -> None:
        """Checks the request of the page.

        Raises:
            Refused: the game cannot be analysed, or the limit is not one of the choices.
        """
        super().__init__()
        nodes = asked.get("nodes", NODES[1])
        if type(nodes) is not int or nodes not in NODES:
            raise wrong(f"`nodes` is one of {', '.join(map(str, NODES))}")
        if not is_standard(game):
            raise wrong("games on boards without edges cannot be analysed here")
        self.row = row
        self.kept = kept
        self._choices = choices_of({"nodes": nodes, "replace": True})
        self._search = GameSearch(copy.copy(game), self._choices.moves)
        if self._search.is_too_long:
            raise wrong(f"the game has more than {LONGEST_PLIES:,} half-moves")
        if not self._search.judged:
            raise wrong("the game has no moves", "show the lines from the position instead")
        self._done = 0

    async def run(self, engine: Engine) -> None:
        """Searches the positions of the game, and writes what was found into a copy."""
        search, choice = self._search, self._choices.search
        found: dict[int, PositionResult] = {}
        engine.new_game()
        for ply in search.plies:
            node = search.nodes[ply]
            lines = await engine.aanalyse(node, lines=choice.lines, **choice.limit)  # type: ignore[arg-type]
            found[ply] = result_of(lines, node.position, choice.plies)
            self._done += 1
        sources = sources_of([engine.name], [{"limit": choice.shown_limit}], ())
        analysis = marked(search, [found], sources, self._choices.marks)
        figures = {"white": asdict(analysis.white), "black": asdict(analysis.black)}
        facts = {"engine": analysis.engine, **choice.shown_limit, **figures}
        self.kept.keep(self.row, AnalysedGame(search.game, facts))

    def to_dict(self) -> dict[str, Any]:
        """How many positions were searched."""
        return {**self.facts(), "row": self.row, "done": self._done, "total": len(self._search.plies)}
