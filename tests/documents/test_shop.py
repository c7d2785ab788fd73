"""docs/shop.md is followed as who copies from it would, and what is copied has types."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.documents.tutorial import Reader, blocks

DOCUMENT = (Path(__file__).parents[2] / "docs" / "shop.md").read_text(encoding="utf-8")


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    with ExitStack() as stack:
        stack.callback(sys.modules.pop, "shop", None)
        yield Reader(tmp_path, stack)


def test_every_snippet_of_the_shop_does_what_it_shows(reader: Reader) -> None:
    for block in blocks(DOCUMENT):
        reader.follow(block)
    reader.session["store"].close()


def test_no_block_is_passed_over() -> None:
    assert DOCUMENT.count("```") == 2 * len(list(blocks(DOCUMENT)))


def test_every_pattern_of_the_shop_is_used() -> None:
    patterns = re.findall(r"@Shop\.pattern.*\ndef (\w+)", DOCUMENT)
    sessions = "".join(block.text for block in blocks(DOCUMENT) if block.kind == "pycon")
    assert len(patterns) == len(set(patterns)) > 15
    assert [name for name in patterns if f"{name}(" not in sessions] == []


def test_type_checkers_pass_what_is_copied(reader: Reader) -> None:
    for block in blocks(DOCUMENT):
        if block.kind == "python":
            reader.follow(block)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(reader.folder / "cache"), "shop.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=reader.folder)
    assert done.returncode == 0, done.stdout
