"""Converts games of infinite chess to documents of BGN and back.

A document has the start in `bgn.setup.icn` and squares such as `-4,12`. Everything else is as in documents of standard
chess, so the native part writes and reads it: this package gives it a game with the same tags and annotations, whose
moves mean nothing.
"""

from __future__ import annotations

from scoresheet.infinite.bgn.reading import read_bgn
from scoresheet.infinite.bgn.writing import document_text

__all__ = ["document_text", "read_bgn"]
