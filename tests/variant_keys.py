"""The keys of positions by other rules than those of chess, computed from python-chess boards by the definition."""

from __future__ import annotations

import chess.polyglot
import chess.variant

_ALL = 2**64 - 1

# The numbers of the rules of each variant, those of claims, agreements and clocks left out.
_CHESS = {*range(1, 19), 27}
_RULES = {
    "crazyhouse": _CHESS | {42},
    "atomic": _CHESS | {43},
    "antichess": _CHESS - set(range(10, 18)) | {39, 40, 41, 47},
    "kingofthehill": _CHESS | {38},
    "threecheck": _CHESS | {37},
    "horde": _CHESS | {44},
    "racingkings": _CHESS - set(range(10, 15)) | {45, 56},
}
_HELD = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)


def key(variant: str, fen: str) -> int:
    """The key of a position: Polyglot's, and with it what the rules add. Castling rights may be those of any start."""
    named = "3check" if variant == "threecheck" else variant
    board = chess.variant.find_variant(named)(fen, chess960=True)
    folded = 0
    for number in (sum(1 << rule for rule in _RULES[variant]), _hands(board), _promoted(board), _checks(board)):
        folded = _split_mix(folded ^ number)
    return chess.polyglot.zobrist_hash(board) ^ folded


def _hands(board: chess.Board) -> int:
    """Ten counters of six bits: White's pawns, knights, bishops, rooks and queens, then Black's."""
    if not isinstance(board, chess.variant.CrazyhouseBoard):
        return 0
    counts = [board.pockets[color].count(piece) for color in (chess.WHITE, chess.BLACK) for piece in _HELD]
    return sum(count << 6 * place for place, count in enumerate(counts))


def _promoted(board: chess.Board) -> int:
    return int(board.promoted) if isinstance(board, chess.variant.CrazyhouseBoard) else 0


def _checks(board: chess.Board) -> int:
    if not isinstance(board, chess.variant.ThreeCheckBoard):
        return 0
    return board.remaining_checks[chess.WHITE] | board.remaining_checks[chess.BLACK] << 8


def _split_mix(state: int) -> int:
    """A step of SplitMix64, whose first number from the state 0 is known."""
    state = (state + 0x9E3779B97F4A7C15) & _ALL
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _ALL
    state = (state ^ state >> 27) * 0x94D049BB133111EB & _ALL
    return state ^ state >> 31


assert _split_mix(0) == 0xE220A8397B1DCDAF
