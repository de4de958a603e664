"""The engines of regular expressions that the patterns are tested in: each returns which texts fit as a whole."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

Verdicts = list[bool]
Asked = Sequence[tuple[str, Sequence[str]]]
"""Patterns, each with the texts to compare with it."""


class MissingEngineError(Exception):
    """An engine is not installed."""


class TooLargeError(Exception):
    """An engine does not take a pattern because of its size."""


def python(asked: Asked) -> list[Verdicts]:
    """Python's `re`."""
    return [[re.fullmatch(pattern, text) is not None for text in texts] for pattern, texts in asked]


def node(asked: Asked, flag: str = "u") -> list[Verdicts]:
    """JavaScript."""
    program = f"""
        const asked = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
        const verdicts = ([pattern, texts]) => {{
          const whole = new RegExp("^(?:" + pattern + ")$", "{flag}");
          return texts.map((text) => whole.test(text));
        }};
        console.log(JSON.stringify(asked.map(verdicts)));
    """
    run = subprocess.run(
        [found("node"), "-e", program], input=json.dumps(list(asked)), capture_output=True, text=True, check=True
    )
    verdicts: list[Verdicts] = json.loads(run.stdout)
    return verdicts


def re2(asked: Asked) -> list[Verdicts]:
    """RE2."""
    try:
        import re2  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise MissingEngineError("google-re2") from None
    compiled = [(re2.compile(pattern), texts) for pattern, texts in asked]
    return [[pattern.fullmatch(text) is not None for text in texts] for pattern, texts in compiled]


def ripgrep(asked: Asked) -> list[Verdicts]:
    """The `regex` crate of Rust."""
    program = found("rg")
    lines = [program, "--no-config", "--color=never", "--text", "--line-regexp", "--line-number", "--file"]
    files = [program, "--no-config", "--color=never", "--text", "--multiline", "--files-with-matches"]
    return [by_lines_and_files(pattern, texts, lines, [*files, "--no-ignore", "--file"]) for pattern, texts in asked]


def grep(asked: Asked) -> list[Verdicts]:
    """PCRE."""
    program = found("grep")
    try:
        searched([program, "--perl-regexp", "x", os.devnull])
    except subprocess.CalledProcessError:
        raise MissingEngineError("grep with PCRE") from None
    lines = [program, "--text", "--perl-regexp", "--line-regexp", "--line-number", "--file"]
    files = [program, "--text", "--perl-regexp", "--null-data", "--recursive", "--files-with-matches", "--file"]
    return [by_lines_and_files(pattern, texts, lines, files) for pattern, texts in asked]


ENGINES: dict[str, Callable[[Asked], list[Verdicts]]] = {
    "python": python,
    "node": node,
    "re2": re2,
    "ripgrep": ripgrep,
    "grep": grep,
}


def found(program: str) -> str:
    """The path of a program."""
    path = shutil.which(program)
    if path is None:
        raise MissingEngineError(program)
    return path


def by_lines_and_files(pattern: str, texts: Sequence[str], lines: list[str], files: list[str]) -> Verdicts:
    """The verdicts of a program that searches files: texts of one line are lines of one file, others are files.

    Each text is a file if the pattern names the line break, which ripgrep does not take in a search for lines.
    """
    single = [number for number, text in enumerate(texts) if "\n" not in text and "\\n" not in pattern]
    fitting: set[int] = set()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if single:
            expression, source = written(folder / "line.txt", pattern), folder / "lines"
            source.write_text("".join(texts[number] + "\n" for number in single), "utf-8", newline="")
            output = searched([*lines, str(expression), str(source)])
            numbers = (line.partition(":")[0] for line in output.split("\n") if line)
            fitting |= {single[int(number) - 1] for number in numbers}
        if len(single) < len(texts):
            several = set(range(len(texts))) - set(single)
            expression, source = written(folder / "text.txt", rf"\A(?:{pattern})\z"), folder / "texts"
            source.mkdir()
            for number in several:
                (source / str(number)).write_text(texts[number], "utf-8", newline="")
            fitting |= {int(Path(line).name) for line in searched([*files, str(expression), str(source)]).split()}
    return [number in fitting for number in range(len(texts))]


def written(path: Path, text: str) -> Path:
    """A file with this text."""
    path.write_text(text + "\n", "utf-8")
    return path


def searched(command: Iterable[str]) -> str:
    """What a search prints."""
    run = subprocess.run(list(command), env={**os.environ, "LC_ALL": "C.UTF-8"}, capture_output=True)
    if b"too large" in run.stderr:
        raise TooLargeError(run.stderr.decode())
    # 1: nothing was found.
    if run.returncode > 1 or run.stderr:
        raise subprocess.CalledProcessError(run.returncode, list(command), run.stdout, run.stderr)
    # Lines hold bytes of any kind; only their numbers are used.
    return run.stdout.decode("utf-8", "replace")
