"""The move model of archives in plain Python: slow, square by square, from docs/reference/archive-format.md alone."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import zstandard

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NOTHING = range(7)
OURS, THEIRS = True, False
Piece = tuple[bool, int]
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
SLANTED = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
SHAPE_FILES, SHAPE_RANKS = (0x9E37, 1, 0x79B9), (0x7F4B, 1, 0xE6A9)
GOLDEN, BOOK_FACTOR = 0x9E3779B97F4A7C15, 0xFF51AFD7ED558CCD
WORD = (1 << 64) - 1
GROUPS = [18, 14, 14, 10, 18, 13, 15, 15, 11, 12, 18, 18, 18, 18, 16, 16]
SHARED = (0, 1, 2, 3, 4, 5)
# The groups of each set of features, which the number of weights tells apart.
SETS = [(*SHARED, 6, 7, 8, 9), (*SHARED, 6, 7, 8, 9, 10, 11, 12, 13), (*SHARED, 8, 9, 14, 15)]
BOOK_PLIES, LATE = 40, 40


def step(square: int, by: tuple[int, int]) -> int | None:
    file, rank = square % 8 + by[0], square // 8 + by[1]
    return 8 * rank + file if 0 <= file < 8 and 0 <= rank < 8 else None


class Move(NamedTuple):
    """A move in the mover's view."""

    role: int
    origin: int
    destination: int
    captured: int = NOTHING
    promoted: int | None = None
    passing: bool = False
    rook: int | None = None

    @property
    def placed(self) -> int:
        return self.role if self.promoted is None else self.promoted


class Past(NamedTuple):
    """An earlier move in the present mover's view."""

    role: int = NOTHING
    origin: int = 0
    destination: int = 0
    captured: int = NOTHING

    @property
    def is_there(self) -> bool:
        return self.role != NOTHING

    @property
    def turned(self) -> Past:
        return self._replace(origin=self.origin ^ 56, destination=self.destination ^ 56) if self.is_there else Past()

    @property
    def word(self) -> int:
        return self.role << 12 | self.origin << 6 | self.destination


class Board:
    """The pieces in the mover's view, the rooks that may castle, and the square that a pawn has passed over."""

    def __init__(self, squares: Sequence[Piece | None], castling: frozenset[int], passed: int | None) -> None:
        self.squares, self.castling = squares, castling
        self.passed = passed if passed is not None and self.is_takeable(passed) else None

    def is_takeable(self, passed: int) -> bool:
        """Whether a pawn of ours is beside the pawn that has passed."""
        return any(self.at(step(passed - 8, by)) == (OURS, PAWN) for by in ((-1, 0), (1, 0)))

    def at(self, square: int | None) -> Piece | None:
        return None if square is None else self.squares[square]

    def of(self, side: bool, role: int) -> list[int]:
        return [square for square, piece in enumerate(self.squares) if piece == (side, role)]

    @cached_property
    def kings(self) -> dict[bool, int]:
        return {side: self.of(side, KING)[0] for side in (OURS, THEIRS)}

    def attacked(self, side: bool, role: int, origin: int, through: int | None = None) -> list[int]:
        """The squares that a piece attacks; sliders see through one square."""
        up = 1 if side == OURS else -1
        steps = [[(-1, up), (1, up)], LEAPS, SLANTED, STRAIGHT, STRAIGHT + SLANTED, STRAIGHT + SLANTED][role]
        found = []
        for by in steps:
            at = step(origin, by)
            while at is not None:
                found.append(at)
                if role not in (BISHOP, ROOK, QUEEN) or (self.squares[at] is not None and at != through):
                    break
                at = step(at, by)
        return found

    @cached_property
    def attackers(self) -> dict[bool, list[list[int]]]:
        """By side and square, the squares of the pieces that attack it. Theirs see through our king."""
        found: dict[bool, list[list[int]]] = {side: [[] for _ in range(64)] for side in (OURS, THEIRS)}
        for origin, piece in enumerate(self.squares):
            if piece is not None:
                side, role = piece
                for square in self.attacked(side, role, origin, None if side == OURS else self.kings[OURS]):
                    found[side][square].append(origin)
        return found

    def roles(self, squares: list[int]) -> list[int]:
        return [piece[1] for square in squares if (piece := self.squares[square]) is not None]

    @cached_property
    def is_in_check(self) -> bool:
        return bool(self.attackers[THEIRS][self.kings[OURS]])

    def after(self, move: Move) -> Board:
        """The board after a move, which is still seen by who made it."""
        squares, passed = list(self.squares), None
        squares[move.origin] = None
        if move.passing:
            squares[move.destination - 8] = None
        if move.rook is not None:
            squares[move.rook] = None
            squares[move.destination + (1 if move.destination % 8 == 2 else -1)] = (OURS, ROOK)
        squares[move.destination] = (OURS, move.placed)
        castling = self.castling - {move.origin, move.destination}
        if move.role == KING:
            castling = frozenset(square for square in castling if square >= 8)
        if move.role == PAWN and move.destination - move.origin == 16:
            passed = move.origin + 8
        board = Board(squares, castling, None)
        board.passed = passed
        return board

    def turned(self) -> Board:
        """The board as the other side sees it."""
        squares = [None if (piece := self.squares[at ^ 56]) is None else (not piece[0], piece[1]) for at in range(64)]
        passed = None if self.passed is None else self.passed ^ 56
        return Board(squares, frozenset(square ^ 56 for square in self.castling), passed)

    def legal(self) -> list[Move]:
        """The legal moves in the order of the format."""
        return [move for move in self.candidates() if not self.after(move).is_in_check]

    def candidates(self) -> Iterator[Move]:
        yield from self.of_pieces(KING)
        if not self.is_in_check:
            yield from self.castles()
        for role in (KNIGHT, BISHOP, ROOK, QUEEN):
            yield from self.of_pieces(role)
        yield from self.of_pawns()

    def of_pieces(self, role: int) -> Iterator[Move]:
        for origin in self.of(OURS, role):
            for to in sorted(self.attacked(OURS, role, origin)):
                piece = self.squares[to]
                if piece is None:
                    yield Move(role, origin, to)
                elif piece[0] == THEIRS and piece[1] != KING:
                    yield Move(role, origin, to, piece[1])

    def castles(self) -> Iterator[Move]:
        king = self.kings[OURS]
        for is_kingside in (True, False):
            rooks = [rook for rook in sorted(self.castling) if rook < 8 and (rook > king) == is_kingside]
            if not rooks:
                continue
            rook, to, rook_to = rooks[0], 6 if is_kingside else 2, 5 if is_kingside else 3
            needed = {*between(king, to), *between(rook, rook_to)} - {king, rook}
            is_free = all(self.squares[square] is None for square in needed)
            if is_free and not any(self.attackers[THEIRS][square] for square in between(king, to)):
                yield Move(KING, king, to, rook=rook)

    def of_pawns(self) -> Iterator[Move]:
        pawns = self.of(OURS, PAWN)
        one = [(pawn, pawn + 8) for pawn in pawns if self.squares[pawn + 8] is None]
        two = [(pawn, to + 8) for pawn, to in one if pawn // 8 == 1 and self.squares[to + 8] is None]
        for origin, to in one + two:
            yield from promotions(Move(PAWN, origin, to))
        for side in (-1, 1):
            for pawn in pawns:
                to = step(pawn, (side, 1))
                piece = self.at(to)
                if to is not None and piece is not None and piece[0] == THEIRS and piece[1] != KING:
                    yield from promotions(Move(PAWN, pawn, to, piece[1]))
        if self.passed is not None:
            for pawn in pawns:
                if self.passed in self.attacked(OURS, PAWN, pawn):
                    yield Move(PAWN, pawn, self.passed, PAWN, passing=True)


def between(first: int, last: int) -> range:
    """The squares of a rank from one to another, both included."""
    return range(min(first, last), max(first, last) + 1)


def promotions(move: Move) -> Iterator[Move]:
    if move.destination < 56:
        yield move
    else:
        yield from (move._replace(promoted=role) for role in (QUEEN, ROOK, BISHOP, KNIGHT))


class Table(NamedTuple):
    """Weights, and how often which moves were played in known positions."""

    weights: array[int]
    starts: dict[int, int]
    book: dict[int, list[tuple[int, int]]]

    @classmethod
    def read(cls, table: Path, book: Path) -> Table:
        weights = array("b", unpacked(table))
        groups = next(groups for groups in SETS if sum(1 << GROUPS[group] for group in groups) == len(weights))
        starts = [sum(1 << GROUPS[group] for group in groups[:place]) for place in range(len(groups))]
        return cls(weights, dict(zip(groups, starts, strict=True)), read_book(unpacked(book)))

    def weight(self, group: int, *fields: tuple[int, int]) -> int:
        """The weight of a group; 0 if the table does not have the group."""
        if group not in self.starts:
            return 0
        index = 0
        for value, bits in fields:
            assert 0 <= value < 1 << bits
            index = index << bits | value
        assert sum(bits for _, bits in fields) == GROUPS[group]
        return self.weights[self.starts[group] + index]


def unpacked(file: Path) -> bytes:
    _, _, frame = file.read_bytes().partition(b"\n\n")
    return zstandard.ZstdDecompressor().decompress(frame, max_output_size=1 << 23)


def read_book(data: bytes) -> dict[int, list[tuple[int, int]]]:
    numbers = each_number(data)
    count = next(numbers)
    keys, key = [], 0
    for _ in range(count):
        key += next(numbers)
        keys.append(key)
    sizes = [next(numbers) for _ in range(count)]
    indexes = iter([next(numbers) for _ in range(sum(sizes))])
    return {key: [(next(indexes), next(numbers)) for _ in range(size)] for key, size in zip(keys, sizes, strict=True)}


def each_number(data: bytes) -> Iterator[int]:
    value = shift = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield value
            value = shift = 0


def exponentials() -> list[int]:
    table, value = [], 1 << 44
    for _ in range(512):
        table.append(max(value >> 30, 1))
        value = value * 4206414439 >> 32
    return table


FREQUENCIES = exponentials()


class Line(NamedTuple):
    """A position with what the model knows of the moves before."""

    board: Board
    black: bool = False
    last: Past = Past()
    own: Past = Past()
    ply: int = 0

    def play(self, move: Move | None) -> Line:
        """The line after a move, or after a null move."""
        board = Board(self.board.squares, self.board.castling, None) if move is None else self.board.after(move)
        last = Past() if move is None else Past(move.role, move.origin, move.destination, move.captured).turned
        return Line(board.turned(), not self.black, last, self.last.turned, self.ply + 1)

    def anew(self) -> Line:
        """The line without what was before."""
        pieces = sum(piece is not None for piece in self.board.squares)
        return Line(self.board, self.black, ply=0 if pieces == 32 else LATE)

    def uci(self, move: Move) -> str:
        flip = 56 if self.black else 0
        squares = [square ^ flip for square in (move.origin, move.destination)]
        letter = "" if move.promoted is None else "pnbrqk"[move.promoted]
        return "".join("abcdefgh"[square % 8] + "12345678"[square // 8] for square in squares) + letter

    def frequencies(self, table: Table) -> tuple[list[Move], list[int]]:
        """The legal moves and their frequencies."""
        moves = self.board.legal()
        if len(moves) < 2:
            return moves, [1] * len(moves)
        view = View(self, len(moves))
        scores = [view.score(table, move) for move in moves]
        best, shift = max(scores), 3 if len(moves) > 256 else 0
        frequencies = [max(FREQUENCIES[min(best - score, 511)] >> shift, 1) for score in scores]
        entries = table.book.get(key(self.board)) if self.ply < BOOK_PLIES else None
        if entries:
            total = sum(frequencies)
            frequencies = [max(frequency * 15 * 1024 // total, 1) for frequency in frequencies]
            for index, count in entries:
                if index < len(frequencies):
                    frequencies[index] += count * 1024
        return moves, frequencies


def key(board: Board) -> int:
    """The number by which a book finds a position."""

    def those(side: bool | None, role: int | None) -> int:
        is_one = [piece and side in (None, piece[0]) and role in (None, piece[1]) for piece in board.squares]
        return sum(1 << square for square, wanted in enumerate(is_one) if wanted)

    sets = [those(None, role) for role in range(6)] + [those(OURS, None)]
    sets += [sum(1 << rook for rook in board.castling), 0 if board.passed is None else 1 << board.passed]
    hash_ = GOLDEN
    for each in sets:
        hash_ = (hash_ ^ each) * BOOK_FACTOR & WORD
        hash_ ^= hash_ >> 32
    return hash_ >> 32


class View:
    """What the features of all moves of a position share."""

    def __init__(self, line: Line, moves: int) -> None:
        self.line, self.board = line, line.board
        self.ours, self.theirs = self.board.attackers[OURS], self.board.attackers[THEIRS]
        self.king, self.their_king = self.board.kings[OURS], self.board.kings[THEIRS]
        self.checkers = self.theirs[self.king]
        self.choice = sum(least <= moves for least in (2, 4, 8, 16, 24, 32, 42))
        self.phase = self.find_phase()
        self.hanging, self.hanging_at = self.find_hanging()
        self.discoverers = self.find_discoverers()
        self.seen = self.find_seen()

    def find_phase(self) -> int:
        for phase, end in enumerate((8, 16, 28)):
            if self.line.ply < end:
                return phase
        worth = sum((0, 3, 3, 5, 9, 0)[piece[1]] for piece in self.board.squares if piece is not None)
        return 3 if worth > 36 else 4 if worth > 18 else 5

    def find_hanging(self) -> tuple[int, list[int]]:
        lesser = {KNIGHT: {PAWN}, BISHOP: {PAWN}, ROOK: {PAWN, KNIGHT, BISHOP}, QUEEN: {PAWN, KNIGHT, BISHOP, ROOK}}
        for role in (QUEEN, ROOK, BISHOP, KNIGHT, PAWN):
            found = []
            for square in self.board.of(OURS, role):
                attackers = self.board.roles(self.theirs[square])
                if any(attacker in lesser.get(role, ()) for attacker in attackers) or (
                    attackers and not self.ours[square]
                ):
                    found.append(square)
            if found:
                return role, found
        return NOTHING, []

    def find_discoverers(self) -> dict[int, set[int]]:
        """Our pieces that are the only one between their king and a slider of ours, with the whole line."""
        found = {}
        for by in STRAIGHT + SLANTED:
            ahead = list(walk(self.their_king, by))
            met = [square for square in ahead if self.board.squares[square] is not None][:2]
            if len(met) == 2:
                first, second = (self.board.squares[square] for square in met)
                slides = (ROOK, QUEEN) if by in STRAIGHT else (BISHOP, QUEEN)
                if first and second and first[0] == second[0] == OURS and second[1] in slides:
                    found[met[0]] = {*ahead, *walk(self.their_king, (-by[0], -by[1]))}
        return found

    def find_seen(self) -> list[int]:
        """The squares that the piece attacks which moved last."""
        last = self.line.last
        piece = self.board.squares[last.destination] if last.is_there else None
        return [] if piece is None else self.board.attacked(*piece, last.destination)

    def guard(self, square: int) -> int:
        return min(((1, 2, 2, 3, 4, 5)[role] for role in self.board.roles(self.theirs[square])), default=0)

    def check(self, move: Move) -> int:
        line = self.discoverers.get(move.origin)
        if line is not None and move.destination not in line:
            return 2
        attacks = move.placed != KING and self.would_attack(move, self.their_king)
        return int(attacks)

    def would_attack(self, move: Move, square: int) -> bool:
        return square in self.board.attacked(OURS, move.placed, move.destination)

    def is_passed(self, move: Move) -> bool:
        pawns = self.board.of(THEIRS, PAWN)
        return move.role == PAWN and not any(
            pawn // 8 > move.origin // 8 and abs(pawn % 8 - move.origin % 8) <= 1 for pawn in pawns
        )

    def relation(self, move: Move) -> int:
        last, own = self.line.last, self.line.own
        again = own.is_there and move.origin == own.destination
        bits = [
            again,
            again and move.destination == own.origin,
            move.origin in self.seen,
            move.destination in self.seen,
            last.is_there and self.would_attack(move, last.destination),
            last.is_there and move.destination == last.origin,
        ]
        return sum(bit << place for place, bit in enumerate(bits))

    def score(self, table: Table, move: Move) -> int:
        role, captured = (move.role, 3), (move.captured, 3)
        origin, destination = (move.origin, 6), (move.destination, 6)
        captures, last = move.captured != NOTHING, self.line.last
        least = 1 if move.role == PAWN and not captures else 2
        guard = (self.guard(move.destination), 3)
        supported = len(self.ours[move.destination]) >= least
        support, check = (int(supported), 1), self.check(move)
        recapture = captures and last.captured != NOTHING and move.destination == last.destination
        twice = len(self.theirs[move.destination]) >= 2
        defended = bool(self.ours[move.origin])
        weight = table.weight
        sum_ = weight(0, (self.phase, 3), role, origin, destination)
        sum_ += weight(1, role, captured, guard, support, (check, 2), (int(recapture), 1), (int(twice), 1))
        sum_ += weight(2, role, captured, (self.guard(move.origin), 3), (int(defended), 1), guard, support)
        if move.promoted is not None:
            sum_ += weight(3, (move.promoted, 3), guard, captured, support)
        sum_ += weight(4, (last.role, 3), (last.destination, 6), role, destination)
        sum_ += weight(5, (last.role, 3), role, (self.relation(move), 6), (int(captures), 1))
        sum_ += weight(6, (self.their_king, 6), role, destination)
        sum_ += weight(7, (self.king, 6), role, destination)
        hangs = move.origin in self.hanging_at
        sum_ += weight(8, (self.hanging, 3), role, captured, (int(hangs), 1), (int(check > 0), 1))
        bits = [bool(self.checkers), captures, self.is_passed(move), move.destination in self.checkers]
        safety = 2 - supported if guard[0] else 0
        sum_ += weight(9, (self.choice, 3), role, *((int(bit), 1) for bit in bits), (safety, 2))
        sum_ += self.hashed(table, move)
        sum_ += weight(14, (self.shape(move.destination) ^ move.role, 16))
        sum_ += weight(15, (self.shape(move.origin) ^ move.destination, 16))
        return sum_

    def hashed(self, table: Table, move: Move) -> int:
        last, own = self.line.last, self.line.own
        path = Past(move.role, move.origin, move.destination).word
        values = [
            last.captured << 40 | last.word << 20 | path,
            1 << 50 | own.word << 20 | path,
            move.captured << 40 | move.role << 36 | self.around(move.destination),
            move.destination << 40 | move.role << 36 | self.around(move.origin),
        ]
        return sum(table.weight(group, ((value * GOLDEN & WORD) >> 46, 18)) for group, value in enumerate(values, 10))

    def around(self, square: int) -> int:
        steps = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
        return sum(self.code(step(square, by)) << 4 * place for place, by in enumerate(steps))

    def shape(self, square: int) -> int:
        """A number for what is on a square and round it."""
        sum_ = 0
        for rank, by_rank in zip((-1, 0, 1), SHAPE_RANKS, strict=True):
            for file, by_file in zip((-1, 0, 1), SHAPE_FILES, strict=True):
                sum_ += self.shape_code(step(square, (file, rank))) * by_file * by_rank
        return sum_ % (1 << 16)

    def shape_code(self, square: int | None) -> int:
        if square is None:
            return 7
        piece = self.board.squares[square]
        return 6 if piece is None else piece[1] + (0 if piece[0] == OURS else 8)

    def code(self, square: int | None) -> int:
        if square is None:
            return 13
        piece = self.board.squares[square]
        return 0 if piece is None else piece[1] + (1 if piece[0] == OURS else 7)


def walk(square: int, by: tuple[int, int]) -> Iterator[int]:
    at = step(square, by)
    while at is not None:
        yield at
        at = step(at, by)


def usual() -> Line:
    """The start of a game."""
    back = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK]
    ranks: list[list[Piece | None]] = [
        [(OURS, role) for role in back],
        [(OURS, PAWN)] * 8,
        *([None] * 8 for _ in range(4)),
        [(THEIRS, PAWN)] * 8,
        [(THEIRS, role) for role in back],
    ]
    return Line(Board([piece for rank in ranks for piece in rank], frozenset({0, 7, 56, 63}), None))
