"""Questions with `player=` against plain computations: results from this player's side, or only this player's games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import scoresheet
from scoresheet.engines.duckdb import query
from scoresheet.questions import all_questions, find
from scoresheet.questions.texts import engines_of

COLUMNS = ["tags", "summary", "moves", "packed", "notes", "doc"]

# The results that the examples lack, and a game of a player against the same one.
MORE = "".join(
    f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n[WhiteElo "2200"]\n[BlackElo "1900"]\n\n'
    f"{moves} {result}\n\n"
    for white, black, result, moves in [
        ("Corvin", "Nemo", "0-0", "1. e4 e5 2. Nf3 Nc6"),
        ("Nemo", "Corvin", "0-0", "1. d4 d5 2. c4 dxc4"),
        ("Nemo", "Corvin", "*", "1. e4 d5 2. exd5 Qxd5"),
        ("Corvin", "Corvin", "1-0", "1. e4 d5 2. exd5 Qxd5 3. Qe2 Bf5"),
    ]
)
PLAYERS = ["Corvin", "Senn", "nobody"]
OUTCOMES = ("won", "drawn", "lost")
Facts = list[dict[str, Any]]


@pytest.fixture(scope="module")
def games(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The examples, and games with other results."""
    path = tmp_path_factory.mktemp("games") / "games.pgn"
    scoresheet.convert(root / "examples", path)
    path.write_text(path.read_text("utf-8") + "\n" + MORE, "utf-8")
    return path


@pytest.fixture(scope="module")
def stores(games: Path) -> dict[str, Path]:
    """The same games as rows of files that support questions themselves, or that DuckDB reads."""
    made = {ending: games.with_suffix(f".{ending}") for ending in ("parquet", "duckdb", "sqlite")}
    for path in made.values():
        scoresheet.convert(games, path, columns=COLUMNS)
    return made


class Side(NamedTuple):
    """A game of a player with one color."""

    game: dict[str, Any]
    color: str
    outcome: str | None

    def own(self, name: str) -> Any:
        """The value of the column that is the player's, such as `white_elo`."""
        return self.game[f"{self.color}_{name}"]


FACTS = """SELECT *, sans(packed_moves, fen, 1, 4) AS sans, eco(packed_moves, fen) AS eco_found,
       matches(packed_moves, fen, 'check') AS checked,
       matches(packed_moves, fen, 'white gives 1 for 2 plies') AS white_given,
       matches(packed_moves, fen, 'black gives 1 for 2 plies') AS black_given
FROM games"""


@pytest.fixture(scope="module")
def facts(stores: dict[str, Path]) -> Facts:
    """What is known about each game, for any player."""
    found = query(stores["parquet"], FACTS)
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def sides(facts: Facts, player: str) -> Iterator[Side]:
    """The sides of a player, with how each game ended for them."""
    for game in facts:
        for color, win in (("white", "1-0"), ("black", "0-1")):
            if game[color] == player:
                ends = {win: "won", "1/2-1/2": "drawn", "*": None}
                yield Side(game, color, ends.get(game["termination"], "lost"))


def is_chess(side: Side) -> bool:
    return side.game["rules"] in (None, "chess960")


def counted(outcomes: Iterable[str | None]) -> dict[str, Any]:
    """The number of each outcome, and the score in percent."""
    counts = Counter(outcomes)
    known = sum(counts[name] for name in OUTCOMES)
    points = counts["won"] + counts["drawn"] / 2
    score = pytest.approx(100 * points / known, abs=0.0501) if known else None
    return {**{name: counts[name] for name in OUTCOMES}, "score": score}


def grouped(sides: Iterable[Side], key: Callable[[Side], Any]) -> dict[Any, list[Side]]:
    found = defaultdict(list)
    for side in sides:
        found[key(side)].append(side)
    return found


def imbalances(side: Side) -> Any:
    return side.game["imbalance"][9] * (1 if side.color == "white" else -1)


def pieces(side: Side) -> str:
    white, black = side.game["final_material"].replace("P", "").split("v")
    return f"{white}v{black}" if side.color == "white" else f"{black}v{white}"


def rating(side: Side) -> int | None:
    both = (side.own("elo"), side.game["black_elo" if side.color == "white" else "white_elo"])
    return None if None in both else sum(both) // 2 // 200 * 200


def is_ended(side: Side) -> bool:
    return bool(side.game["final_material"])


PLAIN: dict[str, tuple[dict[str, Any], Callable[[Side], bool], Callable[[Side], tuple[Any, ...]]]] = {
    "openings": (
        {"top": 1000},
        lambda side: is_chess(side) and side.game["fen"] is None and side.game["ply_count"] > 0,
        lambda side: (rating(side), f"1. {side.game['sans'][0]}"),
    ),
    "imbalance": (
        {"ply": 10},
        lambda side: is_chess(side) and side.game["ply_count"] >= 10,
        lambda side: (imbalances(side),),
    ),
    "endgames": (
        {"pieces": 3, "top": 1000},
        lambda side: is_chess(side) and is_ended(side) and all(len(each) <= 4 for each in pieces(side).split("v")),
        lambda side: (pieces(side),),
    ),
    "structure": (
        {"pattern": "check", "top": 1000},
        lambda side: bool(side.game["checked"]),
        lambda side: (side.game["eco_found"],),
    ),
    "sacrifices": (
        {"pawns": 1, "plies": 2},
        lambda side: is_chess(side) and bool(side.own("given")),
        lambda side: (side.color,),
    ),
    "explorer": (
        {},
        lambda side: side.game["fen"] is None and side.game["rules"] is None and side.game["ply_count"] > 0,
        lambda side: (side.game["sans"][0],),
    ),
}
"""Questions about groups of games: parameters, the sides that count, and the first columns of a row."""


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("question", PLAIN)
def test_results_belong_to_the_player(question: str, player: str, stores: dict[str, Path], facts: Facts) -> None:
    values, counts, key = PLAIN[question]
    wanted = {
        group: {"games": len(some), **counted(side.outcome for side in some)}
        for group, some in grouped(filter(counts, sides(facts, player)), key).items()
    }
    found = query(stores["parquet"], question, player=player, **values)
    assert not {"white_wins", "draws", "black_wins", "won_by_the_first"} & set(found.columns)
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    names = ["rating", "first_moves"] if question == "openings" else found.columns[:1]
    assert {tuple(row[name] for name in names): {name: row[name] for name in ("games", *OUTCOMES, "score")}
            for row in rows} == wanted  # fmt: skip
    assert player == "nobody" or wanted


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("by", [None, "year", "ended_by"])
@pytest.mark.parametrize("source", ["pgn", "parquet", "duckdb", "sqlite"])
def test_how_games_of_a_player_end(
    by: str | None, player: str, source: str, games: Path, stores: dict[str, Path], facts: Facts
) -> None:
    ended = list(filter(is_ended, sides(facts, player)))
    all_of = Counter(side.game[by] if by else None for side in ended)
    wanted = {
        group: (len(some), pytest.approx(100 * len(some) / all_of[group[0]], abs=0.0501),
                pytest.approx(sum(side.game["ply_count"] for side in some) / len(some), abs=0.0501),
                sum(side.game["mate"] for side in some))
        for group, some in grouped(
            ended, lambda side: (side.game[by] if by else None, side.outcome or "unknown")
        ).items()
    }  # fmt: skip
    found = query(games if source == "pgn" else stores[source], "results", player=player, by=by)
    assert found.columns == [*([by] if by else []), "outcome", "games", "percent", "average_plies", "mates"]
    assert {(row[0] if by else None, row[-5]): row[-4:] for row in found.fetchall()} == wanted


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("plies", [None, 30])
def test_trades_of_queens_in_games_of_a_player(
    player: str, plies: int | None, stores: dict[str, Path], facts: Facts
) -> None:
    ended = [side for side in sides(facts, player) if is_chess(side) and is_ended(side)]
    last = plies or 10_000
    traded = [side for side in ended if 0 < (side.game["first_queen_trade_ply"] or 0) <= last]
    found = query(stores["parquet"], "queen_trades", player=player, plies=plies)
    [row] = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    assert (row["games"], row["traded"]) == (len(ended), len(traded))
    assert {name: row[name] for name in (*OUTCOMES, "score")} == counted(side.outcome for side in traded)


@pytest.mark.parametrize("player", PLAYERS)
def test_lines_and_ratings_belong_to_the_player(player: str, stores: dict[str, Path], facts: Facts) -> None:
    started = [
        side
        for side in sides(facts, player)
        if side.game["fen"] is None and side.game["rules"] is None and side.game["ply_count"] > 0
    ]
    lines = defaultdict(list)
    for side in started:
        for ply in range(1, 1 + min(3, len(side.game["sans"]))):
            lines[" ".join(side.game["sans"][:ply])].append(side.outcome)
    found = query(stores["parquet"], "tree", player=player, plies=3, min_games=1)
    rows = {row[0]: dict(zip(found.columns, row, strict=True)) for row in found.fetchall()}
    assert {line: {name: row[name] for name in ("games", *OUTCOMES, "score")} for line, row in rows.items()} == {
        line: {"games": len(outcomes), **counted(outcomes)} for line, outcomes in lines.items()
    }
    explored = {row.move: row.mean_elo for row in scoresheet.Explorer(stores["parquet"]).moves(player=player)}
    for move, some in grouped(started, lambda side: side.game["sans"][0]).items():
        rated = [side.own("elo") for side in some if side.outcome and rating(side) is not None]
        mean = pytest.approx(sum(rated) / len(rated), abs=0.501) if rated else None
        assert explored[move] == mean


ALIKE = ["castling", "checks", "heatmap", "novelties", "pace", "promotions", "time"]
"""The questions that count no results, and look at the games of the player only."""
VALUES: dict[str, dict[str, Any]] = {"castling": {"plies": 16, "by": "color"}, "novelties": {"top": 5, "plies": 10}}


@pytest.mark.parametrize("player", PLAYERS)
def test_other_questions_are_about_the_games_of_the_player(
    player: str, games: Path, stores: dict[str, Path], tmp_path: Path
) -> None:
    own = tmp_path / "games.pgn"
    kept = (game for game in scoresheet.read(games) if player in (game.tags.get("White"), game.tags.get("Black")))
    own.write_text("\n".join(game.to("pgn") for game in kept), "utf-8")
    scoresheet.convert(own, own.with_suffix(".parquet"), columns=COLUMNS)
    for question in ALIKE:
        values = VALUES.get(question, {})
        wanted = without_places(query(own.with_suffix(".parquet"), question, **values))
        assert without_places(query(stores["parquet"], question, player=player, **values)) == wanted, question
        if "sqlite" in engines_of(find(question)):
            assert without_places(query(stores["sqlite"], question, player=player, **values)) == wanted, question


def without_places(answer: Any) -> list[tuple[Any, ...]]:
    """The rows without the columns that name games, which have other numbers in another file."""
    places = [place for place, name in enumerate(answer.columns) if name not in ("source", "game")]
    return [tuple(row[place] for place in places) for row in answer.fetchall()]


@pytest.mark.parametrize("question", [question.name for question in all_questions()])
def test_every_question_defines_what_a_player_is(question: str) -> None:
    docs = [parameter.doc for parameter in find(question).parameters if parameter.name == "player"]
    assert len(docs) == (question not in ("annotations", "crosstable", "standings"))
    own = question in {*PLAIN, "results", "queen_trades", "tree"}
    assert own == any("percent" in doc or "won" in doc for doc in docs)
    assert (question in ALIKE) == any("both sides" in doc for doc in docs)
