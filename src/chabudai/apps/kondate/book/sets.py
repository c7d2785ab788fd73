"""Meal sets of a person: one to seven dishes in an order, each on a day of the set or on none."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias

from pydantic import BaseModel

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import deletions, recipe_texts
from chabudai.apps.kondate.book.entities import Origin, Recipe, RecipeSet, SetDish
from chabudai.apps.kondate.book.limits import change_counted, portions
from chabudai.apps.kondate.book.visibility import without_hidden
from chabudai.apps.kondate.errors import NoSuchDish, NoSuchSet, NoSuchUndo, SetChanged, StarterReadOnly, TooManySets
from chabudai.apps.kondate.kitchen.draft import find_recipes, moment
from chabudai.apps.kondate.messages import lazy, lazy_plural
from chabudai.common.fields import Fields, Prose
from chabudai.common.owner import Owner
from chabudai.common.retries import retry
from chabudai.common.store_errors import translate
from chabudai.common.text import is_id
from chabudai.table import Field, Insert, Transaction, Update, ulid
from chabudai.web.errors import InvalidFields
from chabudai.web.translations import Text

Dishes: TypeAlias = tuple[SetDish, ...]

MOST_SETS: Final = 300
MOST_DISHES: Final = 7
_ACT: Final = "delete_set"


class SetForm(BaseModel):
    """What people fill in beside the dishes; `lead` is the note."""

    title: str = Field(min_length=1, max_length=80)
    lead: Annotated[str, Prose()] = Field(default="", max_length=300)
    servings: int | None = Field(default=None, ge=1, le=20)
    tags: str = Field(default="", max_length=400)


SET_FIELDS: Final = Fields(SetForm)


def find_set(owner: Owner, set_id: str) -> RecipeSet:
    """NoSuchSet for another person's as for what is nowhere."""
    found = owner.store.get(design.recipe_set(owner.username, set_id).consistently()) if is_id(set_id) else None
    if found is None:
        raise NoSuchSet
    return found


def find_all(owner: Owner) -> list[RecipeSet]:
    """Newest first. Starter content that was put away is not among them."""
    return without_hidden(owner, owner.store.all(design.sets(owner.username)))


def find_dishes(owner: Owner, sets: Sequence[RecipeSet]) -> dict[str, Recipe]:
    """The recipes that these sets name, by their ids, as far as they are there."""
    wanted = dict.fromkeys(dish.recipe_id for each in sets for dish in each.dishes)
    return {recipe.recipe_id: recipe for recipe in find_recipes(owner, wanted)}


def add(
    owner: Owner, given: Mapping[str, Any], dishes: Sequence[Mapping[str, Any]], *, origin: Origin = "own"
) -> RecipeSet:
    """The fields are SET_FIELDS; a dish has a `recipe_id`, and a `day` from 1 to 7 or none."""
    fields = _read(owner, SET_FIELDS.check_new(given), dishes)
    now = moment(owner)
    made = {"user_id": owner.username, "set_id": ulid(), "origin": origin, "created_at": now, "updated_at": now}
    return insert(owner, RecipeSet.model_validate({**made, **fields}))


def insert(owner: Owner, row: RecipeSet) -> RecipeSet:
    """A set that is made already. TooManySets at the limit, which is exact."""
    return insert_with(owner, row, Transaction())


def insert_with(owner: Owner, row: RecipeSet, beside: Transaction) -> RecipeSet:
    """And whatever is to be written in the same moment."""

    def decide(plan: Transaction) -> tuple[Transaction, RecipeSet]:
        _check_room(owner)
        return Transaction((*plan.steps, *beside.steps)).step("set", design.add_set(row)), row

    return change_counted(owner, "set", decide)


def insert_all(owner: Owner, made: Sequence[RecipeSet]) -> int:
    """As many of them, from the first on, as there is room for: how many."""
    return sum(_insert_some(owner, some) for some in portions(made))


def edit(
    owner: Owner,
    set_id: str,
    given: Mapping[str, Any],
    dishes: Sequence[Mapping[str, Any]] | None = None,
    *,
    seen: str | None = None,
) -> RecipeSet:
    """`seen` as `stamp` gave it: SetChanged if it was edited since. A plan that was made of it is a copy, and stays."""
    before = _find_own(owner, set_id)
    if seen is not None and seen != stamp(before):
        raise SetChanged
    return _write(owner, before, _read(owner, SET_FIELDS.check(given), dishes, before))


def add_dish(owner: Owner, set_id: str, recipe_id: str, day: int | None = None) -> RecipeSet:
    """At the end."""
    return _change_dishes(
        owner, set_id, lambda dishes: (*dishes, SetDish.model_validate({"recipe_id": recipe_id, "day": day}))
    )


def replace_dish(owner: Owner, set_id: str, place: int, recipe_id: str) -> RecipeSet:
    """Another recipe on the same day; places count from 0."""
    return _change_dish(owner, set_id, place, lambda dish: dish.model_copy(update={"recipe_id": recipe_id}))


def remove_dish(owner: Owner, set_id: str, place: int) -> RecipeSet:
    return _change_dishes(owner, set_id, lambda dishes: (*dishes[:place], *dishes[place + 1 :]), place)


def move_dish(owner: Owner, set_id: str, place: int, to: int) -> RecipeSet:
    """`to` counts among the others; beyond the end is the end."""

    def move(dishes: Dishes) -> Dishes:
        others = [*dishes[:place], *dishes[place + 1 :]]
        others.insert(max(0, to), dishes[place])
        return tuple(others)

    return _change_dishes(owner, set_id, move, place)


def change_day(owner: Owner, set_id: str, place: int, day: int | None) -> RecipeSet:
    if day is not None and not 1 <= day <= MOST_DISHES:
        raise InvalidFields([("day", lazy("Choose a day from 1 to 7."))])
    return _change_dish(owner, set_id, place, lambda dish: dish.model_copy(update={"day": day}))


def copy(owner: Owner, set_id: str) -> RecipeSet:
    """One that can be edited; starter content is one's own then, and what came from others stays theirs."""
    before = find_set(owner, set_id)
    _check_room(owner)
    now = moment(owner)
    origin = "own" if before.origin == "starter" else before.origin
    fresh = {"set_id": ulid(), "origin": origin, "starter_key": None, "edits": 0, "created_at": now, "updated_at": now}
    return insert(owner, before.model_copy(update=fresh))


def delete(owner: Owner, set_id: str) -> str:
    """What takes it back for half an hour. A plan that was made of it stays."""
    record = deletions.new_record(owner, _ACT, find_set(owner, set_id))
    plan = Transaction().step("set", design.delete_set(owner.username, set_id)).step("undo", Insert(record))
    with translate(missing=NoSuchSet):
        owner.store.transact(plan)
    return record.undo_id


def restore(owner: Owner, undo_id: str) -> RecipeSet:
    """As it was, under its own id. TooManySets where others stand in its place: it can be taken back once one goes."""
    record = deletions.find_record(owner, undo_id, _ACT)
    (row,) = deletions.rows_of(record, RecipeSet)

    with translate(missing=NoSuchUndo, unmet=NoSuchUndo):
        return insert_with(owner, row, Transaction().step("undo", design.delete_undo(record).existing()))


def stamp(recipe_set: RecipeSet) -> str:
    """How often it was edited, as a form carries it."""
    return str(recipe_set.edits)


def _insert_some(owner: Owner, rows: Sequence[RecipeSet]) -> int:
    def decide(plan: Transaction) -> tuple[Transaction, int]:
        fitting = rows[: _find_room(owner)]
        for number, row in enumerate(fitting):
            plan = plan.step(f"set {number}", design.add_set(row))
        return plan, len(fitting)

    return change_counted(owner, "set", decide)


def _check_room(owner: Owner) -> None:
    if _find_room(owner) == 0:
        raise TooManySets(MOST_SETS)


def _find_room(owner: Owner) -> int:
    return max(0, MOST_SETS - owner.store.count(design.sets(owner.username).consistently()))


def _find_own(owner: Owner, set_id: str) -> RecipeSet:
    found = find_set(owner, set_id)
    if found.origin == "starter":
        raise StarterReadOnly
    return found


def _change_dish(owner: Owner, set_id: str, place: int, change: Callable[[SetDish], SetDish]) -> RecipeSet:
    return _change_dishes(
        owner, set_id, lambda dishes: (*dishes[:place], change(dishes[place]), *dishes[place + 1 :]), place
    )


def _change_dishes(
    owner: Owner, set_id: str, change: Callable[[Dishes], Dishes], place: int | None = None
) -> RecipeSet:
    """Decided on the dishes as they are, again when another device was faster. NoSuchDish where none stands."""

    def attempt() -> RecipeSet:
        before = _find_own(owner, set_id)
        if place is not None and not 0 <= place < len(before.dishes):
            raise NoSuchDish
        dishes = [dish.model_dump() for dish in change(before.dishes)]
        return _write(owner, before, _read(owner, {}, dishes, before))

    return retry(attempt, SetChanged, SetChanged)


def _write(owner: Owner, before: RecipeSet, fields: Mapping[str, Any]) -> RecipeSet:
    update: Update[RecipeSet] = RecipeSet.update(**before.own_key).set(**fields, edits=before.edits + 1)
    with translate(missing=NoSuchSet, unmet=SetChanged):
        return owner.store.write(update.when(edits=before.edits))


def _read(
    owner: Owner,
    fields: Mapping[str, Any],
    dishes: Sequence[Mapping[str, Any]] | None,
    before: RecipeSet | None = None,
) -> dict[str, Any]:
    """What is stored. A dish that stood there before may name a recipe that is gone; a new one may not."""
    read = dict(fields)
    refusals: list[tuple[str, Text]] = []
    if "tags" in fields:
        read["tags"] = recipe_texts.read_tags(fields["tags"])
        if len(read["tags"]) > 10 or any(len(tag) > 30 for tag in read["tags"]):
            refusals.append(("tags", lazy("Use up to 10 tags of up to 30 characters each.")))
    if dishes is not None or before is None:
        refusals += _check_dishes(owner, dishes or (), before)
    if refusals:
        raise InvalidFields(refusals)
    if dishes is not None:
        read["dishes"] = tuple(SetDish.model_validate(dict(dish)) for dish in dishes)
    return read


def _check_dishes(
    owner: Owner, dishes: Sequence[Mapping[str, Any]], before: RecipeSet | None
) -> list[tuple[str, Text]]:
    if not dishes:
        return [("dishes", lazy("Add at least one dish."))]
    if len(dishes) > MOST_DISHES:
        return [
            ("dishes", lazy_plural("A meal set takes %(n)s dish.", "A meal set takes up to %(n)s dishes.", MOST_DISHES))
        ]
    if any(not _is_day(dish.get("day")) for dish in dishes):
        return [("dishes", lazy("Choose a day from 1 to 7."))]
    known = {dish.recipe_id for dish in before.dishes} if before is not None else set[str]()
    fresh = {str(dish.get("recipe_id", "")) for dish in dishes} - known
    found = {recipe.recipe_id for recipe in find_recipes(owner, fresh)}
    return [("dishes", lazy("One of these recipes isn't there any more."))] if fresh - found else []


def _is_day(day: object) -> bool:
    return day is None or (isinstance(day, int) and 1 <= day <= MOST_DISHES)
