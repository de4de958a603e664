"""The openings of the viewer, compared with a plain second computation."""

from __future__ import annotations

import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import scoresheet
from scoresheet.viewer.answers import Answers, Request
from scoresheet.viewer.openings import Reply, gaps
from scoresheet.viewer.session import Session


@pytest.fixture(scope="module")
def post(root, tmp_path_factory) -> Any:
    path = tmp_path_factory.mktemp("openings") / "games.parquet"
    scoresheet.convert(root / "examples", path, columns=["tags", "summary", "packed", "text"])
    ask = asking(path)
    ask.path = path
    return ask


def asking(path: Path) -> Any:
    """A function that posts to the viewer of a file and returns the status and the response."""
    session = Session()
    session.open([str(path)])
    session.wait(60)
    answers = Answers(session)

    def ask(name: str, asked: dict[str, Any]) -> tuple[int, Any]:
        body = json.dumps(asked).encode()
        request = Request("POST", f"/api/{name}", body=io.BytesIO(body), length=len(body), media="application/json")
        answer = answers.answer(request)
        return int(answer.status), json.loads(answer.body)

    return ask


def test_results_agree_with_a_loop_over_the_games(post: Any) -> None:
    fen = scoresheet.Position().play("e4").fen()
    expected: Counter[str] = Counter()
    for game in scoresheet.read(post.path):
        if game.tags.get("Variant", "Standard") == "Standard" and fen in {
            node.position.fen() for node in game.mainline()
        }:
            expected[game.result] += 1
    status, found = post("openings", {"fen": fen})
    assert status == 200
    assert found["games"] == sum(expected.values()) > 0
    for bands in ("ratings", "speeds"):
        assert all(band[1] >= sum(band[2:]) for band in found[bands])
        assert sum(band[1] for band in found[bands]) <= found["games"]


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"player": "A", "color": "red"},
        {"player": "A", "filter": {"since": "what"}},
        {"player": "A", "filter": {"x": 1}},
    ],
)
def test_wrong_questions_about_holes_are_refused(post: Any, asked: dict[str, Any]) -> None:
    status, found = post("holes", asked)
    assert status == 400
    assert found["error"]["message"]


def test_an_unknown_player_has_no_holes(post: Any) -> None:
    status, found = post("holes", {"player": "O'Nobody"})
    assert (status, found["holes"], found["own"]) == (200, [], 0)
    assert found["others"] > 0


def test_each_kind_of_hole_has_its_bounds() -> None:
    lines = {
        (): Reply(100, 20),
        ("e4",): Reply(100, 20),
        ("e4", "c5"): Reply(50, 3),  # 10 predicted
        ("e4", "e5"): Reply(40, 10, 3.0, 10, Counter({"Nf3": 10})),
        ("e4", "e6"): Reply(10, 6, 4.0, 6, Counter({"d4": 2, "d3": 2, "Nc3": 2})),
        ("e4", "a5"): Reply(9, 0),  # not common
    }
    found = [(kind, line[-1]) for kind, line, *_ in gaps(lines, "white")]
    assert found == [("bad", "e5"), ("rare", "c5"), ("scattered", "e6")]
    assert [kind for kind, *_ in gaps({("e4",): Reply(100, 0), (): Reply(100, 3)}, "black")] == ["rare"]


def test_the_holes_of_a_player_agree_with_a_loop_over_the_games(tmp_path: Any) -> None:
    others = "".join(
        f'[White "B{n}"]\n[Black "C"]\n\n1. e4 {"c5" if n % 2 else "e5"} 2. Nf3 1-0\n\n' for n in range(24)
    )
    own = "".join('[White "O\'A"]\n[Black "D"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 0-1\n\n' for _ in range(6))
    path = tmp_path / "games.pgn"
    path.write_text(others + own)
    status, found = asking(path)("holes", {"player": "O'A", "filter": {"player": "O'A"}})
    assert (status, found["own"], found["others"]) == (200, 6, 24)
    kinds = [(hole["kind"], hole["line"], hole["games"], hole["own"], hole["score"]) for hole in found["holes"]]
    assert kinds == [("bad", ["e4", "e5"], 12, 6, 0.0), ("rare", ["e4", "c5"], 12, 0, None)]
    assert found["holes"][1]["fen"] == scoresheet.Position().play("e4").play("c5").fen()
