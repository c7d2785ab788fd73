"""The shopping list as its page shows it: shelves in the shop's order, the basket, and what should be at home."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from html import escape
from typing import Final

from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.book.settings import shelf_order
from chabudai.apps.kondate.drawing.cloths import choose_cloth
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.entities import Dish, Measure, Plan, ShoppingItem, Slot
from chabudai.apps.kondate.pages.shopping.measure_texts import describe_origin, show_line_amount
from chabudai.apps.kondate.pages.shopping.shelf_names import ShelfName, name_shelf
from chabudai.apps.kondate.pictures import FALLBACK, picture_file

FRESH: Final = 60
"""Seconds for which a line says that it was ticked on the other device."""
_MOST_DISHES: Final = 4
_ROOM: Final = 36_000
"""Bytes of a page that its lines may take: sixty thousand are all that a page of ours has."""
_ROW: Final = 400
_MARK: Final = 190
_PACKED: Final = 50
_ROOM_OF_HIDDEN: Final = 250


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


@dataclass(frozen=True)
class ShoppingList:
    """`shelves` are all of them, also empty ones: a line that leaves the basket finds its place there.

    Of shelves and basket, what comes behind the first `rows` lines is packed: written as data, of which the page's
    script makes rows. So a list of hundreds stays small, and is whole without a connection.
    """

    set_title: str
    shelves: tuple[ShownShelf, ...]
    basket: tuple[ShownLine, ...]
    staples: tuple[ShownLine, ...]
    dismissed: tuple[ShownLine, ...]
    rows: int

    @property
    def left(self) -> int:
        return sum(len(shelf.lines) for shelf in self.shelves)

    @property
    def total(self) -> int:
        return self.left + len(self.basket)

    @cached_property
    def packed(self) -> tuple[ShownLine, ...]:
        return _in_order(self.shelves, self.basket)[self.rows :]

    @cached_property
    def packed_ids(self) -> frozenset[str]:
        return frozenset(each.line.item_id for each in self.packed)

    @cached_property
    def packed_dishes(self) -> tuple[DishMark, ...]:
        """Each once: packed lines name them by their places."""
        return tuple(dict.fromkeys(dish for each in self.packed for dish in each.dishes))

    @property
    def packed_text(self) -> str:
        """A line for each, fields between tabs: as `unpack` of shopping.js reads them."""
        places = {dish: str(place) for place, dish in enumerate(self.packed_dishes)}
        return "\n".join("\t".join(_pack(each, places)) for each in self.packed)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: on which device, and when."""

    profile: Profile
    device: str | None
    now: datetime


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a line is shown with: dishes of the plans by their id, and by food what is in the basket for dishes."""

    dishes: Mapping[str, Dish]
    basket: Mapping[str, tuple[Measure, ...]]


def view_list(
    lines: Iterable[ShoppingItem], plans: Mapping[Slot, Plan], viewer: Viewer, *, is_whole: bool = False
) -> ShoppingList:
    """`is_whole`: all of them are rows, however many there are."""
    known = sorted(lines, key=lambda line: line.item_id)
    around = look_around(known, plans)
    shown = [view_line(line, around, viewer) for line in known]
    on_shelf = [each for each in shown if each.line.is_left]
    hidden = [each for each in shown if not each.line.is_shown]
    in_basket = [each for each in shown if each.line.done]
    current = plans.get("CURRENT")
    shelves = _shelves(on_shelf, shelf_order(viewer.profile))
    basket = tuple(sorted(in_basket, key=lambda each: each.line.updated_at, reverse=True))
    room = _ROOM - _ROOM_OF_HIDDEN * len(hidden)
    return ShoppingList(
        set_title=(current.set_title or "") if current is not None else "",
        shelves=shelves,
        basket=basket,
        staples=tuple(each for each in hidden if not each.line.is_dismissed),
        dismissed=tuple(each for each in hidden if each.line.is_dismissed),
        rows=len(shown) if is_whole else _count_rows(_in_order(shelves, basket), room),
    )


def look_around(lines: Iterable[ShoppingItem], plans: Mapping[Slot, Plan]) -> Surroundings:
    basket: dict[str, tuple[Measure, ...]] = {}
    for line in lines:
        if line.done and not line.is_manual:
            name = foods.fold(line.name)
            basket[name] = (*basket.get(name, ()), *line.measures)
    return Surroundings({dish.item_id: dish for plan in plans.values() for dish in plan.items}, basket)


def view_line(line: ShoppingItem, around: Surroundings, viewer: Viewer) -> ShownLine:
    return ShownLine(
        line=line,
        shelf=name_shelf(line.shelf).key,
        amount=show_line_amount(line),
        origin=describe_origin(line, around.basket.get(foods.fold(line.name), ())),
        dishes=tuple(_marks(line, around.dishes)),
        elsewhere=_seconds_elsewhere(line, viewer),
    )


def _in_order(shelves: Iterable[ShownShelf], basket: Iterable[ShownLine]) -> tuple[ShownLine, ...]:
    return (*(line for shelf in shelves for line in shelf.lines), *basket)


def _count_rows(lines: Sequence[ShownLine], room: int) -> int:
    """How many may be rows, so that the page with all others packed keeps to its bytes."""
    texts = [_size(each) for each in lines]
    left = room - sum(texts) - _PACKED * len(lines)
    for count, (each, text) in enumerate(zip(lines, texts, strict=True)):
        left -= _ROW + text + sum(_MARK + 3 * len(dish.title) for dish in each.dishes)
        if left < 0:
            return count
    return len(lines)


def _size(each: ShownLine) -> int:
    """Bytes of what the line says, as HTML spells it."""
    return len(escape("".join((each.line.name, each.amount, each.origin, each.line.note or ""))).encode())


def _pack(each: ShownLine, places: Mapping[DishMark, str]) -> tuple[str, ...]:
    line = each.line
    marks = f"{'m' if line.is_manual else ''}{'u' if each.is_unwanted else ''}"
    note = " ".join((line.note or "").split())
    dishes = ",".join(places[dish] for dish in each.dishes)
    elsewhere = "" if each.elsewhere is None else str(each.elsewhere)
    state = "in" if line.done else "out"
    texts = (line.item_id, state, str(line.ticks), each.shelf, line.name, each.amount, each.origin)
    return (*(" ".join(text.split()) for text in texts), marks, dishes, note, elsewhere)


def _shelves(lines: Sequence[ShownLine], order: Iterable[str]) -> tuple[ShownShelf, ...]:
    return tuple(ShownShelf(name_shelf(shelf), tuple(each for each in lines if each.shelf == shelf)) for shelf in order)


def _marks(line: ShoppingItem, dishes: Mapping[str, Dish]) -> Iterable[DishMark]:
    """Each dish once, however often it wants the thing."""
    wants = {want.dish_id: want for want in line.wants}
    for dish_id, want in list(wants.items())[:_MOST_DISHES]:
        source = want if want.is_unplanned else dishes.get(dish_id)
        if source is None:
            yield DishMark(want.title)
        else:
            picture = source.picture or FALLBACK
            yield DishMark(want.title, f"kondate/{picture_file(picture)}", choose_cloth(picture.kind))


def _seconds_elsewhere(line: ShoppingItem, viewer: Viewer) -> int | None:
    if line.done_by is None or line.done_by == viewer.device:
        return None
    seconds = int((viewer.now - line.updated_at).total_seconds())
    return max(seconds, 0) if seconds < FRESH else None
