"""Checks that nothing that ships is under a licence that `deny.toml` does not allow.

Rust crates come from `cargo metadata`, for every platform; Python packages are those that `pyproject.toml` requires
or offers, and what these need in turn. The allow list is in `deny.toml` only. What an extra installs may be under
the LGPL: it is a separate, optional package, which nothing bundles.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = "scoresheet-python"

_MIT = "Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated"
"""How the MIT licence begins, for packages whose metadata name none."""


def main() -> int:
    """Prints what is not allowed; the exit status is 1 if anything is."""
    with (ROOT / "deny.toml").open("rb") as file:
        allowed = set(tomllib.load(file)["licenses"]["allow"])
    crates = rust_crates()
    packages = python_packages()
    problems = [f"crate {name}: {text}" for name, text in crates if not permits(text, allowed)]
    required = {name for name, _ in python_packages(extras=False)}
    problems += [
        f"package {name}: {text}"
        for name, text in packages
        if is_gpl(text) and (name in required or not is_lesser(text))
    ]
    for problem in problems:
        print(f"licence not allowed: {problem}", file=sys.stderr)
    print(f"licences: {len(crates)} crates and {len(packages)} Python packages ship, {len(problems)} refused")
    return 1 if problems else 0


def rust_crates() -> list[tuple[str, str]]:
    """Name and licence of each crate that the package is built from, tests' own dependencies left out."""
    return [(package["name"], package["license"] or "unnamed") for package in crates_that({None, "build"})]


def crates_that(kinds: set[str | None]) -> list[dict[str, Any]]:
    """The data of cargo for each crate that the package needs by these kinds of dependency; `None` is the usual one."""
    return crates_of(ROOT / "Cargo.toml", SHIPPED, kinds)


def crates_of(manifest: Path, name: str, kinds: set[str | None]) -> list[dict[str, Any]]:
    """The same for a package of another workspace."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--manifest-path", str(manifest)]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    open_ids = [id_ for id_, package in packages.items() if package["name"] == name]
    seen: set[str] = set()
    while open_ids:
        id_ = open_ids.pop()
        if id_ not in seen:
            seen.add(id_)
            edges = nodes[id_]["deps"]
            open_ids += [edge["pkg"] for edge in edges if any(kind["kind"] in kinds for kind in edge["dep_kinds"])]
    return sorted((packages[id_] for id_ in seen), key=lambda package: (package["name"], package["version"]))


def permits(expression: str, allowed: set[str]) -> bool:
    """Whether an SPDX expression can be met with allowed licences alone."""
    # `A/B` is the old spelling of `A OR B`; `WITH` binds tightest, so `A WITH B` counts as one licence.
    words = re.findall(r"\(|\)|[^\s()]+(?: WITH [^\s()]+)?", expression.replace("/", " OR "))
    # What is left is a formula of True, False, `and`, `or` and brackets.
    names = {"AND": "and", "OR": "or", "(": "(", ")": ")"}
    return bool(eval(" ".join(names.get(word) or str(word in allowed) for word in words)))


def python_packages(extras: bool = True) -> list[tuple[str, str]]:
    """Name and licence of each Python package that users install, as far as it is installed here."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    required = list(project["dependencies"])
    names = [name_of(text) for text in required]
    if extras:
        names += [name_of(text) for extra in project["optional-dependencies"].values() for text in extra]
    seen: dict[str, str] = {}
    while names:
        name = names.pop()
        if name in seen:
            continue
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue  # wanted on another system or an older Python only
        seen[name] = licence_of(distribution)
        names += [name_of(text) for text in distribution.requires or [] if "extra ==" not in text]
    missing = [name for name in map(name_of, required) if name not in seen]
    if missing:
        raise SystemExit(f"not installed, so not checked: {', '.join(missing)}")
    return sorted(seen.items())


def name_of(requirement: str) -> str:
    """The package that a requirement names: `pyarrow>=17` is `pyarrow`."""
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match, requirement
    return re.sub(r"[-_.]+", "-", match.group()).lower()


def licence_of(distribution: importlib.metadata.Distribution) -> str:
    """The licence of a package, from the best source."""
    metadata = distribution.metadata
    if "License-Expression" in metadata:
        return metadata["License-Expression"]
    classifiers = metadata.get_all("Classifier") or []
    named = [line.rsplit(" :: ", 1)[-1] for line in classifiers if line.startswith("License ::")]
    if named or "License" in metadata:
        return "; ".join(named) or metadata["License"].splitlines()[0]
    return "MIT" if any(_MIT in " ".join(text.split()) for text in licence_texts(distribution)) else "unnamed"


def licence_texts(distribution: importlib.metadata.Distribution) -> list[str]:
    """The texts of the licences that a package brings."""
    files = distribution.metadata.get_all("License-File") or []
    found = [distribution.read_text(f"licenses/{name}") or distribution.read_text(name) for name in files]
    return [text for text in found if text]


def is_gpl(licence: str) -> bool:
    """Whether a licence is of the GPL family, or not named at all."""
    return licence == "unnamed" or re.search(r"\b[AL]?GPL|GNU .*General Public", licence) is not None


def is_lesser(licence: str) -> bool:
    """Whether a licence is the LGPL, which allows programs of any licence to use what is under it."""
    return re.search(r"\bLGPL|Lesser General Public", licence) is not None


if __name__ == "__main__":
    raise SystemExit(main())
