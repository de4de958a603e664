"""Reading ICN: from a text to a `Document`, which says item by item what stands there."""

from __future__ import annotations

from scoresheet.infinite.reading.compact import read_compact_move
from scoresheet.infinite.reading.numbers import read_border
from scoresheet.infinite.reading.text import Read, read_document

__all__ = ["Read", "read_border", "read_compact_move", "read_document"]
