"""Months and years in keys: they say less than the field, so they are asked for, and never read back."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from types import new_class
from typing import Annotated, Any

import pytest
from pydantic import AwareDatetime

from chabudai import table
from chabudai.table import (
    As,
    Entity,
    Gsi,
    InKey,
    Table,
    UpdatedAt,
    View,
    begins_with,
    between,
    ge,
    gt,
    key,
    le,
    lt,
    unique,
)
from chabudai.table.errors import (
    FormatMismatch,
    ImmutableField,
    InvalidKeyCondition,
    KeyCollision,
    NotUnique,
    PartOutOfRange,
    UnrecoverableField,
)
from chabudai.table.schema.markers import KeyOnly

FEBRUARY = [date(2026, 2, day) for day in (1, 9, 28)]
MAYBE: Any = Annotated[date | None, KeyOnly()]
DAYS = [date(2025, 12, 31), date(2026, 1, 31), *FEBRUARY, date(2026, 3, 1), date(2027, 2, 5)]


class Ledger(Table, name="Ledger", pk="PK", sk="SK"):
    by_month = Gsi("ByMonth", "month_pk", "month_sk")
    by_days = Gsi("ByDays", "month_pk", "day_sk")
    by_year = Gsi("ByYear", "year_pk", "year_sk")
    by_newest = Gsi("ByNewest", "year_pk", "newest_sk")


class Entry(Entity, table=Ledger):
    home: InKey[str]
    entry_id: InKey[str]
    day: date
    amount: int = 0

    PK = key("H#{home}")
    SK = key("ENTRY#{entry_id}")
    month_pk = key("H#{home}#{day:yyyy-mm}")
    month_sk = key("ENTRY#{entry_id}")
    day_sk = key("DAY#{day}#{entry_id}")
    year_pk = key("H#{home}#ENTRIES")
    year_sk = key("IN#{day:yyyy-mm}#{entry_id}")
    newest_sk = key("IN#{day:-yyyy}#{entry_id}")


class Visit(Entity, table=Ledger):
    """Partitions by month, with the time itself behind."""

    home: InKey[str]
    at: InKey[datetime]
    note: str = ""

    PK = key("V#{home}#{at:yyyy-mm}")
    SK = key("VISIT#{at:isous}")


class Rent(Entity, table=Ledger):
    home: InKey[str]
    rent_id: InKey[str]
    paid_on: date
    once_a_month = unique("H#{home}", "RENT_OF#{paid_on:yyyy-mm}")

    PK = key("H#{home}")
    SK = key("RENT#{rent_id}")


@pytest.fixture
def store() -> Iterator[table.TypedStore]:
    with table.open(":memory:") as store:
        store.create(Ledger)
        for day in DAYS:
            store.insert(Entry(home="h", entry_id=day.isoformat(), day=day))
        yield store


def days(store: table.TypedStore, query: Any) -> list[date]:
    return [entry.day for entry in store.all(query)]


def test_a_field_is_read_back_from_its_attribute_and_not_from_its_month(store: table.TypedStore) -> None:
    entry = store.one(Entry.get(home="h", entry_id="2026-02-09"))
    assert entry.day == date(2026, 2, 9)
    assert days(store, Ledger.query(Entry, home="h")) == DAYS


def test_a_day_asks_for_the_rows_of_its_month(store: table.TypedStore) -> None:
    assert days(store, Ledger.by_month.query(Entry, home="h", day=date(2026, 2, 17))) == FEBRUARY
    assert days(store, Ledger.by_year.query(Entry, home="h", day=date(2026, 2, 1))) == FEBRUARY


def test_a_month_is_asked_for_by_its_text_or_by_all_its_days(store: table.TypedStore) -> None:
    for month in (begins_with("2026-02"), between(date(2026, 2, 1), date(2026, 2, 28))):
        assert days(store, Ledger.by_month.query(Entry, home="h", day=month)) == FEBRUARY
        assert days(store, Ledger.by_days.query(Entry, home="h", day=month)) == FEBRUARY


def test_some_days_of_a_month_are_asked_for_where_the_sort_key_knows_them(store: table.TypedStore) -> None:
    some = between(date(2026, 2, 2), date(2026, 2, 28))
    assert days(store, Ledger.by_days.query(Entry, home="h", day=some)) == FEBRUARY[1:]
    with pytest.raises(InvalidKeyCondition, match="day"):
        _ = Ledger.by_month.query(Entry, home="h", day=some).request


def test_a_range_beyond_one_month_is_refused_where_months_are_partitions() -> None:
    for span in (between(date(2026, 1, 1), date(2026, 2, 28)), ge(date(2026, 2, 1)), begins_with("2026")):
        with pytest.raises(InvalidKeyCondition, match=r"day within one yyyy-mm, of which its month_pk"):
            _ = Ledger.by_days.query(Entry, home="h", day=span).request


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (ge(date(2026, 2, 1)), DAYS[2:]),
        (gt(date(2026, 2, 28)), DAYS[5:]),
        (lt(date(2026, 2, 1)), DAYS[:2]),
        (le(date(2026, 2, 28)), DAYS[:5]),
        (between(date(2026, 1, 1), date(2026, 2, 28)), DAYS[1:5]),
        (begins_with("2026"), DAYS[1:6]),
    ],
)
def test_a_range_of_whole_months_gives_exactly_its_rows(store: table.TypedStore, span: Any, expected: Any) -> None:
    assert days(store, Ledger.by_year.query(Entry, home="h", day=span)) == expected


@pytest.mark.parametrize(
    "span",
    [
        ge(date(2026, 2, 2)),
        gt(date(2026, 2, 1)),
        lt(date(2026, 2, 28)),
        le(date(2026, 2, 1)),
        between(date(2026, 2, 1), date(2026, 3, 1)),
        between(date(2026, 2, 2), date(2026, 2, 28)),
    ],
)
def test_a_range_that_cuts_a_month_is_refused(span: Any) -> None:
    query = Ledger.by_year
    with pytest.raises(PartOutOfRange, match=r"day in Entry.*IN#\{day:yyyy-mm\}.*whole ones"):
        _ = query.query(Entry, home="h", day=span).request


def test_years_that_descend_are_ranges_too(store: table.TypedStore) -> None:
    query = Ledger.by_newest.query(Entry, home="h", day=ge(date(2026, 1, 1)))
    assert days(store, query) == [date(2027, 2, 5), *DAYS[1:6]]


def test_keys_follow_when_the_day_moves_to_another_month(store: table.TypedStore) -> None:
    store.write(Entry.update(home="h", entry_id="2026-02-09").set(day=date(2026, 3, 9)))
    assert days(store, Ledger.by_month.query(Entry, home="h", day=date(2026, 3, 1))) == [
        date(2026, 3, 9),
        date(2026, 3, 1),
    ]


def test_a_month_as_a_partition_with_the_moment_in_the_sort_key(store: table.TypedStore) -> None:
    moments = [datetime(2026, 2, 1, tzinfo=UTC), datetime(2026, 2, 28, 23, 59, 59, 999_999, tzinfo=UTC)]
    for moment in [*moments, datetime(2026, 3, 1, tzinfo=UTC)]:
        store.insert(Visit(home="h", at=moment))
    assert [visit.at for visit in store.all(Ledger.query(Visit, home="h", at=begins_with("2026-02")))] == moments
    assert [visit.at for visit in store.all(Ledger.query(Visit, home="h", at=between(*moments)))] == moments
    assert store.one(Visit.get(home="h", at=moments[1])).at == moments[1]
    assert store.count(Ledger.query(Visit, home="h", at=moments[0])) == 1


def test_only_one_of_a_month(store: table.TypedStore) -> None:
    store.insert(Rent(home="h", rent_id="1", paid_on=date(2026, 2, 1)))
    with pytest.raises(NotUnique):
        store.insert(Rent(home="h", rent_id="2", paid_on=date(2026, 2, 27)))
    store.insert(Rent(home="h", rent_id="2", paid_on=date(2026, 3, 1)))


def test_an_index_with_the_month_alone_does_not_hold_the_day() -> None:
    class Small(Table, name="Small", pk="PK", sk="SK"):
        by_month = Gsi("ByMonth", "month_pk", "month_sk", projection="KEYS_ONLY")

    class Bill(Entity, table=Small):
        home: InKey[str]
        bill_id: InKey[str]
        day: date

        PK = key("H#{home}")
        SK = key("BILL#{bill_id}")
        month_pk = key("H#{home}#{day:yyyy-mm}")
        month_sk = key("BILL#{bill_id}")

    class Slip(View, of=Bill):
        home: InKey[str]
        bill_id: InKey[str]

    with pytest.raises(table.DesignError, match=r"does not hold Bill\.day"):
        Small.by_month.query(Bill, home="h", day=date(2026, 2, 1))
    assert Small.by_month.query(Slip, home="h", day=date(2026, 2, 1)).request["IndexName"] == "ByMonth"


def declare(**members: Any) -> type[Any]:
    class Place(Table, name="Place", pk="PK", sk="SK"):
        by_month = Gsi("ByMonth", "month_pk", "SK")

    annotations = {"home": InKey[str], "day": members.pop("day")}
    body = {"__module__": __name__, "__annotations__": annotations, **members}
    return new_class("Placed", (Entity,), {"table": Place}, lambda namespace: namespace.update(body))


def test_a_field_that_only_a_month_would_hold_is_refused() -> None:
    month = key("M#{day:yyyy-mm}")
    with pytest.raises(UnrecoverableField, match=r"Placed\.day lives only in keys.*month.*without InKey"):
        declare(day=InKey[date], PK=key("H#{home}"), SK=key("ONE#"), month_pk=month)
    with pytest.raises(UnrecoverableField):
        declare(day=InKey[date], PK=key("H#{home}"), SK=month)


def test_a_key_of_the_table_that_knows_only_the_month_is_refused() -> None:
    with pytest.raises(KeyCollision, match=r"two with different day .* write \{day\} itself into SK"):
        declare(day=date, PK=key("H#{home}"), SK=key("M#{day:yyyy-mm}"))
    declare(day=date, PK=key("H#{home}#{day:yyyy-mm}"), SK=key("D#{day}"))


def test_a_field_is_never_stored_as_its_month() -> None:
    with pytest.raises(FormatMismatch, match=r"day: As\('yyyy-mm'\) would store less"):
        declare(day=Annotated[date, As("yyyy-mm")], PK=key("H#{home}"), SK=key("ONE#"))


def test_a_condition_is_answered_by_the_key_that_says_the_day(store: table.TypedStore) -> None:
    placed = declare(
        day=MAYBE, PK=key("H#{home}"), SK=key("ONE#"), month_pk=key("M#{day:yyyy-mm}"), day_pk=key("D#{day}")
    )
    put = table.Put(placed(home="h", day=date(2026, 2, 9))).when(day=date(2026, 2, 9))
    assert "day_pk" in str(store.explain(put))


def test_a_condition_is_not_answered_by_a_month(store: table.TypedStore) -> None:
    placed = declare(
        day=MAYBE,
        PK=key("H#{home}"),
        SK=key("ONE#"),
        month_pk=key("M#{day:yyyy-mm}"),
        day_pk=key("D#{home}#{day}"),
    )
    with pytest.raises(ImmutableField):
        store.explain(table.Put(placed(home="h", day=None)).when(day=date(2026, 2, 9)))


def test_the_time_of_a_write_keeps_its_microseconds() -> None:
    class Diary(Table, name="Diary", pk="PK", sk="SK"):
        by_time = Gsi("ByTime", "PK", "time_sk")

    class Note(Entity, table=Diary):
        home: InKey[str]
        text: str = ""
        at: Annotated[datetime, As("isous"), UpdatedAt()] = datetime(2026, 1, 1, tzinfo=UTC)

        PK = key("H#{home}")
        SK = key("NOTE#")
        time_sk = key("AT#{at:-isous}")

    now = datetime(2026, 2, 9, 1, 2, 3, 456_789, tzinfo=UTC)
    with table.open(":memory:", clock=lambda: now) as store:
        store.create(Diary)
        assert store.insert(Note(home="h")).at == now
        assert store.one(Note.get(home="h")).at == now
        assert store.write(Note.update(home="h").set(text="x")).at == now


class Diary(Table, name="Diary", pk="PK", sk="SK"):
    by_day = Gsi("ByDay", "day_pk", "time_sk")
    by_date = Gsi("ByDate", "all_pk", "date_sk")


class Call(Entity, table=Diary):
    home: InKey[str]
    number: InKey[int]
    start: AwareDatetime

    PK = key("H#{home}")
    SK = key("CALL#{number:04}")
    day_pk = key("H#{home}#{start:yyyy-mm-dd}")
    time_sk = key("CALL#{start:iso}#{number:04}")
    all_pk = key("H#{home}#CALLS")
    date_sk = key("{start:yyyymmdd}#{number:04}")


def test_the_day_of_a_time_in_a_key_is_that_in_utc() -> None:
    tokyo = timezone(timedelta(hours=9))
    with table.open(":memory:") as diary:
        diary.create(Diary)
        for number, start in enumerate(
            [
                datetime(2026, 11, 3, 8, 59, tzinfo=tokyo),
                datetime(2026, 11, 3, 9, 0, tzinfo=tokyo),
                datetime(2026, 11, 3, 23, 59, 59, tzinfo=UTC),
                datetime(2026, 11, 4, tzinfo=UTC),
            ]
        ):
            diary.insert(Call(home="h", number=number, start=start))

        def numbers(query: table.Query[Call]) -> list[int]:
            return [call.number for call in diary.all(query)]

        noon = datetime(2026, 11, 3, 12, tzinfo=UTC)
        assert numbers(Diary.by_day.query(Call, home="h", start=begins_with("2026-11-03"))) == [1, 2]
        afternoon = between(noon, datetime(2026, 11, 3, 23, 59, 59, tzinfo=UTC))
        assert numbers(Diary.by_day.query(Call, home="h", start=afternoon)) == [2]
        from_the_third = ge(datetime(2026, 11, 3, tzinfo=UTC))
        assert numbers(Diary.by_date.query(Call, home="h", start=from_the_third)) == [1, 2, 3]
        assert numbers(Diary.by_date.query(Call, home="h", start=noon)) == [1, 2]
        moved = diary.write(Call.update(home="h", number=3).set(start=noon))
        assert moved.start == noon
        assert numbers(Diary.by_day.query(Call, home="h", start=begins_with("2026-11-03"))) == [1, 3, 2]
        with pytest.raises(PartOutOfRange, match=r"is not where a period of yyyymmdd begins"):
            numbers(Diary.by_date.query(Call, home="h", start=ge(noon)))


def test_the_day_alone_does_not_tell_two_times_of_the_tables_own_key_apart() -> None:
    with pytest.raises(KeyCollision, match=r"two with different day .* write \{day\} itself into SK"):
        declare(day=datetime, PK=key("H#{home}"), SK=key("D#{day:yyyy-mm-dd}"))
    declare(day=datetime, PK=key("H#{home}#{day:yyyy-mm-dd}"), SK=key("D#{day}"))
