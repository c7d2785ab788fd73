"""The bodies of the wardrobe's API, made from the fields of its entities; what is only told is named here."""

import datetime
from collections.abc import Iterable
from datetime import UTC
from typing import get_args

from msgspec import field

from chabudai.accounts.scopes import Rights
from chabudai.apps.wardrobe import access, clothes, days, outfits, record_input, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import (
    Access,
    Clothing,
    ClothingWearDaily,
    History,
    Season,
    Template,
    TemplateWearDaily,
)
from chabudai.apps.wardrobe.thumbs import Card, Thumbnail
from chabudai.common.bodies import changes_body, entity_body, fill, new_body
from chabudai.common.photos import photo_name
from chabudai.table import Page
from chabudai.web.bodies import Body


@new_body(access.FIELDS)
class NewWardrobe(Body):
    """A wardrobe has a name, and needs nothing else."""


class WardrobeBody(Body):
    """`key` opens it; `readKey` only shows it, and is null while nobody was given one."""

    key: str
    name: str
    access: Access
    read_key: str | None
    created_at: datetime.datetime


class RememberedKey(Body):
    """Of either kind: it is remembered as it is."""

    key: str


class RememberedBody(Body):
    """`key` is the one that is remembered; null for a token that only reads, when it is one that changes."""

    key: str | None
    name: str
    access: Access
    read_key: str | None
    created_at: datetime.datetime


class RememberedList(Body):
    wardrobes: list[RememberedBody]


@new_body(clothes.FIELDS)
class NewClothing(Body):
    """Only the name is needed."""


@changes_body(clothes.FIELDS)
class ClothingChanges(Body):
    """What is left out stays as it is; null takes it away."""


class PhotoBody(Body):
    """A JPEG, PNG or WebP of at most 10 MB, in base64."""

    photo: bytes


@entity_body(Clothing, "name", "status", "genre", "colour", "brand", "size", "price", "wear_count", id="clothing_id")
class ClothingBody(Body):
    """`photo` is its name within the wardrobe; `lastWorn` is null for what was never worn."""

    photo: str | None
    seasons: list[Season]
    cost_per_wear: float | None
    last_worn: datetime.date | None
    created_at: datetime.datetime
    deleted_at: datetime.datetime | None


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
    date: datetime.date
    count: int


class WornDays(Body):
    """The days on which it was worn, latest first."""

    days: list[WornDay]
    cursor: str | None


@new_body(outfits.FIELDS)
class NewOutfit(Body):
    """All of the outfit as it is to be."""


@entity_body(Template, "name", "status", "clothing_ids", "wear_count", id="template_id")
class OutfitBody(Body):
    """`thumbs` are its first four pieces, `more` how many there are beyond."""

    thumbs: list[ThumbBody]
    more: int
    last_worn: datetime.date | None
    created_at: datetime.datetime
    deleted_at: datetime.datetime | None


class OutfitPage(Body):
    outfits: list[OutfitBody]
    cursor: str | None


@new_body(record_input.FIELDS, "date", "outfit_id", "id")
class NewRecord(Body):
    """What is sent twice under one `id` is recorded once. Without `clothingIds` an outfit's own are taken."""

    clothing_ids: list[str] = field(default_factory=list)


@new_body(record_input.FIELDS, "date", "clothing_ids", "outfit_id")
class RecordChanges(Body):
    """All of the record as it is to be."""


@changes_body(record_input.FIELDS, "date", "id")
class Repetition(Body):
    """Without a `date` it is worn today. What is sent twice under one `id` is recorded once."""


@entity_body(History, "clothing_ids", id="history_id", date="day", outfit_id="template_id", outfit_name="template_name")
class RecordBody(Body):
    """`thumbs` are its first four pieces, `more` how many there are beyond; planned is what is for a day to come."""

    is_planned: bool
    thumbs: list[ThumbBody]
    more: int
    created_at: datetime.datetime


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


def clothing_body(piece: Clothing) -> ClothingBody:
    return fill(
        ClothingBody,
        piece,
        photo=photo_name(piece.image_key),
        seasons=[season for season in get_args(Season) if season in piece.seasons],
        cost_per_wear=service.cost_per_wear(piece),
        last_worn=_last_worn(piece),
        created_at=_moment(piece.created_at),
        deleted_at=None if piece.deleted_at is None else _moment(piece.deleted_at),
    )


def remembered_body(closet: Closet, rights: Rights) -> RememberedBody:
    is_hidden = rights.is_read_only and closet.access == "EDIT"
    return RememberedBody(
        key=None if is_hidden else service.key_of(closet),
        name=closet.wardrobe.name,
        access=closet.access,
        read_key=closet.wardrobe.read_secret,
        created_at=_moment(closet.wardrobe.created_at),
    )


def outfit_body(card: Card[Template]) -> OutfitBody:
    row = card.row
    return fill(
        OutfitBody,
        row,
        thumbs=thumb_bodies(card.thumbnails),
        more=card.more,
        last_worn=_last_worn(row),
        created_at=_moment(row.created_at),
        deleted_at=None if row.deleted_at is None else _moment(row.deleted_at),
    )


def record_body(closet: Closet, card: Card[History]) -> RecordBody:
    row = card.row
    return fill(
        RecordBody,
        row,
        is_planned=row.day > closet.today(),
        thumbs=thumb_bodies(card.thumbnails),
        more=card.more,
        created_at=_moment(row.created_at),
    )


def worn_days(page: Page[ClothingWearDaily] | Page[TemplateWearDaily]) -> WornDays:
    return WornDays(days=[WornDay(date=row.day, count=row.count) for row in page], cursor=page.cursor)


def thumb_bodies(thumbnails: Iterable[Thumbnail]) -> list[ThumbBody]:
    return [
        ThumbBody(id=each.clothing_id, name=each.name, photo=each.photo, is_deleted=each.is_deleted)
        for each in thumbnails
    ]


def _last_worn(piece: Clothing | Template) -> datetime.date | None:
    return days.worn_on(piece.last_worn_at) if piece.wear_count else None


def _moment(milliseconds: int) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(milliseconds / 1000, UTC)
