"""A person's kitchen as one JSON document: book, plans, list, fridge and log; and what is taken in of such a file.

Ids of a file are never taken: every row gets one of its own, derived from whose it is and what the file calls it, so
that the same file again adds nothing; what names another row follows it.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any, Final, TypeVar

from pydantic import BaseModel
from pydantic.alias_generators import to_camel

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import settings
from chabudai.apps.kondate.book.entities import Category, Profile, Recipe, RecipeSet
from chabudai.apps.kondate.errors import EntryTooLarge
from chabudai.apps.kondate.kitchen.draft import key_of, moment
from chabudai.apps.kondate.kitchen.entities import CookLog, FridgeItem, Plan, ShoppingItem
from chabudai.apps.kondate.kitchen.measures import add_up
from chabudai.apps.kondate.messages import lazy
from chabudai.common.field_checks import FIRST_DAY, LAST_DAY
from chabudai.common.imports import (
    UNREADABLE,
    Problem,
    check_document,
    list_in,
    parse_document,
    problem_of,
    read_each,
)
from chabudai.common.owner import Owner
from chabudai.common.records import to_plain
from chabudai.common.text import clean_line, clean_prose
from chabudai.table import Entity, TypedStore, ulid_at
from chabudai.web.errors import InvalidFields
from chabudai.web.field_sentences import too_long

E = TypeVar("E", bound=Entity)

FORMAT: Final = "chabudai-kondate"
VERSION: Final = 1
SECTIONS: Final[Mapping[str, type[Entity]]] = {
    "categories": Category,
    "recipes": Recipe,
    "sets": RecipeSet,
    "plans": Plan,
    "shopping": ShoppingItem,
    "fridge": FridgeItem,
    "log": CookLog,
}
MOST: Final[Mapping[str, int]] = {
    "categories": 200,
    "recipes": 5_000,
    "sets": 1_000,
    "plans": 2,
    "shopping": 2_000,
    "fridge": 1_000,
    "log": 20_000,
}
"""Entries of a file, of each kind: more than any export of ours holds."""
SETTINGS: Final = ("servings", "week_start", "shelf_order", "shelves", "staples", "no_staples", "hides_starter")
_NOT_OURS: Final = lazy("This isn't a meals export.")
_LEFT_OUT: Final = frozenset(
    {"user_id", "entity_type", "image_key", "image_tint", "edits", "scope", "updated_at", "heard"}
)
_DERIVED: Final = frozenset({"wants", "at_home"})
_LONGEST: Final[Mapping[str, int]] = {
    "tags": 30,
    "author_name": 80,
    "origin_id": 200,
    "starter_key": 60,
}
_DEEPEST: Final = 8
_LARGEST: Final = 200_000
"""Bytes of one entry: more than any recipe that can be written here."""
_ID_NAMES: Final = frozenset(
    {"recipe_id", "set_id", "category_id", "item_id", "log_id", "dish_id", "batch_id", "dismissed_for", "done_by"}
)
_LINES: Final = frozenset({"title", "name", "unit", "quantity", "set_title", "group", "author_name", "tags"})


@dataclass
class FileRows:
    """What a file holds, as rows of the person who takes it in; `former_ids` is what the file calls each."""

    rows: dict[str, list[Entity]]
    settings: dict[str, Any]
    problems: list[Problem] = field(default_factory=list)
    former_ids: dict[str, str] = field(default_factory=dict)

    def of(self, kind: type[E]) -> list[E]:
        return [row for section in self.rows.values() for row in section if isinstance(row, kind)]


def write_document(store: TypedStore, username: str) -> dict[str, Any]:
    """Without photos, the fridge's trash, and what belongs to the market."""
    rows = list(store.all(design.everything(username).consistently()))
    profile = next((row for row in rows if isinstance(row, Profile)), None)
    settings = {to_camel(name): to_plain(getattr(profile, name)) for name in SETTINGS} if profile is not None else {}
    sections = {section: [_write(row) for row in rows if isinstance(row, kind)] for section, kind in SECTIONS.items()}
    return {"format": FORMAT, "version": VERSION, "settings": settings, **sections}


def write_json(owner: Owner) -> str:
    return json.dumps(write_document(owner.store, owner.username), ensure_ascii=False, indent=1)


def read_json(owner: Owner, text: str) -> FileRows:
    """InvalidInput beside `file` for what is none of ours; single entries that can't be read are told."""
    return _read(owner, parse_document(text, FORMAT, VERSION, _NOT_OURS))


def read_document(owner: Owner, document: object) -> FileRows:
    """The same of what is no text any more, as the API has it."""
    return _read(owner, check_document(document, FORMAT, VERSION, _NOT_OURS, "format"))


def _write(row: Entity) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in type(row).model_fields if name not in _LEFT_OUT}
    said = {name: value for name, value in values.items() if value not in (None, (), frozenset(), "")}
    return {to_camel(name): _plain(value) for name, value in said.items()}


def _plain(value: Any) -> Any:
    """Nested models without what is not said."""
    if isinstance(value, BaseModel):
        return {to_camel(name): _plain(each) for name, each in value if each is not None}
    if isinstance(value, (tuple, list)):
        return [_plain(each) for each in value]
    return to_plain(value)


def _read(owner: Owner, document: Mapping[str, Any]) -> FileRows:
    found = FileRows({}, {})
    entries = {section: list_in(document, section, _NOT_OURS, most=MOST[section]) for section in SECTIONS}
    found.settings.update(_read_settings(document.get("settings"), found.problems))
    for section, kind in SECTIONS.items():
        read = read_each(entries[section], _reader(owner, kind, found), found.problems)
        found.rows[section] = list({key_of(row): row for _, row in reversed(read)}.values())[::-1]
    return found


def _reader(owner: Owner, kind: type[Entity], found: FileRows) -> Callable[[Any], Entity]:
    names = {to_camel(name): name for name in kind.model_fields if name not in _LEFT_OUT | _DERIVED}

    def read(record: Any) -> Entity:
        if not isinstance(record, Mapping):
            raise TypeError("an entry of a list is an object")
        given = {names[key]: value for key, value in record.items() if key in names}
        own = {
            "user_id": owner.username,
            "scope": "book",
            "created_at": _created_at(given, owner),
            "updated_at": moment(owner),
        }
        values = {**_take(given, owner, found), **{key: own[key] for key in own if key in kind.model_fields}}
        return _check_row(kind.model_validate(values))

    return read


def _check_row(row: E) -> E:
    """EntryTooLarge for what no row holds; ValueError where a day of it is one that nobody lives in."""
    if len(row.model_dump_json().encode()) > _LARGEST:
        raise EntryTooLarge
    _check_days(row.model_dump())
    if isinstance(row, ShoppingItem):
        return row.model_copy(update={"measures": add_up(row.measures)})
    return row


def _check_days(value: Any) -> None:
    match value:
        case datetime():
            if value.tzinfo is None or not FIRST_DAY <= value.date() <= LAST_DAY:
                raise ValueError(f"no moment of ours: {value}")
        case date():
            if not FIRST_DAY <= value <= LAST_DAY:
                raise ValueError(f"no day of ours: {value}")
        case Mapping():
            for each in value.values():
                _check_days(each)
        case tuple() | list():
            for each in value:
                _check_days(each)
        case _:
            pass


def _created_at(given: Mapping[str, Any], owner: Owner) -> datetime:
    """As the file says, if that is a moment before now."""
    now = moment(owner)
    try:
        said = datetime.fromisoformat(str(given.get("created_at", "")))
    except ValueError:
        return now
    return min(said.astimezone(UTC).replace(microsecond=0), now) if said.tzinfo is not None else now


def _take(value: Any, owner: Owner, found: FileRows, name: str = "", depth: int = 0) -> Any:
    """A value of the file with texts cleaned and every id made this person's own. ValueError for one within many."""
    if depth > _DEEPEST:
        raise ValueError("nested too deeply")
    match value:
        case str() if len(value) > _LONGEST.get(name, len(value)):
            raise InvalidFields([(to_camel(name), too_long(_LONGEST[name]))])
        case str() if name in _ID_NAMES:
            made = derive_id(owner.username, value)
            found.former_ids.setdefault(made, value)
            return made
        case str():
            return clean_line(value) if name in _LINES else clean_prose(value)
        case Mapping():
            return {key: _take(each, owner, found, _snake(key), depth + 1) for key, each in value.items()}
        case list():
            return [_take(each, owner, found, name, depth + 1) for each in value]
        case _:
            return value


def derive_id(username: str, former: str) -> str:
    """The time of a file's own ULID orders it as it was; what is none is the oldest."""
    spelled = former[:10].translate(_TO_BASE_32)
    is_ulid = len(former) == 26 and re.fullmatch("[0-9a-v]{10}", spelled) is not None
    milliseconds = int(spelled, 32) if is_ulid else 0
    return ulid_at(milliseconds, sha256(f"kondate import {username} {former}".encode()).digest())


_TO_BASE_32: Final = str.maketrans("ABCDEFGHJKMNPQRSTVWXYZ", "abcdefghijklmnopqrstuv")


def _snake(key: object) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in str(key))


def _read_settings(given: object, problems: list[Problem]) -> dict[str, Any]:
    """Those that can be kept; the others stay as they are, and are told."""
    if not isinstance(given, Mapping):
        return {}
    read: dict[str, Any] = {}
    for name in SETTINGS:
        value = given.get(to_camel(name))
        if value is not None:
            try:
                probe = {"user_id": "-", "name": "-", "created_at": 0, "updated_at": 0, name: value}
                read[name] = settings.keep_setting(name, getattr(Profile.model_validate(probe), name))
            except UNREADABLE as refusal:
                problems.append(problem_of(0, to_camel(name), refusal))
    return read


def names_of(rows: Iterable[Entity]) -> set[str]:
    """Ids of rows, each by the field of its kind."""
    fields = {Category: "category_id", Recipe: "recipe_id", RecipeSet: "set_id", ShoppingItem: "item_id"}
    fields |= {FridgeItem: "item_id", CookLog: "log_id"}
    return {getattr(row, fields[type(row)]) for row in rows if type(row) in fields}
