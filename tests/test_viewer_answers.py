"""The responses of the viewer, compared with reading the same files."""

from __future__ import annotations

import itertools
import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("duckdb")

import odd_games
import scoresheet
from levels import rounds, slow
from scoresheet._registry import names
from scoresheet.questions.duckdb import packed_of
from scoresheet.viewer import figures, filters
from scoresheet.viewer.answers import Request
from scoresheet.viewer.columns import ALL as COLUMNS
from scoresheet.viewer.errors import Replaced
from scoresheet.viewer.figure import Figure
from scoresheet.viewer.saving import MOST_COPIED
from viewing import Refusal, Viewer, found, pgn, write
from waiting import SECONDS

START = scoresheet.Position().fen()
SICILIAN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCORESHEET_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def viewer(root: Path) -> Iterator[Viewer]:
    """All examples as one list."""
    opened = Viewer(root / "examples")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def games(root: Path) -> list[Any]:
    """The same games as objects, in the same order."""
    return list(scoresheet.read(root / "examples"))


# The session


def test_the_session_describes_open_games(viewer: Viewer, games: list[Any]) -> None:
    session = viewer.get("session")
    assert (session["state"], session["games"], session["kind"], session["sql"]) == (
        "ready",
        len(games),
        "chess",
        False,
    )
    assert sum(source["games"] for source in session["sources"]) == len(games)
    assert [source["errors"] for source in session["sources"]] == [0] * 5
    assert {entry["name"] for entry in session["formats"]} <= set(names("formats"))
    assert [entry["name"] for entry in session["notations"]["moves"]] == names("notations")
    assert (session["changed"], session["most_copied"]) == (False, MOST_COPIED)
    assert viewer.get("progress")["state"] == "ready"


def test_no_games_are_open_at_first() -> None:
    viewer = Viewer()
    assert viewer.get("session")["state"] == "empty"
    with pytest.raises(Refusal) as refused:
        viewer.get("game/0")
    assert (refused.value.status, refused.value.error["code"]) == (404, "empty")


# The list


def test_rows_are_in_the_order_of_the_files(viewer: Viewer, games: list[Any]) -> None:
    rows = viewer.listed("game", "white", "black", "ply_count")
    assert rows == [
        [row, row + 1, game.tags.get("White"), game.tags.get("Black"), game.ply_count] for row, game in enumerate(games)
    ]


def test_dates_have_only_their_known_parts(viewer: Viewer, games: list[Any]) -> None:
    written = [(game.tags.get("Date") or game.tags.get("UTCDate") or "?").replace(".", "-") for game in games]
    known = [text.partition("-?")[0] for text in written]
    assert [row[1] for row in viewer.listed("date")] == [None if text.startswith("?") else text for text in known]


SORTED = [column.name for column in COLUMNS]


@pytest.mark.parametrize("column", [*SORTED[::2], *slow(SORTED[1::2])])
def test_every_column_sorts_games_that_keep_their_order(viewer: Viewer, column: str) -> None:
    present = {each["name"] for each in viewer.get("session")["columns"]}
    assert column in present
    values = dict(viewer.listed(column))
    known = [row for row in values if values[row] is not None]
    for down in (False, True):
        rows = [row for row, _ in viewer.listed(column, sort={"by": column, "down": down})]
        # `reverse` keeps the order of equal values, too.
        expected = sorted(known, key=lambda row: values[row], reverse=down)
        assert rows == expected + [row for row in values if values[row] is None]


def tags(game: Any, *wanted: str) -> list[str]:
    return [(game.tags.get(name) or "").lower() for name in wanted]


def elos(game: Any) -> list[int]:
    found = [game.tags.get(name) or "" for name in ("WhiteElo", "BlackElo")]
    return [int(text) for text in found if text.isdecimal()]


FILTERS: dict[str, tuple[object, Callable[[Any], bool]]] = {
    "player": (
        "morphy, paul",
        lambda game: any("morphy" in name and "paul" in name for name in tags(game, "White", "Black")),
    ),
    "white": ("ANDERSSEN", lambda game: "anderssen" in tags(game, "White")[0]),
    "black": ("lasker", lambda game: "lasker" in tags(game, "Black")[0]),
    "opening": (
        "italian",
        lambda game: "italian" in (game.tags.get("Opening") or (game.opening and game.opening.name) or "").lower(),
    ),
    "eco": ("c3-C45", lambda game: "C3" <= eco(game) <= "C45"),
    "result": ("0-1", lambda game: game.result == "0-1"),
    "elo_min": ("2200", lambda game: len(elos(game)) == 2 and min(elos(game)) >= 2200),
    "elo_max": ("2100", lambda game: len(elos(game)) == 2 and max(elos(game)) <= 2100),
    "since": ("1950", lambda game: year(game) >= 1950),
    "until": ("1900-01-01", lambda game: 0 < year(game) < 1900),
    "plies_min": ("100", lambda game: game.ply_count >= 100),
    "plies_max": (30, lambda game: game.ply_count <= 30),
    "time": ("blitz", lambda game: game.tags.get("TimeControl") in ("180+0", "180+2", "300+0", "300+3")),
    "time_control": ("600+5", lambda game: game.tags.get("TimeControl") == "600+5"),
    "mate": ("1", lambda game: game.end.is_mate),
    "event": ("casual", lambda game: "casual" in tags(game, "Event")[0]),
    "tag": ("Site=london", lambda game: "london" in tags(game, "Site")[0]),
    "source": ("chess960", lambda game: game.start.variant == "chess960"),
    "errors": (True, lambda game: bool(game.errors)),
    "find": ("mate", lambda game: game.end.is_mate),
    "reached": (SICILIAN, lambda game: any(node.position.fen() == SICILIAN for node in game.mainline())),
    "bar": ("years each=10 year=1850", lambda game: 1850 <= year(game) < 1860),
}


def eco(game: Any) -> str:
    return game.tags.get("ECO") or (game.opening.eco if game.opening else "")


def year(game: Any) -> int:
    match = re.match(r"\d{4}", game.tags.get("Date") or game.tags.get("UTCDate") or "")
    return int(match[0]) if match else 0


@pytest.mark.parametrize("name", [filter_.name for filter_ in filters.ALL])
def test_every_filter_leaves_the_games_that_fit(viewer: Viewer, games: list[Any], name: str) -> None:
    value, fits = FILTERS[name]
    expected = [row for row, game in enumerate(games) if fits(game)]
    assert [row[0] for row in viewer.listed("game", **{name: value})] == expected
    assert expected or name in ("errors", "time_control", "time")


def test_filters_apply_together(viewer: Viewer, games: list[Any]) -> None:
    rows = [row for row, _ in viewer.listed("game", result="1-0", mate="1", plies_max="60")]
    assert rows == [
        row for row, game in enumerate(games) if game.result == "1-0" and game.end.is_mate and game.ply_count <= 60
    ]


def test_a_fen_in_the_pattern_finds_the_position(viewer: Viewer) -> None:
    assert viewer.listed("game", find=SICILIAN) == viewer.listed("game", reached=SICILIAN) != []


def test_the_pieces_of_a_fen_find_the_position_with_either_side_to_move(viewer: Viewer, games: list[Any]) -> None:
    for before in ("", "  "):
        found = viewer.post("count", {"filter": {"find": before + SICILIAN.split()[0]}})["games"]
        assert (
            found
            == sum(any(board.fen().split()[0] == SICILIAN.split()[0] for board in boards(game)) for game in games)
            > 0
        )
    with pytest.raises(Refusal) as refused:
        viewer.post("count", {"filter": {"find": "8/8/8/8/8/8/8/K6k1"}})
    assert "rank" in refused.value.error["message"]


def boards(game: Any) -> Iterator[Any]:
    """The positions of the mainline."""
    node = game.root
    while node is not None:
        yield node.position
        node = node.next


def test_the_position_before_the_first_move_is_found(viewer: Viewer, games: list[Any]) -> None:
    start = scoresheet.Position().fen()
    expected = [row for row, game in enumerate(games) if game.start.fen() == start]
    assert [row for row, _ in viewer.listed("game", find=start)] == expected != []
    assert [row for row, _ in viewer.listed("game", reached=start)] == expected


def test_a_board_in_parentheses_is_not_a_fen(viewer: Viewer) -> None:
    board = "board 8/8/8/8/4P3/8/8/8"
    assert viewer.listed("game", find=f"({board} and black to move)") == viewer.listed("game", find=board) != []


def test_count_is_the_number_of_games_of_a_view(viewer: Viewer, games: list[Any]) -> None:
    asked = {"filter": {"find": "board 8/8/8/8/4P3/8/8/8", "result": "1-0"}}
    view = viewer.post("view", asked)
    assert viewer.post("count", asked) == {"games": view["games"], "of": len(games)}
    for rank in range(12):  # more than the views that are kept
        viewer.post("count", {"filter": {"plies_min": rank + 1}})
    assert viewer.get(f"view/{view['view']}/place", row=10**6) == {"place": None}
    with pytest.raises(Refusal, match="400"):
        viewer.post("count", {"filter": {"find": "chek"}})


@pytest.mark.parametrize("indexed", [False, True])
def test_positions_belong_to_their_rules(tmp_path: Path, indexed: bool) -> None:
    games = [
        f'[Variant "{name}"]\n\n1. e4 d5 2. exd5 *\n\n' for name in ("Standard", "Crazyhouse", "Atomic", "Chess960")
    ]
    path = write(tmp_path / "variants.pgn", *games)
    if indexed:
        scoresheet.convert(path, path.with_suffix(".parquet"), columns=["tags", "summary", "packed"])
        path = path.with_suffix(".parquet")
        scoresheet.index(path)
    viewer = Viewer(path)
    for rules, rows in (("standard", [0, 3]), ("crazyhouse", [1]), ("atomic", [2]), ("antichess", [])):
        before = scoresheet.Position(variant=rules).play("e4").fen()
        found = viewer.post("explorer", {"fen": before, "rules": rules, "filter": {}})
        assert [(move["san"], move["games"]) for move in found["moves"]] == ([("d5", len(rows))] if rows else [])
        assert [row for row, _ in viewer.listed("game", find=f"{rules} {before}")] == rows
        assert [row for row, _ in viewer.listed("game", reached=f"{rules} {before}")] == rows
    hand = scoresheet.Position(variant="crazyhouse").play("e4").play("d5").play("exd5").fen()
    assert [row for row, _ in viewer.listed("game", find=hand)] == [1]  # the hand shows the rules
    assert [row for row, _ in viewer.listed("game", find=f"board {before.split()[0]}")] == [0, 1, 2, 3]
    with pytest.raises(Refusal, match="400"):
        viewer.listed("game", find=f"nothing {before}")


@pytest.mark.parametrize(
    ("filter_", "place", "at"),
    [
        ({"find": "move Nf3 then xx"}, "find", 14),
        ({"find": "8/8 w"}, "find", None),
        ({"reached": "what"}, "reached", None),
        ({"since": "last year"}, "since", None),
        ({"since": "1960-02-31"}, "since", None),
        ({"plies_min": "1; drop"}, "plies_min", None),
        ({"result": "2-0"}, "result", None),
        ({"eco": "X9"}, "eco", None),
        ({"mate": "maybe"}, "mate", None),
        ({"tag": "nothing"}, "tag", None),
        ({"white": "x" * 2001}, "white", None),
    ],
)
def test_a_value_without_sense_is_refused_with_its_place(viewer: Viewer, filter_: Any, place: str, at: Any) -> None:
    with pytest.raises(Refusal) as refused:
        viewer.post("view", {"filter": filter_})
    assert (refused.value.status, refused.value.error["place"]) == (400, place)
    if at is not None:
        assert refused.value.error["at"] == at


def test_what_does_not_exist_is_refused(viewer: Viewer) -> None:
    for asked in ({"filter": {"nothing": "1"}}, {"sort": {"by": "row; drop table games"}}):
        with pytest.raises(Refusal, match="400"):
            viewer.post("view", asked)
    with pytest.raises(Refusal, match="404"):
        viewer.get("view/view_of_nothing/rows", columns="white")
    with pytest.raises(Refusal, match="400"):
        viewer.get("view/all/rows", columns="white,nothing")
    for path in ("nothing", "game", "view/all", "../session"):
        with pytest.raises(Refusal, match="404"):
            viewer.get(path)


def test_place_finds_a_game_in_a_view(viewer: Viewer) -> None:
    view = viewer.post("view", {"filter": {"result": "1-0"}, "sort": {"by": "white"}})
    rows = [row for row, _ in viewer.listed("game", sort={"by": "white"}, result="1-0")]
    places = [viewer.get(f"view/{view['view']}/place", row=row)["place"] for row in rows]
    assert places == list(range(len(rows)))
    other = next(row for row in range(view["of"]) if row not in rows)
    assert viewer.get(f"view/{view['view']}/place", row=other)["place"] is None


def test_old_views_are_dropped(viewer: Viewer) -> None:
    first = viewer.post("view", {"filter": {"plies_min": 1}})["view"]
    for plies in range(2, 12):
        viewer.post("view", {"filter": {"plies_min": plies}})
    with pytest.raises(Refusal, match="no such view any more"):
        viewer.get(f"view/{first}/rows", columns="white")
    tables = viewer.session.opened.library.connection.execute("SELECT count(*) FROM duckdb_tables()").fetchone()
    assert tables == (8,)


def test_many_games_are_chosen_by_a_table_of_names(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd_games.write(tmp_path / "odd.pgn", 300)
    searched = Viewer(root / "examples", tmp_path / "odd.pgn")
    monkeypatch.setattr("scoresheet.viewer.player_names.LEAST_GAMES", 0)
    by_table = Viewer(root / "examples", tmp_path / "odd.pgn")
    chosen: list[dict[str, object]] = [
        {}, {"player": "morphy"}, {"white": "a,  L"}, {"black": "%"}, {"player": "o'hara; drop"}, {"player": ","},
        {"white": "ünal", "result": "1-0"}, {"white": "Tal", "black": "a"}, {"player": "nobody"},
    ]  # fmt: skip
    for given in chosen:
        rows = by_table.listed("black", **given)
        assert rows == searched.listed("black", **given)
        assert by_table.post("count", {"filter": given}) == searched.post("count", {"filter": given})
        for by, down in itertools.product(
            ("white", "black"), (False, True) if given in ({}, {"white": "a,  L"}) else ()
        ):
            sort = {"by": by, "down": down}
            rows = by_table.listed("white", "black", sort=sort, **given)
            assert rows == searched.listed("white", "black", sort=sort, **given)
    for column, text in itertools.product(("player", "white", "black"), ("", "tal", "a, b", "'", "?", "Morphy, P")):
        assert by_table.get(f"suggest/{column}", q=text) == searched.get(f"suggest/{column}", q=text)
    by_table.close()
    searched.close()


def test_suggestions_count_games(viewer: Viewer, games: list[Any]) -> None:
    counts = Counter(game.tags.get(side) for game in games for side in ("White", "Black"))
    found = viewer.get("suggest/player", q="morphy")
    assert found == [[name, counts[name]] for name, _ in found]
    assert found[0][0] == "Morphy, Paul"
    with pytest.raises(Refusal, match="400"):
        viewer.get("suggest/result", q="1")


# Games


def test_each_node_follows_from_its_parent(viewer: Viewer, games: list[Any]) -> None:
    for row, game in itertools.islice(enumerate(games), 0, None, len(games) // rounds(len(games))):
        plain = viewer.get(f"game/{row}")
        nodes = plain["nodes"]
        assert (nodes[0]["p"], nodes[0]["fen"], len(nodes)) == (-1, game.start.fen(), 1 + sum(1 for _ in game.walk()))
        for place, node in enumerate(nodes[1:], 1):
            assert node["p"] < place
            if "uci" in node:
                before = scoresheet.Position(nodes[node["p"]]["fen"], plain["rules"])
                assert before.play(before.parse(node["uci"], "uci")).fen() == node["fen"]
                assert before.write(before.parse(node["san"]), "san") == node["san"]
        assert plain["plies"] == game.ply_count
        assert dict(map(tuple, plain["tags"])) == dict(game.tags)


def test_annotations_are_returned(tmp_path: Path) -> None:
    said = "1. e4 $1 $16 { [%clk 0:01:30] [%emt 0:00:02] [%eval -0.5] [%cal Rd7d5,Ge2e4] [%csl Ye4] after }"
    said += " ({ before } 1. d4) *"
    viewer = Viewer(write(tmp_path / "noted.pgn", f'[TimeControl "90+2"]\n\n{said}\n'))
    plain = viewer.get("game/0")
    node = plain["nodes"][1]
    assert {name: node[name] for name in ("clk", "emt", "eval", "arr", "csl", "text")} == {
        "clk": 90, "emt": 2, "eval": {"cp": -50}, "arr": [[51, 35, "R"], [12, 28, "G"]], "csl": [[28, "Y"]],
        "text": "after",
    }  # fmt: skip
    assert [(nag["sign"], nag["code"]) for nag in node["nags"]] == [("!", "$1"), ("±", "$16")]
    assert plain["nodes"][2]["pre"] == "before"
    assert plain["times"] == {"base": 90, "increment": 2}


def test_errors_are_reported_at_their_places(tmp_path: Path) -> None:
    viewer = Viewer(write(tmp_path / "bad.pgn", pgn(White="A"), '[White "B"]\n\n1. e4 e5 2. Ke3 Nf6 1-0\n'))
    assert [source["errors"] for source in viewer.get("session")["sources"]] == [1]
    assert [row for row, _ in viewer.listed("white", errors=True)] == [1]
    plain = viewer.get("game/1")
    [error] = plain["errors"]
    assert (error["code"], error["text"], error["node"], plain["plies"]) == ("move-illegal", "Ke3", 2, 2)
    assert "Ke3" in plain["nodes"][2]["unplayed"][0]


def test_a_game_whose_rules_or_start_cannot_be_read_has_an_empty_board(tmp_path: Path) -> None:
    unplayed = ('[FEN "bad"]\n\n1. e4 *', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', '[Variant "Martian"]\n\n1. e4 *')
    viewer = Viewer(write(tmp_path / "odd.pgn", *unplayed, "1. Qh5 e5 *", "1. e4 e9 *"))
    shown = [viewer.get(f"game/{row}") for row in range(5)]
    assert [game.get("unknown") for game in shown] == [True, True, True, None, None]
    assert {game["nodes"][0]["fen"].split()[0] for game in shown[:3]} == {"8/8/8/8/8/8/8/8"}
    viewer.close()


def test_a_game_is_written_in_every_text_format(viewer: Viewer) -> None:
    for entry in viewer.get("session")["formats"]:
        written = viewer.post("game/1/text", {"format": entry["name"]})
        assert ("base64" in written) == entry["binary"]
        assert written["name"].endswith("." + entry["extension"])


def test_moves_of_the_board_are_added_to_the_text(viewer: Viewer, games: list[Any]) -> None:
    row = next(row for row, game in enumerate(games) if game.at(1).san == "e4" and not game.at(2).variations)
    count = len(viewer.get(f"game/{row}")["nodes"])
    added = [{"edit": "add", "parent": 1, "uci": "a7a6"}, {"edit": "add", "parent": count, "uci": "d2d4"}]
    text = viewer.post(f"game/{row}/text", {"format": "pgn", "edits": added, "options": {"moves": "uci"}})["text"]
    variation = scoresheet.parse(text).at(1).children[-1]
    assert [variation.san, variation.next.san] == ["a6", "d4"]
    assert "a7a6" in text
    assert len(viewer.get(f"game/{row}")["nodes"]) == count  # the game itself is unchanged
    add: dict[str, Any] = {"edit": "add", "parent": 0, "uci": "e2e5"}
    for wrong in (
        [{**add, "parent": 999999, "uci": "e2e4"}],
        [add],
        [{**add, "uci": 3}],
        [{}],
        [3],
        5,
        "add",
        {"a": 1},
    ):
        with pytest.raises(Refusal, match="400"):
            viewer.post(f"game/{row}/text", {"edits": wrong})


def test_positions_have_their_legal_moves(viewer: Viewer) -> None:
    found = viewer.get("position", fen="4k3/P7/8/8/8/8/8/4K2R w K - 0 1", move="e1g1")
    assert (found["san"], found["mv"], found["turn"]) == ("O-O", [4, 6], "black")
    castled = "nqrkbbnr/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HAha - 0 1".replace("nqrkbbnr", "rk5r")
    legal = viewer.get("position", fen=castled, rules="chess960")["legal"]
    assert len({(start, end, piece) for _, start, end, piece in legal}) == len(legal)  # castling is no king's move
    with pytest.raises(Refusal, match="400"):
        viewer.get("position", fen="8/8/8/8 w")
    with pytest.raises(Refusal, match="move-illegal"):
        viewer.get("position", fen=START, move="e2e5")


def test_positions_are_played_by_the_requested_rules(viewer: Viewer) -> None:
    house = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"
    found = viewer.get("position", fen=house, rules="crazyhouse", move="N@e4")
    assert (found["san"], found["mv"], found["fen"]) == ("N@e4", [28, 28], "4k3/8/8/8/4N3/8/8/4K3[] b - - 1 1")
    assert viewer.get("notations", fen=house, rules="crazyhouse", move="N@e4")["move"]["lan"] == "N@e4"
    castled = viewer.get("position", fen="rk5r/8/8/8/8/8/8/RK5R[] w HAha - 0 1", rules="crazyhouse960")["legal"]
    assert {move[0] for move in castled} >= {"b1h1", "b1a1"}
    assert viewer.get("position", fen=START, rules="antichess", move="e2e3")["fen"].split()[2] == "-"
    for rules in ("nothing", "N+20", "x" * 5000):
        with pytest.raises(Refusal, match="400"):
            viewer.get("position", fen=START, rules=rules)


def test_games_of_variants_are_shown_by_their_rules(tmp_path: Path) -> None:
    text = (
        '[Variant "Atomic"]\n\n1. Nf3 d5 2. Ne5 a6 3. Nxf7# 1-0\n\n[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 *\n'
    )
    viewer = Viewer(write(tmp_path / "variants.pgn", text))
    assert [source["errors"] for source in viewer.get("session")["sources"]] == [0]
    atomic, house = viewer.get("game/0"), viewer.get("game/1")
    assert (atomic["rules"], atomic["variant"], house["rules"]) == ("atomic", "Atomic", "crazyhouse")
    assert atomic["nodes"][-1]["end"] == "White wins: the king exploded"
    assert house["nodes"][-1]["fen"].split()[0].endswith("[Pp]")
    added = [{"edit": "add", "parent": 4, "uci": "P@e4"}]
    assert "3. P@e4" in viewer.post("game/1/text", {"format": "pgn", "edits": added})["text"]


def test_lists_of_moves_by_other_rules_are_not_packed_as_chess() -> None:
    lists = {"from_square": 12, "to_square": 28, "promotion": 0, "castle": 0}
    cells = ", ".join(f"[{value}]::TINYINT[] AS {name}" for name, value in lists.items())
    rows = f"(SELECT {cells}, unnest([NULL, 'atomic', 'chess960']) AS rules)"
    sql = f"SELECT rules, octet_length({packed_of([*lists, 'rules'])}) FROM {rows}"
    assert scoresheet.connect().execute(sql).fetchall() == [(None, 2), ("atomic", 12), ("chess960", 2)]


def test_notations_match_the_registry(viewer: Viewer) -> None:
    found = viewer.get("notations", fen=START, move="g1f3")
    assert set(found["move"]) <= set(names("notations"))
    assert {"san", "uci", "lan", "san-de"} <= set(found["move"])
    for name, text in found["move"].items():
        if name not in ("pgc", "bccf", "bccf2"):
            assert scoresheet.Position().parse(text, name).uci() == "g1f3"


# Questions


@pytest.fixture(scope="module")
def parquet(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All examples as Parquet, with an index of positions."""
    path = tmp_path_factory.mktemp("parquet") / "all.parquet"
    columns = ["tags", "summary", "packed", "text", "clock_ms"]
    scoresheet.convert(root / "examples", path, columns=columns, no_sort=True)
    scoresheet.index(path)
    return path


@pytest.fixture(scope="module")
def indexed(parquet: Path) -> Iterator[Viewer]:
    opened = Viewer(parquet)
    yield opened
    opened.close()


@pytest.mark.parametrize("fen", [START, SICILIAN, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"])
@pytest.mark.parametrize("filter_", [{}, {"result": "1-0"}, {"elo_min": 2000}, {"since": "1900-01-01"}])
def test_the_explorer_agrees_with_that_of_the_package(
    viewer: Viewer, indexed: Viewer, parquet: Path, fen: str, filter_: Any
) -> None:
    if "result" in filter_:
        source = scoresheet.read(parquet).where("result = '1-0'")
        expected = scoresheet.Explorer(source).moves(fen)
    else:
        bounds = {"elo_min": "min_elo", "since": "since"}
        expected = scoresheet.Explorer(parquet).moves(fen, **{bounds[name]: value for name, value in filter_.items()})
    wanted = [(found.move, found.games, found.score, found.performance) for found in expected]
    for asked in (viewer, indexed):
        answer = asked.post("explorer", {"fen": fen, "filter": filter_})
        assert [(move["san"], move["games"], move["score"], move["performance"]) for move in answer["moves"]] == wanted
        for move in answer["moves"]:
            assert scoresheet.Position(fen).parse(move["uci"], "uci") == scoresheet.Position(fen).parse(move["san"])
    assert indexed.get("session")["indexed"]
    assert indexed.post("explorer", {"fen": fen, "filter": filter_})["indexed"] == ("result" not in filter_)


def test_the_explorer_names_games_of_the_list(viewer: Viewer, indexed: Viewer, games: list[Any]) -> None:
    for asked in (viewer, indexed):
        for move in asked.post("explorer", {"fen": START})["moves"]:
            for row in (move["last"], move["best"]):
                if row is not None:
                    assert asked.get(f"game/{row}")["nodes"][1]["san"] == move["san"]


@pytest.mark.parametrize("figure", figures.ALL, ids=[figure.name for figure in figures.ALL])
def test_figures_honour_the_filters(indexed: Viewer, parquet: Path, figure: Figure) -> None:
    parameters = {choice.name: "Moor" for choice in figure.choices if not choice.values}
    sql, values = figure.bound(parameters)
    for filter_, condition in (
        ({}, "true"),
        ({"result": "0-1", "white": "O'"}, "result = '0-1' AND white ILIKE '%O''%'"),
        ({"bar": "years each=10 year=1850 and player player=Moor"}, "year // 10 = 185 AND 'Moor' IN (white, black)"),
    ):
        answer = indexed.post(f"figure/{figure.name}", {"filter": filter_, "parameters": parameters})
        with scoresheet.connect() as connection:
            connection.execute(f"CREATE TEMP VIEW games AS FROM '{parquet}' WHERE {condition}")
            expected = connection.execute(sql, dict(values)).fetchall()
            connection.execute(f"CREATE OR REPLACE TEMP VIEW games AS FROM '{parquet}'")
            shown = connection.execute(answer["sql"]).fetchall()  # what the page lets the user copy
            count = connection.execute(f"SELECT count(*) FROM games WHERE {condition}").fetchone()
        assert expected == shown
        dated = [tuple(str(value) if isinstance(value, date) else value for value in row) for row in expected]
        assert [tuple(row) for row in answer["rows"]] == dated
        assert (answer["games"], answer["sampled"]) == (*count, False)


def test_unknown_figures_and_parameters_are_refused(viewer: Viewer) -> None:
    for path, asked in (
        ("figure/nothing", {}),
        ("figure/rating", {}),
        ("figure/squares", {"parameters": {"piece": "'; DROP TABLE x"}}),
    ):
        with pytest.raises(Refusal, match="400"):
            viewer.post(path, asked)


# Export


@pytest.mark.parametrize("form", ["pgn", "vgn", "bgnl", "uci", "csv", "parquet", "arrow", "cpgn"])
def test_a_view_is_exported_in_its_order(viewer: Viewer, tmp_path: Path, form: str) -> None:
    view = viewer.post("view", {"filter": {"result": "1-0"}, "sort": {"by": "ply_count", "down": True}})["view"]
    plies = [row[1] for row in viewer.listed("ply_count", result="1-0", sort={"by": "ply_count", "down": True})]
    answer = viewer.raw("POST", "export", json.dumps({"view": view, "format": form}).encode())
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    path = tmp_path / f"out.{form}"
    path.write_bytes(b"".join(answer.body))
    assert [game.ply_count for game in scoresheet.read(path)] == plies


def test_selected_games_are_exported_in_their_order(viewer: Viewer, games: list[Any]) -> None:
    text = viewer.post("export", {"rows": [7, 3, 5], "format": "pgn", "options": {"moves": "uci"}})
    exported = scoresheet.parse_all(text)
    assert [game.tags["White"] for game in exported] == [games[row].tags["White"] for row in (7, 3, 5)]
    assert re.search(rb"1\. \w\d\w\d", text)
    for wrong in (
        {"rows": [-1]},
        {"rows": [10**9]},
        {"rows": "all"},
        {"rows": []},
        {"format": "exe"},
        {"format": "sqlite"},
    ):
        with pytest.raises(Refusal, match="400"):
            viewer.post("export", wrong)


def test_export_keeps_the_sources_of_notes_if_the_format_has_them(tmp_path: Path) -> None:
    game = scoresheet.parse('[White "A"] 1. e4 e5 *')
    game.at(1).annotate("Ann", nag="!", comment="best by test", date="2022-03-04", q=0.75)
    (tmp_path / "notes.bgnl").write_text(str(game.to("bgnl")))
    (tmp_path / "plain.pgn").write_text('[White "P"]\n\n1. d4 {x} *\n\n[White "Q"]\n\n1. c4 *\n')
    viewer = Viewer(tmp_path)
    sources = {form: viewer.post("export", {"rows": [2, 0, 1], "format": form}) for form in ("bgnl", "bgnx", "pgn")}
    for form in ("bgnl", "bgnx"):
        first, second, third = scoresheet.parse_all(sources[form], from_=form)
        assert (first.tags["White"], third.at(1).comment) == ("Q", "x")
        assert second == game
        assert [note.source for note in second.at(1).annotations] == ["Ann"]
    assert [found.at(1).comment for found in scoresheet.parse_all(sources["pgn"])] == ["", "best by test", "x"]
    viewer.close()


# Inputs


def test_parts_with_different_columns_form_one_list(root: Path, tmp_path: Path) -> None:
    """Parquet without texts, a database, and ICN beside a text format."""
    scoresheet.convert(
        root / "examples" / "annotated.pgn", tmp_path / "a.parquet", columns=["tags", "packed"], no_sort=True
    )
    scoresheet.convert(
        root / "examples" / "annotated.pgn", tmp_path / "b.parquet", columns=["tags", "moves"], no_sort=True
    )
    scoresheet.convert(root / "examples" / "historic.pgn", tmp_path / "c.duckdb")
    scoresheet.convert(root / "examples" / "annotated.pgn", tmp_path / "d.sqlite", columns=["tags", "doc"])
    write(tmp_path / "e.icn", "[White: Far] K0,0|k5,5 0,0>1,1\n")
    viewer = Viewer(*(tmp_path / name for name in ("a.parquet", "b.parquet", "c.duckdb", "d.sqlite", "e.icn")))
    session = viewer.get("session")
    assert [source["games"] for source in session["sources"]] == [3, 3, 45, 3, 1]
    assert session["kind"] == "mixed"
    rows = viewer.listed("white", "result")
    names_of = [game.tags["White"] for game in scoresheet.read(root / "examples" / "annotated.pgn")]
    assert [row[1] for row in rows[:3]] == [row[1] for row in rows[3:6]] == names_of
    assert [row[1] for row in rows[51:]] == [*names_of, "Far"]
    wanted = [viewer.get("game/51")["nodes"][place]["fen"] for place in (0, 5, 20)]
    for row in (0, 3):
        assert [node["fen"] for node in viewer.get(f"game/{row}")["nodes"]][:1] == wanted[:1]
        assert viewer.get(f"game/{row}")["plies"] == viewer.get("game/51")["plies"]
    assert viewer.get("game/6")["plies"] == next(iter(scoresheet.read(root / "examples" / "historic.pgn"))).ply_count
    far = viewer.get("game/54")
    assert (far["kind"], far["pieces"], len(far["nodes"])) == ("infinite", [["0", "0", 1, "k"], ["5", "5", 2, "k"]], 2)
    assert viewer.post("game/54/text", {"format": "icn"})["text"].startswith("[White: Far]")
    assert [row for row, _ in viewer.listed("white", white="far")] == [54]
    viewer.close()


def test_moves_and_a_map_of_a_board_without_edges(tmp_path: Path) -> None:
    far = 10**30
    write(tmp_path / "far.icn", f"w (8|1) K0,0|R5,1|k9,9|r{far},1|HU2,5 5,1>5,4\n")
    viewer = Viewer(tmp_path / "far.icn")
    east, west, *_ = viewer.get("game/0/moves", at=0, x=5, y=1)["slides"]
    assert (east["dx"], east["parts"], east["takes"]) == ("1", [["1", str(far - 5)]], True)
    assert (west["dx"], west["parts"], west["takes"]) == ("-1", [["1", None]], False)
    king = viewer.get("game/0/moves", at=0, x=0, y=0)
    assert (king["yours"], ["-1", "-1", False] in king["moves"], king["slides"]) == (True, True, [])
    assert all(slide["some"] for slide in viewer.get("game/0/moves", at=0, x=2, y=5)["slides"])
    assert viewer.get("game/0/moves", at=1, x=5, y=4) == {"yours": False, "moves": [], "texts": [], "slides": []}
    assert viewer.get("game/0/moves", at=0, x=-7, y=7)["yours"] is False
    assert b"<svg" in viewer.get("game/0/map", at=1)
    for x in ("", "+5", "1e3", "--1", "9" * 5000):
        with pytest.raises(Refusal, match="is not a coordinate"):
            viewer.get("game/0/moves", at=0, x=x, y=1)
    for path in ("moves", "map"):
        with pytest.raises(Refusal, match="the game has no ply 2"):
            viewer.get(f"game/0/{path}", at=2, x=5, y=1)
    viewer.close()


def test_moves_are_played_on_a_board_without_edges(tmp_path: Path) -> None:
    write(tmp_path / "far.icn", "w (8|1) K0,0|R5,1|k9,9|P2,7+ 5,1>5,4\n")
    viewer = Viewer(tmp_path / "far.icn")
    far = 10**30
    played = viewer.post("game/0/play", {"at": 0, "line": [], "move": f"5,1>{far},1"})
    assert (played["no"], played["ply"], played["off"], played["on"]) == (
        "1.",
        1,
        [["5", "1"]],
        [[str(far), "1", 1, "r"]],
    )
    line = [f"5,1>{far},1", "9,9>9,8"]
    assert viewer.post("game/0/play", {"at": 0, "line": line, "move": f"{far},1>{far},9"})["no"] == "2."
    assert viewer.get("game/0/moves", at=0, x=far, y=1, line="|".join(line))["yours"] is True
    assert viewer.get("game/0/moves", at=0, x=2, y=7)["texts"][0] != ["2,7>2,8"]  # a pawn promotes
    assert str(far)[:3] in viewer.get("game/0/map", at=0, line="|".join(line)).decode()
    assert len(viewer.get("game/0")["nodes"]) == 2
    for move in ("0,0>7,7", "", "x"):
        with pytest.raises(Refusal, match=r"."):
            viewer.post("game/0/play", {"at": 0, "line": [], "move": move})
    for line_, said in (
        (7, "no list of texts"),
        ([1], "no list of texts"),
        (["0,0>0,1"] * 2001, "more than 2,000 moves"),
    ):
        with pytest.raises(Refusal, match=said):
            viewer.post("game/0/play", {"at": 0, "line": line_, "move": "0,0>1,1"})
    with pytest.raises(Refusal, match="the game has no ply 5"):
        viewer.post("game/0/play", {"at": 5, "line": [], "move": "0,0>1,1"})
    viewer.close()


def test_a_board_with_edges_has_no_map(viewer: Viewer) -> None:
    with pytest.raises(Refusal, match="the board of this game has edges"):
        viewer.get("game/0/map", at=0)


def test_a_file_is_converted_once_and_again_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("SCORESHEET_CACHE", str(cache))
    path = write(tmp_path / "games.pgn", pgn(White="A"))
    first = Viewer(path)
    [kept] = cache.glob("*.parquet")
    written = kept.stat().st_ino
    second = Viewer(path)
    assert [entry.stat().st_ino for entry in cache.glob("*.parquet")] == [written]
    write(path, pgn(White="B"), pgn(White="C"))
    assert second.get("session")["changed"]
    assert second.post("reload")["state"] in ("ready", "converting")
    second.session.wait()
    assert [row[1] for row in second.listed("white")] == ["B", "C"]
    assert len(list(cache.glob("*.parquet"))) == 2
    first.close()
    second.close()


def test_the_cache_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scoresheet.viewer import cache

    monkeypatch.setenv("SCORESHEET_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_MOST_BYTES", 1)
    for name in ("a.pgn", "b.pgn"):
        viewer = Viewer(write(tmp_path / name, pgn(White=name)))
        assert [row[1] for row in viewer.listed("white")] == [name]
        viewer.close()
    assert len(list((tmp_path / "cache").glob("*.parquet"))) == 1
    assert len(list((tmp_path / "cache").glob("*.json"))) == 1


def test_a_file_that_is_sent_is_opened(root: Path) -> None:
    viewer = Viewer()
    viewer.send("../../My <b>games.pgn", (root / "examples" / "annotated.pgn").read_bytes())
    viewer.session.wait()
    session = viewer.get("session")
    assert (session["state"], session["games"], session["name"]) == ("ready", 3, "My _b_games.pgn")
    for name in ("", "..", "/"):
        with pytest.raises(Refusal, match="400"):
            viewer.send(name, b"1. e4 *")
    with pytest.raises(Refusal, match="400"):
        viewer.send("x.pgn", b"")
    assert viewer.get("session")["games"] == 3  # what is refused replaces nothing
    viewer.close()


def test_a_file_is_opened_besides_the_others_if_it_has_games(tmp_path: Path) -> None:
    viewer = Viewer(write(tmp_path / "first.pgn", pgn(White="A"), pgn(White="B")))
    viewer.send("second.pgn", pgn(White="C").encode(), add=1)
    viewer.session.wait()
    session = viewer.get("session")
    assert [source["name"] for source in session["sources"]] == ["first.pgn", "second.pgn"]
    assert [row[1] for row in viewer.listed("white")] == ["A", "B", "C"]
    for name, content in (("bad.pgn.gz", b"no games"), ("empty.pgn", b"\n"), ("none.unknown", b"x")):
        viewer.send(name, content, add=1)
        viewer.session.wait()
        assert name in viewer.get("progress")["refused"]["message"]
        assert viewer.get("session")["source"] == session["source"]
    viewer.send("third.pgn", pgn(White="D").encode())
    viewer.session.wait()
    assert [row[1] for row in viewer.listed("white")] == ["D"]
    viewer.close()
    viewer = Viewer()
    viewer.send("only.pgn", pgn(White="E").encode(), add=1)
    viewer.session.wait()
    assert viewer.get("session")["name"] == "only.pgn"
    viewer.close()


def test_a_damaged_file_fails_with_its_reason(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.parquet"
    damaged.write_bytes(b"PAR1" + b"x" * 100 + b"PAR1")
    viewer = Viewer(damaged)
    session = viewer.get("session")
    assert (session["state"], session["error"]["code"]) == ("failed", "file-damaged")
    assert viewer.get("progress")["error"]["message"]
    with pytest.raises(Refusal, match="file-damaged"):
        viewer.post("view", {})


def test_a_conversion_can_be_cancelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("SCORESHEET_CACHE", str(cache))
    path = write(tmp_path / "many.pgn", *(pgn(White=str(number)) for number in range(20_000)))
    cancelled, convert = threading.Event(), scoresheet.convert

    def held(*args: Any, progress: Callable[[int, int], None], **options: Any) -> Any:
        """Converts up to the first report of progress, before it was cancelled."""

        def tell(done: int, games: int) -> None:
            assert cancelled.wait(SECONDS)
            progress(done, games)

        return convert(*args, progress=tell, **options)

    monkeypatch.setattr(scoresheet, "convert", held)
    viewer = Viewer()
    viewer.session.open([str(path)])
    with pytest.raises(Refusal) as refused:
        viewer.post("view", {})
    assert (refused.value.status, refused.value.error["code"]) == (503, "converting")
    viewer.post("cancel")
    cancelled.set()
    viewer.session.wait()
    assert viewer.get("session")["state"] == "empty"
    assert not list(cache.glob("*.parquet")) + list(cache.glob("*.json"))


# Safety


def test_a_newer_request_interrupts_the_older_one(viewer: Viewer) -> None:
    turns, refusals, begun = viewer.session.opened.library.turns, [], threading.Event()

    def older() -> None:
        try:
            with turns.turn("view me") as turn:
                begun.set()
                turn.rows(
                    "SELECT count(*) FROM range(10000000) AS a, range(10000000) AS b WHERE a.range % 7 = b.range % 5"
                )
        except Exception as error:
            refusals.append(error)

    thread = threading.Thread(target=older)
    thread.start()
    assert begun.wait(SECONDS)
    viewer.post("view", {"filter": {"result": "1-0"}, "tab": "another"})
    assert thread.is_alive()
    viewer.post("view", {"filter": {"result": "1-0"}, "tab": "me"})
    thread.join(SECONDS)
    assert [getattr(error, "code", error) for error in refusals] == ["superseded"]


def test_duckdb_reads_no_other_file_and_stays_locked(viewer: Viewer, root: Path, tmp_path: Path) -> None:
    import duckdb

    connection = viewer.session.opened.library.connection
    other = root / "examples" / "README.md"
    for statement in (
        f"SELECT * FROM read_text('{other}')",
        f"SELECT * FROM '{other}'",
        f"COPY (SELECT 1) TO '{tmp_path}/out.csv'",
        f"ATTACH '{tmp_path}/x.duckdb'",
        "SET enable_external_access = true",
        "SET allowed_directories = ['/']",
        "SET memory_limit = '1TB'",
        "INSTALL httpfs",
        "LOAD httpfs",
    ):
        with pytest.raises(duckdb.Error), connection.cursor() as cursor:
            cursor.execute(statement)
    assert not list(tmp_path.iterdir())


HOSTILE = "<script>alert(1)</script>\u202e\x1b[2J\"'; DROP TABLE games; --"


def test_content_of_a_game_stays_text(tmp_path: Path) -> None:
    written = HOSTILE.replace("\\", "\\\\").replace('"', '\\"')
    text = f'[White "{written}"]\n[Event "{written}"]\n\n1. e4 {{ {HOSTILE} }} ( 1. d4 {{ </script> }} ) *\n'
    viewer = Viewer(write(tmp_path / "hostile.pgn", text))
    assert [row for row, _ in viewer.listed("white", white="DROP TABLE")] == [0]
    assert viewer.get("suggest/white", q="'; --")[0][1] == 1
    plain = viewer.get("game/0")
    shown = json.dumps([node.get("text") for node in plain["nodes"]], ensure_ascii=False)
    assert "<script>" in shown  # the page never makes markup of it
    assert not re.search("[\u202e\x1b]", shown + plain["tags"][0][1])
    name = viewer.post("game/0/text", {"format": "pgn"})["name"]
    assert re.fullmatch(r"[\w-]+\.pgn", name)
    viewer.close()


def test_bodies_must_be_json_objects(viewer: Viewer) -> None:
    for body in (b"", b"[]", b"1", b"{", b"[" * 100_000):
        with pytest.raises(Refusal, match="400"):
            found(viewer.raw("POST", "view", body))
    with pytest.raises(Refusal, match="415"):
        found(viewer.raw("POST", "view", b"{}", "text/plain"))
    with pytest.raises(Refusal, match="413"):
        found(viewer.raw("POST", "view", b" " * (3 << 20)))


def test_games_stay_open_until_others_can_be_read(root: Path) -> None:
    examples = root / "examples"
    viewer = Viewer(examples / "annotated.pgn", examples / "historic.pgn")
    before = viewer.get("session")
    assert [viewer.get(f"game/{row}")["file"] for row in (0, before["games"] - 1)] == ["annotated.pgn", "historic.pgn"]
    for name, content in (("bad.pgn", b"no games"), ("bad.parquet", b"PAR1"), ("bad.zip", b"PK")):
        viewer.send(name, content)
        viewer.session.wait()
        progress = viewer.get("progress")
        assert progress["state"] == "ready"
        assert name in progress["refused"]["message"]
        assert (viewer.get("session")["name"], viewer.get("session")["games"]) == (before["name"], before["games"])
    viewer.send("good.pgn", b"1. e4 *\n")
    viewer.session.wait()
    assert viewer.get("session")["name"] == "good.pgn"
    assert viewer.get("game/0")["file"] is None
    assert "refused" not in viewer.get("progress")
    viewer.session.close()


def test_requests_about_replaced_games_fail(root: Path) -> None:
    """The order is forced: a request runs while its games are closed, others come after that."""
    examples = root / "examples"
    viewer = Viewer(examples / "historic.pgn")
    before, turns = viewer.get("session")["source"], viewer.session.opened.library.turns
    refusals, begun = [], threading.Event()

    def running(name: str | None) -> None:
        try:
            with turns.turn(name) as turn:
                begun.set()
                turn.rows(
                    "SELECT count(*) FROM range(10000000) AS a, range(10000000) AS b WHERE a.range % 7 = b.range % 5"
                )
        except Exception as error:
            refusals.append(getattr(error, "code", error))

    threads = []
    for name in ("explorer me", None):
        begun.clear()
        threads.append(threading.Thread(target=running, args=[name]))
        threads[-1].start()
        assert begun.wait(SECONDS)
    viewer.send("good.pgn", b'[White "Somebody"]\n\n1. e4 *\n')
    viewer.session.wait()
    for thread in threads:
        thread.join(SECONDS)
    assert refusals == ["games-replaced"] * 2
    with pytest.raises(Replaced), turns.turn():
        pass
    with pytest.raises(Replaced):
        turns.cursor().__enter__()
    for path in ("game/1", "view/all/rows", "view/all/place", "view/view_1/rows", "suggest/player"):
        answer = viewer.answers.answer(Request("GET", f"/api/{path}", {"row": "1"}, games=before))
        assert isinstance(answer.body, bytes)
        assert (int(answer.status), json.loads(answer.body)["error"]["code"]) == (409, "games-replaced")
    for path in ("session", "progress", "position", "notations"):
        assert viewer.answers.answer(Request("GET", f"/api/{path}", games=before)).status == 200
    now = viewer.get("session")["source"]
    assert viewer.answers.answer(Request("GET", "/api/game/0", games=now)).status == 200
    viewer.close()
