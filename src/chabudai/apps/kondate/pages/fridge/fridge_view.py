"""The fridge as its page shows it: rows by how soon they have to be eaten, and who will use each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, get_args

from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.entities import FridgeItem, Place
from chabudai.apps.kondate.kitchen.uses import Use, find_similar
from chabudai.apps.kondate.messages import gettext, pgettext
from chabudai.apps.kondate.pages.fridge.date_texts import URGENCIES, Until, describe_date, warn_of_date
from chabudai.apps.kondate.pages.shopping.measure_texts import show_food_amount, show_measures
from chabudai.apps.kondate.pages.shopping.shelf_names import ShelfName, name_shelf
from chabudai.web import formats
from chabudai.web.translations import Text

NEW_DAYS: Final = (3, 7)
"""Days that are offered for what was just put in."""


@dataclass(frozen=True, slots=True)
class ShownUse:
    """`before` and `behind` stand around the dish's name, which leads to its recipe; `amount` may be empty."""

    before: str
    title: str
    behind: str
    amount: str
    recipe_id: str


@dataclass(frozen=True, slots=True)
class ShownFood:
    """`days` is how many of NEW_DAYS it keeps, "none" for no date, "" for another one."""

    item: FridgeItem
    shelf: ShelfName
    amount: str
    until: Until
    warning: str
    use: ShownUse | None
    place: str
    days: str


@dataclass(frozen=True, slots=True)
class FoodGroup:
    urgency: str
    name: Text
    foods: tuple[ShownFood, ...]


@dataclass(frozen=True, slots=True)
class FridgeView:
    """`new` is what one act has just put in; `counts` are of all that is in each place; so many are `hidden`."""

    groups: tuple[FoodGroup, ...]
    new: tuple[ShownFood, ...]
    counts: Mapping[Place, int]
    total: int
    hidden: int


def view_fridge(
    items: Sequence[FridgeItem], uses: Mapping[str, Use], today: date, *, place: str, batch_id: str, most: int
) -> FridgeView:
    """Of one `place`, where it is said, the soonest; what came with the act `batch_id` stands on top, once."""
    new = [item for item in items if batch_id and item.batch_id == batch_id]
    others = [item for item in items if item not in new and place in ("", item.place)]
    shown = [view_food(item, uses, today) for item in others[:most]]
    groups = (FoodGroup(key, name, _of(shown, key)) for key, name in URGENCIES.items())
    counts = {each: sum(item.place == each for item in items) for each in get_args(Place)}
    return FridgeView(
        groups=tuple(group for group in groups if group.foods),
        new=tuple(view_food(item, uses, today) for item in new),
        counts={each: count for each, count in counts.items() if count},
        total=len(items),
        hidden=max(0, len(others) - most),
    )


def name_places() -> dict[Place, str]:
    return {
        "fridge": pgettext("place", "Fridge"),
        "vegetables": gettext("Vegetable drawer"),
        "freezer": gettext("Freezer"),
        "pantry": gettext("Cupboard"),
    }


def view_food(item: FridgeItem, uses: Mapping[str, Use], today: date) -> ShownFood:
    return ShownFood(
        item=item,
        shelf=name_shelf(item.shelf),
        amount=show_food_amount(item),
        until=describe_date(item, today),
        warning=warn_of_date(item, today),
        use=_find_use(item, uses),
        place=name_places()[item.place],
        days=_offered(item, today),
    )


def _find_use(item: FridgeItem, uses: Mapping[str, Use]) -> ShownUse | None:
    """Who will use it; else who wants something of its kind."""
    use = uses.get(foods.fold(item.name))
    if use is not None:
        return show_use(use)
    similar = find_similar(uses, item.name)
    if similar is None:
        return None
    mark = "{dish}"
    before, _, behind = gettext("%(dish)s wants %(food)s", dish=mark, food=similar.name).partition(mark)
    return ShownUse(before, similar.dish.title, behind, "", similar.dish.recipe_id)


def show_use(use: Use) -> ShownUse:
    """今夜の豚汁で ½丁, or "tonjiru tonight, ½ block": the words around the name say when and how much."""
    mark = "{dish}"
    if use.is_tonight:
        sentence = gettext("%(dish)s tonight", dish=mark)
    elif use.slot == "NEXT":
        sentence = gettext("%(dish)s, next set", dish=mark)
    elif use.dish.day is not None:
        sentence = gettext("%(dish)s on %(day)s", dish=mark, day=formats.short_weekday_text(use.dish.day))
    else:
        sentence = gettext("%(dish)s, current set", dish=mark)
    before, _, behind = sentence.partition(mark)
    amount = show_measures(use.measures)
    space = pgettext("before an amount", ", ") if amount else ""
    return ShownUse(before, use.dish.title, behind + space, amount, use.dish.recipe_id)


def _of(shown: Iterable[ShownFood], urgency: str) -> tuple[ShownFood, ...]:
    return tuple(food for food in shown if food.until.urgency == urgency)


def _offered(item: FridgeItem, today: date) -> str:
    if item.best_before is None:
        return "none"
    return next((str(days) for days in NEW_DAYS if item.best_before == today + timedelta(days=days)), "")
