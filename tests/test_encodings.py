"""Texts in other encodings: named for reading, and chosen for writing."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import scoresheet
from command_line import run_text

HISTORIC = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"

NAMED = [
    ("windows-1251", "cp1251", "Липа, Вера", "хорошо"),
    ("KOI8-R", "koi8-r", "Липа, Вера", "хорошо"),
    ("koi8-u", "koi8-u", "Їжак", "добре"),
    ("cp866", "cp866", "Липа, Вера", "хорошо"),
    ("cp855", "cp855", "Липа, Вера", "хорошо"),
    ("x-mac-cyrillic", "mac-cyrillic", "Липа, Вера", "хорошо"),
    ("latin2", "iso8859-2", "Jeřáb, Žofie", "dobře"),
    ("cp852", "cp852", "Jeřáb, Žofie", "dobře"),
    ("latin-1", "latin-1", "Jörg Åsk", "für Weiß"),
    ("cp850", "cp850", "Jörg Åsk", "für Weiß"),
    ("ibm437", "cp437", "José Érable", "très à propos"),
    ("cp865", "cp865", "Jørgen Ås", "Ærø"),
    ("cp737", "cp737", "Πεύκο, Άννα", "καλό"),
    ("cp1254", "cp1254", "Çınar, Işıl", "güzel değil"),
    ("sjis", "shift_jis", "能力表", "十のソ党"),
    ("euc-jp", "euc-jp", "能力表", "十のソ党"),
    ("iso-2022-jp", "iso2022-jp", "能力表", "十のソ党"),
    ("gb18030", "gb18030", "運河", "倉庫"),
    ("euc-kr", "euc-kr", "소나무", "좋음"),
    ("utf-8", "utf-8-sig", "Žofie Lípa", "schön"),
    ("utf_16", "utf-16", "Žofie Lípa", "schön"),
    ("utf-16le", "utf-16-le", "Žofie Lípa", "schön"),
    ("utf-16be", "utf-16-be", "Žofie Lípa", "schön"),
]


@pytest.mark.parametrize(("name", "codec", "player", "comment"), NAMED, ids=[name for name, *_ in NAMED])
def test_texts_in_a_named_encoding(name: str, codec: str, player: str, comment: str, tmp_path: Path) -> None:
    text = f'[White "{player}"]\n\n1. c4 {{{comment}}} 1... e5 *\n\n'
    data = text.encode(codec)
    (tmp_path / "plain.pgn").write_bytes(data)
    (tmp_path / "packed.pgn.gz").write_bytes(gzip.compress(data))
    for file in ("plain.pgn", "packed.pgn.gz"):
        report = scoresheet.convert(tmp_path / file, tmp_path / "out.pgn", encoding=name, force=True)
        assert (report.games, report.errors, report.notes) == (1, (), ())
        assert (tmp_path / "out.pgn").read_text(encoding="utf-8") == text
    assert scoresheet.read(data, encoding=name)[0].tags["White"] == player
    assert scoresheet.parse(data, encoding=name).tags["White"] == player
    [game] = scoresheet.parse_all(data, encoding=name)
    assert game.to("pgn") == text


def test_a_table_in_a_named_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes('White,moves\n"Świerk, Łucja",c4 e5\n'.encode("cp1250"))
    done = run_text("convert", tmp_path / "a.csv", "-o", "-", "--to", "pgn", "--encoding", "cp1250")
    assert done.stdout.startswith('[White "Świerk, Łucja"]')


def test_bytes_that_are_not_text_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_bytes(b"1. e4 {\xff and \xfe} *\n")
    report = scoresheet.check(tmp_path / "a.pgn", encoding="utf-8")
    assert [(error.code, error.count, error.first["byte"]) for error in report.errors] == [("encoding-invalid", 2, 7)]
    assert report.games == 1
    done = run_text("check", tmp_path / "a.pgn", "--encoding", "utf-8")
    assert done.returncode == 1
    assert "is not utf-8 from byte 7 on" in done.stdout
    assert "choose another encoding with `--encoding`, or leave the option out" in done.stdout
    with pytest.raises(scoresheet.ReadError, match="the text is not utf-8") as found:
        scoresheet.parse(b"1. e4 {\xff} *", encoding="utf-8")
    assert found.value.code == "encoding-invalid"


def test_names_that_are_not_known_list_those_that_are() -> None:
    with pytest.raises(scoresheet.UsageError, match="there is no encoding `utf-9`") as found:
        scoresheet.check(HISTORIC, encoding="utf-9")
    assert {"koi8-r", "cp437", "utf-16"} <= set(str(found.value.hint).replace(",", "").split())


def test_utf_16_is_refused_with_the_way_to_read_it(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text("1. e4 *\n", encoding="utf-16")
    done = run_text("check", tmp_path / "a.pgn")
    assert done.returncode == 1
    assert "`--encoding utf-16`" in done.stdout
    assert scoresheet.check(tmp_path / "a.pgn", encoding="utf-16").errors == ()


def test_binary_files_are_read_as_they_are(tmp_path: Path) -> None:
    scoresheet.convert(HISTORIC, tmp_path / "a.parquet")
    scoresheet.convert(HISTORIC, tmp_path / "a.scz")
    scoresheet.convert(HISTORIC, tmp_path / "a.cpgn")
    games = scoresheet.check(HISTORIC).games
    for name in ("a.parquet", "a.scz", "a.cpgn"):
        report = scoresheet.check(tmp_path / name, encoding="utf-16")
        assert (report.games, report.errors) == (games, ())


def test_a_file_in_a_named_encoding_is_one_part(tmp_path: Path) -> None:
    text = HISTORIC.read_text(encoding="utf-8") * 20
    (tmp_path / "a.pgn").write_text(text, encoding="utf-16")
    parts = [scoresheet.check(tmp_path / "a.pgn", encoding="utf-16", part=f"{number}/3").games for number in (1, 2, 3)]
    assert sorted(parts) == [0, 0, scoresheet.check(text.encode()).games]


def test_what_is_text_already_is_not_decoded() -> None:
    for parse in (scoresheet.parse, scoresheet.parse_all):
        with pytest.raises(scoresheet.UsageError, match="a `str` is text already"):
            parse("1. e4 *", encoding="koi8-r")


def test_exact_archives_keep_bytes_and_decode_nothing(tmp_path: Path) -> None:
    with pytest.raises(scoresheet.UsageError, match="`exact=yes` keeps texts as they are"):
        scoresheet.convert(HISTORIC, tmp_path / "a.scz", exact=True, encoding="cp437")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("encoding", "codec"), [("latin-1", "latin-1"), ("windows-1252", "cp1252")])
def test_pgn_and_csv_in_other_encodings(encoding: str, codec: str, tmp_path: Path) -> None:
    text = '[White "Jörg “Ü”"]\n[Black "Липа"]\n\n1. c4 {5 €} 1... e5 *\n\n'
    (tmp_path / "a.pgn").write_text(text, encoding="utf-8")
    for kind in ("pgn", "csv"):
        out = tmp_path / f"out.{kind}"
        done = run_text("convert", tmp_path / "a.pgn", "-o", out, "-O", f"encoding={encoding}")
        written = out.read_bytes().decode(codec)
        shown = text.encode(codec, "replace").decode(codec)
        assert shown.split('"')[1] in written
        assert shown.split('"')[3] in written
        lost = sum(character == "?" for character in shown)
        if kind == "pgn":
            assert written == shown
            assert f"character  {lost}  " in done.stderr
        else:
            assert f"character  {lost - shown.count('5 ?')}" in done.stderr


def test_games_that_cannot_be_played_are_encoded_too(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text('[White "Jörg"]\n[FEN "ö"]\n\n1. c4 *\n\n', encoding="utf-8")
    assert run_text("convert", tmp_path / "a.pgn", "-o", tmp_path / "b.pgn", "-O", "encoding=latin-1").returncode == 1
    assert (tmp_path / "b.pgn").read_bytes() == '[White "Jörg"]\n[FEN "ö"]\n\n1. c4 *\n\n'.encode("latin-1")


def test_both_encodings_in_one_call(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_bytes('[White "José"]\n\n*\n\n'.encode("cp437"))
    scoresheet.convert(tmp_path / "a.pgn", tmp_path / "b.pgn", encoding="cp437", output_encoding="latin-1")
    assert (tmp_path / "b.pgn").read_bytes() == '[White "José"]\n\n*\n\n'.encode("latin-1")
    scoresheet.write(scoresheet.read(tmp_path / "b.pgn"), tmp_path / "c.pgn", output_encoding="latin-1")
    assert (tmp_path / "c.pgn").read_bytes() == (tmp_path / "b.pgn").read_bytes()
    with pytest.raises(scoresheet.UsageError, match="encoding"):
        scoresheet.convert(tmp_path / "a.pgn", tmp_path / "d.pgn", output_encoding="latin-3")


def test_a_byte_order_mark_comes_first_and_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text('[White "Jörg"]\n\n1. c4 *\n\n', encoding="utf-8")
    for kind in ("pgn", "csv"):
        scoresheet.convert(tmp_path / "a.pgn", tmp_path / f"b.{kind}", bom=True)
        written = (tmp_path / f"b.{kind}").read_bytes()
        assert written.startswith(b"\xef\xbb\xbf")
        assert written.count(b"\xef\xbb\xbf") == 1
        [game] = scoresheet.read(tmp_path / f"b.{kind}")
        assert game.tags["White"] == "Jörg"
