"""Every built-in question on every engine that has it, over the same games with odd tags: all results are equal.

DuckDB over the columns of a Parquet file is compared with DuckDB over the file itself and over documents, with stores,
and with the texts that are printed for other engines.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import odd_games
import scoresheet
from levels import rounds
from loaded_servers import MongoDBServer, PostgreSQLServer
from question_values import AFTER_E4
from scoresheet.engines.duckdb import connection_for, query
from scoresheet.engines.rows import with_openings
from scoresheet.questions import all_questions, find
from scoresheet.questions.texts import engines_of

Rows = list[tuple[Any, ...]]
Ask = Callable[[str, dict[str, Any]], Rows]

FAMILIES = ["tags", "summary", "moves", "packed", "notes", "doc"]
BOUNDS = [
    {}, {"since": "1990-05-01"}, {"until": "1990-05-01"}, {"since": "1990-01-01", "until": "1990-12-31"},
    {"since": "0001-01-01", "until": "9999-12-31"}, {"since": "1991-01-01", "until": "1991-01-02"},
    {"since": "2024-02-29"}, {"until": "0001-01-01"},
]  # fmt: skip
FILTERS = [
    {"min_elo": 1800}, {"max_elo": 2300, "min_elo": 0}, {"player": "O'Hara; DROP"}, {"player": "$pgn.white"},
    {"time": "bullet"}, {"time": "blitz"}, {"time": "rapid"}, {"time": "classical"}, {"time": "correspondence"},
    {"time": "rapid", "player": "Tal", "since": "1990-01-01"},
]  # fmt: skip
VALUES: dict[str, list[dict[str, Any]]] = {
    "accuracy": [{"by": "game"}, {}],
    "annotations": [{"what": what} for what in ("sources", "nags", "differences")],
    "blunders": [{"drop": 5}],
    "castling": [{"plies": 20}, {"moves": 8, "by": "color"}, {"plies": 16, "by": "side"}],
    "checks": [{}],
    "crosstable": [{"tiebreak": "buchholz"}, {"by": "round", "round": 3}],
    "endgames": [{"pieces": 3}],
    "explorer": [{}, {"fen": AFTER_E4}],
    "heatmap": [
        {"piece": "N", "ply": 20},
        {"piece": "R", "what": "stands"},
        {"piece": "P", "what": "stands", "ply": 9},
    ],
    "holes": [{"player": "Tal"}, {"player": "Tal", "color": "black", "min_games": 1}],
    "imbalance": [{"ply": 40}, {"ply": 1}],
    "novelties": [{"plies": 20}],
    "openings": [{"plies": 2, "top": 3}],
    "opponents": [{"player": "O'Hara; DROP"}, {"player": "Tal", "min_games": 2}],
    "pace": [{}],
    "player": [{"player": "O'Hara; DROP"}, {"player": "Tal", "opening": 10, "middlegame": 20, "top": 1}],
    "promotions": [{}],
    "queen_trades": [{}, {"plies": 40}],
    "rating": [{"player": "Tal", "by": by} for by in ("day", "month", "year", "game")],
    "repertoire": [{"player": "Tal", "min_games": 1}, {"player": "O'Hara; DROP", "color": "black", "plies": 3}],
    "results": [{}, {"by": "year"}, {"by": "ended_by"}],
    "sacrifices": [{}],
    "standings": [{"tiebreak": tie} for tie in ("none", "direct", "sonneborn_berger", "buchholz")],
    "structure": [{"pattern": "mate"}],
    "time": [{}],
    "tree": [{"plies": 2}],
}


def asked(question: str) -> list[dict[str, Any]]:
    """Values for a question, with bounds and filters; fewer of them if slow tests do not run."""
    values = VALUES[question]
    # With several values, each meets half of the bounds.
    step = min(len(values), 2)
    found = [{**each, **bound} for place, each in enumerate(values) for bound in BOUNDS[place % step :: step]]
    known = {parameter.name for parameter in find(question).parameters}
    found += [{**values[-1], **filters} for filters in FILTERS if filters.keys() <= known]
    # One step for all would always skip the same bounds.
    return found[:: -(-len(found) // rounds(len(found)))] if rounds(10) == 1 else found


def plain(rows: Rows) -> Rows:
    """Rows with dates as texts, and with the same name for all files."""
    return [tuple(_plain(cell) for cell in row) for row in rows]


def _plain(cell: Any) -> Any:
    if isinstance(cell, date):
        return cell.isoformat()
    return "games" if isinstance(cell, str) and cell.rpartition("/")[2].startswith("games.") else cell


class Engines:
    """The engines, each with a function that queries it."""

    def __init__(self, folder: Path, closing: ExitStack) -> None:
        self.pgn = folder / "games.pgn"
        odd_games.write(self.pgn, rounds(2000))
        self.parquet = self._converted("games.parquet", columns=FAMILIES)
        self.documents = self._converted("games.bgnl")
        self.known: dict[str, Ask] = {
            "duckdb: pgn": partial(self._query, self.pgn),
            "duckdb: bgnl": partial(self._query, self.documents),
            "duckdb: store": partial(self._query, self._converted("games.duckdb", columns=FAMILIES)),
            "duckdb: text": self._duckdb("duckdb", self.parquet),
            "duckdb-bgnl": self._duckdb("duckdb-bgnl", self.documents),
            "sqlite: store": partial(self._query, self._converted("games.sqlite", columns=FAMILIES)),
            "sqlite-doc": self._sqlite("sqlite-doc", folder / "games.sqlite"),
        }
        if shutil.which("jq"):
            self.known["jq"] = self._jq
        self.closing = closing
        self.folder = folder

    def serve(self) -> None:
        """Starts the servers that are installed."""
        for kind in (PostgreSQLServer(), MongoDBServer()):
            if kind.missing() is None:
                place = self.closing.enter_context(kind.place(self.folder))
                scoresheet.convert(self.pgn, place.location, columns=FAMILIES)
                self.known[f"{kind.id}: store"] = partial(self._query, place.location)
                if isinstance(kind, PostgreSQLServer):
                    self.known["postgresql-doc"] = self._postgresql("postgresql-doc", place)

    def _converted(self, name: str, **options: Any) -> Path:
        scoresheet.convert(self.pgn, self.pgn.parent / name, **options)
        return self.pgn.parent / name

    @staticmethod
    def _query(source: Any, question: str, values: dict[str, Any]) -> Rows:
        return query(source, question, **values).fetchall()

    @staticmethod
    def _duckdb(engine: str, file: Path) -> Ask:
        def ask(question: str, values: dict[str, Any]) -> Rows:
            return (
                connection_for("")
                .execute(scoresheet.question_text(question, engine, files=[str(file)], **values))
                .fetchall()
            )

        return ask

    @staticmethod
    def _sqlite(engine: str, file: Path) -> Ask:
        def ask(question: str, values: dict[str, Any]) -> Rows:
            with closing(sqlite3.connect(file)) as connection:
                return connection.execute(scoresheet.question_text(question, engine, **values)).fetchall()

        return ask

    @staticmethod
    def _postgresql(engine: str, place: Any) -> Ask:
        def ask(question: str, values: dict[str, Any]) -> Rows:
            text = scoresheet.question_text(question, engine, **values)
            return [tuple(row.values()) for row in place.ask(text.encode())]

        return ask

    def _jq(self, question: str, values: dict[str, Any]) -> Rows:
        text = scoresheet.question_text(question, "jq", **values)
        done = subprocess.run(["jq", "-c", "-n", text, str(self.documents)], capture_output=True, text=True, check=True)
        return [tuple(json.loads(line).values()) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engines]:
    with ExitStack() as closing:
        yield Engines(tmp_path_factory.mktemp("agree"), closing)


QUESTIONS = [question.name for question in all_questions()]


def engine_of(name: str) -> str:
    """The id of the engine whose texts are run."""
    return name.partition(":")[0].replace("mongodb", "mongo")


def takes(engine: str, question: str, values: dict[str, Any]) -> bool:
    """Whether an engine has a text for a question with these values."""
    try:
        scoresheet.question_text(question, engine_of(engine), **values)
    except scoresheet.UsageError:
        return False
    return True


def compare(engines: Engines, question: str, names: list[str], step: int) -> set[str]:
    """The engines that returned a result, all the same. Only every `step`th of the values is used."""
    answered = set()
    for values in asked(question)[::step]:
        wanted = plain(query(engines.parquet, question, **values).fetchall())
        for name in names:
            if takes(name, question, values):
                found = engines.known[name](question, values)
                if question == "openings" and name.endswith("text"):  # a text gives the moves as UCI
                    found = [tuple(row) for row in with_openings(["rating", "first_moves"], found, "first_moves").rows]
                elif question == "explorer" and name.endswith("text"):
                    continue
                assert plain(found) == wanted, (name, values)
                answered.add(name)
    return answered


@pytest.mark.timeout(900)
@pytest.mark.parametrize("question", QUESTIONS)
def test_engines_without_a_server_agree(engines: Engines, question: str) -> None:
    names = [name for name in engines.known if not name.startswith(("postgresql", "mongodb"))]
    answered = compare(engines, question, names, step=2)
    assert {"duckdb: pgn", "duckdb: bgnl", "duckdb: store"} <= answered


@pytest.fixture(scope="module")
def served(engines: Engines) -> Engines:
    engines.serve()
    return engines


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("question", QUESTIONS)
def test_servers_agree(served: Engines, question: str) -> None:
    has_text = set(engines_of(find(question)))
    names = [name for name in served.known if name.startswith(("postgresql", "mongodb"))]
    # If no server is installed, there is nothing to compare.
    assert compare(served, question, names, step=4) == {name for name in names if engine_of(name) in has_text}


def test_a_duckdb_file_has_what_questions_play_moves_with(tmp_path: Path) -> None:
    file = tmp_path / "games.duckdb"
    scoresheet.convert(odd_games.EXAMPLES, file)
    # By default there are no packed moves, which are made of the lists, and no clocks.
    assert query(file, "sacrifices").fetchall() == query(odd_games.EXAMPLES, "sacrifices").fetchall()
    with pytest.raises(scoresheet.UsageError, match=r"has no column `clock_ms` \(family `notes`\)") as caught:
        query(file, "time")
    assert "convert the games again" in str(caught.value.hint)
