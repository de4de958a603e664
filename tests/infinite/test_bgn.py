"""Games of infinite chess as documents of BGN and back: in every rendering, among other games, in databases."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import scoresheet
from command_line import run
from scoresheet import infinite
from scoresheet.infinite.bgn import document_text, read_bgn
from test_samples import FOLDER, texts

RENDERINGS = ("bgn", "bgnl", "bgnx", "bson")
VECTORS = Path(__file__).parents[2] / "vectors" / "icn"

# Games without pieces: the owner of a promoted piece follows only from the parity of moves, or from `x`.
UNSAID = {
    "cm-s-promo-nr",
    "cm-l-usage-example",
    "cm-q-usage-string-coords",
    "cm-q-capture-x",
    "m-tok-promo-player",
    "m-cmp-promo-p3",
    "m-cmp-promo-p2-amazon",
}
# Their positions cannot be set up, in a document neither.
REFUSED = {"m-s2l-arg-border-huge", "m-canon-border"}
# A tag without a name.
NAMELESS = {"s2l-q-meta-empty"}

TEXTS = [
    "w 0/100 1 (8|1) P1,2+|K5,1+|k5,8+|R-4,12 -4,12>-4,9",
    "[White: Tom] [Annotator: Bob] K0,0|k5,5|R9,9 {start} 9,9>9,5!?={[%clk 0:01:00] good}{more}|5,5>6,6",
    "b 7 K0,0|k5,5 5,5>5,6{a}|0,0>1,1",
    "(8;AM,Q|1) (checkmate|koth) K1,1|k8,8|P4,7|n5,8 4,7>5,8AM",
    "0/100 (8|1) K5,1+|R8,1+|k5,8+|r-90,8+ 5,1>7,1|5,8>3,8",
    "5,3 b P4,4|p5,4|K0,0|k20,20|P5,4 20,20>20,21",
    '{"slideLimit": 7, "mine": [1.50, {"a": null}]} K1,1|k8,8',
    "[Variant: Classical] [Result: 1-0] 5,2>5,4{best}|5,7>5,5 1-0",
    "w:r:b K1,1|3Q5,5|k9,9 1,1>1,2+|5,5>5,6#",
    "K1,1|k100000000000000000000000000000,8 1,1>1,2",
    '[UTCDate: 2024.03.17] [TimeControl: 600+5] K0,0|k5,5 0,0>1,1{[%clk 0:09:58]}|5,5>6,6{[%clk "0:09:00"] [%x 1]}',
    "K0,0|k5,5 0,0>9,9",
    "w 1",
]


def both(text: str) -> tuple[infinite.Game, infinite.Game]:
    """The game of a text, and its document."""
    game = infinite.parse(text)
    return game, read_bgn(document_text(game)).game


def differences(game: infinite.Game, again: infinite.Game) -> list[str]:
    found = [] if game == again else ["value"]
    for profile in ("doc", "fc", "modern"):
        for style in ("compact", "long"):
            same = game.to_icn(profile, style) == again.to_icn(profile, style)
            found += [] if same else [f"{profile} {style}"]
    found += [f"{kind} {count}" for kind, count in again._left_out.items()]
    return found + ([] if document_text(game) == document_text(again) else ["document"])


@pytest.mark.parametrize("text", TEXTS)
def test_a_document_contains_all_of_a_game(text: str) -> None:
    game, again = both(text)
    assert differences(game, again) == []
    for rendering in RENDERINGS:
        written = game.to(rendering)
        assert scoresheet.parse(written) == game, written


@pytest.mark.parametrize("text", TEXTS)
def test_documents_match_the_schema(text: str) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    schema = Path(scoresheet.__file__).parent / "schemas" / "bgn.schema.json"
    validator = jsonschema.Draft202012Validator(json.loads(schema.read_text("utf-8")))
    assert list(validator.iter_errors(json.loads(document_text(infinite.parse(text))))) == []


def test_the_fields_of_a_move_match_other_documents() -> None:
    castling = "w 1/100 7 (8|1) K5,1+|R12,1+|k5,8 5,1>7,1!{[%clk 1:00]}"
    document = json.loads(document_text(infinite.parse(castling)))
    assert document["moves"] == [
        {
            "p": "K",
            "f": "5,1",
            "t": "7,1",
            "castle": "K",
            "a": [{"id": "pgn", "nag": 1}],
            "properties": {"pgn": {"clk": "1:00"}},
        }
    ]
    capture = "[White: Tal, M] b 1/100 7 (8|1) K9,9|k5,8|p4,2|N5,1 4,2>5,1q{taken}|9,9>9,8"
    document = json.loads(document_text(infinite.parse(capture)))
    assert document["pgn"] == {"white": "Tal, M"}
    assert document["bgn"]["white"] == {"last": "Tal", "first": "M"}
    assert document["bgn"]["setup"] == {"icn": "b 1/100 7 (8|1) K9,9|k5,8|p4,2|N5,1"}
    assert document["moves"][0] is None
    assert document["moves"][1] == {
        "p": "P",
        "f": "4,2",
        "t": "5,1",
        "x": "N",
        "promote": "Q",
        "a": [{"id": "pgn", "comment": "taken"}],
    }


def test_en_passant_checks_and_mate() -> None:
    passing = json.loads(document_text(infinite.parse("K0,0|k50,50|P4,5|p5,7+ b 5,7>5,5|4,5>5,6")))
    assert passing["moves"][2] == {"p": "P", "f": "4,5", "t": "5,6", "x": "P", "ep": True}
    mate = json.loads(document_text(infinite.parse("1,8,1,8 K6,7|Q7,1|k8,8 7,1>7,7")))
    assert mate["moves"][0] == {"p": "Q", "f": "7,1", "t": "7,7", "c": 1, "mate": True}


def test_moves_flagged_as_illegal_are_played() -> None:
    game = infinite.Game(start="K0,0|k50,50")
    game.add("0,0>9,9", illegal=True)
    game.add("50,50>50,51")
    document = document_text(game)
    assert json.loads(document)["moves"][0]["illegal"] is True
    read = read_bgn(document)
    assert (read.errors, read.game == game) == ([], True)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"p": "B"}, "field-differs"),
        ({"c": 1}, "field-differs"),
        ({"x": "R"}, "field-differs"),
        ({"t": "8,9"}, "move-illegal"),
        ({"t": "e4"}, "field-value"),
        ({"t": None}, "field-missing"),
        ({"promote": "XX"}, "field-value"),
        ({"drop": True}, "field-value"),
    ],
)
def test_what_contradicts_the_board_is_an_error(change: dict[str, Any], code: str) -> None:
    document = json.loads(document_text(infinite.parse("K0,0|k5,5|R9,20 9,20>9,21")))
    document["moves"][0].update(change)
    read = read_bgn(json.dumps(document))
    assert [error.code for error in read.errors] == [code]
    assert read.game.ply_count == (code == "field-differs")


def test_what_icn_lacks_is_counted() -> None:
    document = json.loads(document_text(infinite.parse("K0,0|k5,5|R9,20 9,20>9,21{good}|5,5>5,6")))
    document["mine"] = 1
    document["moves"][0]["properties"] = {"mine": {"deep": [1, 2]}}
    document["moves"][0]["a"] += [
        {"id": "Ann", "nag": 14},
        {"id": "Ann", "alt": {"moves": [{"f": "9,20", "t": "8,20"}]}},
    ]
    game = scoresheet.parse(json.dumps(document))
    lost = {loss.kind: loss.count for loss in game.losses("icn")}
    assert {kind: lost[kind] for kind in ("variation", "nag", "property", "field")} == {
        "variation": 1,
        "nag": 1,
        "property": 1,
        "field": 1,
    }


# Files


def pgn_and_icn(tmp_path: Path) -> tuple[Path, list[str]]:
    """A file of documents in which games on boards without edges are among others, and its lines."""
    lines = [scoresheet.parse(f"1. e4 {{{number}}} e5 *").to("bgnl").strip() for number in range(3)]
    infinite_lines = [document_text(infinite.parse(text)) for text in TEXTS if "9,9>" not in text or "R9,9" in text]
    mixed = [lines[0], *infinite_lines[:2], lines[1], *infinite_lines[2:], lines[2]]
    path = tmp_path / "mixed.bgnl"
    path.write_text("".join(f"{line}\n" for line in mixed), "utf-8")
    return path, mixed


def whole(to: str) -> dict[str, Any]:
    """The options that keep whole games in a format: databases get documents on request."""
    return {"columns": ["tags", "documents"]} if to in ("sqlite", "duckdb") else {}


@pytest.mark.parametrize("to", ["bgn", "bgnx", "bson", "scz", "sqlite", "duckdb"])
def test_games_of_both_kinds_keep_their_order_and_content(tmp_path: Path, to: str) -> None:
    path, lines = pgn_and_icn(tmp_path)
    other, back = tmp_path / f"mixed.{to}", tmp_path / "back.bgnl"
    report = scoresheet.convert(path, other, **whole(to))
    assert (report.games, report.written, report.skipped, report.losses) == (len(lines), len(lines), 0, ())
    scoresheet.convert(other, back)
    assert back.read_text("utf-8").splitlines() == lines


def test_archives_keep_the_bytes_of_files_with_games_of_both_kinds(tmp_path: Path) -> None:
    path, _ = pgn_and_icn(tmp_path)
    archive = tmp_path / "exact.scz"
    scoresheet.convert(path, archive, exact="yes")
    folder = tmp_path / "restored"
    done = run("convert", archive, "-O", "exact=yes", "-o", f"{folder}/")
    assert done.returncode == 0, done.stderr
    assert (folder / path.name).read_bytes() == path.read_bytes()


def test_documents_become_files_of_icn(tmp_path: Path) -> None:
    path, lines = pgn_and_icn(tmp_path)
    (tmp_path / "out").mkdir()
    report = scoresheet.convert(path, f"{tmp_path}/out/", to="icn")
    assert report.written == len(lines)
    assert (
        infinite.parse((tmp_path / "out" / "0002.icn").read_text("utf-8")).to_icn() == infinite.parse(TEXTS[0]).to_icn()
    )


def test_games_are_read_one_by_one_and_by_number(tmp_path: Path) -> None:
    path, lines = pgn_and_icn(tmp_path)
    kinds = [isinstance(game, infinite.Game) for game in scoresheet.read(path)]
    assert kinds == ['"icn"' in line for line in lines]
    games = scoresheet.read(path)
    assert games.count() == len(lines)
    assert games[1] == infinite.parse(TEXTS[0])


@pytest.mark.parametrize("rendering", RENDERINGS)
def test_check_plays_by_the_rules_and_reports_the_place(tmp_path: Path, rendering: str) -> None:
    illegal = document_text(infinite.parse(TEXTS[0])).replace('"-4,9"', '"9,9"')
    (tmp_path / "a.bgnl").write_text(f'{{"moves":[{{"f":"e2","t":"e4"}}]}}\n{illegal}\n', "utf-8")
    path = tmp_path / f"b.{rendering}"
    scoresheet.convert(tmp_path / "a.bgnl", path)
    report = json.loads(run("check", path, "--json").stdout)
    assert [(error["code"], error["count"]) for error in report["errors"]] == [("move-illegal", 1)]
    first = report["errors"][0]["first"]
    assert first["game"] == 2
    raw = path.read_bytes()[first["byte"] :]
    assert raw.startswith(b"<move>") if rendering == "bgnx" else raw.startswith(b"{") or rendering == "bson"


def test_columns_report_that_they_have_no_such_game(tmp_path: Path) -> None:
    path, lines = pgn_and_icn(tmp_path)
    report = scoresheet.convert(path, tmp_path / "a.parquet")
    assert report.written == len(lines)
    assert "unplayable" in {error.code for error in report.errors}
    assert "unplayed-game" in {loss.kind for loss in report.losses}


# All data


def vectors() -> Iterator[tuple[str, str]]:
    for name in ("vectors", "modern-vectors", "quirks"):
        for line in (VECTORS / f"{name}.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            for value in (row.get("input"), row.get("expected")):
                if isinstance(value, str | dict):
                    yield row["id"], value if isinstance(value, str) else json.dumps(value)


def unexplained(name: str, text: str) -> list[str]:
    try:
        game = infinite.parse(text)
    except scoresheet.ReadError:
        return []
    read = read_bgn(document_text(game))
    kept = {"unplayable", "icn-position-missing"}
    errors = [] if name in REFUSED else [error.code for error in read.errors if error.code not in kept]
    found = [] if name in UNSAID | NAMELESS else differences(game, read.game)
    return [f"{name}: {found} {errors}"] if found or errors else []


def test_vectors_become_documents_and_come_back() -> None:
    found = list(vectors())
    assert len(found) > 1000
    assert [line for name, text in found for line in unexplained(name, text)] == []


@pytest.mark.slow
@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.long)])
def test_samples_become_documents_and_come_back(data: Callable[[str], Path], tmp_path: Path, every: int) -> None:
    found = list(texts(data(FOLDER)))[::every]
    assert len(found) * every > 600
    assert [line for name, text in found for line in unexplained(name, text)] == []
    documents = [document_text(infinite.parse(text)) for _, text in found]
    first = tmp_path / "all.bgnl"
    first.write_text("".join(f"{document}\n" for document in documents), "utf-8")
    for to in ("bgn", "bgnx", "bson", "sqlite", "duckdb"):
        other, back = tmp_path / f"all.{to}", tmp_path / f"{to}.bgnl"
        scoresheet.convert(first, other, **whole(to))
        scoresheet.convert(other, back)
        assert back.read_text("utf-8").splitlines() == documents, to
