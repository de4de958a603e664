"""Stages the pages of the documentation site in build/site-pages, from which mkdocs builds build/site.

The pages of docs are copied. The pages at the root of the repository join them. Links between the two are rewritten, so
that each works both in the repository and on the site. The pages of the Python API and the gallery are made here.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
from pathlib import Path

import gallery
import scoresheet

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "build" / "site-pages"

FROM_ROOT = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "STYLE.md": "project/style.md",
    "CHANGELOG.md": "project/changelog.md",
    "CODE_OF_CONDUCT.md": "project/conduct.md",
    "LICENSE-APACHE": "project/LICENSE-APACHE.txt",
    "LICENSE-MIT": "project/LICENSE-MIT.txt",
    "LICENSE-THIRD-PARTY": "project/LICENSE-THIRD-PARTY.txt",
    "SECURITY.md": "project/security.md",
}
"""Files at the root of the repository, and where the site has them. The README is the home page."""

CONTENTS = "contents.md"
"""Where the site has `docs/README.md`, because the home page has its place."""

_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(`[^`\n]*`)")
_LINK = re.compile(r'(\]\(|src="|srcset=")([^)\s"#]+)')
_ITEM = re.compile(r"[-*] |\d+\. ")


def main() -> None:
    """Stage every page."""
    stage(PAGES)


def stage(target: Path) -> None:
    """Write all pages and pictures of the site below a folder, in place of what it holds."""
    shutil.rmtree(target, ignore_errors=True)
    for source, place in sources().items():
        path = target / place
        path.parent.mkdir(parents=True, exist_ok=True)
        if source.endswith(".md"):
            path.write_text(for_site((ROOT / source).read_text("utf-8"), source), "utf-8")
        else:
            shutil.copyfile(ROOT / source, path)
    for place, text in (api_pages() | gallery.files()).items():
        path = target / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def sources() -> dict[str, str]:
    """The site's place of each file that is copied, by its path in the repository."""
    docs = [path.relative_to(ROOT) for path in sorted((ROOT / "docs").rglob("*")) if path.is_file()]
    copied = {path.as_posix(): path.relative_to("docs").as_posix() for path in docs if path.suffix != ".in"}
    return copied | {"docs/README.md": CONTENTS, "tools/iframe-worker.js": "assets/iframe-worker.js"} | FROM_ROOT


def for_site(text: str, source: str) -> str:
    """A page with links for the site, in the Markdown that mkdocs reads as GitHub does its own."""
    parts = _FENCE.split(text)
    return "".join(part if part.startswith("```") else _prose(part, source) for part in parts)


def _prose(text: str, source: str) -> str:
    lines: list[str] = []
    for line in text.split("\n"):
        # Python-Markdown starts a list only after an empty line.
        before = lines[-1] if lines else ""
        if _ITEM.match(line) and before and not _ITEM.match(before) and not before.startswith(" "):
            lines.append("")
        row = line.startswith("|")
        pieces = _CODE.split(line)
        # Python-Markdown shows the backslash before a bar in code, which GitHub demands in a table.
        pieces = [
            (each.replace("\\|", "|") if row else each) if each.startswith("`") else _linked(each, source)
            for each in pieces
        ]
        lines.append("".join(pieces))
    return "\n".join(lines)


def _linked(text: str, source: str) -> str:
    return _LINK.sub(lambda found: found[1] + link(found[2], source), text)


def link(target: str, source: str) -> str:
    """A link of a page in the repository, as the site needs it.

    Raises:
        KeyError: the target is not on the site.

    >>> link("../README.md", "docs/design.md"), link("docs/design.md", "README.md")
    ('index.md', 'design.md')
    """
    if re.match(r"[a-z]+:", target):
        return target
    places = sources()
    here = places[source]
    there = places[os.path.normpath(os.path.join(os.path.dirname(source), target))]  # noqa: PTH118, PTH120 no file is meant
    return os.path.relpath(there, os.path.dirname(here) or ".")  # noqa: PTH120 likewise


def api_pages() -> dict[str, str]:
    """A page for each public module, and one for the other names of the package."""
    pages = {
        module: [_shortest(f"scoresheet.{module}", name) for name in _public(f"scoresheet.{module}")]
        for module in scoresheet._MODULES
    }
    listed = {entry for entries in pages.values() for entry in entries}
    names = [f"scoresheet.{name}" for name in scoresheet.__all__ if name not in pages]
    made = {f"api/{module}.md": _api_page(f"scoresheet.{module}", entries) for module, entries in pages.items()}
    return made | {"api/scoresheet.md": _api_page("scoresheet", [name for name in names if name not in listed])}


def _public(module: str) -> list[str]:
    return sorted(importlib.import_module(module).__all__)


def _shortest(module: str, name: str) -> str:
    """The path by which a program imports a name: from the package if it has the name."""
    same = getattr(scoresheet, name, None) is getattr(importlib.import_module(module), name)
    return f"scoresheet.{name}" if same and name in scoresheet.__all__ else f"{module}.{name}"


def _api_page(module: str, entries: list[str]) -> str:
    summary = (importlib.import_module(module).__doc__ or "").split("\n\n")[0].replace("\n", " ")
    return f"# {module}\n\n{summary}\n\n" + "".join(f"::: {entry}\n\n" for entry in entries)


if __name__ == "__main__":
    main()
