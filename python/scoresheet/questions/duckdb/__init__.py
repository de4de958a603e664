"""DuckDB, for the columns of games and for files of documents (`bgnl`)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from scoresheet._registry import registry
from scoresheet.errors import UsageError
from scoresheet.questions import Question, Value
from scoresheet.questions.engine import Asked, Spelling, Written, doubled, filled
from scoresheet.questions.sides import NEEDED, SideDialect, ended_by_tags, quoted, result_cases, sides

__all__ = [
    "COLUMNS",
    "DOCUMENTS",
    "LOCKED",
    "SIDES",
    "STORED_SIDES",
    "asked",
    "bound",
    "identifier",
    "lists_of",
    "macros",
    "macros_in",
    "names_lists",
    "no_pattern",
    "packed_of",
    "quoted",
    "read_parquet",
    "sides_view",
]

_HERE = Path(__file__).parent
_OF_DOCUMENTS = (".bgnl", ".jsonl", ".ndjson")

_LISTS = ("from_square", "to_square", "promotion", "castle")

_BLACK_BEGINS = "(split_part(coalesce(fen, ' w'), ' ', 2) = 'b')"
_FIRST = f"CASE WHEN {_BLACK_BEGINS} <> (color = 'white') THEN 1 ELSE 2 END"
"""The first half-move of a side."""

STORED_SIDES = SideDialect(
    ended_by_tags(),
    "DOUBLE",
    {
        "round_number": (("round",), "try_cast(regexp_extract(round, '^[0-9]{1,9}') AS INTEGER)"),
        "clock_left_ms": (
            ("clock_ms", "fen"),
            f"clock_ms[len(clock_ms) - CASE WHEN (len(clock_ms) + {_FIRST}) % 2 = 0 THEN 0 ELSE 1 END]",
        ),
    },
)
"""Both sides of games in a DuckDB file, whose views cannot use functions where the file is attached to another one."""

_ACCURACY = f"game_accuracy(eval_cp, eval_mate, color = 'white', {_FIRST})"

SIDES = SideDialect(
    "game_result(termination, result)",
    "DOUBLE",
    {**STORED_SIDES.more, "accuracy": (("eval_cp", "eval_mate", "fen"), _ACCURACY)},
)
"""Both sides of games in DuckDB, with the accuracy of each as Lichess computes it."""

LOCKED: Mapping[str, str] = {"enable_external_access": "false", "lock_configuration": "true"}
"""The settings of a connection whose statements reach only the databases that are open."""

identifier = partial(doubled, quote='"')


def packed_of(columns: Collection[str]) -> str:
    """The packed moves made of the lists of the family `moves`; empty if not all of them are among these columns.

    >>> packed_of(["from_square", "to_square", "promotion", "castle", "rules"])
    'packed(from_square, to_square, promotion, castle, rules)'
    """
    present = set(columns)
    if not present.issuperset(_LISTS):
        return ""
    rules = ("rules",) if "rules" in present else ()
    return f"packed({', '.join((*_LISTS, *rules))})"


def names_lists(sql: str) -> bool:
    """Whether SQL may use lists of the family `moves`.

    >>> names_lists("SELECT to_square FROM games"), names_lists("SELECT white FROM games")
    (True, False)
    """
    return bool(_lists_in(sql))


def _lists_in(sql: str) -> list[str]:
    lists = (column["name"] for column in registry("columns") if column["family"] == "moves")
    words = set(re.findall(r"\w+", sql.lower()))
    return [name for name in lists if name in words]


def lists_of(sql: str, columns: Collection[str]) -> dict[str, str]:
    """The lists of the family `moves` that SQL uses and these columns lack, made of their packed moves.

    >>> lists_of("SELECT piece, castle FROM games", ["packed_moves", "fen", "castle"])
    {'piece': "move_list(packed_moves, fen, 'piece')::TINYINT[]"}
    """
    present = set(columns)
    if not {"packed_moves", "fen"} <= present:
        return {}
    lacking = (name for name in _lists_in(sql) if name not in present)
    return {name: f"move_list(packed_moves, fen, '{name}')::TINYINT[]" for name in lacking}


def read_parquet(paths: Sequence[str], numbered: bool = False) -> str:
    """The function call that reads Parquet files. Characters of patterns in their names are escaped.

    With `numbered`, the column `file_row_number` has the number of each row in its file, from 0.

    >>> read_parquet(("a*.parquet",))
    "read_parquet(['a[*].parquet'])"
    """
    return f"read_parquet({_listed(paths)}{', file_row_number = true' if numbered else ''})"


def _listed(paths: Sequence[str]) -> str:
    return f"[{', '.join(quoted(no_pattern(path)) for path in paths)}]"


def no_pattern(path: str) -> str:
    """The pattern of DuckDB that fits only this path: each character of a pattern is in brackets.

    >>> no_pattern("games[1].parquet")
    'games[[]1].parquet'
    """
    return re.sub(r"[*?\[]", lambda sign: f"[{sign[0]}]", path)


def _columns(asked: Asked) -> str:
    if not asked.files:
        return identifier(asked.table)
    _refuse(asked.files, (".parquet",), "Parquet")
    return read_parquet(asked.files)


def _documents(asked: Asked) -> str:
    _refuse(asked.files, _OF_DOCUMENTS, "documents, one per line (`bgnl`)")
    return _listed(asked.files or ("games.bgnl",))


def _refuse(files: Sequence[str], endings: tuple[str, ...], what: str) -> None:
    for file in files:
        if not file.removesuffix(".gz").removesuffix(".zst").lower().endswith(endings):
            raise UsageError(
                f"DuckDB cannot read `{file}` by itself: this text reads files of {what}",
                hint="convert it first, or omit the file to query a table `games`",
            )


class _Columns(Written):
    """The texts for columns, which use the functions in `macros.sql`."""

    def text(self, question: Question, values: Mapping[str, Value], asked: Asked) -> str:
        """The text of a question, after the functions that it uses."""
        used = macros_in(super().text(question, values, asked))
        # A session may run more than one text.
        functions = (statement.replace("CREATE", "CREATE OR REPLACE", 1) + "\n" for statement in used)
        return "".join(functions) + super().text(question, values, asked)


COLUMNS = _Columns("duckdb", "DuckDB", (_HERE, ".sql"), Spelling(quoted, _columns, double="DOUBLE", sides=SIDES))
DOCUMENTS = Written("duckdb-bgnl", "DuckDB over `bgnl`", (_HERE, "-bgnl.sql"), Spelling(quoted, _documents))


def bound(question: Question, given: Mapping[str, object]) -> tuple[str, dict[str, Value]]:
    """The SQL of a question about the view `games`, and the values to bind in it as prepared parameters.

    >>> from scoresheet.questions import find
    >>> bound(find("imbalance"), {"ply": "30"})[1]
    {'ply': 30}
    """
    return asked(question, given, "games")


def asked(question: Question, given: Mapping[str, object], games: str) -> tuple[str, dict[str, Value]]:
    """The same for a table or view whose name is already quoted."""
    values = question.values(given)
    template = COLUMNS.template(question, values)
    sql = filled(template, COLUMNS.places(games, template))
    named = set(re.findall(r"\$([a-z]\w*)", sql))
    return sql, {name: value for name, value in values.items() if name in named}


def macros_in(sql: str) -> Iterator[str]:
    """The statements of the macros that a text uses, directly or not: creating all of them takes milliseconds.

    >>> [statement.split("(")[0] for statement in macros_in("SELECT square_name(28)")]
    ['CREATE TEMP MACRO square_name']
    """
    macros = _macros()
    waiting = [sql.lower(), *([SIDES.ended, *(text for _, text in SIDES.more.values())] if _names_sides(sql) else [])]
    found: set[str] = set()
    while waiting:
        text = waiting.pop()
        new = set(re.findall(r"\w+", text)) & macros.keys() - found
        found |= new
        waiting += [macros[name] for name in new]
    return (macros[name] for name in macros if name in found)


def _names_sides(sql: str) -> bool:
    return re.search(r"\bsides\b", sql, re.IGNORECASE) is not None


def sides_view(sql: str, columns: Collection[str]) -> str:
    """The statement that creates the view `sides` of `games`, which has these columns; empty if SQL does not name it.

    >>> sides_view("SELECT count(*) FROM sides", ["white", "black"]).splitlines()[0]
    'CREATE OR REPLACE TEMP VIEW sides AS SELECT games.*, color,'
    """
    return f"CREATE OR REPLACE TEMP VIEW sides AS {sides('games', columns, SIDES)}" if _names_sides(sql) else ""


def macros() -> Iterator[str]:
    """The statements of all macros, each after those that it uses."""
    return iter(_macros().values())


@cache
def _macros() -> dict[str, str]:
    """The statement of each macro by its name, in the order of the file."""
    text = (_HERE / "macros.sql").read_text("utf-8").replace("/* results */", "\n       ".join(result_cases()))
    found = {match[1]: match[0] for match in re.finditer(r"^CREATE TEMP MACRO (\w+)[^;]*;", text, re.MULTILINE)}
    # A table macro finds its table when it is called, so it works for any connection.
    both = sides("query_table(games)", NEEDED, STORED_SIDES)
    return {**found, "sides": f"CREATE TEMP MACRO sides(games := 'games') AS TABLE {both};"}
