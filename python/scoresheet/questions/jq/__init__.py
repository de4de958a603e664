"""jq, for documents, one per line (`bgnl`). Its programs read jq's input, so they name no table and no file."""

from __future__ import annotations

import json
from pathlib import Path

from scoresheet.questions.engine import Spelling, Written

__all__ = ["DOCUMENTS"]

DOCUMENTS = Written("jq", "jq", (Path(__file__).parent, ".jq"), Spelling(json.dumps, lambda _asked: "inputs", ""))
