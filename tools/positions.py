"""Compares every predicate of `Position` with python-chess, and writes the counts as JSON.

    python tools/positions.py [--count N] [-o build/positions.json]

The positions come from the suites and the games of SCORESHEET_DATA, from all starts of Chess960, and from random moves
from there. Others are damaged at random: both programs must then refuse the same boards. For development only:
python-chess is under the GPL and is never shipped.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import json
import multiprocessing
import random
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import chess
import chess.pgn
import chess.polyglot

import real_games
import scoresheet
from scoresheet import FenError, Position

PROCESSES = 2
CHUNK = 250
EXAMPLES = 5
SEED = 20130131

FEN = re.compile(r"(?:[1-8pnbrqkPNBRQK]{1,8}/){7}[1-8pnbrqkPNBRQK]{1,8} [wb] [-KQkqA-Ha-h]+ (?:-|[a-h][36])")
# python-chess finds more to complain about, but a game can start from such boards: it drops rights that do not fit, and
# checks that no legal move can give.
REFUSED = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_TOO_MANY_WHITE_PAWNS
    | chess.STATUS_TOO_MANY_BLACK_PAWNS
    | chess.STATUS_PAWNS_ON_BACKRANK
    | chess.STATUS_TOO_MANY_WHITE_PIECES
    | chess.STATUS_TOO_MANY_BLACK_PIECES
    | chess.STATUS_OPPOSITE_CHECK
)
COLORS = {"white": chess.WHITE, "black": chess.BLACK}
PIECES = "PNBRQKpnbrqk"
ROLES = {"P": (1, 0), "N": (3, 1), "B": (3, 1), "R": (5, 2), "Q": (9, 4), "K": (0, 0)}


class Both(NamedTuple):
    """One position in both programs."""

    ours: Position
    theirs: chess.Board
    chance: random.Random


Compared = tuple[Any, Any]
"""Our result, and that of python-chess."""


def state(both: Both) -> Compared:
    """Every part of a FEN."""
    ours, theirs, _ = both
    said = [ours.turn, ours.castling, ours.en_passant, ours.halfmove_clock, ours.fullmove_number, ours.fen()]
    castling = theirs.castling_xfen().replace("-", "")
    passed = chess.square_name(theirs.ep_square) if theirs.has_legal_en_passant() else None  # type: ignore[arg-type]
    turn = "white" if theirs.turn else "black"
    fen = theirs.fen(en_passant="legal")
    return said, [turn, castling, passed, theirs.halfmove_clock, theirs.fullmove_number, fen]


def pieces(both: Both) -> Compared:
    """The board as a mapping, as letters, as sets, and as planes."""
    ours, theirs, _ = both
    named = {chess.square_name(square): piece.symbol() for square, piece in sorted(theirs.piece_map().items())}
    letters = "".join(named.get(name, ".") for name in chess.SQUARE_NAMES)
    sets = [int(theirs.pieces(chess.PIECE_SYMBOLS.index(p.lower()), p.isupper())) for p in PIECES]
    sides = [theirs.king(color) for color in COLORS.values()]
    kings = [None if king is None else chess.square_name(king) for king in sides]
    planes = b"".join(bytes(mask >> square & 1 for square in range(64)) for mask in sets)
    said = [ours.pieces, ours.board, list(ours.bitboards), [ours.king("white"), ours.king("black")], ours.to_planes()]
    return [*said, [ours.squares(piece).mask for piece in PIECES]], [named, letters, sets, kings, planes, sets]


def state_planes(both: Both) -> Compared:
    """The six planes of the state."""
    ours, theirs, _ = both
    rights = [
        has(color)
        for color in COLORS.values()
        for has in (theirs.has_kingside_castling_rights, theirs.has_queenside_castling_rights)
    ]
    full = b"".join(bytes([is_full]) * 64 for is_full in [*rights, theirs.turn])
    passed = bytearray(64)
    if theirs.has_legal_en_passant() and theirs.ep_square is not None:
        passed[theirs.ep_square] = 1
    return ours.to_planes(18), ours.to_planes() + full + passed


def attackers(both: Both) -> Compared:
    """Who attacks each square, and what the piece on each square attacks."""
    ours, theirs, _ = both
    said, known = [], []
    for square, (name, color) in itertools.product(chess.SQUARES, COLORS.items()):
        said.append((ours.attackers(square, name).mask, ours.is_attacked(square, name)))  # type: ignore[arg-type]
        known.append((int(theirs.attackers(color, square)), theirs.is_attacked_by(color, square)))
    attacks = [ours.attacks(square).mask for square in chess.SQUARES]
    return [said, attacks], [known, [int(theirs.attacks(square)) for square in chess.SQUARES]]


def checks_and_pins(both: Both) -> Compared:
    """Checkers, pinned pieces, and the squares that a pin leaves them."""
    ours, theirs, _ = both
    pins = {}
    for square, piece in sorted(theirs.piece_map().items()):
        if theirs.is_pinned(piece.color, square):
            line, king = theirs.pin(piece.color, square), theirs.king(piece.color)
            assert king is not None
            sliders = line & theirs.occupied_co[not piece.color]
            beyond = [s for s in sliders if chess.between(king, s) & theirs.occupied == chess.BB_SQUARES[square]]
            pins[chess.square_name(square)] = chess.between(king, beyond[0]) | chess.BB_SQUARES[beyond[0]]
    said = {square: line.mask for square, line in ours.pins.items()}
    return [ours.checkers.mask, said], [int(theirs.checkers()), pins]


def moves(both: Both) -> Compared:
    """The legal moves, and what each of them is."""
    ours, theirs, _ = both
    free = ours.variant == "chess960"
    said = {
        move.uci(chess960=free): (
            ours.is_capture(move),
            ours.gives_check(move),
            ours.is_castling(move),
            ours.is_en_passant(move),
        )
        for move in ours.legal_moves
    }
    known = {
        move.uci(): (
            theirs.is_capture(move),
            theirs.gives_check(move),
            theirs.is_castling(move),
            theirs.is_en_passant(move),
        )
        for move in theirs.legal_moves
    }
    return [len(ours.legal_moves), said], [theirs.legal_moves.count(), known]


def moves_by_square(both: Both) -> Compared:
    """The legal moves of a piece and to a square, and membership of any move."""
    ours, theirs, chance = both
    start, end = chance.choice(chess.SQUARES), chance.choice(chess.SQUARES)
    wanted = chess.Move(start, end)
    legal = ours.legal_moves
    of = sorted(str(move) for move in legal.of(chess.square_name(start)))
    to = sorted(str(move) for move in legal.to(chess.square_name(end)))
    said = [of, to, scoresheet.Move(start, end) in legal]
    usual = [(move, final(theirs, move)) for move in theirs.legal_moves]
    known_of = sorted(short(move, there) for move, there in usual if move.from_square == start)
    known_to = sorted(short(move, there) for move, there in usual if there == end)
    return said, [known_of, known_to, wanted in [move for move, _ in usual] or (wanted in castlings(usual))]


def final(board: chess.Board, move: chess.Move) -> int:
    """Where the moved piece ends: python-chess may name the rook's square."""
    if not board.is_castling(move):
        return move.to_square
    return chess.square(2 if board.is_queenside_castling(move) else 6, chess.square_rank(move.from_square))


def castlings(found: list[tuple[chess.Move, int]]) -> list[chess.Move]:
    """Castling by the king's final square, as we take it too."""
    return [chess.Move(move.from_square, there) for move, there in found if there != move.to_square]


def short(move: chess.Move, there: int) -> str:
    """The UCI of a move that ends on this square."""
    return chess.Move(move.from_square, there, move.promotion).uci()


def ends(both: Both) -> Compared:
    """Whether the game is over, and whether a draw may be claimed."""
    ours, theirs, _ = both
    known = [
        theirs.is_check(),
        theirs.is_checkmate(),
        theirs.is_stalemate(),
        theirs.is_insufficient_material(),
    ]
    outcome = scoresheet.Game(fen=ours.fen(), variant=ours.variant).outcome()
    theirs_ended = theirs.outcome()
    ended = None if theirs_ended is None else theirs_ended.result()
    said = [ours.is_check, ours.is_checkmate, ours.is_stalemate, ours.is_insufficient_material]
    return [*said, None if outcome is None or outcome.claimable else outcome.result], [*known, ended]


def numbers(both: Both) -> Compared:
    """The Polyglot key, material, points, and phase."""
    ours, theirs, _ = both
    symbols = collections.Counter(piece.symbol() for piece in theirs.piece_map().values())
    sides = ["".join(p * symbols[p] for p in order) for order in ("KQRBNP", "kqrbnp")]
    points = tuple(sum(ROLES[p.upper()][0] * symbols[p] for p in order) for order in ("KQRBNP", "kqrbnp"))
    phase = min(24, sum(ROLES[p.upper()][1] * symbols[p] for p in PIECES))
    known = [chess.polyglot.zobrist_hash(theirs), f"{sides[0]}v{sides[1].upper()}", points, phase]
    return [ours.hash, ours.material, ours.points, ours.phase], known


def turned(both: Both) -> Compared:
    """The mirrored and the flipped board."""
    ours, theirs, _ = both
    flipped = theirs.transform(chess.flip_horizontal)
    flipped.castling_rights = chess.BB_EMPTY
    known = [theirs.mirror().fen(en_passant="legal"), flipped.fen(en_passant="legal")]
    return [ours.mirror().fen(), ours.flip().fen()], known


def edited(both: Both) -> Compared:
    """The board with a piece less, and with a piece more: no king, beside whom only python-chess knows rights."""
    ours, theirs, chance = both
    square, piece = chance.choice(chess.SQUARES), chance.choice("PNBRQpnbrq")
    known = []
    for put in (None, chess.Piece.from_symbol(piece)):
        board = theirs.copy(stack=False)
        board.set_piece_at(square, put)
        board.castling_rights = board.clean_castling_rights()
        if board.status() & chess.STATUS_INVALID_EP_SQUARE:
            board.ep_square = None
        known.append(board.fen(en_passant="legal"))
    return [ours.without(square).fen(), ours.with_piece(square, piece).fen()], known


def same(both: Both) -> Compared:
    """Equality up to the counters, and the number of sequences of two moves."""
    ours, theirs, chance = both
    later = theirs.copy(stack=False)
    later.halfmove_clock, later.fullmove_number = chance.randrange(1, 90), 200
    other = Position(later.fen(en_passant="legal"), ours.variant)
    return [ours.is_same(other), ours == other, ours.perft(1)], [True, False, theirs.legal_moves.count()]


PREDICATES: list[Callable[[Both], Compared]] = [
    state,
    pieces,
    state_planes,
    attackers,
    checks_and_pins,
    moves,
    moves_by_square,
    ends,
    numbers,
    turned,
    edited,
    same,
]


def compare(number: int, fen: str) -> tuple[str, list[tuple[str, str]]]:
    """The verdict on a FEN, `refused` or `accepted`, and the predicates that differ, each with both values."""
    try:
        ours = Position(fen)
    except FenError:
        refused = bool(chess.Board(fen).status() & REFUSED)
        return "refused", [] if refused else [("refused alike", "only python-chess accepts it")]
    theirs = chess.Board(fen, chess960=ours.variant == "chess960")
    if theirs.status() & REFUSED:
        return "accepted", [("refused alike", "only python-chess refuses it")]
    if theirs.status() & chess.STATUS_INVALID_EP_SQUARE:
        theirs.ep_square = None
    theirs.castling_rights = theirs.clean_castling_rights()
    both = Both(ours, theirs, random.Random(f"{SEED} {number}"))
    found = []
    for predicate in PREDICATES:
        said, known = predicate(both)
        if said != known:
            found.append((predicate.__name__, f"ours {said}, theirs {known}"))
    return "accepted", found


def suites(folder: Path) -> list[str]:
    """The FENs in all files of a folder, variants and all."""
    found: dict[str, None] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".epd", ".txt", ".perft", ".csv", ".fen") and path.is_file():
            found.update(dict.fromkeys(FEN.findall(path.read_text("utf-8", "replace"))))
    return [f"{fen} 0 1" for fen in found]


def chess960() -> list[str]:
    """All starts of Chess960."""
    return [chess.Board.from_chess960_pos(number).fen() for number in range(960)]


def games(path: Path, count: int) -> Iterator[str]:
    """The positions of games."""
    for game in scoresheet.read(str(path), limit=count):
        assert isinstance(game, scoresheet.Game)
        yield from (node.position.fen() for node in game.mainline())


def played(fen: str, chance: random.Random, plies: int) -> Iterator[str]:
    """Positions after random moves from a start."""
    try:
        position = Position(fen)
    except FenError:
        return
    for _ in range(plies):
        legal = position.legal_moves
        if not legal:
            return
        position = position.play(chance.choice(legal))
        yield position.fen()


def damaged(fen: str, chance: random.Random) -> str:
    """A FEN with some squares changed, and at times the other side to move."""
    board = chess.Board(fen)
    for _ in range(chance.randrange(1, 4)):
        piece = chance.choice([None, *PIECES])
        board.set_piece_at(chance.randrange(64), piece and chess.Piece.from_symbol(piece))
    board.turn ^= chance.random() < 0.3
    return board.fen(en_passant="fen")


def gathered(bases: Iterable[str], count: int, seed: int = SEED) -> list[str]:
    """`count` different FENs: these, those after random moves from them, and damaged ones."""
    chance = random.Random(seed)
    listed = list(dict.fromkeys(bases))
    if len(listed) > count // 2:
        listed = chance.sample(listed, count // 2)
    found = dict.fromkeys(listed)
    while len(found) < count:
        base = chance.choice(listed)
        found.update(dict.fromkeys(played(base, chance, 12)))
        found.update(dict.fromkeys([damaged(base, chance)]))
    return list(found)[:count]


def _chunk(chunk: list[tuple[int, str]]) -> list[tuple[str, str, list[tuple[str, str]]]]:
    return [(fen, *compare(number, fen)) for number, fen in chunk]


def compare_all(fens: list[str], processes: int = PROCESSES) -> dict[str, Any]:
    """The counts over all FENs, and the first differences of each kind."""
    numbered = list(enumerate(fens))
    chunks = [numbered[start : start + CHUNK] for start in range(0, len(numbered), CHUNK)]
    verdicts: collections.Counter[str] = collections.Counter()
    differences: dict[str, dict[str, Any]] = {}
    start = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(processes) if processes > 1 else _Alone() as pool:
        for fen, verdict, found in itertools.chain.from_iterable(pool.imap(_chunk, chunks)):
            verdicts[verdict] += 1
            for kind, both in found:
                difference = differences.setdefault(kind, {"count": 0, "first": []})
                difference["count"] += 1
                if len(difference["first"]) < EXAMPLES:
                    difference["first"].append({"fen": fen, "said": both[:2000]})
    return {
        "positions": len(fens),
        **verdicts,
        "chess960": sum(is_free(fen) for fen in fens),
        "predicates": [predicate.__name__ for predicate in PREDICATES],
        "seconds": round(time.perf_counter() - start, 1),
        "differences": differences,
    }


def is_free(fen: str) -> bool:
    """Whether a position is one of Chess960 by its castling rights."""
    try:
        return Position(fen).variant == "chess960"
    except FenError:
        return False


class _Alone:
    """Replaces a pool if one process is enough."""

    def __enter__(self) -> _Alone:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    imap = staticmethod(map)


def main() -> int:
    """Compares, writes the counts, and fails if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("-o", "--output", default="build/positions.json")
    given = parser.parse_args()
    folder, historic = real_games.find("positions"), real_games.find("historic")
    if folder is None or historic is None:
        print("SCORESHEET_DATA is absent", file=sys.stderr)
        return 2
    paths = sorted(historic.rglob("*.pgn"))
    free = gathered(chess960(), given.count // 8)
    usual = [*suites(folder), *itertools.chain.from_iterable(games(path, 20) for path in paths)]
    result = compare_all([*free, *gathered(usual, given.count - len(free))])
    text = json.dumps(result, indent=1)
    Path(given.output).parent.mkdir(parents=True, exist_ok=True)
    Path(given.output).write_text(text + "\n", "utf-8")
    print(text[:4000])
    return 1 if result["differences"] else 0


if __name__ == "__main__":
    sys.exit(main())
