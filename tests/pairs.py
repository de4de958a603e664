"""Compares a game with what another format made of it, part by part, and holds that against the losses counted.

A difference is explained by losses of its kind. If these are counted one at a time, as comments and moves are, there
are exactly as many; of the others, such as how the start is given, there is at least one.
"""

from __future__ import annotations

import collections
import itertools
from collections.abc import Mapping

from round_trips import Differ, Line
from scoresheet import Game, Node

# These are counted exactly: as many as a comparison finds.
EXACT = {
    *("illegal-move", "king-capture", "own-capture", "null-move", "tail", "move"),
    *("comment", "command", "nag", "nag-composite", "variation", "comment-place", "tag"),
}
# What may mean that a game starts elsewhere, or has other rules.
START = ("start", "clocks", "en-passant", "castling-rook", "castling", "fullmove", "variant")
# What may mean that a tag or a comment has another text.
TEXT = ("tag-text", "line-end", "comment-brace")
# What the tags state that a `Game` has elsewhere, in PGN and in VGN.
SAID_OTHERWISE = {"GameFormat", "MoveFormat", "NAGFormat", "SetUp", "FEN"}
# What is created when a board is read.
MADE = {"EPD"}
# Sentences that add nothing to a marker.
PLAIN = {"White wins", "Black wins", "Draw", "Unfinished", ""}


class PairDiffer(Differ):
    """Finds the differences of two games, and which of them no loss explains."""

    def __init__(self, counted: Mapping[str, int], *, once: bool = False) -> None:
        self.counted = collections.Counter(dict(counted))
        self.once = once
        """Whether each kind is counted once a game, as columns do."""
        self.found: collections.Counter[str] = collections.Counter()
        self.allowed: collections.Counter[str] = collections.Counter()
        self.faults: list[str] = []
        self.null = False

    def unexplained(self, one: Game, other: Game) -> list[str]:
        """What of two games differs though nothing was counted, and what was counted though nothing differs."""
        if self.counted["move"]:
            self.boards(one, other)
        else:
            self.compare(one, other)
        faults = list(self.faults)
        if self.found.pop("comment-text", 0):
            self.explain(TEXT, "a comment has another text")
        for kind in sorted({*self.found, *self.counted}):
            counted, found = self.counted[kind], self.found[kind]
            if kind == "nag":
                # Some dialects of ICN have no sign for it.
                counted += self.counted["signs"]
            if kind in EXACT and counted != (min(found, 1) if self.once else found):
                faults.append(f"{kind}: {counted} counted, {found} found")
            elif found and not counted:
                faults.append(f"{kind}: not counted, {found} found")
        return faults

    def boards(self, one: Game, other: Game) -> None:
        """Compares a game with one that starts from its last board."""
        self.tags(one, other)
        shown = list(itertools.takewhile(lambda node: self.unsaid(node) is None, one.mainline()))
        last = shown[-1] if shown else one.root
        self.start(last.position.fen(), other.start.fen())
        self.lose(one.root.comments_after)
        if one.root.next is not None:
            self.lose(one.root.next.comments_before)
            self.left_out(one.root.next, tail=False)
        self.lose(one.closing_comments)
        self.found["move"] += len(shown)
        if other.ply_count:
            self.faults.append(f"{other.ply_count} plies behind a board")
        self.found["result"] += one.result != other.result

    def compare(self, one: Game, other: Game) -> None:
        """Counts the differences of two games."""
        self.tags(one, other)
        self.start(one.start.fen(), other.start.fen())
        if one.start.variant != other.start.variant:
            self.explain((*START, "tag"), f"rules: {one.start.variant} became {other.start.variant}")
        self.line(
            Line(one.root, one.root.next, one.closing_comments),
            Line(other.root, other.root.next, other.closing_comments),
        )
        if one.root.rest != other.root.rest and not self.counted["unplayed-game"]:
            self.faults.append(f"rest: {one.root.rest!r} became {other.root.rest!r}")
        self.found["result"] += one.result != other.result

    def start(self, one: str, other: str) -> None:
        """Compares two boards."""
        if one != other:
            self.explain(START, f"start: {one} became {other}")

    def explain(self, kinds: tuple[str, ...], fault: str) -> None:
        """A difference that a loss of one of these kinds explains."""
        if not any(self.counted[kind] for kind in kinds):
            self.faults.append(fault)

    def unsaid(self, node: Node) -> str | None:
        """The kind of loss that was counted for a move."""
        kinds = [("null-move", node.null), ("castling", node.move is not None and node.move.castle is not None)]
        if node.illegal:
            kinds += [("king-capture", True), ("own-capture", True), ("illegal-move", True)]
        return next((kind for kind, is_one in kinds if is_one and self.counted[kind]), None)

    def tags(self, one: Game, other: Game) -> None:
        """Compares the content of the tags of two games."""
        # A board without castling rights shows nothing of the rules, nor does a file without a board.
        same_rules = one.start.variant == other.start.variant and not self.counted["start"]
        left, right = said(one, rules=not same_rules), said(other, rules=not same_rules)
        missing, added = left - right, right - left
        for name, value in list(missing.elements()):
            now = next((pair for pair in added if pair[0] == name and added[pair] > 0), None)
            if now is not None:
                added[now] -= 1
                self.explain(TEXT, f"tag {name}: {value!r} became {now[1]!r}")
            elif name == "Termination" and self.counted["result-sentence"]:
                self.found["result-sentence"] += 1
            elif not self.counted["tag"] and self.counted["tag-text"]:
                # VGN would give it a meaning, or it occurs twice.
                self.found["tag-text"] += 1
            else:
                self.found["tag"] += 1
        self.faults += [f"tag new: {pair}" for pair in added.elements() if pair[0] not in MADE]


def said(game: Game, *, rules: bool) -> collections.Counter[tuple[str, str]]:
    """The tags of a game without those that repeat the game itself; the Result's sentence is PGN's Termination.

    `rules` is whether the tag that names Chess960 is one of them.
    """
    pairs = game.tags.pairs()
    in_vgn = game.tags.get("GameFormat", "").upper().startswith("VGN")
    found: collections.Counter[tuple[str, str]] = collections.Counter()
    for name, value in pairs:
        if name in SAID_OTHERWISE or (name == "Result" and (value == game.result or value in PLAIN)):
            continue
        if game.start.variant == "chess960" and (name, value.split(":")[0]) in RULES:
            if not rules:
                continue
            name, value = "Variant", "Chess960"
        if name == "EndDate" and value == game.tags.get("Date"):
            continue
        if name == "Result" and in_vgn:
            name = "Termination"
        found[name, value] = 1
    return found


RULES = {("Variant", "Chess960"), ("Rules", "N+10")}
