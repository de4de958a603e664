"""Chess engines that speak UCI: `Engine`, its options, and the lines that it finds."""

from scoresheet.uci.engine import Engine
from scoresheet.uci.lines import Line
from scoresheet.uci.options import EngineOption, EngineOptions

__all__ = ["Engine", "EngineOption", "EngineOptions", "Line"]
