"""Expiry: the field that a table's `ttl` names is stored as a number of whole seconds, whatever its type is."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from functools import wraps
from typing import TYPE_CHECKING, Any

from pydantic import AwareDatetime

from chabudai.table.errors import DesignError
from chabudai.table.schema.encodings import decoding_of_seconds, encoding_of_seconds
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.naming import NamingRule
from chabudai.table.schema.seconds import WholeSeconds, round_up

if TYPE_CHECKING:
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.tables import Table

_KINDS = (int, float, Decimal, date, datetime, AwareDatetime)
_FINER_THAN_SECONDS = (float, Decimal, datetime, AwareDatetime)


def store_expiry_in_seconds(
    entity: "type[Row]", table: "type[Table]", rule: NamingRule, fields: Mapping[str, StoredField]
) -> dict[str, StoredField]:
    """The fields, with the one after which the entity's rows expire stored as DynamoDB wants it."""
    return {
        name: _in_seconds(entity, table, field) if (field.stored or rule(name)) == table.ttl else field
        for name, field in fields.items()
    }


def _in_seconds(entity: "type[Row]", table: "type[Table]", field: StoredField) -> StoredField:
    where = f"{entity.__name__}.{field.name} says when a row of {table.name} expires ({table.ttl})"
    if field.stored is None:
        raise DesignError(f"{where}, for which it needs an attribute of its own: leave out InKey")
    if field.codec is not None or field.kind not in _KINDS:
        raise DesignError(
            f"{where}, for which DynamoDB wants a number of seconds: make it a datetime, a date or a number, "
            "and leave out As(…)"
        )
    if field.kind in _FINER_THAN_SECONDS:
        _round_values(entity, field.name)
        field = replace(field, marks=(*field.marks, WholeSeconds()), default=round_up(field.default))
    encode, decode = encoding_of_seconds(field.keeps_null), decoding_of_seconds(field.kind)
    return replace(field, encode=encode, decode=decode, is_expiry=True)


def _round_values(entity: "type[Row]", name: str) -> None:
    """The entity's own constructor rounds up: what is returned by a write is then what will be read."""
    info = entity.model_fields[name]
    info.metadata = [*info.metadata, WholeSeconds()]
    info.default = round_up(info.default)
    if info.default_factory is not None:
        info.default_factory = _rounding(info.default_factory)
    entity.model_rebuild(force=True)


def _rounding(make: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(make)
    def make_rounded(*given: Any) -> Any:
        return round_up(make(*given))

    return make_rounded
