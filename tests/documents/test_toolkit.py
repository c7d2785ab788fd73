"""docs/toolkit.md is followed as a newcomer would follow it, and its tables leave out nothing that they list."""

import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path
from types import FunctionType

import pytest
from tests.documents.tutorial import Block, NotAsShown, Reader, blocks

from chabudai import table
from chabudai.store.errors import StoreError
from chabudai.table import Entity, Query, TypedStore, Update, streams
from chabudai.table.errors import TableError
from chabudai.table.keys.formats import FORMATS
from chabudai.table.schema.entities import Row
from chabudai.table.streams import WorkerTiming

DOCUMENT = (Path(__file__).parents[2] / "docs" / "toolkit.md").read_text(encoding="utf-8")
CALLABLE = (FunctionType, classmethod)
CODE = "\n".join(re.findall(r"```.*?```|`[^`\n]+`", DOCUMENT, re.DOTALL))


def public(kind: type) -> list[str]:
    """What a class itself adds for others to call."""
    return [name for name, member in vars(kind).items() if name[0] != "_" and isinstance(member, CALLABLE)]


def descendants(kind: type) -> set[type]:
    return {kind}.union(*map(descendants, kind.__subclasses__()))


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    with ExitStack() as stack:
        stack.callback(sys.modules.pop, "library", None)
        yield Reader(tmp_path, stack)


def test_every_snippet_of_the_tutorial_does_what_it_shows(reader: Reader) -> None:
    for block in blocks(DOCUMENT):
        reader.follow(block)
    reader.session["store"].close()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("pycon", ">>> 1 + 1\n3\n"),
        ("pycon", ">>> 1 / 0\n"),
        ("pycon", ">>> 1 / 0\nTraceback (most recent call last):\n  ...\nZeroDivisionError: something else\n"),
        ("console", "$ chabudai --version\nchabudai 0.0.0\n"),
        ("console", "$ rm library.py\n"),
        ("python", "home = 1\n"),
        ("json", "{}\n"),
        ("", "anything\n"),
    ],
)
def test_a_snippet_that_does_something_else_is_told(reader: Reader, kind: str, text: str) -> None:
    with pytest.raises(NotAsShown):
        reader.follow(Block(kind, text, 1))


def test_no_block_is_passed_over() -> None:
    assert DOCUMENT.count("```") == 2 * len(list(blocks(DOCUMENT)))


@pytest.mark.parametrize("name", sorted({*table.__all__} - {"DesignError", "TableError"}))
def test_every_public_name_is_told(name: str) -> None:
    assert re.search(rf"\b{name}\b", CODE)


@pytest.mark.parametrize("error", sorted(each.__name__ for each in descendants(TableError)))
def test_every_error_is_explained(error: str) -> None:
    assert f"`{error}`" in DOCUMENT


@pytest.mark.parametrize("error", sorted(each.__name__ for each in descendants(StoreError)))
def test_every_error_of_a_store_is_explained(error: str) -> None:
    assert f"`{error}`" in DOCUMENT


@pytest.mark.parametrize("name", [*streams.__all__, *public(streams.Worker), "on", "on_unknown", "as_lambda"])
def test_everything_that_follows_a_stream_is_told(name: str) -> None:
    assert re.search(rf"\b{name}\b", CODE)


@pytest.mark.parametrize("name", [each.name for each in fields(WorkerTiming)])
def test_every_pause_of_a_worker_is_told(name: str) -> None:
    assert re.search(rf"\b{name}=", CODE)


@pytest.mark.parametrize("example", [each.example for each in FORMATS])
def test_every_format_of_a_key_part_is_in_its_table(example: str) -> None:
    assert re.search(rf"`\{{\w:{re.escape(example)}\}}`", DOCUMENT)


@pytest.mark.parametrize("name", public(TypedStore))
def test_everything_that_a_store_does_is_told(name: str) -> None:
    assert f"store.{name}" in CODE


@pytest.mark.parametrize("name", [*public(Row), *public(Entity), *public(Update), *public(Query)])
def test_everything_that_makes_or_widens_a_write_is_told(name: str) -> None:
    assert re.search(rf"\b{name}\b", CODE)
