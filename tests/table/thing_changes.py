"""Changes of things: what is done to one of them, as the toolkit is told it; and turns, which are some at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from typing import Any

from tests.table.designs_for_writes import NOON
from tests.table.thing_rules import ADDRESSES, Line
from tests.table.things import Built, State

from chabudai.table import Delete, Insert, Put, Transaction, Update


class Same(Enum):
    """A condition on what the row has now."""

    SAME = "same"


SAME = Same.SAME


@dataclass(frozen=True)
class Within:
    """A change at a place within a field; with `is_typed` told by a path of which type checkers know the type."""

    verb: str
    place: str
    value: Any = None
    is_typed: bool = False

    @property
    def field(self) -> str:
        return self.place.partition(".")[0].partition("[")[0]


PLACES: Mapping[str, Callable[[Any], Any]] = {
    "address.city": lambda thing: thing.address.city,
    "address.zip": lambda thing: thing.address.zip,
    "address.floors": lambda thing: thing.address.floors,
    "address.notes": lambda thing: thing.address.notes,
    "address.notes[0]": lambda thing: thing.address.notes[0],
    "address.marks": lambda thing: thing.address.marks,
    "prices.JPY": lambda thing: thing.prices["JPY"],
    "prices.eur": lambda thing: thing.prices["eur"],
    "lines[0].quantity": lambda thing: thing.lines[0].quantity,
    "lines[1]": lambda thing: thing.lines[1],
    "notes[1]": lambda thing: thing.notes[1],
}


@dataclass(frozen=True)
class Change:
    """One thing to do to one item, as the toolkit and as the model are told it."""

    verb: str
    thing_id: str
    values: Mapping[str, Any] = field(default_factory=dict)
    sets: Mapping[str, Any] = field(default_factory=dict)
    adds: Mapping[str, Any] = field(default_factory=dict)
    removes: tuple[str, ...] = ()
    appends: Mapping[str, Any] = field(default_factory=dict)
    set_additions: Mapping[str, Any] = field(default_factory=dict)
    set_removals: Mapping[str, Any] = field(default_factory=dict)
    initial: Mapping[str, Any] = field(default_factory=dict)
    within: tuple[Within, ...] = ()
    when: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        said = {name: value for name, value in vars(self).items() if value}
        return f"Change(**{said!r})"

    def of(self, built: Built, row: Mapping[str, Any] | None) -> "Change":
        """As far as the entity has the fields, with a condition on what the row has now where that is asked for."""

        def fitting(values: Mapping[str, Any]) -> dict[str, Any]:
            return {name: _fit(built, name, value) for name, value in values.items() if name in built.fields}

        frozen = {"made"}
        return Change(
            self.verb if built.recipe.trash or self.verb not in ("trash", "restore") else "update",
            self.thing_id,
            fitting(self.values),
            fitting({name: value for name, value in self.sets.items() if name not in frozen}),
            fitting(self.adds),
            tuple(name for name in self.removes if name in built.fields),
            fitting(self.appends),
            fitting(self.set_additions),
            fitting(self.set_removals),
            fitting({name: value for name, value in self.initial.items() if name not in frozen}),
            self.within,
            {n: v for n, v in fitting(self._asked(row)).items() if n not in built.changed_by_others},
        )

    def _asked(self, row: Mapping[str, Any] | None) -> dict[str, Any]:
        now = row or {}
        return {n: now[n] if v is SAME else v for n, v in self.when.items() if v is not SAME or now.get(n) is not None}

    def plan(self, built: Built, known: Mapping[str, Any] | None) -> Put[Any] | Update[Any] | Delete[Any]:
        """`known` is the row as this writer has read it."""
        entity, own = built.entity, {"owner": "o", "thing_id": self.thing_id}
        match self.verb:
            case "insert":
                return Insert(entity(**own, **self.values))
            case "put" | "copy" | "construct":
                put: Put[Any] = Put(self.copy(built, known))
                return put.when(**self.when) if self.when else put
            case "delete":
                gone: Delete[Any] = entity.delete(**own)
                return gone.when(**self.when) if self.when else gone
            case "trash":
                moved: Update[Any] = entity.move_to_trash(5, **own)
                return moved
            case "restore":
                restored: Update[Any] = entity.restore(**own)
                return restored
            case _:
                update: Update[Any] = entity.upsert(**own) if self.verb == "upsert" else entity.update(**own)
                changed = update.set(**self.sets).add(**self.adds).remove(*self.removes).append(**self.appends)
                changed = changed.add_to_set(**self.set_additions).remove_from_set(**self.set_removals)
                for each in self.within:
                    changed = _change_within(entity, changed, each)
                return changed.if_missing(**self.initial).when(**self.when)

    def copy(self, built: Built, known: Mapping[str, Any] | None) -> Any:
        """The entity that is put: made by its constructor, or as a copy or otherwise past it."""
        entity, own = built.entity, {"owner": "o", "thing_id": self.thing_id}
        version = {"version": (known or {}).get("version", 0)} if built.recipe.has_version else {}
        if self.verb == "construct":
            return entity.model_construct(**own, **self.values, **version)
        if self.verb == "copy" and known is not None:
            return entity.model_construct(**known).model_copy(update=dict(self.values))
        return entity(**own, **self.values, **version)


def _fit(built: Built, name: str, value: Any) -> Any:
    """Values whose type depends on the recipe."""
    if name == "status" and built.recipe.has_enum:
        return State(value)
    if name == "address" and isinstance(value, dict):
        return ADDRESSES[built.recipe.address].model_construct(**value)
    if name == "until":
        return _fit_until(built, value)
    return value


def _fit_until(built: Built, value: int | None) -> Any:
    if value is None:
        return 0 if built.recipe.expiry == "omitted" else None
    moment = NOON + timedelta(seconds=value)
    return moment if built.recipe.expiry == "datetime" else int(moment.timestamp())


def _change_within(entity: Any, update: Update[Any], change: Within) -> Any:
    if change.is_typed:
        path = entity.path_to(PLACES[change.place])
        verb = getattr(update, f"{change.verb}_at")
        return verb(path) if change.verb == "remove" else verb(path, change.value)
    verb = getattr(update, change.verb)
    return verb(change.place) if change.verb == "remove" else verb(**{change.place: change.value})


def together(plans: Sequence[Any]) -> Transaction:
    transaction = Transaction()
    for number, plan in enumerate(plans):
        transaction = transaction.step(f"step {number}", plan)
    return transaction


@dataclass(frozen=True)
class Turn:
    """Some changes at once, what others do at the same items just before they are sent, and what goes wrong below.

    `way` is how they are sent; `is_old` tells that an older program does. With `has_leftovers`, rows have a key before
    that is no longer one of theirs.
    """

    way: str
    steps: tuple[Change, ...]
    rivals: tuple[Change, ...] = ()
    fault: str | None = None
    is_old: bool = False
    is_old_rival: bool = False
    has_leftovers: bool = False


FULL = {
    "address": {"city": "kyoto", "zip": 3, "floors": 1, "notes": ["x"]},
    "prices": {"JPY": 5},
    "lines": [Line(name="l", quantity=2), Line(name="m")],
    "notes": ["n", "o"],
    "n": 4,
    "m": 3,
    "tag": "t",
    "tags": frozenset({"b", "f"}),
    "shade": "s",
}
BEGINNING = tuple(
    Turn("write", (Change("insert", at, values={"name": f"{at}{at}", **values}),), is_old=is_old)
    for at, values, is_old in (("a", FULL, True), ("b", {}, False), ("c", {**FULL, "shade": None}, True))
)
