"""`scoresheet explore`: walks through the positions of games in the terminal."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from scoresheet.cli import output
from scoresheet.cli.exits import Exit
from scoresheet.cli.one_text import variant_option
from scoresheet.cli.options import Verb, given, input_arguments
from scoresheet.cli.screens import Choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoresheet.drawing.terminal import Look
    from scoresheet.exploring import Explored, ExploredByPlayer, Explorer
    from scoresheet.notation import Position

__all__ = ["Walk", "command"]

_HELP = "up, down: choose · right or Enter: play · left: take back · Home: start · q: quit"

# What terminals send for keys, and what these do.
_KEYS = {
    "\x1b[A": "up", "\x1bOA": "up", "k": "up",
    "\x1b[B": "down", "\x1bOB": "down", "j": "down",
    "\x1b[C": "play", "\x1bOC": "play", "l": "play", "\r": "play", "\n": "play",
    "\x1b[D": "back", "\x1bOD": "back", "h": "back", "\x7f": "back", "\b": "back",
    "\x1b[H": "home", "\x1bOH": "home", "\x1b[1~": "home",
    "q": "quit", "\x1b": "quit", "\x04": "quit", "": "quit",
}  # fmt: skip


class Walk:
    """A walk through positions: the moves so far, and the move that is chosen next."""

    def __init__(self, explorer: Explorer, start: Position, bounds: dict[str, Any]) -> None:
        self._explorer = explorer
        self._bounds = bounds
        self._positions = [start]
        self.line: list[str] = []
        self.chosen = 0
        self.moves: Sequence[Explored | ExploredByPlayer] = ()
        self._look()

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[-1]

    @property
    def _titles(self) -> str:
        return _TITLES if self._bounds.get("player") is None else _TITLES_OF_PLAYER

    def _look(self) -> None:
        self.moves = self._explorer.moves(self.position, **self._bounds)
        self.chosen = 0

    def up(self) -> None:
        """Chooses the move above."""
        self.chosen = max(self.chosen - 1, 0)

    def down(self) -> None:
        """Chooses the move below."""
        self.chosen = min(self.chosen + 1, max(len(self.moves) - 1, 0))

    def play(self) -> None:
        """Plays the chosen move."""
        if self.moves:
            self.go(self.moves[self.chosen].move)

    def go(self, move: str) -> None:
        """Plays a move in SAN, whether games have it or not."""
        self._positions.append(self.position.play(move))
        self.line.append(self._positions[-2].write(self._positions[-2].parse(move)))
        self._look()

    def back(self) -> None:
        """Takes the last move back, and chooses it again."""
        if self.line:
            played = self.line.pop()
            self._positions.pop()
            self._look()
            self.chosen = next((place for place, row in enumerate(self.moves) if row.move == played), 0)

    def home(self) -> None:
        """Returns to the start."""
        del self._positions[1:], self.line[:]
        self._look()

    def screen(self, look: Look) -> str:
        """The board, the moves that led to it, and the moves that were played in it, in at most the look's height."""
        from scoresheet.drawing.marks import ends_of_move
        from scoresheet.drawing.terminal import board_lines

        last = ends_of_move(self._positions[-2].parse(self.line[-1])) if self.line else None
        opening = next((p.opening for p in reversed(self._positions) if p.opening), None)
        name = f"{opening.eco} {opening.name}" if opening else ""
        score = _score(self._positions[0], self.line) or "(start)"
        head = [*board_lines(self.position, look, last), "", score, name, ""]
        rows = max(look.height - len(head) - 4, 1)
        first = min(max(self.chosen - rows // 2, 0), max(len(self.moves) - rows, 0))
        table = [_row(row, place == self.chosen) for place, row in enumerate(self.moves)][first : first + rows]
        empty = ["No game continued from here."] if not self.moves else []
        return "\n".join([*head, self._titles, *table, *empty, "", _HELP])


_TITLES = "  move      games       %   white  draw  black   score   elo  perf"
_TITLES_OF_PLAYER = "  move      games       %     won  draw   lost   score   elo  perf"


def _row(row: Explored | ExploredByPlayer, is_chosen: bool) -> str:
    counts = row[3:6]  # what White or the player won, what was drawn, and the rest
    ended = sum(counts)
    shares = [f"{100 * part / ended:.0f}%" if ended else "" for part in counts]
    score = "" if row.score is None else f"{row.score:.1f}"
    elos = ["" if elo is None else str(elo) for elo in (row.mean_elo, row.performance)]
    mark = ">" if is_chosen else " "
    numbers = f"{row.games:>9,} {row.percent:>7.1f} {shares[0]:>7} {shares[1]:>5} {shares[2]:>6}"
    return f"{mark} {row.move:<7} {numbers} {score:>7} {elos[0]:>5} {elos[1]:>5}".rstrip()


def _score(start: Position, line: list[str]) -> str:
    """Moves with their numbers."""
    number, is_white = start.fullmove_number, start.turn == "white"
    words = []
    for place, move in enumerate(line):
        if is_white or place == 0:
            words.append(f"{number}." if is_white else f"{number}...")
        words.append(move)
        number, is_white = (number, False) if is_white else (number + 1, True)
    return " ".join(words)


@click.command(
    "explore",
    cls=Verb,
    short_help="Browse the moves played in each position.",
    epilog="""\b
Examples:
  scoresheet explore games.parquet
  scoresheet explore lichess.pgn --moves "e4 c5" --min-elo 2000""",
)
@input_arguments
@click.option("--fen", metavar="FEN", help="Start from this position. [default: the start of the game]")
@variant_option("Variant of the games and of --fen")
@click.option("--moves", metavar="MOVES", help="Play these moves first, in SAN.")
@click.option("--since", metavar="DATE", help="Only count games on or after this day.")
@click.option("--until", metavar="DATE", help="Only count games before this day.")
@click.option("--min-elo", type=int, metavar="N", help="Only count games in which both players are rated N or higher.")
@click.option("--max-elo", type=int, metavar="N", help="Only count games in which both players are rated N or lower.")
@click.option(
    "--time",
    type=Choice(["bullet", "blitz", "rapid", "classical", "correspondence"]),
    metavar="SPEED",
    help="Only count games of this speed: bullet, blitz, rapid, classical or correspondence.",
)
@click.option("--player", metavar="NAME", help="Only count games of this player, and show the player's scores.")
def command(inputs: list[str], fen: str | None, variant: str | None, moves: str | None, **bounds: Any) -> Exit:
    """Browse the moves played in each position, with how often they were played and how they scored.

    Use the arrow keys to choose, play and take back moves. If stdin or stdout is not a terminal, the first position is
    printed. With a Parquet file that has an index (`scoresheet index`), each step takes milliseconds. Other inputs are
    searched at each step, so convert and index large ones first.
    """
    from scoresheet.cli.look import look, writable
    from scoresheet.exploring import Explorer
    from scoresheet.notation import Position

    start = Position(fen, variant)
    walk = Walk(Explorer(inputs if len(inputs) > 1 else inputs[0]), start, given(bounds))
    for move in (moves or "").split():
        walk.go(move)
    if not (output.on_terminal(sys.stdin) and output.on_terminal(sys.stdout)):
        whole = replace(look(), height=1000)
        output.painted(writable(walk.screen(whole).rpartition("\n\n")[0]))
        return Exit.OK
    _interact(walk)
    return Exit.OK


def _interact(walk: Walk) -> None:
    """Shows the position and handles keys until the user quits."""
    from scoresheet.cli.look import look, writable

    while True:
        click.clear()
        output.painted(writable(walk.screen(look())))
        action = _KEYS.get(click.getchar())
        if action == "quit":
            return
        if action is not None:
            getattr(walk, action)()
