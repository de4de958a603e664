"""The page about the bytes of archives: `archive_format.txt` with constants from the sources, and a file byte by byte.

Constants are found in the sources with regular expressions. One that is not found is an error.
"""

from __future__ import annotations

import csv
import re
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

import archive_dump

ROOT = Path(__file__).resolve().parent.parent
CRATE = ROOT / "crates" / "archive"
EXAMPLE = ROOT / "vectors" / "archive"

# Values that occur once in a source: name, file, and the expression whose group is the value.
VALUES = {
    "segment": ("draft.rs", r"const SEGMENT: usize = (\d+);"),
    "header": ("section.rs", r"const HEADER: usize = (\d+);"),
    "trailer": ("index.rs", r'const TRAILER: [^=]+= \*b"(.+)";'),
    "version": ("index.rs", r'const MAGIC: [^=]+= \*b".*\\x0(\d)";'),
    "max total": ("coder.rs", r"const MAX_TOTAL: u32 = 1 << (\d+);"),
    "precision": ("coder.rs", r"const PRECISION: u32 = (\d+);"),
    "least shift": ("coder.rs", r"const LEAST: u32 = 1 << (\d+);"),
    "counted shift": ("moves/book.rs", r"const COUNTED: u32 = 1 << (\d+);"),
    "usual limit": ("coder.rs", r"\(Limit::Usual, (\d+)\)"),
    "fine": ("symbols.rs", r"const FINE: u32 = (\d+);"),
    "sure": ("symbols.rs", r"const SURE: u8 = (\d+);"),
    "unsure": ("symbols.rs", r"const UNSURE: u8 = (\d+);"),
    "told apart": ("items.rs", r"const TOLD_APART: u32 = (\d+);"),
    "late": ("moves/line.rs", r"const LATE: u32 = (\d+);"),
    "shape left": ("moves/square_shapes.rs", r"const LEFT: u16 = (0x[0-9A-F]+);"),
    "shape right": ("moves/square_shapes.rs", r"const RIGHT: u16 = (0x[0-9A-F]+);"),
    "shape below": ("moves/square_shapes.rs", r"const BELOW: u16 = (0x[0-9A-F]+);"),
    "shape above": ("moves/square_shapes.rs", r"const ABOVE: u16 = (0x[0-9A-F]+);"),
    "shape outside": ("moves/square_shapes.rs", r"const OUTSIDE: u8 = (\d+);"),
    "golden": ("moves/features.rs", r"wrapping_mul\((0x[0-9A-F_]+)\) >> 46"),
    "frequency start": ("moves/frequencies.rs", r"1_u128 << (\d+)"),
    "frequency shift": ("moves/frequencies.rs", r"\(value >> (\d+)\) as u32"),
    "frequency factor": ("moves/frequencies.rs", r"\(value \* ([\d_]+)\) >> 32"),
    "usual most": ("moves/frequencies.rs", r"const USUAL_MOST: usize = (\d+);"),
    "many shift": ("moves/frequencies.rs", r"> USUAL_MOST \{ (\d+) \}"),
    "last difference": ("moves/frequencies.rs", r"\.min\((\d+)\) as usize"),
    "book plies": ("moves/book.rs", r"const PLIES: u32 = (\d+);"),
    "model counts": ("moves/book.rs", r"const MODEL: u32 = (\d+);"),
    "most counted": ("moves/book.rs", r"const MOST_COUNTED: u32 = (\d+);"),
    "book factor": ("moves/book.rs", r"wrapping_mul\((0x[0-9A-F_]+)\)"),
}

# Code that the page describes in words: it must be there unchanged.
SAID = {
    "coder.rs": [
        "const SHORT: u32 = 1 << 24;",
        "(1 << 15) - (1 << 16) / (2 * seen + 3)",
        "let step = left.min(16);",
        "Bit::known(1 << 15, 0)",
        "(range >> PRECISION) * (self.0 & 0xFFFF)",
    ],
    "symbols.rs": ["length: Tree<128>", "vec![Tree::default(); 65]", "[Tree::<32>::default(), Tree::default()]"],
    "heads.rs": [
        "vgn: Bit,\n    notation: Number,\n    starts: Tree<4>,\n    rules: Number,\n    marker: Tree<MARKERS>,\n"
        "    body: [Tree<4>; MARKERS],\n    plies: [Number; MARKERS],",
        "const MARKERS: usize = 8;",
    ],
    "items.rs": [
        "vec![Tree::default(); KINDS * 8 * 2]",
        "const KINDS: usize = 32;",
        "coder.bits(packed, 17)",
        "(last * 8 + earlier.min(TOLD_APART)) * 2 + u32::from(self.depth > 0)",
    ],
    "section.rs": ["XxHash3_64::oneshot_with_seed(kind as u64, content)"],
    "moves/features.rs": [
        "[2, 4, 8, 16, 24, 32, 42]",
        "0..8 => 0,\n        8..16 => 1,\n        16..28 => 2,",
        "if pieces > 36 { 3 } else { 5 - usize::from(pieces > 18) }",
        "const AGAIN: u8 = 1;",
        "const SEEN_FROM: u8 = 1 << 2;\nconst SEEN_TO: u8 = 1 << 3;",
        "const FOLLOWS: u8 = 1 << 5;\nconst BACK: u8 = 1 << 6;",
        "(marks & mark(BACK)) >> 5 & marks_from << 1",
        "seen | back | chases << 4",
        "usize::from(self.shapes[to]) ^ role",
        "usize::from(self.shapes[from]) ^ to",
    ],
    "moves/square_shapes.rs": ["u64::from_le_bytes(*on) | theirs << 3"],
    "moves/book.rs": [
        "0x9E37_79B9_7F4A_7C15_u64",
        "[pawns, knights, bishops, rooks, queens, kings, board.ours, board.castling, board.passed]",
    ],
    "moves/generate.rs": ["for role in [QUEEN, ROOK, BISHOP, KNIGHT]"],
}

LIMITS = {
    "games of a block": ("limits.rs", r"const BLOCK_GAMES: usize = ([^;]+);"),
    "plies of a block": ("limits.rs", r"const BLOCK_PLIES: u64 = ([^;]+);"),
    "notations, and rules, of a group": ("group.rs", r"const MOST_NAMES: usize = ([^;]+);"),
    "columns of a group": ("tags/model.rs", r"const MAX_COLUMNS: usize = ([^;]+);"),
    "sequences of names of a group": ("tags/model.rs", r"const MAX_SHAPES: usize = ([^;]+);"),
    "names of tags of a group": ("tags/model.rs", r"const MAX_NAMES: usize = ([^;]+);"),
    "templates of comments of a group": ("comments/dictionary.rs", r"const MOST: usize = ([^;]+);"),
    "unpacked bytes of a section of texts": ("limits.rs", r"texts: ([^},]+), content"),
    "bytes of comments of a block": ("limits.rs", r"content: ([^},]+) \}"),
    "open variations": ("limits.rs", r"Limits \{ nesting: ([^,]+),"),
}

# The tokens whose rest is not a text of the segment.
RESTS = {
    "End": "",
    "Move": "the stream `moves`",
    "Odd": "below",
    "Nag": "below",
    "Comment": "the streams of comments",
    "Open": "",
    "Close": "",
    "Inner": "below",
    "Termination": "the head",
}


def page(made_by: str) -> str:
    """The whole page."""
    template = (ROOT / "tools" / "archive_format.txt").read_text("utf-8")
    check_prose()
    filled = re.sub(r"\{\{(.+?)\}\}", lambda match: value_of(match[1]), template)
    return f"<!-- {made_by} -->\n{filled}"


def source(name: str) -> str:
    """The code of a file."""
    return (CRATE / "src" / name).read_text("utf-8")


def found(name: str, pattern: str) -> str:
    """The group of an expression that must match in a file."""
    match = re.search(pattern, source(name), re.DOTALL)
    if match is None:
        raise ValueError(f"crates/archive/src/{name} has nothing like {pattern}")
    return match[1]


def check_prose() -> None:
    """Fails if code that the page describes in words has changed."""
    for name, parts in SAID.items():
        code = source(name)
        for part in parts:
            if part not in code:
                raise ValueError(f"tools/archive_format.txt describes `{part}`, which crates/archive/src/{name} lacks")


def value_of(name: str) -> str:
    """The text for a name in braces."""
    if name in VALUES:
        return found(*VALUES[name]).replace("_", "")
    kind, _, argument = name.partition(" ")
    if kind == "mark":
        return next(mark for known, _, mark in marks() if known == argument)
    return "\n".join(PARTS[name]())


def marks() -> list[tuple[str, int, str]]:
    """The kinds of sections, their numbers, and their marks."""
    kinds = re.findall(r"^    ([A-Z]\w+),$", found("section.rs", r"enum SectionKind \{(.*?)\n\}"), re.MULTILINE)
    of = dict(re.findall(r'\(SectionKind::(\w+), \*b"(.*?)"\)', source("section.rs")))
    return [(kind, number, bytes_of(of[kind]).hex(" ")) for number, kind in enumerate(kinds)]


def bytes_of(literal: str) -> bytes:
    """The bytes of a Rust literal."""
    return literal.encode().decode("unicode_escape").encode("latin-1")


HELD = {
    "Group": "what the blocks of a group share",
    "Texts": "other texts than tags and comments",
    "Block": "games",
    "Index": "the places of all sections",
    "Rest": "the bytes of an input that its games do not give",
}


def kinds() -> Iterable[str]:
    """The table of sections."""
    for kind, number, mark in marks():
        yield f"| {kind} | {number} | `{mark}` | {HELD[kind]} |"


def layouts() -> Iterable[str]:
    """The layouts of reference texts."""
    for text, bit in re.findall(r"/// ([^\n]+)\n    const \w+: u8 = (\d+);", source("reference.rs"))[:-1]:
        yield f"| {bit} | {text} |"


def magic() -> Iterable[str]:
    """The first bytes of a file."""
    yield bytes_of(found("index.rs", r'const MAGIC: [^=]+= \*b"(.+?)";')).hex(" ")


def least() -> Iterable[str]:
    """The least probability of a bit."""
    yield str(1 << int(value_of("least shift")))


def counted() -> Iterable[str]:
    """What one counted move adds to a frequency."""
    yield str(1 << int(value_of("counted shift")))


def words(name: str) -> str:
    """The name of a variant as words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def terminations() -> Iterable[str]:
    """The markers by number."""
    names = re.findall(r"None|::(\w+)", found("heads.rs", r"const TERMINATIONS[^=]+= \[(.*?)\];"))
    yield ", ".join(f"{number} {words(name) or 'none'}" for number, name in enumerate(names))


def bodies() -> Iterable[str]:
    """The bodies by number."""
    names = re.findall(r"Body::(\w+)(?:\(_\))? => (\d)", source("heads.rs"))
    yield ", ".join(f"{number} {words(name)}" for name, number in names)


def encodings() -> Iterable[str]:
    """The encodings by number."""
    names = re.findall(r"Encoding::(\w+)", found("decode.rs", r"const ENCODINGS[^=]+= \[(.*?)\];"))
    yield ", ".join(f"{number} {name}" for number, name in enumerate(names))


def move_kinds() -> Iterable[str]:
    """The kinds of odd moves by number."""
    kinds = (CRATE.parent / "core/src/rules/types.rs").read_text("utf-8")
    listed = re.search(r"const IN_TWO_BITS[^=]+= \[(.*?)\];", kinds, re.DOTALL)
    if listed is None:
        raise ValueError("the kinds of moves are not listed where the page looks for them")
    names = re.findall(r"Kind::(\w+)", listed[1])
    yield ", ".join(f"{number} {words(name)}" for number, name in enumerate(names))


def tokens() -> Iterable[str]:
    """The tokens by kind."""
    code = found("items.rs", r"fn kind\(self\) -> u32 \{(.*?)\n    \}")
    for name, form, number in re.findall(r"Token::(\w+)(?:\(\w*(?:::(\w+)|_|\.\.)?\))? => (\d+)", code):
        yield f"| {number} | {words(name)}{f' ({words(form)})' if form else ''} | {RESTS[name]} |"
    first = int(found("items.rs", r"const FIRST_TEXT: u32 = (\d+);"))
    names = re.findall(r"TextKind::(\w+)", found("items.rs", r"const TEXTS[^=]+= \[(.*?)\];"))
    for number, name in enumerate(names, first):
        yield f"| {number} | text ({words(name)}) | a text among those of the segment |"


def levels() -> Iterable[str]:
    """The values of stored probabilities."""
    numbers = re.findall(r"\d+", found("symbols.rs", r"const LEVELS[^=]+= \[(.*?)\];"))
    yield textwrap.fill(", ".join(numbers), 110)


def feature_groups() -> list[tuple[str, int, str]]:
    """The groups of features: name in the code, bits, and description."""
    pattern = (
        r"/// ([^\n]+)\npub\(super\) const (\w+): FeatureGroup = "
        r"(?:FeatureGroup \{ start: 0, bits: (\d+) \}|\w+\.then\((\d+)\));"
    )
    found_groups = re.findall(pattern, source("moves/groups.rs"))
    return [(name, int(start or bits), text) for text, name, start, bits in found_groups]


def starts_of(features: str) -> dict[str, int]:
    """The first weights of the groups of a table with these features."""
    names = [name for name, _, _ in feature_groups()]
    parts = re.findall(r"\((\w+), (\w+)\)", found("moves/groups.rs", rf"FeatureSet::{features} => &\[(.+?)\]"))
    bits, starts, first = {name: bits for name, bits, _ in feature_groups()}, {}, 0
    for start, end in parts:
        for name in names[names.index(start) : names.index(end) + 1]:
            starts[name] = first
            first += 1 << bits[name]
    return starts


def groups() -> Iterable[str]:
    """The table of groups."""
    starts = [starts_of(features) for features in ("Plain", "Rich", "Shapes")]
    for name, bits, text in feature_groups():
        firsts = " | ".join(str(start.get(name, "")) for start in starts)
        yield f"| {words(name).replace('_', ' ')} | {firsts} | {bits} | {text} |"


def weights(features: str) -> Callable[[], Iterable[str]]:
    """How many weights a table with these features has."""
    return lambda: [str(sum(1 << bits for name, bits, _ in feature_groups() if name in starts_of(features)))]


def tables() -> Iterable[str]:
    """The tables of the move model."""
    pattern = (
        r"Tables::shipped\(\s*(\d+),\s*\"([\w-]+)\",\s*(0x[\da-f_]+),\s*\[include_bytes!\(\"[./]*(.+?)\"\), (\w+)\]"
    )
    code = source("moves/model.rs")
    found_tables = re.findall(pattern, code)
    if len(found_tables) != int(found("moves/model.rs", r"static TABLES: \[Tables; (\d+)\]")):
        raise ValueError("crates/archive/src/moves/model.rs has other tables")
    for number, name, hash_, table, book in found_tables:
        books = found("moves/model.rs", rf'const {book}: [^=]+= include_bytes!\("[./]*(.+?)"\);')
        size = sum((CRATE / file).stat().st_size for file in (table, books))
        cells = [number, f"`{name}`", f"`{Path(table).name}`", f"`{Path(books).name}`", f"{size:,}"]
        yield "| " + " | ".join([*cells, f"`{hash_.replace('_', '')}`"]) + " |"


def limits() -> Iterable[str]:
    """The limits of a reader."""
    for name, (file, pattern) in LIMITS.items():
        number, _, shift = found(file, pattern).replace("_", "").partition(" << ")
        yield f"| {name} | {int(number) << int(shift or 0):,} |"


def pgn() -> Iterable[str]:
    """The games of the example."""
    yield (EXAMPLE / "two-games.pgn").read_text("utf-8").strip()


def size() -> Iterable[str]:
    """The size of the example."""
    yield str((EXAMPLE / "two-games.scz").stat().st_size)


def dump() -> Iterable[str]:
    """The bytes of the example."""
    for byte, part, says in archive_dump.parts((EXAMPLE / "two-games.scz").read_bytes()):
        shown = part.hex(" ") if len(part) <= 16 else f"{part[:12].hex(' ')} … ({len(part)} bytes)"
        yield f"| {byte} | `{shown}` | {says} |"


def moves() -> Iterable[str]:
    """What the range coder receives for the moves of the example."""
    with (EXAMPLE / "two-games.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            coded = [f"{row['index']} of {row['moves']}", row["before"], row["frequency"], row["total"]]
            yield "| " + " | ".join([f"{row['game']}, {row['ply']}", row["move"], *coded]) + " |"


PARTS: dict[str, Callable[[], Iterable[str]]] = {
    "magic": magic,
    "kinds": kinds,
    "layouts": layouts,
    "least": least,
    "counted": counted,
    "terminations": terminations,
    "bodies": bodies,
    "encodings": encodings,
    "move kinds": move_kinds,
    "tokens": tokens,
    "levels": levels,
    "groups": groups,
    "plain": weights("Plain"),
    "rich": weights("Rich"),
    "shapes": weights("Shapes"),
    "tables": tables,
    "limits": limits,
    "pgn": pgn,
    "bytes": size,
    "dump": dump,
    "moves": moves,
}
