"""Patterns against a slow plain reading of them over python-chess, and `Pattern` as a class."""

from __future__ import annotations

import functools
import itertools
import pickle
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn
import pytest

import scoresheet
from levels import rounds

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
SIDES = {chess.WHITE: "white", chess.BLACK: "black"}


class Played:
    """A game with the positions of its mainline."""

    def __init__(self, game: chess.pgn.Game) -> None:
        self.headers = game.headers
        board = game.board()
        self.boards = [board.copy()]
        self.moves = list(game.mainline_moves())
        for move in self.moves:
            board.push(move)
            self.boards.append(board.copy(stack=False))

    def turned(self, turn: Callable[[int], int], board: Callable[[chess.Board], chess.Board]) -> Played:
        """The same game with other squares, and with sides exchanged if `board` does that."""
        image = object.__new__(Played)
        image.boards = [board(one) for one in self.boards]
        image.moves = [chess.Move(turn(move.from_square), turn(move.to_square), move.promotion) for move in self.moves]
        image.headers = self.headers.copy()
        if image.boards[0].turn != self.boards[0].turn:
            for one, other in (("WhiteElo", "BlackElo"), ("BlackElo", "WhiteElo")):
                image.headers[one] = self.headers.get(other, "")
            image.headers["Result"] = "-".join(reversed(self.headers["Result"].split("-")))
        return image

    @functools.cached_property
    def swapped(self) -> Played:
        return self.turned(chess.square_mirror, lambda board: board.mirror())

    @functools.cached_property
    def mirrored(self) -> Played:
        return self.turned(lambda square: square ^ 7, lambda board: board.transform(chess.flip_horizontal))

    def balance(self, ply: int, side: chess.Color) -> int:
        pieces = self.boards[ply].piece_map().values()
        return sum(WORTH[piece.piece_type] * (1 if piece.color == side else -1) for piece in pieces)

    def elo(self, side: chess.Color) -> int | None:
        text = self.headers.get(f"{SIDES[side].title()}Elo", "")
        return int(text) if text.isdigit() else None

    def moved(self, ply: int) -> chess.Piece | None:
        return self.boards[ply - 1].piece_at(self.moves[ply - 1].from_square) if ply else None

    def captured(self, ply: int) -> chess.Piece | None:
        if ply == 0:
            return None
        before, move = self.boards[ply - 1], self.moves[ply - 1]
        if before.is_en_passant(move):
            return chess.Piece(chess.PAWN, not before.turn)
        return before.piece_at(move.to_square) if before.is_capture(move) else None


Test = Callable[[Played, int], bool]


@dataclass
class Plain:
    """A pattern: its text, the plies at which it holds, and its images."""

    text: str
    holds: Callable[[Played], list[bool]]


def at_each_ply(text: str, test: Test) -> Plain:
    return Plain(text, lambda game: [test(game, ply) for ply in range(len(game.boards))])


def symbol(piece: int, side: chess.Color) -> str:
    return chess.Piece(piece, side).symbol()


def squares(game: Played, ply: int, piece: int, side: chess.Color) -> list[int]:
    return list(game.boards[ply].pieces(piece, side))


def has_pawn(game: Played, ply: int, standing: str, side: chess.Color) -> bool:
    own, other = (squares(game, ply, chess.PAWN, color) for color in (side, not side))
    forward = 1 if side == chess.WHITE else -1

    def stands(pawn: int) -> bool:
        file, rank = chess.square_file(pawn), chess.square_rank(pawn)
        if standing == "isolated":
            return not any(abs(chess.square_file(near) - file) == 1 for near in own)
        if standing == "doubled":
            return any(chess.square_file(near) == file and near != pawn for near in own)
        return not any(
            abs(chess.square_file(near) - file) <= 1 and (chess.square_rank(near) - rank) * forward > 0
            for near in other
        )

    return any(stands(pawn) for pawn in own)


def has_fork(game: Played, ply: int, piece: int, side: chess.Color) -> bool:
    board = game.boards[ply]

    def matters(target: int) -> bool:
        found = board.piece_at(target)
        if found is None or found.color == side or found.piece_type == chess.PAWN:
            return False
        is_worth = found.piece_type == chess.KING or WORTH[found.piece_type] > WORTH[piece]
        return is_worth or not board.is_attacked_by(not side, target)

    return any(sum(matters(target) for target in board.attacks(one)) > 1 for one in board.pieces(piece, side))


def gives(game: Played, ply: int, side: chess.Color, worth: int, plies: int) -> bool:
    first = ply - plies
    if first < 0:
        return False
    base = min(game.balance(before, side) for before in range(max(0, first - 1), first + 1))
    return all(game.balance(after, side) <= base - worth for after in range(first + 1, ply + 1))


def is_open(game: Played, ply: int, file: int, openness: str) -> bool:
    white, black = (
        any(chess.square_file(pawn) == file for pawn in squares(game, ply, chess.PAWN, side))
        for side in (chess.WHITE, chess.BLACK)
    )
    return {
        "open": not white and not black,
        "half-open": white != black,
        "half-open to white": black and not white,
        "half-open to black": white and not black,
    }[openness]


def rated(elos: list[int | None], test: Callable[[list[int]], bool]) -> bool:
    known = [elo for elo in elos if elo is not None]
    return len(known) == len(elos) and test(known)


def material(game: Played, ply: int, white: str, black: str, *, at_least: bool) -> bool:
    def fits(side: chess.Color, pieces: str) -> bool:
        counts = [(len(game.boards[ply].pieces(kind, side)), pieces.count(symbol(kind, True))) for kind in range(1, 6)]
        return all(found >= wanted if at_least else found == wanted for found, wanted in counts)

    return any(fits(side, white) and fits(not side, black) for side in (chess.WHITE, chess.BLACK))


def opposite(game: Played, ply: int) -> bool:
    bishops = [squares(game, ply, chess.BISHOP, side) for side in (chess.WHITE, chess.BLACK)]
    if [len(found) for found in bishops] != [1, 1]:
        return False
    return len({(found[0] + found[0] // 8) % 2 for found in bishops}) == 2


def by_number(game: Played, ply: int, first: int) -> bool:
    return ply > 0 and game.boards[ply - 1].fullmove_number >= first


def leaves(seed: random.Random, game: Played) -> list[Callable[[], Plain]]:
    """A maker for every test; `game` gives positions that occur."""
    square, side, piece = seed.randrange(64), seed.random() < 0.5, seed.randint(1, 6)
    name, letter, number = chess.square_name(square), symbol(piece, side), seed.randint(1, 12)
    rank = chess.square_rank(square)
    ply = seed.randrange(len(game.boards))
    found = game.boards[ply]
    standing = seed.choice(["isolated", "doubled", "passed"])
    openness = seed.choice(["open", "half-open", "half-open to white", "half-open to black"])
    pieces = "".join(symbol(kind, True) for kind in range(1, 6) for _ in found.pieces(kind, True))
    others = "".join(symbol(kind, True) for kind in range(1, 6) for _ in found.pieces(kind, False))
    result = seed.choice(["1-0", "0-1", "1/2-1/2", "*"])
    elo, both = seed.randint(1000, 2400), (chess.WHITE, chess.BLACK)
    color, each = SIDES[side], at_each_ply

    def part_of_a_board() -> Plain:
        wanted = {one: piece for one, piece in found.piece_map().items() if seed.random() < 0.15}
        empty = {one for one in chess.SQUARES if found.piece_at(one) is None and seed.random() < 0.05}
        cells = [
            [
                wanted[one].symbol() if one in wanted else "." if one in empty else "?"
                for one in range(8 * row, 8 * row + 8)
            ]
            for row in range(7, -1, -1)
        ]
        text = "/".join("".join(row) for row in cells)
        return each(
            f"board {text}",
            lambda game, ply: (
                all(game.boards[ply].piece_at(one) == piece for one, piece in wanted.items())
                and all(game.boards[ply].piece_at(one) is None for one in empty)
            ),
        )

    return [
        lambda: each("any", lambda game, ply: True),
        lambda: each(f"fen {found.fen(en_passant='legal')}", lambda game, ply: game.boards[ply].epd() == found.epd()),
        part_of_a_board,
        lambda: each(f"material {pieces}v{others}", lambda g, p: material(g, p, pieces, others, at_least=False)),
        lambda: each(
            f"material at least {pieces}v{others}", lambda g, p: material(g, p, pieces, others, at_least=True)
        ),
        lambda: each(f"count {letter} >= {number % 4}", lambda g, p: len(squares(g, p, piece, side)) >= number % 4),
        lambda: each(f"imbalance > {number % 5 - 2}", lambda g, p: g.balance(p, True) > number % 5 - 2),
        lambda: each(
            f"imbalance {pieces}v{others}",
            lambda g, p: all(
                len(squares(g, p, kind, True)) - len(squares(g, p, kind, False))
                == len(found.pieces(kind, True)) - len(found.pieces(kind, False))
                for kind in range(1, 6)
            ),
        ),
        lambda: each("opposite bishops", opposite),
        lambda: each(f"{standing} {symbol(1, side)}", lambda g, p: has_pawn(g, p, standing, side)),
        lambda: each(f"file {name[0]} {openness}", lambda g, p: is_open(g, p, square % 8, openness)),
        lambda: each(f"{color} to move", lambda g, p: g.boards[p].turn == side),
        lambda: each(f"ply {number * 4}-", lambda g, p: p >= number * 4),
        lambda: each(f"move {number * 2}-", lambda g, p: by_number(g, p, number * 2)),
        lambda: each(
            f"move {symbol(max(piece, 2), True)}{name}",
            lambda g, p: (
                (by := g.moved(p)) is not None and by.piece_type == max(piece, 2) and g.moves[p - 1].to_square == square
            ),
        ),
        lambda: each(
            f"{color} move {symbol(max(piece, 2), True)}",
            lambda g, p: (by := g.moved(p)) is not None and by == chess.Piece(max(piece, 2), side),
        ),
        lambda: each("capture", lambda g, p: g.captured(p) is not None),
        lambda: each(f"capture {letter}", lambda g, p: g.captured(p) == chess.Piece(piece, side)),
        lambda: each("en passant", lambda g, p: p > 0 and g.boards[p - 1].is_en_passant(g.moves[p - 1])),
        lambda: each("promotes", lambda g, p: p > 0 and g.moves[p - 1].promotion is not None),
        lambda: each("castles", lambda g, p: p > 0 and g.boards[p - 1].is_castling(g.moves[p - 1])),
        lambda: each("castles long", lambda g, p: p > 0 and g.boards[p - 1].is_queenside_castling(g.moves[p - 1])),
        lambda: each("check", lambda g, p: g.boards[p].is_check()),
        lambda: each("mate", lambda g, p: g.boards[p].is_checkmate()),
        lambda: each("stalemate", lambda g, p: g.boards[p].is_stalemate()),
        lambda: each(
            f"pin {letter}",
            lambda g, p: (
                piece != chess.KING and any(g.boards[p].is_pinned(side, one) for one in squares(g, p, piece, side))
            ),
        ),
        lambda: each(f"fork {letter}", lambda g, p: has_fork(g, p, piece, side)),
        lambda: each(f"result {result}", lambda g, p: g.headers["Result"] == result),
        lambda: each(f"{color} elo >= {elo}", lambda g, p: rated([g.elo(side)], lambda known: known[0] >= elo)),
        lambda: each(f"elo < {elo}", lambda g, p: rated([g.elo(one) for one in both], lambda known: max(known) < elo)),
        lambda: each(
            f"elo difference > {elo // 10}",
            lambda g, p: rated([g.elo(one) for one in both], lambda known: abs(known[0] - known[1]) > elo // 10),
        ),
        lambda: each(
            f"{color} gives {number % 3 + 1} for {number} plies", lambda g, p: gives(g, p, side, number % 3 + 1, number)
        ),
        lambda: each(
            f"{letter} attacks {name}",
            lambda g, p: any(one in g.boards[p].attackers(side, square) for one in squares(g, p, piece, side)),
        ),
        lambda: each(
            f"{letter} on {rank + 1}",
            lambda g, p: any(chess.square_rank(one) == rank for one in squares(g, p, piece, side)),
        ),
        lambda: each(
            f"{letter} moves from {name[0]}",
            lambda g, p: g.moved(p) == chess.Piece(piece, side) and g.moves[p - 1].from_square % 8 == square % 8,
        ),
    ]


def later(first: list[bool], second: list[bool], within: int) -> list[bool]:
    return [held and any(first[max(0, ply - within) : ply]) for ply, held in enumerate(second)]


def streak(held: list[bool], plies: int) -> list[bool]:
    return [ply + 1 >= plies and all(held[ply + 1 - plies : ply + 1]) for ply in range(len(held))]


def joined(seed: random.Random, one: Plain, other: Plain) -> Plain:
    number, ways = seed.randint(1, 8), seed.choice(["not", "and", "or", "then", "within", "for", "swapped", "mirrored"])
    first, second = f"({one.text})", f"({other.text})"
    if ways == "not":
        return Plain(f"not {first}", lambda game: [not held for held in one.holds(game)])
    if ways == "and":
        return Plain(
            f"{first} and {second}",
            lambda game: [a and b for a, b in zip(one.holds(game), other.holds(game), strict=True)],
        )
    if ways == "or":
        return Plain(
            f"{first} or {second}",
            lambda game: [a or b for a, b in zip(one.holds(game), other.holds(game), strict=True)],
        )
    if ways == "for":
        return Plain(f"{first} for {number} plies", lambda game: streak(one.holds(game), number))
    # Castling, and the rights and squares of a FEN, have no mirror image.
    if ways == "mirrored" and not any(word in one.text for word in ("fen", "castles", "en passant")):
        return image(one, "mirrored", lambda game: game.mirrored)
    if ways in ("swapped", "mirrored"):
        return image(one, "colours swapped", lambda game: game.swapped)
    within = number if ways == "within" else 100_000
    word = f"then within {number} plies" if ways == "within" else "then"
    return Plain(f"{first} {word} {second}", lambda game: later(one.holds(game), other.holds(game), within))


def image(one: Plain, suffix: str, turn: Callable[[Played], Played]) -> Plain:
    return Plain(
        f"({one.text}) {suffix}",
        lambda game: [a or b for a, b in zip(one.holds(game), one.holds(turn(game)), strict=True)],
    )


def random_pattern(seed: random.Random, game: Played, depth: int) -> Plain:
    if depth == 0:
        return seed.choice(leaves(seed, game))()
    return joined(seed, random_pattern(seed, game, depth - 1), random_pattern(seed, game, depth - 1))


def patterns(seed: random.Random, games: list[Played], count: int) -> list[Plain]:
    """Every test once, then random ones."""
    every = [leaves(seed, seed.choice(games))[number]() for number in range(len(leaves(seed, games[0])))]
    return [*every, *(random_pattern(seed, seed.choice(games), seed.randint(1, 2)) for _ in range(count))]


def read_both(path: Path, most: int) -> list[tuple[scoresheet.Game, Played]]:
    """The same games, as read by both, without those that python-chess reads otherwise."""
    pairs = []
    with path.open(encoding="utf-8", errors="replace") as file:
        for ours in itertools.islice(scoresheet.read(path), most):
            theirs = chess.pgn.read_game(file)
            assert theirs is not None
            if not theirs.errors and len(list(ours.mainline())) == theirs.end().ply() - theirs.ply():
                pairs.append((ours, Played(theirs)))
    return pairs


def compare(pairs: list[tuple[scoresheet.Game, Played]], count: int) -> None:
    seed = random.Random(2026)
    held = 0
    for plain in patterns(seed, [played for _, played in pairs], count):
        pattern = scoresheet.Pattern(plain.text)
        for game, played in pairs:
            expected = [ply for ply, holds in enumerate(plain.holds(played)) if holds]
            assert pattern.plies(game) == expected, (plain.text, played.headers)
            assert pattern.first(game) == next(iter(expected), None), plain.text
            held += bool(expected)
    assert held > 0


def test_random_patterns_agree_with_python_chess(root: Path) -> None:
    compare(read_both(root / "examples" / "generated.pgn", max(8, rounds(40))), max(10, rounds(30)))


@pytest.mark.long
def test_random_patterns_hold_in_real_games(data: Callable[[str], Path]) -> None:
    compare(read_both(data("lichess_2013-01_part.pgn"), 2000), 300)


@functools.cache
def short() -> scoresheet.Game:
    return scoresheet.parse("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *")


def test_a_pattern_is_a_value() -> None:
    pattern = scoresheet.Pattern("quiet", "let quiet = not capture")
    assert str(pattern) == "quiet"
    assert repr(pattern) == "Pattern('quiet', 'let quiet = not capture')"
    assert repr(scoresheet.Pattern("check")) == "Pattern('check')"
    assert pattern == pickle.loads(pickle.dumps(pattern))
    assert pattern.plies(short()) == [0, 1, 2, 3, 4, 5, 6]
    assert len({pattern, scoresheet.Pattern("check"), scoresheet.Pattern("check")}) == 2
    assert pattern != "quiet"
    with pytest.raises(scoresheet.PatternError):
        scoresheet.Pattern("quiet")


def test_an_error_has_its_place_and_a_caret() -> None:
    with pytest.raises(scoresheet.PatternError) as found:
        scoresheet.Pattern("check\nand chek")
    error = found.value
    assert (error.code, error.line, error.column, error.text) == ("pattern-syntax", 2, 5, "chek")
    assert error.message == "expected a test, not `chek`"
    assert " 2 | and chek\n   |     ^^^^" in error.report()
    assert error.hint
    with pytest.raises(scoresheet.PatternError, match="`one` is defined twice") as found:
        scoresheet.Pattern("one", "let one = check\nlet one = mate")
    assert (found.value.line, found.value.column) == (2, 5)


def test_hostile_patterns_are_refused() -> None:
    for text in ("", "(" * 100_000, "check mirrored" + " mirrored" * 40, '"', "\0", "let", "for"):
        with pytest.raises(scoresheet.PatternError):
            scoresheet.Pattern(text)
