"""How a household cooks and shops: for how many, what it has anyway, how its shop is laid out, when its week begins."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.book.entities import Profile, RememberedShelf
from chabudai.apps.kondate.errors import TooBusy
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.acts import act
from chabudai.apps.kondate.kitchen.draft import Draft
from chabudai.apps.kondate.kitchen.shopping import MOST_TICKED
from chabudai.apps.kondate.messages import lazy
from chabudai.common.fields import Fields
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import write_if_met
from chabudai.common.text import clean_line
from chabudai.table import Update
from chabudai.web.errors import InvalidFields
from chabudai.web.field_sentences import EMPTY, too_long

SETTING_FIELDS: Final = Fields(Profile, "servings", "week_start")
MOST_FOODS: Final = 200
"""In each list that a household keeps of foods."""
LONGEST_FOOD: Final = 80


def find_profile(owner: Owner) -> Profile:
    return owner.store.one(design.profile(owner.username).consistently())


def change(owner: Owner, given: Mapping[str, Any]) -> Profile:
    """The fields are SETTING_FIELDS. Plans that are laid already keep their servings."""
    fields = SETTING_FIELDS.check(given)
    return owner.store.write(design.edit_profile(owner.username, fields)) if fields else find_profile(owner)


def shelf_order(profile: Profile | None) -> tuple[str, ...]:
    """Every shelf once, in the order in which this household walks past them."""
    said = profile.shelf_order if profile is not None else ()
    known = [shelf for shelf in dict.fromkeys(said) if shelf in foods.SHELVES]
    return (*known, *(shelf for shelf in foods.SHELVES if shelf not in known))


def order_shelves(owner: Owner, shelves: Sequence[str]) -> Profile:
    """Those that are named first; unknown ones are passed over."""
    named = tuple(shelf for shelf in dict.fromkeys(shelves) if shelf in foods.SHELVES)
    return owner.store.write(design.edit_profile(owner.username, {"shelf_order": named}))


def mark_staple(owner: Owner, name: str, *, is_staple: bool) -> Profile:
    """Whether it should be at home anyway: remembered, and said of its lines on the list."""
    folded = _fold(name)

    def decide(profile: Profile) -> dict[str, Any]:
        is_so_anyway = foods.find_food(name).is_staple
        staples, none = profile.staples - {folded}, profile.no_staples - {folded}
        if is_staple and not is_so_anyway:
            staples |= {folded}
        if not is_staple and is_so_anyway:
            none |= {folded}
        return {"staples": staples, "no_staples": none}

    profile = _change_profile(owner, decide)
    _change_lines(owner, "mark_staple", folded, {"is_staple": is_staple, "is_needed": False})
    return profile


def find_known_staples(owner: Owner, profile: Profile) -> list[str]:
    """Foods of the book that are staples without being said to be, the most used first; as recipes write them.

    With those that were said to be they are no more than a household keeps, so that a page has room for them.
    """
    names: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for recipe in recipes.find_all(owner):
        for each in recipe.ingredients:
            folded = foods.fold(each.name)
            counts[folded] += 1
            names.setdefault(folded, each.name)
    known = [names[folded] for folded, _ in counts.most_common() if folded not in profile.staples]
    staples = [name for name in known if foods.is_staple(name, profile) and not foods.is_from_tap(name, profile)]
    return staples[: max(0, MOST_FOODS - len(profile.staples))]


def remember_shelf(owner: Owner, name: str, shelf: str) -> Profile:
    """Where this household finds it, from now on; also its lines on the list."""
    folded = _fold(name)
    if shelf not in foods.SHELVES:
        raise InvalidFields([("shelf", lazy("Choose a shelf of the shop."))])

    def decide(profile: Profile) -> dict[str, Any]:
        others = tuple(each for each in profile.shelves if each.name != folded)
        is_so_anyway = foods.find_food(name).shelf == shelf
        mine = () if is_so_anyway else (RememberedShelf(name=folded, shelf=shelf),)
        return {"shelves": (*others, *mine)}

    profile = _change_profile(owner, decide)
    _change_lines(owner, "remember_shelf", folded, {"shelf": shelf})
    return profile


def keep_setting(name: str, value: Any) -> Any:
    """One of another place as this one keeps it: foods by their folded names, and shelves that are known."""
    match name:
        case "staples" | "no_staples":
            return frozenset(sorted(map(_fold_whole, value))[:MOST_FOODS])
        case "shelves":
            known = [each for each in value if each.shelf in foods.SHELVES]
            return tuple(RememberedShelf(name=_fold_whole(each.name), shelf=each.shelf) for each in known[:MOST_FOODS])
        case "shelf_order":
            return tuple(shelf for shelf in dict.fromkeys(value) if shelf in foods.SHELVES)
        case _:
            return value


def _fold_whole(name: str) -> str:
    if len(name) > LONGEST_FOOD:
        raise InvalidFields([("name", too_long(LONGEST_FOOD))])
    return _fold(name)


def _fold(name: str) -> str:
    folded = foods.fold(clean_line(name))[:LONGEST_FOOD]
    if not folded:
        raise InvalidFields([("name", EMPTY)])
    return folded


def _change_profile(owner: Owner, decide: Callable[[Profile], dict[str, Any]]) -> Profile:
    """Decided on the row as it is, and again when another device said something else meanwhile."""
    for _ in attempts(TooBusy):
        before = find_profile(owner)
        changes = decide(before)
        if any(len(value) > MOST_FOODS for value in changes.values()):
            raise InvalidFields([("name", lazy("This list is full."))])
        update: Update[Profile] = Profile.update(**before.own_key).set(**changes)
        seen = {name: getattr(before, name) for name in changes}
        after = write_if_met(owner.store, update.when(**seen))
        if after is not None:
            return after
    raise AssertionError("attempts end by raising")


def _change_lines(owner: Owner, name: str, folded: str, changes: Mapping[str, Any]) -> None:
    """In as many acts as it takes: somebody may have written the same thing down a hundred times."""

    def decide(draft: Draft) -> bool:
        same = [line for line in draft.lines if foods.fold(line.name) == folded]
        others = [line for line in same if any(getattr(line, key) != value for key, value in changes.items())]
        for line in others[:MOST_TICKED]:
            draft.put(line.model_copy(update=dict(changes)))
        return len(others) > MOST_TICKED

    while act(owner, name, decide, undoes=()).result:
        pass
