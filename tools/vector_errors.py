"""What the golden vectors call errors, and our codes for each kind."""

from __future__ import annotations

# A row that expects a kind is satisfied by any of its codes.
CODES = {
    "syntax": {
        "bcfen-length",
        "bcfen-unused",
        "comment-unclosed",
        "escaped-line",
        "fen-castling",
        "fen-en-passant",
        "fen-syntax",
        "move-number",
        "move-syntax",
        "nag-composite",
        "nag-syntax",
        "number-glued",
        "pieces-syntax",
        "rules-syntax",
        "setup-fen",
        "setup-flag",
        "setup-over",
        "sfen-blanks",
        "sfen-syntax",
        "stray",
        "tag-blank",
        "tag-case",
        "tag-escape",
        "tag-line-end",
        "tag-name",
        "tag-repeated",
        "tag-syntax",
        "variation-unclosed",
    },
    "unsupported": {"format-unsupported", "pieces-unsupported", "setup-unsupported", "variant-unsupported"},
    "truncated": {"data-truncated"},
    "missing-terminator": {"terminator-missing"},
    "move": {"move-ambiguous", "move-illegal", "move-syntax"},
    "ordinal": {"move-ordinal"},
    "marker": {"record-marker"},
    "nesting": {"record-nesting", "variation-unclosed"},
    "unused-state": {"bcfen-unused"},
}


def fits(kind: str, code: str) -> bool:
    """Whether this code is of the kind that a row expects."""
    return code == kind or code in CODES[kind]
