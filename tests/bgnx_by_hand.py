"""Documents of BGN as XML, converted to JSON by another parser than the package's and by a separate table."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

NUMBERS = {"c", "et", "rating", "version", "q"}
FLAGS = {"ep", "mate", "stalemate", "drop", "illegal", "null", "before"}
JSON = {"properties", "info", "gone"}
LISTS = {"a", "end", "sources", "moves", "dateRange"}
OBJECTS = {"game", "bgn", "white", "black", "setup", "move", "annotation", "source", "alt"}


def said(element: ElementTree.Element) -> str:
    """The text of an element."""
    assert len(element) == 0, element.tag
    text = element.text or ""
    return str(json.loads(text)) if element.get("json") else text


def key(element: ElementTree.Element) -> str:
    """The key of a member whose element has its name as an attribute."""
    name = element.attrib["name"]
    return str(json.loads(name)) if element.get("json") and name.startswith('"') else name


def value(element: ElementTree.Element) -> Any:
    """What an element is in JSON."""
    name, text = element.tag, element.text or ""
    if name == "none":
        return None
    if name in NUMBERS or name in JSON or (name == "nag" and text.isdecimal() and not element.get("json")):
        return json.loads(text)
    if name in FLAGS:
        return {"true": True}[text]
    if name in LISTS:
        return [value(child) for child in element]
    if name in OBJECTS:
        return members(element)
    return said(element)


def members(element: ElementTree.Element) -> dict[str, Any]:
    """The members of the object that an element is."""
    assert not (element.text or "").strip(), element.tag
    found: dict[str, Any] = {}
    for child in element:
        assert not (child.tail or "").strip(), child.tag
        name = key(child) if child.tag == "other" else child.tag
        assert name not in found, name
        if child.tag == "other":
            found[name] = json.loads(child.text or "")
        elif child.tag == "pgn":
            found[name] = {key(tag): said(tag) for tag in child}
        else:
            found[name] = value(child)
    return found


def documents(text: str | bytes) -> list[dict[str, Any]]:
    """The documents of a file."""
    root = ElementTree.fromstring(text)
    games = [root] if root.tag == "game" else list(root)
    assert {game.tag for game in games} <= {"game"}
    return [members(game) for game in games]
