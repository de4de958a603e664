"""The pattern of the tokens of PGN: against the reader on examples and real games, and in several engines."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from regex_engines import MissingEngineError, found
from scoresheet._regexes import regexes

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import token_pattern  # noqa: E402

PATTERN = regexes()["pgn"]["token_regex"]
FOR_JAVASCRIPT = regexes()["pgn"]["token_regex_js"]
GROUPS = list(re.compile(PATTERN).groupindex)
KINDS = ["tag", "number", "move", "nag", "comment", "line_comment", "escape", "open", "close", "result", "other"]

ODD = """\
% a line
[White "A \\"b\\" \\\\"]
[Black "C "D" E"]
[Round 4]

{before
it} 1.e4!? e5 2. Ng1-f3 Nc6+- $14 (2... d6 ± ; to the end
3. Bb5+) 3. 0-0 -- {} 4.Rfxe1# gxf8=Q+!! e1(N) \u041af3 ♘g5 12. ... words, } 1/2-1/2
%another

[White "B"]

*
"""


def test_each_match_has_one_kind() -> None:
    matches = list(re.finditer(PATTERN, ODD))
    assert all(sum(match[kind] is not None for kind in KINDS) == 1 for match in matches)
    assert {kind for kind in KINDS for match in matches if match[kind] is not None} == set(KINDS)
    assert re.sub(PATTERN, "", ODD).split() == []


def test_the_examples_have_the_tokens_that_the_reader_finds() -> None:
    result = token_pattern.compared([ROOT / "examples"])
    assert (result.strict, result.unequal_files, result.differing) == (result.games, 0, [])
    assert result.games > 200
    assert not result.others


@pytest.mark.slow
@pytest.mark.parametrize("name", ["annotated", "weird"])
def test_real_games_have_the_tokens_that_the_reader_finds(name: str, data: Callable[[str], Path]) -> None:
    result = token_pattern.compared([data(name)])
    assert result.differing == []
    assert result.reordered <= 1
    assert result.strict > result.games / 2
    # Damaged games have the same mainline in most cases.
    assert result.same_mainline > 0.9 * result.lenient


@pytest.mark.long
@pytest.mark.parametrize("name", ["historic", "lichess-other", "masters"])
def test_all_real_games_have_the_tokens_that_the_reader_finds(name: str, data: Callable[[str], Path]) -> None:
    result = token_pattern.compared([data(name)])
    assert result.differing == []
    assert result.strict > 0


def texts() -> list[str]:
    return [ODD, *((ROOT / "examples" / name).read_text("utf-8") for name in ("annotated.pgn", "historic.pgn"))]


def groups_of(text: str) -> list[list[str]]:
    """The groups of each match as Python finds them; those without a match as empty texts."""
    return [[match[name] or "" for name in GROUPS] for match in re.finditer(PATTERN, text)]


def test_javascript_finds_the_same_tokens() -> None:
    program = f"""
        const [pattern, texts] = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
        const names = {json.dumps(GROUPS)};
        const all = (text) => [...text.matchAll(new RegExp(pattern, "gu"))];
        const groups = (text) => all(text).map((match) => names.map((name) => match.groups[name] ?? ""));
        console.log(JSON.stringify(texts.map(groups)));
    """
    try:
        command = [found("node"), "-e", program]
    except MissingEngineError as missing:
        pytest.skip(f"`{missing}` is not installed")
    asked = json.dumps([FOR_JAVASCRIPT, texts()])
    run = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == [groups_of(text) for text in texts()]


def test_re2_finds_the_same_tokens() -> None:
    re2 = pytest.importorskip("re2", reason="`google-re2` is not installed")
    for text in texts():
        matches = re2.finditer(PATTERN, text)
        assert [[match[name] or "" for name in GROUPS] for match in matches] == groups_of(text)


def test_ripgrep_finds_the_same_tokens(tmp_path: Path) -> None:
    try:
        program = found("rg")
    except MissingEngineError as missing:
        pytest.skip(f"`{missing}` is not installed")
    said = subprocess.run([program, "--version"], capture_output=True, check=True, text=True).stdout
    if int(said.split()[1].split(".")[0]) < 14:
        pytest.skip("ripgrep before 14 cuts some matches short when it replaces them")
    (tmp_path / "pattern").write_text(PATTERN + "\n", "utf-8")
    shown = "\x1f".join(f"${{{name}}}" for name in GROUPS) + "\x1e"
    for text in texts():
        (tmp_path / "text").write_text(text, "utf-8", newline="")
        command = [program, "--no-config", "--multiline", "--only-matching", "--no-line-number", "--text"]
        command += ["--replace", shown, "--file", str(tmp_path / "pattern"), str(tmp_path / "text")]
        run = subprocess.run(command, capture_output=True, check=True)
        matches = run.stdout.decode("utf-8").split("\x1e\n")
        assert matches.pop() == ""
        assert [match.split("\x1f") for match in matches] == groups_of(text)
