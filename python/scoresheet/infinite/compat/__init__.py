"""Formats in which other programs keep games of infinite chess: the original converter's long format, and today's.

`infinite.fc` and `infinite.modern` offer them under the names that those programs use.
"""

from __future__ import annotations
