"""What indexes of packages show: the description that is made of the README, the addresses, and the classifiers."""

from __future__ import annotations

import re
from email.parser import Parser
from pathlib import Path

import pytest

import scoresheet_build
from test_house import table, tracked

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
REPOSITORY = "https://git.example/chess/scoresheet"
TARGET = re.compile(r"""\]\(([^)\s]+)\)|src(?:set)?="([^"]+)\"""")


def targets(text: str) -> list[str]:
    """Where the links and pictures of a text lead to, code left out."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return [link or picture for link, picture in TARGET.findall(prose)]


def test_links_and_pictures_of_the_description_lead_to_files_of_the_version() -> None:
    described = scoresheet_build.long_description(README, REPOSITORY, "1.2.3")
    inside = re.compile(rf"{re.escape(REPOSITORY)}/(blob|raw)/v1\.2\.3/([^#]+)")
    for target in targets(described):
        if not target.startswith("#") and (target.startswith(REPOSITORY) or not target.startswith("https:")):
            led = inside.fullmatch(target.partition("#")[0])
            assert led, target
            assert (ROOT / led[2]).exists(), target
            assert (led[1] == "raw") == led[2].endswith((".png", ".svg")), target
    pictures = [target for target in targets(described) if "/raw/" in target]
    assert len(pictures) == README.count("<img ")
    assert len(targets(described)) == len(targets(README)) - README.count("<source ")


def test_indexes_get_one_picture_for_each_picture_element() -> None:
    described = scoresheet_build.long_description(README, REPOSITORY, "1.2.3")
    assert "<picture" not in described
    assert "<source" not in described
    assert "-dark.png" not in described


def test_without_a_repository_there_are_no_dead_links() -> None:
    described = scoresheet_build.long_description(README, None, "1.2.3")
    assert [target for target in targets(described) if not target.startswith(("https:", "#"))] == []
    assert "<img" not in described


@pytest.mark.parametrize("repository", [REPOSITORY, None])
def test_code_stays_as_it_is(repository: str | None) -> None:
    code = '```md\n[a](b.md) <picture><img src="c.png"></picture>\n```'
    given = f"[text](b.md)\n\n{code}\n\n[other](https://a.example/b) [below](#below)\n"
    described = scoresheet_build.long_description(given, repository, "1.2.3")
    assert code in described
    assert "[other](https://a.example/b) [below](#below)\n" in described
    fences = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    assert fences.findall(scoresheet_build.long_description(README, repository, "1.2.3")) == fences.findall(README)


@pytest.mark.parametrize("repository", [REPOSITORY, None])
def test_the_metadata_have_the_description_and_the_addresses(monkeypatch, repository: str | None) -> None:
    monkeypatch.setattr(scoresheet_build, "in_cargo", {"repository": repository, "version": "1.2.3"}.get)
    written = "Metadata-Version: 2.4\nName: scoresheet\nVersion: 1.2.3\nAuthor: Zoë\n"
    metadata = Parser().parsestr(scoresheet_build.metadata(written))
    assert metadata["Author"] == "Zoë"
    assert metadata["Description-Content-Type"].startswith("text/markdown")
    addresses = dict(line.split(", ") for line in metadata.get_all("Project-URL", []))
    assert all(address.startswith(REPOSITORY) for address in addresses.values())
    assert sorted(addresses) == (["Changelog", "Documentation", "Issues", "Repository"] if repository else [])
    for address in addresses.values():
        path = address.removeprefix(REPOSITORY).removeprefix("/blob/main/")
        assert path in {"", "/issues"} or (ROOT / path).is_file()
    assert metadata.get_payload() == scoresheet_build.long_description(README, repository, "1.2.3")


def test_the_description_is_written_over_what_maturin_wrote_before() -> None:
    once = scoresheet_build.metadata(
        "Name: scoresheet\nDescription-Content-Type: text/plain\n\nolder description\n\nof two paragraphs\n"
    )
    assert "older description" not in once
    assert once.startswith("Name: scoresheet\nDescription-Content-Type: text/markdown;")
    assert once.count("Description-Content-Type") == 1


def test_the_address_of_the_repository_is_only_in_the_workspace() -> None:
    address = table("Cargo.toml")["workspace"]["package"].get("repository", "https://…")
    assert address == "https://…" or re.fullmatch(r"https://[^\s/]+/[^\s/]+/[^\s/]+", address)
    holders = [path for path in tracked() if f'"{address}' in path.read_bytes().decode("utf-8", "ignore")]
    assert {ROOT / "Cargo.toml"} <= {*holders} <= {ROOT / "Cargo.toml", Path(__file__)}


def test_classifiers_claim_what_ci_tests() -> None:
    classifiers = table("pyproject.toml")["project"]["classifiers"]
    assert classifiers == sorted(classifiers)
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    tested = {version for line in re.findall(r"python: \[(.+)\]", workflow) for version in re.findall(r"3\.\d+", line)}
    pythons = {
        text.removeprefix("Programming Language :: Python :: ") for text in classifiers if "Python :: 3." in text
    }
    assert pythons == tested
    oldest = min(pythons, key=lambda version: int(version[2:]))
    assert table("pyproject.toml")["project"]["requires-python"] == f">={oldest}"
    systems = {"POSIX :: Linux": "ubuntu", "MacOS": "macos", "Microsoft :: Windows": "windows"}
    claimed = {systems[text.removeprefix("Operating System :: ")] for text in classifiers if "Operating System" in text}
    assert claimed == set(re.findall(r"\b(ubuntu|macos|windows)-", workflow))
