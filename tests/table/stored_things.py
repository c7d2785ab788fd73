"""Stored things: all that a table of them holds, by raw scans and queries, compared with what it should hold."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tests.table.designs_for_writes import rows
from tests.table.reference import INDEXES, Item, Row, expected_guards, expected_item, has_expired, is_in_index
from tests.table.things import Built

from chabudai.store import Store


def check_table(raw: Store, built: Built, expected: Sequence[tuple[Built, Row]], now: datetime) -> None:
    found = [item for item in rows(raw, built.table) if not has_expired(item, now)]
    things = {item["SK"]["S"]: item for item in found if "_guards" not in item}
    right = {f"THING#{row['thing_id']}": _as_compared(expected_item(of, row)) for of, row in expected}
    differences = _differences({at: _as_compared(item) for at, item in things.items()}, right)
    assert not differences, differences
    guards = {item["SK"]["S"]: item for item in found if "_guards" in item}
    wanted = {
        item["SK"]["S"]: item for of, row in expected for item in expected_guards(of, row, expected_item(of, row))
    }
    differences = _differences(guards, wanted)
    assert not differences, differences
    for index, names in INDEXES.items():
        if index == "ByReserve" and not built.recipe.has_upgrade:
            continue
        _check_index(raw, built, index, names, things, now)


def _check_index(
    raw: Store, built: Built, index: str, names: tuple[str, ...], things: dict[str, Item], now: datetime
) -> None:
    held = {at: item for at, item in things.items() if is_in_index(item, index)}
    asked = {"TableName": built.table.name, "IndexName": index}
    scanned = [item for item in raw.call("Scan", asked)["Items"] if not has_expired(item, now)]
    assert sorted(item["SK"]["S"] for item in scanned) == sorted(held), index
    halves = names[:-1]
    for item in held.values():
        values = {f":{at}": item[name] for at, name in enumerate(halves)}
        text = " AND ".join(f"#{at} = :{at}" for at in range(len(halves)))
        request = {
            **asked,
            "KeyConditionExpression": text,
            "ExpressionAttributeNames": {f"#{at}": name for at, name in enumerate(halves)},
            "ExpressionAttributeValues": values,
        }
        queried = [each for each in raw.call("Query", request)["Items"] if not has_expired(each, now)]
        same = {at for at, each in held.items() if all(each[name] == item[name] for name in halves)}
        assert {each["SK"]["S"] for each in queried} == same, index


def _as_compared(item: Item) -> Item:
    """Sets in order; and a default that is left out when an entity is kept whole may be there after an update."""
    sets = {name: {"SS": sorted(value["SS"])} for name, value in item.items() if "SS" in value}
    return {**item, **sets, "quiet": item.get("quiet", {"N": "3"})}


def _differences(found: dict[str, Item], right: dict[str, Item]) -> dict[str, Any]:
    """Attribute by attribute: what is stored, and what should be."""
    return {
        f"{at}.{name}": (stored, wanted)
        for at in found.keys() | right.keys()
        for name in found.get(at, {}).keys() | right.get(at, {}).keys()
        if (stored := found.get(at, {}).get(name)) != (wanted := right.get(at, {}).get(name))
    }
