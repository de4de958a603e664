"""The modules of the viewer's client: which of them the page loads, and how they import each other."""

from __future__ import annotations

import re

import pytest

from test_house import PACKAGE

CLIENT = PACKAGE / "viewer" / "client"
GENERATED = {"pieces"}
MODULES = sorted(CLIENT.glob("js/*.js"))


def imports(name: str) -> list[str]:
    if name in GENERATED:
        return []
    return re.findall(r'^import [^;]*? from "\./(\w+)\.js";', (CLIENT / "js" / f"{name}.js").read_text("utf-8"), re.M)


def reached(start: str) -> set[str]:
    found, waiting = set(), [start]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += imports(name)
    return found


def test_the_page_preloads_every_module_that_it_needs() -> None:
    """Else the browser learns of a module only after those that import it, one round trip for each level."""
    preloaded = re.findall(
        r'<link rel="modulepreload" href="js/(\w+)\.js">', (CLIENT / "index.html").read_text("utf-8")
    )
    assert preloaded == sorted(reached("main") - {"main"})


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_modules_have_the_forms_that_can_be_joined(path) -> None:
    source = path.read_text("utf-8")
    assert source.startswith("// @ts-check\n")
    assert len(source.splitlines()) <= 300
    kept = re.sub(r'^import \{[^;]*?\} from "\./\w+\.js";$', "", source, flags=re.M)
    assert re.findall(r"^\s*import\b.*|\bimport\(\".*", kept, re.M) == []
    assert re.findall(r"^export (?!(?:async )?function |class |const ).*", source, re.M) == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_module_makes_markup_or_code_of_text(path) -> None:
    unsafe = r"\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\(\"style\""
    assert re.findall(unsafe, path.read_text("utf-8")) == []
