"""Games for paper: as a page of HTML to print, as LaTeX and as Markdown."""

from __future__ import annotations

import random
import re
import subprocess
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

import command_line
import scoresheet
from levels import rounds
from scoresheet import drawing, infinite
from scoresheet.cli.exits import Exit
from scoresheet.drawing.latex import escaped
from scoresheet.drawing.printed import Diagram, Paragraph, printed

ROOT = Path(__file__).resolve().parent.parent
ANNOTATED = ROOT / "examples" / "annotated.pgn"
HTML = {"svg": "{http://www.w3.org/2000/svg}"}
HOSTILE = (
    r"""</p><script>alert(1)</script> \input{/etc/passwd} \end{document} %#$&_^~{}|"`'' -- ?` !` <<>> """
    "[a](b) **c** ![d](e)"
)
DASH = "\u2013"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*args: object) -> subprocess.CompletedProcess[bytes]:
    return command_line.run("show", *args)


def diagrams(text: str, **options: bool) -> list[tuple[str, bool]]:
    """The boards of diagrams, and whether Black is at the bottom."""
    blocks = printed(scoresheet.parse(text), **options).blocks
    return [(block.shown.position.fen().split()[0], block.flipped) for block in blocks if isinstance(block, Diagram)]


def paragraphs(text: str) -> list[tuple[bool, str]]:
    blocks = printed(scoresheet.parse(text)).blocks
    return [
        (block.main, " ".join(word.text for word in block.words)) for block in blocks if isinstance(block, Paragraph)
    ]


def page_of(*games: scoresheet.Game, **options: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.printed_html(games, **options).removeprefix("<!DOCTYPE html>\n"))


def words(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


# Diagrams

START, E4, D4 = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
    "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR",
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1. e4 $220 *", [(E4, False)]),
        ("1. e4 $221 *", [(E4, True)]),
        ("1. e4 D *", [(E4, False)]),
        ("1. e4 {[#]} *", [(E4, False)]),
        ("1. e4 {a fine move [#] indeed} *", [(E4, False)]),
        ("1. e4 {Diagram #} e5 *", [(E4, False)]),
        ("1. e4 {Diagram [#] best} e5 *", [(E4, False)]),
        ("1. e4 {Diagram #-- Possibly best} e5 *", [(E4, False)]),
        ("1. e4 {Diagram -- best} e5 *", [(E4, False)]),
        ("1. e4 {diagram} e5 *", [(E4, False)]),
        ("1. e4 {(diagram)} {(D)} e5 *", [(E4, False)]),
        ("1. e4 $220 {best (D)} e5 *", [(E4, False)]),
        ("{[#]} 1. e4 *", [(START, False)]),
        ("1. e4 (1. d4 {D} d5) *", [(D4, False)]),
        ("1. e4 ({[#] or} 1. d4 d5) *", [(START, False)]),
        ("1. e4 e5 (1... c5 {x}) ({[#]} 1... e6) *", [(E4, False)]),
        ("1. e4 * {The end [#]}", [(E4, False)]),
        ("1. e4 {Diagrams are rare, and so is a diagram in words} *", []),
        ("1. e4 {Diagram shows} {[%csl Gd5] D4 (d) #} *", []),
    ],
)
def test_authors_request_diagrams(text: str, wanted: list[tuple[str, bool]]) -> None:
    assert diagrams(text) == wanted
    said = " ".join(said for _, said in paragraphs(text))
    assert not wanted or not re.search(r"\[#\]|\(D\)|\$22|diagram", said, re.IGNORECASE)


def test_the_side_of_a_diagram_is_the_authors_choice_first() -> None:
    assert diagrams("1. e4 $220 e5 $221 2. d4 {[#]} *", flipped=True) == [
        (E4, False),
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", True),
        ("rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR", True),
    ]


def test_a_game_that_starts_elsewhere_begins_with_a_diagram() -> None:
    text = '[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]\n\n{[#] White wins} 1. Kd2 *'
    assert diagrams(text) == [("8/8/8/4k3/8/8/4P3/4K3", False)]


def test_a_diagram_comes_after_the_comments_of_its_move() -> None:
    blocks = printed(scoresheet.parse("1. e4 $220 {best} (1. d4 {also} {[#]} d5 (1... f5)) e5 *")).blocks
    shown = [
        "diagram" if isinstance(block, Diagram) else " ".join(word.text for word in block.words) for block in blocks
    ]
    assert shown == [
        "1. e4 best",
        "diagram",
        "( 1. d4 also",
        "diagram",
        "1... d5 ( 1... f5 ) )",
        "1... e5 *",
    ]


def test_other_displays_show_requests_for_diagrams_unchanged() -> None:
    assert "e4 $220" in scoresheet.parse("1. e4 $220 {[#]} *").html(fragment=True)


@pytest.mark.parametrize(
    ("tags", "title", "facts"),
    [
        ('[White "A"]\n[Black "B"]\n[Event "Cup"]', ("A", "B"), ("Cup",)),
        ('[White "Ending"]\n[Black "?"]', ("Ending",), ()),
        ('[Event "Cup"]\n[Round "2"]', ("Cup",), ("round 2",)),
        ('[Site "?"]', (), ()),
    ],
)
def test_a_heading_contains_what_is_known(tags: str, title: tuple[str, ...], facts: tuple[str, ...]) -> None:
    found = printed(scoresheet.parse(f"{tags}\n\n*"))
    assert (found.title, found.facts) == (title, facts)


# HTML


def test_a_page_has_every_game_with_its_heading_and_its_moves() -> None:
    games = [*scoresheet.read(ANNOTATED)]
    root = page_of(*games)
    articles = [*root.iter("article")]
    assert len(articles) == len(games)
    assert words(next(articles[0].iter("h2"))) == f"1-0 Morphy, Paul {DASH} Duke Karl and Count Isouard"
    main, side = ([words(p) for p in articles[0].iter("p") if p.get("class") == name] for name in ("main", "side"))
    assert main[1] == "4. dxe5 Bxf3"
    assert side[0] == "(3... exd4 4. Nxd4 Nf6) (3... Nf6!? 4. dxe5 Nxe4)"
    assert len([*articles[2].iter("figure")]) == 1  # an ending


def test_pages_show_a_draw_with_halves() -> None:
    game = scoresheet.parse('[White "A"] [Black "B"] 1. e4 e5 1/2-1/2')
    for page in (drawing.printed_html([game]), drawing.page_html(game, ply=1).partition("<script")[0]):
        assert "1/2-1/2" not in page
        assert page.count("½-½") == 2


def test_diagrams_share_their_shapes() -> None:
    games = [scoresheet.parse("1. e4 $220 e5 $221 *")] * 50
    page = drawing.printed_html(games)
    root = page_of(*games)
    ids = Counter(element.attrib["id"] for element in root.iter() if "id" in element.attrib)
    assert set(ids.values()) == {1}
    used = {element.attrib["href"].removeprefix("#") for element in root.iter(HTML["svg"] + "use")}
    assert used <= ids.keys()
    assert len([*root.iter("figure")]) == 100
    assert len(page) < 50_000 + 100 * 4_000


def test_a_page_of_infinite_chess_has_its_board() -> None:
    page = drawing.printed_html([infinite.parse("K0,0|k5,5 0,0>1,1{[#] fine}"), scoresheet.parse("1. e4 $220 *")])
    root = ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
    assert len([*root.iter("figure")]) == 3
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))


def test_content_of_a_game_is_never_markup() -> None:
    game = scoresheet.parse("1. e4 *")
    game.tags["White"] = game.tags["Event"] = HOSTILE
    game.at(1).comment = HOSTILE.replace("}", "")
    root = page_of(game)
    assert {element.tag for element in root.iter()} <= {
        *("html", "head", "meta", "title", "style", "body", "main", "article", "header"),
        *("h2", "p", "b", "bdi", "span"),
    }
    assert HOSTILE in words(next(root.iter("h2")))


def test_a_page_of_no_games_is_a_page() -> None:
    assert [*page_of().iter("article")] == []


@pytest.mark.parametrize("options", [{"theme": "pink"}, {"moves": "esperanto"}], ids=str)
def test_what_cannot_be_printed_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(scoresheet.UsageError):
        drawing.printed_html([scoresheet.parse("1. e4 *")], **options)


# LaTeX

MACROS = {
    "allowbreak": "",
    "textbackslash": "\\",
    "textasciicircum": "^",
    "textasciitilde": "~",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textquotedbl": '"',
    "textasciigrave": "`",
}
TOKENS = re.compile(r"\\([{}$&#_%])|\\([a-z]+)\{\}|(\{\})|(~)|([^\\{}$&#_%^~<>|\"`])")


def as_typeset(source: str) -> str:
    """What TeX prints for a text: each token must be one that this list knows, so nothing is a command by chance."""
    said, place = "", 0
    while place < len(source):
        found = TOKENS.match(source, place)
        assert found, f"not plain at {place}: {source[place : place + 20]!r}"
        sign, macro, _, tie, plain = found.groups()
        said += sign or (MACROS[macro] if macro else "") or ("\u00a0" if tie else "") or plain or ""
        place = found.end()
    return said


@pytest.mark.parametrize(
    "text",
    [
        HOSTILE,
        "\\",
        "\\\\{}",
        "~^_",
        "a--b---c",
        "''",
        ",,",
        "?`x!`",
        "",
        "é ñ Ж 棋",
        "https://example.org/a/long/address?of=a&page_#1",
    ],
)
def test_no_text_means_anything_to_tex(text: str) -> None:
    assert as_typeset(escaped(text)) == text


def test_random_texts_mean_nothing_to_tex() -> None:
    chance = random.Random(20)
    signs = "\\{}$&#_%^~<>|\"`'-,?! aé\u00a0"
    for _ in range(rounds(2_000)):
        text = "".join(chance.choices(signs, k=chance.randrange(60)))
        assert as_typeset(escaped(text)) == text
        # No two characters are left that TeX would join.
        assert not re.search(r"--|''|,,|[?!]\\textasciigrave|`", escaped(text))


def balanced(source: str) -> bool:
    depth = 0
    for brace in re.findall(r"(?<!\\)(?:\\\\)*([{}])", source):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def test_a_document_is_balanced() -> None:
    game = scoresheet.parse("1. e4 {[%cal Ge2e4][%csl Rd5] [#]} (1. d4 $16 {x} d5 (1... f5 $1)) e5 $14 *")
    game.tags["White"] = game.tags["Event"] = HOSTILE
    game.at(1).comment = "[#] " + HOSTILE.replace("}", "")
    source = drawing.games_latex([game, *scoresheet.read(ANNOTATED)], moves="san-figurine")
    assert balanced(source)
    begun, ended = (re.findall(rf"(?<!\\)\\{word}\{{(\w+)\}}", source) for word in ("begin", "end"))
    assert Counter(begun) == Counter(ended)
    assert source.count("\\end{document}") == 1
    assert source.endswith("\\end{document}\n")
    assert "\\input" not in source
    assert "\\symknight{}f3" in source
    assert not re.search("[♔-♟⩲±]", source)


def test_diagrams_of_latex_have_their_marks() -> None:
    source = drawing.games_latex([scoresheet.parse("1. e4 {[%cal Re7e5][%csl Gd5]} $221 *")])
    (options,) = re.findall(r"^\\diagram\{(.*)\}$", source, re.MULTILINE)
    assert options.startswith(f"setfen={E4} b - - 0 1,inverse,")
    assert "markmove=e7-e5" in options
    assert "markfield=d5" in options


def test_hands_are_said_below_diagrams_of_latex() -> None:
    position = "r1bqk2r/ppp2pp1/2n2n2/3p4/1b1P4/2N1PQ~2/PPP2PPP/R1B1K1NR[Bp] w KQkq - 0 8"
    source = drawing.games_latex([scoresheet.parse(f'[Variant "Crazyhouse"]\n[FEN "{position}"]\n\n*')])
    assert "setfen=r1bqk2r/ppp2pp1/2n2n2/3p4/1b1P4/2N1PQ2/PPP2PPP/R1B1K1NR w - - 0 1" in source
    assert "White: " in source
    assert "bishop" in source


def test_boards_without_edges_are_refused() -> None:
    with pytest.raises(scoresheet.UsageError, match="boards without edges") as caught:
        drawing.games_latex([infinite.parse("K0,0|k5,5 0,0>1,1")])
    assert "HTML" in str(caught.value.hint)


# Markdown


def texts_of(source: str) -> list[str]:
    """What a reader of CommonMark sees of each block."""
    blocks = MarkdownIt("commonmark").enable("table").parse(source)
    return [
        "".join(child.content for child in block.children or []) if block.type == "inline" else block.content
        for block in blocks
        if block.type in ("inline", "fence", "html_block")
    ]


@pytest.mark.parametrize(
    "text", [HOSTILE, "1. list", "12) list", "- list", "+ list", "= x", "# head", "> quote", ": a"]
)
def test_no_text_is_markup_of_markdown(text: str) -> None:
    game = scoresheet.parse("1. e4 e5 *")
    wanted = " ".join(text.replace("}", "").split())
    game.root.comment = game.at(1).comment = wanted
    game.tags["White"] = game.tags["Event"] = wanted
    found = texts_of(drawing.games_markdown([game]))
    assert found == [f"{wanted}, *", f"{wanted} · C20 King's Pawn Game", f"{wanted} 1. e4 {wanted} 1... e5 *"]


def test_a_game_is_headings_moves_and_diagrams() -> None:
    game = scoresheet.parse('[White "A"]\n[Black "B"]\n[ECO "B00"]\n\n1. e4 $220 (1. d4) e5 1-0')
    found = drawing.games_markdown([game])
    assert (
        found
        == f"""\
## A {DASH} B, 1-0

B00

**1. e4**

```text
8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜
7  ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟
6  · · · · · · · ·
5  · · · · · · · ·
4  · · · · ♙ · · ·
3  · · · · · · · ·
2  ♙ ♙ ♙ ♙ · ♙ ♙ ♙
1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖
   a b c d e f g h

Black to move
```

> (1. d4)

**1... e5** **1-0**
"""
    )


def test_markdown_shows_boards_without_edges() -> None:
    found = drawing.games_markdown([infinite.parse("K0,0|k5,5 0,0>1,1{[#]}")])
    assert found.count("```text") == 2
    assert "♚" in found


# The command


def test_all_games_are_printed_unless_some_are_chosen() -> None:
    for target, mark in [("all.html", "<article"), ("all.tex", "\\gameheading{"), ("all.md", "## ")]:
        extra = ["--print"] if target.endswith("html") else []
        assert run(ANNOTATED, "-o", target, *extra).returncode == Exit.OK
        assert run(ANNOTATED, "-o", f"two.{target}", "--game", "2-3", *extra).returncode == Exit.OK
        whole = len([*scoresheet.read(ANNOTATED)])
        counts = [Path(name).read_text("utf-8").count(f"\n{mark}") for name in (target, f"two.{target}")]
        assert [count + (mark == "## ") for count in counts] == [whole, 2]


def test_the_moves_are_written_in_the_requested_notation() -> None:
    run(ANNOTATED, "-o", "a.html", "--print", "--moves", "san-figurine", "--theme", "grey")
    assert "♘f3" in Path("a.html").read_text("utf-8")
    run(ANNOTATED, "-o", "a.md", "--moves", "san-de")
    assert "Sf3" in Path("a.md").read_text("utf-8")


def test_damaged_games_are_printed_up_to_their_faults() -> None:
    Path("bad.pgn").write_text("1. e4 e5 2. Ke3 Nc6 1-0\n")
    for target in ("bad.html", "bad.tex", "bad.md"):
        result = run("bad.pgn", "-o", target, *(["--print"] if target == "bad.html" else []))
        assert (result.returncode, b"cannot play `Ke3`" in result.stderr) == (Exit.BAD_INPUT, True)
        assert "not played: Ke3 Nc6" in Path(target).read_text("utf-8")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--print"], "`--print` has no effect here"),
        (["--print", "-o", "x.png"], "`--print` has no effect here"),
        (["-o", "x.tex", "--ply", "3"], "`--ply` has no effect here"),
        (["-o", "x.md", "--size", "3"], "`--size` has no effect here"),
        (["-o", "x.md", "--game", "99"], "has no game 99"),
        (["-o", "x.md", "--svg", "x.svg", "--game", "1-2"], "several games need a page"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_the_command_cannot_print_is_refused(args: list[str], said: str) -> None:
    result = run(ANNOTATED, *args)
    assert result.returncode == Exit.WRONG_USE
    assert said in result.stderr.decode()
    assert [*Path().iterdir()] == []
