"""Options of tables and indexes: what DynamoDB takes, and what is refused where it is declared."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from chabudai.table.errors import DesignError
from chabudai.table.keys.templates import check_delimiter
from chabudai.table.schema.reserved_names import RESERVED_ATTRIBUTES, VERSION_ATTRIBUTE

if TYPE_CHECKING:
    from chabudai.table.schema.tables import Index, Table

Attributes: TypeAlias = str | Sequence[str]
Projection: TypeAlias = Literal["ALL", "KEYS_ONLY"] | list[str] | tuple[str, ...]
StreamView: TypeAlias = Literal["NEW_AND_OLD_IMAGES", "NEW_IMAGE", "OLD_IMAGE", "KEYS_ONLY"]

MAX_KEY_ATTRIBUTES = 4
_MAX_LOCAL_INDEXES = 5
_MAX_GLOBAL_INDEXES = 20
_MAX_ATTRIBUTE_NAME = 255
_NAME = re.compile(r"[A-Za-z0-9_.-]{3,255}")
_UNITS = 2

NO_NAME = "is no name that DynamoDB takes: 3 to 255 of a-z, A-Z, 0-9, _ - and . are one"


def check_options(table: "type[Table]") -> None:
    """What is said of the table itself."""
    where = table.__name__
    _check_name(where, "name", table.name)
    for option, attribute in zip(("pk", "sk"), table.primary.attributes, strict=False):
        _check_attribute(f"{where}: {option}={attribute!r}", attribute)
    if table.primary.hash == table.primary.range:
        name = table.primary.hash[0]
        raise DesignError(f"{where}: pk={name!r} and sk={name!r} are one attribute: name two, or leave sk=… out")
    if table.ttl is not None:
        _check_attribute(f"{where}: ttl={table.ttl!r}", table.ttl)
    if table.stream is not None and table.stream not in get_args(StreamView):
        views = ", ".join(get_args(StreamView))
        raise DesignError(f"{where}: stream={table.stream!r} is no view of changes: give one of {views}")
    if table.capacity is not None and not _is_capacity(table.capacity):
        raise DesignError(
            f"{where}: capacity={table.capacity!r} is no pair of read and write units: give both, as capacity=(5, 5), "
            "or leave it out to pay per request"
        )
    check_naming(where, table.naming)
    try:
        check_delimiter(table.delimiter)
    except DesignError as fault:
        raise type(fault)(f"{where}: delimiter={fault}") from None


def check_naming(where: str, rule: Any) -> None:
    """A rule is a function; its name in quotes is a mistake that is easily made."""
    if not callable(rule):
        raise DesignError(
            f"{where}: naming={rule!r} is no function that makes stored names of fields' names: give one itself, as "
            "naming=camel"
        )


def check_index_names(table: "type[Table]", reserved: set[str]) -> None:
    """`reserved` are the names that every table has for something else."""
    for attribute, member in vars(table).items():
        if attribute in reserved and is_index(member):
            raise DesignError(
                f"{table.__name__}.{attribute} means something else for every table: give the index another name, as "
                f"by_{attribute} = …"
            )


def check_indexes(table: "type[Table]") -> None:
    for attribute in dir(table):
        index: Any = getattr(table, attribute, None)
        if is_index(index) and index.table is not table:
            raise DesignError(
                f"{table.__name__}.{attribute} is an index of {index.table.__name__}: declare one of its own in "
                f"{table.__name__}"
            )
    for at, index in enumerate(table.indexes):
        _check_index(table, index)
        _check_apart(table, index, table.indexes[:at])
    if sum(index.is_local for index in table.indexes) > _MAX_LOCAL_INDEXES:
        raise DesignError(
            f"{table.__name__} has more than the {_MAX_LOCAL_INDEXES} local indexes that a table may have"
        )
    if sum(not index.is_local for index in table.indexes) > _MAX_GLOBAL_INDEXES:
        raise DesignError(
            f"{table.__name__} has more than the {_MAX_GLOBAL_INDEXES} global indexes that a table may have: let "
            "several entities and patterns share one"
        )
    if not table.primary.range and any(index.is_local for index in table.indexes):
        raise DesignError(f"{table.name} has a local index, and so needs a sort key itself: sk=…")


def is_index(value: Any) -> bool:
    return hasattr(type(value), "is_local")


def is_name(given: Any) -> bool:
    """Whether DynamoDB takes it as the name of a table or an index."""
    return isinstance(given, str) and _NAME.fullmatch(given) is not None


def attribute_names(name: str | None, given: Attributes) -> tuple[str, ...]:
    """One half of a key."""
    names: tuple[Any, ...] = tuple(given) if isinstance(given, (list, tuple)) else (given,)
    if len(names) > MAX_KEY_ATTRIBUTES:
        raise DesignError(
            f"{name}: each half of a key has at most {MAX_KEY_ATTRIBUTES} attributes, and not {len(names)}: join some "
            "of them in one key, as in key('{a}#{b}')"
        )
    return names


def _check_index(table: "type[Table]", index: "Index") -> None:
    where = f"{table.__name__}/{index.name}"
    _check_name(table.__name__, "the index", index.name)
    if index.is_local and len(index.range) > 1:
        raise DesignError(
            f"{where}: a local index has one attribute in its sort key, and not {len(index.range)}: name one, or make "
            "it a Gsi"
        )
    for attribute in index.attributes:
        _check_attribute(f"{where}: {attribute!r}", attribute)
        if index.attributes.count(attribute) > 1:
            raise DesignError(f"{where} has {attribute} twice in its key: name two attributes, or leave one out")
    listed = index.projection
    if listed in ("ALL", "KEYS_ONLY"):
        return
    if not isinstance(listed, (list, tuple)) or not listed:
        raise DesignError(
            f"{where}: projection={listed!r} is none: give 'ALL', 'KEYS_ONLY', or a list of the names that attributes "
            "are stored under"
        )
    for attribute in listed:
        if attribute != VERSION_ATTRIBUTE:
            _check_attribute(f"{where}: {attribute!r}", attribute)
        if listed.count(attribute) > 1:
            raise DesignError(f"{where}: projection=… names {attribute} twice: leave one of them out")


def _check_apart(table: "type[Table]", index: "Index", others: "Sequence[Index]") -> None:
    if any(index.name == other.name for other in others):
        raise DesignError(f"{table.name} has two indexes named {index.name}: give one of them another name")
    if (index.hash, index.range) == (table.primary.hash, table.primary.range):
        raise DesignError(
            f"{table.name}/{index.name} has the key of the table itself: leave it out, and query the table"
        )
    for other in others:
        mine, theirs = ((each.hash, each.range, each.projection) for each in (index, other))
        if mine == theirs:
            raise DesignError(
                f"{table.name}/{index.name} is the same as {other.name}: give it another key, or leave it out"
            )


def _check_name(where: str, what: str, name: Any) -> None:
    if not is_name(name):
        raise DesignError(f"{where}: {what} {name!r} {NO_NAME}")


def _check_attribute(where: str, name: Any) -> None:
    if not isinstance(name, str) or not 0 < len(name.encode()) <= _MAX_ATTRIBUTE_NAME:
        raise DesignError(f"{where} is no name of an attribute: a text of 1 to {_MAX_ATTRIBUTE_NAME} bytes is one")
    if name in RESERVED_ATTRIBUTES:
        raise DesignError(f"{where} is a name by which the toolkit keeps something of its own in rows: give another")


def _is_capacity(given: Any) -> bool:
    if not isinstance(given, (list, tuple)) or len(given) != _UNITS:
        return False
    return all(isinstance(units, int) and not isinstance(units, bool) and units > 0 for units in given)
