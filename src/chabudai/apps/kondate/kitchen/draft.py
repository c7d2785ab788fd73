"""A kitchen as it was read, changed in memory, and written in one moment.

Every write to plans, shopping list, fridge and cooking log goes through here: it is held to the revision that was
read, and done again on what others made of it meanwhile. So whatever is decided from the rows is true of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias, TypeVar

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book.entities import Profile, Recipe
from chabudai.apps.kondate.errors import TooBusy
from chabudai.apps.kondate.kitchen.entities import (
    CookLog,
    DeletedCookLog,
    DeletedFridgeItem,
    FridgeItem,
    KitchenState,
    Plan,
    ShoppingItem,
    Slot,
    UndoRecord,
)
from chabudai.apps.kondate.kitchen.limits import check_limits
from chabudai.common.owner import Owner
from chabudai.common.retries import retry
from chabudai.common.store_errors import StepErrors, translate
from chabudai.common.text import is_id
from chabudai.table import BatchGet, Entity, Insert, Transaction, Update
from chabudai.web.errors import UnreadableData

E = TypeVar("E", bound=Entity)
T = TypeVar("T")
RowKey: TypeAlias = tuple[type[Entity], tuple[Any, ...]]
Change: TypeAlias = tuple[Entity | None, Entity | None]
"""A row as it was and as it is to be; None where there is none."""

MOST_WRITES: Final = 96
"""Of one transaction, beside the kitchen's own row. What an act decides has to fit, with what takes it back."""
MOST_ADDED: Final = 100
"""Ids of devices that are remembered: more than one list takes while a phone is out of reach."""
_PASSING: Final = frozenset({"updated_at"})


@dataclass
class Draft:
    """Rows by type and key: `before` as they were read, `rows` as they are to be; `beside` is written with them.

    `decided` are the keys of what the act itself changed; other lines of the list only follow from that. `dropped` are
    recipes without a plan that want nothing any more, whatever the lines say.
    """

    owner: Owner
    state: KitchenState | None
    profile: Profile | None
    before: Mapping[RowKey, Entity]
    rows: dict[RowKey, Entity] = field(default_factory=dict)
    recipes: dict[str, Recipe | None] = field(default_factory=dict)
    beside: list[Update[Recipe]] = field(default_factory=list)
    added: tuple[str, ...] = ()
    dropped: frozenset[str] = frozenset()
    decided: frozenset[RowKey] = frozenset()

    def __post_init__(self) -> None:
        self.rows = dict(self.before)
        if self.state is not None:
            self.added, self.dropped = self.state.added, frozenset(self.state.dropped)

    def note_added(self, line_id: str) -> None:
        """A device gave a line this id, and may send it again."""
        self.added = (*self.added, line_id)[-MOST_ADDED:]

    def put(self, row: E) -> E:
        self.rows[key_of(row)] = row
        return row

    def drop(self, row: Entity) -> None:
        self.rows.pop(key_of(row), None)

    def find(self, row: E) -> E | None:
        """The row as it is now that has the key of this one."""
        found = self.rows.get(key_of(row))
        return found if isinstance(found, type(row)) else None

    def plan(self, slot: Slot) -> Plan | None:
        return next((plan for plan in self.all(Plan) if plan.slot == slot), None)

    @property
    def lines(self) -> list[ShoppingItem]:
        return sorted(self.all(ShoppingItem), key=lambda line: line.item_id)

    @property
    def fridge(self) -> list[FridgeItem]:
        """Soonest date first, those without one last."""
        return sorted(self.all(FridgeItem), key=lambda item: (item.best_before is None, item.best_before, item.item_id))

    def recipe(self, recipe_id: str) -> Recipe | None:
        """None when this person has none such any more."""
        self.fetch_recipes([recipe_id])
        return self.recipes[recipe_id]

    def fetch_recipes(self, recipe_ids: Iterable[str]) -> None:
        """Those that are not known yet, in one request."""
        missing = [each for each in dict.fromkeys(recipe_ids) if each not in self.recipes]
        if missing:
            self.recipes.update(dict.fromkeys(missing))
            self.recipes.update({recipe.recipe_id: recipe for recipe in find_recipes(self.owner, missing)})

    def all(self, kind: type[E]) -> Iterator[E]:
        return (row for row in self.rows.values() if isinstance(row, kind))

    def changes(self) -> list[Change]:
        """What was and what is to be, of the rows that differ."""
        keys = dict.fromkeys([*self.before, *self.rows])
        pairs = [(self.before.get(key), self.rows.get(key)) for key in keys]
        return [(old, new) for old, new in pairs if not is_same(old, new)]

    def note_decided(self) -> None:
        """Whatever differs by now is what the act wants."""
        self.decided = frozenset(_key_of_change(change) for change in self.changes())

    def is_derived(self, change: Change) -> bool:
        """Whether it only follows from what was decided, and can be made again from the rest.

        Settling takes no want from a line but what follows again from the plans, the fridge and `dropped`.
        """
        row = change[1] if change[1] is not None else change[0]
        return isinstance(row, ShoppingItem) and _key_of_change(change) not in self.decided


def moment(owner: Owner) -> datetime:
    """Now, as rows of this table store it: to the second."""
    return owner.clock().astimezone(UTC).replace(microsecond=0)


def key_of(row: Entity) -> RowKey:
    return type(row), tuple(row.own_key.values())


def _key_of_change(change: Change) -> RowKey:
    old, new = change
    row = new if new is not None else old
    assert row is not None, "a change has a row before or after it"
    return key_of(row)


def is_same(one: Entity | None, other: Entity | None) -> bool:
    """Apart from when it was changed."""
    if one is None or other is None:
        return one is other
    return one is other or one.model_dump(exclude=set(_PASSING)) == other.model_dump(exclude=set(_PASSING))


def load(owner: Owner, *more: Entity) -> Draft:
    """All that an act may look at: the state first, so that what is read later is never older than its revision.

    `more` are rows that were found already.
    """
    user_id = owner.username
    state = owner.store.get(design.kitchen_state(user_id).consistently())
    profile = owner.store.get(design.profile(user_id))
    plans = owner.store.all(design.plans(user_id).consistently())
    lines = owner.store.all(design.shopping(user_id).consistently())
    items = owner.store.all(design.fridge(user_id).consistently())
    rows: list[Entity] = [*more, *plans, *lines, *items]
    return Draft(owner, state, profile, {key_of(row): row for row in rows})


def find_recipes(owner: Owner, recipe_ids: Iterable[str]) -> list[Recipe]:
    """Those of this person that are there still."""
    wanted = [each for each in dict.fromkeys(recipe_ids) if is_id(each)]
    keys = tuple(Recipe.layout.key_values({"user_id": owner.username, "recipe_id": each}) for each in wanted)
    if not keys:
        return []
    return [recipe for recipe in owner.store.batch(BatchGet(Recipe, keys).consistently()) if recipe is not None]


def change(owner: Owner, read: Callable[[], Draft], decide: Callable[[Draft], T], *then: Callable[[Draft], None]) -> T:
    """What is decided of the kitchen, and what follows `then`, in one transaction.

    `read` gives the kitchen anew at each try. Of the lines that only follow, those that do not fit into the transaction
    are left for the next: until then the kitchen says so of itself, and whoever looks goes on with it.
    """

    def attempt() -> T:
        draft = read()
        result = decide(draft)
        check_limits(draft.before.values(), draft.rows.values())
        draft.note_decided()
        for each in then:
            each(draft)
        _write(draft)
        return result

    return retry(attempt, _Outrun, TooBusy)


class _Outrun(Exception):
    """Others wrote since the kitchen was read."""


def _write(draft: Draft) -> None:
    """What was decided is written whole, or not at all; what follows comes behind it, as far as there is room."""
    changes = sorted(draft.changes(), key=lambda each: (draft.is_derived(each), not _is_unplanned(each[1])))
    if not changes and not draft.beside and (draft.state is None or draft.state.is_settled):
        return
    most = MOST_WRITES - len(draft.beside)
    decided = sum(not draft.is_derived(each) for each in changes)
    assert decided <= most, f"an act decided {decided} rows, and a transaction takes {most}"
    plan = Transaction().step("kitchen", _plan_state(draft, is_settled=len(changes) <= most))
    for number, (old, new) in enumerate(changes[:most]):
        plan = plan.step(f"row {number}", _plan_row(old, new))
    for number, update in enumerate(draft.beside):
        plan = plan.step(f"beside {number}", update)
    outrun = StepErrors(missing=_Outrun, unmet=_Outrun)
    others = dict.fromkeys(["kitchen", *(f"beside {number}" for number in range(len(draft.beside)))], outrun)
    # A row that stands where the kitchen, as it was read, has none: nobody could read it.
    with translate(unmet=UnreadableData, steps=others):
        draft.owner.store.transact(plan)


def _is_unplanned(row: Entity | None) -> bool:
    """Whether a line tells what is wanted without a plan, which is told nowhere else."""
    return isinstance(row, ShoppingItem) and bool(row.unplanned)


def _plan_row(old: Entity | None, new: Entity | None) -> Any:
    """A row that nobody read before must not be there yet; the others are guarded by the kitchen's revision."""
    if new is not None:
        return _WRITES[type(new)].add(new) if old is None else _WRITES[type(new)].put(new)
    assert old is not None, "a change has a row before or after it"
    return _WRITES[type(old)].delete(old)


def _plan_state(draft: Draft, *, is_settled: bool) -> Insert[KitchenState] | Update[KitchenState]:
    lines = draft.lines
    soonest = next((item for item in draft.fridge if item.best_before is not None), None)
    figures: dict[str, Any] = {
        "lines_left": sum(line.is_left for line in lines),
        "lines_shown": sum(line.is_shown for line in lines),
        "soonest": None if soonest is None else soonest.name,
        "soonest_on": None if soonest is None else soonest.best_before,
        "is_settled": is_settled,
        "added": draft.added,
        "dropped": () if is_settled else tuple(sorted(draft.dropped)),
    }
    if draft.state is None:
        return Insert(KitchenState(user_id=draft.owner.username, revision=1, **figures))
    seen = draft.state.revision
    held: Update[KitchenState] = KitchenState.update(**draft.state.own_key).set(revision=seen + 1, **figures)
    return held.when(revision=seen)


@dataclass(frozen=True, slots=True)
class _Writes:
    """The access patterns that write rows of one kind."""

    add: Callable[[Any], object]
    put: Callable[[Any], object]
    delete: Callable[[Any], object]


_WRITES: Final[Mapping[type[Entity], _Writes]] = {
    Plan: _Writes(design.add_plan, design.put_plan, design.delete_plan),
    ShoppingItem: _Writes(design.add_shopping, design.put_shopping, design.delete_shopping),
    FridgeItem: _Writes(design.add_fridge, design.put_fridge, design.delete_fridge),
    DeletedFridgeItem: _Writes(design.add_deleted_fridge, design.put_deleted_fridge, design.drop_deleted_fridge),
    CookLog: _Writes(design.add_log, design.put_log, design.delete_log),
    DeletedCookLog: _Writes(design.add_deleted_log, design.put_deleted_log, design.drop_deleted_log),
    UndoRecord: _Writes(design.add_undo, design.put_undo, design.delete_undo),
}
