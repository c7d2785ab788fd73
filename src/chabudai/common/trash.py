"""The trash: how long what was thrown away stays, and when it goes for good."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from chabudai.common.sweeps import sweep
from chabudai.table import Entity, TypedStore, Update, exists

E = TypeVar("E", bound=Entity)

LIFETIME: Final = timedelta(days=30)
AT: Final = "deleted_at"
EXPIRY: Final = "expires_at"
"""The fields of whatever has a trash: when it was moved there, and when the table lets go of it, in Unix seconds."""


def expiry(moved: datetime) -> int:
    """When the table lets go of what was moved to the trash at this moment, in Unix seconds."""
    return int((moved + LIFETIME).timestamp())


def move_to_trash(entity: type[E], now: datetime, **key: Any) -> Update[E]:
    """From where it can be restored until it expires. ConditionNotMet when it is there already."""
    return entity.move_to_trash(now, **key).set(**{EXPIRY: expiry(now)})


def restore(entity: type[E], **key: Any) -> Update[E]:
    """ConditionNotMet when it is not in the trash."""
    return entity.restore(**key).remove(EXPIRY)


def empty(store: TypedStore, rows: Iterable[E]) -> int:
    """Those that are in the trash still go for good; how many."""
    return len(sweep(store, rows, lambda row: type(row).delete(**row.own_key).when(**{AT: exists()})))
