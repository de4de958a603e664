"""Games of variants where interfaces used to differ: tables of lists, archives, bare lists, moves after an end."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import command_line
import scoresheet
from scoresheet import Game, Position

ATOMIC = '[Variant "Atomic"]\n\n1. Nf3 f6 2. Nd4 e5 3. Ne6 dxe6 *\n'
HOUSE = '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. N@e4 *\n'
DROPS = '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxe4+ 4. Be2 P@d4 *\n'
FREE = '[Variant "Chess960"]\n[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1"]\n\n1. e4 e5 *\n'


def sans(game: Game) -> list[str | None]:
    return [node.san for node in game.mainline()]


def back(data: str, to: str, **options: object) -> Game:
    """The game after it was written and read again."""
    out = io.BytesIO()
    report = scoresheet.convert(data.encode(), out, to=to, **options)  # type: ignore[call-overload]
    assert report.losses == ()
    (game,) = scoresheet.read(out.getvalue(), from_=to, on_error="keep")  # type: ignore[call-overload]
    assert isinstance(game, Game)
    return game


def test_tables_of_lists_contain_the_rules(tmp_path: Path) -> None:
    source, table = tmp_path / "a.pgn", tmp_path / "a.parquet"
    source.write_text(f"{ATOMIC}\n{DROPS}\n1. e4 *\n")
    scoresheet.convert(source, table, columns=["tags", "moves"])
    assert [sans(game) for game in scoresheet.read(table)] == [sans(game) for game in scoresheet.read(source)]
    assert scoresheet.check(table).rules == scoresheet.check(source).rules
    found = scoresheet.query(str(table), "SELECT rules FROM games ORDER BY game").fetchall()
    assert found == [("atomic",), ("crazyhouse",), (None,)]
    explored = scoresheet.query(str(table), "explorer").fetchall()
    assert [row[:2] for row in explored] == [("e4", 1)]


def test_tables_without_rules_are_played_by_their_tags(tmp_path: Path) -> None:
    source, table, bare = tmp_path / "a.pgn", tmp_path / "a.parquet", tmp_path / "bare.parquet"
    source.write_text(ATOMIC)
    scoresheet.convert(source, table, columns=["tags", "moves"])
    scoresheet.query(str(table), f"COPY (SELECT * EXCLUDE rules FROM '{table}') TO '{bare}'")
    (game,) = scoresheet.read(bare)
    assert sans(game) == sans(scoresheet.parse(ATOMIC))  # type: ignore[arg-type]


def test_archives_count_games_by_rules(tmp_path: Path) -> None:
    source, archive = tmp_path / "a.pgn", tmp_path / "a.scz"
    source.write_text(f"{FREE}\n{ATOMIC}\n")
    scoresheet.convert(source, archive)
    assert scoresheet.check(archive).rules == scoresheet.check(source).rules != {}


@pytest.mark.parametrize(
    "text",
    [
        '[Variant "Three-check"]\n[FEN "4k3/8/8/8/8/8/8/R3K2R w - - 1+3 0 1"]\n\n1. Ra8# Kd7 2. Rh7+ Ke6 3. Kd2 *',
        '[Variant "King of the Hill"]\n[FEN "4k3/8/8/8/8/4K3/8/8 w - - 0 1"]\n\n1. Ke4# Kd7 2. Kf5 *',
    ],
)
def test_moves_after_the_end_have_the_marks_of_a_game_that_continues(text: str) -> None:
    game = scoresheet.parse(text)
    written = str(game)
    assert written.split("\n\n")[1].split() == text.split("\n\n")[1].split()
    assert game.outcome() is not None


def test_a_move_after_the_end_is_written_but_not_legal() -> None:
    over = Position("8/8/2k5/8/8/4K3/8/8 w - - 0 1", "kingofthehill").play("Ke4")
    move = over.parse("Kd6")
    assert (list(over.legal_moves), over.is_legal(move), over.write(move)) == ([], False, "Kd6")
    sql = "SELECT is_legal('8/8/2k5/8/4K3/8/8/8 b - - 0 1', 'kingofthehill', 'Kd6') FROM games"
    assert scoresheet.query(b"1. e4 *", sql).fetchall() == [(False,)]


def test_an_end_by_a_rule_is_not_stalemate() -> None:
    board = Position("8/8/8/8/8/1p6/P7/8 b - - 0 1", "antichess").play("bxa2")
    assert (board.is_stalemate, board.is_mate, list(board.legal_moves)) == (False, False, [])


def test_lists_of_horde_from_free_starts_come_back() -> None:
    fen = "bqnbnrkr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w hf - 0 1"
    game = back(f'[Variant "Horde960"]\n[FEN "{fen}"]\n\n1. c6 dxc6 *\n', "uci")
    assert (game.start.variant, sans(game)) == ("horde960", ["c6", "dxc6"])


@pytest.mark.parametrize("text", [HOUSE.replace("3. N@e4", "3. P@e4 Qxe4+ 4. Be2"), DROPS])
def test_boards_of_vgn_have_hands(text: str) -> None:
    game = back(text, "vgn", moves="fen")
    assert sans(game) == sans(scoresheet.parse(text))
    assert game.end.hand("white") == scoresheet.parse(text).end.hand("white")


def test_a_pawn_is_not_a_knight_of_another_language() -> None:
    game = scoresheet.parse('[Variant "Crazyhouse"]\n[FEN "4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1"]\n\n1. P@a1 Kd7 *')
    assert [error.code for error in game.errors] == ["move-illegal"]  # type: ignore[union-attr]


@pytest.mark.parametrize(("rules", "tag"), [("atomic", "Atomic"), ("koth", "King of the Hill"), ("N+17", "Atomic")])
def test_documents_name_rules_as_pgn_does(rules: str, tag: str) -> None:
    out = io.BytesIO()
    scoresheet.convert(f'{{"bgn":{{"rules":"{rules}"}},"moves":[]}}'.encode(), out, from_="bgn", to="pgn")
    assert f'[Variant "{tag}"]'.encode() in out.getvalue()


def test_bare_lists_are_played_by_the_rules_that_are_named() -> None:
    ran = command_line.run_text(
        "convert", "-", "--from", "san", "--variant", "atomic", "--to", "pgn", stdin="Nf3 f6 Nd4\n"
    )
    assert (ran.returncode, '[Variant "Atomic"]' in ran.stdout) == (0, True)
    (game,) = scoresheet.read(b"Nf3 f6 Nd4 e5 Ne6 dxe6\n", from_="san", variant="atomic")
    assert isinstance(game, Game)
    assert game.end.piece_at("e6") is None
    (game,) = scoresheet.read(b"N@e4\n", from_="san", fen="4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", variant="bughouse")
    assert isinstance(game, Game)
    assert game.start.variant == "bughouse"
    with pytest.raises(scoresheet.UsageError, match="no rules called `nonsense`"):
        scoresheet.read(b"e4\n", from_="san", variant="nonsense")


@pytest.mark.parametrize(
    "text",
    [
        "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+0",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 [Qq]",
        "4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 3+2 hmvc 3; fmvn 4;",
    ],
)
def test_the_notation_of_a_position_is_seen(text: str) -> None:
    ran = command_line.run_text("position", text)
    assert ran.returncode == 0, ran.stderr
    assert Position(ran.stdout.strip()).variant in ("crazyhouse", "threecheck")


def test_mixtures_have_no_openings() -> None:
    assert Position(variant="N+11,12").play("e4").opening is None
    assert Position(variant="kingofthehill").play("e4").opening is not None


def test_lists_with_a_promotion_to_king_need_their_rules() -> None:
    sql = "SELECT packed([48::TINYINT], [56::TINYINT], [6::TINYINT], [0::TINYINT]) FROM games"
    with pytest.raises(scoresheet.ScoresheetError, match="a promotion to king"):
        scoresheet.query(b"1. e4 *", sql).fetchall()


def test_drops_are_moves_of_what_is_dropped() -> None:
    legal = Position("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1").legal_moves
    assert (len(legal.of("N")), len(legal.of("P")), len(legal.of("K")), legal.of("f6")) == (62, 48, 5, [])
