"""Exports of lichess.org and chess.com: the same games as in PGN, in any form, and nothing lost silently."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import zstandard

import command_line
import scoresheet
from loopback import served

VECTORS = Path(__file__).resolve().parent.parent / "vectors" / "game"
SITES = ("lichess", "chesscom")
PAIRS = sorted(path for site in SITES for path in (VECTORS / site / "pairs").glob("*.*json"))
LICHESS = VECTORS / "lichess" / "pairs" / "full.ndjson"
KINDS = VECTORS / "lichess" / "pairs" / "kinds.ndjson"
MONTH = VECTORS / "chesscom" / "pairs" / "month.json"


def documents(path: Path) -> list[Any]:
    """The games of a file as documents of BGN."""
    return [json.loads(game.to("bgnl")) for game in scoresheet.read(path)]


def without(document: Any, site: str) -> Any:
    """A document without what is kept of a site."""
    if isinstance(document, list):
        return [without(part, site) for part in document]
    if not isinstance(document, dict):
        return document
    return {
        # The commands of PGN are in the namespace of their site, too.
        key: value if key == "properties" else without(value, site)
        for key, value in document.items()
        if key != site
    }


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_json_and_pgn_of_the_same_games_are_equal(path: Path) -> None:
    pgn = path.with_suffix(".pgn")
    exported, written = list(scoresheet.read(path)), list(scoresheet.read(pgn))
    assert [game.to("pgn") for game in exported] == [game.to("pgn") for game in written]
    assert without(documents(path), path.parent.parent.name) == documents(pgn)
    for ours, theirs in zip(exported, written, strict=True):
        assert list(ours.tags.items()) == list(theirs.tags.items())
        for node, other in zip(ours.mainline(), theirs.mainline(), strict=True):
            assert (node.clock, node.eval, node.nags) == (other.clock, other.eval, other.nags)


def test_what_is_kept_of_lichess() -> None:
    (document,) = documents(LICHESS)
    assert document["lichess"] == {
        "lastMoveAt": 1700000300000,
        "status": "resign",
        "source": "arena",
        "players": {
            "white": {"user": {"patron": True}, "analysis": {"inaccuracy": 1, "mistake": 1, "blunder": 0}},
            "black": {"provisional": True, "analysis": {"inaccuracy": 0, "mistake": 0, "blunder": 1}},
        },
        "opening": {"ply": 5},
        "division": {"middle": 6},
    }
    assert [move["lichess"]["best"] for move in document["moves"] if "lichess" in move] == ["f8c5", "e1g1", "d8g5"]


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The values of an object with their paths."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}".lstrip("."))
    elif not isinstance(value, list):
        yield path, value


# The places of values of members that are not unchanged in a tag.
TOLD = {
    "rated", "variant", "speed", "perf", "createdAt", "winner", "players.white.user.id", "players.black.user.id",
    "players.white.ratingDiff", "players.black.ratingDiff", "players.white.berserk", "players.black.berserk",
    "clock.initial", "clock.increment", "clock.totalTime", "tournament", "moves", "players.white.aiLevel",
    "daysPerTurn", "swissTour.id", "pgn", "rules", "initial_setup", "status",
}  # fmt: skip


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_every_member_is_a_tag_or_kept(path: Path) -> None:
    text = path.read_text("utf-8")
    objects = json.loads(text)["games"] if path.suffix == ".json" else [json.loads(line) for line in text.splitlines()]
    for exported, game, document in zip(objects, scoresheet.read(path), documents(path), strict=True):
        kept = dict(leaves(document.get(path.parent.parent.name, {})))
        tags = set(game.tags.values())
        for member, value in leaves(exported):
            assert str(value) in tags or kept.get(member, ...) == value or member in TOLD, member


def test_what_pgn_cannot_hold_is_counted(tmp_path: Path) -> None:
    report = scoresheet.convert(LICHESS, tmp_path / "a.pgn")
    # The field of the game, and those of three moves.
    assert {loss.kind: loss.count for loss in report.losses} == {"field": 4}
    assert scoresheet.convert(LICHESS, tmp_path / "a.bgnl").losses == ()


FORMS = {
    "lines.ndjson": lambda games: "".join(json.dumps(game) + "\n" for game in games),
    "lines.jsonl": lambda games: "\r\n".join(json.dumps(game) for game in games),
    "one.json": lambda games: json.dumps(games[0]),
    "array.json": lambda games: json.dumps(games),
    "pretty.json": lambda games: json.dumps(games, indent=2),
    "sorted.json": lambda games: json.dumps(games, indent=2, sort_keys=True),
    "side": lambda games: "".join(json.dumps(game) for game in games),
    "wrapped.json": lambda games: json.dumps({"games": games}),
    "pretty-month.json": lambda games: json.dumps({"games": games}, indent=4),
    "months.jsonl": lambda games: "".join(json.dumps({"games": [game]}) + "\n" for game in games),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("site", SITES)
def test_every_form_has_the_same_games(site: str, form: str, tmp_path: Path) -> None:
    if site == "lichess":
        if "month" in form or "wrapped" in form:
            pytest.skip("only chess.com has objects around its games")
        source, games = KINDS, [json.loads(line) for line in KINDS.read_text("utf-8").splitlines()]
    else:
        source, games = MONTH, json.loads(MONTH.read_text("utf-8"))["games"]
    path = tmp_path / form
    path.write_text(FORMS[form](games), "utf-8", newline="")
    expected = documents(source)[: 1 if form == "one.json" else None]
    assert scoresheet.inputs(path)[0]["kind"] == site
    assert [without(document, site) for document in documents(path)] == [without(one, site) for one in expected]
    assert scoresheet.check(path).errors == ()


def test_many_games_are_read_by_several_threads(tmp_path: Path) -> None:
    lines = tmp_path / "many.ndjson"
    lines.write_text(KINDS.read_text("utf-8") * 3000, "utf-8")
    array = tmp_path / "array.json"
    array.write_text(f"[{','.join(lines.read_text('utf-8').splitlines())}]", "utf-8")
    for path in (lines, array):
        reports = [scoresheet.check(path, threads=threads) for threads in (1, 2)]
        assert [(report.games, report.plies, report.errors) for report in reports] == [(12_000, 27_000, ())] * 2


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "zst": zstandard.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
}


@pytest.mark.parametrize("packed", PACKERS)
def test_files_may_be_packed(packed: str, tmp_path: Path) -> None:
    path = tmp_path / f"export.ndjson.{packed}"
    path.write_bytes(PACKERS[packed](LICHESS.read_bytes()))
    assert scoresheet.check(path).games == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("db_eval.jsonl", '{"fen":"8/8/8/8/8/8/8/K1k5 w - -","evals":[{"pvs":[{"cp":0,"line":"a1a2"}]}]}\n'),
        ("package.json", '{"name": "x", "version": "1.0.0"}'),
        ("x.pgn", '[{"a": 1}]'),
        ("puzzle.ndjson", '{"game":{"id":"a","pgn":"e4 e5"},"puzzle":{"id":"b"}}\n'),
    ],
)
def test_other_json_is_never_pgn(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    assert [error.code for error in scoresheet.check(path).errors] == ["file-kind"]
    with pytest.raises(scoresheet.FileError) as failed:
        list(scoresheet.read(path))
    assert "lichess.org and chess.com" in str(failed.value.hint)


def test_a_name_with_a_longer_ending_counts(tmp_path: Path) -> None:
    game = scoresheet.infinite.parse("w 0/100 1 (8|1) K5,1+|k5,8+|R1,1+ 5,1>4,1")
    path = tmp_path / "game.icn.json"
    path.write_text(str(game.to("icn-json")), "utf-8")
    assert scoresheet.inputs(path)[0]["kind"] == "icn-json"


def test_exports_are_not_written(tmp_path: Path) -> None:
    game: Any = next(iter(scoresheet.read(LICHESS)))
    for site in SITES:
        done = command_line.run_text("convert", str(LICHESS), "--to", site, "-o", str(tmp_path / "x"))
        assert done.returncode == 2, done.stderr
        assert f"`{site}` can only be read" in done.stderr
        with pytest.raises(scoresheet.UsageError):
            game.to(site)


def test_a_game_by_unknown_rules_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    pgn = '[White "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke2 {odd} 1-0\n'
    path.write_text(json.dumps({"games": [{"url": "u", "pgn": pgn, "rules": "oddschess"}]}), "utf-8")
    output = tmp_path / "odd.pgn"
    report = scoresheet.convert(path, output)
    assert [error.code for error in report.errors] == ["variant-unsupported"]
    text = output.read_text("utf-8")
    assert '[Variant "oddschess"]' in text
    assert "1. e4 e5 2. Ke2 {odd} 1-0" in text


def test_a_game_without_its_text_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "no.json"
    path.write_text('{"games":[{"url":"u","time_class":"blitz"},{"url":"v","pgn":"1. e4 *"}]}', "utf-8")
    report = scoresheet.check(path)
    assert (report.games, [error.code for error in report.errors]) == (2, ["field-missing"])
    assert report.errors[0].first["byte"] == len('{"games":[')


def test_queries_have_the_clocks_and_evaluations() -> None:
    pytest.importorskip("duckdb")
    question = "select white, white_elo, clock_ms[1], eval_cp[2] from games"
    assert scoresheet.query(LICHESS, question).fetchall() == [("Anna_B", 2101, 180_000, 25)]


def test_a_url_is_read() -> None:
    with served({"/export.ndjson": KINDS.read_bytes()}) as web:
        assert scoresheet.check(f"{web.url}/export.ndjson").games == 4


GOOD = '{"id":"abcdefgh","rated":true,"variant":"standard","speed":"blitz","moves":"e4 e5"}'


@pytest.mark.parametrize("odd", ["null", "3", '"x"', "[]", "true", "[[1],{}]"])
@pytest.mark.parametrize("blank", ["", "\n"])
def test_invalid_objects_do_not_affect_other_games(odd: str, blank: str) -> None:
    text = "[" + f",{blank}".join([GOOD, odd, *[GOOD] * 50]) + "]"
    for threads in (1, 2):
        found = scoresheet.check(text.encode(), threads=threads)
        assert found.plies == 102
        if not odd.startswith("["):  # arrays in arrays are read as one
            assert (found.games, sum(error.count for error in found.errors)) == (52, 1)


def test_a_malformed_key_anywhere_is_reported_and_never_written(tmp_path: Path) -> None:
    bad = GOOD.replace('"moves"', '"zz":{"a":[{"be\\qst":1}]},"moves"')
    found = scoresheet.check(f"{GOOD}\n{bad}\n{GOOD}\n".encode())
    assert [error.code for error in found.errors] == ["json-syntax"]
    for name in ("out.bgnl", "out.duckdb", "out.sqlite"):
        scoresheet.convert(f"{GOOD}\n{bad}\n{GOOD}\n".encode(), tmp_path / name, on_error="keep")
        assert len(list(scoresheet.read(tmp_path / name))) == 3
    for line in (tmp_path / "out.bgnl").read_text().splitlines():
        json.loads(line)


def test_fields_of_unplayed_words_are_counted_and_not_doubled() -> None:
    text = GOOD.replace('"e4 e5"', '"zz e5"').replace(
        "}", ',"status":"mate","zz":1,"analysis":[{"eval":1,"best":"e2e4"}]}'
    )
    [game] = scoresheet.read(text.encode())
    pairs = json.loads(game.to("bgnl"), object_pairs_hook=list)
    assert len(pairs) == len(dict(pairs))


def test_the_usual_start_and_an_empty_text_are_left_out() -> None:
    for more in ('"initialFen":"startpos"', '"pgn":""', '"pgn":"  "'):
        [game] = scoresheet.read(GOOD.replace('"moves"', f'{more},"moves"').encode())
        assert (game.ply_count, game.errors) == (2, []), more
