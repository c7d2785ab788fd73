"""Recipes of a person: written, changed, copied, deleted with undo; and in which orders the book shows them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import categories, deletions, recipe_texts
from chabudai.apps.kondate.book.entities import Origin, Picture, Profile, Recipe
from chabudai.apps.kondate.book.limits import portions
from chabudai.apps.kondate.book.readings import spell
from chabudai.apps.kondate.book.visibility import without_hidden
from chabudai.apps.kondate.errors import (
    BookFull,
    NoSuchCategory,
    NoSuchRecipe,
    NoSuchUndo,
    RecipeChanged,
    StarterReadOnly,
    TooBusy,
)
from chabudai.apps.kondate.kitchen import acts, foods
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.kitchen.plans import find_plans
from chabudai.apps.kondate.messages import lazy
from chabudai.apps.kondate.picture_words import guess_picture
from chabudai.apps.kondate.pictures import PALETTES
from chabudai.apps.kondate.web_addresses import LONGEST, is_web_address
from chabudai.common.fields import Fields, Prose
from chabudai.common.owner import Owner
from chabudai.common.store_errors import StepErrors, failed_step, translate
from chabudai.common.text import fold_search, has_all_words, is_id
from chabudai.table import Field, Insert, Transaction, Update, le, ulid, where
from chabudai.web.errors import InvalidFields
from chabudai.web.field_sentences import EMPTY
from chabudai.web.translations import Text

Order: TypeAlias = Literal["newest", "often", "long_ago", "name"]

FREE_RECIPES: Final = 100
"""Of one's own, beside the starter content; with a subscription `MOST_RECIPES`."""
MOST_RECIPES: Final = 2_000
_UNDO_ACT: Final = "delete_recipe"


class RecipeForm(BaseModel):
    """What people fill in: ingredients and steps as one text each."""

    title: str = Field(min_length=1, max_length=80)
    lead: str = Field(default="", max_length=300)
    servings: int = Field(default=2, ge=1, le=20)
    minutes: int | None = Field(default=None, ge=1, le=1440)
    ingredients: Annotated[str, Prose()] = Field(min_length=1, max_length=12_000)
    steps: Annotated[str, Prose()] = Field(min_length=1, max_length=40_000)
    tags: str = Field(default="", max_length=400)
    category_id: str | None = Field(default=None, max_length=40)
    note: Annotated[str | None, Prose()] = Field(default=None, max_length=1000)
    source_url: str | None = Field(default=None, max_length=LONGEST)
    author_name: str | None = Field(default=None, max_length=80)
    picture_kind: str | None = Field(default=None, max_length=40)
    picture_palette: str | None = Field(default=None, max_length=40)


RECIPE_FIELDS: Final = Fields(RecipeForm)


def find_recipe(owner: Owner, recipe_id: str) -> Recipe:
    """NoSuchRecipe for another person's as for what is nowhere."""
    found = find_recipe_or_none(owner, recipe_id)
    if found is None:
        raise NoSuchRecipe
    return found


def find_recipe_or_none(owner: Owner, recipe_id: str) -> Recipe | None:
    return owner.store.get(design.recipe(owner.username, recipe_id).consistently()) if is_id(recipe_id) else None


def find_all(owner: Owner, order: Order = "newest") -> list[Recipe]:
    """Newest first is the order of the keys; the others are made of the same rows. Without what was put away."""
    rows = without_hidden(owner, owner.store.all(design.recipes(owner.username)))
    match order:
        case "newest":
            return rows
        case "often":
            return sorted(rows, key=lambda recipe: -recipe.cooked_count)
        case "long_ago":
            return sorted(rows, key=lambda recipe: (recipe.last_cooked_on or date.min, recipe.recipe_id))
        case "name":
            return sorted(rows, key=lambda recipe: fold_search(recipe.title))


def search(recipes: Iterable[Recipe], words: str) -> list[Recipe]:
    """Those that have every word in title, tags or ingredients, without regard to kana, width and kanji of foods."""
    return [recipe for recipe in recipes if _has_words(_searched(recipe), words)]


def search_best_first(recipes: Iterable[Recipe], words: str) -> list[Recipe]:
    """Those with the words in their title first, and those that only have them in a staple last."""

    def rank(recipe: Recipe) -> int:
        fresh = [each.name for each in recipe.ingredients if not foods.is_staple(each.name, None)]
        parts = (recipe.title, " ".join([recipe.title, *recipe.tags, *fresh]))
        return next((place for place, text in enumerate(parts) if _has_words(text, words)), len(parts))

    return sorted(search(recipes, words), key=rank)


def add(owner: Owner, given: Mapping[str, Any], *, origin: Origin = "own") -> Recipe:
    """The fields are RECIPE_FIELDS. BookFull at the quota, which is exact."""
    fields = parse_form(RECIPE_FIELDS.check_new(given))
    _check_category(owner, fields.get("category_id"))
    now = moment(owner)
    recipe = Recipe.model_validate(
        {
            "user_id": owner.username,
            "recipe_id": ulid(),
            "origin": origin,
            "created_at": now,
            "updated_at": now,
            **fields,
        }
    )
    return insert(owner, recipe)


def insert(owner: Owner, recipe: Recipe) -> Recipe:
    """A recipe that is made already, counted against the quota."""
    most = most_recipes(owner)
    plan = Transaction().step("book", count_recipes(owner, 1, most)).step("recipe", Insert(recipe))
    with translate(steps={"book": StepErrors(unmet=lambda: BookFull(most))}):
        owner.store.transact(plan)
    return recipe


def insert_all(owner: Owner, made: Sequence[Recipe]) -> int:
    """As many of them, from the first on, as there is room for: how many."""
    most = most_recipes(owner)
    room = max(0, most - owner.store.one(design.profile(owner.username).consistently()).own_recipes)
    done = 0
    for some in portions(made[:room]):
        plan = Transaction().step("book", count_recipes(owner, len(some), most))
        for number, recipe in enumerate(some):
            plan = plan.step(f"recipe {number}", Insert(recipe))
        match failed_step(owner.store, plan):
            case None:
                done += len(some)
            case "book":
                break  # another device filled it meanwhile
            case _:
                raise TooBusy  # another device adds the very same ones
    return done


def edit(owner: Owner, recipe_id: str, given: Mapping[str, Any], *, seen: str | None = None) -> Recipe:
    """`seen` as `stamp` gave it: RecipeChanged if it was edited since. The list follows."""
    before = find_recipe(owner, recipe_id)
    if before.origin == "starter":
        raise StarterReadOnly
    if seen is not None and seen != stamp(before):
        raise RecipeChanged
    fields = parse_form(RECIPE_FIELDS.check(given), before)
    if fields.get("category_id") != before.category_id:
        _check_category(owner, fields.get("category_id"))
    update: Update[Recipe] = Recipe.update(**before.own_key).set(**fields, edits=before.edits + 1)
    with translate(missing=NoSuchRecipe, unmet=RecipeChanged):
        after = owner.store.write(update.when(edits=before.edits))
    _refresh_if_planned(owner, recipe_id)
    return after


def copy(owner: Owner, recipe_id: str) -> Recipe:
    """One that can be edited; starter content is one's own then, and what came from others stays theirs."""
    before = find_recipe(owner, recipe_id)
    now = moment(owner)
    fresh = {
        "recipe_id": ulid(),
        "origin": "own" if before.origin == "starter" else before.origin,
        "starter_key": None,
        "edits": 0,
        "cooked_count": 0,
        "last_cooked_on": None,
        "created_at": now,
        "updated_at": now,
    }
    return insert(owner, before.model_copy(update=fresh))


def delete(owner: Owner, recipe_id: str) -> str:
    """What takes it back for half an hour. Dishes of the plan that are made by it keep their title and picture."""
    recipe = find_recipe(owner, recipe_id)
    record = deletions.new_record(owner, _UNDO_ACT, recipe)
    plan = Transaction().step("recipe", design.delete_recipe(owner.username, recipe_id)).step("undo", Insert(record))
    if recipe.origin != "starter":
        plan = plan.step("book", Profile.update(user_id=owner.username).add(own_recipes=-1))
    with translate(missing=NoSuchRecipe):
        owner.store.transact(plan)
    _refresh_if_planned(owner, recipe_id)
    return record.undo_id


def restore(owner: Owner, undo_id: str) -> Recipe:
    """As it was, under its own id; a category that is gone meanwhile is none. BookFull where others stand in its place:
    it can be taken back once one goes.
    """
    record = deletions.find_record(owner, undo_id, _UNDO_ACT)
    (recipe,) = deletions.rows_of(record, Recipe)
    if recipe.category_id not in {each.category_id for each in categories.find_all(owner)}:
        recipe = recipe.model_copy(update={"category_id": None})
    plan = Transaction().step("undo", design.delete_undo(record).existing()).step("recipe", Insert(recipe))
    most = most_recipes(owner)
    if recipe.origin != "starter":
        plan = plan.step("book", count_recipes(owner, 1, most))
    with translate(missing=NoSuchUndo, unmet=NoSuchUndo, steps={"book": StepErrors(unmet=lambda: BookFull(most))}):
        owner.store.transact(plan)
    _refresh_if_planned(owner, recipe.recipe_id)
    return recipe


def most_recipes(owner: Owner) -> int:
    return MOST_RECIPES if is_subscribed(owner) else FREE_RECIPES


def count_recipes(owner: Owner, more: int, most: int) -> Update[Profile]:
    """So many more of one's own, if that is not too many: to be written with them."""
    counted: Update[Profile] = Profile.update(user_id=owner.username).add(own_recipes=more)
    return counted.when(where(own_recipes=le(most - more)))


def is_subscribed(owner: Owner) -> bool:
    """Whatever became of the next period: what was paid for holds to its end."""
    found = owner.store.get(design.subscription(owner.username))
    return found is not None and found.period_ends_at > owner.clock()


def stamp(recipe: Recipe) -> str:
    """How often it was edited, as a form carries it."""
    return str(recipe.edits)


def parse_form(fields: Mapping[str, Any], before: Recipe | None = None) -> dict[str, Any]:
    """What is stored of the fields that are given. InvalidFields tells all that is wrong with the texts at once."""
    read = {name: value for name, value in fields.items() if name not in _TEXTS}
    refusals: list[tuple[str, Text]] = []
    if "ingredients" in fields:
        sentence = lazy("Use up to 80 characters for the name of an ingredient, and put one on each line.")
        refusals += _read_text(read, "ingredients", fields, recipe_texts.read_lines, 50, sentence)
    if "steps" in fields:
        sentence = lazy("Use up to 1,000 characters for each step.")
        refusals += _read_text(read, "steps", fields, recipe_texts.read_steps, 30, sentence)
    if "tags" in fields:
        read["tags"] = recipe_texts.read_tags(fields["tags"])
        refusals += _count("tags", len(read["tags"]), 10, least=0)
        if any(len(tag) > 30 for tag in read["tags"]):
            refusals.append(("tags", lazy("Use up to 30 characters for each tag.")))
    if fields.get("source_url") and not is_web_address(fields["source_url"]):
        refusals.append(("source_url", lazy("Enter a link that begins with https://.")))
    if refusals:
        raise InvalidFields(refusals)
    if before is None or "title" in fields or fields.get("picture_kind"):
        read["picture"] = _choose_picture(fields, before)
    return read


_TEXTS: Final = frozenset({"ingredients", "steps", "tags", "picture_kind", "picture_palette"})


def _read_text(
    read: dict[str, Any],
    name: str,
    fields: Mapping[str, Any],
    reader: Callable[[str], tuple[Any, ...]],
    most: int,
    too_long: Text,
) -> list[tuple[str, Text]]:
    try:
        read[name] = reader(fields[name])
    except ValueError:
        return [(name, too_long)]
    return _count(name, len(read[name]), most)


def _choose_picture(fields: Mapping[str, Any], before: Recipe | None) -> Picture:
    """As chosen; else it stays, or is guessed from the title."""
    kind, palette = fields.get("picture_kind"), fields.get("picture_palette")
    if kind in PALETTES:
        return Picture(kind=kind, palette=palette if palette in PALETTES[kind] else PALETTES[kind][0])
    if before is not None and before.picture is not None:
        return before.picture
    return guess_picture(fields.get("title") or (before.title if before is not None else ""))


def _count(field: str, found: int, most: int, least: int = 1) -> list[tuple[str, Text]]:
    if found < least:
        return [(field, EMPTY)]
    return [(field, lazy("Use up to %(most)s.", most=most))] if found > most else []


def _check_category(owner: Owner, category_id: str | None) -> None:
    if category_id is None:
        return
    try:
        categories.find_category(owner, category_id)
    except NoSuchCategory as gone:
        raise InvalidFields([("category_id", lazy("Choose another category."))]) from gone


def _refresh_if_planned(owner: Owner, recipe_id: str) -> None:
    planned = (dish.recipe_id for plan in find_plans(owner).values() for dish in plan.items)
    if recipe_id in planned:
        acts.refresh(owner)


def _has_words(text: str, words: str) -> bool:
    return has_all_words(text, words) or has_all_words(spell(text), spell(words))


def _searched(recipe: Recipe) -> str:
    return " ".join([recipe.title, *recipe.tags, *(each.name for each in recipe.ingredients)])
