"""Writes what engines found into a game: evaluations, marks, better lines and figures."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scoresheet.analysis.accuracy import move_accuracies
from scoresheet.analysis.judging import JUDGES, NAGS, Mark, capped, chance_lost
from scoresheet.analysis.suites import write_operations
from scoresheet.analysis.summary import GameAnalysis, MoveAnalysis, summary_of
from scoresheet.errors import UsageError
from scoresheet.game import Evaluation, Node

if TYPE_CHECKING:
    from scoresheet.analysis.results import FoundLine, PositionResult
    from scoresheet.analysis.searching import GameSearch
    from scoresheet.notation import Move

__all__ = ["MarkChoice", "SourceFacts", "has_evaluations", "marked", "sources_of"]

_SENTENCE = re.compile(r"(?:Inaccuracy|Mistake|Blunder)(?: \([^)]*\))?\.(?: [^ ]+ was better\.)?$")
"""What `_sentence` writes."""

_MARKED_NAGS = range(1, 7)
"""The NAGs that judge a move: `!`, `?`, `!!`, `??`, `!?` and `?!`."""


@dataclass(frozen=True)
class MarkChoice:
    """What is written into games.

    Attributes:
        judge: the rule for marks, one of `JUDGES`.
        best_line: how many half-moves of the better line are written at a marked move; 0 for none.
        comments: whether marked moves get a sentence.
        date: the date of the annotations.
        replace: whether to remove what was written by the same source before, and all evaluations.
        eval_depth: whether evaluations are written with their depth.
        summary_tags: whether the figures of both sides are written as tags.
        as_epd: whether the output is EPD, in which operations contain what was found about a position.
    """

    judge: str = "lichess"
    best_line: int = 10
    comments: bool = False
    date: datetime.date | str = field(default_factory=lambda: datetime.date.today())
    replace: bool = False
    eval_depth: bool = False
    summary_tags: bool = False
    as_epd: bool = False


@dataclass(frozen=True)
class SourceFacts:
    """An engine as the source of annotations: its id, its name, and what its results depend on."""

    id: str
    name: str
    info: Mapping[str, Any] = field(default_factory=dict)


def source_id(name: str) -> str:
    """The name of an engine as the id of a source.

    >>> source_id("Stockfish 15.1"), source_id("Toga II 3.0UCI")
    ('stockfish-15.1', 'toga-ii-3.0uci')
    """
    return re.sub(r"[^a-z0-9.+]+", "-", name.casefold()).strip("-") or "engine"


def sources_of(names: Sequence[str], settings: Sequence[Mapping[str, object]], ids: Sequence[str]) -> list[SourceFacts]:
    """The engines as sources. `ids` are those that the caller wants, for as many engines as there are.

    Raises:
        UsageError: two sources would have the same id.
    """
    if len(ids) > len(names):
        raise UsageError(f"there are {len(ids)} sources for {len(names)} engines", hint="name one for each engine")
    wanted = [*ids, *map(source_id, names[len(ids) :])]
    if len(set(wanted)) < len(wanted):
        twice = next(one for one in wanted if wanted.count(one) > 1)
        raise UsageError(f"two engines have the source `{twice}`", hint="give each its own with `source`")
    return [
        SourceFacts(one, name, {"kind": "engine", "name": name, **setting})
        for one, name, setting in zip(wanted, names, settings, strict=True)
    ]


def has_evaluations(nodes: Sequence[Node]) -> bool:
    """Whether a game has evaluations already."""
    return any(node.eval is not None for node in nodes)


def marked(
    search: GameSearch, results: Sequence[Mapping[int, PositionResult]], sources: Sequence[SourceFacts], how: MarkChoice
) -> GameAnalysis:
    """Writes the results of all engines into a game, and returns those of the first one."""
    if how.replace:
        _remove(search, sources)
    is_unattributed = not any(node.annotations for node in search.nodes)
    # Before any engine writes: each engine judges moves for itself, but only those without other judgments.
    judged = {ply for ply, node in enumerate(search.nodes) if any(nag in _MARKED_NAGS for nag in node.nags)}
    analyses = []
    for number, (found, source) in enumerate(zip(results, sources, strict=True)):
        evaluations = _evaluations(search, found)
        if not (search.is_position and how.as_epd):
            _write_evaluations(search, found, evaluations, source, how, is_first=number == 0)
        moves = _judged(search, found, evaluations, how)
        for move in moves:
            is_judged = move.ply in judged
            _write_mark(search.nodes[move.ply], move, found.get(move.ply - 1, ()), source, how, is_judged=is_judged)
        white_starts = search.nodes[0].position.turn == "white"
        analyses.append(summary_of(source.name, evaluations, moves, white_starts=white_starts))
    tags = search.game.tags
    if search.is_position and (how.as_epd or "EPD" in tags):
        write_operations(search.game, results[0].get(0, ()))
    if is_unattributed and search.plies and "Annotator" not in tags and not (search.is_position and how.as_epd):
        tags["Annotator"] = sources[0].name
    if how.summary_tags:
        _write_summary(search, analyses[0])
    return analyses[0]


def _remove(search: GameSearch, sources: Sequence[SourceFacts]) -> None:
    """Removes all evaluations, and what the same sources have written."""
    annotator = search.game.tags.get("Annotator")
    for node in search.nodes:
        if node.eval is not None:
            node.set_command("eval", None)
        for source in sources:
            node.remove_annotations(source.id)
            if source.name == annotator:
                _remove_unattributed(node, source.name)
            if source.id in node.properties:
                del node.properties[source.id]


def _remove_unattributed(node: Node, annotator: str) -> None:
    """Removes marks with their lines from a game whose tag `Annotator` names the engine: PGN cannot attribute them.

    Comments of people, who may have added them later, stay.
    """
    said = [one.comment for one in node.annotations if one.source == annotator and one.nag in NAGS.values()]
    node.remove_annotations(annotator, nags=list(NAGS.values()))
    for comment in said:
        if comment and not _SENTENCE.match(" ".join(comment.split())):  # PGN breaks lines in comments
            node.annotate(annotator, comment=comment)


def _has_line(parent: Node, line: Sequence[Move]) -> bool:
    """Whether a position has a variation that begins with these moves already."""
    for start in parent.children[1:]:
        node: Node | None = start
        for move in line:
            if node is None or node.move != move:
                break
            node = node.next
        else:
            return True
    return False


def _evaluations(search: GameSearch, found: Mapping[int, PositionResult]) -> dict[int, Evaluation]:
    """The evaluations by half-move. A draw on the board is one without a search; a won game has none."""
    evaluations = {ply: result[0].eval for ply, result in found.items() if result}
    last = len(search.nodes) - 1
    outcome = search.nodes[last].position.outcome()
    if outcome is not None and outcome.winner is None and last in search.judged:
        evaluations[last] = Evaluation(cp=0)
    return evaluations


def _write_evaluations(
    search: GameSearch,
    found: Mapping[int, PositionResult],
    evaluations: Mapping[int, Evaluation],
    source: SourceFacts,
    how: MarkChoice,
    *,
    is_first: bool,
) -> None:
    for ply, evaluation in evaluations.items():
        node = search.nodes[ply]
        if ply == 0 and not search.is_position:
            continue  # there is no move for it to belong to
        if is_first:
            # Not `Node.eval`: in a game of Lichess, that would mean that Lichess has computed it.
            node.properties["pgn"]["eval"] = _command(evaluation, how)
        lines = found.get(ply, ())
        if lines:
            node.properties[source.id] = _facts(node, lines)


def _command(evaluation: Evaluation, how: MarkChoice) -> str:
    """An evaluation as the value of the command `eval`.

    >>> _command(Evaluation(cp=-31, depth=20), MarkChoice()), _command(Evaluation(mate=-3), MarkChoice(eval_depth=True))
    ('-0.31', '#-3')
    """
    depth = f",{evaluation.depth}" if how.eval_depth and evaluation.depth is not None else ""
    return f"{shown(evaluation)}{depth}"


def shown(evaluation: Evaluation) -> str:
    """An evaluation in pawns, or as a mate.

    >>> shown(Evaluation(cp=-5)), shown(Evaluation(mate=-3))
    ('-0.05', '#-3')
    """
    if evaluation.mate is not None:
        return f"#{evaluation.mate}"
    return f"{(evaluation.cp or 0) / 100:.2f}"


def _facts(node: Node, lines: PositionResult) -> dict[str, Any]:
    """What an engine found about the position after a move, as properties of the move."""
    facts = _line_facts(node, lines[0])
    if len(lines) > 1:
        facts["lines"] = [
            {**_line_facts(node, line), "moves": [move.uci() for move in line.played(node.position)]}
            for line in lines[1:]
        ]
    return facts


def _line_facts(node: Node, line: FoundLine) -> dict[str, Any]:
    cp, mate, depth = line.eval
    played = line.played(node.position, 1)
    facts = {
        "cp": cp,
        "mate": mate,
        "depth": depth,
        "nodes": line.nodes,
        "best": played[0].uci() if played else None,
        "wdl": None if line.wdl is None else list(line.wdl),
    }
    return {name: value for name, value in facts.items() if value is not None}


def _judged(
    search: GameSearch, found: Mapping[int, PositionResult], evaluations: Mapping[int, Evaluation], how: MarkChoice
) -> list[MoveAnalysis]:
    moves = []
    for ply in search.judged:
        node, parent = search.nodes[ply], search.nodes[ply - 1]
        lines = found.get(ply - 1, ())
        best = lines[0].played(parent.position, 1) if lines else []
        before, after = evaluations.get(ply - 1), evaluations.get(ply)
        lost = loss = accuracy = mark = None
        if before is not None and after is not None:
            white = parent.position.turn == "white"
            lost = chance_lost(before, after, white=white)
            change = capped(before) - capped(after)
            loss = max(0, change if white else -change)
            [accuracy] = move_accuracies([before, after], white=white)
            if best != [node.move]:
                mark = JUDGES[how.judge](before, after, white=white)
        said = parent.position.write(best[0]) if best else None
        moves.append(MoveAnalysis(ply, str(node.san), before, after, lost, loss, accuracy, mark, said))
    return moves


def _write_mark(
    node: Node,
    move: MoveAnalysis,
    lines: Sequence[FoundLine],
    source: SourceFacts,
    how: MarkChoice,
    *,
    is_judged: bool,
) -> None:
    if move.mark is None or move.chance_lost is None or node.parent is None:
        return
    better = lines[0].played(node.parent.position, how.best_line) if lines else []
    node.annotate(
        source.id,
        nag=None if is_judged else NAGS[move.mark],
        comment=_sentence(move) if how.comments else None,
        alt=better if better and not _has_line(node.parent, better) else None,
        date=how.date,
        q=round(move.chance_lost, 4),
        info=dict(source.info),
    )


def _sentence(move: MoveAnalysis) -> str:
    """What a marked move gets as a comment."""
    mark: Mark | str = move.mark or ""
    said = [f"{mark.capitalize()}"]
    if move.before is not None and move.after is not None:
        said.append(f" ({shown(move.before)} → {shown(move.after)})")
    said.append(f". {move.best} was better." if move.best else ".")
    return "".join(said)


def _write_summary(search: GameSearch, analysis: GameAnalysis) -> None:
    for name, side in {"White": analysis.white, "Black": analysis.black}.items():
        if side.accuracy is None or side.mean_loss is None:
            continue
        search.game.tags[f"{name}Accuracy"] = f"{side.accuracy:.1f}"
        search.game.tags[f"{name}ACPL"] = f"{side.mean_loss:.0f}"
        search.game.tags[f"{name}Inaccuracies"] = str(side.inaccuracies)
        search.game.tags[f"{name}Mistakes"] = str(side.mistakes)
        search.game.tags[f"{name}Blunders"] = str(side.blunders)
