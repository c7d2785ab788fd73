"""docs/apps.md shows the shelf as it is, and names every part of the shared ground that there is."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from tests.common import shelf

from chabudai import common
from chabudai.common import collections

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "apps.md").read_text(encoding="utf-8")
FILES = ("__init__.py", "design.py", "service.py", "templates/list.html", "templates/form.html")
NAMED = re.findall(r"^\| `(\w+)(?:\.\w+)?` \| (.*) \|$", DOCUMENT, re.MULTILINE)


@pytest.mark.parametrize("name", FILES)
def test_the_shelf_is_shown_as_it_is(name: str) -> None:
    shown = re.search(rf"```\w+\n(?:# |{{#- ){re.escape(name)}(?: -#}})?\n(.*?)```", DOCUMENT, re.DOTALL)
    assert shown
    assert shown[1] == (Path(shelf.__file__).parent / name).read_text(encoding="utf-8"), "copy it into docs/apps.md"


def test_every_part_of_the_shared_ground_is_told() -> None:
    modules = {path.stem for path in common.PACKAGE.folder.glob("*.py")} - {"__init__", "field_checks", "messages"}
    assert {name for name, _ in NAMED} == modules | {collections.__name__.rpartition(".")[2]}


@pytest.mark.parametrize(("module", "description"), NAMED)
def test_every_function_that_is_told_is_there(module: str, description: str) -> None:
    found = import_module(f"chabudai.common.{module}")
    members = {*vars(found)} | {name for kind in vars(found).values() if isinstance(kind, type) for name in dir(kind)}
    told = re.findall(r"`@?(\w+)(?:\.\w+)?(?:\([^`]*)?`", description)
    assert [name for name in told if name not in members] == []


def test_the_sites_line_is_as_it_stands_there() -> None:
    shown = re.findall(r"```python\n(APPS.*?)```", DOCUMENT, re.DOTALL)
    assert [block in (ROOT / "src" / "chabudai" / "site" / "apps.py").read_text() for block in shown] == [True]
