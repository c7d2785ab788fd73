"""Transfer: a wardrobe as one JSON document, photos included, and back into a new one."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo

from chabudai.apps.wardrobe import access, clothes, design, erasure, outfits
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.contents import Contents, write_contents
from chabudai.apps.wardrobe.entities import Clothing, History, Template
from chabudai.apps.wardrobe.errors import HistoryTooLong
from chabudai.apps.wardrobe.messages import lazy
from chabudai.common import photos
from chabudai.common.fields import Fields
from chabudai.common.imports import Problem, check_document, list_in, problem_of, read_each
from chabudai.common.photos import NoSuchPhoto
from chabudai.common.records import RecordFormat
from chabudai.common.text import fold_search
from chabudai.table import Entity
from chabudai.web.errors import InvalidFields, WebError, invalid_field
from chabudai.web.translations import Text
from chabudai.web.zones import TOKYO

FORMAT: Final = "chabudai.wardrobe"
VERSION: Final = 1
LARGEST_DOCUMENT: Final = 64 * 1024 * 1024  # bytes, with every photo in it
NOT_OURS: Final = lazy("This isn't a wardrobe export.")

E = TypeVar("E", bound=Entity)
P = TypeVar("P", Clothing, Template)

_MOST_WORN: Final = 100_000  # each is a row that is written: more than fifty years of five a day
_PHOTO = "photo"  # of a piece in the file: WebP in base64
_PIECE = ("status", "created_at", "deleted_at")
# `wearCount` and `lastWornAt` are in none of them: the records say them.
_CLOTHES = RecordFormat(clothes.FIELDS, ("clothing_id", *_PIECE), ids=("clothing_id",))
_TEMPLATES = RecordFormat(outfits.FIELDS, ("template_id", *_PIECE), ids=("template_id",))
HISTORIES = RecordFormat(
    Fields(History, "day", "template_name", "clothing_ids"),
    ("history_id", "created_at", "template_id"),
    ids=("history_id", "template_id"),
    renamed={"day": "date"},
)


def export_wardrobe(closet: Closet) -> Mapping[str, Any]:
    """Everything but the keys, in plain values for JSON."""
    return _write_document(closet, partial(_write_clothing, closet))


def export_without_photos(closet: Closet) -> Mapping[str, Any]:
    """The same as far as it is text."""
    return _write_document(closet, _CLOTHES.write)


def _write_document(closet: Closet, write_clothing: Callable[[Clothing], dict[str, Any]]) -> Mapping[str, Any]:
    store, wardrobe_id = closet.store, closet.wardrobe_id
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": closet.wardrobe.name,
        "clothes": [write_clothing(each) for each in store.all(design.all_clothes(wardrobe_id))],
        "templates": [_TEMPLATES.write(each) for each in store.all(design.all_templates(wardrobe_id))],
        "histories": [HISTORIES.write(each) for each in store.all(design.all_histories(wardrobe_id))],
    }


def import_wardrobe(house: House, given: object, zone: ZoneInfo = TOKYO) -> Closet:
    """A new wardrobe like the one that was exported. When not all of it can be kept, nothing is."""
    document = check_document(given, FORMAT, VERSION, NOT_OURS)
    contents = _read_contents(document)
    _check_photos(document)
    closet = access.create_wardrobe(house, name=_read_name(document), zone=zone)
    with ExitStack() as undo:
        undo.callback(erasure.erase, closet)
        pictured = [
            _with_photo(closet, *pair) for pair in zip(contents.clothes, document.get("clothes", ()), strict=True)
        ]
        write_contents(
            closet,
            Contents(
                [_move_into(closet, each) for each in pictured],
                [_move_into(closet, each) for each in contents.templates],
                [_move_into(closet, each) for each in contents.histories],
            ),
        )
        undo.pop_all()
    return closet


def _write_clothing(closet: Closet, piece: Clothing) -> dict[str, Any]:
    """Without its photo also when that is lost."""
    record = _CLOTHES.write(piece)
    name = photos.photo_name(piece.image_key)
    if name is not None:
        with suppress(NoSuchPhoto):
            record[_PHOTO] = b64encode(closet.photos.read(name, "large")).decode()
    return record


def _read_name(document: Mapping[str, Any]) -> str:
    try:
        name: str = access.FIELDS.check_new({"name": document.get("name")})["name"]
    except InvalidFields as refusal:
        raise _refuse(document.get("name", ""), refusal) from refusal
    return name


def _read_contents(document: Mapping[str, Any]) -> Contents:
    """By the same rules as what a person enters; whose it is will be said later."""
    _check_length(document)
    return Contents(
        _read_list(document, "clothes", lambda record: _piece(Clothing, _read(_CLOTHES, record))),
        _read_list(document, "templates", lambda record: _piece(Template, _read(_TEMPLATES, record))),
        _read_list(document, "histories", lambda record: History(wardrobe_id="", **_read(HISTORIES, record))),
    )


def _check_length(document: Mapping[str, Any]) -> None:
    """Before anything is read or written: what is too long would be at work for minutes."""
    records = [each for each in list_in(document, "histories", NOT_OURS) if isinstance(each, dict)]
    worn = [each.get(HISTORIES.names["clothing_ids"]) for each in records]
    if sum(len(each) for each in worn if isinstance(each, list)) > _MOST_WORN:
        raise HistoryTooLong(_MOST_WORN)


def _read_list(document: Mapping[str, Any], name: str, read: Callable[[Any], E]) -> list[E]:
    """All of it, each with a key of its own, or a refusal that tells of the first that can't be read."""
    problems: list[Problem] = []
    entries = list_in(document, name, NOT_OURS)
    rows = [row for _, row in read_each(entries, read, problems)]
    if problems:
        raise _refuse(_name_of(entries[problems[0].number - 1]), problems[0].reason)
    if len({tuple(row.own_key.values()) for row in rows}) < len(rows):
        raise invalid_field("file", NOT_OURS)
    return rows


def _name_of(entry: object) -> object:
    """By which a person knows what stands in the file."""
    return entry.get("name", entry.get("date", "?")) if isinstance(entry, dict) else "?"


def _read(format_: RecordFormat[E], record: Mapping[str, Any]) -> dict[str, Any]:
    """What others wrote into the file beside what we know is not looked at."""
    return format_.read({name: record[name] for name in format_.known_names if name in record})


def _piece(kind: type[P], fields: dict[str, Any]) -> P:
    """What is in the trash was thrown away at some time, what is not was never."""
    is_deleted = fields.get("status") == "DELETED"
    deleted_at = (fields.get("deleted_at") or fields["created_at"]) if is_deleted else None
    return kind(wardrobe_id="", **{**fields, "deleted_at": deleted_at, "search_name": fold_search(fields["name"])})


def _check_photos(document: Mapping[str, Any]) -> None:
    """Before anything is written: many would be developed for minutes."""

    def read() -> Iterator[bytes]:
        for record in document.get("clothes", ()):
            if record.get(_PHOTO):
                yield _decode_photo(record)

    try:
        photos.check_together(read())
    except InvalidFields:
        raise
    except WebError as refusal:
        raise _refuse(_PHOTO, refusal) from refusal


def _decode_photo(record: Mapping[str, Any]) -> bytes:
    try:
        return b64decode(record[_PHOTO], validate=True)
    except (ValueError, TypeError) as fault:
        raise invalid_field("file", NOT_OURS) from fault


def _with_photo(closet: Closet, piece: Clothing, record: Mapping[str, Any]) -> Clothing:
    """Looked at like any photo that someone sends."""
    if not record.get(_PHOTO):
        return piece
    content = _decode_photo(record)
    try:
        stored = closet.photos.add(photos.process(content, closet.house.process_photo))
    except WebError as refusal:
        raise _refuse(piece.name, refusal) from refusal
    return piece.model_copy(update={"image_key": stored.key, "image_tint": stored.tint})


def _move_into(closet: Closet, row: E) -> E:
    return row.model_copy(update={"wardrobe_id": closet.wardrobe_id})


def _refuse(what: object, why: WebError | Text) -> InvalidFields:
    reason = problem_of(0, "", why).reason if isinstance(why, WebError) else why
    return invalid_field("file", lazy("Couldn't import “%(what)s”. %(why)s", what=str(what)[:60], why=reason))
