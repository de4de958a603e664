"""A chess engine for examples: it looks one move ahead and counts what it captures.

scoresheet.Engine([sys.executable, "examples/one_ply.py"])
"""

import sys

from scoresheet import Position
from scoresheet.notation import Move

VALUES = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900}


def gain(position: Position, move: Move) -> int:
    """What a move captures, in hundredths of a pawn."""
    captured = position.piece_at(move.to_square) or ("p" if position.is_en_passant(move) else "")
    return VALUES.get(captured.lower(), 0) if position.is_capture(move) else 0


def answers(position: Position, lines: int, captures: bool) -> list[str]:
    """What a search prints: the best moves, then the one that is played."""
    moves = sorted(move.uci() for move in position.legal_moves)
    scores = {text: gain(position, position.parse(text, "uci")) if captures else 0 for text in moves}
    best = sorted(moves, key=lambda text: -scores[text])
    infos = [
        f"info depth 1 multipv {number} score cp {scores[text]} nodes {len(moves)} pv {text}"
        for number, text in enumerate(best[:lines], 1)
    ]
    return [*infos, f"bestmove {best[0] if best else '(none)'}"]


def main() -> None:
    """Reply to the commands on standard input until `quit`, or until it ends."""
    position, lines, captures = Position(), 1, True
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                print("id name One Ply\nid author Scoresheet")
                print("option name MultiPV type spin default 1 min 1 max 500")
                print("option name Capture type check default true\nuciok")
            case ["isready"]:
                print("readyok")
            case ["setoption", "name", "MultiPV", "value", number]:
                lines = int(number)
            case ["setoption", "name", "Capture", "value", truth]:
                captures = truth == "true"
            case ["position", "fen", *words]:
                position = Position(" ".join(words[:6]))
                for text in words[7:]:
                    position = position.play(position.parse(text, "uci"))
            case ["go", *_]:
                print("\n".join(answers(position, lines, captures)))
            case ["quit"]:
                return
        sys.stdout.flush()


if __name__ == "__main__":
    main()
