"""Writes what can be generated from the package: `docs/reference`, `docs/commands`, the types of `_ids.py`, pictures.

`make docs` writes; `--check`, which `make lint` runs, writes nothing, shows what differs and fails. A new field of a
registry's rows is a new column of its table without a change here. Pages with more text than tables have a
template beside them, such as `docs/reference/vgn.md.in`.
"""

from __future__ import annotations

import difflib
import json
import re
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import archive_page
import command_pages
import cpgn_page
import leniencies_page
import notation_pages
import scoresheet
import speed_table
from scoresheet import infinite
from scoresheet._hints import on_the_command_line
from scoresheet._options import default_of, keyword_of, options_of
from scoresheet._regexes import regexes
from scoresheet._registry import entries, name_of, registry, values_of
from scoresheet.cli.listing import joined
from scoresheet.drawing.views import view_of
from scoresheet.engines.extension import functions_inside
from scoresheet.questions import all_questions
from scoresheet.questions.texts import engines_of

if TYPE_CHECKING:
    from scoresheet._core import OptionRow

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "reference"
COMMANDS = ROOT / "docs" / "commands"
START = ROOT / "docs" / "start"
PICTURES = ROOT / "docs" / "pictures"
IDS = ROOT / "python" / "scoresheet" / "_ids.py"
FUNCTIONS = ROOT / "python" / "scoresheet" / "engines" / "functions.json"
Row = dict[str, Any]
MADE_BY = "made by `make docs`; do not edit"
WIDTH = 120  # of a line of code


@dataclass(frozen=True)
class Page:
    """One registry: its table in the reference and its type in `_ids.py`."""

    kind: str
    title: str
    intro: str
    alias: str


PAGES = [
    Page(
        "formats",
        "Formats",
        "How whole games are written: what `--from` and `--to` take. `scoresheet list formats` prints this table. "
        "Text formats also have [regular expressions](regular-expressions.md) that match one game. "
        "[Which notation is which](which-notation.md) explains their uses.",
        "FormatId",
    ),
    Page(
        "notations",
        "Move notations",
        "How one move is written: what `convert_move` takes. Moves in `fcn` and `fcn2` can be taken back: their texts "
        "contain all that a move changes on the board (`Position.undo`, `scoresheet position --undo`). [MCN and "
        "FCN](fcn.md), [BCCF](bccf.md) and [PGC](pgc.md) have separate pages.",
        "NotationId",
    ),
    Page(
        "positions",
        "Position notations",
        "How one board is written: what `Position.read` and `Position.to` take. [SFEN](sfen.md) and "
        "[BCFEN](bccf.md#bcfen) have separate pages.",
        "PositionNotationId",
    ),
    Page(
        "columns",
        "Columns",
        "There is one row per game. `--columns` takes names of columns and of [families](families.md), in any mix. "
        "The depth of a column is how much of each game has to be read for it.",
        "ColumnName",
    ),
    Page(
        "families",
        "Column families",
        "Groups of [columns](columns.md) that are requested together.",
        "FamilyName",
    ),
    Page(
        "errors",
        "Errors and notes",
        "What can be wrong with an input. An error means that something was lost or not understood; a note means that "
        "something was read leniently, which `--strict` makes an error. The codes are stable.",
        "ErrorCode",
    ),
    Page(
        "limits",
        "Limits",
        "What a hostile or broken input may cost. Each is set by `--limit-NAME`, in Python by `limits={name: value}`.",
        "LimitName",
    ),
    Page(
        "places",
        "Places",
        "The kinds of [URLs](../guides/convert.md#files-at-urls) that files are read from, and the package that each "
        "needs.",
        "PlaceId",
    ),
    Page(
        "options",
        "Options",
        "What functions and verbs take besides their inputs and outputs. The command line spells `sort_tags` as "
        "`--sort-tags`, `from_` as `--from`, an option of a [format](formats.md) as `-O NAME=VALUE`, and a "
        "[limit](limits.md) as `--limit-NAME`; Python takes the options of formats by their names.",
        "OptionName",
    ),
    Page("languages", "Languages", "Piece letters that are read: what `--language` takes.", "LanguageId"),
    Page(
        "losses",
        "Losses",
        "What may be left out or changed when games are written, and what does it: notations of moves, move formats of "
        "VGN, and formats. What a replay brings back, such as check marks, is not a loss. A move that cannot be "
        "written ends its line: the moves after it are the loss `tail`. Every writer counts its losses; "
        "`--strict=write` refuses games that have any.",
        "LossId",
    ),
    Page(
        "codes",
        "Codes of VGN",
        "What the MoveFormat tag of a [VGN](vgn.md) game names. A code without a number is the newest version. A "
        "format that is not written has nothing that ends its moves; it can be read only as the last game of a file.",
        "MoveFormatCode",
    ),
    Page(
        "variants",
        "Variants",
        "Rules with names: what a Variant tag, `--variant` and `Position(variant=…)` take. Case, blanks, hyphens, "
        "underscores and full stops do not matter, and neither does a word `chess` at the end. `960` after a name, or "
        "`chess960` before it, adds the starts and the castling of Chess960. The code names the rules by their "
        "[numbers](rules.md): so a game can have a mixture that has no name, `N+11,12`. `uci` is what engines take as "
        "`UCI_Variant`. [Variants](../concepts/variants.md) describes them.",
        "VariantId",
    ),
    Page(
        "rules",
        "Rules of VGN",
        "What the Rules tag of a [VGN](vgn.md#rules-and-pieces) game names, in base 36: 1 to R are normal chess, the "
        "letter `N`. `N-F,R+1D` takes some away and adds others. Games are played by the rules that are `played`, in "
        "any mixture that makes sense. With other rules, a game of VGN keeps its moves, which are read by the rules of "
        "normal chess where they fit, with the note `rules-unknown`. In a Variant tag or in BGN, such rules are the "
        "error `variant-unsupported`, and the game is kept as text.",
        "RuleCode",
    ),
    Page(
        "nags",
        "NAGs",
        "The meaning of each numeric annotation glyph (NAG), and the composite NAG of VGN with the same meaning.",
        "NagCode",
    ),
    Page(
        "questions",
        "Questions",
        "Queries that come with the package: `scoresheet query FILE… @NAME parameter=value …`. "
        "`--print ENGINE` prints the text for [an engine](../guides/engines.md).",
        "QuestionName",
    ),
    Page(
        "functions",
        "Functions in SQL",
        "What `scoresheet query` and `scoresheet.query` add to DuckDB's functions, as an extension that other programs "
        "can [load](../guides/sql-functions.md), too. Functions of a game take the column `packed_moves`, or the four "
        "lists of the family `moves`, and then `fen`, which is NULL for the start of the game's rules; if the moves "
        "are NULL, so is the result. `packed_moves` holds the rules. Lists do not, so functions of lists have a second "
        "form with `rules` after `fen`; without it, the rules are those that `fen` shows. Plies count from 1; the "
        "position after ply 0 is the start.",
        "FunctionName",
    ),
]


REGEXES = "Regular expressions"
REGEXES_INTRO = (
    "For each text format, a regular expression that matches exactly one game as `--strict` reads it. "
    "[Find games with regular expressions](../guides/regular-expressions.md) explains how to use them and what their "
    "limits are. `scoresheet list formats --json` prints them, too. The expression for the "
    "[tokens](../guides/regular-expressions.md#tokens) of PGN is lenient; there is a variant for JavaScript, too."
)


def main(arguments: list[str]) -> int:
    """Write the files, or with `--check` compare them; 1 if one differs."""
    made = dict(generate())
    present = (*REFERENCE.glob("*.md"), *REFERENCE.glob("regular-expressions/*"), *COMMANDS.glob("*.md"))
    stale = [path for path in present if path not in made]
    if "--check" in arguments:
        return report(made, stale)
    (REFERENCE / "regular-expressions").mkdir(parents=True, exist_ok=True)
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
    for path in stale:
        path.unlink()
    return 0


def report(made: dict[Path, str], stale: list[Path]) -> int:
    """Show how the files differ from the registries."""
    differ = False
    for path, text in [*made.items(), *((path, "") for path in stale)]:
        found = path.read_text(encoding="utf-8") if path.exists() else ""
        name = str(path.relative_to(ROOT))
        lines = list(difflib.unified_diff(found.splitlines(), text.splitlines(), name, "registries", lineterm=""))
        differ = differ or bool(lines)
        if lines:
            print("\n".join(lines[:40]), file=sys.stderr)
    print("generated files: differ; run `make docs`" if differ else f"generated files: {len(made)} agree")
    return 1 if differ else 0


def generate() -> Iterable[tuple[Path, str]]:
    """Every generated file and its text."""
    with on_the_command_line():  # as the pages show options
        rows = {page.kind: rows_of(page.kind) for page in PAGES}
    for page in PAGES:
        yield REFERENCE / f"{page.kind}.md", reference(page, rows[page.kind])
    yield REFERENCE / "README.md", index(rows)
    yield from regular_expressions()
    yield from notation_pages.pages(REFERENCE, MADE_BY)
    yield REFERENCE / "cpgn.md", cpgn_page.page(worked_example(), MADE_BY)
    yield REFERENCE / "archive-format.md", archive_page.page(MADE_BY)
    yield REFERENCE / "leniencies.md", leniencies_page.page(MADE_BY)
    yield from command_pages.pages(COMMANDS, MADE_BY)
    yield speed_table.README, speed_table.page()
    yield from speed_table.pages(START, MADE_BY)
    yield IDS, literals(rows)
    yield FUNCTIONS, json.dumps(functions_inside(), indent=1) + "\n"
    yield PICTURES / "board.svg", picture()
    yield PICTURES / "infinite.svg", infinite_picture()


def regular_expressions() -> Iterable[tuple[Path, str]]:
    """The regular expressions of games and tokens, each in its file, and the page that lists them."""
    lines = [f"<!-- {MADE_BY} -->", f"# {REGEXES}", "", REGEXES_INTRO, ""]
    lines += ["| format | matches | variations nest | characters | expression |", "|---|---|---|---|---|"]
    for name, row in regexes().items():
        depth = "" if row["regex_depth"] is None else f"up to {row['regex_depth']} deep"
        entries = [("a game", depth, name, row["regex"])]
        entries += [("a token", "to any depth", f"{name}-tokens", row["token_regex"])]
        entries += [("a token, in JavaScript", "to any depth", f"{name}-tokens-js", row["token_regex_js"])]
        for about, nesting, stem, regex in entries:
            if regex is not None:
                link = f"[{stem}.txt](regular-expressions/{stem}.txt)"
                lines.append(f"| `{name}` | {about} | {nesting} | {len(regex):,} | {link} |")
                yield REFERENCE / "regular-expressions" / f"{stem}.txt", regex + "\n"
    yield REFERENCE / "regular-expressions.md", "\n".join(lines) + "\n"


def worked_example() -> str:
    """The game of cpgn's description, as PGN."""
    rows = map(json.loads, (ROOT / "vectors" / "cpgn" / "vectors.jsonl").read_text("utf-8").splitlines())
    return next(str(row["pgn"]) for row in rows if row["id"] == "v0-game-readme-fixed")


def picture() -> str:
    """The board of the guide: what `scoresheet show examples/annotated.pgn --ply 13 --svg` writes."""
    game = next(iter(scoresheet.read(ROOT / "examples" / "annotated.pgn")))
    view = view_of(game)
    return view.picture(view.at(13)).svg() + "\n"


def infinite_picture() -> str:
    """The infinite board of the guide, of the game that it writes to `far.icn`."""
    found = re.search(r'echo "(.*)" > far.icn', (ROOT / "docs" / "guides" / "show.md").read_text("utf-8"))
    assert found, "the guide makes the game that it shows"
    game = infinite.parse(found[1])
    return game.end.svg(last_move=game.last.move) + "\n"


def rows_of(kind: str) -> list[Row]:
    """One registry's rows; each starts with what the entry is called."""
    if kind == "questions":
        return [
            {
                "name": question.name,
                "answers": question.title,
                "parameters": [f"`{parameter.name}` {parameter.kind}" for parameter in question.parameters],
                "example": f"`@{question.name} {question.example}`",
                "engines": engines_of(question),
            }
            for question in all_questions()
        ]
    if kind == "functions":
        return [
            {
                "name": entry["name"],
                "returns": entry["doc"],
                "type": entry["type"],
                "parameters": f"`{entry['calls'][0].partition('(')[2][:-1]}`" + also(entry["calls"]),
                "example": f"`{entry['example']}`",
            }
            for entry in joined(functions_inside())
        ]
    if kind == "options":
        return [
            {
                "name": option["name"],
                "does": option["docstring"],
                "kind": option["kind"],
                "values": option["values"],
                "default": option["default"],
                "taken by": option["takers"],
                "about": option["works"].replace("both", "read, write"),
            }
            for option in registry("options")
        ]
    return [dict(row) for row in entries(kind)]


def also(calls: list[str]) -> str:
    """The further parameters that a function can take."""
    packed = [call.partition("(")[2][:-1] for call in calls if "from_square" not in call or call.startswith("packed(")]
    return "".join(f"; or `{parameters}`" for parameters in packed[1:])


def reference(page: Page, rows: list[Row]) -> str:
    """One page of the reference: a title, what the registry is for, its table."""
    named = next(key for key, value in rows[0].items() if value == name_of(rows[0]))
    keys = [named, *dict.fromkeys(key for row in rows for key in row if key != named)]
    lines = [f"<!-- {MADE_BY} -->", f"# {page.title}", "", page.intro, ""]
    lines.append("| " + " | ".join(key.replace("_", " ") for key in keys) + " |")
    lines.append("|" + "---|" * len(keys))
    for row in rows:
        cells = [code(row[key]) if key == named or key in CODE else cell(row.get(key)) for key in keys]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


# Keys whose texts are shown letter by letter.
CODE = {"regex"}


def code(text: str) -> str:
    """A text that no markup changes; a bar would end the cell even there."""
    return "`" + text.replace("|", "\\|") + "`"


def cell(value: object) -> str:
    """A value as the text of a table's cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, dict):
        value = [f"{name}: {cell(part)}" if part not in (None, "") else name for name, part in value.items()]
    if isinstance(value, list | tuple):
        return ", ".join(cell(part) for part in value)
    parts = " ".join(str(value).split()).replace("|", "\\|").split("`")
    # Code between backticks is shown as it is, so only text outside it is escaped.
    return "`".join(part if place % 2 else part.replace("<", "&lt;") for place, part in enumerate(parts))


def index(rows: dict[str, list[Row]]) -> str:
    """The reference's first page."""
    lines = [f"<!-- {MADE_BY} -->", "# Reference", "", "Made from the registries that the program itself reads.", ""]
    lines += [f"- [{page.title}]({page.kind}.md): {len(rows[page.kind])}" for page in PAGES]
    lines.append(f"- [{REGEXES}](regular-expressions.md): {len(regexes())}")
    lines += [f"- [{title}]({name})" for name, title in notation_pages.titles(REFERENCE)]
    lines.append("- [The bits of cpgn](cpgn.md)")
    lines.append("- [The bytes of archives](archive-format.md)")
    lines.append("- [What is read leniently](leniencies.md)")
    return "\n".join(lines) + "\n"


def literals(rows: dict[str, list[Row]]) -> str:
    """The module of `Literal` types, as the formatter leaves it."""
    parts = [
        f'"""Every id of every registry, and the options of jobs and of formats, as types; {MADE_BY}."""\n',
        "import os\nfrom collections.abc import Mapping, Sequence\nfrom typing import Literal, TypeAlias, TypedDict\n",
    ]
    aliases = {page.alias: [name_of(row) for row in rows[page.kind]] for page in PAGES}
    for key, name in (("moves", "MovesId"), ("positions", "PositionsId")):
        aliases[name] = list(dict.fromkeys(id_ for row in rows["formats"] for id_ in row[key]))
    for name in ALIASED:
        aliases[f"{name.capitalize()}Id"] = values_of(name)
    for kind, name in WRITTEN.items():
        for about, binary in (("Text", False), ("Binary", True)):
            aliases[about + name] = [row["id"] for row in rows[kind] if row["binary"] == binary]
    aliases["TextFormatId"] = [row["id"] for row in rows["formats"] if row["text"] and row["writes"]]
    synonyms = {row["id"]: row["synonyms"] for row in rows["formats"]}
    for name, ids in aliases.items():
        others = [other for id_ in ids for other in synonyms[id_]] if name == "TextFormatId" else []
        parts.append(alias(name, [*ids, *others]))
    text = "\n".join(parts) + "\n\n"
    classes = [choices(rows["formats"], part) for part in CHOICES]
    classes += [shared_options(name, takers, aliases) for name, takers in SHARED.items()]
    classes += [job_options(taker, base, aliases) for taker, base in TAKERS.items()]
    return text + "\n\n".join(classes)


# Options of formats whose values functions for single moves and boards take too.
ALIASED = ["validation", "profile", "layout"]

# Registries whose entries are written as text or as bytes, with what their types are called.
WRITTEN = {"notations": "NotationId", "positions": "PositionNotationId"}


def alias(name: str, ids: list[str]) -> str:
    """A type of these texts. The formatter would write each of many on a separate line."""
    quoted = [f'"{id_}"' for id_ in ids]
    whole = f"{name}: TypeAlias = Literal[{', '.join(quoted)}]\n"
    if len(whole) <= WIDTH:
        return whole
    lines = textwrap.wrap(", ".join(quoted) + ",", WIDTH - 4, break_long_words=False, break_on_hyphens=False)
    inside = "".join(f"    {line}\n" for line in lines)
    return f"{name}: TypeAlias = Literal[\n{inside}]  # fmt: skip\n"


@dataclass(frozen=True)
class Choices:
    """A type of the formats' own options."""

    name: str
    doc: str
    works: frozenset[str]
    """The options that are about exactly these: reading, writing. Their values may differ between the two."""
    bases: tuple[str, ...] = ()
    reads: bool = False
    """Whether values are those of reading, for options that are about both."""


BOTH = frozenset({"read", "write"})
CHOICES = [
    Choices("_OnlyReadChoices", "The options of formats that are about reading alone.", frozenset({"read"})),
    Choices("_OnlyWriteChoices", "The options of formats that are about writing alone.", frozenset({"write"})),
    Choices("ReadChoices", "The options of formats about reading.", BOTH, ("_OnlyReadChoices",), reads=True),
    Choices("WriteChoices", "The options of formats about writing.", BOTH, ("_OnlyWriteChoices",)),
    Choices("FormatChoices", "The options of formats.", BOTH, ("_OnlyReadChoices", "_OnlyWriteChoices")),
]


def choices(formats: list[Row], part: Choices) -> str:
    """One type of the formats' own options."""
    works: dict[str, set[str]] = {}
    for option in (option for row in formats for option in row["options"]):
        works.setdefault(option["name"], set()).add(option["works"])
    last = "read" if part.reads else "write"
    options: dict[str, list[tuple[str, Row]]] = {}
    for row in formats:
        for option in row["options"]:
            if works[option["name"]] == part.works and (len(part.works) == 1 or option["works"] == last):
                options.setdefault(option["name"], []).append((row["id"], option))
    lines = [class_line(part.name, part.bases), f'    """{part.doc}"""', ""]
    for name, owned in options.items():
        # An option may mean something else to some of its formats.
        meanings = dict.fromkeys((option["doc"], option["default"]) for _, option in owned)
        for doc, default in meanings:
            owners = [owner for owner, option in owned if (option["doc"], option["default"]) == (doc, default)]
            lines += comment(f"{doc}. Of {', '.join(owners)}; `{default}` unless given.")
        values = list(dict.fromkeys(value for _, option in owned for value in option["values"]))
        lines.append(f"    {keyword_of(name)}: {type_of(values)}")
    return "\n".join(lines).rstrip() + "\n"


def class_line(name: str, bases: Iterable[str]) -> str:
    """The start of a type of options."""
    parts = [*(bases or ["TypedDict"]), "total=False"]
    line = f"class {name}({', '.join(parts)}):"
    return line if len(line) <= WIDTH else f"class {name}(\n    {', '.join(parts)}\n):"


def comment(doc: str) -> list[str]:
    """The lines of a comment on a member of a type."""
    return [f"    # {line}" for line in textwrap.wrap(doc[:1].upper() + doc[1:], WIDTH - 8)]


# Who takes options of jobs, with the type of those of formats that they take too.
TAKERS = {
    "convert": "FormatChoices",
    "check": "ReadChoices",
    "read": "ReadChoices",
    "query": "ReadChoices",
    "parse": "ReadChoices",
    "write": "WriteChoices",
    "Game.to": "WriteChoices",
    "inputs": "TypedDict",
    "index": "TypedDict",
    "analyse": "FormatChoices",
}

# The types of options that several functions share. Others with such an option have it in their own types.
SHARED = {
    "_FileOptions": ("convert", "write", "analyse"),
    "_TextOptions": ("convert", "write", "Game.to", "analyse"),
    "_TransformOptions": ("convert", "write", "read", "analyse"),
    "_InputOptions": ("convert", "check", "read", "query", "analyse"),
    "_ParsingOptions": ("convert", "check", "read", "query", "parse", "analyse"),
}

# Options that a function names itself, because what it gives depends on their value.
NAMED = {("parse", "from_")}


def shared_options(name: str, takers: tuple[str, ...], aliases: dict[str, list[str]]) -> str:
    """The type of the options that exactly these share."""
    listed = ", ".join(f"`{taker}`" for taker in takers[:-1])
    lines = [class_line(name, ()), f'    """Options of {listed} and `{takers[-1]}`."""', ""]
    members = members_of(takers[0], aliases)
    lines += [line for option in members if base_of(option, aliases) == name for line in members[option]]
    return "\n".join(lines).rstrip() + "\n"


def job_options(taker: str, base: str, aliases: dict[str, list[str]]) -> str:
    """The type of what a function takes as `**options`."""
    members = members_of(taker, aliases)
    shared = {option: base_of(option, aliases) for option in members}
    bases = [*(name for name in SHARED if taker in SHARED[name]), *([] if base == "TypedDict" else [base])]
    name = taker.rpartition(".")[2].capitalize()
    lines = [class_line(f"{name}Options", bases), f'    """The options of `{taker}`."""', ""]
    lines += [line for option in members if shared[option] not in bases for line in members[option]]
    return "\n".join(lines).rstrip() + "\n"


def base_of(option: str, aliases: dict[str, list[str]]) -> str | None:
    """The type that has an option for all its takers, if they share it; the one for the most takers."""

    def is_alike(takers: tuple[str, ...]) -> bool:
        first, *others = (members_of(taker, aliases).get(option) for taker in takers)
        return first is not None and all(other == first for other in others)

    found = [name for name, takers in SHARED.items() if is_alike(takers)]
    return max(found, key=lambda name: len(SHARED[name]), default=None)


def members_of(taker: str, aliases: dict[str, list[str]]) -> dict[str, list[str]]:
    """The lines of each option of a function in a type."""
    members: dict[str, list[str]] = {}
    for option in options_of(taker):
        if option["kind"] == "pairs" or (taker, option["name"]) in NAMED:
            continue  # the base has those of formats
        doc = option["docstring"].rstrip(".")
        doc += f"; `{default_of(option)}` unless given." if default_of(option) else "."
        members[option["name"]] = [*comment(doc), f"    {option['name']}: {type_of_option(option, aliases)}"]
    return members


def type_of_option(option: OptionRow, aliases: dict[str, list[str]]) -> str:
    """The type of the value of an option of jobs. None means no value, and False no flag."""
    texts = "Literal[" + ", ".join(f'"{value}"' for value in option["values"]) + "]"
    types = {
        "flag": "bool",
        "switch": f"bool | {texts}",
        "number": "int",
        "size": "int",
        "text": "str",
        "file": "str | os.PathLike[str]",
        "list": "Sequence[str]",
        "table": "Mapping[str, str]",
        "files": "str | os.PathLike[str] | Sequence[str | os.PathLike[str]]",
        "file-or-table": "str | os.PathLike[str] | Mapping[str, str]",
        "span": "int | str",
    }
    if option["name"] == "to":  # formats to write have other names, which are those of texts
        made = f"{type_of_values(option['values'], aliases) or texts} | TextFormatId"
    elif option["kind"] == "choice":
        made = type_of_values(option["values"], aliases) or texts
    elif option["kind"] == "numbers":
        made = f"Mapping[{type_of_values(option['values'], aliases)}, int]"
    else:
        made = types[option["kind"]]
    return made if option["kind"] in ("flag", "switch") else f"{made} | None"


def type_of_values(values: list[str], aliases: dict[str, list[str]]) -> str | None:
    """The type that has these texts, with at most one beside it."""
    for name, ids in aliases.items():
        others = [value for value in values if value not in ids]
        if set(ids) <= set(values) and len(others) <= 1:
            return " | ".join([name, *(f'Literal["{other}"]' for other in others)])
    return None


def type_of(values: list[str]) -> str:
    """The type of an option's value: texts, yes or no and numbers as such too, `N` as any, `TEXT` as any text."""
    if any("TEXT" in value for value in values):
        return "str"
    if values == ["N"]:
        return "int"
    numbers = [value for value in values if value.isdecimal()]
    texts = ", ".join([*numbers, *(f'"{value}"' for value in values if value != "N")])
    others = ["bool"] if set(values) == {"no", "yes"} else ["int"] if "N" in values else []
    return " | ".join([*others, f"Literal[{texts}]"])


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
