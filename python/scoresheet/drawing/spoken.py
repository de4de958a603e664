"""Moves in words, for screen readers."""

from __future__ import annotations

__all__ = ["spoken"]

_PIECES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
_CASTLES = {"O-O": "castles king side", "O-O-O": "castles queen side"}


def spoken(san: str | None, *, won: str = "mate") -> str:
    """A move in words, from its SAN. None is a null move. `won` says what the sign `#` stands for.

    >>> spoken("Nbxd7+"), spoken("O-O-O#"), spoken("exd8=Q")
    ('knight b takes d7, check', 'castles queen side, mate', 'e takes d8, promotes to queen')
    >>> spoken("e4"), spoken("Qh4e1"), spoken(None)
    ('e4', 'queen h4 to e1', 'null move')
    >>> spoken("P@e4+"), spoken("Nxf7#", won="the king exploded")
    ('pawn dropped on e4, check', 'knight takes f7, the king exploded')
    """
    if san is None or san == "--":
        return "null move"
    end = {"+": ", check", "#": f", {won}"}.get(san[-1:], "")
    body = san.rstrip("+#")
    if body in _CASTLES:
        return _CASTLES[body] + end
    dropped, _, target = body.partition("@")
    if target:
        return f"{_PIECES.get(dropped, 'piece')} dropped on {target}{end}"
    body, _, promoted = body.partition("=")
    piece = _PIECES.get(body[:1], "")
    rest = body[1:] if piece else body
    source, takes, target = rest.rpartition("x")
    if not takes:
        source, target = rest[:-2], rest[-2:]
    link = "takes" if takes else "to" if source else ""
    said = " ".join(part for part in (piece, source, link, target) if part)
    return said + (f", promotes to {_PIECES[promoted]}" if promoted in _PIECES else "") + end
