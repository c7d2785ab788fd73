"""Demo data: a family that has cooked for two months, is in the middle of a set, and has been to the shop."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from chabudai.accounts.design import Language
from chabudai.apps.kondate import demo_catalog
from chabudai.apps.kondate.book import first_visit, sets
from chabudai.apps.kondate.demo_times import at_supper
from chabudai.apps.kondate.kitchen import cooking, cooking_log, fridge, plans, shopping, stocking
from chabudai.apps.kondate.kitchen.entities import Place
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.apps.kondate.market.till import Till
from chabudai.common.owner import Owner

_CURRENT: Final = "salmon-and-teriyaki"
_NEXT: Final = "hotpot-weekend"
_FORMER: Final[Sequence[tuple[int, str]]] = (
    (59, "autumn-table"),
    (52, "quick-weekdays"),
    (46, "chinese-at-home"),
    (39, "simmering-sunday"),
    (33, "childrens-favourites"),
    (26, "hotpot-weekend"),
    (19, "japanese-breakfast"),
    (12, "lunchbox-days"),
    (7, "quick-weekdays"),
)
"""Days ago, and the set that was begun then: about one a week, a dish or two each evening."""


@dataclass(frozen=True, slots=True)
class _Food:
    """In the fridge for `keeps` days from today; None: it has no date."""

    text: str
    keeps: int | None
    place: Place


_FRIDGE: Final[Mapping[Language, Sequence[_Food]]] = {
    "ja": (
        _Food("豆腐 1丁", 1, "fridge"),
        _Food("牛乳 1本", 3, "fridge"),
        _Food("卵 6個", 9, "fridge"),
        _Food("にんじん 1本", 5, "vegetables"),
        _Food("キャベツ 1/2個", 6, "vegetables"),
        _Food("鶏ひき肉 300g", 20, "freezer"),
        _Food("うどん 2玉", 4, "fridge"),
        _Food("ヨーグルト", -1, "fridge"),
        _Food("じゃがいも 4個", None, "pantry"),
    ),
    "en": (
        _Food("1 block tofu", 1, "fridge"),
        _Food("1 l milk", 3, "fridge"),
        _Food("6 eggs", 9, "fridge"),
        _Food("1 carrot", 5, "vegetables"),
        _Food("1/2 cabbage", 6, "vegetables"),
        _Food("300 g minced chicken", 20, "freezer"),
        _Food("2 portions udon", 4, "fridge"),
        _Food("yoghurt", -1, "fridge"),
        _Food("4 potatoes", None, "pantry"),
    ),
}
_LINES: Final[Mapping[Language, Sequence[str]]] = {
    "ja": ("牛乳 1本", "食器用洗剤 1本", "りんご 3個"),
    "en": ("1 l milk", "1 bottle washing-up liquid", "3 apples"),
}
_MEMOS: Final[Mapping[Language, Sequence[str]]] = {
    "ja": ("味が濃かった。次はしょうゆを半分に。", "子どもがおかわりした。", "じゃがいもは先にゆでると早い。"),
    "en": (
        "Too salty. Half the soy sauce next time.",
        "The children asked for more.",
        "Quicker if the potatoes are boiled first.",
    ),
}


def fill(owner: Owner, *, name: str, language: Language = "ja", till: Till | None = None) -> None:
    """Someone who has a plan already keeps what they have. With a `till` there is something to discover, too."""
    first_visit.welcome(at_supper(owner, 60), name=name, language=language, page_language=language)
    if plans.find_plans(owner):
        return
    for days, key in _FORMER:
        _cook_through(owner, days, key)
    _remember(owner, _MEMOS[language])
    for food in _FRIDGE[language]:
        until = None if food.keeps is None else owner.today() + timedelta(days=food.keeps)
        fridge.put_in(at_supper(owner, 2), food.text, best_before=until, place=food.place)
    _begin_current(owner, _LINES[language])
    if till is not None:
        demo_catalog.fill(till, owner, language)


def _cook_through(owner: Owner, days: int, key: str) -> None:
    """A set from its first dish to its last, two an evening."""
    begun = at_supper(owner, days)
    plans.apply_set(begun, _set_id(owner, key), leftover="drop")
    dishes = plans.find_plans(owner)["CURRENT"].items
    for number, dish in enumerate(dishes):
        cooking.cook(at_supper(owner, days - number // 2), dish.item_id)


def _remember(owner: Owner, memos: Sequence[str]) -> None:
    today = owner.today()
    months = {(day.year, day.month): None for day in (today - timedelta(days=30), today)}
    entries = [entry for month in months for entry in cooking_log.find_month(owner, *month)]
    for entry, memo in zip(entries[-2::-4], memos, strict=False):
        cooking_log.change_entry(owner, entry.day, entry.log_id, {"memo": memo})


def _begin_current(owner: Owner, lines: Sequence[str]) -> None:
    """Begun yesterday: its first evening is cooked, today's shopping half done, and the next set is chosen."""
    yesterday, today = at_supper(owner, 1), owner.today()
    plans.apply_set(yesterday, _set_id(owner, _CURRENT), servings=3, start=today - timedelta(days=1), leftover="drop")
    plans.apply_set(yesterday, _set_id(owner, _NEXT), slot="NEXT", servings=3)
    for dish in plans.find_plans(owner)["CURRENT"].items:
        if dish.day is not None and dish.day < today:
            cooking.cook(yesterday, dish.item_id)
    for text in lines:
        shopping.write_down(owner, text)
    wanted = [line for line in shopping.find_lines(owner) if line.is_left and not line.is_manual]
    shopping.tick(yesterday, [Tick(line.item_id, done=True) for line in wanted[::3]])
    stocking.stock_fridge(yesterday)
    basket = [line for line in shopping.find_lines(owner) if line.is_left][::4]
    shopping.tick(owner, [Tick(line.item_id, done=True) for line in basket])


def _set_id(owner: Owner, key: str) -> str:
    return next(each.set_id for each in sets.find_all(owner) if each.starter_key == key)
