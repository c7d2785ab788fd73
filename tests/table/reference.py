"""A little implementation of its own of what is stored for a thing: fields, keys, guards and indexes, from its values.

It shares nothing with the toolkit, so that both can be compared.
"""

import math
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any, TypeAlias

from pydantic import BaseModel
from tests.table.thing_rules import text_of
from tests.table.things import COMPUTED, COMPUTED_OF, UNIQUES, Built

Row: TypeAlias = Mapping[str, Any]
Item: TypeAlias = dict[str, Any]

# Where each index of a thing's table finds its keys.
INDEXES: Mapping[str, tuple[str, ...]] = {
    "One": ("onePk", "oneSk"),
    "Two": ("twoPk", "twoSk"),
    "ByTag": ("tagPk", "tagSk"),
    "Raw": ("status", "m", "n"),
    "ByReserve": ("reservePk", "SK"),
}
ONLY_IN_KEYS = frozenset({"owner", "tag"})
_PART = re.compile(r"\{(\w+)(?::([^}]*))?\}")


class Unkeyable(Exception):
    """A value that can't stand in a key."""


def expected_item(built: Built, row: Row) -> Item:
    item = {name: encode(name, value) for name, value in row.items() if name not in ONLY_IN_KEYS}
    item |= {name: text_attribute(render(text, row)) for name, text in built.templates.items()}
    if built.recipe.has_upgrade and not built.is_old:
        item["_schema_version"] = {"N": "2"}
    if not row["status"]:
        raise Unkeyable("status")
    return {name: attribute for name, attribute in item.items() if attribute is not None}


def expected_guards(built: Built, row: Row, item: Item) -> Iterable[Item]:
    """The guard rows of one row, whole."""
    if built.recipe.frees_unique and is_in_trash(built, row):
        return
    for name in built.recipe.uniques:
        pk, sk = (render(text, row) for text in UNIQUES[name])
        if pk is not None and sk is not None:
            guard: Item = {"PK": {"S": pk}, "SK": {"S": sk}, "_guards": {"M": {"PK": item["PK"], "SK": item["SK"]}}}
            yield {**guard, **({"until": item["until"]} if "until" in item else {})}


def is_in_trash(built: Built, row: Row) -> bool:
    if built.recipe.trash == "status":
        return text_of(row["status"]) == "GONE"
    return built.recipe.trash == "time" and row["gone_at"] is not None


def is_in_index(item: Item, index: str) -> bool:
    return all(name in item for name in INDEXES[index])


def has_expired(item: Item, now: datetime) -> bool:
    return "until" in item and int(item["until"]["N"]) <= now.timestamp()


def text_attribute(text: str | None) -> Item | None:
    return None if text is None else {"S": text}


def encode(name: str, value: Any) -> Item | None:
    """None for what is left out."""
    if value is None:
        return {"NULL": True} if name == "shade" else None
    if name == "code":
        return {"S": f"{value:04}"}
    if name == "until":
        if value == 0:
            return None
        moment = (
            (value - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(seconds=1) if isinstance(value, datetime) else value
        )
        return {"N": str(math.ceil(moment))}
    if isinstance(value, frozenset) and not value:
        return None
    return attribute(value)


def attribute(value: Any) -> Item:
    match value:
        case Enum():
            return attribute(value.value)
        case bool():
            return {"BOOL": value}
        case str():
            return {"S": str(value)}
        case int() | Decimal():
            return {"N": f"{Decimal(value).normalize():f}"}
        case datetime():
            return {"S": value.astimezone(UTC).isoformat().replace("+00:00", "Z")}
        case date():
            return {"S": value.isoformat()}
        case bytes():
            return {"B": b64encode(value).decode()}
        case frozenset() | set():
            return {"SS": sorted(value)}
        case list() | tuple():
            return {"L": [attribute(each) for each in value]}
        case BaseModel():
            return {"M": {name: attribute(each) for name, each in value if each is not None and each != frozenset()}}
        case dict():
            return {"M": {name: attribute(each) for name, each in value.items()}}
        case _:
            raise TypeError(value)


def render(text: str, row: Row) -> str | None:
    """A template with its parts filled in; None where one of them is None."""
    values = {part[1]: _part_value(part[1], row) for part in _PART.finditer(text)}
    if None in values.values():
        return None
    return _PART.sub(lambda part: _write(values[part[1]], part[2]), text)


def _part_value(name: str, row: Row) -> Any:
    if name not in COMPUTED:
        return row[name]
    given = {field: row[field] for field in COMPUTED_OF[name]}
    return None if None in given.values() else COMPUTED[name](**given)


def _write(value: Any, spec: str | None) -> str:
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, str):
        return _write_text(value, spec)
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, date):
        return value.isoformat()[:7] if spec == "yyyy-mm" else value.isoformat()
    assert spec is not None
    return _write_number(value, spec)


def _write_text(text: str, spec: str | None) -> str:
    if not text or ("#" in text and spec is None):
        raise Unkeyable(text)
    if spec is None:
        return text
    return "".join(f"%{ord(each):02X}" if each <= "%" else each for each in text)


def _write_number(value: int | Decimal, spec: str) -> str:
    whole, _, fraction = spec.lstrip("+-").partition(".")
    digits = int(whole) + int(fraction or 0)
    units = int(Decimal(value) * 10 ** int(fraction or 0))
    if units != Decimal(value) * 10 ** int(fraction or 0):
        raise Unkeyable(value)
    limit = 10**digits
    if not (-limit if "+" in spec else 0) <= units < limit:
        raise Unkeyable(value)
    if spec.startswith("-"):
        units = limit - 1 - units
    sign = ("-" if units < 0 else "0") if "+" in spec else ""
    text = f"{units % limit:0{digits}}"
    return sign + (f"{text[: int(whole)]}.{text[int(whole) :]}" if fraction else text)
