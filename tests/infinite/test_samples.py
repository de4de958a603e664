"""The ICN among the real positions: each text is read without a fault, replayed by the rules, and written again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scoresheet import infinite

FOLDER = "positions"
# Files with one text a line; the others are one text each.
LISTS = {"fireplank_engine_positions_open.icn", "generated_pgn_to_icn_partA_first500.icn", "infinitechess_variants.icn"}

# Two of the texts are not ICN: a template with a gap, and a void in upper case.
FAULTY = {
    "fireplank_engine_positions_open.icn:12": "icn-piece",
    "fireplank_engine_positions_open.icn:17": "icn-piece",
}


def texts(folder: Path) -> Iterator[tuple[str, str]]:
    """The name of each text, and the text."""
    for path in sorted(folder.rglob("*.icn")):
        text = path.read_text("utf-8")
        if path.name in LISTS:
            yield from ((f"{path.name}:{number}", line) for number, line in enumerate(text.splitlines(), 1) if line)
        else:
            yield path.name, text


def told(game: infinite.Game) -> tuple[object, ...]:
    return game.start, [str(node.move) for node in game.mainline()], dict(game.tags), game.end


def replayed_and_rewritten(name: str, text: str) -> int:
    game = infinite.parse(text)
    assert [error.code for error in game.errors] == ([FAULTY[name]] if name in FAULTY else []), f"{name}: {game.errors}"
    if name in FAULTY:
        return 0
    compact = game.to_icn(profile="doc")
    assert told(infinite.parse(compact)) == told(game), name
    assert told(infinite.parse(game.to_icn(profile="doc", style="long"))) == told(game), name
    assert infinite.parse(compact).to_icn(profile="doc") == compact, name
    said = json.dumps(game.to_json(profile="doc"))
    assert json.dumps(infinite.parse(said).to_json(profile="doc")) == said, name
    return game.ply_count


@pytest.mark.slow
@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.long)])
def test_samples_are_read_replayed_and_rewritten(data: Callable[[str], Path], every: int) -> None:
    found = list(texts(data(FOLDER)))
    plies = [replayed_and_rewritten(name, text) for name, text in found[::every]]
    assert len(found) > 600
    assert sum(plies) * every > 25_000


def test_the_documents_of_the_description_are_among_them(data: Callable[[str], Path]) -> None:
    long, compact = (dict(texts(data(FOLDER)))[f"tsevasa_readme_block{number}.icn"] for number in (4, 5))
    games = infinite.parse(long), infinite.parse(compact)
    moves = [[str(node.move) for node in game.mainline()] for game in games]
    assert moves[0] == moves[1]
    assert len(moves[0]) == 22
    assert games[0].end.is_mate
    assert games[0].outcome == games[1].outcome
