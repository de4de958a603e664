"""An engine of infinite chess for examples: it looks one move ahead and counts what it captures.

infinite.Engine([sys.executable, "examples/infinite_one_ply.py"])

It speaks UCI as docs/reference/infinite-engines.md describes it.
"""

import sys
from itertools import islice

from scoresheet.infinite import Move, Position

PAWN, KNIGHT, QUEEN = 100, 300, 900
VALUES = {"p": PAWN, "n": KNIGHT, "b": KNIGHT, "r": 500, "q": QUEEN, "am": 1200, "ch": QUEEN, "rq": QUEEN}


def candidates(position: Position) -> list[Move]:
    """Some legal moves. A slide that may never end is one step and all captures."""
    legal = position.legal_moves
    found = list(legal.moves)
    for ray in legal.rays:
        found += [Move(ray.start, square) for square in islice(ray, 1)]
        found += [Move(ray.start, square) for square in position.pieces if square in ray]
    return list(dict.fromkeys(found))


def gain(position: Position, move: Move) -> int:
    """What a move captures and promotes, in hundredths of a pawn."""
    captured = position.pieces.get(move.end)
    promoted = 0 if move.promotion is None else VALUES.get(move.promotion.kind.code, KNIGHT) - PAWN
    return promoted + (0 if captured is None else VALUES.get(captured.kind.code, KNIGHT))


def answers(position: Position, lines: int) -> list[str]:
    """What a search prints: the best moves, then the one that is played."""
    moves = sorted(candidates(position), key=lambda move: (-gain(position, move), str(move)))
    infos = [
        f"info depth 1 multipv {number} score cp {gain(position, move)} nodes {len(moves)} pv {move}"
        for number, move in enumerate(moves[:lines], 1)
    ]
    return [*infos, f"bestmove {moves[0] if moves else '(none)'}"]


def main() -> None:
    """Reply to the commands on standard input until `quit`, or until it ends."""
    position, lines = Position({}), 1
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "uci":
            print("id name Infinite One Ply\nid author Scoresheet")
            print("option name MultiPV type spin default 1 min 1 max 500")
            print("option name UCI_Variant type combo default infinite var infinite")
            print("option name UCI_Icn type combo default doc var doc var modern")
            print("option name UCI_MaxCoordinate type string default <empty>\nuciok")
        elif command == "isready":
            print("readyok")
        elif rest.startswith("name MultiPV value "):
            lines = int(rest.split()[-1])
        elif command == "position":
            text, _, moves = rest.removeprefix("icn ").partition(" moves ")
            position = Position.read(text)
            for move in moves.split():
                position = position.play(move)
        elif command == "go":
            print("\n".join(answers(position, lines)))
        elif command == "quit":
            return
        sys.stdout.flush()


if __name__ == "__main__":
    main()
