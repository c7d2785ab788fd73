"""A value that nobody set, or of another kind than the part of the key, asks for nothing and says so."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest

from chabudai import table
from chabudai.table import (
    Entity,
    InKey,
    InvalidFieldValue,
    InvalidKeyCondition,
    Table,
    begins_with,
    between,
    ge,
    gt,
    key,
    le,
    lt,
    where,
)


class Halls(Table, name="Halls", pk="PK", sk="SK"):
    pass


class Hall(Entity, table=Halls):
    house: InKey[str]
    number: InKey[int]
    opened: date | None = None

    PK = key("HOUSE#{house}")
    SK = key("HALL#{number:03}")


class Show(Entity, table=Halls):
    house: InKey[str]
    starts: InKey[datetime]

    PK = key("HOUSE#{house}#SHOWS")
    SK = key("SHOW#{starts:iso}")


class Seat(Entity, table=Halls):
    house: InKey[str]
    seat: int

    PK = key("HOUSE#{house}#SEATS")
    SK = key("{seat:03}")


NOTHING: Any = None


@pytest.mark.parametrize(
    "asked",
    [
        *(ask(None) for ask in (gt, ge, lt, le)),
        *(between(*ends) for ends in ((2, None), (None, 2), (None, None))),
        begins_with(NOTHING),
    ],
    ids=str,
)
@pytest.mark.parametrize(("entity", "part"), [(Hall, "number"), (Seat, "seat"), (Show, "starts")])
def test_none_in_a_range_never_asks_for_everything(entity: type[Entity], part: str, asked: Any) -> None:
    with pytest.raises(InvalidKeyCondition, match=rf"None in {part}=.*leave {part} out where there is none"):
        Halls.query(entity, house="h1", **{part: asked})


@pytest.mark.parametrize("asked", [gt(None), between("2026-01-01", None)], ids=str)
def test_none_in_a_condition_is_refused_with_the_field(asked: Any) -> None:
    with table.open(":memory:") as store:
        store.create(Halls)
        with pytest.raises(InvalidFieldValue, match=r"Hall\.opened: "):
            store.count(Halls.query(Hall, house="h1").filter(opened=asked))


@pytest.mark.parametrize("given", [date(2026, 1, 2), 2026, datetime(2026, 1, 2, tzinfo=UTC)], ids=repr)
def test_what_is_no_text_is_no_beginning(given: Any) -> None:
    with pytest.raises(
        InvalidKeyCondition, match=r'starts=begins_with\(…\), which takes the beginning of a text: .*"2026'
    ):
        Halls.query(Show, house="h1", starts=begins_with(given))


@pytest.mark.parametrize("text", ["2035", "-1", "17.5"])
@pytest.mark.parametrize("ask", [gt, le])
def test_a_number_in_quotes_is_no_time(text: str, ask: Callable[[Any], Any]) -> None:
    with table.open(":memory:") as store:
        store.create(Halls)
        for query in (
            lambda: Halls.query(Show, house="h1", starts=ask(text)),
            lambda: Halls.query(Hall, house="h1").filter(where(opened=ask(text))),
        ):
            with pytest.raises(InvalidFieldValue, match="a time is wanted, and a number would be one of seconds since"):
                store.count(query())


def test_a_day_in_the_place_of_a_moment_is_answered_with_the_day_s_beginning() -> None:
    with pytest.raises(InvalidKeyCondition, match=r'starts=begins_with\("2026-01-02"\)'):
        Halls.query(Show, house="h1", starts=date(2026, 1, 2))
    with table.open(":memory:") as store:
        store.create(Halls)
        store.insert(Show(house="h1", starts=datetime(2026, 1, 2, 9, tzinfo=UTC)))
        assert store.count(Halls.query(Show, house="h1", starts=begins_with("2026-01-02"))) == 1
        with pytest.raises(InvalidFieldValue, match=r"datetime\(2026, 1, 2, tzinfo=UTC\)"):
            store.count(Halls.query(Show, house="h1", starts=ge(date(2026, 1, 2))))
