"""Joins the modules of the client into one script, for a page that is a single file and for notebooks.

Each module becomes a function that returns its exports. Only the forms of `import` and `export` that the client uses
are known; every other form is an error, because a guess could change the meaning of a module. Comments and indentation,
a third of the sources, are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from scoresheet.errors import UsageError

__all__ = ["bundle", "exports_of"]

_IMPORT = re.compile(r'^import \{([\w$, \n]*)\} from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) ([\w$]+)", re.MULTILINE)
_OTHER = re.compile(r"^[ \t]*(?:import\b(?!\.meta)|export\b)(?!\s*:).*$", re.MULTILINE)

_COMMENT = re.compile(r"^[ \t]*//.*\n|[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*(?:\n(?=[ \t]*\n))?", re.MULTILINE)
"""A line that is a comment, or a comment with types. Tests see to it that no text of the client looks like one."""

_INDENT = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)


def bundle(entry: str, read: Callable[[str], str]) -> str:
    r"""The script that defines `entry` and all modules that it imports, each as a constant named `NAME$`.

    `read` returns the source of a module by its name.

    Raises:
        UsageError: a module uses another form of `import` or `export`, or modules import each other in a circle.

    >>> sources = {"a": "export const x = 1;", "b": 'import { x } from "./a.js";\nexport const y = x;'}
    >>> print(bundle("b", sources.__getitem__), end="")
    const a$ = (() => {
    const x = 1;
    return { x };
    })();
    const b$ = (() => {
    const { x } = a$;
    const y = x;
    return { y };
    })();
    """
    joined: dict[str, str] = {}
    sources: dict[str, str] = {}
    pending = [entry]
    while pending:
        name = pending[-1]
        if name not in sources:
            sources[name] = read(name)
        missing = [needed for needed in _imports(sources[name]) if needed not in joined]
        for needed in missing:
            if needed in sources and needed in pending:
                raise UsageError(f"the modules `{needed}.js` and `{name}.js` import each other")
        if missing:
            pending += missing
            continue
        pending.pop()
        joined.setdefault(name, _as_function(name, sources[name]))
    return "".join(joined.values())


def exports_of(source: str) -> list[str]:
    r"""The names that a module exports.

    >>> exports_of("export const x = 1;\nexport class Board {}\nconst y = 2;")
    ['x', 'Board']
    """
    return [match[2] for match in _EXPORT.finditer(source)]


def _imports(source: str) -> list[str]:
    return [match[2] for match in _IMPORT.finditer(source)]


def _as_function(name: str, source: str) -> str:
    body = _IMPORT.sub(lambda match: f"const {{{match[1]}}} = {match[2]}$;", source)
    body = _EXPORT.sub(r"\1 \2", body)
    if other := _OTHER.search(body):
        raise UsageError(
            f"cannot join `{other[0].strip()}` in `{name}.js`",
            hint='write `import { a } from "./b.js";`, or `export` before `function`, `class` or `const`',
        )
    body = _INDENT.sub("", _COMMENT.sub("", body)).strip()
    return f"const {name}$ = (() => {{\n{body}\nreturn {{ {', '.join(exports_of(source))} }};\n}})();\n"
