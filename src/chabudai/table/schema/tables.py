"""Tables: one single-table design's table with its indexes, and the access patterns that are declared on it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, ParamSpec, TypeAlias, TypeVar, overload

from chabudai.table.errors import DesignError
from chabudai.table.plans import Plan, Query
from chabudai.table.schema.naming import NamingRule, as_is
from chabudai.table.schema.patterns import Pattern, PatternLabel, declare_pattern

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

Attributes: TypeAlias = str | Sequence[str]
Projection: TypeAlias = Literal["ALL", "KEYS_ONLY"] | list[str] | tuple[str, ...]
StreamView: TypeAlias = Literal["NEW_AND_OLD_IMAGES", "NEW_IMAGE", "OLD_IMAGE", "KEYS_ONLY"]

MAX_KEY_ATTRIBUTES = 4


class Index:
    """A way to query: the table itself, or one of its indexes. Each half of its key is one attribute, or up to four."""

    table: "type[Table]"

    def __init__(self, name: str | None, hash_key: Attributes, range_key: Attributes, projection: Projection) -> None:
        self.name = name
        self.hash = _attributes(name, hash_key)
        self.range = _attributes(name, range_key)
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
    def __init__(self, name: str, pk: Attributes, sk: Attributes = (), *, projection: Projection = "ALL") -> None:
        super().__init__(name, pk, sk, projection)


class Lsi(Index):
    """Another order within the table's own partitions."""

    def __init__(self, name: str, sk: str, *, projection: Projection = "ALL") -> None:
        super().__init__(name, sk, sk, projection)


class Table:
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
        cls.name, cls.delimiter, cls.ttl, cls.stream = name, delimiter, ttl, stream
        cls.capacity, cls.encrypted = capacity, encrypted
        cls.naming = staticmethod(naming)
        cls.primary = Primary(None, pk, sk or (), "ALL")
        cls.primary.table = cls
        cls.indexes = tuple(member for member in vars(cls).values() if isinstance(member, (Gsi, Lsi)))
        for index in cls.indexes:
            if isinstance(index, Lsi):
                index.hash = cls.primary.hash
        _check(cls)
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
        cls, number: str, description: str, *, rows: int | None = None, scans: bool = False
    ) -> Callable[[Callable[P, R]], Pattern[P, R]]:
        """`@WardrobeTable.pattern("AP-04", "clothes, most worn first", rows=50)`: a function that returns a plan.

        With `scans`, one for exports and jobs, which may walk through the whole table.
        """

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


def _check(table: type[Table]) -> None:
    names = [index.name for index in table.indexes]
    if twice := [name for name in names if names.count(name) > 1]:
        raise DesignError(f"{table.name} has two indexes named {twice[0]}: give one of them another name")
    if not table.primary.range and any(isinstance(index, Lsi) for index in table.indexes):
        raise DesignError(f"{table.name} has a local index, and so needs a sort key itself: sk=…")


def _attributes(name: str | None, given: Attributes) -> tuple[str, ...]:
    names = (given,) if isinstance(given, str) else tuple(given)
    if len(names) > MAX_KEY_ATTRIBUTES:
        raise DesignError(f"{name}: each half of a key has at most {MAX_KEY_ATTRIBUTES} attributes")
    return names
