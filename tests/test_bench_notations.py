"""The benchmark of notations measures whole games in every format."""

from __future__ import annotations

from bench.notations import FORMATS, MOVES, measured

from test_house import ROOT


def test_every_format_is_measured() -> None:
    games = (ROOT / "examples" / "annotated.pgn").read_bytes()
    found = measured("annotated", games, 1)
    assert list(found["formats"]) == list(FORMATS)
    assert list(found["moves"]) == list(MOVES)
    assert (found["games"], found["plies"]) == (3, 107)
    for kind in ("PGN", "VGN, SAN", "cpgn, v0", "BGN lines", "archive"):
        assert not found["formats"][kind]["losses"].get("comment"), kind
    assert found["formats"]["VGN, BCCF"]["losses"]["comment"] > 0
    # Two bytes per move, and the bytes around them.
    assert 16 < found["formats"]["VGN, BCCF"]["bits_per_ply"] < 40
    assert found["moves"]["bccf"] == 16
    assert found["moves"]["pgc"] == 8
