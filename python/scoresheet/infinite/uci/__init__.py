"""Engines of infinite chess, which speak UCI with positions in ICN: `Engine`, and games between two of them."""

from __future__ import annotations

from scoresheet.infinite.uci.engine import Engine
from scoresheet.infinite.uci.lines import Line
from scoresheet.infinite.uci.match import play_game

__all__ = ["Engine", "Line", "play_game"]
