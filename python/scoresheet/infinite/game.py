"""A game of infinite chess as an object: its tags, moves, comments and result."""

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
from scoresheet.infinite.errors import Found, raised
from scoresheet.infinite.move import Move
from scoresheet.infinite.node import Entry, Node
from scoresheet.infinite.one_move import read_move
from scoresheet.infinite.position import Position
from scoresheet.infinite.profiles import Rules
from scoresheet.infinite.start import classical, head_of
from scoresheet.infinite.texts import icn_text, json_object

if TYPE_CHECKING:
    from scoresheet.report import Loss

__all__ = ["Game"]


class Game(Contents):
    """A game of infinite chess: its tags, its moves with comments and signs, and its result. All of it can be changed.

    It has the attributes and methods of `scoresheet.Game`, but no variations. Returned by `infinite.parse`, or created
    empty: `tags` is a mapping, and `start` is a `Position` or its ICN; None is the start of the variant `Classical`.

    A `Node` is a move together with the position after it; the start of the game is a node without a move. Positions
    are computed on demand. Games are equal if start, tags, moves, comments, signs and result are. They can be pickled,
    and both `copy.copy` and `copy.deepcopy` copy everything.

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
        """The game for a document. The first illegal move ends it; `errors` gives the reason.

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

    # Nodes

    @property
    def root(self) -> Node:
        """The node at the start. It has no move, and holds the annotations before the first move.

        >>> from scoresheet import infinite
        >>> infinite.parse("K0,0|k5,5 {An opening} 0,0>1,1").root.comment
        'An opening'
        """
        return Node(self, self._root)

    @property
    def last(self) -> Node:
        """The last node; `root` if there are no moves."""
        return self.at(len(self._entries))

    @property
    def closing_comments(self) -> list[str]:
        """The comments after the marker that ends the game: always empty, as in ICN they belong to the last move."""
        return []

    @closing_comments.setter
    def closing_comments(self, value: Sequence[str]) -> None:
        if list(value):
            hint = "add them to the last move: `last.comments_after`"
            raise UsageError("ICN has no comments after the result", hint=hint)

    def at(self, ply: int) -> Node:
        """The node after this many half-moves; 0 is `root`. Negative numbers count from the end: -1 is `last`.

        Raises:
            UsageError: the game is shorter.

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
        """The nodes, starting with the first move.

        >>> from scoresheet import infinite
        >>> [node.ply for node in infinite.parse("K0,0|k5,5 0,0>1,1|5,5>6,6").mainline()]
        [1, 2]
        """
        node: Node | None = self.root.next
        while node is not None:
            yield node
            node = node.next

    def walk(self, order: Literal["text", "post"] = "text") -> Iterator[Node]:
        """All nodes with a move; with `order="post"`, all nodes that follow a node come before it.

        Raises:
            UsageError: any other `order`, or the last node that was returned is deleted before the next one is
                requested.

        >>> from scoresheet import infinite
        >>> [node.ply for node in infinite.parse("K0,0|k5,5 0,0>1,1|5,5>6,6").walk("post")]
        [2, 1]
        """
        if order not in ("text", "post"):
            raise UsageError(f"`order={order}` is not a valid value", hint="use `text` or `post`")
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
        """Adds a move at the end, or after `after`, which must be the end because ICN has no variations.

        Returns its node. A move that is there already is not added again. With `illegal`, a move that the rules forbid
        is added and flagged, if there is a piece to move.

        Args:
            move: a `Move`, or its text in ICN: `4,2>4,4`, `2,7>1,8Q`.
            after: the node that it follows; the last one if None.
            illegal: whether to ignore the rules.

        Raises:
            MoveError: the move cannot be read, or the rules do not allow it.
            ReadError: the rules of this game are not supported.
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
        """Plays a move at the end and returns its node. Arguments and errors are those of `add`.

        >>> from scoresheet import infinite
        >>> game = infinite.Game(start="K0,0|k50,50")
        >>> game.play("0,0>1,1").position.turn
        'black'
        """
        return self.add(move, illegal=illegal)

    def delete(self, node: Node) -> None:
        """Deletes a move and everything after it.

        Deleted nodes cannot be used any more: their attributes and methods raise `UsageError`.

        Raises:
            UsageError: the node is the start, or belongs to another game.

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
        """Prefers a variation to the one before it. Changes nothing, because there are none."""
        del to_mainline
        return self._ply_of(node) < 0

    def demote(self, node: Node) -> bool:
        """Prefers the next alternative to a move. Changes nothing, because there are none."""
        return self._ply_of(node) < 0

    def merge(self, *games: Game) -> None:
        """Adds the comments and signs of other games on the same moves, and the moves of longer games.

        Comments and signs are combined, each once. Tags and result of this game are kept.

        Raises:
            UsageError: a game starts from another position, or has a different move.

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
        """Removes comments, signs of judgement, or commands in comments; `clocks`, only those about time.

        Without arguments, removes everything except the moves.

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
        """Removes the moves before one ply and after another. The game then starts before ply `before`.

        Raises:
            UsageError: the game is too short.

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
        # New entries, so that nodes that were returned earlier cannot be used any more.
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
            profile: the dialect: that of the description (`doc`), of the original converter (`fc`), or today's
                (`modern`).
            style: `compact` for moves as bare squares; `long` for numbered moves with the codes of pieces and signs.
            options: single settings of the layout; see `scoresheet.infinite.writing.write_document`.

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
        """The game as JSON, in the shape of the original converter, or of `modern`.

        >>> from scoresheet import infinite
        >>> infinite.parse("K1,1|k8,8 1,1>1,2").to_json("fc")["moves"]
        ['1,1>1,2']
        """
        return json_object(self.document(), self.start, profile)

    def to(self, fmt: str, *, strict: bool = False, **options: Any) -> str | bytes:
        """The game in a format (`scoresheet list formats`): ICN, its JSON, BGN, or any other by way of PGN.

        The keyword arguments are those of `scoresheet.Game.to`. With `strict`, a loss is an error.

        Raises:
            LossError: something cannot be expressed, and `strict` is set.
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
        """What a format cannot express of this game. The arguments are those of `to`.

        >>> from scoresheet import infinite
        >>> game = infinite.parse('{"slideLimit": 7} K1,1|k8,8')
        >>> [(loss.kind, loss.count) for loss in game.losses("icn", profile="modern")]
        [('extras', 1)]
        """
        from scoresheet.infinite.formats import losses_in

        return losses_in(self, fmt, **options)

    # Pictures

    def html(
        self,
        *,
        fragment: bool = False,
        ply: int | None = None,
        size: int | None = None,
        flipped: bool = False,
        theme: str = "brown",
        pieces: str = "classic",
    ) -> str:
        """A complete HTML page, as `scoresheet show --html` writes it, with a board for every half-move.

        Args:
            fragment: whether to return part of a page instead: heading, one board and moves.
            ply: the half-move whose board is visible first, by default the start; in a fragment, the only one, by
                default the last.
            size: the longer side of a fragment's board in pixels; None for 32 per square.
            flipped: whether to put Black at the bottom.
            theme: the colours of the board, as for `Position.svg`.
            pieces: the set of pieces, as for `Position.svg`.

        Raises:
            UsageError: the game has no such ply, there is no such theme or size, or `size` is given without `fragment`.

        >>> from scoresheet import infinite
        >>> game = infinite.parse("K0,0|k5,5 0,0>1,1")
        >>> game.html().count("<section"), game.html(fragment=True).count("<svg")
        (2, 1)
        """
        from scoresheet.drawing import game_html

        return game_html(self, fragment=fragment, ply=ply, size=size, flipped=flipped, theme=theme, pieces=pieces)

    def gif(
        self,
        *,
        delay: float = 1.0,
        once: bool = False,
        size: int = 480,
        flipped: bool = False,
        theme: str = "brown",
        pieces: str = "classic",
        ply: int | None = None,
    ) -> bytes:
        """The game as an animated GIF with a frame for every half-move. This needs `scoresheet[gif]`.

        Args:
            delay: how long each board stays, in seconds. The last one stays four times as long.
            once: stop at the last board instead of starting again.
            size: the longer side of the largest board in pixels.
            flipped: whether to put Black at the bottom.
            theme: the colours of the board, as for `Position.svg`.
            pieces: the set of pieces, as for `Position.svg`.
            ply: the last half-move to show, by default that of the game.

        Raises:
            UsageError: an argument is invalid, the game has too many half-moves, or `scoresheet[gif]` is not installed.

        >>> from scoresheet import infinite
        >>> infinite.parse("K0,0|k5,5 0,0>1,1").gif(size=120)[:6]
        b'GIF89a'
        """
        from scoresheet.drawing import game_gif

        look = {"size": size, "flipped": flipped, "theme": theme, "pieces": pieces, "ply": ply}
        return game_gif(self, delay=delay, once=once, **look)

    def apng(
        self,
        *,
        delay: float = 1.0,
        once: bool = False,
        size: int = 480,
        flipped: bool = False,
        theme: str = "brown",
        pieces: str = "classic",
        ply: int | None = None,
    ) -> bytes:
        """The game as an animated PNG, with all colours. This needs `scoresheet[png]`.

        The arguments and errors are those of `gif`.

        >>> from scoresheet import infinite
        >>> infinite.parse("K0,0|k5,5 0,0>1,1").apng(size=120).count(b"fcTL")
        2
        """
        from scoresheet.drawing import game_apng

        look = {"size": size, "flipped": flipped, "theme": theme, "pieces": pieces, "ply": ply}
        return game_apng(self, delay=delay, once=once, **look)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The forms of the game for notebooks: a board that can be played on if anywidget is installed."""
        from scoresheet.viewer.notebook import mimebundle  # here: only notebooks ask for it

        return mimebundle(self, **options)

    def _repr_html_(self) -> str:
        """The game as notebooks display it: the result of `html(fragment=True)`."""
        return self.html(fragment=True)

    # Values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._value() == other._value()

    def _value(self) -> object:
        """Everything that makes two games equal."""
        entries = [entry.value() for entry in (self._root, *self._entries)]
        return list(self._head.metadata.items()), self._termination, entries, Position.of(self._head)

    def __copy__(self) -> Game:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        other = type(self).__new__(type(self))
        other.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Everything that cannot be computed again."""
        return {**self.__dict__, "_notes": [], "_positions": None, "_replayed": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        players = " - ".join(printable(self._head.metadata.get(name, "?")[:40]) for name in ("White", "Black"))
        return f"<infinite.Game {players}, {self.result}, {len(self._entries)} half-moves>"

    def _ply_of(self, node: Node) -> int:
        if node.game is not self:
            raise UsageError("the node belongs to another game", hint="find it in this game, for example by `Game.at`")
        return node.ply
