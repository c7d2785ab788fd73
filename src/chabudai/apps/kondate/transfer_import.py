"""Takes a kitchen in from a file: what is new joins what is here, and nothing that is here is changed or lost."""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, Final, TypeVar

from chabudai.apps.kondate import design, transfer
from chabudai.apps.kondate.book import categories, recipes, sets
from chabudai.apps.kondate.book.entities import Category, Recipe, RecipeSet
from chabudai.apps.kondate.book.settings import find_profile
from chabudai.apps.kondate.errors import BookFull, FridgeFull, ListFull, TooManyCategories, TooManySets
from chabudai.apps.kondate.kitchen import acts, fridge, shopping
from chabudai.apps.kondate.kitchen import draft as drafts
from chabudai.apps.kondate.kitchen.draft import Draft
from chabudai.apps.kondate.kitchen.entities import CookLog, FridgeItem, Plan, ShoppingItem
from chabudai.apps.kondate.kitchen.limits import MOST_ITEMS, MOST_LINES
from chabudai.apps.kondate.transfer import FileRows
from chabudai.common.imports import ImportReport, Problem, problem_of
from chabudai.common.names import NameTaken, find_by_name
from chabudai.common.owner import Owner
from chabudai.common.sweeps import batches
from chabudai.table import BatchWrite, Entity, Put
from chabudai.web.errors import WebError

E = TypeVar("E", bound=Entity)
F = TypeVar("F", ShoppingItem, FridgeItem)
_AT_ONCE: Final = 80


def import_rows(owner: Owner, found: FileRows) -> ImportReport:
    """Rows that are here already are kept as they are: those of an import before, and this person's own."""
    here = list(owner.store.all(design.everything(owner.username).consistently()))
    known = transfer.names_of(here)
    ids = _known_ids(found, known)
    problems = list(found.problems)
    ids |= _join_categories(owner, found.of(Category), problems)
    added, starters = _add_recipes(owner, found.of(Recipe), here, ids, problems)
    ids |= starters
    added += _add_sets(owner, found.of(RecipeSet), here, ids, problems)
    added += _add_kitchen(owner, found, here, ids, problems)
    if found.settings and not _has_own_settings(owner):
        owner.store.write(design.edit_profile(owner.username, found.settings))
    acts.refresh(owner)
    every = sum(map(len, found.rows.values()))
    return ImportReport(added, kept=every - added, problems=tuple(problems))


def _known_ids(found: FileRows, known: set[str]) -> dict[str, str]:
    """For rows that this very book wrote into the file: the ids that they have here."""
    return {made: former for made, former in found.former_ids.items() if former in known}


def _join_categories(owner: Owner, given: Sequence[Category], problems: list[Problem]) -> dict[str, str]:
    """One of the same kind or name is the same; others are new. What each id stands for here."""
    ids: dict[str, str] = {}
    here = categories.find_all(owner)
    for number, each in enumerate(given, start=1):
        same = find_by_name(here, each.name) or next((one for one in here if each.kind and one.kind == each.kind), None)
        if same is None:
            try:
                same = categories.insert(owner, each)
            except (TooManyCategories, NameTaken) as refusal:
                problems.append(problem_of(number, each.name, refusal))
                continue
            here.append(same)
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
    fresh: dict[str, tuple[int, Recipe]] = {}
    for number, each in enumerate(given, start=1):
        if each.starter_key in starters:
            stand[each.recipe_id] = starters[each.starter_key]
        elif each.recipe_id not in mine and each.recipe_id not in ids:
            category = ids.get(each.category_id or "", each.category_id)
            changes = {
                "category_id": category if category in known else None,
                "origin": "own" if each.origin == "starter" else each.origin,
                "starter_key": None,
            }
            fresh.setdefault(each.recipe_id, (number, each.model_copy(update=changes)))
    added = recipes.insert_all(owner, [row for _, row in fresh.values()])
    full = BookFull(recipes.most_recipes(owner))
    problems += [problem_of(number, row.title, full) for number, row in [*fresh.values()][added:]]
    return added, stand


def _add_sets(
    owner: Owner, given: Sequence[RecipeSet], here: Iterable[Entity], ids: dict[str, str], problems: list[Problem]
) -> int:
    mine = {row.set_id: row for row in here if isinstance(row, RecipeSet)}
    starters = {row.starter_key for row in mine.values()} - {None}
    fresh: dict[str, tuple[int, RecipeSet]] = {}
    for number, each in enumerate(given, start=1):
        if each.set_id not in mine and each.set_id not in ids and each.starter_key not in starters:
            origin = "own" if each.starter_key else each.origin
            changes = {"starter_key": None, "category_id": None, "origin": origin}
            fresh.setdefault(each.set_id, (number, _follow(each, ids).model_copy(update=changes)))
    added = sets.insert_all(owner, [row for _, row in fresh.values()])
    full = TooManySets(sets.MOST_SETS)
    problems += [problem_of(number, row.title, full) for number, row in [*fresh.values()][added:]]
    return added


def _add_kitchen(
    owner: Owner, found: FileRows, here: Iterable[Entity], ids: dict[str, str], problems: list[Problem]
) -> int:
    """Through the draft, as every write to a kitchen: a part at a time, each held to the kitchen's revision."""
    known = transfer.names_of(here) | ids.keys()
    slots = {row.slot for row in here if isinstance(row, Plan)}
    plans = [row for row in found.of(Plan) if row.slot not in slots and row.items]
    logs = [_follow(row, ids) for row in found.of(CookLog) if row.log_id not in known]
    room = MOST_LINES - len(shopping.find_lines(owner)), MOST_ITEMS - len(fridge.find_items(owner))
    lines = _fitting(found.of(ShoppingItem), known, room[0], ListFull(MOST_LINES), problems)
    items = _fitting(found.of(FridgeItem), known, room[1], FridgeFull(MOST_ITEMS), problems)
    # Nothing in a kitchen is decided by its log: it is written at once, and the last of it tells whoever looks.
    owner.store.batch_write(BatchWrite(tuple(map(Put, logs[:-_AT_ONCE]))))
    rows = [_follow(row, ids) for row in (*plans, *lines, *items)]
    for some in batches([*rows, *logs[-_AT_ONCE:]], _AT_ONCE):
        drafts.change(owner, lambda: drafts.load(owner), _putter(some))
    return len(rows) + len(logs)


def _fitting(rows: Sequence[F], known: Set[str], room: int, refusal: WebError, problems: list[Problem]) -> list[F]:
    """Of those that are new as many as there is room for; the others are told."""
    fitting: list[F] = []
    for number, row in enumerate(rows, start=1):
        if row.item_id in known:
            continue
        if len(fitting) < room:
            fitting.append(row)
        else:
            problems.append(problem_of(number, row.name, refusal))
    return fitting


def _putter(rows: Sequence[Entity]) -> Any:
    def put(draft: Draft) -> None:
        for row in rows:
            draft.put(row)

    return put


def _follow(row: E, ids: Mapping[str, str]) -> E:
    """With the ids that things have here in the place of those that were derived for them."""
    return type(row).model_validate(_replace(row.model_dump(), ids))


def _replace(value: Any, ids: Mapping[str, str]) -> Any:
    match value:
        case str():
            return ids.get(value, value)
        case Mapping():
            return {name: _replace(each, ids) for name, each in value.items()}
        case tuple():
            return tuple(_replace(each, ids) for each in value)
        case _:
            return value


def _has_own_settings(owner: Owner) -> bool:
    profile = find_profile(owner)
    return bool(profile.staples or profile.no_staples or profile.shelves or profile.shelf_order)
