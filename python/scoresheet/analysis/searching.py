"""Which positions of a game are searched, so that the wanted moves can be judged."""

from __future__ import annotations

import copy
import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scoresheet._hints import named
from scoresheet.errors import UsageError
from scoresheet.game import Game, Node

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

__all__ = ["GameSearch", "MoveChoice", "plies_of"]

LONGEST_PLIES = 5_000
"""Games with more half-moves are not analysed."""


@dataclass(frozen=True)
class MoveChoice:
    """Which moves of a game are judged: all of them by default.

    Attributes:
        plies: the first and the last half-move, from 1; None for no bound.
        side: the side whose moves are judged.
        player: the name of the player whose moves are judged, as in the tags `White` and `Black`.
        skip_book: the number of half-moves at the start that are not judged, or `"opening"` for those up to the last
            position that has a name.
    """

    plies: tuple[int, int | None] = (1, None)
    side: Literal["white", "black"] | None = None
    player: str | None = None
    skip_book: int | Literal["opening"] = 0

    def judged(self, game: Game, nodes: list[Node]) -> list[int]:
        """The half-moves to judge. `nodes` are those of the mainline, with the start."""
        first, last = self.plies
        if self.skip_book == "opening":
            opening = game.opening
            first = max(first, 1 + ((opening.ply or 0) if opening else 0))
        else:
            first = max(first, self.skip_book + 1)
        end = len(nodes) if last is None else min(len(nodes), last + 1)
        sides = self._sides(game)
        return [ply for ply in range(max(1, first), end) if nodes[ply - 1].position.turn in sides]

    def _sides(self, game: Game) -> set[str]:
        sides: set[str] = {"white", "black"} if self.side is None else {self.side}
        if self.player is not None:
            wanted = _plain(self.player)
            sides &= {side for side in ("white", "black") if _plain(game.tags.get(side.title(), "")) == wanted}
        return sides


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace(",", " ").split())


def plies_of(given: str | int | tuple[int, int | None] | None) -> tuple[int, int | None]:
    """A range of half-moves as callers write it: `20`, `"20-60"`, `"20-"` or `"-60"`.

    >>> plies_of("20-60"), plies_of("-60"), plies_of(20), plies_of(None)
    ((20, 60), (1, 60), (20, 20), (1, None))
    """
    if given is None:
        return 1, None
    if isinstance(given, tuple) and len(given) == 2:
        first, last = given
    elif match := re.fullmatch(r"([0-9]{0,9})(-?)([0-9]{0,9})", str(given).strip()):
        first = int(match[1] or 1)
        last = (int(match[3]) if match[3] else None) if match[2] else first
    else:
        first, last = 0, None
    if first < 1 or (last is not None and last < first):
        raise UsageError(f"{named('plies', given)} is not a range of half-moves", hint="write `20-60`, `20-` or `-60`")
    return first, last


class GameSearch:
    """A game with the positions to search in it.

    Attributes:
        game: the game.
        nodes: the start and the nodes of the mainline.
        judged: the half-moves to judge.
        plies: the numbers of the half-moves after which the positions are searched, 0 for the start.
    """

    def __init__(self, game: Game, choice: MoveChoice) -> None:
        self.game = game
        self.nodes = [game.root, *game.mainline()]
        self.judged = choice.judged(game, self.nodes)
        wanted = {ply for judged in self.judged for ply in (judged - 1, judged)}
        if self.is_position:
            wanted = {0}
        self.plies = [ply for ply in sorted(wanted) if is_searchable(self.nodes[ply])]

    @property
    def is_position(self) -> bool:
        """Whether the game has no moves, so that its start is searched for itself."""
        return len(self.nodes) == 1

    @property
    def is_too_long(self) -> bool:
        """Whether the game has more half-moves than are analysed."""
        return len(self.nodes) - 1 > LONGEST_PLIES

    def without(self, plies: Collection[int]) -> GameSearch:
        """The same without the positions after these half-moves, about which all is known."""
        rest = copy.copy(self)
        rest.plies = [ply for ply in self.plies if ply not in plies]
        return rest

    def key(self) -> bytes:
        """What the results of engines that remember a game depend on: its start, its moves and the positions."""
        digest = hashlib.blake2b(digest_size=16)
        for part in self._parts():
            digest.update(part.encode() + b"\n")
        return digest.digest()

    def _parts(self) -> Iterator[str]:
        start = self.nodes[0].position
        yield start.variant
        yield start.fen(shredder=True)
        last = self.plies[-1] if self.plies else 0
        yield " ".join(str(node.move and node.move.uci(chess960=True)) for node in self.nodes[1 : last + 1])
        yield " ".join(map(str, self.plies))


def is_searchable(node: Node) -> bool:
    """Whether an engine can search the position of a node.

    The game has not ended there, and no king could be captured: no legal move leads to such a position.
    """
    position = node.position
    if position.outcome() is not None:
        return False
    if not node.illegal and not node.null:
        return True
    king = position.king("black" if position.turn == "white" else "white")
    return king is None or not position.is_attacked(king, position.turn)


def position_key(node: Node) -> tuple[bytes, bool]:
    """What the result of an engine without memory depends on, and whether games can share it.

    That is the position without the number of the move. If one of the positions since the last capture or pawn move
    has occurred twice, it is also the moves since then, which makes it unique.

    >>> import scoresheet
    >>> ends = [scoresheet.parse(moves).last for moves in ("1. Nf3 Nf6 2. Nc3 *", "1. Nc3 Nf6 2. Nf3 *")]
    >>> position_key(ends[0]) == position_key(ends[1])
    True
    """
    position = node.position
    text = " ".join(position.fen(shredder=True).split(" ")[:-1])
    repeats = _repeats(node)
    if repeats:
        text = " ".join([text, *map(str, _reversible_hashes(node))])
    key = hashlib.blake2b(f"{position.variant}\n{text}".encode(), digest_size=16).digest()
    return key, not repeats


def _reversible_hashes(node: Node) -> list[int]:
    """The keys of the positions since the last move that cannot be taken back, this one included."""
    return list(node.hashes)[-(node.position.halfmove + 1) :]


def _repeats(node: Node) -> bool:
    hashes = _reversible_hashes(node)
    return len(set(hashes)) < len(hashes)
