"""Categories of a book: the six kinds of dishes and one's own, in an order, renamed, coloured, hidden, deleted."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, get_args

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import deletions
from chabudai.apps.kondate.book.entities import Category, Colour, Recipe
from chabudai.apps.kondate.book.limits import change_counted
from chabudai.apps.kondate.errors import NoSuchCategory, NoSuchUndo, TooManyCategories
from chabudai.common import names
from chabudai.common.fields import Fields
from chabudai.common.names import NameTaken
from chabudai.common.owner import Owner
from chabudai.common.store_errors import StepErrors, translate
from chabudai.common.sweeps import sweep
from chabudai.common.text import is_id
from chabudai.table import Insert, Transaction, ulid

CATEGORY_FIELDS: Final = Fields(Category, "name", "colour", "is_hidden")
MOST_CATEGORIES: Final = 40
_ACT: Final = "delete_category"


def find_all(owner: Owner) -> list[Category]:
    """In their order, the hidden ones too."""
    return sorted(owner.store.all(design.categories(owner.username, "book")), key=_place)


def find_category(owner: Owner, category_id: str) -> Category:
    plan = Category.get(user_id=owner.username, scope="book", category_id=category_id)
    found = owner.store.get(plan.consistently()) if is_id(category_id) else None
    if found is None:
        raise NoSuchCategory
    return found


def count_recipes(recipes: Sequence[Recipe]) -> dict[str, int]:
    """How many stand in each, by its id."""
    counts: dict[str, int] = {}
    for recipe in recipes:
        if recipe.category_id is not None:
            counts[recipe.category_id] = counts.get(recipe.category_id, 0) + 1
    return counts


def add(owner: Owner, given: Mapping[str, Any]) -> Category:
    """At the end; without a colour it gets the one that the fewest have. NameTaken beside the name."""

    def make(known: Sequence[Category]) -> Category:
        colour = names.next_colour(get_args(Colour), [each.colour for each in known])
        fields = CATEGORY_FIELDS.check_new({"colour": colour, **given})
        return Category.model_validate(
            {"user_id": owner.username, "scope": "book", "category_id": ulid(), **fields, "sort_order": _end(known)}
        )

    return _insert(owner, make)


def insert(owner: Owner, category: Category) -> Category:
    """One that is made already, at the end."""
    return _insert(owner, lambda known: category.model_copy(update={"sort_order": _end(known)}))


def edit(owner: Owner, category_id: str, given: Mapping[str, Any]) -> Category:
    """Rename it, colour it, hide it or show it again."""
    fields = CATEGORY_FIELDS.check(given)
    before = find_category(owner, category_id)
    if not fields:
        return before
    with translate(missing=NoSuchCategory, taken=NameTaken):
        return owner.store.write(design.edit_category(owner.username, "book", category_id, fields))


def move(owner: Owner, category_id: str, place: int) -> list[Category]:
    """To this place among the others, from 0; all of them in their new order."""
    known = find_all(owner)
    moved = next((each for each in known if each.category_id == category_id), None)
    if moved is None:
        raise NoSuchCategory
    others = [each for each in known if each.category_id != category_id]
    others.insert(max(0, place), moved)
    return put_in_order(owner, [each.category_id for each in others])


def put_in_order(owner: Owner, category_ids: Sequence[str]) -> list[Category]:
    """Those that are named, in this order; the others stand behind them as before."""
    known = {each.category_id: each for each in find_all(owner)}
    order = [each for each in dict.fromkeys(category_ids) if each in known]
    order += [each for each in known if each not in order]
    plan = Transaction()
    for place, category_id in enumerate(order, start=1):
        if known[category_id].sort_order != place:
            change = design.edit_category(owner.username, "book", category_id, {"sort_order": place})
            plan = plan.step(category_id, change)
    if plan.steps:
        with translate(missing=NoSuchCategory):
            owner.store.transact(plan)
    return find_all(owner)


def delete(owner: Owner, category_id: str) -> str:
    """What takes it back for half an hour. Its recipes stay, without a category."""
    category = find_category(owner, category_id)
    members = _find_members(owner, category_id)
    record = deletions.new_record(owner, _ACT, category)
    kept = record.model_copy(update={"members": tuple(recipe.recipe_id for recipe in members)})
    gone = design.delete_category(owner.username, "book", category_id)
    with translate(missing=NoSuchCategory):
        owner.store.transact(Transaction().step("category", gone).step("undo", Insert(kept)))
    sweep(
        owner.store,
        members,
        lambda recipe: Recipe.update(**recipe.own_key).set(category_id=None).when(category_id=category_id),
    )
    return record.undo_id


def restore(owner: Owner, undo_id: str) -> Category:
    """With the recipes that stood in it, but for those that stand in another by now. TooManyCategories where others
    stand in its place: it can be taken back once one goes.
    """
    record = deletions.find_record(owner, undo_id, _ACT)
    (category,) = deletions.rows_of(record, Category)

    def decide(plan: Transaction) -> tuple[Transaction, Category]:
        _find_with_room(owner)
        return plan.step("undo", design.delete_undo(record).existing()).step("category", Insert(category)), category

    with translate(missing=NoSuchUndo, unmet=NoSuchUndo, steps={"category": StepErrors(taken=NameTaken)}):
        change_counted(owner, "category", decide)
    members = [recipe for recipe in owner.store.all(design.recipes(owner.username)) if recipe.category_id is None]
    sweep(
        owner.store,
        [recipe for recipe in members if recipe.recipe_id in record.members],
        lambda recipe: Recipe.update(**recipe.own_key).set(category_id=category.category_id).when(category_id=None),
    )
    return category


def _insert(owner: Owner, make: Callable[[Sequence[Category]], Category]) -> Category:
    """TooManyCategories at the limit, which is exact."""

    def decide(plan: Transaction) -> tuple[Transaction, Category]:
        made = make(_find_with_room(owner))
        return plan.step("category", design.add_category(made)), made

    with translate(taken=NameTaken):
        return change_counted(owner, "category", decide)


def _find_with_room(owner: Owner) -> list[Category]:
    known = list(owner.store.all(design.categories(owner.username, "book").consistently()))
    if len(known) >= MOST_CATEGORIES:
        raise TooManyCategories(MOST_CATEGORIES)
    return known


def _end(known: Sequence[Category]) -> int:
    return max((each.sort_order for each in known), default=0) + 1


def _find_members(owner: Owner, category_id: str) -> list[Recipe]:
    rows = owner.store.all(design.recipes(owner.username).consistently())
    return [recipe for recipe in rows if recipe.category_id == category_id]


def _place(category: Category) -> tuple[int, str]:
    return category.sort_order, category.category_id
