"""The texts of questions, and the engines that have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scoresheet.errors import UsageError
from scoresheet.questions import Question, duckdb, find, jq, mongo, postgresql, spark, sqlite
from scoresheet.questions.engine import Asked, Engine

__all__ = ["ALL", "asked_of", "engine", "engines_of", "question_text", "text_for"]

ALL: tuple[Engine, ...] = (
    duckdb.COLUMNS,
    duckdb.DOCUMENTS,
    postgresql.TABLE,
    postgresql.DOCUMENTS,
    sqlite.TABLE,
    sqlite.DOCUMENTS,
    mongo.COLLECTION,
    jq.DOCUMENTS,
    spark.COLUMNS,
    spark.DOCUMENTS,
)


def engine(name: str) -> Engine:
    """The engine with this id.

    >>> engine("jq").has("castling")
    True
    """
    for found in ALL:
        if found.id == name:
            return found
    raise UsageError(f"there is no engine `{name}`", hint=f"known engines: {_listed(ALL)}")


def engines_of(question: Question) -> list[str]:
    """The engines that have a text of a question.

    >>> engines_of(find("imbalance"))
    ['duckdb', 'postgresql', 'mongo', 'spark']
    """
    return [found.id for found in ALL if found.has(question.name)]


def question_text(
    question: str, engine_name: str, /, *, table: str = "games", files: Iterable[str] = (), **parameters: Any
) -> str:
    """The text of a built-in question for an engine, with the parameters inserted. Nothing is run.

    `engine_name` is `"duckdb"`, `"postgresql"`, `"sqlite"`, `"mongo"`, `"jq"` or `"spark"`. With `-doc` appended
    (`"duckdb-bgnl"` for DuckDB), the text is about documents rather than columns. `table` is the table, view or
    collection to query; `files` are the files that DuckDB reads instead of a table.

    >>> print(question_text("castling", "sqlite", plies=10, since="1960-01-01"))
    SELECT count(*) AS games,
           count(*) FILTER (WHERE white_castle_ply <= 10 OR black_castle_ply <= 10) AS castled,
           (SELECT count(*) FROM "games" WHERE date IS NULL AND final_material <> ''
              AND (rules IS NULL OR rules = 'chess960')
           ) AS undated
    FROM "games"
    WHERE final_material <> ''
      AND date >= '1960-01-01'
      AND (rules IS NULL OR rules = 'chess960');
    """
    return text_for(engine_name, question, parameters, Asked(table, tuple(files)))


def text_for(engine_name: str, question: str, given: Mapping[str, object], asked: Asked) -> str:
    """The text of `question_text`, with the parameters separate from what the question is about."""
    found, asking = asked_of(engine_name, question)
    return asking.text(found, found.values(given), asked)


def asked_of(engine_name: str, question: str) -> tuple[Question, Engine]:
    """A question and an engine, by their names, if the engine has a text of the question."""
    found, asking = find(question.removeprefix("@")), engine(engine_name)
    if not asking.has(found.name):
        others = [other for other in ALL if other.has(found.name)]
        raise UsageError(f"`{found.name}` has no text for {asking.title}", hint=f"use one of {_listed(others)}")
    return found, asking


def _listed(engines: Iterable[Engine]) -> str:
    return ", ".join(found.id for found in engines)
