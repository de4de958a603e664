"""The engine of `scripted_engine`, for infinite chess: its arguments set its behaviour.

Its behaviours are those of `scripted_engine`, and those that are described here where they are looked up.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice

from scripted_engine import PLIES, ScriptedEngine, score_of

MOVES = 12
"""How many moves it looks at, because there may be moves without end."""


class ScriptedInfiniteEngine(ScriptedEngine):
    illegal = "0,0>777,999"

    def rules(self) -> Iterator[str]:
        # Knows nothing of boards without edges; or only has another option than usual.
        if self.has("chess-only"):
            return
        # Plays these rules: words, the default first.
        rules = self.behaviour.get("rules", "chess chess infinite")
        yield combo("UCI_Variant", rules)
        # Reads these dialects.
        if not self.has("no-icn"):
            yield combo("UCI_Icn", self.behaviour.get("icn", "doc doc modern"))
        # Has this limit.
        if not self.has("no-max"):
            largest = self.behaviour.get("max", "9223372036854774807")
            yield f"option name UCI_MaxCoordinate type string default {largest}"

    def position(self):
        from scoresheet.infinite import Position

        words = self.root.split(" ")
        assert words[:2] == ["position", "icn"], self.root
        text, _, moves = self.root.removeprefix("position icn ").partition(" moves ")
        assert not any(word.startswith("{") and not word.endswith("}") for word in words), self.root
        position = Position.read(text)
        for move in moves.split():
            position = position.play(position.parse(move))
        found = {str(move): score_of(self.text_of(position.play(move))) for move in some_moves(position)}
        best = sorted(found, key=lambda move: (found[move], move))
        # Plays this move, good or bad.
        return position, [self.behaviour["best"], *best] if self.has("best") else best

    def best_moves(self) -> list[str]:
        # Plays this text, even if it is not a move.
        return [f"bestmove {self.behaviour['play']}"] if self.has("play") else super().best_moves()

    def text_of(self, position) -> str:
        return position.to_icn()

    def continuation(self, position) -> Iterator[str]:
        for _ in range(PLIES - 1):
            move = next(iter(some_moves(position)), None)
            if move is None:
                return
            yield str(move)
            position = position.play(move)


def some_moves(position) -> list:
    return list(islice(position.legal_moves, MOVES))


def combo(name: str, words: str) -> str:
    default, *choices = words.split()
    return f"option name {name} type combo default {default} {' '.join(f'var {choice}' for choice in choices)}"


if __name__ == "__main__":
    ScriptedInfiniteEngine(sys.argv[1:]).run()
