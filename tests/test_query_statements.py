"""SQL of any length, in several statements, with parameters; and what its errors suggest."""

from __future__ import annotations

import datetime
import io
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import scoresheet
from scoresheet import UsageError
from scoresheet.cli.group import command as main
from scoresheet.engines.duckdb import ask, connection_for, query
from scoresheet.engines.parameters import typed
from scoresheet.engines.referenced_columns import wanted
from scoresheet.engines.view import schema

PGN = str(Path(__file__).resolve().parent.parent / "vectors" / "questions" / "games.pgn")
SCRIPT = """-- The first statements; their `;` in comments end nothing.
create temp table rated as select white, white_elo from games where white_elo >= $least; /* a; b */
create macro twice(x) as 2 * x;
set variable wanted = 'no such thing';
select count(*) as games, max(twice(white_elo)) as most from rated -- the answer
"""


def run(*args: str, given: str | None = None) -> Result:
    return CliRunner().invoke(main, ["query", *args, "--quiet"], input=given)


# Length and place


@pytest.mark.parametrize("length", [300, 5000, 100_000])
def test_sql_may_be_longer_than_the_name_of_a_file(length: int) -> None:
    sql = f"select count(*) as n from games where white not in ('{'x' * length}')"
    assert run(PGN, sql).stdout == "n\n8\n"


def test_sql_may_hold_what_no_name_of_a_file_holds() -> None:
    assert run(PGN, "select count(*) as n\nfrom games -- all\n").stdout == "n\n8\n"


def test_sql_comes_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "q.sql").write_text("\ufeff" + SCRIPT, encoding="utf-8")
    for words in (
        (PGN, "--file", str(tmp_path / "q.sql"), "least=1900"),
        ("-f", str(tmp_path / "q.sql"), PGN, "least=1900"),
    ):
        assert run(*words).stdout == "games  most\n    2  4420\n"


def test_sql_comes_from_standard_input() -> None:
    assert run(PGN, "--file", "-", "least=1900", given=SCRIPT).stdout == "games  most\n    2  4420\n"


def test_games_may_still_come_from_standard_input(tmp_path: Path) -> None:
    (tmp_path / "q.sql").write_text(SCRIPT)
    text = Path(PGN).read_text()
    assert run("-", "-f", str(tmp_path / "q.sql"), "least=1900", given=text).stdout == "games  most\n    2  4420\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-", "--file", "-"), "cannot both come from stdin"),
        ((PGN, "@castling", "--file", "-"), "cannot be combined with `@castling`"),
        ((PGN, "--file", "no-such.sql"), "no such file"),
        ((PGN, "--file", "-"), "contains no statement"),
        ((PGN, "my games.pgn", "select 1"), "no such file"),
    ],
)
def test_wrong_places_of_sql(words: tuple[str, ...], said: str) -> None:
    result = run(*words, given="-- nothing but a comment")
    assert result.exit_code == 2
    assert said in result.stderr


# Statements


def test_statements_share_a_session() -> None:
    assert query(PGN, SCRIPT, least=1900).fetchall() == [(2, 4420)]


def test_the_result_is_that_of_the_last_statement() -> None:
    assert query(PGN, "select 1; select 2").fetchall() == [(2,)]


@pytest.mark.parametrize(
    ("sql", "columns"),
    [
        (SCRIPT.replace("$least", "1900"), ["white", "white_elo"]),
        ("create temp view v as select white, black from games; select black from v", ["black"]),
        (
            "create temp table t as select game from games; insert into t select year from games; from t",
            ["game", "year"],
        ),
        ("create temp table t (x bigint); insert into t select game from games; select count(*) from t", ["game"]),
        ("select white from games; select black from games", ["white", "black"]),
        ("create macro f(x) as table (select black from games where year = x); from f(1990)", ["black", "year"]),
    ],
)
def test_only_columns_that_some_statement_reads_are_wanted(sql: str, columns: list[str]) -> None:
    assert sorted(wanted(connection_for(sql), sql, {}, schema())) == sorted(columns)


def test_finding_the_columns_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    sql = f"copy (select white from games) to '{file}'; select 1"
    assert wanted(connection_for(sql), sql, {}, schema()) == list(schema())
    assert not file.exists()


def test_the_columns_of_parquet_that_a_later_statement_lacks_are_named(tmp_path: Path) -> None:
    scoresheet.convert(PGN, tmp_path / "games.parquet", columns=["tags", "moves"])
    with pytest.raises(UsageError, match="has no column `clock_ms`") as caught:
        query(tmp_path / "games.parquet", "create temp table t as select clock_ms from games; from t")
    assert caught.value.hint == 'convert the games again with `columns=["tags", "moves", "notes", "errors"]`'


# Parameters


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        ("-5", -5),
        ("0.25", 0.25),
        ("1960-01-31", datetime.date(1960, 1, 31)),
        ("1960-01-31T10:20", datetime.datetime(1960, 1, 31, 10, 20)),
        ("TRUE", True),
        ("false", False),
        ("", ""),
        ("'5'", "5"),
        ("'", "'"),
        ("O'Hara", "O'Hara"),
        ("1-0", "1-0"),
        ("1960-02-31", "1960-02-31"),
        ("1e5", "1e5"),
        ("٣", "٣"),
        ("9" * 39, "9" * 39),
    ],
)
def test_the_types_of_values(text: str, value: object) -> None:
    assert typed(text) == value
    assert type(typed(text)) is type(value)


def test_values_are_never_read_as_sql() -> None:
    sql = "select count(*) as n from games where white = $white or $since < date"
    assert (
        run(PGN, sql, "white=x' or true --", "since=1995-01-01").stdout
        == run(PGN, "select count(*) as n from games where date > date '1995-01-01'").stdout
    )
    assert query(PGN, "select $text as text from games limit 1", text="'; drop view games").fetchall() == [
        ("'; drop view games",)
    ]


def test_text_in_quotes_is_text() -> None:
    sql = "select typeof($a) as a, typeof($b) as b from games limit 1"
    assert run(PGN, sql, "a=5", "b='5'").stdout == "a        b\nINTEGER  VARCHAR\n"


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        ({"leest": 1}, "the SQL has no parameter `leest`", "its parameters are `$least`, `$most`"),
        ({"least": 1}, "the SQL needs a value for `$most`", "give `most=VALUE`"),
        ({}, "the SQL needs a value for `$least`, `$most`", "give `least=VALUE`, `most=VALUE`"),
    ],
)
def test_parameters_that_are_unknown_or_missing(given: dict[str, Any], message: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        query(PGN, "select $least; select white from games where white_elo between $least and $most", **given)
    assert (caught.value.message, caught.value.hint) == (message, hint)


def test_sql_without_parameters_takes_none() -> None:
    with pytest.raises(UsageError, match="has no parameter `least`") as caught:
        query(PGN, "select 1", least=5)
    assert caught.value.hint == "it has none; a parameter is `$name` in the SQL"


@pytest.mark.parametrize("sql", ["select ?", "select $1"])
def test_parameters_need_names(sql: str) -> None:
    with pytest.raises(UsageError, match="without a name"):
        query(PGN, sql)


# Errors


@pytest.mark.parametrize(
    ("sql", "hint"),
    [
        ("select whyte from games", "did you mean `white`?"),
        ("select g.blck from games g", "did you mean `black`?"),
        ("select zzzz from games", "`scoresheet list columns`"),
        ("select 1 from game", "the games are in the view `games`"),
        ("select count(*) from games where white = $white", "put text in single quotes"),
    ],
)
def test_hints(sql: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        query(PGN, sql, **({"white": 5} if "$" in sql else {})).fetchall()
    assert (caught.value.hint or "").startswith(hint) or hint in (caught.value.hint or "")


def test_the_hint_keeps_the_families_of_the_file(tmp_path: Path) -> None:
    scoresheet.convert(PGN, tmp_path / "games.parquet", columns=["tags", "moves", "packed", "notes"])
    with pytest.raises(UsageError) as caught:
        query(tmp_path / "games.parquet", "select doc from games")
    assert caught.value.hint == (
        'convert the games again with `columns=["tags", "moves", "packed", "notes", "documents", "errors"]`'
    )


def test_a_report_shows_where_notes_first_occurred(tmp_path: Path) -> None:
    file = tmp_path / "notes.pgn"
    file.write_text('[White "A"]\n\n1. e4 e5 1-0\n\n[White "B"]\n\n1. e2e4 e5 1-0\n')
    result = CliRunner().invoke(main, ["check", str(file)])
    assert f"(first in {file}, game 2, line 7, column 4)" in result.output


def test_the_report_is_of_the_statement_that_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    answer = ask(PGN, "create temp table t as select white from games; select count(*) from t")
    assert answer.rows() == [(8,)]
    assert answer.report()["games"] == 8


def test_the_hint_keeps_the_families_of_a_database(tmp_path: Path) -> None:
    scoresheet.convert(PGN, tmp_path / "games.sqlite", columns=["tags", "notes", "doc"])
    with pytest.raises(UsageError, match="needs the columns") as caught:
        query(tmp_path / "games.sqlite", "castling", plies=10)
    assert (
        caught.value.hint == 'load the games again with `columns=["tags", "summary", "notes", "documents", "errors"]`'
    )
