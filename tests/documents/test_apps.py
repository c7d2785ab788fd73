"""docs/apps.md shows the shelf as it is, and names every part of the shared ground that there is."""

import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from tests.common import library, shelf
from tests.common.library import Library
from tests.common.shelf.design import Book
from tests.common.shelf.service import BOOKS
from tests.web import test_contrast

from chabudai import common
from chabudai.apps.app import App, AppDependencies
from chabudai.common import collections
from chabudai.common.collections import service
from chabudai.web.assets import Assets
from chabudai.web.packages import WEB, Package

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


def test_the_catalog_begins_as_it_is_shown() -> None:
    shown = re.search(r"```po\n(.*?)```", DOCUMENT, re.DOTALL)
    assert shown
    catalog = Path(shelf.__file__).parent / "locale/ja/LC_MESSAGES/messages.po"
    assert catalog.read_text(encoding="utf-8").startswith(shown[1])


def test_the_sites_line_goes_where_it_is_shown() -> None:
    """Whatever apps there are."""
    shown = re.search(r"```diff\n(.*?)```", DOCUMENT, re.DOTALL)
    assert shown
    lines = (ROOT / "src/chabudai/site/apps.py").read_text().splitlines()
    assert [line[1:] for line in shown[1].splitlines() if line.startswith(" ") and line[1:] not in lines] == []


def test_every_accent_that_is_told_is_there_and_none_is_forgotten() -> None:
    told = re.search(r"Its `accent` is a colour of (.*?) beside these", DOCUMENT, re.DOTALL)
    assert told
    assert set(re.findall(r"`(\w+)`", told[1])) == Assets([WEB]).accents


def test_the_accent_that_is_shown_is_one(tmp_path: Path) -> None:
    shown = re.search(r"```css\n(.*?)```", DOCUMENT, re.DOTALL)
    assert shown
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "accent.css").write_text(shown[1])
    assert "wakaba" in Assets([WEB, Package("shelf", tmp_path)]).accents
    colours = dict(re.findall(r"--([\w-]+): ([^;]+);", shown[1]))
    for theme in test_contrast.THEMES:
        for text, ground in (("accent", "paper"), ("accent", "accent-wash"), ("on-accent", "accent-fill")):
            known = {**test_contrast.tokens(), **colours}
            assert test_contrast.ratio(f"var(--{text})", f"var(--{ground})", known, theme) >= 4.5


@pytest.fixture
def acting(tmp_path: Path) -> Iterator[Library]:
    """The shelf with the act that the document adds to it, in the very words of the document."""
    code = re.search(r"```python\n# acts\.py\n(.*?)```", DOCUMENT, re.DOTALL)
    block = re.search(r"```jinja\n\{#- templates/list\.html, below[^\n]*\n(.*?)```", DOCUMENT, re.DOTALL)
    assert code
    assert block
    shutil.copytree(Path(shelf.__file__).parent / "templates", tmp_path / "templates")
    with (tmp_path / "templates" / "list.html").open("a", encoding="utf-8") as file:
        file.write(block[1])
    module = ModuleType("shelf_acts")
    sys.modules[module.__name__] = module
    exec(compile(code[1], "acts.py", "exec"), vars(module))

    def build(given: AppDependencies) -> App:
        app: App = module.build(given)
        return replace(app, package=Package("shelf", tmp_path))

    with library.opened(tmp_path / "objects", build) as site:
        yield site
    del sys.modules[module.__name__]


def test_the_act_that_is_shown_does_what_it_says_and_is_taken_back(acting: Library) -> None:
    hanako = acting.reader("hanako")
    hanako.add("こころ")
    id_ = library.ids(acting)["こころ"]
    page = hanako.send(hanako.get("/shelf?sort=title"), f"/shelf/{id_}/read")
    assert str(page.url).endswith("/shelf?sort=title")
    assert library.toast(page) == "“こころ” is read."
    assert book(acting, id_).read_on == acting.owner("hanako").today()
    hanako.undo(page)
    assert book(acting, id_).read_on is None


def test_the_figures_and_the_demo_that_are_shown_are_those_of_the_shelf(acting: Library) -> None:
    person: Any = library.Person("taro")
    context: Any = SimpleNamespace(today=acting.owner("taro").today())
    acting.app.fill_demo(person)
    (first, _) = library.ids(acting, "taro").values()
    service.edit(BOOKS, acting.owner("taro"), first, {"read_on": context.today})
    summary = acting.app.summarize(person, context)
    assert (summary.figure, [str(each) for each in summary.badges]) == ("1", ["2 on the shelf"])


def book(site: Library, id_: str) -> Book:
    return service.find(BOOKS, site.owner("hanako"), id_)
