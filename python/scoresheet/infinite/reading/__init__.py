"""Reading ICN: from a text to a `Document`."""

from __future__ import annotations

from scoresheet.infinite.reading.text import Read, read_document

__all__ = ["Read", "read_document"]
