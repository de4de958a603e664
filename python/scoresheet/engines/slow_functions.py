"""The functions of the extension in Python, for connections that cannot load it.

They have the names, results and errors of the extension, and are far slower. DuckDB passes them Arrow arrays, so they
need PyArrow. A function of a connection cannot be overloaded: each takes any number of arguments, and tells the packed
and the list form of a game apart by how many there are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from scoresheet import Game, Move, Pattern, Position
from scoresheet.errors import MoveError, PatternError, ScoresheetError, UsageError

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyConnection

__all__ = ["register"]

Row = Callable[..., Any]
"""Computes a value from the arguments of one row. Functions of a game take its replay instead of its columns."""


# The texts are understood by all versions of DuckDB; the constants have moved.
_ARROW: dict[str, Any] = {"type": "arrow", "null_handling": "special"}


def register(connection: DuckDBPyConnection, functions: Sequence[dict[str, Any]]) -> None:
    """Gives a connection every function of a list, such as that of `scoresheet.engines.extension.functions`.

    Raises `ImportError` without PyArrow.
    """
    import pyarrow  # noqa: F401  # DuckDB imports it only when a function is called, which is too late for a hint

    calls: dict[str, list[str]] = {}
    for function in functions:
        calls.setdefault(function["name"], []).extend(function["parameters"])
    for name, result in {function["name"]: function["type"] for function in functions}.items():
        if name in _OF_GAMES or name in _OF_VALUES:
            arrow = connection.sql(f"SELECT CAST(NULL AS {result})").to_arrow_table().schema.field(0).type
            # Without a list of parameters, a function takes any arguments, as overloads need.
            connection.create_function(name, _on_arrow(name, calls[name], arrow), None, result, **_ARROW)
    listed = json.dumps(list(functions)).replace("'", "''")
    connection.execute(f"CREATE TEMP MACRO scoresheet_functions() AS '{listed}'")


def _on_arrow(name: str, calls: Sequence[str], result: pa.DataType) -> Callable[..., pa.Array]:
    """A function of Arrow arrays that computes one row after the other."""
    import pyarrow as pa

    by_count = {len(parameters.split(", ")): parameters for parameters in calls}

    def computed(*arrays: Any) -> Any:  # Arrow arrays; DuckDB evaluates the annotations
        if len(arrays) not in by_count:
            raise ValueError(f"{name} takes {' or '.join(f'({parameters})' for parameters in calls)}")
        is_packed = by_count[len(arrays)].startswith("packed_moves")
        values = []
        for number, row in enumerate(zip(*(array.to_pylist() for array in arrays), strict=True), 1):
            try:
                values.append(_OF_VALUES[name](*row) if name in _OF_VALUES else _of_game(name, row, is_packed))
            except (ScoresheetError, ValueError) as error:
                raise ValueError(f"{name}: {error} (row {number} of a chunk of {len(arrays[0])})") from None
        return pa.array(values, result)

    return computed


def _of_game(name: str, row: Sequence[Any], is_packed: bool) -> Any:
    """The value of a function for a game, which is in the first columns, and for the other columns."""
    game = row[:2] if is_packed else (_packed(*row[:4]), row[4])
    others = row[2:] if is_packed else row[5:]
    return None if game[0] is None or None in others else _OF_GAMES[name](_Replay(*game), *others)


class _Replay:
    """A game as packed moves. Moves and positions beyond an impossible move raise `ValueError`; a search ends there."""

    def __init__(self, packed: bytes, fen: str | None) -> None:
        if len(packed) % 2:
            raise ValueError(f"packed moves have two bytes each, and {len(packed)} is odd")
        self.start = Position(fen)
        self.words = [int.from_bytes(packed[at : at + 2], "little") for at in range(0, len(packed), 2)]

    def moves(self) -> Iterator[tuple[Position, Move]]:
        """Every move, with the position before it."""
        position = self.start
        for ply, word in enumerate(self.words, 1):
            try:
                move = position.unpack(word)
            except MoveError:
                raise ValueError(f"the move {_spelled(word)} at ply {ply} is not possible") from None
            yield position, move
            position = position.play(move)

    def positions(self) -> Iterator[Position]:
        """Every position, from the start on."""
        yield self.start
        for position, move in self.moves():
            yield position.play(move)

    def searched(self) -> Iterator[tuple[Position, Move | None]]:
        """Every position up to an impossible move, with the move that was played in it."""
        position = self.start
        with suppress(ValueError):
            for before, move in self.moves():
                yield before, move
                position = before.play(move)
        yield position, None

    def at(self, ply: int) -> Position | None:
        """The position after so many plies, if the game has them."""
        return next(islice(self.positions(), ply, None), None) if 0 <= ply <= len(self.words) else None


def _spelled(word: int) -> str:
    squares = "".join("abcdefgh"[square % 8] + str(square // 8 + 1) for square in (word & 63, word >> 6 & 63))
    return f"{squares} (0x{word:04x})"


def _packed(*lists: list[int | None] | None) -> bytes | None:
    """The lists of the family `moves` as packed moves."""
    if any(one is None for one in lists):
        return None
    moves = [one or [] for one in lists]
    if len({len(one) for one in moves}) > 1:
        raise ValueError("the lists of the moves have different lengths")
    for numbers, most in zip(moves, (63, 63, 7, 7), strict=True):
        for number in numbers:
            if number is None:
                raise ValueError("a list of the moves contains NULL")
            if not 0 <= number <= most:
                raise ValueError(f"{number} in a list of the moves is not between 0 and {most}")
    return b"".join(_word(*move).to_bytes(2, "little") for move in zip(*moves, strict=True))


def _word(from_square: int, to_square: int, promotion: int, castle: int) -> int:
    return from_square | to_square << 6 | promotion << 12 | bool(castle) << 15


def _between(
    spell: Callable[[Position, Move], str], game: _Replay, first: int = 1, last: int | None = None
) -> list[str]:
    """The moves from one ply to another, both included."""
    end = None if last is None else max(last, 0)
    return [spell(*played) for played in islice(game.moves(), max(first - 1, 0), end)]


def _uci(position: Position, move: Move) -> str:
    return str(position.write(move, "uci"))


def _san(position: Position, move: Move) -> str:
    return str(position.write(move, "san"))


def _piece_at(game: _Replay, ply: int, square: str) -> str | None:
    position = game.at(ply)
    try:
        return position and position.piece_at(square)
    except UsageError:
        raise ValueError(f"`{square}` is not a square") from None


def _reaches(game: _Replay, target: str) -> int | None:
    wanted = Position(target).hash
    return next((ply for ply, (position, _) in enumerate(game.searched()) if position.hash == wanted), None)


def _played_from(game: _Replay, target: str) -> dict[str, Any] | None:
    wanted = Position(target).hash
    for ply, (position, move) in enumerate(game.searched()):
        if position.hash == wanted:
            played = move and (game.words[ply], _san(position, move))
            word, san = played or (None, None)
            return {"ply": ply, "move": word, "san": san}
    return None


def _matches(game: _Replay, pattern: str) -> list[int]:
    try:
        wanted = Pattern(pattern)
    except PatternError as error:
        raise ValueError(f"the pattern `{pattern}` is wrong at `{error.text or ''}`: {error.message}") from None
    played = Game(fen=game.start.fen())
    node = played.root
    for _, move in game.searched():
        node = node.add(move) if move is not None else node
    return wanted.plies(played)


def _eco(game: _Replay) -> str | None:
    openings = [position.opening for position, _ in game.searched()]
    return next((opening.eco for opening in reversed(openings) if opening is not None), None)


def _legal_moves(fen: str | None) -> list[str] | None:
    if fen is None:
        return None
    position = Position(fen)
    return [_san(position, move) for move in position.legal_moves]


def _is_legal(fen: str | None, move: str | None) -> bool | None:
    if fen is None or move is None:
        return None
    return _parsed(Position(fen), move) is not None


def _play(fen: str | None, moves: str | None) -> str | None:
    if moves is None:
        return None
    position = Position(fen)
    for text in moves.split():
        move = _parsed(position, text)
        if move is None:
            raise ValueError(f"`{text}` is no legal move in `{position.fen()}`")
        position = position.play(move)
    return position.fen()


def _parsed(position: Position, text: str) -> Move | None:
    """The legal move of this SAN or UCI."""
    for notation in ("san", "uci"):
        try:
            return position.parse(text, notation)
        except MoveError:
            continue
    return None


def _spent_ms(clocks: list[int | None] | None, increment: int | None) -> list[int | None] | None:
    if clocks is None or increment is None:
        return None
    before: list[int | None] = [None, None, *clocks]
    pairs = zip(before, clocks, strict=False)
    return [
        None if earlier is None or later is None else earlier - later + 1000 * increment for earlier, later in pairs
    ]


_OF_GAMES: dict[str, Row] = {
    "fen_at": lambda game, ply: (position := game.at(ply)) and position.fen(),
    "board_at": lambda game, ply: (position := game.at(ply)) and position.board,
    "hash_at": lambda game, ply: (position := game.at(ply)) and position.hash,
    "hashes": lambda game: [position.hash for position in game.positions()],
    "piece_at": _piece_at,
    "material_at": lambda game, ply: (position := game.at(ply)) and position.material,
    "sans": lambda game, *plies: _between(_san, game, *plies),
    "ucis": lambda game, *plies: _between(_uci, game, *plies),
    "reaches": _reaches,
    "played_from": _played_from,
    "matches": _matches,
    "eco": _eco,
}

_OF_VALUES: dict[str, Row] = {
    "packed": _packed,
    "legal_moves": _legal_moves,
    "is_legal": _is_legal,
    "play": _play,
    "spent_ms": _spent_ms,
}
