"""The sources of the comments and NAGs of a game, for the page: only if there is more than one source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scoresheet._core import Game, Node
from scoresheet.drawing.movetext import flowing, remark

__all__ = ["opinions_of", "together", "usual_source"]


def usual_source(game: Game) -> str:
    """The source of annotations that name none.

    >>> import scoresheet
    >>> usual_source(scoresheet.parse("1. e4 *")), usual_source(scoresheet.parse('[Annotator "Ann"] 1. e4 *'))
    ('pgn', 'Ann')
    """
    return game.tags.get("Annotator") or "pgn"


def opinions_of(game: Game, nodes: Sequence[Node], nag: Callable[[int | str], dict[str, str]]) -> list[dict[str, Any]]:
    """For each node `said`, the annotation of each source, and `line`, the source of the variation that begins there.

    An annotation has `by`, the name of the source, a `date`, the source's own measure `q`, `nags` as `nag` makes them,
    and a `text`. The source of annotations that name none has no `by`. The list is empty if all is by that source, or
    about a node whose comments are elsewhere than its annotations.

    >>> import scoresheet
    >>> game = scoresheet.parse("1. e4 {good} *")
    >>> opinions_of(game, [game.at(1)], str)
    [{}]
    >>> game.at(1).annotate("Ann", comment="best", date="2026-11-29")
    >>> opinions_of(game, [game.at(1)], str)[0]["said"][1]
    {'by': 'Ann', 'date': '2026-11-29', 'nags': [], 'text': 'best'}
    """
    usual = usual_source(game)
    found: list[dict[str, Any]] = [{} for _ in nodes]
    lines: dict[Node, str] = {}
    named = False
    for node, facts in zip(nodes, found, strict=True):
        said: list[dict[str, Any]] = []
        for one in node.annotations:
            by = None if one.source == usual else flowing(one.source)
            named = named or by is not None
            if one.alt is not None and by is not None:
                lines[one.alt] = by
            _add(said, by, one, nag)
        if said and _is_all(node, said):
            facts["said"] = said
    if not named:
        return [{} for _ in nodes]
    for node, facts in zip(nodes, found, strict=True):
        if node in lines:
            facts["line"] = lines[node]
    return found


def _add(said: list[dict[str, Any]], by: str | None, one: Any, nag: Callable[[int | str], dict[str, str]]) -> None:
    """Adds an annotation, to the entry before it if that is by the same source on the same day."""
    whose: dict[str, Any] = {} if by is None else {"by": by}
    whose |= {} if one.date is None else {"date": one.date.isoformat()}
    nags = [] if one.nag is None else [nag(one.nag)]
    text = remark(one.comment or "")
    if one.q is not None:
        whose |= {"q": one.q, **({} if one.alt is None else {"line": True})}
        said.append({**whose, "nags": nags, "text": text})
        return
    if not nags and not text:
        return
    last = said[-1] if said else None
    if last is not None and "line" not in last and (last.get("by"), last.get("date")) == (by, whose.get("date")):
        last["nags"] += nags
        last["text"] = f"{last['text']} {text}".strip()
    else:
        said.append({**whose, "nags": nags, "text": text})


def _is_all(node: Node, said: list[dict[str, Any]]) -> bool:
    """Whether no comment of the node is missing."""
    comments = " ".join(remark(comment) for comment in node.comments_after)
    return comments.split() == " ".join(one["text"] for one in said).split()


def together(said: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The NAGs of all sources, each once. Judgements of several are marked as `apart`, or `!` and `?` would be `!?`.

    The title of a NAG is its meaning, followed by `by` and the sources that have a name.

    >>> good, bad = {"sign": "!", "code": "$1"}, {"sign": "?", "code": "$2"}
    >>> together([{"nags": [good]}, {"nags": [good, bad]}])
    [{'sign': '!', 'code': '$1'}, {'sign': '?', 'code': '$2', 'apart': True}]
    """
    found: dict[str, dict[str, Any]] = {}
    judge: int | None = None
    for place, one in enumerate(said):
        for nag in one["nags"]:
            judges = nag["sign"][:1] in ("!", "?")
            if judges and judge is None:
                judge = place
            known = found.get(nag["code"]) or ({**nag, "apart": True} if judges and judge != place else nag)
            by = " \N{EN DASH} " + ", ".join(filter(None, (one["by"], one.get("date")))) if one.get("by") else ""
            found[nag["code"]] = {**known, "by": known.get("by", "") + by} if by else known
    return list(found.values())
