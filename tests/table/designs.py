"""Designs made while a test runs: random keys that share partitions, and values for them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import count
from types import new_class
from typing import Any, Optional, TypeAlias
from uuid import UUID

from hypothesis import strategies as st
from tests.table.strategies import CASES, LITERALS, Case, texts

from chabudai.table import Entity, InKey, Table, key
from chabudai.table.errors import KeyCollision
from chabudai.table.query.conditions import Predicate, begins_with, between, ge, gt, le, lt
from chabudai.table.schema.tables import Index

_numbers = count()
# Characters below the delimiter sort an unescaped text before its own beginning; see codecs.text.
PLAIN_TEXT = Case(str, None, texts(without='#!" '))
SORTED_CASES = [
    PLAIN_TEXT,
    *(case for case in CASES if case.codec("#").sorts and (case.kind, case.spec) != (str, None)),
]
OWNERS = ("ann", "ben")
Draw: TypeAlias = Callable[[st.SearchStrategy[Any]], Any]


def table_named(name: str, sk: str | None = "SK", **indexes: Index) -> type[Table]:
    """A new table, with a name of its own."""
    options = {"name": f"{name}-{next(_numbers)}", "pk": "PK", "sk": sk}
    return new_class(name, (Table,), options, lambda space: space.update({"__module__": __name__, **indexes}))


def entity_named(name: str, table: type[Table], fields: Mapping[str, Any], **members: Any) -> type[Any]:
    """A new entity; members are keys and defaults."""
    space = {"__module__": __name__, "__annotations__": dict(fields), **members}
    made: type[Any] = new_class(name, (Entity,), {"table": table}, lambda body: body.update(space))
    return made


def of(alias: Any, kind: Any) -> Any:
    """`InKey[kind]` of a type that is known only when the test runs."""
    return alias[kind]


def comparable(value: Any) -> Any:
    """A value as Python can order it."""
    if isinstance(value, Enum):
        return value.value
    return str(value) if isinstance(value, UUID) else value


@dataclass(frozen=True)
class Sorting:
    """A sort key as a row of parts: its template, and what each part takes."""

    text: str
    cases: tuple[Case, ...]

    @property
    def names(self) -> list[str]:
        return [f"f{number}" for number in range(len(self.cases))]

    def order(self, entity: Any) -> list[Any]:
        return [
            Reversed(comparable(getattr(entity, name)))
            if (case.spec or "").startswith("-")
            else comparable(getattr(entity, name))
            for name, case in zip(self.names, self.cases, strict=True)
        ]


@dataclass(frozen=True, order=False)
class Reversed:
    value: Any

    def __lt__(self, other: "Reversed") -> bool:
        return bool(other.value < self.value)


@st.composite
def sortings(draw: st.DrawFn) -> Sorting:
    """A literal and up to three parts; often the same beginning as another's."""
    cases = draw(st.lists(st.sampled_from(SORTED_CASES), min_size=draw(st.integers(0, 3)), max_size=3))
    text = draw(st.sampled_from(["", *LITERALS]))
    for number, case in enumerate(cases):
        text += case.part(f"f{number}")
        is_last = number == len(cases) - 1
        if (is_last and draw(st.booleans())) or (case.codec("#").is_fixed_width and draw(st.booleans())):
            continue
        text += "#" + draw(st.sampled_from(["", *LITERALS]))
    return Sorting(text or "META", tuple(cases))


@dataclass(frozen=True)
class Kind:
    """An entity of a random design with the entities of it that were stored."""

    entity: type[Any]
    sorting: Sorting
    rows: tuple[Any, ...]
    pools: Mapping[str, Sequence[Any]]


@st.composite
def kinds(draw: st.DrawFn, name: str, table: type[Table]) -> Kind | None:
    """An entity with such a sort key; None when it could be another's, and so is refused, a test of its own."""
    sorting = draw(sortings())
    fields = {field: of(InKey, case.kind) for field, case in zip(sorting.names, sorting.cases, strict=True)}
    try:
        entity = entity_named(name, table, {"owner": InKey[str], **fields}, PK=key("P#{owner}"), SK=key(sorting.text))
    except KeyCollision:
        return None
    return _kind(draw, entity, sorting)


@st.composite
def indexed_kinds(draw: st.DrawFn, name: str, table: type[Table]) -> Kind:
    """An entity with such a sort key in an index (gpk, gsk), in which it is not when a part is None."""
    sorting = draw(sortings())
    fields = {field: of(Optional, case.kind) for field, case in zip(sorting.names, sorting.cases, strict=True)}
    keys = {"PK": key("P#{owner}"), "SK": key(name + "#{row:03}"), "gpk": key("G#{owner}"), "gsk": key(sorting.text)}
    entity = entity_named(name, table, {"owner": InKey[str], "row": InKey[int], **fields}, **keys)
    return _kind(draw, entity, sorting)


def _kind(draw: st.DrawFn, entity: type[Any], sorting: Sorting) -> Kind:
    pools = {
        field: draw(st.lists(case.values, min_size=2, max_size=4))
        for field, case in zip(sorting.names, sorting.cases, strict=True)
    }
    parts: dict[str, st.SearchStrategy[Any]] = {field: st.sampled_from(pool) for field, pool in pools.items()}
    if "row" in entity.model_fields:
        parts["row"] = st.integers(0, 999)
        parts |= {"f0": parts["f0"] | st.none()} if "f0" in parts else {}
    values = st.fixed_dictionaries({"owner": st.sampled_from(OWNERS), **parts})
    rows = [entity(**each) for each in draw(st.lists(values, min_size=4, max_size=10))]
    return Kind(entity, sorting, tuple({repr(entity.layout.key(dict(row))): row for row in rows}.values()), pools)


@dataclass(frozen=True)
class Asked:
    """A query in two forms: what is given to `query`, and a test in plain Python."""

    given: dict[str, Any]
    wants: Callable[[Any], bool]
    is_descending: bool


def questions(draw: Draw, kind: Kind) -> Iterator[Asked]:
    """Parts from the left by equality, as many as there can be; behind them nothing, or each kind of range."""
    names = kind.sorting.names
    for length in range(len(names) + 1):
        known: dict[str, Any] = {"owner": draw(st.sampled_from(OWNERS))}
        known |= {name: draw(st.sampled_from(kind.pools[name])) for name in names[:length]}
        yield _asked(draw, known, None, None)
        for predicate in ranges(draw, kind, length):
            yield _asked(draw, known, names[length], predicate)


def ranges(draw: Draw, kind: Kind, at: int) -> Iterator[Predicate]:
    """One of each operator for the part at a place, if there is one."""
    if at == len(kind.sorting.cases):
        return
    case = kind.sorting.cases[at]
    value = st.sampled_from(kind.pools[kind.sorting.names[at]]) | case.values
    for make in (gt, ge, le, lt):
        yield make(draw(value))
    yield between(draw(value), draw(value))
    if case.kind is str:
        text = draw(value)
        yield begins_with(text[: draw(st.integers(0, len(text)))])


def _asked(draw: Draw, known: Mapping[str, Any], name: str | None, predicate: Predicate | None) -> Asked:
    def wants(row: Any) -> bool:
        if getattr(row, "f0", "") is None or any(getattr(row, field) != value for field, value in known.items()):
            return False
        return name is None or predicate is None or holds(predicate, getattr(row, name))

    given = dict(known) if name is None else {**known, name: predicate}
    return Asked(given, wants, draw(st.booleans()))


def holds(predicate: Predicate, value: Any) -> bool:
    """The same in plain Python."""
    found, *operands = map(comparable, (value, *predicate.operands))
    match predicate.operator:
        case ">":
            return bool(found > operands[0])
        case ">=":
            return bool(found >= operands[0])
        case "<":
            return bool(found < operands[0])
        case "<=":
            return bool(found <= operands[0])
        case "between":
            return bool(operands[0] <= found <= operands[1])
        case _:
            return bool(found.startswith(operands[0]))


def wanted(kind: Kind, asked: Asked) -> Iterator[Any]:
    yield from sorted(filter(asked.wants, kind.rows), key=kind.sorting.order, reverse=asked.is_descending)
