"""Whoever comes for the first time gets a row and a book of starter content, once; the row follows their account."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from chabudai.apps.kondate import design, starter
from chabudai.apps.kondate.book.entities import Category, CookStep, Profile, Recipe, RecipeSet, SetDish
from chabudai.apps.kondate.book.ingredients import store_line
from chabudai.apps.kondate.errors import TooBusy
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.starter import StarterCategory, StarterRecipe, StarterSet
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.table import Entity, Insert, Put, Transaction, Update, ulid_at

WRITES_AT_ONCE: Final = 80
"""A transaction takes a hundred; a category brings the row that guards its name."""


def welcome(
    owner: Owner,
    *,
    name: str,
    language: str | None,
    page_language: str,
    settle_in: Callable[[Owner], object] = lambda _: None,
) -> Profile:
    """This person's row: made with all of the starter content if there is none, and brought to what the account says.

    `language` is the one they chose, if they did; else the starter content comes in the one of the page. `settle_in`
    is called when they are new, or live in another zone.
    """
    begun_at: datetime | None = None
    for _ in attempts(TooBusy):
        profile = owner.store.get(design.profile(owner.username).consistently())
        if profile is None:
            begun_at = moment(owner)
            profile = _begin(owner, name, language or page_language)
        while profile is not None and profile.starter_left:
            profile = _go_on(owner, profile)
        if profile is not None:
            if profile.zone != owner.zone.key or profile.created_at == begun_at:
                settle_in(owner)
            return _follow_account(owner, profile, name, language)
    raise AssertionError("attempts end by raising")


def derive_id(profile: Profile, key: str, place: int = 0) -> str:
    """The id that a piece of starter content has in this person's book; a smaller `place` stands nearer the top."""
    seed = f"{profile.user_id} {profile.created_at.isoformat()} {key}"
    made_at = int(profile.created_at.timestamp() * 1000) - place
    return ulid_at(made_at, hashlib.sha256(seed.encode()).digest())


def _begin(owner: Owner, name: str, language: str) -> Profile | None:
    """The first part stands in the same transaction as the person's row: of several first visits one comes first.

    None for the others.
    """
    now = moment(owner)
    profile = Profile(
        user_id=owner.username,
        name=name[:40] or owner.username[:40],
        language=language,
        zone=owner.zone.key,
        created_at=now,
        updated_at=now,
    )
    parts = _parts(profile)
    begun = profile.model_copy(update={"starter_left": len(parts) - 1})
    lost = failed_step(owner.store, _add_rows(Transaction().step("profile", Insert(begun)), parts[0]))
    return begun if lost is None else None


def _go_on(owner: Owner, profile: Profile) -> Profile | None:
    """Each part is written in the transaction that counts it: twice by nobody, and what was killed goes on here."""
    left = profile.starter_left
    counted: Update[Profile] = Profile.update(**profile.own_key).set(starter_left=left - 1)
    plan = Transaction().step("profile", counted.when(starter_left=left))
    parts = _parts(profile)
    lost = failed_step(owner.store, _add_rows(plan, parts[-left] if left <= len(parts) else ()))
    return profile.model_copy(update={"starter_left": left - 1}) if lost is None else None


def _follow_account(owner: Owner, profile: Profile, name: str, language: str | None) -> Profile:
    said = {"name": name[:40] or profile.name, "language": language or profile.language, "zone": owner.zone.key}
    changes = {field: value for field, value in said.items() if getattr(profile, field) != value}
    return owner.store.write(design.edit_profile(owner.username, changes)) if changes else profile


def _parts(profile: Profile) -> list[tuple[Entity, ...]]:
    """All rows of the starter content in the order in which they are written, as many at once as can be."""
    rows = tuple(_rows(profile))
    return [rows[start : start + WRITES_AT_ONCE] for start in range(0, len(rows), WRITES_AT_ONCE)]


def _rows(profile: Profile) -> Sequence[Entity]:
    language = "en" if profile.language == "en" else "ja"
    now = profile.created_at
    categories = [
        _category(profile, each, place) for place, each in enumerate(starter.load_categories(language), start=1)
    ]
    kinds = {category.kind: category.category_id for category in categories}
    recipes = [
        _recipe(profile, each, place, kinds[each.kind], now)
        for place, each in enumerate(starter.load_recipes(language))
    ]
    ids = {recipe.starter_key: recipe.recipe_id for recipe in recipes}
    sets = [_set(profile, each, place, ids, now) for place, each in enumerate(starter.load_sets(language))]
    return [*categories, *sets, *recipes]


def _category(profile: Profile, given: StarterCategory, place: int) -> Category:
    return Category(
        user_id=profile.user_id,
        scope="book",
        category_id=derive_id(profile, f"category {given.kind}"),
        name=given.name,
        sort_order=place,
        kind=given.kind,
        colour=given.colour,
    )


def _recipe(profile: Profile, given: StarterRecipe, place: int, category_id: str, now: datetime) -> Recipe:
    return Recipe(
        user_id=profile.user_id,
        recipe_id=derive_id(profile, f"recipe {given.key}", place),
        origin="starter",
        starter_key=given.key,
        category_id=category_id,
        title=given.title,
        lead=given.lead,
        note=given.tip or None,
        servings=given.servings,
        ingredients=tuple(store_line(each.line) for each in given.ingredients),
        steps=tuple(
            CookStep(text=step.text, seconds=None if step.minutes is None else step.minutes * 60)
            for step in given.steps
        ),
        tags=given.tags,
        minutes=given.minutes,
        picture=given.picture,
        created_at=now,
        updated_at=now,
    )


def _set(profile: Profile, given: StarterSet, place: int, ids: dict[str | None, str], now: datetime) -> RecipeSet:
    return RecipeSet(
        user_id=profile.user_id,
        set_id=derive_id(profile, f"set {given.key}", place),
        origin="starter",
        starter_key=given.key,
        title=given.title,
        lead=given.note,
        dishes=tuple(SetDish(recipe_id=ids[dish.recipe], day=dish.day) for dish in given.dishes),
        tags=given.tags,
        created_at=now,
        updated_at=now,
    )


def _add_rows(plan: Transaction, rows: Sequence[Entity]) -> Transaction:
    for number, row in enumerate(rows):
        plan = plan.step(f"row {number}", Put(row))
    return plan
