"""Plans: what is to be done, as values that do nothing by themselves. A store runs them, `explain` describes them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from chabudai.table.errors import (
    ConflictingWrites,
    DesignError,
    ImmutableField,
    InvalidKeyCondition,
    InvalidValue,
    TableError,
    UnknownField,
)
from chabudai.table.lazy import lazy
from chabudai.table.query.conditions import (
    ALWAYS,
    Condition,
    FieldValue,
    Predicate,
    all_of,
    compares_fields,
    names_in,
    where,
)
from chabudai.table.query.key_terms import sort_terms
from chabudai.table.query.partitions import EachOf, partitions_of
from chabudai.table.query.requests import QueryShape, build_request, query_shape_of
from chabudai.table.query.scans import MAX_SEGMENTS, build_scan_request
from chabudai.table.query.trash_filters import TrashView, is_filtered_there, trash_view
from chabudai.table.schema.fields import NO_DEFAULT

if TYPE_CHECKING:
    from chabudai.table.nested_changes import NestedChange, Verb
    from chabudai.table.query.key_conditions import KeyTerm
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.layouts import Layout
    from chabudai.table.schema.paths import Path
    from chabudai.table.schema.patterns import PatternLabel
    from chabudai.table.schema.tables import Index

E = TypeVar("E", bound="Row")
T = TypeVar("T")


@dataclass(frozen=True)
class Plan:
    """`pattern` is the label of the access pattern that made it, if one did."""

    pattern: "PatternLabel | None" = field(default=None, kw_only=True)

    def with_pattern(self, pattern: "PatternLabel") -> Self:
        """A copy that also keeps what was worked out already, since none of that depends on the pattern."""
        return self._with(pattern=pattern)

    def _with(self, **changes: Any) -> Self:
        """A copy with other values for some fields: in a fraction of the time of `dataclasses.replace`."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, **changes)
        return made


@dataclass(frozen=True)
class Read(Plan):
    """What reads entities: those in the trash are left out, unless it is said otherwise."""

    trash: TrashView = field(default="HIDDEN", kw_only=True)

    @lazy
    def layouts(self) -> "tuple[Layout, ...]":
        """Those of its entities, each by its own kind of plan."""
        raise NotImplementedError

    def with_trash(self) -> Self:
        """Also what is in the trash."""
        return self._viewing("SHOWN")

    def only_trash(self) -> Self:
        """Nothing but what is in the trash."""
        return self._viewing("ONLY")

    def _viewing(self, trash: TrashView) -> Self:
        if not any(layout.trash for layout in self.layouts):
            names = " and ".join(layout.whole for layout in self.layouts)
            raise DesignError(f"{names} has no trash: declare it with trash=Trash(…)")
        return self._asking(trash=trash)

    def _asking(self, **changes: Any) -> Self:
        """With a request of its own."""
        made = self._with(**changes)
        for name in ("request", "partitions", "sifted"):
            made.__dict__.pop(name, None)
        return made


@dataclass(frozen=True)
class Get(Read, Generic[E]):
    entity: type[E]
    key: Mapping[str, Any]
    is_consistent: bool = False

    @property
    def layout(self) -> "Layout":
        return self.entity.layout

    @lazy
    def layouts(self) -> "tuple[Layout, ...]":
        return (self.entity.layout,)

    def consistently(self) -> Self:
        """Every write that was acknowledged before is seen."""
        return self._with(is_consistent=True)


@dataclass(frozen=True)
class BatchGet(Read, Generic[E]):
    entity: type[E]
    keys: tuple[Mapping[str, Any], ...]
    is_consistent: bool = False
    batch_size: int = 100

    @property
    def layout(self) -> "Layout":
        return self.entity.layout

    @lazy
    def layouts(self) -> "tuple[Layout, ...]":
        return (self.entity.layout,)

    def consistently(self) -> Self:
        return self._with(is_consistent=True)

    def in_batches_of(self, size: int) -> Self:
        """At most so many in one request; DynamoDB itself takes 100."""
        return self._with(batch_size=min(size, 100))


@dataclass(frozen=True)
class Query(Read, Generic[E]):
    """Rows of one partition, or of several in one order.

    `known` are equalities, `ranges` what is asked of the next part of the sort key, `each` the parts of the partition
    key for which there are several values.
    """

    index: "Index"
    entities: tuple[type[E], ...]
    known: Mapping[str, Any]
    ranges: Mapping[str, Predicate]
    each: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    condition: Condition = ALWAYS
    is_descending: bool = False
    is_consistent: bool = False

    @staticmethod
    def of(index: "Index", entities: "tuple[type[Any], ...]", given: Mapping[str, Any]) -> "Query[Any]":
        layout = entities[0].layout
        several = {name: value.values for name, value in given.items() if isinstance(value, EachOf)}
        single = {name: value for name, value in given.items() if name not in several}
        plain = {name: _operand(value) for name, value in single.items() if not _is_range(value)}
        ranges = {name: value for name, value in single.items() if name not in plain}
        for entity in entities:
            for name in given:
                entity.layout.kind_of(name)
        for name, value in given.items():
            if isinstance(plain.get(name), FieldValue) or (name in ranges and compares_fields(value)):
                raise InvalidKeyCondition(
                    f"a query of {index!r} compares {layout.name}.{name} with another field: that can be asked in "
                    "filter(…) only"
                )
        known = {name: layout.check_value(name, value) for name, value in plain.items()}
        each = {name: tuple(layout.check_value(name, value) for value in values) for name, values in several.items()}
        query = Query(index, entities, known, ranges, each)
        _ = query.shape
        return query

    @lazy
    def shape(self) -> QueryShape:
        """Checked when it is first met: a query that can't be asked is a mistake before anything is sent."""
        return query_shape_of(self)

    @lazy
    def layouts(self) -> "tuple[Layout, ...]":
        return tuple(entity.layout for entity in self.entities)

    @lazy
    def sifted(self) -> "Mapping[type[Row], TrashView]":
        """The entities of which it is told by the rows themselves whether the trash has them."""
        views: dict[type[Row], TrashView] = {each.entity: trash_view(self, each) for each in self.layouts}
        is_there = is_filtered_there(self, self.layouts[0])
        return {entity: view for entity, view in views.items() if view != "SHOWN" and not is_there}

    @lazy
    def sort_terms(self) -> "tuple[tuple[KeyTerm, ...], ...]":
        """For each of the entities, what is asked of its own sort key."""
        return sort_terms(self)

    @lazy
    def request(self) -> dict[str, Any]:
        """What is asked for the first rows of the one partition, without a limit."""
        return build_request(self)

    @lazy
    def partitions(self) -> "tuple[Query[E], ...]":
        """Where there are several: the query of each."""
        return partitions_of(self)

    def descending(self) -> Self:
        return self._asking(is_descending=True)

    def ascending(self) -> Self:
        return self._asking(is_descending=False)

    def consistently(self) -> Self:
        return self._asking(is_consistent=True)

    def filter(self, condition: Condition = ALWAYS, /, **fields: Any) -> Self:
        """Leave out what is not so, after it was read: it costs, but pages stay full."""
        added = all_of(condition, where(**fields))
        try:
            self._check_filter(added)
        except TableError as error:
            if self.pattern is not None:
                error.name_pattern(str(self.pattern))
            raise
        return self._asking(condition=all_of(self.condition, added))

    def _check_filter(self, condition: Condition) -> None:
        for name in names_in(condition):
            if self.layouts[0].field(name).stored in self.index.attributes:
                raise InvalidKeyCondition(
                    f"{self.layouts[0].name}.{name} is a key of {self.index!r}: ask for it in query(…), not in "
                    "filter(…)"
                )


@dataclass(frozen=True)
class Scan(Read, Generic[E]):
    """Every row of one entity, by a walk through the whole table: for exports and jobs, never for a page."""

    entity: type[E]
    condition: Condition = ALWAYS
    segments: int = 1
    is_consistent: bool = False

    @property
    def layout(self) -> "Layout":
        return self.entity.layout

    @lazy
    def layouts(self) -> "tuple[Layout, ...]":
        return (self.entity.layout,)

    @lazy
    def request(self) -> dict[str, Any]:
        """What is asked for the first rows of all segments."""
        return build_scan_request(self)

    def consistently(self) -> Self:
        return self._asking(is_consistent=True)

    def in_segments(self, number: int) -> Self:
        """So many parts of the table at the same time, each in a thread or task of its own; then in no order at all."""
        if not 1 <= number <= MAX_SEGMENTS:
            raise InvalidValue(number, f"is no number of segments: from 1 to {MAX_SEGMENTS}")
        return self._asking(segments=number)

    def filter(self, condition: Condition = ALWAYS, /, **fields: Any) -> Self:
        """Leave out what is not so where it is stored; it is read and paid for all the same."""
        made = self._asking(condition=all_of(self.condition, condition, where(**fields)))
        _ = made.request
        return made


@dataclass(frozen=True)
class Put(Plan, Generic[E]):
    """Keep an entity whole, in the place of whatever was there."""

    entity: E
    condition: Condition = ALWAYS
    must_exist: bool = False
    keeps_time: bool = False

    @property
    def layout(self) -> "Layout":
        layout: Any = getattr(self.entity, "layout", None)
        if layout is None or type(self.entity) is not getattr(layout, "source", None):
            from chabudai.table.plan_kinds import wrong_entity

            raise wrong_entity(type(self).__name__, self.entity)
        found: Layout = layout
        return found

    @property
    def key(self) -> Mapping[str, Any]:
        keys = self.layout.key_fields
        return {name: getattr(self.entity, name) for name in self.layout.fields if name in keys}

    def existing(self) -> Self:
        """In the place of one that must be there."""
        return self._with(must_exist=True)

    def keeping_time(self) -> Self:
        """With the entity's own time of its last write, as a copy from elsewhere has it."""
        return self._with(keeps_time=True)

    def when(self, condition: Condition = ALWAYS, /, **fields: Any) -> Self:
        return self._with(condition=all_of(self.condition, condition, where(**fields)))


@dataclass(frozen=True)
class Insert(Put[E], Generic[E]):
    """Keep a new entity; one with the same key must not exist."""


@dataclass(frozen=True)
class Update(Plan, Generic[E]):
    """Change some fields. Keys that are made of them follow by themselves."""

    entity: type[E]
    key: Mapping[str, Any]
    may_create: bool = False
    sets: Mapping[str, Any] = field(default_factory=dict)
    adds: Mapping[str, Any] = field(default_factory=dict)
    removes: frozenset[str] = frozenset()
    appends: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    set_additions: Mapping[str, frozenset[Any]] = field(default_factory=dict)
    set_removals: Mapping[str, frozenset[Any]] = field(default_factory=dict)
    initial: Mapping[str, Any] = field(default_factory=dict)
    nested: "tuple[NestedChange, ...]" = ()
    condition: Condition = ALWAYS

    @property
    def layout(self) -> "Layout":
        return self.entity.layout

    @property
    def changed(self) -> set[str]:
        """The fields of which anything changes."""
        return {*self._changed_whole, *(change.path.field.name for change in self.nested)}

    @property
    def _changed_whole(self) -> set[str]:
        return {*self.sets, *self.adds, *self.removes, *self.appends, *self.set_additions, *self.set_removals}

    def set(self, **fields: Any) -> Self:
        """None where the field may be None takes the attribute away; `**{"address.city": "Nara"}` is within a field."""
        if nested := {name: value for name, value in fields.items() if _is_nested(name)}:
            whole = {name: value for name, value in fields.items() if name not in nested}
            return self._within("set", nested).set(**whole)
        values = {name: self.layout.changeable_field(name).check(value) for name, value in fields.items()}
        return self._changing(fields, sets={**self.sets, **values})

    def add(self, **fields: Any) -> Self:
        """To numbers; what the field's own bounds forbid is refused where it is stored."""
        if nested := {name: value for name, value in fields.items() if _is_nested(name)}:
            whole = {name: value for name, value in fields.items() if name not in nested}
            return self._within("add", nested).add(**whole)
        for name, amount in fields.items():
            if not self.layout.changeable_field(name).is_number or isinstance(amount, bool) or amount is None:
                raise UnknownField(
                    f"{self.layout.name}.{name} is no number, and so {amount!r} can't be added to it: set(…) gives "
                    "it another value, append(…) adds to a list, add_to_set(…) to a set"
                )
        amounts = {name: self.layout.field(name).check_amount(amount) for name, amount in fields.items()}
        return self._changing(fields, adds={**self.adds, **amounts})

    def remove(self, *names: str) -> Self:
        """The attribute goes; the field must have a default."""
        if nested := dict.fromkeys(filter(_is_nested, names)):
            return self._within("remove", nested).remove(*(name for name in names if name not in nested))
        for name in names:
            if self.layout.changeable_field(name).default is NO_DEFAULT:
                raise ImmutableField(
                    f"{self.layout.name}.{name} can't be removed: it has no default; set(…) gives it another value"
                )
        return self._changing(names, removes=self.removes | set(names))

    def append(self, **fields: Iterable[Any]) -> Self:
        """To the ends of lists."""
        if nested := {name: value for name, value in fields.items() if _is_nested(name)}:
            whole = {name: value for name, value in fields.items() if name not in nested}
            return self._within("append", nested).append(**whole)
        values = {name: tuple(self._elements("append", name, list(more))) for name, more in fields.items()}
        return self._changing(fields, appends={**self.appends, **values})

    def add_to_set(self, **fields: Iterable[Any]) -> Self:
        """Into sets."""
        values = {name: frozenset(self._elements("add_to_set", name, set(more))) for name, more in fields.items()}
        return self._changing(fields, set_additions={**self.set_additions, **values})

    def remove_from_set(self, **fields: Iterable[Any]) -> Self:
        """Out of sets."""
        values = {name: frozenset(self._elements("remove_from_set", name, set(less))) for name, less in fields.items()}
        return self._changing(fields, set_removals={**self.set_removals, **values})

    def set_at(self, path: "Path[E, T]", value: T) -> Self:
        """At a place within a field: `set_at(Order.path_to(lambda order: order.address.city), "Kyoto")`."""
        return self._change_at("set", path, value)

    def add_at(self, path: "Path[E, T]", amount: T) -> Self:
        return self._change_at("add", path, amount)

    def remove_at(self, path: "Path[E, Any]") -> Self:
        return self._change_at("remove", path, None)

    def append_at(self, path: "Path[E, list[T]]", more: Iterable[T]) -> Self:
        return self._change_at("append", path, more)

    def if_missing(self, **fields: Any) -> Self:
        """Values for fields that have none yet."""
        values = {name: self.layout.changeable_field(name).check(value) for name, value in fields.items()}
        return self._with(initial={**self.initial, **values})

    def when(self, condition: Condition = ALWAYS, /, **fields: Any) -> Self:
        return self._with(condition=all_of(self.condition, condition, where(**fields)))

    def _elements(self, method: str, name: str, given: Any) -> Any:
        field = self.layout.changeable_field(name)
        if isinstance(given, set) != field.is_set:
            advice = "append(…) is for lists, add_to_set(…) and remove_from_set(…) are for sets, set(…) is for the rest"
            raise UnknownField(f"{self.layout.name}.{name} can't be changed by {method}(…): {advice}")
        return field.check_elements(given)

    def _within(self, verb: "Verb", places: Mapping[str, Any]) -> Self:
        from chabudai.table.schema.paths import parse_path

        changed = self
        for place, value in places.items():
            changed = changed._change_at(verb, parse_path(self.layout, place), value)
        return changed

    def _change_at(self, verb: "Verb", path: "Path[Any, Any]", value: Any) -> Self:
        from chabudai.table.nested_changes import NestedChange, check_apart

        name = self.layout.changeable_field(path.field.name).name
        if name in self._changed_whole:
            raise ConflictingWrites(f"{self.layout.name}.{name} is changed twice in one update: leave one of them out")
        nested = (*self.nested, NestedChange.of(path, verb, value))
        check_apart(nested, self.layout.name)
        return self._with(nested=nested)

    def _changing(self, names: Iterable[str], **changes: Any) -> Self:
        twice = self.changed & set(names)
        if twice:
            raise ConflictingWrites(
                f"{self.layout.name}.{min(twice)} is changed twice in one update: leave one of them out"
            )
        return self._with(**changes)


@dataclass(frozen=True)
class Delete(Plan, Generic[E]):
    """Take away what has this key; it need not exist, unless a condition wants it."""

    entity: type[E]
    key: Mapping[str, Any]
    condition: Condition = ALWAYS
    must_exist: bool = False

    @property
    def layout(self) -> "Layout":
        return self.entity.layout

    def existing(self) -> Self:
        return self._with(must_exist=True)

    def when(self, condition: Condition = ALWAYS, /, **fields: Any) -> Self:
        return self._with(condition=all_of(self.condition, condition, where(**fields)), must_exist=True)


@dataclass(frozen=True)
class Check(Plan, Generic[E]):
    """Change nothing, but hold a transaction to this: it exists, and so; or `absent`, that it does not."""

    entity: type[E]
    key: Mapping[str, Any]
    condition: Condition = ALWAYS
    is_absent: bool = False

    @property
    def layout(self) -> "Layout":
        return self.entity.layout

    def when(self, condition: Condition = ALWAYS, /, **fields: Any) -> Self:
        return self._with(condition=all_of(self.condition, condition, where(**fields)))

    def absent(self) -> Self:
        return self._with(is_absent=True)


@dataclass(frozen=True)
class BatchWrite(Plan):
    """Puts and deletions, each done by itself, in any order: `BatchWrite((Put(book), Book.delete(…)))`.

    Nothing that needs a condition can be part of it: no insert, no `when`, no entity with guards or a Version.
    """

    writes: "tuple[Put[Any] | Delete[Any], ...]" = ()


@dataclass(frozen=True)
class Step:
    name: str
    plan: "Put[Any] | Update[Any] | Delete[Any] | Check[Any]"


@dataclass(frozen=True)
class Transaction(Plan):
    """Named steps that are all done, or none. The same `token` again, within ten minutes, does nothing more."""

    steps: tuple[Step, ...] = ()
    token: str | None = None

    def step(self, name: str, plan: "Put[Any] | Update[Any] | Delete[Any] | Check[Any]") -> Self:
        if any(step.name == name for step in self.steps):
            raise ConflictingWrites(f"a transaction has two steps named {name!r}: give one of them another name")
        if not isinstance(plan, (Put, Update, Delete, Check)):
            from chabudai.table.plan_kinds import wrong_step

            raise wrong_step(name, plan)
        return self._with(steps=(*self.steps, Step(name, plan)))

    def once(self, token: str) -> Self:
        """Two transactions with the same steps and token are one."""
        return self._with(token=token)


def _is_nested(name: str) -> bool:
    return "." in name or "[" in name


def _is_range(value: Any) -> bool:
    return isinstance(value, Predicate) and value.operator != "="


def _operand(value: Any) -> Any:
    return value.operands[0] if isinstance(value, Predicate) else value
