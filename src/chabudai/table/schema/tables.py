"""Tables: one single-table design's table with its indexes, and the access patterns that are declared on it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TypeVar, overload

from chabudai.table.errors import DesignError
from chabudai.table.plans import Plan, Query
from chabudai.table.schema.class_keywords import check_call
from chabudai.table.schema.metaclasses import TableMeta
from chabudai.table.schema.naming import NamingRule, as_is
from chabudai.table.schema.pattern_checks import check_label
from chabudai.table.schema.patterns import Pattern, PatternLabel, declare_pattern
from chabudai.table.schema.table_options import (
    Attributes,
    Projection,
    StreamView,
    attribute_names,
    check_index_names,
    check_indexes,
    check_options,
)

if TYPE_CHECKING:
    from chabudai.table.query.requests import QueryShape
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.layouts import Layout

P = ParamSpec("P")
R = TypeVar("R", bound=Plan)
A = TypeVar("A", bound="Row")
B = TypeVar("B", bound="Row")
C = TypeVar("C", bound="Row")
D = TypeVar("D", bound="Row")


class Index:
    """A way to query: the table itself, or one of its indexes. Each half of its key is one attribute, or up to four."""

    table: "type[Table]"
    is_local: ClassVar[bool] = False
    is_consistent: ClassVar[bool] = True
    """Whether it can be read so that every write before is seen."""

    if not TYPE_CHECKING:

        def __new__(cls, *given: Any, **named: Any) -> Any:
            check_call(cls.__name__, cls.__init__, given, named)
            return super().__new__(cls)

    def __init__(self, name: str | None, hash_key: Attributes, range_key: Attributes, projection: Projection) -> None:
        self.name = name
        self.hash = attribute_names(name, hash_key)
        self.range = attribute_names(name, range_key)
        self.projection = projection
        self.shapes: dict[Any, QueryShape] = {}
        if not self.hash:
            raise DesignError(f"{name or 'a table'} needs a partition key: pk=…")

    def __set_name__(self, owner: "type[Table]", _name: str) -> None:
        self.table = owner

    def __repr__(self) -> str:
        return f"{self.table.name}/{self.name}" if self.name else self.table.name

    @property
    def attributes(self) -> tuple[str, ...]:
        return self.hash + self.range

    def projects(self, attribute: str) -> bool:
        if self.projection == "ALL" or attribute in self.attributes or attribute in self.table.primary.attributes:
            return True
        return self.projection != "KEYS_ONLY" and attribute in self.projection

    @overload
    def query(self, entity: type[A], /, **known: Any) -> Query[A]: ...
    @overload
    def query(self, entity: type[A], other: type[B], /, **known: Any) -> Query[A | B]: ...
    @overload
    def query(self, entity: type[A], other: type[B], third: type[C], /, **known: Any) -> Query[A | B | C]: ...
    @overload
    def query(
        self, entity: type[A], other: type[B], third: type[C], fourth: type[D], /, **known: Any
    ) -> Query[A | B | C | D]: ...
    @overload
    def query(
        self,
        entity: type[A],
        other: type[B],
        third: type[C],
        fourth: type[D],
        fifth: "type[Row]",
        /,
        *others: "type[Row]",
        **known: Any,
    ) -> Query[Any]: ...
    def query(self, entity: "type[Row]", /, *others: "type[Row]", **known: Any) -> Query[Any]:
        """The rows of these entities in one partition, in the order of the sort key.

        Fields by equality from the left of the key, then perhaps one by a range: `date=between(first, last)`. Of
        several entities each is held to its own key with these fields.
        """
        return Query.of(self, (entity, *others), known)


class Primary(Index):
    """The table's own key."""


class Gsi(Index):
    """Another way to find the table's rows: `by_year = Gsi("ByYear", "year_pk", "SK")` within the class of a table.

    `pk` and `sk` are attributes that entities make by `key(…)`, or that fields are stored as; each may be a list of up
    to four. A row without them is not in the index, which follows the table a moment later.
    """

    is_consistent: ClassVar[bool] = False

    def __init__(self, name: str, pk: Attributes, sk: Attributes = (), *, projection: Projection = "ALL") -> None:
        super().__init__(name, pk, sk, projection)


class Lsi(Index):
    """Another order within the table's own partitions."""

    is_local = True

    def __init__(self, name: str, sk: str, *, projection: Projection = "ALL") -> None:
        super().__init__(name, sk, sk, projection)


class Table(metaclass=TableMeta):
    """`class WardrobeTable(Table, name="WardrobeTable", pk="PK", sk="SK")`, with its indexes as attributes.

    `ttl` is the attribute after which rows expire, `stream` what a stream shows of each change, `capacity` the read and
    write units where they are provisioned; without it the table is paid per request. `encrypted` is with a key of the
    account's own. `naming` makes stored names.
    """

    name: ClassVar[str]
    primary: ClassVar[Primary]
    indexes: ClassVar[tuple[Index, ...]]
    naming: ClassVar[NamingRule]
    delimiter: ClassVar[str]
    ttl: ClassVar[str | None]
    stream: ClassVar[StreamView | None]
    capacity: ClassVar[tuple[int, int] | None]
    encrypted: ClassVar[bool]
    layouts: ClassVar["list[Layout]"]
    patterns: ClassVar[list[Pattern[Any, Any]]]

    def __init_subclass__(
        cls,
        *,
        name: str,
        pk: str,
        sk: str | None = None,
        naming: NamingRule = as_is,
        delimiter: str = "#",
        ttl: str | None = None,
        stream: StreamView | None = None,
        capacity: tuple[int, int] | None = None,
        encrypted: bool = False,
    ) -> None:
        check_index_names(cls, reserved={*dir(Table), *Table.__annotations__})
        cls.name, cls.delimiter, cls.ttl, cls.stream = name, delimiter, ttl, stream
        cls.capacity, cls.encrypted = capacity, encrypted
        cls.naming = staticmethod(naming)
        cls.primary = Primary(None, pk, sk or (), "ALL")
        cls.primary.table = cls
        cls.indexes = tuple(member for member in vars(cls).values() if isinstance(member, (Gsi, Lsi)))
        for index in cls.indexes:
            if isinstance(index, Lsi):
                index.hash = cls.primary.hash
        check_options(cls)
        check_indexes(cls)
        cls.layouts, cls.patterns = [], []

    @classmethod
    def register(cls, layout: "Layout") -> None:
        """One more entity: every query could now return its rows, and is checked anew."""
        if any(other.name == layout.name for other in cls.layouts):
            raise DesignError(f"{cls.name} has two entities named {layout.name}: give one of them another name")
        cls.layouts.append(layout)
        for index in (cls.primary, *cls.indexes):
            index.shapes.clear()

    @classmethod
    def pattern(
        cls, number: str, description: str = "", *, rows: int | None = None, scans: bool = False
    ) -> Callable[[Callable[P, R]], Pattern[P, R]]:
        """`@WardrobeTable.pattern("AP-04", "clothes, most worn first", rows=50)`: a function that returns a plan.

        With `scans`, one for exports and jobs, which may walk through the whole table.
        """

        check_label(cls.__name__, number, description)

        def register_pattern(function: Callable[P, R]) -> Pattern[P, R]:
            label = PatternLabel(number, description, rows)
            pattern = declare_pattern(cls, label, function, may_scan=scans)
            cls.patterns.append(pattern)
            return pattern

        return register_pattern

    @overload
    @classmethod
    def query(cls, entity: type[A], /, **known: Any) -> Query[A]: ...
    @overload
    @classmethod
    def query(cls, entity: type[A], other: type[B], /, **known: Any) -> Query[A | B]: ...
    @overload
    @classmethod
    def query(cls, entity: type[A], other: type[B], third: type[C], /, **known: Any) -> Query[A | B | C]: ...
    @overload
    @classmethod
    def query(
        cls, entity: type[A], other: type[B], third: type[C], fourth: type[D], /, **known: Any
    ) -> Query[A | B | C | D]: ...
    @overload
    @classmethod
    def query(
        cls,
        entity: type[A],
        other: type[B],
        third: type[C],
        fourth: type[D],
        fifth: "type[Row]",
        /,
        *others: "type[Row]",
        **known: Any,
    ) -> Query[Any]: ...
    @classmethod
    def query(cls, entity: "type[Row]", /, *others: "type[Row]", **known: Any) -> Query[Any]:
        """The same as an index's, in the order of the table's own sort key."""
        return cls.primary.query(entity, *others, **known)
