"""The second half of `make demo`, in Python: the castling question as a table, and the final position of a game."""

from __future__ import annotations

import sys

import scoresheet
from scoresheet.cli.look import look
from scoresheet.drawing.terminal import board_lines


def main(table: str, games: str) -> None:
    """Print both: the table from a file of columns, the board from a text file."""
    castling(table)
    board(games)


def castling(table: str) -> None:
    """The number of games in which a player had castled, within n plies and within n moves."""
    print("\nGames in examples/ in which a player had castled:\n")
    print("     n   within n plies   within n moves     all games")
    for n in (5, 10, 15):
        in_plies, in_moves = answer(table, plies=n), answer(table, moves=n)
        print(f"  {n:4}   {in_plies['castled']:14,}   {in_moves['castled']:14,}   {in_moves['games']:11,}")


def answer(table: str, **parameters: int) -> dict[str, int]:
    """The castling question's one row, by column."""
    relation = scoresheet.query(table, "castling", **parameters)
    return dict(zip(relation.columns, relation.fetchall()[0], strict=True))


def board(games: str) -> None:
    """The final position of the first game, as `scoresheet show` draws it."""
    first = scoresheet.query(games, "select white, black, year, result, final_fen from games order by game limit 1")
    white, black, year, result, fen = first.fetchall()[0]
    print(f"\n{white} - {black}, {year}: {result}\n")
    terminal = look()
    if not terminal.figures:
        print(f"(letters, because this terminal's encoding, {sys.stdout.encoding}, has no chess pieces)\n")
    print("\n".join(board_lines(scoresheet.Position(fen), terminal)))


if __name__ == "__main__":
    main(*sys.argv[1:])
