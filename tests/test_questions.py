"""Built-in questions against results computed in plain Python from another program's replay."""

from __future__ import annotations

import datetime
import itertools
import json
import shlex
import statistics
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest

import columns_by_hand
import replayed
import scoresheet
from levels import few
from scoresheet.engines.duckdb import READING, query
from scoresheet.errors import UsageError
from scoresheet.questions import Parameter, all_questions, find, parse

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
PGN = VECTORS / "questions" / "games.pgn"
CASTLING = VECTORS / "bgn"
RESULTS = ("1-0", "1/2-1/2", "0-1")


@cache
def by_hand() -> list[columns_by_hand.Row]:
    return list(columns_by_hand.rows(PGN))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(replayed.parquet(tmp_path_factory.mktemp("games") / "games.parquet", PGN))


@pytest.fixture(scope="module")
def twenty(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("castling")
    return str(replayed.parquet(folder / "twenty.parquet", CASTLING / "castling-20.pgn"))


def asked(rows: list[dict[str, Any]], since: str | None = None, until: str | None = None) -> list[dict[str, Any]]:
    kept = rows
    if since:
        kept = [row for row in kept if row["date"] and row["date"] >= datetime.date.fromisoformat(since)]
    if until:
        kept = [row for row in kept if row["date"] and row["date"] < datetime.date.fromisoformat(until)]
    return kept


def percent(part: int, whole: int, digits: int = 1) -> float:
    return round(100 * part / whole, digits)


def ends(rows: list[dict[str, Any]]) -> tuple[int, ...]:
    return tuple(sum(row["result"] == result for row in rows) for result in RESULTS)


BOUNDS = [{}, {"since": "1990-05-01"}, {"until": "1991-01-01"}, {"since": "1990-05-02", "until": "1996-01-01"}]
bounds = pytest.mark.parametrize("bounds", BOUNDS, ids=lambda bounds: " ".join(bounds.values()) or "all")


# Castling


ANSWERS = json.loads((CASTLING / "castling-20.answers.json").read_text("utf-8"))


def test_there_are_fifty_golden_results() -> None:
    assert len(ANSWERS) == 50


@pytest.mark.parametrize(("asking", "answer"), few(ANSWERS), ids=lambda value: "-".join(map(str, value)))
def test_castling_returns_the_golden_results(twenty: str, asking: list[Any], answer: list[int]) -> None:
    since, until, plies = asking
    relation = query(twenty, "castling", since=since, until=until, plies=plies)
    assert relation.columns == ["games", "castled", "undated"]
    assert relation.fetchall() == [tuple(answer)]


@pytest.mark.parametrize("moves", [3, 4, 5, 10])
def test_a_move_of_castling_is_two_plies(twenty: str, moves: int) -> None:
    assert query(twenty, "castling", moves=moves).fetchall() == query(twenty, "castling", plies=2 * moves).fetchall()


@pytest.mark.parametrize(("bounds", "plies"), few(itertools.product(BOUNDS, [0, 1, 7, 10, 12, 13, 14, 100])))
def test_castling_by_color_and_side(games: str, bounds: dict[str, str], plies: int) -> None:
    rows, undated = asked(by_hand(), **bounds), sum(row["date"] is None for row in by_hand())
    colours, sides = Counter(), Counter()
    for row in rows:
        early = {(colour, row[f"{colour}_castle"]) for colour in ("white", "black")
                 if row.get(f"{colour}_castle_ply") and row[f"{colour}_castle_ply"] <= plies}  # fmt: skip
        colours.update({colour for colour, _ in early})
        sides.update({side for _, side in early})
        colours["any"] += bool(early)
    assert query(games, "castling", plies=plies, **bounds).fetchall() == [(len(rows), colours["any"], undated)]
    by_color = query(games, "castling", plies=plies, by="color", **bounds).fetchall()
    assert by_color == [(colour, len(rows), colours[colour], undated) for colour in ("white", "black")]
    by_side = query(games, "castling", plies=plies, by="side", **bounds).fetchall()
    assert by_side == [(side, len(rows), sides[side[0].upper()], undated) for side in ("king", "queen")]


# The others


@bounds
def test_results(games: str, bounds: dict[str, str]) -> None:
    rows = asked(by_hand(), **bounds)
    groups = defaultdict(list)
    for row in rows:
        groups[row["result"]].append(row)
    expected = [
        (
            result,
            len(group),
            percent(len(group), len(rows)),
            round(statistics.mean(row["ply_count"] for row in group), 1),
            sum(row["mate"] for row in group),
        )
        for result, group in groups.items()
    ]
    expected.sort(key=lambda row: (-row[1], row[0]))
    assert query(games, "results", **bounds).fetchall() == expected


@pytest.mark.parametrize("by", ["year", "ended_by"])
def test_results_by(games: str, by: str) -> None:
    counts = Counter((row[by], row["result"]) for row in by_hand())
    whole = Counter(row[by] for row in by_hand())
    found = [row[:4] for row in query(games, "results", by=by).fetchall()]
    expected = [(group, result, n, percent(n, whole[group])) for (group, result), n in counts.items()]
    expected.sort(key=lambda row: (row[0] is None, row[0], -row[2], row[1]))
    assert found == expected


@bounds
def test_promotions(games: str, bounds: dict[str, str]) -> None:
    rows = asked(by_hand(), **bounds)
    total = sum(row["promotions"] for row in rows)
    expected = []
    for letter, code in zip("QRBN", (5, 4, 3, 2), strict=True):
        counts = [row["promotion"].count(code) for row in rows]
        share = percent(sum(counts), total) if total else None
        expected.append((letter, sum(counts), sum(count > 0 for count in counts), share))
    assert query(games, "promotions", **bounds).fetchall() == expected


@pytest.mark.parametrize(("bounds", "plies"), few(itertools.product(BOUNDS, [None, 9, 10, 30]), step=3))
def test_queen_trades(games: str, bounds: dict[str, str], plies: int | None) -> None:
    rows = asked(by_hand(), **bounds)
    traded = [row for row in rows if (ply := row["first_queen_trade_ply"]) and (plies is None or ply <= plies)]
    median = statistics.median(row["first_queen_trade_ply"] for row in traded) if traded else None
    drawn = sum(row["result"] == "1/2-1/2" for row in traded)
    expected = (len(rows), len(traded), percent(len(traded), len(rows)), median, drawn)
    assert query(games, "queen_trades", plies=plies, **bounds).fetchall() == [expected]


@pytest.mark.parametrize(
    ("bounds", "values"), few(itertools.product(BOUNDS, [(1, 200, 5), (2, 400, 1), (3, 100, 2)]), step=5)
)
def test_openings(games: str, bounds: dict[str, str], values: tuple[int, int, int]) -> None:
    plies, band, top = values
    groups: dict[int | None, dict[str, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    for row in asked(by_hand(), **bounds):
        if row["fen"] is None and row["ply_count"] >= plies:
            rated = row["white_elo"] is not None and row["black_elo"] is not None
            rating = (row["white_elo"] + row["black_elo"]) // 2 // band * band if rated else None
            groups[rating][" ".join(uci(row, ply) for ply in range(plies))].append(row)
    expected = []
    for rating in sorted(groups, key=lambda rating: (rating is None, rating)):
        whole = sum(map(len, groups[rating].values()))
        ranked = sorted(groups[rating].items(), key=lambda entry: (-len(entry[1]), entry[0]))
        for moves, some in ranked[:top]:
            expected.append((rating, *named(moves), len(some), percent(len(some), whole), *ends(some)))
    assert query(games, "openings", plies=plies, band=band, top=top, **bounds).fetchall() == expected


def named(moves: str) -> tuple[str, str, str]:
    """Moves in UCI as the numbered SAN of another program, and the last position in them that has a name."""
    line = [chess.Move.from_uci(move) for move in moves.split()]
    game = chess.pgn.Game()
    game.add_line(line)
    opening = columns_by_hand.opening(game)
    return chess.Board().variation_san(line), opening["eco_found"], opening["opening_found"]


def test_openings_are_named_by_position_and_have_moves_in_san(tmp_path: Path) -> None:
    """Tags are ignored, and a line without a name has that of the line before it."""
    path = tmp_path / "games.pgn"
    tags = '[Opening "Nobody\'s Opening"]\n[ECO "A99"]\n\n'
    lines = ["1. e4 c5 2. Nf3", "1. e4 c5 2. Nf3", "1. c4 e6 2. d4", "1. e4 a5 2. a4"]
    path.write_text("".join(f"{tags}{line} *\n\n" for line in lines))
    asked = query(path, "openings", plies=3)
    assert asked.columns[1:5] == ["first_moves", "eco", "opening", "games"]
    assert [row[1:5] for row in asked.fetchall()] == [
        ("1. e4 c5 2. Nf3", "B27", "Sicilian Defense", 2),
        ("1. c4 e6 2. d4", "A13", "English Opening: Agincourt Defense", 1),
        ("1. e4 a5 2. a4", "B00", "Ware Defense", 1),
    ]


FILTERED = (
    '[White "{}"]\n[Black "B"]\n[WhiteElo "{}"]\n[BlackElo "{}"]\n[TimeControl "{}"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'
)


@pytest.fixture(scope="module")
def filtered(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("filtered") / "games.pgn"
    games = [("O'Hara; DROP", 2400, 2500, "60+0"), ("C", 1800, 2500, "180+2"), ("D", 1500, 1600, "600+5"),
             ("E", 1500, 1400, "5400+30"), ("F", "?", "?", "-")]  # fmt: skip
    path.write_text("".join(FILTERED.format(*game) for game in games))
    return str(path)


@pytest.mark.parametrize(
    ("bounds", "count"),
    [
        ({}, 5),
        ({"min_elo": 2400}, 1),
        ({"max_elo": 1600}, 2),
        ({"min_elo": 1500, "max_elo": "2500"}, 3),
        ({"time": "bullet"}, 1),
        ({"time": "blitz"}, 1),
        ({"time": "rapid"}, 1),
        ({"time": "classical"}, 1),
        ({"player": "B"}, 5),
        ({"player": "O'Hara; DROP"}, 1),
        ({"player": "o'hara; drop"}, 0),
        ({"player": "B", "time": "rapid", "max_elo": 1700}, 1),
    ],
)
def test_ratings_lengths_and_players(filtered: str, bounds: dict[str, Any], count: int) -> None:
    assert query(filtered, "castling", plies=10, **bounds).fetchall() == [(count, 0, count)]
    assert sum(row[1] for row in query(filtered, "results", **bounds).fetchall()) == count


@pytest.mark.parametrize("name", ["castling", "pace"])
def test_sqlite_knows_the_same_bounds(filtered: str, tmp_path: Path, name: str) -> None:
    scoresheet.convert(filtered, tmp_path / "games.sqlite", columns=["tags", "summary", "moves", "documents"])
    more = {"plies": 10} if name == "castling" else {}
    for bounds in (
        {"min_elo": 1500},
        {"time": "blitz"},
        {"player": "O'Hara; DROP"},
        {"max_elo": 1600, "time": "rapid"},
    ):
        assert (
            query(tmp_path / "games.sqlite", name, **more, **bounds).fetchall()
            == query(filtered, name, **more, **bounds).fetchall()
        )


def test_every_question_about_games_knows_the_same_bounds() -> None:
    for name, question in QUESTIONS.items():
        names = [parameter.name for parameter in question.parameters]
        bounds = ["since", "until", "min_elo", "max_elo", "time", "player"]
        # Those about whole events and about annotations choose no games.
        chooses = name not in ("annotations", "crosstable", "standings")
        assert [bound for bound in bounds if bound in names] == (bounds if chooses else bounds[:2])


def test_a_text_without_a_use_for_a_bound_refuses_it() -> None:
    for engine in ("jq", "sqlite-doc"):
        with pytest.raises(UsageError, match=r"has no text for .* with `player=Tal`"):
            scoresheet.question_text("castling", engine, plies=10, player="Tal")


@pytest.mark.parametrize("value", ["", " ", "a\nb", "a\0b", 5])
def test_text_is_a_line(value: object) -> None:
    with pytest.raises(UsageError, match="is not a line of text"):
        find("castling").values({"plies": 5, "player": value})


def uci(row: dict[str, Any], ply: int) -> str:
    return chess.Move(row["from_square"][ply], row["to_square"][ply], row["promotion"][ply] or None).uci()


@bounds
@pytest.mark.parametrize("top", [1, 20])
def test_checks(games: str, bounds: dict[str, str], top: int) -> None:
    groups = defaultdict(list)
    for row in asked(by_hand(), **bounds):
        groups[row["time_control"]].append(row)
    expected = []
    for control, rows in groups.items():
        white, black = (sum(row[f"{side}_checks"] for row in rows) for side in ("white", "black"))
        plies = sum(row["ply_count"] for row in rows)
        share = percent(white + black, plies, 2) if plies else None
        expected.append((control, len(rows), white, black, round((white + black) / len(rows), 2), share))
    expected.sort(key=lambda row: (-row[1], row[0] is None, row[0]))
    assert query(games, "checks", top=top, **bounds).fetchall() == expected[:top]


@pytest.mark.parametrize(("bounds", "ply"), few(itertools.product(BOUNDS, [1, 4, 12, 30, 31]), step=3))
def test_imbalance(games: str, bounds: dict[str, str], ply: int) -> None:
    groups = defaultdict(list)
    for row in asked(by_hand(), **bounds):
        if row["ply_count"] >= ply:
            groups[row["imbalance"][ply - 1]].append(row)
    expected = [(value, len(rows), *ends(rows)) for value, rows in sorted(groups.items())]
    assert query(games, "imbalance", ply=ply, **bounds).fetchall() == expected


COLOURS = {None: (True, False), "white": (True,), "black": (False,)}


@cache
def all_boards() -> list[list[chess.Board]]:
    """The boards of each game, from its start on."""
    found = []
    for game in replayed.games(PGN):
        boards = [game.board()]
        for move in game.mainline_moves():
            boards.append(boards[-1].copy(stack=False))
            boards[-1].push(move)
        found.append(boards)
    return found


def matrix(squares: Counter[int]) -> list[tuple[int, ...]]:
    return [(rank + 1, *(squares[8 * rank + file] for file in range(8))) for rank in reversed(range(8))]


@pytest.mark.parametrize(("piece", "ply", "colour"), few(itertools.product("PNBRQK", [None, 0, 1, 7, 14, 21], COLOURS)))
def test_heatmap_of_the_squares_of_a_piece(games: str, piece: str, ply: int | None, colour: str | None) -> None:
    squares: Counter[int] = Counter()
    for *_, board in (boards if ply is None else boards[: ply + 1] for boards in all_boards()):
        for side in COLOURS[colour]:
            squares.update(board.pieces(chess.Piece.from_symbol(piece).piece_type, side))
    found = query(games, "heatmap", piece=piece, what="stands", ply=ply, color=colour).fetchall()
    assert found == matrix(squares)


@pytest.mark.parametrize(("piece", "ply", "colour"), few(itertools.product("PNBRQK", [None, 3, 14], COLOURS)))
def test_heatmap_of_the_destinations_of_a_piece(games: str, piece: str, ply: int | None, colour: str | None) -> None:
    squares: Counter[int] = Counter()
    for boards in all_boards():
        for before, after in itertools.islice(itertools.pairwise(boards), ply):
            if before.turn in COLOURS[colour]:
                men = after.piece_map()
                new = {square for square, man in men.items() if before.piece_at(square) != man}
                squares.update(square for square in new if men[square].symbol().upper() == piece)
    assert query(games, "heatmap", piece=piece, ply=ply, color=colour).fetchall() == matrix(squares)


# Files and parameters


QUESTIONS = {question.name: question for question in all_questions()}


def test_every_question_of_the_plan_is_there() -> None:
    assert list(QUESTIONS) == [
        "accuracy", "annotations", "blunders", "castling", "checks", "crosstable", "endgames", "explorer", "heatmap",
        "holes", "imbalance", "novelties", "openings", "opponents", "pace", "player", "promotions", "queen_trades",
        "rating", "repertoire", "results", "sacrifices", "standings", "structure", "time", "tree",
    ]  # fmt: skip


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_example_runs(games: str, name: str) -> None:
    values = dict(pair.split("=") for pair in shlex.split(QUESTIONS[name].example))
    assert values, "an example shows parameters"
    # The other program that makes the Parquet file has not every column.
    lacking = (
        "accuracy",
        "annotations",
        "blunders",
        "crosstable",
        "endgames",
        "explorer",
        "rating",
        "standings",
        "time",
    )
    assert query(str(PGN) if name in lacking else games, name, **values).columns


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_has_a_title_and_describes_each_parameter(name: str) -> None:
    question = QUESTIONS[name]
    assert question.title.endswith(".")
    assert all(parameter.doc for parameter in question.parameters)
    assert {*question.one_of, *(unit.of for unit in question.units)} <= {p.name for p in question.parameters}


@pytest.mark.parametrize("name", QUESTIONS)
def test_no_parameter_has_the_name_of_an_option_of_read(name: str) -> None:
    # A question about a position means its own `fen`.
    own = {parameter.name for parameter in QUESTIONS[name].parameters if parameter.kind != "fen"}
    assert READING.isdisjoint(own)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "`castling` needs exactly one of `plies=` and `moves=`"),
        ({"plies": 5, "moves": 5}, "`castling` needs exactly one of `plies=` and `moves=`"),
        ({"plies": "many"}, "`plies=many` is not a non-negative integer"),
        ({"plies": "-1"}, "`plies=-1` is not a non-negative integer"),
        ({"plies": True}, "`plies=True` is not a non-negative integer"),
        ({"plies": 1.5}, "`plies=1.5` is not a non-negative integer"),
        ({"plies": 2**31}, "`plies=2147483648` is not a non-negative integer"),
        ({"plies": 5, "since": "1960"}, "`since=1960` is not a date such as `1960-01-31`"),
        ({"plies": 5, "since": "1960-02-30"}, "`since=1960-02-30` is not a date such as `1960-01-31`"),
        ({"plies": 5, "until": "x' OR 1=1"}, "`until=x' OR 1=1` is not a date such as `1960-01-31`"),
        ({"plies": 5, "by": "size"}, "`by=size` is not one of `color`, `side`"),
        ({"plies": 5, "sinze": "1960-01-01"}, "`castling` has no parameter `sinze`"),
    ],
)
def test_wrong_parameters_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        find("castling").values(given)
    assert str(caught.value) == message


def test_the_other_spelling_of_color_is_accepted() -> None:
    assert find("heatmap").values({"colour": "white"}) == find("heatmap").values({"color": "white"})
    assert find("castling").values({"plies": 5, "by": "colour"})["by"] == "color"
    with pytest.raises(UsageError, match="`color` is given twice, also as `colour`"):
        find("heatmap").values({"colour": "white", "color": "black"})
    with pytest.raises(UsageError, match="`results` has no parameter `colour`"):
        find("results").values({"colour": "white"})


def test_a_near_name_is_suggested() -> None:
    with pytest.raises(UsageError) as caught:
        find("castlng")
    assert caught.value.hint == "did you mean `@castling`?"


def test_a_date_may_be_a_date_or_a_time() -> None:
    since = Parameter("since", "date", None, "…")
    assert since.check(datetime.datetime(1960, 1, 2, 12)) == datetime.date(1960, 1, 2)
    assert since.check("1960-01-02") == datetime.date(1960, 1, 2)


def test_a_wrong_declaration_is_found_when_the_file_is_read() -> None:
    with pytest.raises(ValueError, match="not a parameter: param plies"):
        parse("broken", "Title.\nparam plies")


# Macros


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("castled_by_ply(7, NULL, 7)", True),
        ("castled_by_ply(NULL, 9, 8)", False),
        ("NOT castled_by_ply(NULL, NULL, 8)", True),
        ("castled_by_move(NULL, 8, 4)", True),
        ("castled_by_move(9, NULL, 4)", False),
        ("square('a1')", 0),
        ("square('e4')", 28),
        ("square('h8')", 63),
        ("square('i1')", None),
        ("square('e44')", None),
        ("square_name(0)", "a1"),
        ("square_name(28)", "e4"),
        ("square_name(63::TINYINT)", "h8"),
        ("square_name(64)", None),
        ("piece_name(1)", "P"),
        ("piece_name(6)", "K"),
        ("piece_name(0)", None),
        ("uci(12, 28, 0)", "e2e4"),
        ("uci(52::TINYINT, 60::TINYINT, 5::TINYINT)", "e7e8q"),
        ("uci(52, 61, 2)", "e7f8n"),
        ("uci(4, 4, 0)", "0000"),
    ],
)
def test_macros(games: str, expression: str, value: object) -> None:
    assert query(games, f"SELECT {expression}").fetchall() == [(value,)]


def test_every_square_has_its_name(games: str) -> None:
    found = query(
        games, "SELECT square_name(range), square(square_name(range)) FROM range(64) ORDER BY range"
    ).fetchall()
    assert found == [(chess.square_name(square), square) for square in chess.SQUARES]
