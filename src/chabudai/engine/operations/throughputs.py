"""Provisioned, on-demand and warm throughput of tables and indexes: their limits, changes and descriptions."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from chabudai.engine.errors import LimitExceeded, ValidationFailed
from chabudai.engine.operations.key_schemas import INVALID
from chabudai.engine.schema import Throughput

MOST_UNITS = 1_000_000_000_000
FREE_DECREASES = 4
DECREASE_SECONDS = 3600
# What every on-demand table and index can serve from its first second.
INITIAL_WARM = {"ReadUnitsPerSecond": 12_000, "WriteUnitsPerSecond": 4_000}
_INITIAL_GUIDE = (
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
    "on-demand-capacity-mode.html#on-demand-capacity-mode-initial"
)

Units = Mapping[str, int]


def provisioned_throughput(units: Units | None) -> Throughput:
    return Throughput(units["ReadCapacityUnits"], units["WriteCapacityUnits"]) if units else Throughput()


def check_bounds(units: Units, suffix: str = "") -> None:
    for name in ("ReadCapacityUnits", "WriteCapacityUnits"):
        if units[name] > MOST_UNITS:
            raise ValidationFailed(f"Given value {units[name]} for {name} is out of bounds{suffix}")


def check_changes(current: Throughput, units: Units, subject: str) -> None:
    """Asking for what is there already is refused; the subject is "table" or "index <name>"."""
    if (current.read, current.write) != (units["ReadCapacityUnits"], units["WriteCapacityUnits"]):
        return
    whose = subject.split()[0]
    raise ValidationFailed(
        f"The provisioned throughput for the {subject} will not change. The requested value equals the current value."
        f" Current ReadCapacityUnits provisioned for the {whose}: {current.read}."
        f" Requested ReadCapacityUnits: {units['ReadCapacityUnits']}."
        f" Current WriteCapacityUnits provisioned for the {whose}: {current.write}."
        f" Requested WriteCapacityUnits: {units['WriteCapacityUnits']}."
        " Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits."
    )


def change_throughput(current: Throughput, units: Units, now: float) -> Throughput:
    """The throughput with other units; four decreases a day are free, then there is one an hour."""
    read, write = units["ReadCapacityUnits"], units["WriteCapacityUnits"]
    new = replace(current, read=read, write=write, decreases_today=decreases_today(current, now))
    if read > current.read or write > current.write:
        new = replace(new, increased_at=now)
    if read < current.read or write < current.write:
        _check_decrease(new, now)
        new = replace(new, decreased_at=now, decreases_today=new.decreases_today + 1)
    return new


def decreases_today(throughput: Throughput, now: float) -> int:
    """The count begins anew at midnight UTC."""
    then = throughput.decreased_at
    return throughput.decreases_today if then is not None and _day(then) == _day(now) else 0


def description(throughput: Throughput, now: float) -> dict[str, Any]:
    described: dict[str, Any] = {}
    if throughput.increased_at is not None:
        described["LastIncreaseDateTime"] = throughput.increased_at
    if throughput.decreased_at is not None:
        described["LastDecreaseDateTime"] = throughput.decreased_at
    return described | {
        "NumberOfDecreasesToday": decreases_today(throughput, now),
        "ReadCapacityUnits": throughput.read,
        "WriteCapacityUnits": throughput.write,
    }


def on_demand(asked: Units | None, billing: str, where: str = "table") -> dict[str, int] | None:
    """The asked maximum of an on-demand table, or of "index : <name>". -1 takes a maximum away."""
    units = {name: value for name, value in (asked or {}).items() if value != -1}
    for name, value in (asked or {}).items():
        if billing == "PROVISIONED":
            suffix = "" if where == "table" else f" for {where}"
            raise ValidationFailed(
                INVALID + f"{name} for OnDemandThroughput{suffix} cannot be specified when the table BillingMode"
                " is PROVISIONED"
            )
        if value != -1 and not 1 <= value <= MOST_UNITS:
            _refuse_range(name, where)
    return units or None


def new_on_demand(asked: Units | None, billing: str, where: str = "table") -> dict[str, int] | None:
    """As `on_demand` for a table or index that is being made: it has no maximum yet that could be taken away."""
    for name, value in (asked or {}).items():
        if billing != "PROVISIONED" and value == -1:
            _refuse_range(name, where)
    return on_demand(asked, billing, where)


def new_warm(asked: Units | None, throughput: Throughput, billing: str, where: str = "table") -> dict[str, int] | None:
    """The asked warm throughput of a table, or of "index <name>", that is being made."""
    for name, value in (asked or {}).items():
        _check_warm_range(name, value, where)
        if value >= current_warm(None, throughput, billing)[name]:
            continue
        complaint = f"{INVALID}Requested {name} for WarmThroughput for {where} is lower than"
        if billing == "PROVISIONED":
            unit = "ReadCapacityUnits" if name == "ReadUnitsPerSecond" else "WriteCapacityUnits"
            raise ValidationFailed(f"{complaint} {unit} of ProvisionedThroughput")
        raise ValidationFailed(f"{complaint} initial throughput for OnDemand. See: {_INITIAL_GUIDE}")
    return dict(asked) if asked else None


def raise_warm_throughput(asked: Units, current: Units, where: str = "table") -> dict[str, int]:
    """Warm throughput after a change: it never shrinks."""
    for name, value in asked.items():
        _check_warm_range(name, value, where)
        if value < current[name]:
            raise ValidationFailed(
                INVALID + f"Requested {name} for WarmThroughput for {where} is lower than current WarmThroughput,"
                " decreasing WarmThroughput is not supported"
            )
    return {**current, **asked}


def current_warm(asked: Units | None, throughput: Throughput, billing: str) -> dict[str, int]:
    """What a table or index is described to be warm for."""
    initial = INITIAL_WARM
    if billing == "PROVISIONED":
        initial = {"ReadUnitsPerSecond": throughput.read, "WriteUnitsPerSecond": throughput.write}
    return {name: max(initial[name], (asked or {}).get(name, 0)) for name in initial}


def _check_decrease(throughput: Throughput, now: float) -> None:
    if throughput.decreases_today < FREE_DECREASES or throughput.decreased_at is None:
        return
    if now - throughput.decreased_at >= DECREASE_SECONDS:
        return
    raise LimitExceeded(
        "Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day."
        f" After the first {FREE_DECREASES} decreases, each subsequent decrease in the same UTC day can be performed"
        f" at most once every {DECREASE_SECONDS} seconds. Number of decreases today: {throughput.decreases_today}."
        f" Last decrease at {_long_date(throughput.decreased_at)}."
        f" Next decrease can be made at {_long_date(throughput.decreased_at + DECREASE_SECONDS)}"
    )


def _refuse_range(name: str, where: str) -> None:
    raise ValidationFailed(INVALID + f"Requested {name} for OnDemandThroughput for {where} is outside of valid range")


def _check_warm_range(name: str, value: int, where: str) -> None:
    if value > MOST_UNITS:
        raise ValidationFailed(INVALID + f"Requested {name} for WarmThroughput for {where} is outside of valid range")


def _day(moment: float) -> datetime:
    return _utc(moment).replace(hour=0, minute=0, second=0, microsecond=0)


def _long_date(moment: float) -> str:
    """Friday, October 9, 2026 at 1:21:34 AM Coordinated Universal Time."""
    then = _utc(moment)
    clock = f"{then.hour % 12 or 12}:{then:%M:%S} {'AM' if then.hour < 12 else 'PM'}"
    return f"{then:%A, %B} {then.day}, {then.year} at {clock} Coordinated Universal Time"


def _utc(moment: float) -> datetime:
    return datetime.fromtimestamp(0, UTC) + timedelta(seconds=moment)
