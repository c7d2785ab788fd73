"""Kitchens of people who are signed up in a browser, filled behind the pages' back; and their second device."""

from datetime import timedelta

from playwright.sync_api import Locator, Page
from tests.e2e.conftest import Visitor
from tests.e2e.test_todo import sign_in, sign_up

from chabudai.adapters.clock import now
from chabudai.apps.kondate.kitchen import fridge, shopping
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web import zones

SEEN = 12_000
"""Milliseconds: a look is every four seconds, on a machine that does other things too."""


def open_kitchen(store: TypedStore, visitor: Visitor, *lines: str) -> Owner:
    """A new person whose book is there, with these lines on the shopping list."""
    owner = Owner(store, sign_up(visitor), now, zones.TOKYO)
    assert visitor.context.request.get("/kondate/shopping").ok
    for line in lines:
        shopping.write_down(owner, line)
    return owner


def bring_device(visitor: Visitor, owner: Owner) -> None:
    """The same person, signed in on another device."""
    sign_in(visitor, owner.username)


def fill_fridge(owner: Owner, *foods: tuple[str, int | None]) -> None:
    """Each with the days until its date."""
    for text, days in foods:
        fridge.put_in(owner, text, best_before="never" if days is None else owner.today() + timedelta(days=days))


def find_line_id(owner: Owner, name: str) -> str:
    return next(line.item_id for line in shopping.find_lines(owner) if line.name == name)


def tick(owner: Owner, name: str, *, done: bool = True) -> None:
    """On another device."""
    shopping.tick(owner, [Tick(find_line_id(owner, name), done)], "another")


def done_lines(owner: Owner) -> dict[str, bool]:
    return {line.name: line.done for line in shopping.find_lines(owner)}


def row(page: Page, name: str) -> Locator:
    return page.locator(".buy", has=page.locator("b", has_text=name)).get_by_role("button")


def basket(page: Page) -> Locator:
    return page.locator(".basket .buy b")
