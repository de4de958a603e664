"""A chess engine whose arguments set its behaviour, for tests of what engines do wrong.

    scripted_engine.py [BEHAVIOUR | BEHAVIOUR=VALUE]...

Without arguments it is a good engine. Its scores depend on the position only: see `score_of`. Behaviours are described
where they are looked up, as `self.has("...")` and `self.value("...")`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

POSITIONS = 100_000
"""The nodes that a search reports."""

PLIES = 3
"""The length of a line."""


def score_of(fen: str) -> int:
    """The evaluation of a position for the side to move, in centipawns."""
    return zlib.crc32(fen.encode()) % 401 - 200


class ScriptedEngine:
    illegal = "e1e8"
    """A move that no position of the tests allows."""

    def __init__(self, words: list[str]) -> None:
        self.behaviour = dict(word.partition("=")[::2] for word in words)
        self.lines = 1
        self.searches = 0
        self.root = "position startpos"
        self.pending: list[str] = []
        self.afterwards: list[str] = []
        self.variant = "chess"
        self.chess960 = False

    def has(self, name: str) -> bool:
        return name in self.behaviour

    def value(self, name: str) -> int:
        """The number of a behaviour; 0 if it is not set."""
        return int(self.behaviour.get(name, 0))

    def run(self) -> None:
        # Writes what it receives to a file.
        log = Path(self.behaviour.get("log", os.devnull))
        # Starts a process that outlives it, unless the whole group is killed.
        if self.has("child"):
            sleeps = "import time; time.sleep(600)"
            subprocess.Popen([sys.executable, "-S", "-c", sleeps], stdout=sys.stdout, stderr=sys.stderr)
        # Prints this many bytes to standard error before anything else, in one line.
        if self.has("errors"):
            sys.stderr.write("e" * self.value("errors") + "\n")
            sys.stderr.flush()
        # Ends at once, with a status and a message.
        if self.has("exit"):
            self.exit("exit")
        # Ignores the signal that ends others, and the end of its input.
        for line in sys.stdin:
            with log.open("a") as file:
                file.write(line)
            if not self.obey(line.rstrip("\n")):
                break
        while self.has("deathless"):
            time.sleep(600)

    def exit(self, name: str) -> None:
        sys.stderr.write("first line\nno \x1b[31mbook\n\n")
        sys.stderr.flush()
        sys.exit(self.value(name))

    def obey(self, line: str) -> bool:
        """Runs a command. Returns whether to continue."""
        word = line.partition(" ")[0]
        if word == "uci":
            self.introduce()
        elif word == "isready":
            # Replies late, by this many milliseconds.
            time.sleep(self.value("slow") / 1000)
            # Prints a `readyok` too few.
            if not self.has("unready"):
                self.say("readyok")
            # Stops reading.
            while self.has("deaf"):
                time.sleep(600)
        elif word == "setoption":
            name, _, value = line.removeprefix("setoption name ").partition(" value ")
            if name == "MultiPV":
                self.lines = int(value)
            elif name == "UCI_Variant":
                self.variant = value
            elif name == "UCI_Chess960":
                self.chess960 = value == "true"
        elif word == "position":
            self.root = line
        elif word == "go":
            self.searches += 1
            self.search(line)
        elif word == "stop":
            # Replies late, although it obeys other commands at once.
            threading.Timer(0.05 * self.has("late"), self.say, self.pending).start()
            self.pending = []
        elif word == "quit":
            # Ignores `quit`, and continues.
            return self.has("deathless")
        return True

    def say(self, *lines: str) -> None:
        if lines:
            sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
            sys.stdout.buffer.flush()

    def introduce(self) -> None:
        # Prints nothing at all.
        if self.has("silent"):
            return
        # Prints a banner before its name, with text that must not be taken for a response.
        if self.has("banner"):
            sys.stdout.buffer.write(b"\xff\xfe Banner \x1b[2J 1.0\noption name Fake type button\nbestmove e2e4\n\n")
        # Has another name.
        name = self.behaviour.get("name", "Scripted\x1b[2J 1.0")
        self.say(f"id name {name}", "id author the tests")
        self.say(
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Clear Hash type button",
            "option name Style type combo default Normal var Solid var Normal var Very Risky",
            "option name Ponder type check default false",
            "option name Book File type string default <empty>",
            "option name Path type string default /usr/share/book var x",
            "option name Broken type spin default much min 1",
            "option without a name",
            "option name Multi",
        )
        # Finds one line only.
        if not self.has("single"):
            self.say("option name MultiPV type spin default 1 min 1 max 500")
        self.say(*self.rules())
        # Has too many options, or lines without a meaning.
        for number in range(self.value("options")):
            self.say(f"option name N{number} type button")
        self.say(*["what?"] * self.value("chatter"))
        # Does not end its description of itself.
        if not self.has("endless"):
            self.say("uciok")

    def rules(self) -> Iterator[str]:
        """The options for rules."""
        # Plays other rules.
        if self.has("variants"):
            yield "option name UCI_Variant type combo default chess var chess var crazyhouse var 3check"
            yield "option name UCI_Chess960 type check default false"

    # Searches

    def search(self, line: str) -> None:
        self.misbehave()
        answer = [*self.infos(line), *self.best_moves()]
        # Prints nothing before `stop`; or ignores `go nodes` only.
        if self.has("until-stop") or (self.has("nodeless") and "nodes" in line):
            self.pending = answer
        else:
            self.say(*answer)
        # Prints its move once more, a little later: by then, the next search may have been started.
        if self.afterwards:
            time.sleep(0.05)
            self.say(*self.afterwards)

    def misbehave(self) -> None:
        here = self.searches == self.value("at") or not self.has("at")
        # Hangs, so that it does not even stop.
        if self.has("hang") and here:
            time.sleep(600)
        # Aborts, or exits with a message.
        if self.has("abort") and here:
            os.kill(os.getpid(), signal.SIGABRT)
        if self.has("leave") and here:
            self.exit("leave")
        # Closes its output and lives on.
        if self.has("mute") and here:
            os.close(sys.stdout.fileno())
            time.sleep(600)
        # Prints unknown lines.
        self.say(*["what is this?", "", "Info depth 1"] * self.value("garbage"))
        # Prints this many lines.
        some = "".join(f"info depth 1 score cp {number} nodes 1 pv a2a3\n" for number in range(1000)).encode()
        for _ in range(self.value("flood")):
            sys.stdout.buffer.write(some)
        # Prints a line of this many MB, with an end or without one and what follows.
        for _ in range(self.value("wide")):
            sys.stdout.buffer.write(b"info string " + b"x" * (1 << 20))
        if self.has("wide"):
            self.say("")
        if self.has("wide-end"):
            sys.stdout.buffer.write(b"bestmove " + b"x" * (self.value("wide-end") << 20))
            sys.stdout.buffer.flush()
            sys.exit(0)

    def infos(self, line: str) -> Iterator[str]:
        # Gives no score.
        if self.has("scoreless"):
            return
        start, moves = self.position()
        # Reports that it has searched this many positions.
        nodes = self.value("nodes") or POSITIONS
        for number, move in enumerate(moves[: self.lines], 1):
            after = start.play(move)
            # Thinks otherwise.
            score = -score_of(self.behaviour.get("otherwise", "") + self.text_of(after))
            # Has one winning move in one of this many positions.
            if number == 1 and self.has("sharp") and score % self.value("sharp") == 0:
                score = 2000
            text = [move, *self.continuation(after)]
            # Has a move in its line that is illegal.
            if self.has("illegal-line"):
                text[1:1] = [self.illegal]
            # Prints a line that is longer than any game.
            if self.has("long-line"):
                text = [move for _ in range(400) for move in ("g1f3", "g8f6", "f3g1", "f6g8")]
            shown = (
                f"multipv {number} score cp {score} nodes {nodes} nps 1000 time 5 wdl 300 500 200 pv {' '.join(text)}"
            )
            # Its last line is a bound; or all of its lines are.
            if not self.has("only-bounds"):
                yield f"info depth 9 seldepth 12 {shown}"
            if self.has("bounds") or self.has("only-bounds"):
                yield f"info depth 10 seldepth 13 {shown.replace(f'cp {score}', 'cp 999 lowerbound')}"
            # Then prints malformed lines, which must not count.
            if self.has("malformed"):
                yield from MALFORMED
        # Finds a mate, for the side to move or against it.
        if self.has("mate"):
            yield f"info depth 20 score mate {self.value('mate')} pv {moves[0]}"

    def best_moves(self) -> list[str]:
        # Plays no move, or an illegal one, or the same one twice.
        if self.has("none"):
            return [f"bestmove {self.behaviour['none'] or '(none)'}".rstrip()]
        if self.has("illegal"):
            return [f"bestmove {self.illegal}"]
        best = self.position()[1][0]
        # Capitals, as some engines write promotions.
        best = best.upper() if self.has("capitals") else best
        if self.has("twice"):
            self.afterwards = [f"bestmove {best}"]
        return [f"bestmove {best} ponder e7e5"]

    def position(self):
        """The position to search, and its legal moves, the best first."""
        from scoresheet.notation import Position

        fen, _, moves = self.root.removeprefix("position fen ").partition(" moves ")
        position = Position(fen, self.variant + "960" * self.chess960)
        for move in moves.split():
            position = position.play(position.parse(move, "uci"))
        found = {move.uci(chess960=self.chess960): score_of(position.play(move).fen()) for move in position.legal_moves}
        return position, sorted(found, key=lambda move: (found[move], move))

    def text_of(self, position) -> str:
        """The position as its score depends on it."""
        return position.fen()

    def continuation(self, position) -> Iterator[str]:
        """Some legal moves."""
        for _ in range(PLIES - 1):
            move = next(iter(position.legal_moves), None)
            if move is None:
                return
            yield move.uci(chess960=self.chess960)
            position = position.play(move)


MALFORMED = [
    "info depth 9 score cp 100001 pv a2a3",
    "info depth 9 score cp -999999 pv a2a3",
    "info depth 1001 score cp 1 pv a2a3",
    "info depth 9 multipv 501 score cp 1 pv a2a3",
    "info depth 9 multipv 0 score cp 1 pv a2a3",
    "info depth 9 multipv -1 score cp 1 pv a2a3",
    "info depth 9 score mate 0 pv a2a3",
    "info depth 9 score cp one pv a2a3",
    "info depth nine score cp 1 pv a2a3",
    "info depth 9 score pv a2a3",
    "info depth 9 score cp 1",
    "info depth 9 score cp 1 pv",
    "info depth 9 score cp 1 nodes -5 pv a2a3",
    "info depth 9 score cp 1 nodes 99999999999999999999 pv a2a3",
    "info depth 9 score cp 1 wdl 1 2 pv a2a3",
    "info depth 9 pv a2a3",
    "info string depth 9 score cp 1 pv a2a3",
    "info depth 9 string score cp 1 pv a2a3",
    "info",
    "info pv",
    "infodepth 9 score cp 1 pv a2a3",
]


if __name__ == "__main__":
    ScriptedEngine(sys.argv[1:]).run()
