"""Partitions: several that are asked for at once, as `shard=each_of(range(8))`, and the query of each."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import orjson

from chabudai.table.errors import DesignError, InvalidKeyCondition

if TYPE_CHECKING:
    from chabudai.table.plans import Query

MAX_PARTITIONS = 100


@dataclass(frozen=True, slots=True)
class EachOf:
    values: tuple[Any, ...]


def each_of(values: Iterable[Any]) -> EachOf:
    """`Events.query(Event, day=day, shard=each_of(range(8)))`: the rows of all these partitions, in one order."""
    if isinstance(values, (str, bytes)):
        raise DesignError(f"each_of(…) wants several values, as in a list, and was given the text {values!r}")
    if not isinstance(values, Iterable):
        raise DesignError(f"each_of(…) wants several values, as in a list, and was given {values!r}")
    return EachOf(tuple(values))


def partitions_of(query: "Query[Any]") -> "tuple[Query[Any], ...]":
    """The queries whose rows are merged, each of one partition and no two of the same."""
    found = [_of_partition(query, row) for row in product(*query.each.values())]
    return tuple({orjson.dumps(part.request, option=orjson.OPT_SORT_KEYS): part for part in found}.values())


def first_partition_of(query: "Query[Any]") -> "Query[Any]":
    """One that stands for all of them: they differ in values alone."""
    return _of_partition(query, next(product(*query.each.values())))


def check_each(query: "Query[Any]") -> None:
    """Only parts of the partition key, and not too many of them."""
    for layout in query.layouts:
        keys = [key for name in query.index.hash if (key := layout.key_attribute(name)) is not None]
        for name, values in query.each.items():
            if not any(name in key.fields or name in key.computed for key in keys):
                raise InvalidKeyCondition(
                    f"{query.index!r} can't be asked for each of some {name}: it is no part of the partition key of "
                    f"{layout.name} there; a part of the sort key has ranges"
                )
            if not values:
                raise InvalidKeyCondition(f"{query.index!r} is asked for each {name} of none: give at least one")
    number = 1
    for values in query.each.values():
        number *= len(values)
    if number > MAX_PARTITIONS:
        raise InvalidKeyCondition(
            f"{query.index!r} is asked for {number} partitions at once, each with a Query of its own for every page: "
            f"{MAX_PARTITIONS} at most; use fewer shards, or ask for some of them at a time"
        )


def _of_partition(query: "Query[Any]", row: tuple[Any, ...]) -> "Query[Any]":
    return replace(query, known={**query.known, **dict(zip(query.each, row, strict=True))}, each={})
