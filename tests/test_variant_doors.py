"""Games of other rules than chess, through every format and command."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import scoresheet
from scoresheet import Pattern
from scoresheet.cli.group import command as main
from scoresheet.errors import ScoresheetError

# For each rules a game whose moves no other rules allow, or end otherwise.
GAMES = {
    "crazyhouse": "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. P@e4 P@d4 5. Nb5 *",
    "bughouse": "1. e4 e5 2. N@f6+ gxf6 3. B@d5 c6 *",
    "atomic": "1. Nf3 a6 2. Ng5 b6 (2... h6 3. Nxf7#) 3. Nxf7# 1-0",
    "antichess": "1. e3 b5 2. Bxb5 Nc6 3. Bxc6 dxc6 *",
    "kingofthehill": "1. e4 a6 2. Ke2 a5 3. Kd3 a4 4. Kd4# 1-0",
    "threecheck": "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *",
    "horde": "1. b6 cxb6 2. cxb6 axb6 *",
    "racingkings": "1. Rg3 Rb3 2. Kh3 Ka3 *",
    "N+11,12": "1. e4 a6 2. Ke2 a5 3. Kd3 a4 4. Kd4# 1-0",
}
# Promotion to king, from a FEN.
KING = '[Variant "Antichess"]\n[FEN "8/P7/8/8/8/8/8/k7 w - - 0 1"]\n\n1. a8=K Kb2 2. Kb7 *\n'
PGN = {rules: f'[Variant "{rules}"]\n\n{moves}\n' for rules, moves in GAMES.items()} | {"king": KING}
FORMATS = {entry["id"]: entry for entry in json.loads(CliRunner().invoke(main, ["list", "formats", "--json"]).stdout)}
WHOLE = ["pgn", "bgn", "bgnl", "bgnx", "bson", "cpgn", "archive", "csv"]
# What they cannot express, besides annotations.
LISTS = ["uci", "san", "lan", "fen", "epd", "pgc", "vgn", "bccf", "bcfen"]


def converted(text: str | bytes, to: Any, from_: Any = "pgn", **options: Any) -> tuple[bytes, dict[str, int]]:
    out = io.BytesIO()
    data = text.encode() if isinstance(text, str) else text
    report = scoresheet.convert(data, out, from_=from_, to=to, **options)
    return out.getvalue(), {loss.kind: loss.count for loss in report.losses}


def codes(game: scoresheet.Game) -> list[str | None]:
    return [error.code for error in game.errors if isinstance(error, ScoresheetError)]


def shown(report: scoresheet.Report) -> tuple[Any, ...]:
    """What a check reports about games, without the places."""
    counts = (report.games, report.plies, report.faulty)
    return (*counts, [(fault.code, fault.count) for fault in (*report.errors, *report.notes)])


@pytest.mark.parametrize("name", PGN)
@pytest.mark.parametrize("format_", WHOLE)
def test_games_come_back(format_: Any, name: str) -> None:
    text, losses = converted(PGN[name], format_)
    # A row has no variations.
    assert losses == ({"variation": 1} if (format_, name) == ("csv", "atomic") else {})
    game = scoresheet.parse(PGN[name])
    (back,) = scoresheet.read(text, from_=format_)
    assert back.start == game.start
    assert [node.san for node in back.mainline()] == [node.san for node in game.mainline()]
    assert back.errors == game.errors == []


@pytest.mark.parametrize("name", PGN)
@pytest.mark.parametrize("format_", LISTS)
def test_what_is_lost_is_declared(format_: str, name: str) -> None:
    _, losses = converted(PGN[name], format_)
    # A move that a notation cannot express ends the line.
    assert set(losses) <= {*FORMATS[format_]["losses"], "drop", "tail"}
    drops = name in ("crazyhouse", "bughouse", "king")
    if format_ in ("pgc", "vgn", "bccf"):
        assert ("drop" in losses) == ("tail" in losses) == drops
    # A FEN shows a hand, counts of checks and a horde, and nothing else shows rules.
    if format_ in ("bccf", "bcfen"):
        assert losses["variant"] == 1
    elif format_ in ("uci", "san", "lan", "fen", "epd"):
        is_shown = name in ("crazyhouse", "threecheck", "horde")
        # The start of Racing Kings is known by itself, but not what comes after it.
        is_shown |= name == "racingkings" and format_ not in ("fen", "epd")
        assert losses.get("variant", 0) == (not is_shown)
    if format_ == "bcfen":
        assert losses.get("hand", 0) == (name in ("crazyhouse", "threecheck"))
    assert "tag" not in losses


@pytest.mark.parametrize("rules", ["atomic", "crazyhouse"])
def test_an_archive_is_checked_as_its_text(rules: str, tmp_path: Path) -> None:
    bad = '[Variant "Atomic"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n\n'
    unknown = '[Variant "Makruk"]\n\n1. e4 *\n\n'
    illegal = f'[Variant "{rules}"]\n\n1. e4 e5 2. Ke3 d6 1-0\n\n'
    noted = f'[Variant "{rules}"]\n[Result "0-1"]\n\n1. e4 e5 2. Ng1f3! Nc6+\n\n'
    text = "".join([PGN[rules], "\n", bad, unknown, illegal, noted, '[White "A"]\n\n1. d4 d5 *\n\n'])
    source, packed = tmp_path / "games.pgn", tmp_path / "games.scz"
    source.write_text(text, encoding="utf-8")
    scoresheet.convert(str(source), str(packed))
    assert shown(scoresheet.check(str(packed))) == shown(scoresheet.check(str(source)))
    codes = {fault.code for fault in scoresheet.check(str(packed)).errors}
    assert codes == {"fen-kings", "variant-unsupported", "move-illegal"}
    games = [list(scoresheet.read(str(path), on_error="keep")) for path in (source, packed)]
    assert games[0] == games[1]
    assert [game.ply_count for game in games[1]] == [game.ply_count for game in games[0]]
    # Exact archives give the very bytes back.
    scoresheet.convert(str(source), str(packed), force=True, exact="yes")
    back = tmp_path / "back.pgn"
    scoresheet.convert(str(packed), str(back), exact="yes")
    assert back.read_bytes() == source.read_bytes()


def test_an_archive_has_what_was_changed_and_what_only_documents_express(tmp_path: Path) -> None:
    packed = tmp_path / "games.scz"
    scoresheet.convert(PGN["atomic"].encode(), str(packed), from_="pgn", set_tags={"White": "Changed"})
    (game,) = scoresheet.read(str(packed))
    assert (game.tags["White"], game.ply_count, game.errors) == ("Changed", 5, [])
    # What only a document can express is kept in one.
    move = {"f": "e2", "t": "e4", "a": [{"id": "somebody", "comment": "good"}], "new": [1]}
    document = json.dumps({"bgn": {"rules": "atomic", "sources": [{"id": "somebody"}]}, "moves": [move]})
    kept, losses = converted(document, "archive", "bgnl")
    assert losses == {}
    assert converted(kept, "bgnl", "archive") == converted(document, "bgnl", "bgnl")


@pytest.mark.parametrize("format_", ["icn", "icn-json", "polyglot"])
def test_doors_that_refuse_count_the_game(format_: str) -> None:
    for rules in GAMES:
        text, losses = converted(PGN[rules], format_)
        assert (text, losses) == (b"", {"unplayed-game": 1}), rules
    assert "unplayed-game" in FORMATS[format_]["losses"]
    text, losses = converted('[Variant "Standard"]\n\n1. e4 1-0\n', format_)
    assert text
    assert "unplayed-game" not in losses


def test_cpgn_needs_extensions_for_them() -> None:
    both = PGN["atomic"] + '\n[White "A"]\n\n1. e4 *\n'
    text, losses = converted(both, "cpgn", extensions="no")
    assert losses == {"unplayed-game": 1}
    assert [game.tags.get("White") for game in scoresheet.read(text, from_="cpgn")] == ["A"]


@pytest.mark.parametrize(
    ("pattern", "rules", "plies"),
    [
        ("drop", "crazyhouse", [7, 8]),
        ("drop P on e4", "crazyhouse", [7]),
        ("drop p", "crazyhouse", [8]),
        ("drop on d4", "crazyhouse", [8]),
        ("drop N", "crazyhouse", []),
        ("move P@e4", "crazyhouse", [7]),
        ("move @d4", "crazyhouse", [8]),
        ("move e4", "crazyhouse", [1]),
        ("white move @", "crazyhouse", [7]),
        ("P moves", "crazyhouse", [1, 3]),
        ("promotes", "crazyhouse", []),
        # A pawn comes back to the board.
        ("count P = 7 then count P = 8", "crazyhouse", [7, 8, 9]),
        ("count k = 0", "atomic", [5]),
        ("mate", "atomic", []),
        ("capture p", "atomic", [5]),
        ("count [bnBN] = 5", "atomic", [5]),
        ("not R on 1", "horde", [0, 1, 2, 3, 4]),
        ("check", "threecheck", [5]),
        ("mate", "kingofthehill", []),
    ],
)
def test_patterns_see_the_real_board(pattern: str, rules: str, plies: list[int]) -> None:
    assert Pattern(pattern).plies(scoresheet.parse(PGN[rules])) == plies


def test_a_promotion_to_king_is_found() -> None:
    assert Pattern("promotes K").plies(scoresheet.parse(KING)) == [1]
    assert Pattern("count K = 1").plies(scoresheet.parse(KING)) == [1, 2, 3]


def test_stalemate_is_found_for_any_winner() -> None:
    game = scoresheet.parse('[Variant "Antichess"]\n[FEN "8/8/8/8/1p6/8/1P6/8 w - - 0 1"]\n\n1. b3 *\n')
    assert Pattern("stalemate").plies(game) == [1]


@pytest.mark.parametrize("rules", ["Standard", "Crazyhouse", "Three-check", "King of the Hill"])
def test_openings_have_names_if_all_moves_are_those_of_chess(rules: str) -> None:
    game = scoresheet.parse(f'[Variant "{rules}"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n')
    opening = game.opening
    assert opening is not None
    assert opening.name == "Ruy Lopez"


@pytest.mark.parametrize("rules", ["Atomic", "Antichess", "Bughouse", "Chess960", "Crazyhouse960", "N+11,12"])
def test_other_rules_have_no_openings(rules: str) -> None:
    assert scoresheet.parse(f'[Variant "{rules}"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n').opening is None


def test_a_drop_ends_the_opening() -> None:
    # After the drop the board is one that the table has, but no moves of chess lead on from there.
    moves = "1. e4 d5 2. exd5 Qxd5 3. P@e4 Qd8 4. d4 *"
    opening = scoresheet.parse(f'[Variant "Crazyhouse"]\n\n{moves}\n').opening
    assert opening is not None
    assert opening.ply is not None
    assert opening.ply <= 4


def test_games_are_equal_only_under_the_same_rules(tmp_path: Path) -> None:
    moves = "1. e4 e5 2. Nf3 Nc6 *\n\n"
    variants = ["Standard", "King of the Hill", "Atomic", "Crazyhouse", "KOTH", "Three-check"]
    text = "".join(f'[White "A"]\n[Variant "{variant}"]\n\n{moves}' for variant in variants)
    for by in ("exact", "moves"):
        out = tmp_path / "out.pgn"
        scoresheet.convert(text.encode(), str(out), from_="pgn", dedupe=by, force=True)
        assert [game.tags["Variant"] for game in scoresheet.read(str(out))] == [
            variant for variant in variants if variant != "KOTH"
        ]


def test_two_boards_in_one_text_are_kept_and_not_played(tmp_path: Path) -> None:
    text = (
        '[Variant "Bughouse"]\n[WhiteA "a"]\n[BlackA "b"]\n[WhiteB "c"]\n[BlackB "d"]\n\n'
        "1A. e4 {179} 1a. e5 {178} 1B. d4 {177} 1b. d5 {176} 2A. Nf3 {175} *\n\n"
    )
    game = scoresheet.parse(text)
    assert codes(game) == ["format-unsupported"]
    assert game.ply_count == 0
    for format_ in ("pgn", "cpgn", "archive", "bgnl"):
        packed, losses = converted(text, format_)
        assert losses == {}
        (back,) = scoresheet.read(packed, from_=format_, on_error="keep")
        assert codes(back) == ["format-unsupported"]
        assert back.tags["WhiteA"] == "a"
    assert converted(text, "pgn")[0].decode() == text
