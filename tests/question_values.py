"""Values of the parameters of questions, for tests that compare engines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoresheet.questions import find

BOUNDS = [{}, {"since": "1990-05-01"}, {"until": "1991-01-01"}, {"since": "1990-05-02", "until": "1996-01-01"}]
FILTERS = [
    {"min_elo": 1800, "max_elo": 2300},
    {"time": "classical"},
    {"player": "O'Hara; DROP"},
    {"player": "B"},
]
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
VALUES: dict[str, list[dict[str, Any]]] = {
    "accuracy": [
        *({"by": by} for by in ("game", "phase", "opening", "year", "time")),
        {"from_ply": 5, "to_ply": 40},
        {"min_games": 2},
        {},
    ],
    "annotations": [{"what": what} for what in ("sources", "nags", "differences")],
    "blunders": [{"drop": 3, "top": 100}, {"clock": 60}, {}],
    "castling": [{"plies": plies, "by": by} for plies in (0, 12) for by in (None, "color", "side")],
    "checks": [{"top": 1}, {"top": 20}],
    "crosstable": [{"by": by, "tiebreak": "direct"} for by in ("opponent", "round")],
    "endgames": [{"pieces": 0}, {"pieces": 7, "top": 3}, {"top": 20}],
    "explorer": [{"fen": AFTER_E4}, {"variant": "atomic"}, {"white": "nobody"}, {}],
    "heatmap": [
        {"piece": piece, "what": what, **more}
        for what in ("lands", "stands")
        for piece, more in (
            ("P", {}),
            ("N", {"ply": 14}),
            ("B", {"color": "black"}),
            ("R", {"ply": 21, "color": "white"}),
            ("R", {}),
            ("Q", {"ply": 1}),
            ("K", {"ply": 0}),
            ("K", {}),
        )
    ],
    "holes": [{"player": "Tal"}, {"player": "Tal", "color": "black", "min_games": 1, "top": 3}],
    "imbalance": [{"ply": ply} for ply in (1, 4, 12, 30, 31)],
    "novelties": [{"plies": 3}, {"top": 3}, {}],
    "openings": [{"plies": 1}, {"plies": 2, "band": 400, "top": 1}, {"plies": 3, "band": 100, "top": 2}],
    "opponents": [{"player": "Tal"}, {"player": "Tal", "top": 1, "min_games": 2}],
    "pace": [{}],
    "player": [{"player": "Tal"}, {"player": "Tal", "top": 1, "opening": 4, "middlegame": 9}],
    "promotions": [{}],
    "queen_trades": [{"plies": plies} for plies in (None, 9, 10, 30)],
    "rating": [{"player": "Tal", "by": by} for by in ("day", "month", "year", "game")],
    "repertoire": [{"player": "Tal", "min_games": 1}, {"player": "Tal", "color": "black", "plies": 3}],
    "results": [{"by": by} for by in (None, "year", "ended_by")],
    "sacrifices": [{"pawns": 1, "plies": 2}, {"pawns": 3}, {}],
    "standings": [{"tiebreak": tie} for tie in ("none", "direct", "sonneborn_berger", "buchholz")],
    "structure": [{"pattern": "check"}, {"pattern": "move Nf3", "top": 2}, {"pattern": "material KRPvKR"}],
    "time": [{"opening": 2, "middlegame": 5}, {}],
    "tree": [{"plies": 2, "min_games": 1}, {"fen": AFTER_E4, "min_games": 1}, {"variant": "horde"}, {}],
}


def every(question: str, but: Iterable[tuple[str, str]] = ()) -> list[dict[str, Any]]:
    """Values for a question, with and without bounds, but without some values of parameters."""
    values = [each for each in VALUES[question] if not any(each.get(name) == value for name, value in but)]
    bounds = BOUNDS[:: 3 if question == "heatmap" else 1]
    found = [{**each, **bound} for each in values for bound in bounds]
    known = {parameter.name for parameter in find(question).parameters}
    return [*found, *({**values[-1], **filters} for filters in FILTERS if filters.keys() <= known)]
