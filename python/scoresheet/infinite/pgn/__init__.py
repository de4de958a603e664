"""Converts games of infinite chess to games of standard chess and back, and counts what the target cannot express."""

from __future__ import annotations

from scoresheet.infinite.pgn.from_standard import from_pgn
from scoresheet.infinite.pgn.to_standard import to_pgn

__all__ = ["from_pgn", "to_pgn"]
