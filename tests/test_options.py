"""One list of options: keywords, types, signatures, verbs and pages say what it says, and nothing spells it again."""

from __future__ import annotations

import ast
import inspect
import io
import tokenize
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

import click
import pytest

import scoresheet
from scoresheet import _core, _ids
from scoresheet._options import asked, default_of, options_of

PACKAGE = Path(scoresheet.__file__).parent
ROOT = Path(__file__).resolve().parent.parent
LIST: list[dict[str, Any]] = _core.registry("options")
TAKERS = list(dict.fromkeys(taker for option in LIST for taker in option["takers"]))
FUNCTIONS = {
    name: getattr(scoresheet, name) for name in TAKERS if name not in ("query", "Game.to")
}  # both of these take any keyword
VERBS = ["convert", "check", "query"]

# Options that a function names itself, because what it gives depends on their value.
NAMED = {("parse", "from_")}


def taken(taker: str) -> list[dict[str, Any]]:
    return [option for option in LIST if taker in option["takers"]]


def typed(taker: str) -> dict[str, Any]:
    """The keywords that type checkers know of, with their types."""
    return get_type_hints(getattr(_ids, f"{taker.rpartition('.')[2].capitalize()}Options"))


def texts_of(kind: Any) -> list[str]:
    """The texts that a type has, in its order; of a mapping those that may be names."""
    found = [kind] if isinstance(kind, str) else [text for part in get_args(kind) for text in texts_of(part)]
    return [text for text in found if isinstance(text, str)]


def flag(option: dict[str, Any]) -> str:
    return "--" + option["name"].strip("_").replace("_", "-")


# What is made from the list


@pytest.mark.parametrize("taker", TAKERS)
def test_types_have_every_option(taker: str) -> None:
    kinds = {option["name"]: option for option in taken(taker) if option["kind"] != "pairs"}
    of_formats = {option["name"] for row in _core.registry("formats") for option in row["options"]}
    names = set(kinds) - {name for who, name in NAMED if who == taker}
    assert typed(taker).keys() - of_formats == names
    for name in names:
        narrowed = next(option for option in options_of(taker) if option["name"] == name)
        if kinds[name]["kind"] not in ("list", "flag"):
            assert sorted(texts_of(typed(taker)[name])) == sorted(narrowed["values"]), name
        assert set(narrowed["values"]) <= set(kinds[name]["values"])


WORKS = {"convert": {"read", "write"}, "write": {"write"}, "Game.to": {"write"}, "inputs": set()}


@pytest.mark.parametrize("taker", TAKERS)
def test_options_of_formats_are_taken_beside_them(taker: str) -> None:
    works = WORKS.get(taker, {"read"})
    options = [option for row in _core.registry("formats") for option in row["options"]]
    of_jobs = {option["name"] for option in LIST}
    assert typed(taker).keys() - of_jobs == {option["name"] for option in options if option["works"] in works}


@pytest.mark.parametrize("taker", FUNCTIONS)
def test_signatures_show_every_option_and_its_default(taker: str) -> None:
    shown = inspect.signature(FUNCTIONS[taker]).parameters
    for option in options_of(taker):
        if option["kind"] == "pairs":
            assert shown["format_options"].kind is inspect.Parameter.VAR_KEYWORD
        else:
            assert shown[option["name"]].default == default_of(option)
            assert option["kind"] != "choice" or not option["default"] or default_of(option) == option["default"]


@pytest.mark.parametrize("taker", sorted(FUNCTIONS.keys() - {"write", "inputs"}))
def test_docstrings_describe_every_option(taker: str) -> None:
    described = " ".join((inspect.getdoc(FUNCTIONS[taker]) or "").split())
    for option in options_of(taker):
        name = "format_options" if option["kind"] == "pairs" else option["name"]
        assert f"{name}: {option['docstring']}" in described


@pytest.mark.parametrize("verb", VERBS)
def test_verbs_have_every_option(verb: str) -> None:
    command = import_module(f"scoresheet.cli.{verb}").command
    unset = command.make_context(verb, [str(ROOT / "examples" / "historic.pgn"), "@results"][: 1 + (verb == "query")])
    by_flag = {name: option for option in command.params for name in option.opts}
    for option in taken(verb):
        if option["kind"] == "pairs":
            assert by_flag["-O"].help == option["doc"]
        elif option["kind"] == "numbers":
            assert {f"--limit-{name}" for name in option["values"]} <= by_flag.keys()
        else:
            made = by_flag[flag(option)]
            assert (made.name, made.help) == (option["name"], option["doc"])
            # What is not given is left to the list.
            assert unset.params[option["name"]] in (None, False)
            assert made.is_flag == (option["kind"] == "flag")
            assert isinstance(made.type, click.Choice) == (option["kind"] in ("choice", "switch"))
            assert list(getattr(made.type, "choices", option["values"])) == option["values"]


def test_the_page_of_the_reference_has_every_option() -> None:
    page = (ROOT / "docs" / "reference" / "options.md").read_text("utf-8")
    for option in LIST:
        assert f"| `{option['name']}` | {option['docstring'][:40]}" in page


# What is made of what was given


def test_what_says_nothing_is_left_out() -> None:
    unset = {"strict": False, "columns": (), "limits": {}, "threads": None, "keep_spelling": False, "validation": None}
    assert asked("read", unset) == {}
    assert asked("read", {"limit": 0, "columns": ("white",)}) == {"limit": 0, "columns": ["white"]}


def test_what_a_function_has_no_option_of_is_one_of_formats() -> None:
    with pytest.raises(scoresheet.UsageError, match="no format has an option `sort_tags`"):
        scoresheet.check(ROOT / "examples" / "historic.pgn", sort_tags=True)  # type: ignore[call-arg]


@pytest.mark.parametrize("strict", ["x", 5, "Read"])
def test_a_switch_has_no_other_values(strict: Any) -> None:
    with pytest.raises(scoresheet.UsageError, match=f"`strict={strict}` is not known") as caught:
        scoresheet.parse("1. e4 *", strict=strict)
    assert caught.value.hint == "it is a bool, `read` or `write`"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("limit", "many", "a number"),
        ("threads", 1.5, "a number"),
        ("limit", -1, "a number"),
        ("language", 5, "a text"),
        ("fen", b"8/8", "a text"),
        ("columns", 5, "a list of texts"),
        ("columns", [5], "a list of texts"),
        ("keep_spelling", "no", "a bool"),
        ("limits", 5, "a dict of numbers"),
        ("limits", {"tags": "many"}, "a dict of numbers"),
        ("validation", ["full"], "a text"),
    ],
)
def test_a_value_of_another_type_is_refused(name: str, value: Any, said: str) -> None:
    with pytest.raises(scoresheet.UsageError) as caught:
        scoresheet.read(ROOT / "examples" / "historic.pgn", **{name: value})
    assert str(caught.value).startswith(f"`{name}` is {said}")


def test_games_of_formats_of_text_are_texts() -> None:
    for row in _core.registry("formats"):
        if row["text"]:
            game = scoresheet.parse("1. e4 *")
            assert isinstance(game.to(row["id"]), str), row["id"]
    assert {row["id"] for row in _core.registry("formats") if not row["text"]} >= {"vgn", "pgc", "parquet"}


# What stands once

# Verbs that are no jobs, and outputs that hold no games, have options of their own by some of these names.
OWN_FLAGS = {
    "check.py": {"--force"},
    "move.py": {"--from", "--to", "--fen", "--language"},
    "position.py": {"--from", "--to", "--strict"},
    "query.py": {"--force", "--to"},
    "show.py": {"--force", "--fen", "--from", "--moves"},
}


def test_the_command_line_spells_no_option_of_jobs() -> None:
    flags = {flag(option) for option in LIST}
    for path in sorted((PACKAGE / "cli").glob("*.py")):
        constants = (
            node.value for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)
        )
        assert {value for value in constants if value in flags} == OWN_FLAGS.get(path.name, set()), path.name


# Files that name options for a reason of their own: the generated types; queries, which go on behind damaged inputs
# where a report tells of them; and the parser of boards without edges, which the native part calls with checked ones.
SPELLED = {
    "_ids.py": {"keep_spelling", "no_sort", "on_error", "sort_memory", "sort_tags"},
    "engines/duckdb.py": {"on_error"},
    "infinite/parsing.py": {"on_error"},
}


def test_options_are_spelled_in_the_list_alone() -> None:
    # Names of one word are words of other things too.
    names = {option["name"] for option in LIST if "_" in option["name"].strip("_")}
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pyi")]):
        words = tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
        spelled = {word.string.strip("'\"") for word in words if word.type in (tokenize.NAME, tokenize.STRING)} & names
        assert spelled == SPELLED.get(path.relative_to(PACKAGE).as_posix(), set()), path
