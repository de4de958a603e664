"""The columns of spec and documentation, worked out game by game in plain Python on top of python-chess.

Slow and simple on purpose: what the native columns are compared with.
"""

from __future__ import annotations

import calendar
import csv
import datetime
import io
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import zstandard

TABLES = Path(__file__).resolve().parent.parent / "crates" / "core" / "openings"
WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
MARKERS = {"1-0", "0-1", "1/2-1/2", "*"}
# The tags that fill a column with their text.
TEXTS = {
    "event": "Event",
    "site": "Site",
    "round": "Round",
    "white": "White",
    "black": "Black",
    "result": "Result",
    "eco": "ECO",
    "opening": "Opening",
    "variant": "Variant",
    "annotator": "Annotator",
    "white_title": "WhiteTitle",
    "black_title": "BlackTitle",
    "time_control": "TimeControl",
    "ended_by": "Termination",
    "fen": "FEN",
}
TYPED = {*TEXTS.values(), "UTCDate", "UTCTime", "WhiteElo", "BlackElo"}
Row = dict[str, Any]


def text_of(path: Path) -> str:
    data = path.read_bytes()
    if path.suffix == ".zst":
        data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data)).read()
    return data.decode()


def rows(path: Path, source: str | None = None) -> Iterator[Row]:
    """One row a game with every column but `game_text`, `annotations` and the errors."""
    for number, game in enumerate(games(path), 1):
        yield {
            "game": number,
            "source": source or str(path),
            **tags(game.headers),
            **summary(game),
            **lists(game),
            **opening(game),
            "packed_moves": packed(game),
            **notes(game),
        }


def games(path: Path) -> Iterator[chess.pgn.Game]:
    stream = io.StringIO(text_of(path))
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors, game.errors
        yield game


def tags(found: chess.pgn.Headers) -> Row:
    names = list(found)
    text = found.get("UTCDate", found.get("Date"))
    day, precision = date_of(text or "")
    base, increment = time_control(found.get("TimeControl", ""))
    covered = TYPED | ({"Date"} if "UTCDate" not in names else set())
    return {
        **{column: found.get(tag) for column, tag in TEXTS.items()},
        "date_text": text,
        "date": day,
        "date_precision": precision,
        "year": day.year if day else None,
        "start_time": start_time(found),
        "white_elo": int(found["WhiteElo"]) if "WhiteElo" in names else None,
        "black_elo": int(found["BlackElo"]) if "BlackElo" in names else None,
        "base_seconds": base,
        "increment_seconds": increment,
        "speed": speed(base, increment),
        "board_number": int(board[1]) if (board := re.fullmatch(r"\d+\.(\d+)", found.get("Round", ""))) else None,
        "termination": found["Result"],
        "other_tags": [(name, found[name]) for name in names if name not in covered],
    }


def date_of(text: str) -> tuple[datetime.date | None, int]:
    match = re.fullmatch(r"(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)", text)
    if not match:
        return None, 0
    year, month, day = int(match[1]), match[2], match[3]
    if month == "??" or not 1 <= int(month) <= 12:
        return datetime.date(year, 1, 1 if day == "??" else int(day)), 1
    if day == "??" or not 1 <= int(day) <= calendar.monthrange(year, int(month))[1]:
        return datetime.date(year, int(month), 1), 2
    return datetime.date(year, int(month), int(day)), 3


def start_time(found: chess.pgn.Headers) -> datetime.datetime | None:
    if "UTCDate" not in found or "UTCTime" not in found:
        return None
    return datetime.datetime.strptime(f"{found['UTCDate']} {found['UTCTime']}", "%Y.%m.%d %H:%M:%S")


def speed(base: int | None, increment: int | None) -> str | None:
    if base is None or increment is None:
        return None
    bounds = {180: "bullet", 480: "blitz", 1500: "rapid", 21600: "classical"}
    return next((name for bound, name in bounds.items() if base + 40 * increment < bound), "correspondence")


def time_control(text: str) -> tuple[int | None, int | None]:
    match = re.fullmatch(r"(\d+)\+(\d+)", text)
    return (int(match[1]), int(match[2])) if match else (None, None)


@lru_cache(maxsize=1)  # called for one column after another
def steps(game: chess.pgn.Game) -> list[tuple[int, chess.Board, chess.Move, chess.Board]]:
    """Every ply with the boards before and after it."""
    found = []
    board = game.board()
    for ply, move in enumerate(game.mainline_moves(), 1):
        before = board.copy(stack=False)
        board.push(move)
        found.append((ply, before, move, board.copy(stack=False)))
    return found


def captured(before: chess.Board, move: chess.Move) -> int:
    if not move or before.is_castling(move):
        return 0
    return chess.PAWN if before.is_en_passant(move) else before.piece_type_at(move.to_square) or 0


def castle(before: chess.Board, move: chess.Move) -> int:
    if not move or not before.is_castling(move):
        return 0
    return 1 if before.is_kingside_castling(move) else 2


def castles(game: chess.pgn.Game) -> list[int]:
    board, found = game.board(), []
    for move in game.mainline_moves():
        found.append(castle(board, move))
        board.push(move)
    return found


def squares(before: chess.Board, move: chess.Move) -> tuple[int, int]:
    """Origin and destination: of the king when castling; the king's square twice for a null move."""
    if not move:
        king = before.king(before.turn)
        assert king is not None
        return king, king
    side = castle(before, move)
    rank = chess.square_rank(move.from_square)
    return move.from_square, chess.square(6 if side == 1 else 2, rank) if side else move.to_square


def worth(board: chess.Board, color: chess.Color) -> int:
    return sum(points * len(board.pieces(piece, color)) for piece, points in WORTH.items())


def material(board: chess.Board) -> str:
    def side(color: chess.Color) -> str:
        order = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
        return "".join(chess.piece_symbol(kind).upper() * len(board.pieces(kind, color)) for kind in order)

    return f"{side(chess.WHITE)}v{side(chess.BLACK)}"


def summary(game: chess.pgn.Game) -> Row:
    played = steps(game)
    boards = [game.board(), *(after for *_, after in played)]
    takes = [captured(before, move) for _, before, move, _ in played]
    ends = {
        "checkmate": boards[-1].is_checkmate(),
        "stalemate": boards[-1].is_stalemate(),
        "dead": boards[-1].is_insufficient_material(),
    }
    row: Row = {
        "ply_count": len(played),
        "first_move": next((game.board().uci(move) for _, _, move, _ in played), None),
        "white_castle_ply": None,
        "black_castle_ply": None,
        "white_castle": None,
        "black_castle": None,
        "first_capture_ply": next((ply for ply, take in enumerate(takes, 1) if take), None),
        "first_queen_trade_ply": next((i + 1 for i in range(1, len(takes)) if takes[i - 1] == takes[i] == 5), None),
        "first_promotion_ply": next((ply for ply, _, move, _ in played if move.promotion), None),
        "white_checks": sum(after.is_check() for _, before, _, after in played if before.turn),
        "black_checks": sum(after.is_check() for _, before, _, after in played if not before.turn),
        "captures": sum(map(bool, takes)),
        "promotions": sum(bool(move.promotion) for _, _, move, _ in played),
        "underpromotions": sum(move.promotion not in (None, chess.QUEEN) for _, _, move, _ in played),
        "en_passants": sum(before.is_en_passant(move) for _, before, move, _ in played),
        "min_material": min(worth(board, color) for board in boards for color in chess.COLORS),
        "final_material": material(boards[-1]),
        "mate": boards[-1].is_checkmate(),
        "stalemate": boards[-1].is_stalemate(),
        "final_fen": boards[-1].fen(en_passant="legal"),
        "rules": "chess960" if boards[0].chess960 else None,
        "board_end": next((end for end, is_so in ends.items() if is_so), None),
        "drops": None,
    }
    for ply, before, move, _ in played:
        if side := castle(before, move):
            color = "white" if before.turn else "black"
            row[f"{color}_castle_ply"] = ply
            row[f"{color}_castle"] = "KQ"[side - 1]
    return row


def lists(game: chess.pgn.Game) -> Row:
    played = steps(game)
    return {
        "piece": [(before.piece_type_at(move.from_square) or 0) if move else 0 for _, before, move, _ in played],
        "from_square": [squares(before, move)[0] for _, before, move, _ in played],
        "to_square": [squares(before, move)[1] for _, before, move, _ in played],
        "captured": [captured(before, move) for _, before, move, _ in played],
        "gives_check": [int(after.is_check()) for *_, after in played],
        "castle": castles(game),
        "promotion": [move.promotion or 0 for _, _, move, _ in played],
        "imbalance": [max(-127, min(127, worth(after, True) - worth(after, False))) for *_, after in played],
    }


@cache
def named_positions() -> dict[str, tuple[str, str]]:
    """The code and the name of each position in the table of openings, by its EPD."""
    found: dict[str, tuple[str, str]] = {}
    boards: dict[tuple[str, ...], chess.Board] = {(): chess.Board()}

    def after(words: tuple[str, ...]) -> chess.Board:
        # Most openings continue another one, so each line of moves is played once.
        if words not in boards:
            board = after(words[:-1]).copy(stack=False)
            board.push_san(words[-1])
            boards[words] = board
        return boards[words]

    for path in sorted(TABLES.glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                epd = after(tuple(word for word in row["pgn"].split() if not word.endswith("."))).epd()
                assert epd not in found
                found[epd] = (row["eco"], row["name"])
    return found


def opening(game: chess.pgn.Game) -> Row:
    """The last position of the mainline that the table names."""
    found: tuple[str | None, str | None, int | None] = (None, None, None)
    start = game.board()
    boards = [start, *(after for *_, after in steps(game))]
    for ply, board in enumerate(boards):
        if not start.chess960 and (named := named_positions().get(board.epd())):
            found = (*named, ply)
    return dict(zip(("eco_found", "opening_found", "opening_ply"), found, strict=True))


def packed(game: chess.pgn.Game) -> bytes:
    parts = []
    for _, before, move, _ in steps(game):
        origin, destination = squares(before, move)
        bits = origin | destination << 6 | (move.promotion or 0) << 12 | bool(castle(before, move)) << 15
        parts.append(bits.to_bytes(2, "little"))
    return b"".join(parts)


def notes(game: chess.pgn.Game) -> Row:
    nodes = list(game.mainline())
    clocks = [round(clock * 1000) if (clock := node.clock()) is not None else None for node in nodes]
    scores = [score.white() if (score := node.eval()) is not None else None for node in nodes]
    return {
        "clock_ms": given(clocks),
        "elapsed_ms": elapsed(game, clocks),
        "eval_cp": given([score.score() if score is not None else None for score in scores]),
        "eval_mate": given([score.mate() if score is not None else None for score in scores]),
        "eval_depth": given([node.eval_depth() for node in nodes]),
        "best": None,  # PGN names none
    }


def elapsed(game: chess.pgn.Game, clocks: list[int | None]) -> list[int | None] | None:
    """What both sides have used since the start, worked out from the clocks and the time control."""
    base, increment = time_control(game.headers.get("TimeControl", ""))
    if base is None or increment is None or None in clocks or not clocks:
        return None
    used, spent = [0, 0], []
    for ply, clock in enumerate(clocks):
        side, number = ply % 2, ply // 2 + 1
        # Whether the first clock was read before or after its increment.
        first = 1 if clocks[side] <= base * 1000 else 0
        now = (base + increment * (number - first)) * 1000 - clock
        if now < used[side]:
            return None
        used[side] = now
        spent.append(sum(used))
    return spent


def given(values: list[int | None]) -> list[int | None] | None:
    return values if any(value is not None for value in values) else None
