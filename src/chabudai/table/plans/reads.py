"""Plans that read: one row, several by their keys, those of a partition, those of a whole table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from chabudai.table.errors import InvalidKeyCondition, InvalidValue, NotProjected, TableError, UnknownField
from chabudai.table.lazy import lazy
from chabudai.table.plans.plan import Read
from chabudai.table.query.batches import MAX_BATCH_KEYS
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
from chabudai.table.query.key_terms import refuse_other_index, sort_terms
from chabudai.table.query.operands import check_ranges
from chabudai.table.query.partitions import EachOf, partitions_of
from chabudai.table.query.requests import QueryShape, build_request, query_shape_of
from chabudai.table.query.scans import MAX_SEGMENTS, build_scan_request
from chabudai.table.query.trash_filters import TrashView, is_filtered_there, trash_view

if TYPE_CHECKING:
    from chabudai.table.query.key_conditions import KeyTerm
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.layouts import Layout
    from chabudai.table.schema.tables import Index

E = TypeVar("E", bound="Row")


@dataclass(frozen=True)
class Get(Read, Generic[E]):
    entity: type[E]
    key: Mapping[str, Any]
    is_consistent: bool = False

    @classmethod
    def of(cls, entity: type[E], key: Mapping[str, Any]) -> "Get[E]":
        made = object.__new__(cls)
        vars(made).update(entity=entity, key=key)
        return made

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
        if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= MAX_BATCH_KEYS:
            raise InvalidValue(size, f"is no size of batches of {self.layout.name}: from 1 to {MAX_BATCH_KEYS}")
        return self._with(batch_size=size)


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
        layout = _layout_of(entities[0])
        several = {name: value.values for name, value in given.items() if isinstance(value, EachOf)}
        single = {name: value for name, value in given.items() if name not in several}
        plain = {name: _operand(value) for name, value in single.items() if not _is_range(value)}
        ranges = {name: value for name, value in single.items() if name not in plain}
        for entity in entities:
            for name in given:
                try:
                    _layout_of(entity).kind_of(name)
                except UnknownField:
                    refuse_other_index(index, entity.layout)
                    raise
        check_ranges(index, layout, plain, ranges)
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
        """Every write that was acknowledged before is seen; a global index can't promise that."""
        if not self.index.is_consistent:
            raise InvalidKeyCondition(
                f"{self.index!r} follows its table a moment later, and can't be read consistently: leave that out, or "
                "ask the table itself"
            )
        return self._asking(is_consistent=True)

    def filter(self, *conditions: Condition, **fields: Any) -> Self:
        """Leave out what is not all of this, after it was read: it costs, but pages stay full."""
        added = all_of(*conditions, where(**fields))
        try:
            self._check_filter(added)
        except TableError as error:
            if self.pattern is not None:
                error.name_pattern(str(self.pattern))
            raise
        return self._asking(condition=all_of(self.condition, added))

    def _check_filter(self, condition: Condition) -> None:
        for name in sorted(names_in(condition)):
            self._check_filtered_by_all(name)
            stored = self.layouts[0].field(name).stored
            if stored in self.index.attributes:
                raise InvalidKeyCondition(
                    f"{self.layouts[0].name}.{name} is a key of {self.index!r}: ask for it in query(…), not in "
                    "filter(…)"
                )
            if stored is not None and not self.index.projects(stored):
                raise NotProjected(
                    f"{self.index!r} does not hold {self.layouts[0].name}.{name}, so a filter on it would match no "
                    "row: project it too, or sift what comes back"
                )

    def _check_filtered_by_all(self, name: str) -> None:
        first, *others = self.layouts
        lacking = next((each.name for each in others if name not in each.all_fields), None)
        if name in first.all_fields and lacking is not None:
            raise UnknownField(
                f"{lacking} has no field {name!r}, and one filter is asked of all the entities of a query: leave out "
                f"what is not wanted of what comes back, or ask for {first.name} by a query of its own"
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
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= MAX_SEGMENTS:
            raise InvalidValue(number, f"is no number of segments: from 1 to {MAX_SEGMENTS}")
        return self._asking(segments=number)

    def filter(self, *conditions: Condition, **fields: Any) -> Self:
        """Leave out what is not all of this where it is stored; it is read and paid for all the same."""
        made = self._asking(condition=all_of(self.condition, *conditions, where(**fields)))
        _ = made.request
        return made


def _layout_of(entity: Any) -> "Layout":
    layout: Layout | None = getattr(entity, "layout", None) if isinstance(entity, type) else None
    if layout is None:
        from chabudai.table.plan_kinds import wrong_row

        raise wrong_row(entity)
    return layout


def _is_range(value: Any) -> bool:
    return isinstance(value, Predicate) and value.operator != "="


def _operand(value: Any) -> Any:
    return value.operands[0] if isinstance(value, Predicate) else value
