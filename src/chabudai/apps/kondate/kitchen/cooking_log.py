"""The cooking log: what was cooked in a month and on a day, with a word to remember, and what was cooked unplanned."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.errors import NoSuchLogEntry, NoSuchRecipe
from chabudai.apps.kondate.kitchen.acts import Outcome, act
from chabudai.apps.kondate.kitchen.draft import Draft, moment
from chabudai.apps.kondate.kitchen.entities import Cooking, CookLog, DeletedCookLog
from chabudai.apps.kondate.picture_words import guess_picture
from chabudai.common import trash
from chabudai.common.field_checks import check_day
from chabudai.common.fields import Fields
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.table import ulid

LOG_FIELDS: Final = Fields(CookLog, "title", "servings", "memo")


def find_month(owner: Owner, year: int, month: int) -> list[CookLog]:
    """From its first day to its last."""
    return list(owner.store.all(design.cooked_in(owner.username, year, month)))


def find_day(owner: Owner, day: date) -> list[CookLog]:
    return list(owner.store.all(design.cooked_on(owner.username, day)))


def find_entry(owner: Owner, day: date, log_id: str) -> CookLog:
    found = owner.store.get(design.log_entry(owner.username, day, log_id)) if is_id(log_id) else None
    if found is None:
        raise NoSuchLogEntry
    return found


def add_entry(
    owner: Owner, day: date, title: str, *, recipe_id: str | None = None, servings: int = 2
) -> Outcome[CookLog]:
    """Something that was cooked without a plan; the fridge is not asked. NoSuchRecipe for another person's."""
    check_day("day", day)
    said = LOG_FIELDS.check({"title": title, "servings": servings})
    recipe = _find_recipe(owner, recipe_id)
    entry = CookLog(
        user_id=owner.username,
        log_id=ulid(),
        day=day,
        recipe_id=recipe_id,
        picture=guess_picture(said["title"]) if recipe is None else recipe.picture,
        **said,
        created_at=moment(owner),
    )
    return act(owner, "add_entry", lambda draft: draft.put(entry))


def change_entry(owner: Owner, day: date, log_id: str, changes: Mapping[str, Any]) -> Outcome[CookLog]:
    """Of LOG_FIELDS."""
    said = LOG_FIELDS.check(changes)

    def decide(draft: Draft) -> CookLog:
        return draft.put(_found(draft).model_copy(update=said))

    return act(owner, "change_entry", decide, more=lambda: _find(owner, day, log_id))


def delete_entry(owner: Owner, day: date, log_id: str) -> Outcome[CookLog]:
    """The fridge stays as it is, and so does the mark on the plan: it was cooked, and is only not in the log.

    What it took is kept beside for thirty days: a dish that was not cooked after all gives it back.
    """

    def decide(draft: Draft) -> CookLog:
        entry = _found(draft)
        draft.drop(entry)
        held = {name: getattr(entry, name) for name in Cooking.model_fields if name not in ("memo", "image_key")}
        draft.put(DeletedCookLog(**held, expires_at=trash.expiry(moment(owner))))
        return entry

    return act(owner, "delete_entry", decide, more=lambda: _find(owner, day, log_id))


def _find_recipe(owner: Owner, recipe_id: str | None) -> Recipe | None:
    if recipe_id is None:
        return None
    found = owner.store.get(design.recipe(owner.username, recipe_id)) if is_id(recipe_id) else None
    if found is None:
        raise NoSuchRecipe
    return found


def _find(owner: Owner, day: date, log_id: str) -> Iterable[CookLog]:
    found = owner.store.get(design.log_entry(owner.username, day, log_id).consistently()) if is_id(log_id) else None
    return () if found is None else (found,)


def _found(draft: Draft) -> CookLog:
    entry = next(draft.all(CookLog), None)
    if entry is None:
        raise NoSuchLogEntry
    return entry
