"""Transfer: a wardrobe as one JSON document, photos included, and back into a new one."""

from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import Annotated, Any, Final, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from chabudai.apps.wardrobe import days, design, doors, erasure, photos, rules
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.design import MAX_CLOTHES, Clothing, History, Season, Status, Template
from chabudai.apps.wardrobe.errors import InvalidDocument, NoSuchPhoto
from chabudai.apps.wardrobe.filling import Contents, fill
from chabudai.apps.wardrobe.messages import lazy
from chabudai.apps.wardrobe.photos import Kept
from chabudai.web.errors import InvalidInput, NotFound
from chabudai.web.zones import TOKYO

FORMAT: Final = "chabudai.wardrobe"
LARGEST_DOCUMENT: Final = 64 * 1024 * 1024  # bytes, with every photo in it
_MOST_PIECES = 20_000
_MOST_RECORDS = 100_000

Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Moment = Annotated[int, Field(ge=0, lt=10**13)]


class _Part(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore", frozen=True)


class _Piece(_Part):
    name: str
    status: Status = "ACTIVE"
    created_at: Moment
    deleted_at: Moment | None = None


class ClothingPart(_Piece):
    clothing_id: Id
    genre: str | None = None
    seasons: tuple[Season, ...] = ()
    colour: str | None = None
    brand: str | None = None
    size: str | None = None
    price: int | None = None
    photo: str | None = None  # WebP in base64


class TemplatePart(_Piece):
    template_id: Id
    clothing_ids: tuple[Id, ...] = Field(min_length=1, max_length=MAX_CLOTHES)


class HistoryPart(_Part):
    history_id: Id
    created_at: Moment
    date: str
    template_id: Id | None = None
    template_name: str | None = None
    clothing_ids: tuple[Id, ...] = Field(min_length=1, max_length=MAX_CLOTHES)


class Document(_Part):
    """`wearCount` and `lastWornAt` are not in it: the records say them."""

    format: Literal["chabudai.wardrobe"]
    version: Literal[1]
    name: str
    clothes: tuple[ClothingPart, ...] = Field(max_length=_MOST_PIECES)
    templates: tuple[TemplatePart, ...] = Field(max_length=_MOST_PIECES)
    histories: tuple[HistoryPart, ...] = Field(max_length=_MOST_RECORDS)


def export_wardrobe(closet: Closet) -> Mapping[str, Any]:
    """Everything but the keys, in plain values for JSON."""
    store, wardrobe_id = closet.store, closet.wardrobe_id
    document = Document(
        format=FORMAT,
        version=1,
        name=closet.wardrobe.name,
        clothes=tuple(_clothing_part(closet, each) for each in store.all(design.all_clothes(wardrobe_id))),
        templates=tuple(map(_template_part, store.all(design.all_templates(wardrobe_id)))),
        histories=tuple(map(_history_part, store.all(design.all_histories(wardrobe_id)))),
    )
    return document.model_dump(mode="json", by_alias=True, exclude_none=True)


def import_wardrobe(house: House, given: object, zone: ZoneInfo = TOKYO) -> Closet:
    """A new wardrobe like the one that was exported. When not all of it can be kept, nothing is."""
    document = _read(given)
    _contents("wd_0", document, {})
    closet = doors.create_wardrobe(house, name=document.name, zone=zone)
    with ExitStack() as undo:
        undo.callback(erasure.erase, closet)
        kept = {part.clothing_id: _kept(closet, part.photo) for part in document.clothes if part.photo}
        fill(closet, _contents(closet.wardrobe_id, document, kept))
        undo.pop_all()
    return closet


def _clothing_part(closet: Closet, piece: Clothing) -> ClothingPart:
    seasons = tuple(sorted(piece.seasons, key=rules.SEASONS.index))
    told = piece.model_dump(include=set(ClothingPart.model_fields) - {"seasons"})
    return ClothingPart(**told, seasons=seasons, photo=_photo(closet, piece))


def _photo(closet: Closet, piece: Clothing) -> str | None:
    """None also for one that is lost."""
    name = photos.photo_of(piece.image_key)
    with suppress(NoSuchPhoto):
        return None if name is None else b64encode(photos.photo(closet, name, "large")).decode()
    return None


def _template_part(template: Template) -> TemplatePart:
    return TemplatePart(**template.model_dump(include=set(TemplatePart.model_fields)))


def _history_part(history: History) -> HistoryPart:
    told = history.model_dump(include=set(HistoryPart.model_fields) - {"date"})
    return HistoryPart(**told, date=history.day.isoformat())


def _read(given: object) -> Document:
    try:
        document = Document.model_validate(given)
    except ValidationError as fault:
        raise InvalidDocument from fault
    ids = [part.clothing_id for part in document.clothes], [part.template_id for part in document.templates]
    for each in (*ids, [part.history_id for part in document.histories]):
        if len(set(each)) < len(each):
            raise InvalidDocument
    return document


def _contents(wardrobe_id: str, document: Document, kept: Mapping[str, Kept]) -> Contents:
    """By the same rules as what a person enters."""
    with _said_of(document.name):
        rules.name(document.name)
    return Contents(
        [_clothing(wardrobe_id, part, kept.get(part.clothing_id)) for part in document.clothes],
        [_template(wardrobe_id, part) for part in document.templates],
        [_history(wardrobe_id, part) for part in document.histories],
    )


def _clothing(wardrobe_id: str, part: ClothingPart, kept: Kept | None) -> Clothing:
    with _said_of(part.name):
        told = rules.checked(part.model_dump(include=set(rules.Details.__annotations__)))
    if kept is not None:
        told |= {"image_key": kept.image_key, "image_tint": kept.tint}
    return Clothing(wardrobe_id=wardrobe_id, clothing_id=part.clothing_id, **told, **_times(part))


def _template(wardrobe_id: str, part: TemplatePart) -> Template:
    with _said_of(part.name):
        name, chosen = rules.name(part.name), rules.clothing_ids(part.clothing_ids)
    return Template(
        wardrobe_id=wardrobe_id,
        template_id=part.template_id,
        name=name,
        search_name=rules.folded(name),
        clothing_ids=chosen,
        **_times(part),
    )


def _history(wardrobe_id: str, part: HistoryPart) -> History:
    with _said_of(part.date):
        day, chosen = days.parsed(part.date), rules.clothing_ids(part.clothing_ids)
        name = None if part.template_name is None else rules.name(part.template_name)
    return History(
        wardrobe_id=wardrobe_id,
        history_id=part.history_id,
        created_at=part.created_at,
        day=day,
        template_id=part.template_id,
        template_name=name,
        clothing_ids=chosen,
    )


def _times(part: ClothingPart | TemplatePart) -> dict[str, Any]:
    is_deleted = part.status == "DELETED"
    deleted_at = (part.deleted_at if part.deleted_at is not None else part.created_at) if is_deleted else None
    return {"status": part.status, "created_at": part.created_at, "deleted_at": deleted_at}


def _kept(closet: Closet, photo: str) -> Kept:
    """Looked at like any photo that someone sends."""
    try:
        content = b64decode(photo, validate=True)
    except ValueError as fault:
        raise InvalidDocument from fault
    return photos.keep(closet, photos.process_photo(closet, content))


@contextmanager
def _said_of(what: str) -> Iterator[None]:
    """A rule that is broken within tells of what."""
    try:
        yield
    except (InvalidInput, NotFound) as fault:
        sentence = lazy("Couldn't import “%(what)s”. %(why)s", what=what[:60], why=fault.message)
        raise InvalidDocument(sentence) from fault
