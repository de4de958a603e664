"""Objects of both kinds of games satisfy the protocols. `test_types.py` has mypy check that of their classes."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from typing_extensions import get_protocol_members

import both_kinds
import scoresheet
from scoresheet import infinite, protocols
from test_house import ROOT

CLASSES = [
    (protocols.AnyGame, scoresheet.Game, infinite.Game),
    (protocols.AnyNode, scoresheet.Node, infinite.Node),
    (protocols.AnyPosition, scoresheet.Position, infinite.Position),
    (protocols.AnyMove, scoresheet.Move, infinite.Move),
]
OBJECTS = [
    (protocols.AnyGame, both_kinds.games),
    (protocols.AnyNode, both_kinds.nodes),
    (protocols.AnyPosition, both_kinds.positions),
    (protocols.AnyMove, both_kinds.moves),
    (protocols.AnyMoves, both_kinds.legal_moves),
]


# These share a name only: `Game.outcome` and `Position.squares` are methods of the usual kind and data of the other;
# squares of the usual board have names, while those of boards without edges are pairs of numbers.
DIFFERENT = {"en_passant", "outcome", "squares"}


def public(cls: type) -> set[str]:
    return {name for name in dir(cls) if not name.startswith("_")}


@pytest.mark.parametrize(("protocol", "usual", "unbounded"), CLASSES, ids=lambda cls: cls.__name__)
def test_a_protocol_has_the_attributes_that_both_kinds_have(protocol, usual, unbounded) -> None:
    members = {name for name in get_protocol_members(protocol) if not name.startswith("_")}
    assert members == (public(usual) & public(unbounded)) - DIFFERENT


@pytest.mark.parametrize(("protocol", "made"), OBJECTS, ids=lambda each: each.__name__)
def test_objects_of_both_kinds_have_every_attribute(protocol, made) -> None:
    for one in made():
        for name in get_protocol_members(protocol):
            assert getattr(one, name, NotImplemented) is not NotImplemented, (type(one), name)


def test_one_function_reads_games_of_both_kinds() -> None:
    assert [both_kinds.summary(game) for game in both_kinds.games()] == [
        ["?", "*", "e4 1 best", "e5"],
        ["?", "*", "0,0>1,1 1 best", "5,5>6,6"],
    ]


def test_one_function_edits_games_of_both_kinds() -> None:
    assert [both_kinds.edited(game) for game in both_kinds.games()] == [(1, "now", 90.0)] * 2


def test_the_protocols_are_imported_when_they_are_used() -> None:
    script = "import sys, scoresheet; print('scoresheet.protocols' in sys.modules); print(scoresheet.AnyGame.__name__)"
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["False", "AnyGame"]


# Words for checking what an object happens to have; the kind of a game is checked in one place, `scoresheet._kinds`.
FEELING = re.compile(r"\bhasattr\(|\bexcept AttributeError\b|\bgetattr\([^()]*, None\)")
OTHER_QUESTIONS = {
    ("cli/__init__.py", "hasattr("),  # whether the stream can be reconfigured
    ("cli/group.py", 'getattr(error, "possibilities", None)'),  # some errors of Click lack them
    ("cli/group.py", "hasattr("),  # whether the system has `poll`
    ("drawing/tree.py", "getattr(error, name, None)"),  # places that an error may lack
    ("cli/look.py", 'getattr(sys.stdout, "encoding", None)'),  # whether there is a standard output
}


def test_nothing_that_draws_or_writes_feels_for_the_kind_of_a_game() -> None:
    package = ROOT / "python" / "scoresheet"
    files = [*package.glob("drawing/*.py"), *package.glob("cli/*.py"), package / "writing.py"]
    found = {
        (str(path.relative_to(package)), match.group())
        for path in files
        for match in FEELING.finditer(path.read_text("utf-8"))
    }
    assert found == OTHER_QUESTIONS


def test_drawing_a_usual_game_imports_nothing_of_the_other_kind() -> None:
    script = (
        "import sys, scoresheet; scoresheet.parse('1. e4 *').html(); scoresheet.Position().svg(); "
        "print(*[name for name in sys.modules if 'infinite' in name or 'protocols' in name])"
    )
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout.split() == []
