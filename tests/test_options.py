"""One list of options: keywords, types, signatures, verbs and pages match it, and nothing repeats it."""

from __future__ import annotations

import ast
import copy
import inspect
import io
import tokenize
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

import click
import pytest
from click.testing import CliRunner

import scoresheet
from scoresheet import _core, _ids
from scoresheet._options import asked, default_of, keyword_of, options_of
from scoresheet.cli.group import command as group

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


OTHER_FLAGS = {"headers": "--header"}
"""The flags that are repeated, where the keyword takes all values at once."""


def flag(option: dict[str, Any]) -> str:
    found = OTHER_FLAGS.get(option["name"]) or "--" + option["name"].strip("_").replace("_", "-")
    assert option["flag"] == found
    return found


# What is made from the list


@pytest.mark.parametrize("taker", TAKERS)
def test_types_have_every_option(taker: str) -> None:
    kinds = {option["name"]: option for option in taken(taker) if option["kind"] != "pairs"}
    of_formats = {keyword_of(option["name"]) for row in _core.registry("formats") for option in row["options"]}
    names = set(kinds) - {name for who, name in NAMED if who == taker}
    assert typed(taker).keys() - of_formats == names
    synonyms = {row["id"]: row["synonyms"] for row in _core.registry("formats")}
    for name in names:
        narrowed = next(option for option in options_of(taker) if option["name"] == name)
        if kinds[name]["kind"] not in ("list", "flag"):
            others = [other for value in narrowed["values"] for other in synonyms.get(value, []) if name == "to"]
            assert sorted(set(texts_of(typed(taker)[name]))) == sorted([*narrowed["values"], *others]), name
        assert set(narrowed["values"]) <= set(kinds[name]["values"])


WORKS = {
    "convert": {"read", "write"},
    "analyse": {"read", "write"},
    "write": {"write"},
    "Game.to": {"write"},
    "inputs": set(),
    "index": set(),
}


@pytest.mark.parametrize("taker", TAKERS)
def test_options_of_formats_are_taken_beside_them(taker: str) -> None:
    works = WORKS.get(taker, {"read"})
    options = [option for row in _core.registry("formats") for option in row["options"]]
    of_jobs = {option["name"] for option in LIST}
    assert typed(taker).keys() - of_jobs == {
        keyword_of(option["name"]) for option in options if option["works"] in works
    }


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
    # A command keeps the option for help that it made first, and here it knows nothing of `-h`: so a copy makes it.
    command = copy.copy(import_module(f"scoresheet.cli.{verb}").command)
    unset = command.make_context(verb, [str(ROOT / "examples" / "historic.pgn"), "@results"][: 1 + (verb == "query")])
    by_flag = {name: option for option in command.params for name in option.opts}
    for option in options_of(verb):
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


def test_options_without_effect_are_left_out() -> None:
    unset = {"strict": False, "columns": (), "limits": {}, "threads": None, "keep_spelling": False, "validation": None}
    assert asked("read", unset).native() == {}
    assert asked("read", {"limit": 0, "columns": ("white",)}).native() == {"limit": 0, "columns": ["white"]}


def test_what_a_function_has_no_option_of_is_one_of_formats() -> None:
    with pytest.raises(scoresheet.UsageError, match="no format has an option `sort_tags`"):
        scoresheet.check(ROOT / "examples" / "historic.pgn", sort_tags=True)  # type: ignore[call-arg]


@pytest.mark.parametrize("strict", ["x", 5, "Read"])
def test_a_switch_has_no_other_values(strict: Any) -> None:
    with pytest.raises(scoresheet.UsageError, match=f"`strict={strict}` is not a valid value") as caught:
        scoresheet.parse("1. e4 *", strict=strict)
    assert caught.value.hint == "use True, False, `read` or `write`"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("limit", "many", "a number"),
        ("threads", 1.5, "a number"),
        ("language", 5, "a string"),
        ("fen", b"8/8", "a string"),
        ("columns", 5, "a list of strings"),
        ("columns", [5], "a list of strings"),
        ("keep_spelling", "no", "a bool"),
        ("limits", 5, "a dict of numbers"),
        ("limits", {"tags": "many"}, "a dict of numbers"),
        ("limits", "tags=5", "a dict of numbers"),
        ("set_tags", 5, "a dict of strings"),
        ("set_tags", "Event=Club", "a dict of strings"),
        ("rename_tags", ["Event"], "a dict of strings"),
        ("validation", ["full"], "a string"),
    ],
)
def test_a_value_of_another_type_is_refused(name: str, value: Any, said: str) -> None:
    with pytest.raises(scoresheet.UsageError) as caught:
        scoresheet.read(ROOT / "examples" / "historic.pgn", **{name: value})
    assert str(caught.value).startswith(f"`{name}` must be {said}")


MOST = 2**63 - 1
NUMBERS = [
    ("limit", -1, f"use a whole number from 0 to {MOST}"),
    ("limit", MOST + 1, f"use a whole number from 0 to {MOST}"),
    ("limit", 10**40, f"use a whole number from 0 to {MOST}"),
    ("threads", 0, "use a whole number from 1 to 1024"),
    ("threads", -1, "use a whole number from 1 to 1024"),
    ("threads", 9_999_999_999, "use a whole number from 1 to 1024"),
]


@pytest.mark.parametrize(("name", "value", "hint"), NUMBERS)
def test_a_number_out_of_range_is_refused_everywhere(name: str, value: int, hint: str, tmp_path: Path) -> None:
    games, parquet = ROOT / "examples" / "historic.pgn", tmp_path / "a.parquet"
    scoresheet.convert(games, parquet)
    jobs: list[Callable[[], object]] = [
        lambda: scoresheet.read(games, **{name: value}),  # type: ignore[arg-type]
        lambda: scoresheet.check(games, **{name: value}),  # type: ignore[arg-type]
        lambda: scoresheet.convert(games, tmp_path / "b.pgn", **{name: value}),  # type: ignore[arg-type]
        lambda: scoresheet.query(games, "select 1 from games", **{name: value}),
        lambda: scoresheet.query(parquet, "select 1 from games", **{name: value}),
    ]
    for job in jobs:
        with pytest.raises(scoresheet.UsageError) as caught:
            job()
        assert (str(caught.value), caught.value.hint) == (f"`{name}={value}` is out of range", hint)


@pytest.mark.parametrize("value", [-1, MOST + 1, 10**5000], ids=["negative", "large", "huge"])
def test_a_limit_against_hostile_input_is_a_number_in_range(value: int) -> None:
    with pytest.raises(scoresheet.UsageError, match=r"^`limits\[game\]=.*` is out of range(\n|$)"):
        scoresheet.parse("1. e4 *", limits={"game": value})


def test_sizes_are_in_range(tmp_path: Path) -> None:
    with pytest.raises(scoresheet.UsageError, match="`sort_memory=-1` is out of range"):
        scoresheet.convert(ROOT / "examples" / "historic.pgn", tmp_path / "a.parquet", sort_memory=-1)


@pytest.mark.parametrize(
    "given",
    [
        ("--threads", "9999999999"),
        ("--threads", "0"),
        ("--limit", "-1"),
        ("--limit", str(2**63)),
        ("--limit", "9" * 40),
        ("--limit-nesting", str(2**64)),
        ("--limit-game", "9" * 40),
        ("--limit-game", "99999999TB"),
        ("--limit-game", "9" * 400 + ".5KB"),
        ("--sort-memory", "8EB"),
    ],
)
def test_a_number_out_of_range_is_wrong_use_on_the_command_line(given: tuple[str, str], tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    run = CliRunner().invoke(group, ["convert", str(ROOT / "examples" / "historic.pgn"), "-o", str(out), *given])
    assert run.exit_code == 2, run.output
    assert given[0].removeprefix("--").replace("-", "_").partition("_")[0] in run.stderr
    assert not out.exists()


@pytest.mark.parametrize("option", ["--game", "--ply"])
def test_the_place_of_a_game_to_show_is_in_range(option: str) -> None:
    for value in ("-1", "9" * 40):
        run = CliRunner().invoke(group, ["show", str(ROOT / "examples" / "historic.pgn"), option, value])
        assert run.exit_code == 2, run.output
    assert (
        CliRunner().invoke(group, ["show", str(ROOT / "examples" / "historic.pgn"), option, str(2**62)]).exit_code == 2
    )


@pytest.mark.parametrize("value", ["x", "=White", "x=", "a=White,b", ""])
def test_new_names_of_columns_are_pairs(value: str, tmp_path: Path) -> None:
    source = tmp_path / "a.csv"
    source.write_text("White,x,moves\nA,B,e4\n")
    with pytest.raises(scoresheet.UsageError, match=f"`rename={value}` is not a valid value") as caught:
        scoresheet.check(source, rename=value)
    assert caught.value.hint == "use a list such as `winner=Result,id=Site`"
    run = CliRunner().invoke(group, ["check", str(source), "-O", f"rename={value}"])
    assert run.exit_code == 2, run.output
    assert scoresheet.parse(source.read_bytes(), from_="csv", rename="x=Black").tags["Black"] == "B"


def test_games_of_formats_of_text_are_texts() -> None:
    for row in _core.registry("formats"):
        if row["text"] and row["writes"]:
            game = scoresheet.parse("1. e4 *")
            assert isinstance(game.to(row["id"]), str), row["id"]
    assert {row["id"] for row in _core.registry("formats") if not row["text"]} >= {"vgn", "pgc", "parquet"}


# What exists once

# Verbs that are not jobs, and outputs without games, have their own options with some of these names.
OWN_FLAGS = {
    "analyse.py": {"--plies"},
    "annotate.py": {"--force"},
    "evals.py": {"--force", "--threads"},
    "explore.py": {"--fen", "--moves"},
    "find.py": {"--to"},
    "move.py": {"--from", "--to", "--fen", "--language"},
    "one_text.py": {"--variant"},
    "names.py": {"--force"},
    "position.py": {"--from", "--to", "--strict"},
    "query.py": {"--force", "--to"},
    "serve.py": {"--threads"},
    "tree.py": {"--fen", "--plies"},
    "show.py": {"--force", "--fen", "--from", "--language", "--moves"},
}


def test_the_command_line_spells_no_option_of_jobs() -> None:
    flags = {flag(option) for option in LIST}
    for path in sorted((PACKAGE / "cli").glob("*.py")):
        constants = (
            node.value for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)
        )
        assert {value for value in constants if value in flags} == OWN_FLAGS.get(path.name, set()), path.name


# Files that name options for a special reason: the generated types; queries, which continue behind damaged inputs
# and report them; conditions, which depend on how games are chosen and skipped before; the verb `find`,
# which has its own options for these; the verb `tree`, which writes one game that it creates; the parser of boards
# without edges, which the native part calls with checked ones; the source of Spark, whose options are spelled as
# Spark spells them; the analysis, which reads and writes separately, and has its own failures; and the viewer,
# which keeps games in the order of their files.
SPLITTING = {"part_games", "part_size"}
TRANSFORMS = {option["name"] for option in LIST if option["works"] == "transform" and "_" in option["name"]} - {
    "ply_count"
}
SPELLED = {
    "analysis/job.py": {"keep_spelling", "on_error"},
    "_ids.py": {"keep_spelling", "no_sort", "on_error", "sort_memory", "sort_tags", *SPLITTING, *TRANSFORMS},
    "_transforms.py": TRANSFORMS,
    "cli/find.py": {"find_all", "find_comment"},
    "cli/tree.py": {"find_all", "find_comment", "keep_spelling", "sort_tags"},
    "engines/conditions.py": {"dedupe_against", "dedupe_keep", "on_error"},
    "engines/duckdb.py": {"on_error"},
    "engines/failures.py": {"on_error"},
    "infinite/parsing.py": {"on_error"},
    "spark/options.py": {"keep_spelling", "on_error", "sort_tags"},
    "viewer/cache.py": {"no_sort"},
    "viewer/exporting.py": {"no_sort", "on_error"},
    "viewer/library.py": {"on_error"},
    "viewer/opening.py": {"no_sort", "on_error"},
}


def test_options_are_spelled_in_the_list_alone() -> None:
    # Names of one word are words of other things too.
    names = {option["name"] for option in LIST if "_" in option["name"].strip("_")}
    names -= {"ply_count"}  # a column and a property too
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pyi")]):
        words = tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
        spelled = {word.string.strip("'\"") for word in words if word.type in (tokenize.NAME, tokenize.STRING)} & names
        assert spelled == SPELLED.get(path.relative_to(PACKAGE).as_posix(), set()), path
