"""Options of typed stores: what they are opened with, and what is refused there."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, TypedDict

from chabudai.table.errors import DesignError, suggest_name
from chabudai.table.query.rows import ReportUnreadable
from chabudai.table.retries import ConflictRetryPolicy
from chabudai.table.schema.table_options import NO_NAME, is_name


class StoreOptions(TypedDict, total=False):
    """What every store may be opened with, as `TypedStore` says."""

    secret: bytes | None
    clock: Callable[[], datetime]
    retry_policy: ConflictRetryPolicy | None
    report_unreadable: ReportUnreadable | None


def check_opening(names: Any, options: StoreOptions) -> None:
    """Before anything is opened."""
    if unknown := options.keys() - StoreOptions.__annotations__.keys():
        raise DesignError(
            f"{min(unknown)}=… is no option of a store; {suggest_name(min(unknown), StoreOptions.__annotations__)}"
        )
    given: dict[str, Any] = {"secret": None, "clock": system_clock, "retry_policy": None, "report_unreadable": None}
    check_options(**{**given, **options})
    check_names(names)


def system_clock() -> datetime:
    return datetime.now(UTC)


def check_options(secret: Any, clock: Any, retry_policy: Any, report_unreadable: Any) -> None:
    """A secret is never repeated in an error."""
    if secret is not None and (not isinstance(secret, bytes) or not secret):
        given = "none of them" if secret == b"" else f"a {type(secret).__name__}"
        raise DesignError(f"secret=… wants bytes, and was given {given}: a text has them, secret.encode()")
    if not callable(clock):
        raise DesignError(f"clock={clock!r} is no function that tells the time: give one, as lambda: datetime.now(UTC)")
    now = clock()
    if not isinstance(now, datetime) or now.tzinfo is None:
        raise DesignError(f"clock=… tells {now!r}, which is no time with a zone: give lambda: datetime.now(UTC)")
    if retry_policy is not None and not isinstance(retry_policy, ConflictRetryPolicy):
        raise DesignError(f"retry_policy={retry_policy!r} is none: give one, as ConflictRetryPolicy(tries=10)")
    if report_unreadable is not None and not callable(report_unreadable):
        raise DesignError(
            f"report_unreadable={report_unreadable!r} is no function that takes a row: give one, as rows.append"
        )


def check_names(names: Any) -> None:
    """Designed names to stored ones, which are as many."""
    if not isinstance(names, Mapping):
        raise DesignError(f"the names of tables are a dict, as {{'Library': 'library-test'}}, and not {names!r}")
    for designed, stored in names.items():
        if not isinstance(designed, str) or not isinstance(stored, str):
            raise DesignError(
                f"{_shown(designed)}: {_shown(stored)} names no table: give both as texts, as {{Library.name: "
                "'library-test'}"
            )
        if not is_name(stored):
            raise DesignError(f"{designed} is to be stored as {stored!r}, which {NO_NAME}")
    if len(set(names.values())) < len(names):
        raise DesignError("two tables would be stored under one name: give each its own")


def _shown(given: Any) -> str:
    return str(getattr(given, "__name__", None) or repr(given))
