"""Archives follow the page about their bytes: a reader in plain Python that follows it finds the same moves."""

from __future__ import annotations

import csv
import io
import random
import sys
from pathlib import Path

import chess.pgn
import pytest

import scoresheet
from archive_moves import Board, Line, Table, usual
from archive_reader import DEAD, FILES, MARKERS, PLAIN, Archive, Decoder, Game
from test_house import ROOT

sys.path.insert(0, str(ROOT / "tools"))

import archive_dump

TABLES = ROOT / "crates" / "archive" / "tables"
GOLDEN = ROOT / "vectors" / "archive"

# Castling on both sides, an en passant capture, promotions, a mate, a game without moves, other parts, null moves.
GAMES = """\
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

[Result "0-1"]

1. e4 d5 2. e5 f5 3. exf6 Kf7 4. fxg7 Kg6 5. gxh8=N+ Kg7 6. Nf3 Kxh8 7. Be2 a5 8. O-O a4 9. b4 axb3 10. Nc3 bxa2 11. Nb5
Bg7 12. Nxc7 Qxc7 13. c4 axb1=R 14. cxd5 Rxc1 15. Qxc1 Qxc1 16. Rfxc1 Rxa1 0-1

[Result "*"]

*

[Result "1/2-1/2"]

1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 $1 (3... d5 4. Bg5 (4. cxd5 exd5 5. Bg5) 4... Be7 5. e3 O-O) (3... c5) 4. e3 $14 {solid}
O-O 5. Bd3 d5 6. Nf3 c5 7. O-O Nc6 8. a3 Bxc3 9. bxc3 1/2-1/2

[Result "1-0"]

1. e4 e5 2. Nf3 (2. -- d5 3. exd5) 2... -- {passes} 3. Nxe5 d6 4. Nf3 1-0
"""


def moves_of(text: str) -> list[tuple[str, list[str]]]:
    """The result and the moves of each game, as python-chess reads them."""
    file, found = io.StringIO(text), []
    while (game := chess.pgn.read_game(file)) is not None:
        found.append((game.headers["Result"], [move.uci() for move in game.mainline_moves()]))
    return found


def told(games: list[Game]) -> list[tuple[str | None, list[str]]]:
    return [(game.head.marker, [coded.uci for coded in game.moves]) for game in games]


@pytest.mark.slow
@pytest.mark.parametrize("effort", ["usual", "max"])
def test_the_page_suffices_to_read_moves(tmp_path: Path, effort: str) -> None:
    source, target = tmp_path / "games.pgn", tmp_path / "games.scz"
    source.write_text(GAMES)
    scoresheet.convert(source, target, effort=effort)
    archive = Archive(target.read_bytes())
    assert told(list(archive.games(TABLES))) == moves_of(GAMES)
    assert archive.sources == [source.name]


@pytest.mark.slow
@pytest.mark.parametrize("number", FILES)
def test_golden_moves_of_each_table(number: int) -> None:
    table = Table.read(*(TABLES / name for name in FILES[number]))
    decoder = Decoder((GOLDEN / f"moves-{number}.bin").read_bytes())
    _, [*expected] = moves_of((ROOT / "examples" / "historic.pgn").read_text())[0]
    line, found = usual(), []
    for _ in expected:
        moves, frequencies = line.frequencies(table)
        move = moves[decoder.symbol(frequencies)] if len(moves) > 1 else moves[0]
        found.append(line.uci(move))
        line = line.play(move)
    assert found == expected


STARTS = [
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 2",
    "8/PPPPPPP1/8/4k3/8/K7/1ppppppp/8 b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
]


def line_of(board: chess.Board) -> Line:
    """The position as the side to move sees it."""
    seen = board if board.turn == chess.WHITE else board.mirror()
    squares = [(piece.color, piece.piece_type - 1) if (piece := seen.piece_at(at)) else None for at in range(64)]
    castling = frozenset(chess.scan_forward(seen.castling_rights))
    return Line(Board(squares, castling, seen.ep_square), board.turn == chess.BLACK).anew()


def test_positions_that_random_games_reach(tmp_path: Path) -> None:
    """Games of many kinds of moves from many starts, with fixed seeds."""
    source, target = tmp_path / "games.pgn", tmp_path / "games.scz"
    games, starts = [], []
    for seed, fen in enumerate(STARTS):
        board, choose = chess.Board(fen), random.Random(seed)
        assert not board.was_into_check(), "its moves cannot be coded"
        starts.append(line_of(board))
        game = chess.pgn.Game.from_board(board)
        node: chess.pgn.GameNode = game
        for _ in range(30):
            moves = sorted(board.legal_moves, key=str)
            if not moves:
                break
            node = node.add_variation(choose.choice(moves))
            board.push(node.move)
        games.append(str(game))
    text = "\n\n".join(games) + "\n"
    source.write_text(text)
    scoresheet.convert(source, target)
    archive = Archive(target.read_bytes())
    assert told(list(archive.games(TABLES, starts))) == moves_of(text)


def test_blocks_and_segments_follow_one_another(tmp_path: Path) -> None:
    source, target = tmp_path / "games.pgn", tmp_path / "games.scz"
    games = [f'[Result "{marker}"]\n\n1. {move} {marker}\n' for marker in MARKERS[1:4] for move in SOME_MOVES]
    source.write_text("\n".join(games))
    scoresheet.convert(source, target, block="32")
    archive = Archive(target.read_bytes())
    assert [block.games for _, blocks in archive.groups for block in blocks] == [32, 28]
    assert told(list(archive.games(TABLES))) == moves_of("\n".join(games))


SOME_MOVES = [f"{file}{rank}" for file in "abcdefgh" for rank in (3, 4)] + ["Na3", "Nc3", "Nf3", "Nh3"]


def test_the_example_of_the_page_is_read() -> None:
    text = (GOLDEN / "two-games.pgn").read_text()
    games = list(Archive((GOLDEN / "two-games.scz").read_bytes()).games(TABLES))
    assert told(games) == moves_of(text)
    assert [(game.head.marker, game.head.body, game.head.plies) for game in games] == [
        ("1-0", DEAD, None),
        ("1/2-1/2", PLAIN, 12),
    ]
    read = scoresheet.read(GOLDEN / "two-games.scz")
    assert [game.to("pgn") for game in read] == [game.to("pgn") for game in scoresheet.read(GOLDEN / "two-games.pgn")]
    with (GOLDEN / "two-games.tsv").open(encoding="utf-8", newline="") as file:
        rows = [(row["move"], *map(int, list(row.values())[3:])) for row in csv.DictReader(file, delimiter="\t")]
    found = [
        (
            move.uci,
            move.index,
            len(move.frequencies),
            sum(move.frequencies[: move.index]),
            *sizes(move.frequencies, move.index),
        )
        for game in games
        for move in game.moves
    ]
    assert found == rows


def sizes(frequencies: list[int], index: int) -> tuple[int, int]:
    return frequencies[index], sum(frequencies)


def test_every_byte_of_the_example_is_shown() -> None:
    data = (GOLDEN / "two-games.scz").read_bytes()
    shown = list(archive_dump.parts(data))
    assert b"".join(part for _, part, _ in shown) == data
    assert [byte for byte, _, _ in shown] == [
        sum(len(part) for _, part, _ in shown[:number]) for number in range(len(shown))
    ]
