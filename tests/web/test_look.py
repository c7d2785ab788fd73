"""The look: within its budgets, nothing inline, one icon set, and pages that are whole for every browser and reader."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jinja2 import Environment, FileSystemLoader
from litestar import Response
from litestar.types import ControllerRouterHandler
from tests.web.browser import Browser, browsing
from tests.web.household import HANDLERS, REFUSALS, settings
from tests.web.leftovers import Source
from tests.web.loaded_files import LoadedFiles

from chabudai.web.forms import Form
from chabudai.web.fragments import FragmentExtension
from chabudai.web.packages import WEB, Package
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, pages

TEMPLATES = sorted(WEB.templates.rglob("*.html"))
ICONS = sorted((WEB.static / "icons").glob("*.svg"))
PICTURES = ("empty-table", "empty-list", "nothing-found", "all-done", "broken", "offline", "closed", "home-table")
SVG = "{http://www.w3.org/2000/svg}"
KB = 1024
PACKAGES = sorted(path.parent for path in WEB.folder.parent.rglob("templates") if path.is_dir())
MADE_BY_A_SCRIPT = {"data-found"}
COLUMNS_OF_A_BOARD = {"data-group"}

HERE = Path(__file__).parent


@get("/parts")
def every_part(pages: Injected[Pages]) -> Response[str]:
    typed = Form.of(title='<b>"x"</b>', size="s", colour="r", text="\nsecond line")
    return pages.page("look/parts.html", form=typed.with_errors([("title", "Too bold."), ("due", "No such day.")]))


@get("/offline")
def offline(pages: Injected[Pages]) -> Response[str]:
    return pages.page("offline.html")


LOOK_HANDLERS: tuple[ControllerRouterHandler, ...] = (*HANDLERS, pages("/", [every_part, offline]))


@pytest.fixture
def browser() -> Iterator[Browser]:
    """Before the tiny site, dressed in the real look."""
    bare = settings()
    dressed = replace(bare, base_package=WEB, packages=(*bare.packages, Package("look", HERE / "look")))
    with browsing(dressed, LOOK_HANDLERS) as browser:
        yield browser


def test_the_style_sheets_of_every_page_stay_within_their_budgets() -> None:
    sizes = LoadedFiles(PACKAGES).sizes(".css")
    assert 20 * KB < sizes["layout.html"] <= 32 * KB
    assert {name: size for name, size in sizes.items() if size > 50 * KB} == {}


def test_a_photo_looks_the_same_in_every_app_as_all_shared_parts_do() -> None:
    assert re.search(r"^\.photo \{[^}]*aspect-ratio", (WEB.static / "site.css").read_text(), re.MULTILINE)
    sheets = [path for path in WEB.folder.parent.rglob("*.css") if path.is_file() and path.parent != WEB.static]
    assert [path.name for path in sheets if re.search(r"^\.photo[ .]", path.read_text(), re.MULTILINE)] == []


def test_charts_look_the_same_in_every_app_by_one_sheet() -> None:
    sheets = [path for path in WEB.folder.parent.rglob("*.css") if path.is_file()]
    parts = (".chart", ".chart text", ".chart .axis", ".legend", ".chart-table")
    said = {part: [path.name for path in sheets if f"\n{part} {{" in path.read_text()] for part in parts}
    assert set(map(tuple, said.values())) == {("charts.css",)}


def test_the_scripts_of_every_page_stay_within_their_budget() -> None:
    loaded = LoadedFiles(PACKAGES)
    sizes = loaded.sizes(".js")
    assert sizes["layout.html"] > 20 * KB
    assert {name: size for name, size in sizes.items() if size > 40 * KB} == {}
    assert {name: size for name, size in loaded.later_sizes().items() if size > 18 * KB} == {}


def test_nothing_lies_about_that_nobody_uses() -> None:
    source = Source(PACKAGES)
    assert source.unused_macros() == []
    assert source.unused_icons() == []
    assert source.unused_classes() == []
    assert source.unused_attributes() - MADE_BY_A_SCRIPT - COLUMNS_OF_A_BOARD == set()


def test_what_nobody_uses_is_found(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "templates/components.html": "{% macro told() %}{% endmacro %}{% macro kept() %}{% endmacro %}",
            "templates/page.html": '{{ ui.told() }}<p class="near {{ "far" }}" data-told data-silent>{{ icon("sky") }}',
            "static/icons/sky.svg": "<svg/>",
            "static/icons/sun.svg": "<svg/>",
            "static/site.css": ".near { color: red; }\n.far:hover, .lost > b { color: red; }",
            "static/site.js/part.js": 'find("[data-told]"); element.dataset.dreamtOf;',
        },
    )
    source = Source([tmp_path])
    assert source.unused_macros() == ["kept"]
    assert source.unused_icons() == ["sun"]
    assert source.unused_classes() == ["lost"]
    assert source.unused_attributes() == {"data-silent", "data-dreamt-of"}


def test_a_word_that_means_something_else_is_no_use(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "web/templates/components.html": "",
            "web/templates/page.html": '<p class="moon" id="lost">{{ row("it\'s here", "sun") }}',
            "web/static/icons/moon.svg": "<svg/>",
            "web/static/icons/sun.svg": "<svg/>",
            "web/static/icons/star.svg": "<svg/>",
            "web/static/site.css": ".lost, .said, .moon, .found { color: red; }",
            "web/static/site.js": 'say("lost"); element.classList.add("found"); find(".said");',
            "web/code.py": 'KEY = "lost"\nSORT = "star"\n',
        },
    )
    source = Source([tmp_path / "web"])
    assert source.unused_icons() == ["moon", "star"]
    assert source.unused_classes() == ["lost"]


def test_an_icon_of_an_app_s_own_is_known_by_both_names(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "web/templates/components.html": "",
            "plants/app.py": 'ENTRY = NavigationEntry("plants", icon="plants/leaf")\nROW_ICONS = {"a": "plants/pot"}',
            "plants/static/icons/leaf.svg": "<svg/>",
            "plants/static/icons/pot.svg": "<svg/>",
            "plants/static/icons/rake.svg": "<svg/>",
        },
    )
    assert Source([tmp_path / "web", tmp_path / "plants"]).unused_icons() == ["plants/rake"]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_a_form_never_shows_the_browser_s_own_bubbles(package: Path) -> None:
    forms = [form for path in (package / "templates").rglob("*.html") for form in _FORM.findall(path.read_text())]
    assert [form for form in forms if "novalidate" not in form] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_compiles_and_holds_nothing_inline(path: Path) -> None:
    text = path.read_text()
    Environment(loader=FileSystemLoader(WEB.templates), autoescape=True, extensions=[FragmentExtension]).get_template(
        path.relative_to(WEB.templates).as_posix()
    )
    assert re.findall(r"\sstyle=|<style|<script(?![^>]*\ssrc=)|\son\w+=|javascript:", text) == []


@pytest.mark.parametrize("path", ICONS, ids=lambda path: path.stem)
def test_an_icon_is_drawn_in_one_stroke_of_the_text_s_colour(path: Path) -> None:
    icon = ElementTree.parse(path).getroot()
    assert (icon.tag, icon.get("viewBox")) == (f"{SVG}svg", "0 0 24 24")
    assert (icon.get("fill"), icon.get("stroke"), icon.get("stroke-width")) == ("none", "currentColor", "1.75")
    assert len(icon) > 0
    assert not any({"fill", "stroke", "style", "id"} & set(part.attrib) for part in icon.iter() if part is not icon)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_takes_its_colours_from_the_page(name: str) -> None:
    text = (WEB.static / "pictures" / f"{name}.svg").read_text()
    assert ElementTree.fromstring(text).find(f"{SVG}g[@id='picture']") is not None
    assert re.sub(r"var\(--[\w-]+, #\w{6}\)", "", text).count("#") == 0


def test_every_icon_and_file_that_a_template_names_is_there() -> None:
    text = "".join(path.read_text() for path in TEMPLATES)
    icons = set(re.findall(r'(?:\bicon|icon_button)\((?:[^()]*?, )?"([a-z-]+)"', text))
    assert icons <= {path.stem for path in ICONS}
    assert {name for name in re.findall(r'asset\("([^"]+)"\)', text) if not (WEB.static / name).exists()} == set()


def test_the_manifest_names_icons_that_are_there() -> None:
    manifest = json.loads((WEB.static / "manifest.webmanifest").read_text())
    assert all((WEB.static / icon["src"]).is_file() for icon in manifest["icons"])
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_part_is_whole_for_someone_who_does_not_see_it(browser: Browser, language: str) -> None:
    page = Page(browser.get("/parts", accept_language=language).text)
    assert page.of("html")[0]["lang"] == language
    assert len(page.ids) == len(set(page.ids))
    assert [each for each in page.pointed_at() if each not in page.ids] == []
    assert [each for each in page.fields() if not page.is_named(each)] == []
    assert {"header", "nav", "main", "footer"} <= page.tags


def test_what_was_typed_is_kept_and_the_first_error_has_the_focus(browser: Browser) -> None:
    page = Page(browser.get("/parts").text)
    title, due = page.by_name("title"), page.by_name("due")
    assert (title["value"], title["aria-invalid"], "autofocus" in title) == ('<b>"x"</b>', "true", True)
    assert title["aria-describedby"] == "field-title-help field-title-error"
    assert (due["aria-invalid"], "autofocus" in due) == ("true", False)
    assert [each["value"] for each in page.of("option") if "selected" in each] == ["s"]
    assert [each["value"] for each in page.of("input") if each.get("name") == "colour" and "checked" in each] == ["r"]


def test_no_field_cuts_what_is_pasted_into_it() -> None:
    """What is too long is said beside its field, with all of it still there."""
    templates = WEB.templates.parent.parent.rglob("*.html")
    assert [path.name for path in templates if "maxlength" in path.read_text(encoding="utf-8")] == []


def test_a_page_asks_nobody_else_for_anything(browser: Browser) -> None:
    page = Page(browser.get("/parts").text)
    asked = [each.get("src") or each.get("href") or "" for each in page.of("link") + page.of("script") + page.of("use")]
    assert len(asked) > 5
    assert all(url.startswith("/static/") and browser.get(url.partition("#")[0]).status_code == 200 for url in asked)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("name", [*REFUSALS, "crash"])
def test_an_error_page_says_what_happened_and_leads_on(browser: Browser, name: str, language: str) -> None:
    path = "/probe/crash" if name == "crash" else f"/probe/refused/{name}"
    response = browser.get(path, accept="text/html", accept_language=language)
    page = Page(response.text)
    assert response.status_code == getattr(REFUSALS.get(name), "status", 500)
    assert page.has("data-message")
    assert [each["href"] for each in page.of("a") if each.get("class") == "button quiet"] == ["/"]


def test_the_page_that_is_kept_for_times_without_a_connection_names_nobody(browser: Browser) -> None:
    browser.sign_in("tom")
    assert "Tom" in browser.get("/parts").text
    assert "Tom" not in browser.get("/offline").text


def write_files(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


_FORM = re.compile(r"<form\b(?:[^>{]|\{\{.*?\}\}|\{%.*?%\})*>", re.DOTALL)


class Page(HTMLParser):
    """What a page is made of: every tag with its attributes, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._found: list[tuple[str, dict[str, str]]] = []
        self._wrapped: list[dict[str, str]] = []
        self._labels = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self._found.append((tag, attributes))
        self._labels += tag == "label"
        if self._labels:
            self._wrapped.append(attributes)

    def handle_endtag(self, tag: str) -> None:
        self._labels -= tag == "label"

    @property
    def tags(self) -> set[str]:
        return {tag for tag, _ in self._found}

    @property
    def ids(self) -> list[str]:
        return [attributes["id"] for _, attributes in self._found if "id" in attributes]

    def of(self, tag: str) -> list[dict[str, str]]:
        return [attributes for each, attributes in self._found if each == tag]

    def has(self, attribute: str) -> bool:
        return any(attribute in attributes for _, attributes in self._found)

    def by_name(self, name: str) -> dict[str, str]:
        return next(attributes for _, attributes in self._found if attributes.get("name") == name)

    def fields(self) -> list[dict[str, str]]:
        inputs = [each for each in self.of("input") if each.get("type") != "hidden"]
        return inputs + self.of("select") + self.of("textarea")

    def is_named(self, field: dict[str, str]) -> bool:
        labels = {each.get("for") for each in self.of("label")}
        return "aria-label" in field or field.get("id") in labels or any(field is each for each in self._wrapped)

    def pointed_at(self) -> list[str]:
        """The ids that one part names to tell about another."""
        names = ("aria-describedby", "aria-labelledby", "for")
        told = [attributes[name] for _, attributes in self._found for name in names if name in attributes]
        return [each for value in told for each in value.split()]
