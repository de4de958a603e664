"""Analysis with chess engines: evaluations, marks, better lines and figures, for files and for single games."""

from scoresheet.analysis.alone import analyse_game
from scoresheet.analysis.job import analyse
from scoresheet.analysis.puzzle_job import puzzles
from scoresheet.analysis.summary import GameAnalysis, MoveAnalysis, SideAnalysis

__all__ = ["GameAnalysis", "MoveAnalysis", "SideAnalysis", "analyse", "analyse_game", "puzzles"]
