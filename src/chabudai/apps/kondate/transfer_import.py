"""Takes a kitchen in from a file: what is new joins what is here, and nothing that is here is changed or lost."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from chabudai.apps.kondate import design, transfer
from chabudai.apps.kondate.book import categories, recipes
from chabudai.apps.kondate.book.entities import Category, Recipe, RecipeSet
from chabudai.apps.kondate.book.sets import MOST_SETS
from chabudai.apps.kondate.book.settings import find_profile
from chabudai.apps.kondate.errors import BookFull, TooManySets
from chabudai.apps.kondate.kitchen import acts, fridge, shopping
from chabudai.apps.kondate.kitchen import draft as drafts
from chabudai.apps.kondate.kitchen.draft import Draft
from chabudai.apps.kondate.kitchen.entities import CookLog, FridgeItem, Plan, ShoppingItem
from chabudai.apps.kondate.transfer import FileRows
from chabudai.common.imports import ImportReport, Problem, problem_of
from chabudai.common.names import find_by_name
from chabudai.common.owner import Owner
from chabudai.common.sweeps import batches
from chabudai.table import Entity, Insert

_AT_ONCE: Final = 80


def import_rows(owner: Owner, found: FileRows) -> ImportReport:
    """Rows that are here already are kept as they are: those of an import before, and this person's own."""
    here = list(owner.store.all(design.everything(owner.username).consistently()))
    known = transfer.names_of(here)
    ids = _known_ids(found, known)
    problems = list(found.problems)
    ids |= _join_categories(owner, found.of(Category))
    added, starters = _add_recipes(owner, found.of(Recipe), here, ids, problems)
    ids |= starters
    added += _add_sets(owner, found.of(RecipeSet), here, ids, problems)
    added += _add_kitchen(owner, found, here, ids)
    if found.settings and not _has_own_settings(owner):
        owner.store.write(design.edit_profile(owner.username, found.settings))
    acts.refresh(owner)
    every = sum(map(len, found.rows.values()))
    return ImportReport(added, kept=every - added, problems=tuple(problems))


def _known_ids(found: FileRows, known: set[str]) -> dict[str, str]:
    """For rows that this very book wrote into the file: the ids that they have here."""
    return {made: former for made, former in found.former_ids.items() if former in known}


def _join_categories(owner: Owner, given: Sequence[Category]) -> dict[str, str]:
    """One of the same kind or name is the same; others are new. What each id stands for here."""
    ids: dict[str, str] = {}
    for each in given:
        here = categories.find_all(owner)
        same = find_by_name(here, each.name) or next((one for one in here if each.kind and one.kind == each.kind), None)
        if same is None and len(here) < categories.MOST_CATEGORIES:
            place = max((one.sort_order for one in here), default=0) + 1
            same = owner.store.write(Insert(each.model_copy(update={"sort_order": place})))
        if same is not None:
            ids[each.category_id] = same.category_id
    return ids


def _add_recipes(
    owner: Owner, given: Sequence[Recipe], here: Iterable[Entity], ids: dict[str, str], problems: list[Problem]
) -> tuple[int, dict[str, str]]:
    """How many, and what recipes of the starter content are called here."""
    mine = {row.recipe_id: row for row in here if isinstance(row, Recipe)}
    starters = {row.starter_key: row.recipe_id for row in mine.values() if row.starter_key}
    known = {category.category_id for category in categories.find_all(owner)}
    stand: dict[str, str] = {}
    added = 0
    for number, each in enumerate(given, start=1):
        if each.starter_key in starters:
            stand[each.recipe_id] = starters[each.starter_key]
            continue
        if each.recipe_id in mine or each.recipe_id in ids:
            continue
        category = ids.get(each.category_id or "", each.category_id)
        origin = "own" if each.origin == "starter" else each.origin
        fresh = {
            "category_id": category if category in known else None,
            "origin": origin,
            "starter_key": None,
        }
        try:
            recipes.insert(owner, each.model_copy(update=fresh))
        except BookFull as full:
            problems.append(problem_of(number, each.title, full))
            continue
        added += 1
    return added, stand


def _add_sets(
    owner: Owner, given: Sequence[RecipeSet], here: Iterable[Entity], ids: dict[str, str], problems: list[Problem]
) -> int:
    mine = {row.set_id: row for row in here if isinstance(row, RecipeSet)}
    starters = {row.starter_key for row in mine.values()} - {None}
    added = 0
    for number, each in enumerate(given, start=1):
        if each.set_id in mine or each.set_id in ids or each.starter_key in starters:
            continue
        if len(mine) + added >= MOST_SETS:
            problems.append(problem_of(number, each.title, TooManySets(MOST_SETS)))
            continue
        fresh = {"starter_key": None, "category_id": None, "origin": "own" if each.starter_key else each.origin}
        owner.store.write(design.add_set(_follow(each, ids).model_copy(update=fresh)))
        added += 1
    return added


def _add_kitchen(owner: Owner, found: FileRows, here: Iterable[Entity], ids: dict[str, str]) -> int:
    """Through the draft, as every write to a kitchen: a part at a time, each held to the kitchen's revision."""
    known = transfer.names_of(here)
    slots = {row.slot for row in here if isinstance(row, Plan)}
    rows: list[Entity] = [row for row in found.of(Plan) if row.slot not in slots and row.items]
    kept = len(shopping.find_lines(owner)), len(fridge.find_items(owner))
    lines = [row for row in found.of(ShoppingItem) if row.item_id not in known and row.item_id not in ids]
    items = [row for row in found.of(FridgeItem) if row.item_id not in known and row.item_id not in ids]
    rows += lines[: max(0, shopping.MOST_LINES - kept[0])]
    rows += items[: max(0, fridge.MOST_ITEMS - kept[1])]
    rows += [row for row in found.of(CookLog) if row.log_id not in known and row.log_id not in ids]
    for some in batches([_follow(row, ids) for row in rows], _AT_ONCE):
        drafts.change(owner, lambda: drafts.load(owner), _putter(some))
    return len(rows)


def _putter(rows: Sequence[Entity]) -> Any:
    def put(draft: Draft) -> None:
        for row in rows:
            draft.put(row)

    return put


def _follow(row: Any, ids: dict[str, str]) -> Any:
    """With the ids that things have here in the place of those that were derived for them."""
    return type(row).model_validate_json(_replace(row.model_dump_json(), ids))


def _replace(text: str, ids: dict[str, str]) -> str:
    for derived, here in ids.items():
        if derived in text:
            text = text.replace(f'"{derived}"', f'"{here}"')
    return text


def _has_own_settings(owner: Owner) -> bool:
    profile = find_profile(owner)
    return bool(profile.staples or profile.no_staples or profile.shelves or profile.shelf_order)
