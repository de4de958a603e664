"""A game of infinite chess as an object: its tags, moves, comments, and how it ended."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from scoresheet._printable import printable
from scoresheet.errors import UsageError
from scoresheet.infinite.annotation import is_verdict, stripped
from scoresheet.infinite.contents import Contents
from scoresheet.infinite.document import Document
from scoresheet.infinite.move import Move
from scoresheet.infinite.node import Entry, Node
from scoresheet.infinite.one_move import read_move
from scoresheet.infinite.position import Position
from scoresheet.infinite.profiles import Rules
from scoresheet.infinite.raising import Found, raised
from scoresheet.infinite.start import classical, head_of
from scoresheet.infinite.texts import icn_text, json_object

if TYPE_CHECKING:
    from scoresheet.report import Loss

__all__ = ["Game"]


class Game(Contents):
    """A game of infinite chess: its tags, its moves with comments and signs, and how it ended. All can be changed.

    It has the names of `scoresheet.Game`, and no variations. Made by `infinite.parse`, or from nothing: `tags` is a
    mapping, `start` a `Position` or its ICN; where that is None, the pieces stand as in the variant `Classical`.

    A move with the position it leads to is a `Node`; the start of the game is one too, without a move. Positions are
    made when they are asked for. Two games are equal where start, tags, moves, comments, signs and result are. Games
    pickle; `copy.copy` and `copy.deepcopy` both copy everything.

    >>> from scoresheet import infinite
    >>> game = infinite.parse("[White: Tom] K0,0|k5,5|R9,9 9,9>9,100000000000000000000{far}|5,5>6,6")
    >>> game.tags["White"], [str(node.move) for node in game.mainline()], game.at(1).comment
    ('Tom', ['9,9>9,100000000000000000000', '5,5>6,6'], 'far')
    >>> game.add("0,0>1,1").ply
    3
    >>> print(game.to_icn(style="long"))
    [White: Tom]
    <BLANKLINE>
    w 1 checkmate K0,0|k5,5|R9,9
    <BLANKLINE>
    1. R9,9 > 9,100000000000000000000 {far} | k5,5 > 6,6
    2. K0,0 > 1,1
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(
        self,
        tags: Mapping[str, str] | Iterable[tuple[str, str]] | None = None,
        *,
        start: Position | str | None = None,
    ) -> None:
        position = Position.read(start) if isinstance(start, str) else start
        if not isinstance(position, Position | None):
            raise TypeError(f"a game starts from a `Position` or its ICN, not {type(position).__name__}")
        self._become(head_of(position) if position is not None else classical(), "doc")
        if tags is not None:
            self.tags = tags

    @classmethod
    def of(cls, document: Document, *, rules: Rules = "doc") -> Game:
        """The game that a document says. The first move that the rules forbid ends it; `errors` says why.

        >>> from scoresheet import infinite
        >>> from scoresheet.infinite.document import Document, MoveText
        >>> pieces = infinite.Position.read("K0,0|k5,5").pieces
        >>> document = Document(pieces=dict(pieces), moves=[MoveText((0, 0), (1, 1)), MoveText((5, 5), (9, 9))])
        >>> game = infinite.Game.of(document)
        >>> game.ply_count, [error.code for error in game.errors]
        (1, ['move-illegal'])
        """
        game = cls._begun(document, rules)
        fault = game._play(document.moves)
        game._found = Found() if fault is None else Found((fault,))
        return game

    # Its nodes

    @property
    def root(self) -> Node:
        """The node of the start: it has no move, and what is said before the first move is said about it.

        >>> from scoresheet import infinite
        >>> infinite.parse("K0,0|k5,5 {An opening} 0,0>1,1").root.comment
        'An opening'
        """
        return Node(self, self._root)

    @property
    def last(self) -> Node:
        """The last node; `root` where there are no moves."""
        return self.at(len(self._entries))

    @property
    def closing_comments(self) -> list[str]:
        """Comments behind the marker that ends the game: none, for in ICN they belong to the last move."""
        return []

    @closing_comments.setter
    def closing_comments(self, value: Sequence[str]) -> None:
        if list(value):
            hint = "they belong to the last move: `last.comments_after`"
            raise UsageError("ICN has no comments behind the result", hint=hint)

    def at(self, ply: int) -> Node:
        """The node after so many half-moves; 0 is `root`. Negative numbers count from the end: -1 is `last`.

        Raises:
            UsageError: the game has fewer.

        >>> from scoresheet import infinite
        >>> str(infinite.parse("K0,0|k5,5 0,0>1,1").at(1).move)
        '0,0>1,1'
        """
        if not isinstance(ply, int):
            raise TypeError(f"a ply is a number, not {type(ply).__name__}")
        nodes = len(self._entries) + 1
        if not -nodes <= ply < nodes:
            raise UsageError(f"there is no ply {ply} in the mainline", hint=f"it has {len(self._entries)}")
        place = ply % nodes
        return Node(self, self._entries[place - 1] if place else self._root)

    def mainline(self) -> Iterator[Node]:
        """The nodes from the first move on.

        >>> from scoresheet import infinite
        >>> [node.ply for node in infinite.parse("K0,0|k5,5 0,0>1,1|5,5>6,6").mainline()]
        [1, 2]
        """
        node: Node | None = self.root.next
        while node is not None:
            yield node
            node = node.next

    def walk(self, order: Literal["text", "post"] = "text") -> Iterator[Node]:
        """All nodes with a move; with `order="post"`, whatever follows from a node before it.

        Raises:
            UsageError: any other `order`, or the node last given is deleted before the next one is asked for.

        >>> from scoresheet import infinite
        >>> [node.ply for node in infinite.parse("K0,0|k5,5 0,0>1,1|5,5>6,6").walk("post")]
        [2, 1]
        """
        if order not in ("text", "post"):
            raise UsageError(f"`order={order}` is not known", hint="it is `text` or `post`")
        return self.mainline() if order == "text" else self._backwards()

    def _backwards(self) -> Iterator[Node]:
        node = self.last
        while node.ply:
            before = node.parent
            assert before is not None, "only the start has nothing before it"
            yield node
            node = before

    # Changes

    def add(self, move: Move | str | bytes, *, after: Node | None = None, illegal: bool = False) -> Node:
        """Adds a move at the end, or behind `after`, which must be the end: there are no variations. Gives its node.

        A move that is there already is not added again. With `illegal`, a move that the rules forbid is added and
        flagged, if there is a piece to move.

        Args:
            move: a `Move`, or its text in ICN: `4,2>4,4`, `2,7>1,8Q`.
            after: the node that it follows; the last one where it is None.
            illegal: whether the rules are left aside.

        Raises:
            MoveError: the move cannot be read, or the rules do not allow it.
            ReadError: the rules do not play this game.
            UsageError: `after` is a node of another game, or another move follows it.

        >>> from scoresheet import infinite
        >>> game = infinite.Game(start="K0,0|k5,5|R9,9")
        >>> game.add("9,9>9,1000000000000000000000").ply
        1
        >>> game.add("k5,5 > 5,6").text
        '5,5>5,6'
        """
        made = move if isinstance(move, Move) else read_move(move)
        ply = len(self._entries) if after is None else self._ply_of(after)
        if ply < len(self._entries):
            if self._entries[ply].move == made:
                return self.at(ply + 1)
            raise UsageError("another move follows there: ICN has no variations", hint="delete that move first")
        replay = self._replay()
        reason = replay.why_illegal(made) if illegal else None
        with raised():
            replay.play(made, judged=not illegal)
        entry = Entry(ply + 1, made, illegal=reason is not None)
        self._entries.append(entry)
        return Node(self, entry)

    def play(self, move: Move | str | bytes, *, illegal: bool = False) -> Node:
        """Plays a move at the end, and gives its node; the arguments and errors are those of `add`.

        >>> from scoresheet import infinite
        >>> game = infinite.Game(start="K0,0|k50,50")
        >>> game.play("0,0>1,1").position.turn
        'black'
        """
        return self.add(move, illegal=illegal)

    def delete(self, node: Node) -> None:
        """Deletes a move and all that follows it.

        Nodes that were deleted are of no use any more: asking them anything raises `UsageError`.

        Raises:
            UsageError: the node is the start, or one of another game.

        >>> from scoresheet import infinite
        >>> game = infinite.parse("K0,0|k5,5 0,0>1,1|5,5>6,6")
        >>> game.delete(game.at(2))
        >>> game.ply_count
        1
        """
        ply = self._ply_of(node)
        if ply == 0:
            raise UsageError("the start of a game cannot be deleted", hint="delete the node of the first move")
        self._shorten(ply - 1)

    def promote(self, node: Node, *, to_mainline: bool = False) -> bool:
        """Prefers a variation to the one before it: nothing changes, for there are none."""
        del to_mainline
        return self._ply_of(node) < 0

    def demote(self, node: Node) -> bool:
        """Prefers to a move the next one that was considered in its place: nothing changes, for there is none."""
        return self._ply_of(node) < 0

    def merge(self, *games: Game) -> None:
        """Adds what other games say of the same moves, and the moves of those that go on further.

        Comments and signs are joined, each once; tags and result stay those of this game.

        Raises:
            UsageError: a game starts from another position, or has another move somewhere.

        >>> from scoresheet import infinite
        >>> game = infinite.parse("K0,0|k5,5 0,0>1,1{a}")
        >>> game.merge(infinite.parse("K0,0|k5,5 0,0>1,1{b}|5,5>6,6"))
        >>> game.ply_count, game.at(1).comment
        (2, 'a b')
        """
        longest = max((self, *games), key=lambda game: game.ply_count)
        for game in games:
            if game.start != self.start:
                raise UsageError(
                    "a game of them starts from another position", hint="only games with the same start can be merged"
                )
            if any(mine.move != other.move for mine, other in zip(longest._entries, game._entries, strict=False)):
                raise UsageError("a game of them has other moves", hint="ICN has no variations")
        if any(mine.move != other.move for mine, other in zip(longest._entries, self._entries, strict=False)):
            raise UsageError("a game of them has other moves", hint="ICN has no variations")
        for entry in longest._entries[len(self._entries) :]:
            self._entries.append(replace(entry, comments=[], signs=tuple(s for s in entry.signs if not is_verdict(s))))
        self._replayed = None
        for game in games:
            for mine, other in zip((self._root, *self._entries), (game._root, *game._entries), strict=False):
                mine.comments += [comment for comment in other.comments if comment not in mine.comments]
                mine.signs += tuple(sign for sign in other.signs if sign not in mine.signs)

    def strip(
        self,
        *,
        comments: bool = False,
        nags: bool = False,
        variations: bool = False,
        commands: bool = False,
        clocks: bool = False,
    ) -> None:
        """Takes annotation out: comments, signs of judgement, commands in comments, or of these only those of time.

        Without arguments, everything but the moves.

        >>> from scoresheet import infinite
        >>> game = infinite.parse("K0,0|k5,5 0,0>1,1!{[%clk 0:01:00] good}")
        >>> game.strip(clocks=True, nags=True)
        >>> game.at(1).nags, game.at(1).comment
        ([], 'good')
        """
        everything = not (comments or nags or variations or commands or clocks)
        for entry in (self._root, *self._entries):
            if comments or everything:
                entry.comments, entry.rest = [], None
            else:
                entry.comments = stripped(entry.comments, commands=commands, clocks=clocks)
            if nags or everything:
                entry.signs = tuple(sign for sign in entry.signs if not is_verdict(sign))

    def cut(self, *, before: int | None = None, after: int | None = None) -> None:
        """Leaves out the moves before one ply, and those behind another. The game then starts before ply `before`.

        Raises:
            UsageError: the game does not come so far.

        >>> from scoresheet import infinite
        >>> game = infinite.parse("K0,0|k5,5 0,0>1,1|5,5>6,6|1,1>2,2|6,6>7,7")
        >>> game.cut(before=3, after=3)
        >>> print(game.to_icn())
        2 K1,1|k6,6
        1,1>2,2
        """
        first = 1 if before is None else before
        last = len(self._entries) if after is None else after
        if not 1 <= first <= len(self._entries) + 1 or not first - 1 <= last <= len(self._entries):
            hint = f"it has {len(self._entries)} half-moves"
            raise UsageError(f"there are no plies from {first} to {last} to keep", hint=hint)
        self._shorten(last)
        if first > 1:
            self._start_at(first - 1)

    def _start_at(self, ply: int) -> None:
        """Makes the position after a ply the start."""
        head = head_of(self._position(ply), like=self._head)
        head.metadata = self._head.metadata
        dropped = self._entries[ply - 1]
        self._head, self._root = head, Entry(0, comments=dropped.comments, rest=dropped.rest)
        # New entries: nodes that were handed out before are of no use any more.
        self._entries = [replace(entry, ply=entry.ply - ply) for entry in self._entries[ply:]]
        self._positions = self._replayed = None

    def _shorten(self, ply: int) -> None:
        del self._entries[ply:]
        self._replayed = None
        if self._positions is not None:
            self._positions.forget(ply)

    # Other forms

    def to_icn(self, profile: str = "doc", style: str = "compact", **options: Any) -> str:
        """The game in ICN.

        Args:
            profile: whose dialect: of the description (`doc`), of the original converter (`fc`), or `modern`, today's.
            style: `compact`, moves as bare squares; `long`, numbered moves with the codes of pieces and signs.
            options: single settings of the layout: see `scoresheet.infinite.writing.write_document`.

        Raises:
            UsageError: there is no such profile, style or option.

        >>> from scoresheet import infinite
        >>> game = infinite.parse("K1,1|k8,8 1. K1,1 > 1,2")
        >>> print(game.to_icn("modern"))
        w 1 K1,1|k8,8
        <BLANKLINE>
        1,1>1,2
        """
        return icn_text(self.document(), self.start, profile, style, **options)

    def to_json(self, profile: str = "doc") -> dict[str, Any]:
        """The game as JSON says it, in the shape of the original converter, or of `modern`.

        >>> from scoresheet import infinite
        >>> infinite.parse("K1,1|k8,8 1,1>1,2").to_json("fc")["moves"]
        ['1,1>1,2']
        """
        return json_object(self.document(), self.start, profile)

    def to(self, fmt: str, *, strict: bool = False, **options: Any) -> str | bytes:
        """The game in a format (`scoresheet list formats`): `icn`, `icn-json`, or by way of PGN any other.

        The keyword arguments are those of `scoresheet.Game.to`. With `strict`, a loss is an error.

        Raises:
            LossError: something cannot be said, where `strict`.
            UsageError: there is no such format or option, or the game needs a board larger than that of PGN.

        >>> from scoresheet import infinite
        >>> game = infinite.parse('[White "A"] 0/100 (8|1) K5,1|k5,8|R1,1 1,1>1,8')
        >>> print(game.to("pgn"))
        [White "A"]
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]
        <BLANKLINE>
        1. Ra8+ *
        <BLANKLINE>
        <BLANKLINE>
        """
        from scoresheet.infinite.formats import in_format

        return in_format(self, fmt, strict=strict, **options)

    def losses(self, fmt: str, **options: Any) -> list[Loss]:
        """What a format cannot say of this game. The arguments are those of `to`.

        >>> from scoresheet import infinite
        >>> game = infinite.parse('{"slideLimit": 7} K1,1|k8,8')
        >>> [(loss.kind, loss.count) for loss in game.losses("icn", profile="modern")]
        [('extras', 1)]
        """
        from scoresheet.infinite.formats import losses_in

        return losses_in(self, fmt, **options)

    # As pictures

    def html(
        self,
        *,
        fragment: bool = False,
        ply: int | None = None,
        size: int | None = None,
        flipped: bool = False,
        theme: str = "brown",
    ) -> str:
        """A whole page of HTML, as `scoresheet show --html` writes it, with a board for each half-move.

        Args:
            fragment: give a part of a page instead: heading, one board and moves.
            ply: the half-move whose board is shown first, by default the start; in a fragment the only one, by default
                the last.
            size: the longer side of a fragment's board in pixels; None for 32 a square.
            flipped: put Black at the bottom.
            theme: the colours of the board, as for `Position.svg`.

        Raises:
            UsageError: the game has no such ply, there is no such theme or size, or `size` is given without `fragment`.

        >>> from scoresheet import infinite
        >>> game = infinite.parse("K0,0|k5,5 0,0>1,1")
        >>> game.html().count("<section"), game.html(fragment=True).count("<svg")
        (2, 1)
        """
        from scoresheet.drawing import game_html

        return game_html(self, fragment=fragment, ply=ply, size=size, flipped=flipped, theme=theme)

    def _repr_html_(self) -> str:
        """The game as notebooks display it: the fragment that `html(fragment=True)` gives."""
        return self.html(fragment=True)

    # Values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._value() == other._value()

    def _value(self) -> object:
        """All that makes two games equal."""
        entries = [entry.value() for entry in (self._root, *self._entries)]
        return list(self._head.metadata.items()), self._termination, entries, Position.of(self._head)

    def __copy__(self) -> Game:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        other = type(self).__new__(type(self))
        other.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Everything but what can be found out again."""
        return {**self.__dict__, "_notes": [], "_positions": None, "_replayed": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        players = " - ".join(printable(self._head.metadata.get(name, "?")[:40]) for name in ("White", "Black"))
        return f"<infinite.Game {players}, {self.result}, {len(self._entries)} half-moves>"

    def _ply_of(self, node: Node) -> int:
        if node.game is not self:
            raise UsageError("the node is one of another game", hint="find it in this game, for example by `Game.at`")
        return node.ply
