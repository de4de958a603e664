"""Reading ICN: turns a text into a `Document`, item by item."""

from __future__ import annotations

from scoresheet.infinite.reading.compact import read_compact_move
from scoresheet.infinite.reading.numbers import read_border
from scoresheet.infinite.reading.text import Read, read_document

__all__ = ["Read", "read_border", "read_compact_move", "read_document"]
