"""The shopping list as its page shows it: shelves in the shop's order, the basket, and what should be at home."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.book.settings import shelf_order
from chabudai.apps.kondate.drawing.cloths import choose_cloth
from chabudai.apps.kondate.kitchen.entities import Dish, Plan, ShoppingItem, Slot
from chabudai.apps.kondate.pages.shopping.measure_texts import describe_origin, show_line_amount
from chabudai.apps.kondate.pages.shopping.shelf_names import ShelfName, name_shelf
from chabudai.apps.kondate.pictures import FALLBACK, picture_file

FRESH: Final = 60
"""Seconds for which a line says that it was ticked on the other device."""
_MOST_DISHES: Final = 4


@dataclass(frozen=True, slots=True)
class DishMark:
    """A dish that wants a line; `picture` is a file of the static folder, "" where the plan has it no more."""

    title: str
    picture: str = ""
    cloth: str = ""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """`elsewhere` is how many seconds ago another device ticked it, None where that is long ago or was this one."""

    line: ShoppingItem
    shelf: str
    amount: str
    origin: str
    dishes: tuple[DishMark, ...]
    elsewhere: int | None

    @property
    def is_unwanted(self) -> bool:
        """In the basket, though the dishes that wanted it are gone."""
        return self.line.done and not self.line.is_manual and not self.line.wants


@dataclass(frozen=True, slots=True)
class ShownShelf:
    name: ShelfName
    lines: tuple[ShownLine, ...]


@dataclass(frozen=True, slots=True)
class ShoppingList:
    """`shelves` are all of them, also empty ones: a line that leaves the basket finds its place there."""

    set_title: str
    shelves: tuple[ShownShelf, ...]
    basket: tuple[ShownLine, ...]
    staples: tuple[ShownLine, ...]
    dismissed: tuple[ShownLine, ...]

    @property
    def left(self) -> int:
        return sum(len(shelf.lines) for shelf in self.shelves)

    @property
    def total(self) -> int:
        return self.left + len(self.basket)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: on which device, and when."""

    profile: Profile
    device: str | None
    now: datetime


def view_list(lines: Iterable[ShoppingItem], plans: Mapping[Slot, Plan], viewer: Viewer) -> ShoppingList:
    dishes = {dish.item_id: dish for plan in plans.values() for dish in plan.items}
    shown = [view_line(line, dishes, viewer) for line in sorted(lines, key=lambda line: line.item_id)]
    on_shelf = [each for each in shown if each.line.is_left]
    hidden = [each for each in shown if not each.line.is_shown]
    basket = [each for each in shown if each.line.done]
    current = plans.get("CURRENT")
    return ShoppingList(
        set_title=(current.set_title or "") if current is not None else "",
        shelves=_shelves(on_shelf, shelf_order(viewer.profile)),
        basket=tuple(sorted(basket, key=lambda each: each.line.updated_at, reverse=True)),
        staples=tuple(each for each in hidden if not each.line.is_dismissed),
        dismissed=tuple(each for each in hidden if each.line.is_dismissed),
    )


def view_line(line: ShoppingItem, dishes: Mapping[str, Dish], viewer: Viewer) -> ShownLine:
    return ShownLine(
        line=line,
        shelf=name_shelf(line.shelf).key,
        amount=show_line_amount(line),
        origin=describe_origin(line),
        dishes=tuple(_marks(line, dishes)),
        elsewhere=_seconds_elsewhere(line, viewer),
    )


def _shelves(lines: Sequence[ShownLine], order: Iterable[str]) -> tuple[ShownShelf, ...]:
    return tuple(ShownShelf(name_shelf(shelf), tuple(each for each in lines if each.shelf == shelf)) for shelf in order)


def _marks(line: ShoppingItem, dishes: Mapping[str, Dish]) -> Iterable[DishMark]:
    """Each dish once, however often it wants the thing."""
    titles = {want.dish_id: want.title for want in line.wants}
    for dish_id, title in list(titles.items())[:_MOST_DISHES]:
        dish = dishes.get(dish_id)
        if dish is None:
            yield DishMark(title)
        else:
            picture = dish.picture or FALLBACK
            yield DishMark(title, f"kondate/{picture_file(picture)}", choose_cloth(picture.kind))


def _seconds_elsewhere(line: ShoppingItem, viewer: Viewer) -> int | None:
    if line.done_by is None or line.done_by == viewer.device:
        return None
    seconds = int((viewer.now - line.updated_at).total_seconds())
    return max(seconds, 0) if seconds < FRESH else None
