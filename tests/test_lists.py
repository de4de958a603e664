"""Lists and bare streams: from games and back, with the options that belong to them."""

from __future__ import annotations

from pathlib import Path

import pytest

import scoresheet
from scoresheet.errors import ReadError, UsageError

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.pgn"))
LISTS = ["uci", "san", "lan", "pgc"]


def mainlines(path: Path, **options) -> list[tuple[list[str], str, str]]:
    """The moves, the start and the end of each game."""
    return [
        ([str(node.move) for node in game.mainline()], game.start.fen(), game.end.fen())
        for game in scoresheet.read(path, **options)
    ]


@pytest.mark.parametrize("to", LISTS)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_moves_and_positions_survive(path: Path, to: str, tmp_path: Path) -> None:
    written = tmp_path / f"games.{to}"
    report = scoresheet.convert(path, written)
    assert report.written == report.games
    assert mainlines(written) == mainlines(path)
    again = tmp_path / f"again.{to}"
    scoresheet.convert(written, again)
    assert again.read_bytes() == written.read_bytes()
    for other in LISTS:
        scoresheet.convert(written, tmp_path / f"other.{other}", force=True)
        assert mainlines(tmp_path / f"other.{other}") == mainlines(path), other


@pytest.mark.parametrize("to", ["fen", "epd"])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_boards_match_the_games(path: Path, to: str, tmp_path: Path) -> None:
    games = list(scoresheet.read(path))
    for ply in ("last", "all", 10):
        written = tmp_path / f"{ply}.{to}"
        scoresheet.convert(path, written, ply=ply)
        boards = [game.start.fen() for game in scoresheet.read(written)]
        if ply == "last":
            expected = [game.end.fen() for game in games]
        elif ply == "all":
            expected = [
                fen for game in games for fen in (game.start.fen(), *(n.position.fen() for n in game.mainline()))
            ]
        else:
            expected = [game.at(10).position.fen() for game in games if game.ply_count >= 10]
        assert boards == expected


@pytest.mark.parametrize("to", ["bccf", "bcfen"])
def test_a_bare_stream_holds_one_game(to: str, tmp_path: Path) -> None:
    source, written = ROOT / "examples" / "historic.pgn", tmp_path / f"game.{to}"
    with pytest.raises(UsageError, match="holds one game, not 45"):
        scoresheet.convert(source, written)
    assert not written.exists()
    scoresheet.convert(source, written, limit=1)
    assert mainlines(written) == mainlines(source, limit=1)
    assert scoresheet.parse(written.read_bytes(), from_=to).ply_count == mainlines(source, limit=1)[0][0].__len__()


def test_the_start_of_a_bare_stream_can_be_given(tmp_path: Path) -> None:
    fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    stream = tmp_path / "game.bccf"
    stream.write_bytes(bytes.fromhex("8301"))
    written = tmp_path / "game.pgn"
    scoresheet.convert(stream, written, fen=fen)
    assert written.read_text() == f'[SetUp "1"]\n[FEN "{fen}"]\n\n1. O-O *\n\n'
    game = scoresheet.parse(bytes.fromhex("8301"), from_="bccf", fen=fen)
    assert (game.start.fen(), game.at(1).san) == (fen, "O-O")
    # Taken as any bytes they are not games.
    with pytest.raises(UsageError, match="no input accepts a starting position"):
        scoresheet.convert(written, tmp_path / "other.pgn", fen=fen)


def test_options_are_refused_if_they_do_not_apply(tmp_path: Path) -> None:
    source = ROOT / "examples" / "historic.pgn"
    for output, options, message, hint in [
        ("a.pgn", {"comments": "inplace"}, "`pgn` has no option `comments`", "vgn"),
        ("a.vgn", {"comments": "sideways"}, "`comments=sideways` is not a valid value", "paired, inplace"),
        ("a.fen", {"ply": "some"}, "`ply=some` is not a valid value", "last, all, a number"),
        ("a.fen", {"ply": -1}, "`ply=-1` is not a valid value", "last, all, a number"),
        ("a.uci", {"moves": "san"}, "`uci` has no move notation `san`", "no choice"),
        ("a.pgn", {"moves": "fcn"}, "`pgn` has no move notation `fcn`", "san"),
        ("a.pgn", {"positions": "sfen"}, "`pgn` has no position notation `sfen`", "fen"),
        ("a.parquet", {"moves": "san"}, "`parquet` has no move notation `san`", "no choice"),
        ("a.pgn", {"nonsense": "yes"}, "no format has an option `nonsense`", "list formats"),
        ("a.pgn", {"validation": "strict"}, "`validation=strict` is not a valid value", "off"),
    ]:
        with pytest.raises(UsageError) as caught:
            scoresheet.convert(source, tmp_path / output, **options)
        assert message in str(caught.value), str(caught.value)
        assert hint in str(caught.value.hint), caught.value.hint
        assert not (tmp_path / output).exists()
    lines = tmp_path / "a.uci"
    lines.write_text("e2e4 *\n")
    with pytest.raises(UsageError, match="no input has an option `validation`"):
        scoresheet.check(lines, validation="full")


def test_validation_decides_what_an_illegal_move_is(tmp_path: Path) -> None:
    source = tmp_path / "a.vgn"
    source.write_text('[GameFormat "VGN"]\n[MoveFormat "MCN"]\n\n1. e2e5 e7e6 *\n')
    basic, full = scoresheet.check(source), scoresheet.check(source, validation="full")
    assert (basic.plies, basic.errors) == (2, ())
    assert full.plies == 0
    assert [error.code for error in full.errors] == ["move-illegal"]


def test_pgn_alone_refuses_vgn(tmp_path: Path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text('[GameFormat "VGN"]\n[MoveFormat "MCN"]\n\n1. e2e4 e7e6 *\n\n[White "A"]\n\n1. e4 *\n')
    assert scoresheet.check(source).errors == ()
    refused = scoresheet.check(source, from_="pgn")
    assert [error.code for error in refused.errors] == ["format-refused"]
    assert (refused.games, refused.plies) == (2, 1)
    with pytest.raises(ReadError) as caught:
        scoresheet.parse('[GameFormat "VGN"]\n[MoveFormat "MCN"]\n\n1. e2e4 *', from_="pgn", on_error="raise")
    assert caught.value.code == "format-refused"


@pytest.mark.parametrize("moves", ["san-figurine", "san-de", "lan", "uci"])
def test_pgn_is_written_in_other_notations(moves: str, tmp_path: Path) -> None:
    source, written = ROOT / "examples" / "historic.pgn", tmp_path / "games.pgn"
    scoresheet.convert(source, written, moves=moves)
    assert mainlines(written) == mainlines(source)
    assert written.read_text("utf-8") != source.read_text("utf-8")


def test_write_takes_the_same_options(tmp_path: Path) -> None:
    games = scoresheet.read(ROOT / "examples" / "historic.pgn", limit=2)
    scoresheet.write(games, tmp_path / "a.fen", ply=0)
    scoresheet.write(iter(games), tmp_path / "b.fen", ply=0)
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    assert (tmp_path / "a.fen").read_text() == (tmp_path / "b.fen").read_text() == 2 * start
    scoresheet.write(games, tmp_path / "a.vgn", moves="mcn", comments="inplace", anchors=True)
    assert '[MoveFormat "MCN"]' in (tmp_path / "a.vgn").read_text()
    with pytest.raises(UsageError):
        scoresheet.write(games, tmp_path / "c.fen", comments="inplace")
    game = next(iter(games))
    assert game.to("uci").startswith("e2e4 e7e5")
    assert game.to("fen", ply=0) == start


def test_names_with_extensions_of_lists_are_taken_at_their_word(tmp_path: Path) -> None:
    for name, text, kind in [
        ("a.uci", "1-0\n", "uci"),
        ("a.san", "1. e4 e5\n1. d4\n", "san"),
        ("a.san", '[White "A"]\n\n1. e4 *\n', "pgn"),
        ("a.pgn", "e2e4 e7e5\nd2d4 d7d5\n", "pgn"),
        ("a.pgn", "e2e4 e7e5 1-0\nd2d4 d7d5 *\n", "pgn"),
        ("a.txt", "e2e4 e7e5 1-0\nd2d4 d7d5 *\n", "uci"),
        ("a.txt", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", "fen"),
        ("a.txt", '4k3/8/8/8/8/8/8/4K3 w - - id "x";\n', "epd"),
    ]:
        path = tmp_path / name
        path.write_text(text)
        assert scoresheet.reading.inputs(path)[0]["kind"] == kind, text
