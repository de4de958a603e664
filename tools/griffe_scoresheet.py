"""What mkdocstrings shows of Scoresheet: types from the stub, descriptions from the module that was built.

The stub of the native part has no docstrings, which are in the Rust code. Examples are bare `>>>` lines, which
Markdown would read as quotations.
"""

from __future__ import annotations

import importlib
import inspect
import re
from typing import Any

import griffe

__all__ = ["Words", "fenced"]

_NATIVE = "scoresheet._core"
_EXAMPLE = re.compile(r"(?:^[ ]*>>> .*\n?(?:^[ ]*(?!>>> )\S.*\n?)*)+", re.MULTILINE)


def fenced(text: str) -> str:
    r"""The text with each run of examples in a fence.

    >>> print(fenced("Adds.\n\n>>> 1 + 1\n2"))
    Adds.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    """
    if ">>> " not in text or "```" in text:
        return text
    return _EXAMPLE.sub(lambda found: "```pycon\n" + found[0].rstrip("\n") + "\n```\n", text).rstrip("\n")


class Words(griffe.Extension):
    """Adds the docstrings that the stub leaves out, and puts examples in fences."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Change everything in a package that griffe has loaded."""
        pending: list[Any] = [pkg]
        while pending:
            each = pending.pop()
            _keep_overloaded(each)
            _show_constructor(each)
            if each.docstring is None and each.path.startswith(f"{_NATIVE}."):
                _describe(each)
            if each.docstring is not None:
                each.docstring.value = fenced(each.docstring.value)
            pending += [member for member in each.members.values() if not member.is_alias]


def _show_constructor(of: Any) -> None:
    # mkdocstrings shows the signature of `__init__` with the class, and that of `__new__` nowhere.
    if isinstance(of, griffe.Class) and "__new__" in of.members and "__init__" not in of.members:
        of.members["__init__"] = of.members["__new__"]


def _keep_overloaded(of: Any) -> None:
    # A stub has only overloads for one function of the module. griffe would leave that function out.
    if isinstance(of, griffe.Function):
        return
    for name, overloads in getattr(of, "overloads", {}).items():
        if overloads and name not in of.members:
            whole = overloads[-1]
            whole.overloads = list(overloads)
            of.set_member(name, whole)


def _describe(each: Any) -> None:
    found: Any = importlib.import_module(_NATIVE)
    for name in each.path.removeprefix(f"{_NATIVE}.").split("."):
        found = getattr(found, name, None)
    words = inspect.getdoc(found) if found is not None else None
    if words:
        each.docstring = griffe.Docstring(words, parent=each)
