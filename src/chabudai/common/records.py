"""Rows as a file holds them: plain JSON under camelCase names, written and read back by the entity's own fields."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any, Final, Generic, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from chabudai.adapters.clock import truncate_to_millisecond
from chabudai.common import text
from chabudai.common.field_checks import FIRST_DAY, LAST_DAY, out_of_range
from chabudai.common.fields import Fields
from chabudai.common.messages import lazy
from chabudai.web.errors import BadRequest, InvalidFields
from chabudai.web.field_sentences import NO_CHOICE, NO_SUCH_FIELD
from chabudai.web.translations import Text

E = TypeVar("E", bound=BaseModel)

# A moment outside of them could not be shown in every zone.
_FIRST_MOMENT: Final = datetime.combine(FIRST_DAY, time(), UTC)
_AFTER_LAST: Final = datetime.combine(LAST_DAY + timedelta(days=1), time(), UTC)
_UNREADABLE: Final[Text] = lazy("Something here is missing or can't be read.")


@dataclass(frozen=True)
class RecordFormat(Generic[E]):
    """`fields` are what people fill in, and are checked by the same rules; `other` are the rest that a file holds.

    `ids` are those of the others that have to be ids. `renamed` says what is called otherwise: {"todo_id": "id"}.
    `former_names` says what a file of earlier times calls a field: {"description": "notes"}. It is read, never written.
    """

    fields: Fields[E]
    other: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)
    former_names: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for former, name in self.former_names.items():
            if name not in self.names or former in self.names.values():
                raise TypeError(f"{former} can't be a former name of {name}: there is no {name}, or a {former} by now")

    @cached_property
    def names(self) -> dict[str, str]:
        """Every field of a record, by the entity's name of it."""
        return {name: self.renamed.get(name, to_camel(name)) for name in (*self.other, *self.fields.names)}

    @cached_property
    def known_names(self) -> frozenset[str]:
        """Whatever a record may hold, under the names of today and of earlier times."""
        return frozenset((*self.names.values(), *self.former_names))

    def write(self, row: E) -> dict[str, Any]:
        """What is not said of it is left out, if nothing said reads as the same."""
        values = {name: getattr(row, name) for name in self.names}
        return {self.names[name]: to_plain(value) for name, value in values.items() if not self._is_unsaid(name, value)}

    def read(self, record: object) -> dict[str, Any]:
        """The fields of a row, each as it is kept. InvalidFields, in the record's own names, says what is wrong."""
        if not isinstance(record, Mapping):
            raise InvalidFields([("", _UNREADABLE)])
        if unknown := record.keys() - self.known_names:
            raise BadRequest(details=[(min(map(str, unknown)), NO_SUCH_FIELD)])
        said = {name: record[former] for former, name in self.former_names.items() if former in record}
        said |= {name: record[spelled] for name, spelled in self.names.items() if spelled in record}
        checked = self._check({name: value for name, value in said.items() if name in self.fields.names})
        return checked | self._parse_other(said)

    def _check(self, given: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return self.fields.check_new(given)
        except InvalidFields as refusal:
            raise InvalidFields(
                (self.names.get(name, name), self._name_choices(name, sentence)) for name, sentence in refusal.details
            ) from refusal

    def _name_choices(self, name: str, sentence: Text) -> Text:
        """A file shows no choices beside its fields, as a form does."""
        field_ = self.fields[name]
        choices = (field_.element if field_.is_many else field_).choices
        if sentence is not NO_CHOICE or not choices:
            return sentence
        return lazy("Use one of these: %(choices)s.", choices=", ".join(map(str, choices)))

    def _parse_other(self, said: Mapping[str, Any]) -> dict[str, Any]:
        for name in self.other:
            if name not in said and self._all[name].info.is_required():
                raise self._refusal(name)
        return {name: self._parse(name, said[name]) for name in self.other if name in said}

    def _parse(self, name: str, value: Any) -> Any:
        if value is None and self._all[name].may_be_none:
            return None
        if name in self.ids and not text.is_id(value):
            raise self._refusal(name)
        try:
            # As JSON says it and no other way: "yes" is no flag, and a number no time.
            parsed = self._adapters[name].validate_json(json.dumps(value), strict=True)
        except (ValidationError, TypeError, ValueError):
            raise self._refusal(name) from None
        if not isinstance(parsed, datetime):
            if isinstance(parsed, date) and not FIRST_DAY <= parsed <= LAST_DAY:
                raise InvalidFields([(self.names[name], out_of_range(FIRST_DAY, LAST_DAY))])
            return parsed
        if parsed.tzinfo is None or not isinstance(value, str):
            raise self._refusal(name)
        if not _FIRST_MOMENT <= parsed < _AFTER_LAST:
            raise InvalidFields([(self.names[name], out_of_range(FIRST_DAY, LAST_DAY))])
        return truncate_to_millisecond(parsed.astimezone(UTC))

    @cached_property
    def _all(self) -> Fields[E]:
        return Fields(self.fields.model, *self.names)

    @cached_property
    def _adapters(self) -> dict[str, "TypeAdapter[Any]"]:
        annotated: Any = Annotated
        others = {name: self._all[name] for name in self.other}
        return {
            name: TypeAdapter(annotated[(each.kind, *each.marks)] if each.marks else each.kind)
            for name, each in others.items()
        }

    def _is_unsaid(self, name: str, value: Any) -> bool:
        is_nothing = value is None or (isinstance(value, (tuple, list, set, frozenset)) and not value)
        return is_nothing and value == self._all[name].default

    def _refusal(self, name: str) -> InvalidFields:
        return InvalidFields([(self.names[name], _UNREADABLE)])


def to_plain(value: Any) -> Any:
    """Times in UTC to the millisecond, as they are stored."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
        case date() | time() | Decimal():
            return str(value)
        case frozenset() | set():
            return sorted(value)
        case tuple() | list():
            return [to_plain(each) for each in value]
        case BaseModel():
            return {to_camel(name): to_plain(each) for name, each in value}
        case _:
            return value
