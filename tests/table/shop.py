"""A design whose rows hold models, lists and maps within their fields, for the tests of paths and conditions."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, RootModel
from pydantic.alias_generators import to_camel
from typing_extensions import TypedDict

from chabudai.table import As, Entity, Field, Gsi, InKey, OrNull, Prefixed, Table, View, camel, key

Currency = Literal["JPY", "EUR"]


class Address(BaseModel):
    """Stored by its aliases, with None as NULL, since one field may be None and is not by default."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)

    city: str
    post_code: str = "000"
    floor: int | None = 1


class Line(BaseModel):
    name: str
    quantity: int = Field(default=1, ge=1)
    sizes: tuple[int, ...] = ()
    gift: Address | None = None


class Stamp(RootModel[date]):
    """Stored as the date alone."""


class Parcel(BaseModel):
    weight: Decimal
    tracking: str | None = None


class Window(TypedDict):
    first: date
    last: date


class Shop(Table, name="Shop", pk="PK", sk="SK", naming=camel):
    by_code = Gsi("ByCode", "codePk", "SK")


class Order(Entity, table=Shop):
    owner: InKey[str]
    order_id: InKey[str]
    address: Address | None = None
    billing: Address = Address(city="Kyoto")
    other: OrNull[Address] = None
    lines: list[Line] = Field(default_factory=list)
    prices: dict[Currency, Decimal] = Field(default_factory=dict)
    notes: dict[str, Any] = Field(default_factory=dict)
    words: list[str] = Field(default_factory=list)
    tags: frozenset[str] = frozenset()
    limits: tuple[int, str] = (1, "a")
    parcel: Parcel | None = None
    window: Window | None = None
    stamp: Stamp | None = None
    placed_on: Annotated[date, As("yyyymmdd")] = date(2026, 1, 1)
    labels: Annotated[list[str], Prefixed("L#")] = Field(default_factory=list)
    stock: int = 0
    reserved: int = 0
    code: InKey[str | None] = None

    PK = key("O#{owner}")
    SK = key("ORDER#{order_id}")
    codePk = key("CODE#{code}")  # noqa: N815 - as the table has it


class Slip(View, of=Order):
    owner: InKey[str]
    order_id: InKey[str]
    address: Address | None = None
