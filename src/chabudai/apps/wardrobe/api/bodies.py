"""The bodies of the wardrobe's API: what it takes and gives. The service says what each field may be."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, UnsetType, field, structs

from chabudai.apps.wardrobe import days, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import (
    Access,
    Clothing,
    ClothingWearDaily,
    History,
    Season,
    Status,
    Template,
    TemplateWearDaily,
)
from chabudai.apps.wardrobe.photos import photo_of
from chabudai.apps.wardrobe.rules import SEASONS
from chabudai.apps.wardrobe.thumbs import Card, Small
from chabudai.table import Page
from chabudai.web.bodies import Body

Id: TypeAlias = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Name: TypeAlias = Annotated[str, Meta(description="1 to 40 characters, on one line.", examples=["白いシャツ"])]
DayText: TypeAlias = Annotated[str, Meta(description="From 1970 to 2285.", examples=["2026-11-15", "20261115"])]


class Named(Body):
    name: Name


class WardrobeBody(Body):
    """`key` opens it; `readKey` only shows it, and is null while nobody was given one."""

    key: str
    name: str
    access: Access
    read_key: str | None
    created_at: datetime


class NewClothing(Body):
    """Only the name is needed."""

    name: Name
    genre: str | None = None
    seasons: list[str] = field(default_factory=list)
    colour: str | None = None
    brand: str | None = None
    size: str | None = None
    price: int | None = None


class ClothingChanges(Body):
    """What is left out stays as it is; null takes it away."""

    name: Name | UnsetType = UNSET
    genre: str | UnsetType | None = UNSET
    seasons: list[str] | UnsetType = UNSET
    colour: str | UnsetType | None = UNSET
    brand: str | UnsetType | None = UNSET
    size: str | UnsetType | None = UNSET
    price: int | UnsetType | None = UNSET


class PhotoBody(Body):
    """A JPEG, PNG or WebP of at most 10 MB, in base64."""

    photo: bytes


class ClothingBody(Body):
    """`photo` is its name within the wardrobe; `lastWorn` is null for what was never worn."""

    id: str
    name: str
    status: Status
    photo: str | None
    genre: str | None
    seasons: list[Season]
    colour: str | None
    brand: str | None
    size: str | None
    price: int | None
    cost_per_wear: float | None
    wear_count: int
    last_worn: date | None
    created_at: datetime
    deleted_at: datetime | None


class ClothingPage(Body):
    """`cursor` asks for what follows, with the same parameters; null when this is the end."""

    clothes: list[ClothingBody]
    cursor: str | None


class ThumbBody(Body):
    id: str
    name: str
    photo: str | None
    is_deleted: bool


class Pieces(Body):
    """Every piece, in order; what is deleted is told as the cards show it."""

    pieces: list[ThumbBody]


class WornDay(Body):
    date: date
    count: int


class WornDays(Body):
    """The days on which it was worn, latest first."""

    days: list[WornDay]
    cursor: str | None


class NewOutfit(Body):
    name: Name
    clothing_ids: list[Id]


class OutfitBody(Body):
    """`thumbs` are its first four pieces, `more` how many there are beyond."""

    id: str
    name: str
    status: Status
    clothing_ids: list[str]
    thumbs: list[ThumbBody]
    more: int
    wear_count: int
    last_worn: date | None
    created_at: datetime
    deleted_at: datetime | None


class OutfitPage(Body):
    outfits: list[OutfitBody]
    cursor: str | None


class NewRecord(Body):
    """What is sent twice under one `id` is recorded once. Without `clothingIds` an outfit's own are taken."""

    date: DayText
    clothing_ids: list[Id] = field(default_factory=list)
    outfit_id: Id | None = None
    id: Id | None = None


class RecordChanges(Body):
    """All of the record as it is to be."""

    date: DayText
    clothing_ids: list[Id]
    outfit_id: Id | None = None


class Repetition(Body):
    """Without a `date` it is worn today. What is sent twice under one `id` is recorded once."""

    date: DayText | None = None
    id: Id | None = None


class RecordBody(Body):
    """`thumbs` are its first four pieces, `more` how many there are beyond; planned is what is for a day to come."""

    id: str
    date: date
    is_planned: bool
    outfit_id: str | None
    outfit_name: str | None
    clothing_ids: list[str]
    thumbs: list[ThumbBody]
    more: int
    created_at: datetime


class RecordPage(Body):
    records: list[RecordBody]
    cursor: str | None


def wardrobe_body(closet: Closet) -> WardrobeBody:
    made = closet.wardrobe
    return WardrobeBody(
        key=service.key_of(closet),
        name=made.name,
        access=closet.access,
        read_key=made.read_secret,
        created_at=_moment(made.created_at),
    )


def told(changes: Body) -> dict[str, Any]:
    """What was sent, under the service's own names."""
    return {name: value for name, value in structs.asdict(changes).items() if value is not UNSET}


def clothing_body(piece: Clothing) -> ClothingBody:
    return ClothingBody(
        id=piece.clothing_id,
        name=piece.name,
        status=piece.status,
        photo=photo_of(piece.image_key),
        genre=piece.genre,
        seasons=[season for season in SEASONS if season in piece.seasons],
        colour=piece.colour,
        brand=piece.brand,
        size=piece.size,
        price=piece.price,
        cost_per_wear=service.cost_per_wear(piece),
        wear_count=piece.wear_count,
        last_worn=_last_worn(piece),
        created_at=_moment(piece.created_at),
        deleted_at=None if piece.deleted_at is None else _moment(piece.deleted_at),
    )


def outfit_body(card: Card[Template]) -> OutfitBody:
    row = card.row
    return OutfitBody(
        id=row.template_id,
        name=row.name,
        status=row.status,
        clothing_ids=list(row.clothing_ids),
        thumbs=thumb_bodies(card.smalls),
        more=card.more,
        wear_count=row.wear_count,
        last_worn=_last_worn(row),
        created_at=_moment(row.created_at),
        deleted_at=None if row.deleted_at is None else _moment(row.deleted_at),
    )


def record_body(closet: Closet, card: Card[History]) -> RecordBody:
    row = card.row
    return RecordBody(
        id=row.history_id,
        date=row.day,
        is_planned=row.day > closet.today(),
        outfit_id=row.template_id,
        outfit_name=row.template_name,
        clothing_ids=list(row.clothing_ids),
        thumbs=thumb_bodies(card.smalls),
        more=card.more,
        created_at=_moment(row.created_at),
    )


def worn_days(page: Page[ClothingWearDaily] | Page[TemplateWearDaily]) -> WornDays:
    return WornDays(days=[WornDay(date=row.day, count=row.count) for row in page], cursor=page.cursor)


def thumb_bodies(smalls: Iterable[Small]) -> list[ThumbBody]:
    return [
        ThumbBody(id=small.clothing_id, name=small.name, photo=small.photo, is_deleted=small.is_deleted)
        for small in smalls
    ]


def _last_worn(piece: Clothing | Template) -> date | None:
    return days.worn_on(piece.last_worn_at) if piece.wear_count else None


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
