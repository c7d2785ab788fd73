# ruff: noqa: N815 - attributes are spelled as they are stored
"""The wardrobe's rows and the keys of each: what the table holds, with the bounds of every field."""

from datetime import UTC, date, datetime
from typing import Annotated, Final, Literal, TypeAlias

from chabudai.apps.wardrobe.messages import lazy
from chabudai.common.fields import Rule
from chabudai.common.text import is_id
from chabudai.table import (
    As,
    Entity,
    Field,
    Gsi,
    InKey,
    OmitDefault,
    OrNull,
    Stored,
    Table,
    Trash,
    View,
    camel,
    id_field,
    key,
)

Status: TypeAlias = Literal["ACTIVE", "DELETED"]
Season: TypeAlias = Literal["spring", "summer", "autumn", "winter"]
Genre: TypeAlias = Literal[
    "tops",
    "bottoms",
    "dress",
    "outer",
    "shoes",
    "bag",
    "hat",
    "accessory",
    "kimono",
    "sport",
    "home",
    "other",
]
Colour: TypeAlias = Literal[
    "white",
    "grey",
    "black",
    "beige",
    "brown",
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "navy",
    "purple",
    "pink",
    "pattern",
]
Access: TypeAlias = Literal["EDIT", "READ"]
Sort: TypeAlias = Literal["created", "wearCount", "lastWorn"]
Order: TypeAlias = Literal["asc", "desc"]

MAX_CLOTHES: Final = 20
FIRST_DAY: Final = date(1970, 1, 1)
LAST_DAY: Final = date(2285, 12, 31)  # later ones have a digit more in `lastWornAt`, and would not sort


def _check_id(clothing_id: str) -> str:
    if not is_id(clothing_id):
        raise ValueError(clothing_id)
    return clothing_id


def _check_different(clothing_ids: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(clothing_ids)) < len(clothing_ids):
        raise ValueError(clothing_ids)
    return clothing_ids


Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=40, examples=["白いシャツ"])]
Note: TypeAlias = Annotated[str, Field(max_length=40)]
Milliseconds: TypeAlias = Annotated[int, Field(ge=0, lt=10**13)]
"""Since 1970, in the thirteen digits by which they sort."""
ClothingIds: TypeAlias = Annotated[
    tuple[Annotated[str, Rule(_check_id, lazy("We can't find that item in this wardrobe."))], ...],
    Field(min_length=1, max_length=MAX_CLOTHES),
    Rule(_check_different, lazy("The same item is chosen twice.")),
]
"""In the order in which they were chosen."""


_TRASH = Trash("deleted_at", "status", "ACTIVE", "DELETED")


class WardrobeTable(Table, name="WardrobeTable", pk="PK", sk="SK", naming=camel):
    by_created = Gsi("StatusListByCreatedAt", "statusListPk", "createdAtSk")
    by_wear = Gsi("StatusListByWearCount", "statusListPk", "wearCountSk")
    by_worn = Gsi("StatusListByLastWornAt", "statusListPk", "lastWornAtSk")
    by_date = Gsi("HistoryByDate", "PK", "historyDateSk")


class Wardrobe(Entity, table=WardrobeTable):
    """Opened by its id, as the seed says; one that has an `edit_secret` (beyond the seed) by that alone."""

    wardrobe_id: str = id_field("wd_")
    name: Name
    created_at: Milliseconds = Field(frozen=True)
    edit_secret: str | None = None
    read_secret: str | None = None

    PK = key("W#{wardrobe_id}")
    SK = key("META")


class Piece(Entity):
    """What clothes and templates have in common: they are worn, counted, thrown away and taken back.

    Beyond the seed: `search_name` is the name as a search compares it. `taken_back` grows when a wear is taken back, so
    that two moments with the same figures, and other days behind them, can be told apart.
    """

    wardrobe_id: InKey[str]
    name: Name
    status: Status = "ACTIVE"
    wear_count: int = Field(default=0, ge=0)
    last_worn_at: int = Field(default=0, ge=0)
    created_at: Milliseconds = Field(frozen=True)
    deleted_at: OrNull[Milliseconds] = None
    search_name: OmitDefault[str] = ""
    taken_back: OmitDefault[int] = Field(default=0, ge=0)


class Clothing(Piece, table=WardrobeTable, trash=_TRASH):
    clothing_id: str = id_field("cl_")
    image_key: str | None = None
    # Beyond the seed, from here on.
    image_tint: str | None = None
    genre: Genre | None = None
    seasons: frozenset[Season] = frozenset()
    colour: Colour | None = None
    brand: Note | None = None
    size: Note | None = None
    price: int | None = Field(default=None, ge=0, le=100_000_000)

    PK = key("W#{wardrobe_id}#CLOTH")
    SK = key("CLOTH#{clothing_id}")
    statusListPk = key("W#{wardrobe_id}#CLOTH#{status}")
    createdAtSk = key("CREATED#{created_at:013}#{clothing_id}")
    wearCountSk = key("WEAR#{wear_count:010}#{clothing_id}")
    lastWornAtSk = key("LASTWORN#{last_worn_at:013}#{clothing_id}")


class Thumb(View, of=Clothing):
    """As much of a piece as its picture on an outfit or a day needs."""

    wardrobe_id: InKey[str]
    clothing_id: str
    name: str
    status: Status
    image_key: str | None = None
    image_tint: str | None = None


class Template(Piece, table=WardrobeTable, trash=_TRASH):
    template_id: str = id_field("tp_")
    clothing_ids: ClothingIds

    PK = key("W#{wardrobe_id}#TPL")
    SK = key("TPL#{template_id}")
    statusListPk = key("W#{wardrobe_id}#TPL#{status}")
    createdAtSk = key("CREATED#{created_at:013}#{template_id}")
    wearCountSk = key("WEAR#{wear_count:010}#{template_id}")
    lastWornAtSk = key("LASTWORN#{last_worn_at:013}#{template_id}")


class History(Entity, table=WardrobeTable):
    wardrobe_id: InKey[str]
    history_id: str = id_field("hs_")
    created_at: Milliseconds = Field(frozen=True)
    day: Annotated[date, As("yyyymmdd"), Stored("date")] = Field(ge=FIRST_DAY, le=LAST_DAY)
    template_id: OrNull[str] = None
    clothing_ids: ClothingIds
    template_name: OmitDefault[Name | None] = None  # beyond the seed

    PK = key("W#{wardrobe_id}#HIST")
    SK = key("HIST#{history_id}")
    historyDateSk = key("DATE#{day:yyyymmdd}#{history_id}")


class WearDaily(Entity):
    """How often a piece was worn on a day: the truth behind `wear_count` and `last_worn_at`."""

    wardrobe_id: InKey[str]
    day: Annotated[date, As("yyyymmdd"), Stored("date")]
    count: int = Field(default=0, ge=0)


class ClothingWearDaily(WearDaily, table=WardrobeTable):
    clothing_id: InKey[str]

    PK = key("W#{wardrobe_id}#COUNT#CLOTH#{clothing_id}")
    SK = key("DATE#{day:yyyymmdd}")


class TemplateWearDaily(WearDaily, table=WardrobeTable):
    template_id: InKey[str]

    PK = key("W#{wardrobe_id}#COUNT#TPL#{template_id}")
    SK = key("DATE#{day:yyyymmdd}")


class Link(Entity, table=WardrobeTable):
    """Beyond the seed: a secret that opens a wardrobe, for as long as the row is there."""

    secret: InKey[str]
    wardrobe_id: str
    access: Access
    created_at: Milliseconds = Field(frozen=True)

    PK = key("LINK#{secret}")
    SK = key("META")


class RememberedWardrobe(Entity, table=WardrobeTable):
    """Beyond the seed: a wardrobe that the account of whoever opened it remembers, by the secret that opened it."""

    username: InKey[str]
    secret: InKey[str]
    wardrobe_id: str
    opened_at: Milliseconds

    PK = key("PERSON#{username}")
    SK = key("LINK#{secret}")


def epoch_ms(day: date) -> int:
    """A day as `lastWornAt` has it: its midnight in UTC, in Unix milliseconds."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000
