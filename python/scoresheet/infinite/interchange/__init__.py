"""JSON of infinite chess: the long format of the original converter, and the neutral encoding of today's dialect."""

from __future__ import annotations
