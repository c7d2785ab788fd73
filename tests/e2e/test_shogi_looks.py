"""What only the eye sees on the pages of shogi: the legend's diamonds, drawings of what is empty, where a file that is
carried over the page will go, and what can't be pressed."""

from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.apps.shogi.test_long_games import long_text
from tests.e2e.conftest import Opening, Scheme, Size
from tests.e2e.shogi_games import find_record, keep_game, open_game, owner_of
from tests.e2e.test_todo import sign_up

from chabudai.adapters.clock import now
from chabudai.apps.shogi import games
from chabudai.apps.shogi.analysis_answers import write_details
from chabudai.apps.shogi.analysis_entities import GameScores
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.evaluation import Mark
from chabudai.apps.shogi.heads import digest_line
from chabudai.apps.shogi.moments import this_second
from chabudai.apps.shogi.reviews import Review
from chabudai.table import TypedStore


def style(element: Locator, name: str) -> str:
    value: str = element.evaluate("(element, name) => getComputedStyle(element)[name]", name)
    return value


def analyse(store: TypedStore, game: Game) -> None:
    record = find_record(store, game)
    scores = tuple(ply * 10 for ply in range(record.moves_count + 1))
    review = Review(scores, marks={20: Mark.MISTAKE, 40: Mark.INACCURACY})
    key = {"owner": game.owner, "game_id": game.game_id}
    details = {"line": digest_line(record), "response": write_details(review), "created": this_second(now)}
    store.put(GameScores.model_validate({**key, **details, "scores": scores}))


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_legend_s_diamonds_are_those_of_the_graph_one_full_and_one_hollow(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor = visit(size)
    game = keep_game(household_store, visitor)
    analyse(household_store, game)
    page = open_game(visitor, game, "0&tab=engine")
    fills = {}
    for kind in ("mistake", "inaccuracy"):
        sign, marked = page.locator(f".graph-legend svg.{kind}"), page.locator(f".plot svg.{kind} path")
        box = sign.bounding_box()
        assert box
        assert (box["width"], box["height"]) == (14, 14)
        assert sign.locator("path").evaluate("(path) => path.getBBox().width") == 11
        for name in ("fill", "stroke", "strokeWidth"):
            assert style(sign.locator("path"), name) == style(marked, name)
        fills[kind] = style(marked, "fill")
    assert fills["mistake"] != fills["inaccuracy"]


EMPTY = (
    "/shogi",
    "/shogi?q=nothing",
    "/shogi/tags",
    "/shogi/trash",
    "/shogi/shared",
    "/shogi/statistics",
    "/shogi/positions",
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_whatever_is_empty_has_its_drawing(visit: Opening, scheme: Scheme) -> None:
    visitor = visit("phone", "en", scheme)
    sign_up(visitor)
    for path in EMPTY:
        page = visitor.go(path)
        drawing = page.locator(".empty .picture")
        expect(drawing).to_be_visible()
        page.wait_for_function("() => document.querySelector('.empty .picture').getBBox().width > 100")
        assert drawing.evaluate("(drawing) => drawing.getBBox().height") > 60, path
        box = drawing.bounding_box()
        assert box
        assert 200 <= box["width"] == box["height"] * 1.5


CARRY = """([name, isFile]) => {
  const given = new DataTransfer();
  if (isFile) given.items.add(new File(['x'], 'game.kif', { type: 'text/plain' }));
  else given.setData('text/plain', 'x');
  const target = document.querySelector('.board-box') || document.querySelector('main');
  target.dispatchEvent(new DragEvent(name, { dataTransfer: given, bubbles: true, cancelable: true }));
}"""


def carry(page: Page, name: str = "dragover", *, is_file: bool = True) -> None:
    page.evaluate(CARRY, [name, is_file])


@pytest.mark.parametrize("where", ["game", "list", "entry"])
def test_a_file_that_is_carried_over_a_page_is_told_where_it_goes(
    visit: Opening, household_store: TypedStore, where: str
) -> None:
    visitor = visit("desktop", "en")
    game = keep_game(household_store, visitor)
    page = visitor.go({"game": f"/shogi/games/{game.game_id}", "list": "/shogi", "entry": "/shogi/new/board"}[where])
    sign = page.locator(".drop-sign")
    expect(sign).to_be_hidden()
    page.wait_for_function("() => document.querySelector('script[src*=drop]')")
    page.wait_for_load_state("networkidle")
    carry(page, is_file=False)
    expect(sign).to_be_hidden()
    carry(page)
    expect(sign).to_be_visible()
    expect(sign).to_contain_text("Drop it here to add it")
    box, view = sign.bounding_box(), page.viewport_size
    assert box
    assert view
    assert box["width"] > 0.9 * view["width"]
    assert box["height"] > 0.9 * view["height"]
    assert style(sign, "pointerEvents") == "none"
    on_top = "() => { const sign = document.querySelector('.drop-sign'); sign.style.pointerEvents = 'auto';"
    on_top += " const { x, y, width, height } = document.querySelector('main').getBoundingClientRect();"
    on_top += " return sign.contains(document.elementFromPoint(x + width / 2, innerHeight / 2)); }"
    assert page.evaluate(on_top), "something of the page lies over it"
    carry(page, "dragleave")
    expect(sign).to_be_hidden()


def test_what_cannot_be_pressed_looks_so(visit: Opening) -> None:
    visitor = visit("desktop", "en")
    sign_up(visitor)
    page = visitor.go("/shogi/new/board")
    page.wait_for_selector("#game.ready")
    undo, mate = page.locator(".take-back"), page.locator("[name=ending][value=mate] + span")
    place = page.locator("#place-start")
    assert [style(each, "opacity") for each in (undo, mate, place)] == ["0.5", "0.5", "1"]
    page.evaluate("() => { const { go, nodes } = globalThis.shogi; go(nodes[0]); }")
    for square in ("7g", "7f"):
        index = (ord(square[1]) - ord("a")) * 9 + 9 - int(square[0])
        page.locator("[role=gridcell]").nth(index).click()
    expect(page.locator("#moves li")).to_have_count(1)
    handicap = page.locator("#handicap")
    assert [style(each, "opacity") for each in (undo, place, handicap)] == ["1", "0.5", "0.5"]


@pytest.mark.parametrize("moves", [1_300, 15_000])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_numbers_of_a_very_long_game_are_not_broken_and_lie_on_nothing(
    visit: Opening, household_store: TypedStore, size: Size, moves: int
) -> None:
    visitor = visit(size, "en")
    owner = owner_of(household_store, sign_up(visitor))
    game = games.keep(owner, long_text(moves), {"slug": "long"}).game
    analyse(household_store, game)
    page = open_game(visitor, game, f"{moves - 100}&tab=engine")
    ticks = page.locator(".ticks text").all()
    boxes = [box for tick in ticks if (box := tick.bounding_box())]
    assert 2 <= len(boxes) <= 13
    assert all(before["x"] + before["width"] + 2 <= after["x"] for before, after in pairwise(boxes))
    page.locator("[data-tab-of=moves]").click() if size == "phone" else None
    for number in page.locator("#moves li > a > i").all()[:5]:
        box = number.bounding_box()
        assert box
        assert box["height"] < 30
    heading = page.locator("h1").first
    assert heading.evaluate("(heading) => heading.scrollHeight - heading.clientHeight") < 8
