"""How pages stand: the list first, one width, a button that gives way, edges that show more, words in one piece."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Language, Opening
from tests.e2e.test_access import enter, wardrobe
from tests.e2e.test_todo import add, sign_up
from tests.e2e.wardrobes import bring_in, called

ABOVE_A_LIST = 320
FIRST_ROWS = {
    "/todo": "#rows > li",
    "/todo?view=done": "#rows > li",
    "{key}/clothes": "#pieces > li",
    "{key}/outfits": "#outfits > li",
    "{key}/history": "#records > li",
}
_READ = (
    *("/", "/todo", "/todo/categories", "/todo/files", "/todo/settings", "/account", "{key}", "{key}/clothes"),
    *("{key}/clothes/new", "{key}/outfits", "{key}/record", "{key}/calendar", "{key}/calendar/year", "{key}/history"),
    *("{key}/statistics", "{key}/settings", "{key}/trash"),
)
# The names of the demo are Japanese: words of Latin letters are our own.
_BROKEN_WORDS = """() => {
  document.querySelectorAll("main details").forEach((each) => each.open = true);
  const broken = [], range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.parentElement.closest("code")) continue; // an address
    for (const word of text.data.matchAll(/[A-Za-z]+/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (tops.size > 1) broken.push(text.data.trim().slice(0, 60));
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_list_comes_first(visit: Opening, language: Language) -> None:
    visitor = visit("phone", language)
    enter(visitor)
    key = wardrobe(visitor)[1]
    tops = {path: _top(visitor.go(path.format(key=key)), first) for path, first in FIRST_ROWS.items()}
    assert {path: top for path, top in tops.items() if top > ABOVE_A_LIST} == {}


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_list_comes_first_while_one_searches(visit: Opening, language: Language) -> None:
    visitor = visit("phone", language)
    sign_up(visitor)
    title = "Buy oat milk and rye bread"
    page = visitor.go("/todo")
    add(page, title)
    expect(page.locator("#list .row-title")).to_have_text([title])  # whoever leaves before loses what they sent
    for words in ("Buy", title):
        assert _top(visitor.go(f"/todo?view=all&q={words}"), "#rows > li") <= ABOVE_A_LIST


def test_a_long_search_takes_one_line(visit: Opening) -> None:
    visitor = visit("phone", "en")
    sign_up(visitor)
    found = visitor.go(f"/todo?view=all&q={'unfindable' * 15}").locator(".found")
    box, clear = found.bounding_box(), found.get_by_role("link").bounding_box()
    assert box is not None
    assert clear is not None
    assert box["height"] == clear["height"]
    assert clear["x"] + clear["width"] <= 390


def test_heads_of_a_table_s_rows_are_not_broken_inside_a_word(visit: Opening) -> None:
    visitor = visit("phone", "en")
    sign_up(visitor)
    heads = visitor.go("/todo/settings").locator("tbody th")
    heights = heads.evaluate_all("""all => all.map((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return range.getClientRects().length;
    })""")
    assert set(heights) == {1}


def test_the_main_button_is_round_and_gives_way_to_scrolling(visit: Opening) -> None:
    visitor = visit("phone", "ja")
    enter(visitor)
    page = visitor.go("/todo")
    button = page.locator(".act-button")
    box = button.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (56, 56)
    assert button.evaluate("e => parseFloat(getComputedStyle(e).borderRadius)") >= 28
    expect(button).to_have_accessible_name(re.compile("."))
    page.evaluate("scrollTo(0, 400)")
    expect(button).to_have_css("opacity", "0")
    page.evaluate("scrollTo(0, 300)")
    expect(button).to_have_css("opacity", "1")


def test_the_main_button_stands_in_the_rail_of_a_desktop(visit: Opening) -> None:
    visitor = visit("desktop", "ja")
    enter(visitor)
    page = visitor.go("/todo")
    assert page.locator(".rail > .act-button").evaluate("e => getComputedStyle(e).position") == "static"
    page.evaluate("scrollTo(0, 400)")
    expect(page.locator(".act-button")).to_be_in_viewport()


def test_tabs_and_chips_that_go_on_fade_and_the_current_one_is_seen(visit: Opening) -> None:
    visitor = visit("phone", "ja")
    enter(visitor)
    page = visitor.go("/todo")
    for strip in (".tabset", ".list-bar .chips"):
        expect(page.locator(strip).first).to_have_class(re.compile("more-after"))
        assert "gradient" in page.locator(strip).first.evaluate("e => getComputedStyle(e).maskImage")
    page.goto("/todo?view=trash")
    current = page.locator(".tabset [aria-current]")
    box = current.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    expect(page.locator(".tabset")).to_have_class(re.compile("more-before"))


def test_pages_do_not_jump_sideways(visit: Opening) -> None:
    visitor = visit("desktop", "ja")
    enter(visitor)
    paths = ("/", "/account", "/todo", "/todo/settings", "/todo/categories", *wardrobe(visitor))
    lefts = {path: visitor.go(path).locator("h1").evaluate("e => e.getBoundingClientRect().left") for path in paths}
    assert all(one == other for one, other in pairwise(lefts.values())), lefts


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_the_picture_of_the_first_page_is_whole(visit: Opening, width: int) -> None:
    visitor = visit("desktop", "ja")
    page = visitor.go("/")
    page.set_viewport_size({"width": width, "height": 800})
    shown = page.locator(".hero .picture")
    drawn = page.evaluate(
        "fetch(document.querySelector('.hero use').href.baseVal.split('#')[0]).then(r => r.text())"
        '.then(t => t.match(/viewBox="([^"]+)"/)[1])'
    )
    assert shown.get_attribute("viewBox") == drawn
    box = shown.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["width"] / box["height"] == pytest.approx(440 / 212, rel=0.02)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("width", [320, 390])
def test_each_tab_is_named_on_one_line_within_the_screen(visit: Opening, width: int, language: Language) -> None:
    visitor = visit("phone", language)
    visitor.page.set_viewport_size({"width": width, "height": 844})
    enter(visitor)
    for path in ("/todo", "/todo/files", wardrobe(visitor)[1]):
        names = visitor.go(path).locator(".tab-name")
        boxes = names.evaluate_all("all => all.map((each) => each.getBoundingClientRect().toJSON())")
        assert max(box["height"] for box in boxes) <= 20, path
        assert max(box["right"] for box in boxes) <= width, path


def test_words_are_broken_only_where_a_name_may_be_endless(visit: Opening) -> None:
    visitor = visit("phone", "en")
    enter(visitor)
    page = visitor.go("/todo")
    assert page.evaluate("getComputedStyle(document.body).overflowWrap") == "break-word"
    assert page.locator(".tab-name").first.evaluate("e => getComputedStyle(e).overflowWrap") != "anywhere"
    assert page.locator(".row-title").first.evaluate("e => getComputedStyle(e).overflowWrap") == "anywhere"


def test_no_word_of_ours_is_broken_inside_on_a_small_phone(visit: Opening) -> None:
    visitor = visit("phone", "en")
    enter(visitor)
    visitor.page.set_viewport_size({"width": 360, "height": 780})
    key = wardrobe(visitor)[1]
    found = {path: visitor.go(path.format(key=key)).evaluate(_BROKEN_WORDS) for path in _READ}
    assert {path: words for path, words in found.items() if words} == {}


@pytest.mark.parametrize("scripts", [True, False])
def test_every_refusal_stands_beside_its_field_in_the_person_s_language(visit: Opening, scripts: bool) -> None:
    visitor = visit("phone", "ja", scripts=scripts)
    base = bring_in(visitor, called("シャツ"))
    forms = {
        "/sign-up": "username",
        "/sign-in": "password",
        "/account/forgot": "login",
        "/wardrobe": "name",
        f"{base}/clothes/new": "name",
    }
    for path, name in forms.items():
        page = visitor.go(path)
        page.locator(
            f"main form:has([name={name}]) .form-end button, main form:has([name={name}]) > button.block"
        ).first.click()
        field = page.locator(f"main [name={name}]")
        expect(field, path).to_have_attribute("aria-invalid", "true")
        expect(field, path).to_be_focused()
        expect(field, path).to_have_accessible_description(re.compile("[ぁ-ん]"))


def test_a_record_without_clothes_is_told_beside_them(visit: Opening) -> None:
    visitor = visit("phone", "ja")
    page = visitor.go(f"{bring_in(visitor, called('シャツ'))}/record")
    page.locator("[data-save]").tap()
    expect(page.locator("#field-clothing_ids-error")).to_be_visible()
    expect(page.locator("#field-clothing_ids")).to_be_focused()


def test_a_new_person_is_welcomed_and_told_what_to_do_first(visit: Opening) -> None:
    visitor = visit("phone", "ja")
    name = sign_up(visitor)
    page = visitor.go("/")
    expect(page.locator("h1")).to_have_text(re.compile(f"ようこそ、.*{name}さん。"))
    expect(page.locator("main")).to_contain_text("最初のやることを書いてみましょう。")
    page.goto("/todo")
    expect(page.locator(".empty h2")).to_be_visible()


def test_the_call_log_is_one_quiet_line(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = visitor.go("/")
    summary = page.locator(".drawer > summary").bounding_box()
    assert summary is not None
    assert summary["height"] <= 48
    assert page.locator(".drawer table").count() == 0 or page.locator(".drawer table").is_hidden()


def _top(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"]


def test_a_plain_page_keeps_the_word_of_its_button_whole_and_says_in_japanese_that_there_is_no_photo(
    visit: Opening,
) -> None:
    visitor = visit("phone", "ja", scripts=False)
    page = visitor.go(f"{bring_in(visitor, called('シャツ'))}/clothes")
    expect(page.get_by_text("写真なし")).to_be_visible()
    box = page.get_by_role("button", name="絞り込む").bounding_box()
    select = page.get_by_role("combobox").first.bounding_box()
    assert box is not None
    assert select is not None
    assert box["height"] <= select["height"] + 1
    assert page.locator(".filters .button").evaluate("e => e.scrollWidth <= e.clientWidth")


def test_the_list_of_errors_names_each_field(visit: Opening) -> None:
    page = visit("phone", "ja").go("/sign-up")
    page.get_by_role("main").get_by_role("button", name="アカウントを作る").click()
    expect(page.get_by_role("alert").get_by_role("link").first).to_have_text("ユーザー名：入力してください。")
