"""Games between two engines of infinite chess, with every move checked."""

from __future__ import annotations

from typing import NamedTuple

from scoresheet.errors import EngineError, UsageError
from scoresheet.infinite.annotation import as_comment
from scoresheet.infinite.game import Game
from scoresheet.infinite.pieces import BLACK, WHITE
from scoresheet.infinite.position import Position
from scoresheet.infinite.profiles import Rules, check_rules
from scoresheet.infinite.rules import End
from scoresheet.infinite.start import classical, head_of
from scoresheet.infinite.uci.engine import Engine
from scoresheet.infinite.uci.root import IcnRoot
from scoresheet.uci.searches import SearchLimit

__all__ = ["play_game"]

PLIES = 400
"""How many half-moves a game has at most by default."""

_WINS = {WHITE: "1-0", BLACK: "0-1", None: "1/2-1/2"}
_LOSSES = {"white": "0-1", "black": "1-0"}

_FAULTS = {
    "engine-move": "rules infraction",
    "engine-timeout": "time forfeit",
    "engine-exit": "abandoned",
    "engine-protocol": "abandoned",
}
"""The values of the tag `Termination` for the faults by which an engine loses."""


def play_game(
    white: Engine,
    black: Engine,
    *,
    start: Position | Game | str | None = None,
    rules: Rules = "modern",
    plies: int = PLIES,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    clock: float | None = None,
    increment: float = 0,
) -> Game:
    """Lets two engines play, and returns the game. Every move is checked.

    Each move has the engine's evaluation, `[%eval …]`, if there is one, and with `clock` the time that is left. A
    comment on the last move states how the game ended, and the tag `Termination` names the kind of the ending:

    - `normal`: a side won, or it was a draw.
    - `rules infraction`: an engine played an illegal move. It loses, and so it does in the next two cases.
    - `time forfeit`: its clock ran out, it had to be stopped, or it did not reply.
    - `abandoned`: it ended, or its reply was not a move.
    - `unterminated`: the game has as many half-moves as are allowed, or coordinates that an engine cannot have. There
      is not a result.

    The engines keep running. One that has ended must be started again with `restart`. Both sides may be the same
    engine.

    Args:
        white: the engine of White.
        black: the engine of Black.
        start: the start as a position or ICN, or a game that is continued from its last position; None is the start of
            the variant `Classical`.
        rules: `modern`, by which repetition and the move rule end the game; or `doc`, by which a player would have to
            claim a draw. Engines claim nothing.
        plies: after how many further half-moves the game is broken off.
        nodes: how many positions each search has.
        depth: how many plies deep each search goes.
        seconds: how long each search takes.
        clock: the seconds that each side has for the whole game, given instead of the other limits.
        increment: the seconds that each side gets for a move.

    Raises:
        EngineError: an engine cannot play from this start (`engine-option`), or had ended before.
        UsageError: there is no limit, or more than one.
        ReadError: the start cannot be read, or its rules are not supported.

    >>> import sys
    >>> from scoresheet import infinite
    >>> with infinite.Engine([sys.executable, "examples/infinite_one_ply.py"]) as engine:
    ...     game = infinite.play_game(engine, engine, start="(8|1) K1,1|P4,6|k9,20|r9,6", depth=1, plies=3)
    >>> print(game.to_icn())
    [White: Infinite One Ply]
    [Black: Infinite One Ply]
    [Result: *]
    [Termination: unterminated]
    <BLANKLINE>
    (8|1) K1,1|P4,6|k9,20|r9,6
    1,1>0,0{[%eval 0.00,1]}|9,6>4,6{[%eval -1.00,1]}|0,0>-1,-1{[%eval 0.00,1]}{unfinished after 3 half-moves}
    """
    if isinstance(plies, bool) or not isinstance(plies, int) or plies < 1:
        raise UsageError(f"`plies` is a number above 0, not `{plies!r}`")
    time = _Time(clock, increment, None if clock is not None else SearchLimit.of(nodes, depth, seconds))
    if clock is not None and any(limit is not None for limit in (nodes, depth, seconds)):
        raise UsageError("a game needs one limit, not a clock and another one")
    game = _begun(start, rules)
    for name, engine in (("White", white), ("Black", black)):
        game.tags[name] = engine.name
    if game.outcome is None:
        for engine in dict.fromkeys((white, black)):
            engine.new_game()
            engine._show(IcnRoot(game))  # what it cannot play is an error of the caller
    ending = _ending(game, {"white": white, "black": black}, time, plies)
    game.result = ending.result
    game.tags["Termination"] = ending.termination
    # Words of engines are neither commands nor the end of a comment.
    remark = as_comment(ending.words.replace("[%", "[ %"))
    game.last.comments_after = [*game.last.comments_after, *([remark] if remark else [])]
    return game


class _Ending(NamedTuple):
    """How a game between engines ended."""

    result: str
    termination: str
    words: str


class _Time:
    """What limits the searches of a game: the same limit for each, or clocks."""

    def __init__(self, clock: float | None, increment: float, limit: SearchLimit | None) -> None:
        self._limit = limit
        self._increment = increment
        self._left = None if clock is None else {"white": clock, "black": clock}
        self.limit("white")  # raises if the clock is not possible

    def limit(self, turn: str) -> SearchLimit:
        """The limit of the next search."""
        if self._left is None:
            assert self._limit is not None, "a game has a clock or a limit"
            return self._limit
        return SearchLimit.of_clocks(self._left["white"], self._left["black"], self._increment, turn)

    def spend(self, turn: str, seconds: float) -> bool:
        """Takes the time of a move from the clock, and returns whether it was enough."""
        if self._left is None:
            return True
        left = self._left[turn] - seconds
        self._left[turn] = max(left, 0) + self._increment
        return left >= 0

    def left(self, turn: str) -> float | None:
        """The time on a clock; None without clocks."""
        return None if self._left is None else self._left[turn]


def _begun(start: Position | Game | str | None, rules: Rules) -> Game:
    """The game to continue: a new one, or a copy."""
    check_rules(rules)
    if isinstance(start, Game):
        document = start.document()
        document.result = None
        document.metadata = {
            key: text for key, text in document.metadata.items() if key not in ("Result", "Termination")
        }
    else:
        position = Position.read(start) if isinstance(start, str) else start
        if not isinstance(position, Position | None):
            raise UsageError(f"a game starts from a `Position`, a `Game` or ICN, not `{type(position).__name__}`")
        document = classical() if position is None else head_of(position)
    game = Game.of(document, rules=rules)
    for error in game.errors:
        raise error
    return game


def _ending(game: Game, engines: dict[str, Engine], time: _Time, plies: int) -> _Ending:
    """Plays the game to its end."""
    last = game.ply_count + plies
    while (outcome := game.outcome) is None:
        if game.ply_count == last:
            return _Ending("*", "unterminated", f"unfinished after {plies} half-moves")
        turn = game.end.turn
        fault = _move(game, engines[turn], time)
        if fault is not None:
            return fault
    return _Ending(_WINS[outcome.winner], "normal", _words(outcome))


def _words(outcome: End) -> str:
    if outcome.winner is None:
        return f"draw by {outcome.condition}"
    return f"{'White' if outcome.winner == WHITE else 'Black'} wins by {outcome.condition}"


def _move(game: Game, engine: Engine, time: _Time) -> _Ending | None:
    """Plays the next move; or returns the end of the game if the engine has none to play."""
    turn = game.end.turn
    lost = _LOSSES[turn]
    try:
        played = engine._play(IcnRoot(game), time.limit(turn))
    except EngineError as error:
        if error.code in _FAULTS:
            return _Ending(lost, _FAULTS[error.code], error.message)
        if error.code == "engine-option":
            return _Ending("*", "unterminated", error.message)
        raise
    if played.stopped or not time.spend(turn, played.seconds):
        reason = "had to be stopped" if played.stopped else "ran out of time"
        return _Ending(lost, "time forfeit", f"`{engine.name}` {reason}")
    node = game.add(played.move)
    if played.line is not None:
        node.eval = played.line.eval
    node.clock = time.left(turn)
    return None
