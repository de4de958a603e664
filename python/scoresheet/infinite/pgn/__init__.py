"""Games of infinite chess and games of chess, both ways: what PGN has and ICN has not is counted, and the reverse."""

from __future__ import annotations

from scoresheet.infinite.pgn.from_usual import from_pgn
from scoresheet.infinite.pgn.to_usual import to_pgn

__all__ = ["from_pgn", "to_pgn"]
