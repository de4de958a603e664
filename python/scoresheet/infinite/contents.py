"""The contents of a game of infinite chess: its tags, its moves, its positions, and its end."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scoresheet.errors import ReadError, UsageError
from scoresheet.game import Tags
from scoresheet.infinite.annotation import as_comment
from scoresheet.infinite.document import Document, MoveText
from scoresheet.infinite.errors import Found, raised
from scoresheet.infinite.faults import Fault
from scoresheet.infinite.judging import judge
from scoresheet.infinite.node import Entry
from scoresheet.infinite.position import Position
from scoresheet.infinite.position_cache import PositionCache
from scoresheet.infinite.profiles import Rules
from scoresheet.infinite.rules import End, LegalMoves, Replay
from scoresheet.infinite.start import refuse_missing_pieces, with_pieces

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["RESULTS", "Contents"]

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""The markers for the end of a game."""

_FORBIDDEN_IN_NAMES = frozenset('[]{}":')


class Contents:
    """The contents of a game. `Game` adds its nodes, the methods that change it, and its output formats."""

    def _become(self, head: Document, rules: Rules) -> None:
        """Starts as a game without moves, with the part of a document before them."""
        self._head = with_pieces(head)
        self._rules = rules
        self._root = Entry(0, comments=list(head.comments))
        self._entries: list[Entry] = []
        self._termination = head.result
        self._found = Found()
        self._notes: list[Fault] = []
        self._left_out: dict[str, int] = {}
        self._positions: PositionCache | None = None
        self._replayed: Replay | None = None

    @classmethod
    def _begun(cls, document: Document, rules: Rules) -> Self:
        """A game without moves, with the part of a document before them."""
        game = cls.__new__(cls)
        game._become(replace(document, moves=[]), rules)
        return game

    def _play(self, moves: Sequence[MoveText]) -> Fault | None:
        """Adds the moves of a document up to the first illegal one, which is the fault."""
        judged = judge(self._head, moves, self._rules)
        self._entries, self._notes = judged.entries, judged.notes
        if judged.fault is None:
            self._replayed = judged.replay
        elif len(judged.entries) < len(moves):
            unplayed = " ".join(_words(move) for move in moves[len(judged.entries) :])
            (self._entries[-1] if self._entries else self._root).rest = as_comment(unplayed)
        return judged.fault

    def document(self) -> Document:
        """The document of this game: what was given explicitly, and nothing else.

        >>> from scoresheet import infinite
        >>> document = infinite.parse("0/100 K0,0|k5,5 0,0>1,1").document()
        >>> document.move_rule, document.turn, len(document.moves)
        ((0, 100), None, 1)
        """
        head = copy.deepcopy(self._head)
        head.comments = tuple(self._root.remarks())
        head.moves = [entry.written() for entry in self._entries]
        head.result = self._termination
        return head

    @property
    def tags(self) -> Tags:
        """The tags, called metadata in ICN: a mapping that keeps their order and can be changed.

        >>> from scoresheet import infinite
        >>> game = infinite.Game({"White": "A"})
        >>> game.tags["Black"] = "B"
        >>> game.tags.pairs()
        [('White', 'A'), ('Black', 'B')]
        """
        return Tags(self)

    @tags.setter
    def tags(self, value: Mapping[str, str] | Iterable[tuple[str, str]]) -> None:
        pairs = list(value.items() if isinstance(value, Mapping) else value)
        for name, _ in pairs:
            _check_name(name)
        self._head.metadata = dict(pairs)

    @property
    def result(self) -> str:
        """The result: `"1-0"`, `"0-1"`, `"1/2-1/2"` or `"*"` (unfinished or unknown).

        It is the marker after the moves or, if there is none, the value of the tag `Result`. Assigning it sets the tag,
        and the marker if there is one: in ICN the result is part of the metadata.

        >>> from scoresheet import infinite
        >>> game = infinite.parse("[Result: 0-1] K0,0|k5,5 0,0>1,1")
        >>> game.result, game.termination
        ('0-1', None)
        """
        said = self._termination or self._head.metadata.get("Result", "*")
        return said if said in RESULTS else "*"

    @result.setter
    def result(self, value: str) -> None:
        _check_result(value)
        self._head.metadata["Result"] = value
        if self._termination is not None:
            self._termination = value

    @property
    def termination(self) -> str | None:
        """The marker after the moves; None if there is none."""
        return self._termination

    @termination.setter
    def termination(self, value: str | None) -> None:
        if value is not None:
            _check_result(value)
        self._termination = value

    @property
    def rules(self) -> Rules:
        """The rules of the game: `doc`, those of the original description, or `modern`, today's."""
        return self._rules

    @property
    def start(self) -> Position:
        """The position before the first move."""
        return Position.of(self._head) if self._positions is None else self._positions.at(0)

    @property
    def end(self) -> Position:
        """The position after the last move."""
        return self._position(len(self._entries))

    @property
    def outcome(self) -> End | None:
        """How the game ended on the board: the condition, and the winner. None if the game continues.

        >>> from scoresheet import infinite
        >>> game = infinite.parse("koth K3,3|k50,50 3,3>4,4")
        >>> game.outcome.condition, game.outcome.winner
        ('koth', 1)
        """
        return self._replay().end

    @property
    def claims(self) -> Sequence[str]:
        """The reasons why the player to move may claim a draw: `repetition`, `moverule`.

        >>> from scoresheet import infinite
        >>> list(infinite.parse("1/2 K0,0|k50,50 0,0>1,1").claims)
        ['moverule']
        """
        return list(self._replay().claims)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the final position.

        Raises:
            ReadError: the rules of the position are not supported.

        >>> from scoresheet import infinite
        >>> infinite.parse("K0,0|k50,50 0,0>1,1").legal_moves.count
        8
        """
        return self.end.legal_moves

    @property
    def ply_count(self) -> int:
        """The number of half-moves in the game."""
        return len(self._entries)

    @property
    def errors(self) -> list[ReadError]:
        """What was illegal or not understood when the game was read, as exceptions that were not raised.

        They are in the order of their places; with `strict`, leniencies are errors too. Words after the first error are
        not moves; the node before has them as `rest`. At most 1,000 errors are kept.

        >>> from scoresheet import infinite
        >>> [error.text for error in infinite.parse("K0,0|k5,5 0,0>9,9").errors]
        ['0,0>9,9']
        """
        return self._found.raisable()

    @property
    def notes(self) -> list[ReadError]:
        """What was read leniently, in the same form as `errors`. Nothing was lost.

        >>> from scoresheet import infinite
        >>> [(note.code, note.severity) for note in infinite.parse("K0,0|k5,5 0,0>1,1|").notes]
        [('icn-separator', 'note')]
        """
        return self._found.noted()

    @property
    def faults_left_out(self) -> int:
        """The number of errors and notes beyond those in `errors` and `notes`, which are limited.

        >>> from scoresheet import infinite
        >>> infinite.parse("K0,0|k5,5 0,0>1,1|").faults_left_out
        0
        """
        return self._found.left_out

    # For nodes and tags

    def _position(self, ply: int) -> Position:
        """The position after this many half-moves."""
        with raised():
            if self._positions is None:
                self._positions = PositionCache(self._head, self._entries, self._rules)
            return self._positions.at(ply)

    def _replay(self) -> Replay:
        """The whole game, played by the rules as far as they determine its end."""
        if self._replayed is None:
            with raised():
                refuse_missing_pieces(self._head)
                replay = Replay(Position.of(self._head), self._rules)
                for entry in self._entries:
                    assert entry.move is not None, "every entry except the start has a move"
                    replay.play(entry.move, judged=False)
            self._replayed = replay
        return self._replayed

    def _holds(self, entry: Entry) -> bool:
        """Whether an entry still belongs to this game."""
        if entry.ply == 0:
            return entry is self._root
        return entry.ply <= len(self._entries) and self._entries[entry.ply - 1] is entry

    def _tags(self) -> list[tuple[str, str]]:
        return list(self._head.metadata.items())

    def _tag(self, name: str) -> str | None:
        return self._head.metadata.get(name)

    def _set_tag(self, name: str, value: str) -> None:
        _check_name(name)
        if not isinstance(value, str):
            raise TypeError(f"the value of a tag is a text, not {type(value).__name__}")
        self._head.metadata[name] = value

    def _remove_tag(self, name: str) -> bool:
        return self._head.metadata.pop(name, None) is not None


def _words(move: MoveText) -> str:
    """The length of a move in a text, including its comments."""
    return " ".join((move.text or move.compact(), *move.signs, *move.comments))


def _check_name(name: str) -> None:
    if not isinstance(name, str):
        raise TypeError(f"the name of a tag is a text, not {type(name).__name__}")
    bad = not name or name != name.strip() or not _FORBIDDEN_IN_NAMES.isdisjoint(name) or not name.isprintable()
    if bad:
        hint = "use a name without brackets, braces, quotes and colons, such as `Event`"
        raise UsageError(f"a tag cannot be called `{name[:80]}`", hint=hint)


def _check_result(value: str) -> None:
    if value not in RESULTS:
        raise UsageError(f"`{str(value)[:80]}` is not a result", hint="use `1-0`, `0-1`, `1/2-1/2` or `*`")
