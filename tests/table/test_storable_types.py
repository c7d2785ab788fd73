"""A type that DynamoDB has no values for is refused where it is declared, also within models, lists and unions."""

import re
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from enum import Enum, StrEnum
from fractions import Fraction
from ipaddress import IPv4Address, IPv6Network
from types import new_class
from typing import Annotated, Any, Literal, Optional
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from pydantic import AfterValidator, AnyUrl, BaseModel, Field, HttpUrl, Json, PostgresDsn, SecretStr, create_model
from tests.table.designs import entity_named, of

from chabudai import table
from chabudai.table import DesignError, Entity, InKey, Table, Trash, id_field, key


class Colour(StrEnum):
    RED = "red"


class Size(Enum):
    SMALL = "s"


def declare(annotation: Any, **members: Any) -> type[Any]:
    things = new_class("Things", (Table,), {"name": "Things", "pk": "PK", "sk": "SK"})
    fields = {"owner": InKey[str], "value": annotation}
    return entity_named("Item", things, fields, PK=key("P#{owner}"), SK=key("I"), **members)


@pytest.mark.parametrize(
    "annotation",
    [
        *(HttpUrl, AnyUrl, PostgresDsn, SecretStr, deque[int], IPv4Address, IPv6Network, ZoneInfo, Fraction, complex),
        *(Json, Json[list[int]], Callable[[], int], type[int], re.Pattern[str]),
        *(dict[int, str], dict[date, int], dict[UUID, int], dict[bool, int], dict[Size, int], dict[Literal[1], int]),
        *(dict[int | str, int], Mapping[Decimal, int], dict[tuple[str, str], int]),
        *(set[tuple[str, int]], frozenset[bool], set[frozenset[str]], set[tuple[int, ...] | str]),
    ],
    ids=str,
)
@pytest.mark.parametrize("within", ["itself", "a list", "None", "a model"])
def test_a_type_without_attribute_values_is_refused_where_it_is_declared(annotation: Any, within: str) -> None:
    model: type[BaseModel] = create_model("Inner", part=(annotation, ...))
    given: dict[str, Any] = {"itself": annotation, "a list": of(list, annotation), "a model": model}
    given["None"] = of(list, Optional[annotation])  # noqa: UP045
    with pytest.raises(DesignError, match=r"Item\.value(: Inner\.part)? is a .*(can't store|are texts|make it a list)"):
        declare(given[within])


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (dict[Colour, int], {Colour.RED: 1}),
        (dict[Literal["a", "b"], int], {"a": 1}),
        (dict[Annotated[str, Field(min_length=1)], int], {"a": 1}),
        (OrderedDict[str, int], OrderedDict(a=1)),
        (Mapping[str, list[int]], {"a": [1]}),
        (dict[str, Any], {"a": {"b": [1]}}),
        (set[date], {date(2026, 1, 2)}),
        (frozenset[UUID], frozenset({UUID(int=1)})),
        (Annotated[HttpUrl, AfterValidator(str)], "https://example.com/"),
        (list[Annotated[IPv4Address, AfterValidator(str)]], ["1.2.3.4"]),
    ],
    ids=str,
)
def test_what_is_accepted_is_stored_and_read_back(annotation: Any, value: Any) -> None:
    item = declare(annotation)
    with table.open(":memory:") as store:
        store.create(item.layout.table)
        given = store.insert(item(owner="o", value=value))
        assert store.get(item.get(owner="o")) == given == item(owner="o", value=value)


def test_an_id_is_made_by_a_call() -> None:
    with pytest.raises(DesignError, match=r"Item\.value = id_field makes no ids by itself: write id_field\(\)"):
        declare(str, value=id_field)


@pytest.mark.parametrize("trash", [Trash("frozen_at"), Trash("owner"), Trash("gone_at", "kind", "A", "B")], ids=repr)
def test_a_trash_is_told_by_fields_that_an_update_changes(trash: Trash) -> None:
    class Things(Table, name="Things", pk="PK", sk="SK"):
        pass

    with pytest.raises(DesignError, match=r"Item\.\w+ is (frozen|part of its key), and Trash\(…\) names fields"):

        class Item(Entity, table=Things, trash=trash):
            owner: InKey[str]
            kind: InKey[str]
            gone_at: date | None = None
            frozen_at: date | None = Field(default=None, frozen=True)
            PK = key("P#{owner}")
            SK = key("I#{kind}")
