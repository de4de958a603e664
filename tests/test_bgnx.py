"""Documents of BGN as XML: on the command line, in Python, and read by another parser."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.parsers import expat

import pytest

import command_line
import scoresheet
from bgnx_by_hand import documents

ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT / "vectors" / "bgn"
GAMES = [*sorted((ROOT / "examples").glob("*.pgn*")), *sorted((ROOT / "vectors/game/pgn").glob("*/*.pgn"))]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return command_line.run_text(*arguments)


@pytest.mark.parametrize("name", ["worked", "black-first", "crazyhouse", "atomic"])
def test_the_vectors_are_what_another_parser_reads(name: str) -> None:
    xml = (VECTORS / f"{name}.xml").read_bytes()
    lines = (VECTORS / f"{name}.bgnl").read_text("utf-8")
    assert json.dumps(documents(xml)) == json.dumps([json.loads(lines)])
    assert scoresheet.parse(xml.decode()).to("bgnl") == lines
    assert scoresheet.parse(lines).to("bgnx").encode() == xml


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_another_parser_reads_the_same_documents(path: Path, tmp_path: Path) -> None:
    xml, lines, again = tmp_path / "a.bgnx", tmp_path / "a.bgnl", tmp_path / "b.bgnl"
    if not scoresheet.convert(str(path), str(lines)).games and not lines.exists():
        return  # nothing is written of what cannot be read
    scoresheet.convert(str(path), str(xml))
    read = [json.loads(line) for line in lines.read_text("utf-8").splitlines()] if lines.stat().st_size else []
    # The keys are in the same order, too.
    assert json.dumps(documents(xml.read_bytes())) == json.dumps(read)
    parser = expat.ParserCreate()
    parser.Parse(xml.read_bytes(), True)
    report = scoresheet.convert(str(lines), str(xml), force=True)
    if report.errors == 0:
        scoresheet.convert(str(xml), str(again))
        rewritten = tmp_path / "c.bgnl"
        scoresheet.convert(str(lines), str(rewritten))
        assert again.read_bytes() == rewritten.read_bytes()


def test_files_are_compressed_and_detected_by_their_names(tmp_path: Path) -> None:
    packed = tmp_path / "a.bgnx.zst"
    converted = run("convert", str(ROOT / "examples" / "annotated.pgn"), "-o", str(packed))
    assert (converted.returncode, packed.read_bytes()[:4]) == (0, b"\x28\xb5\x2f\xfd"), converted.stderr
    plain = run("convert", str(packed), "-o", "-", "--to", "bgnx").stdout
    assert plain.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<games>\n<game>\n')
    assert plain.endswith("\n</game>\n</games>\n")
    lines = run("convert", str(packed), "-o", "-", "--to", "bgnl").stdout
    assert lines == run("convert", str(ROOT / "examples" / "annotated.pgn"), "-o", "-", "--to", "bgnl").stdout
    listed = json.loads(run("list", "formats", "--json").stdout)
    entry = next(entry for entry in listed if entry["id"] == "bgnx")
    assert (entry["extensions"], entry["media"]) == (["bgnx"], "application/xml")


def test_a_file_is_detected_by_its_first_element_under_any_name(tmp_path: Path) -> None:
    path = tmp_path / "games.xml"
    path.write_bytes((VECTORS / "worked.xml").read_bytes())
    assert [game.tags["White"] for game in scoresheet.read(str(path))] == ["Roosevelt, Theodore"]
    other = tmp_path / "picture.xml"
    other.write_text("<svg/>")
    assert "bgnx" not in run("check", str(other), "--json").stdout


def test_one_game_is_written_alone_and_several_in_a_root(tmp_path: Path) -> None:
    one = scoresheet.parse("1. e4 *")
    path = tmp_path / "a.bgnx"
    scoresheet.write([one], str(path))
    assert path.read_text("utf-8") == one.to("bgnx")
    scoresheet.write([one, one], str(path), force=True)
    text = path.read_text("utf-8")
    assert len(documents(text)) == 2
    assert text.startswith("<?xml")
    assert [game.to("pgn") for game in scoresheet.read(str(path))] == [one.to("pgn")] * 2


def test_files_of_any_number_of_games(tmp_path: Path) -> None:
    source, xml, lines = (tmp_path / name for name in ["games.pgn", "games.bgnx", "games.bgnl"])
    game = '[White "A"]\n\n1. e4 {x} e5 *\n\n'
    # A comment after the last game is part of that.
    for text in ["", game, game * 2, game * 5, game + "{y}\n", game * 2 + "{y}\n"]:
        source.write_text(text, encoding="utf-8")
        for output in [xml, lines]:
            scoresheet.convert(str(source), str(output), force=True)
        read = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
        assert documents(xml.read_bytes()) == read, text
        assert xml.read_bytes().endswith(b">\n")


def test_the_same_documents_on_any_number_of_threads(tmp_path: Path) -> None:
    source, xml, lines = (tmp_path / name for name in ["many.pgn", "many.bgnx", "many.bgnl"])
    source.write_text('[White "A"]\n\n1. e4 {[%clk 0:01:00]} e5 (1... c5) 2. Nf3 *\n\n' * 8_000, encoding="utf-8")
    scoresheet.convert(str(source), str(lines))
    texts = []
    for threads in [1, 2]:
        scoresheet.convert(str(source), str(xml), force=True, threads=threads)
        texts.append(xml.read_bytes())
        again = tmp_path / f"{threads}.bgnl"
        assert scoresheet.convert(str(xml), str(again), threads=threads).games == 8_000
        assert again.read_bytes() == lines.read_bytes()
    assert texts[0] == texts[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["annotated.tar.zst", "variants.tar.zst", "weird.tar.zst", "lichess-other.tar.zst"])
def test_real_games_come_back_byte_for_byte(data: Callable[[str], Path], name: str, tmp_path: Path) -> None:
    first, lines, xml, again = (tmp_path / name for name in ["a.bgnl", "b.bgnl", "b.bgnx", "c.bgnl"])
    options = {"limit": 2000, "on_error": "skip"}
    scoresheet.convert(str(data(name)), str(first), **options)
    # What a document cannot express is lost on the way to the first one.
    scoresheet.convert(str(first), str(lines), on_error="skip")
    scoresheet.convert(str(lines), str(xml))
    report = scoresheet.convert(str(xml), str(again))
    assert report.games > 100
    assert again.read_bytes() == lines.read_bytes()
    assert len(documents(xml.read_bytes())) == report.games


def test_faults_are_reported_by_file_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "a.bgnx"
    path.write_text(
        '<!DOCTYPE games [<!ENTITY a "aaaa">]>\n<games>\n<game><moves/></game>\n'
        "<game><moves><move><f>e2</f>\n  <t>e4</t><p>N</p></move></moves></game>\n"
        "<game><moves><move></game>\n<game><moves/></game></games>\n"
    )
    found = run("check", str(path), "--json")
    report = json.loads(found.stdout)
    assert found.returncode == 1
    assert report["games"] == 4
    codes = {fault["code"]: fault for fault in report["errors"]}
    assert set(codes) == {"xml-doctype", "xml-syntax", "field-differs"}
    assert (codes["xml-doctype"]["first"]["line"], codes["xml-doctype"]["first"]["column"]) == (1, 1)
    assert (codes["field-differs"]["first"]["line"], codes["field-differs"]["first"]["column"]) == (5, 15)
    assert codes["xml-syntax"]["first"]["line"] == 6


def test_entities_never_expand() -> None:
    bomb = '<!DOCTYPE g [<!ENTITY a "' + "x" * 1000 + '"><!ENTITY b "&a;&a;&a;&a;">]>'
    game = scoresheet.parse(bomb + "<game><pgn><tag name='event'>&b;</tag></pgn><moves/></game>")
    assert {fault.code for fault in game.errors} == {"xml-doctype", "xml-entity"}
    assert game.tags["Event"] == ""
