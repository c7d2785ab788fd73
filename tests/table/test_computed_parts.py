"""Computed parts of keys: their function is asked about None where it says that it takes it."""

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any, Literal

import pytest

from chabudai import table
from chabudai.table import Entity, Field, Gsi, InKey, NotUnique, Table, TypedStore, computed, key, unique
from chabudai.table.doctor import doctor

Mark = Literal["OPEN", "DONE"]


def mark_of(returned: Annotated[date | None, "when it came back"]) -> Mark:
    return "OPEN" if returned is None else "DONE"


def open_day(due: date, returned: date | None) -> date | None:
    return None if returned else due


def month_of(due: date, reminded: date) -> str:
    return f"{min(due, reminded):%Y-%m}"


class Desk(Table, name="Desk", pk="PK", sk="SK"):
    by_due = Gsi("ByDue", "due_pk", "due_sk")
    by_mark = Gsi("ByMark", "mark_pk", "SK")
    by_month = Gsi("ByMonth", "month_pk", "SK")


class Loan(Entity, table=Desk):
    member: InKey[str]
    due: date
    returned: date | None = None
    reminded: date | None = None
    notes: list[str] = Field(default_factory=list)
    open_due = computed(open_day)
    mark = computed(mark_of)
    month = computed(month_of)
    PK = key("MEMBER#{member}")
    SK = key("LOAN")
    due_pk = key("DUE#{open_due:yyyy-mm}")
    due_sk = key("{open_due}")
    mark_pk = key("M#{mark}")
    month_pk = key("MONTH#{month}")
    one_open = unique("OPEN#{due}", "{mark}")


@pytest.fixture
def store() -> Iterator[TypedStore]:
    with table.open(":memory:") as opened:
        opened.create(Desk)
        opened.insert(Loan(member="m", due=date(2035, 3, 15)))
        yield opened


def stored(store: TypedStore) -> dict[str, Any]:
    place = {"PK": {"S": "MEMBER#m"}, "SK": {"S": "LOAN"}}
    item = store.raw.call("GetItem", {"TableName": "Desk", "Key": place})["Item"]
    return {name: item[name]["S"] for name in ("due_pk", "due_sk", "mark_pk", "month_pk") if name in item}


OPEN = {"due_pk": "DUE#2035-03", "due_sk": "2035-03-15", "mark_pk": "M#OPEN"}


def test_a_function_that_takes_none_is_asked_about_it(store: TypedStore) -> None:
    assert stored(store) == OPEN
    loan = Loan.update(member="m")
    store.write(loan.set(returned=date(2035, 1, 1)))
    assert stored(store) == {"mark_pk": "M#DONE"}
    store.write(loan.remove("returned"))
    assert stored(store) == OPEN
    store.write(loan.set(returned=date(2035, 1, 1)))
    store.write(loan.set(returned=None))
    assert stored(store) == OPEN
    store.put(Loan(member="m", due=date(2035, 3, 15), notes=["put"]))
    assert stored(store) == OPEN
    assert doctor(store, Desk).is_healthy


def test_queries_find_such_rows_by_the_part_and_by_what_it_is_made_of(store: TypedStore) -> None:
    assert store.count(Desk.by_mark.query(Loan, mark="OPEN")) == 1
    assert store.count(Desk.by_mark.query(Loan, returned=None)) == 1
    assert store.count(Desk.by_mark.query(Loan, returned=date(2035, 1, 1))) == 0
    assert store.count(Desk.by_due.query(Loan, due=date(2035, 3, 15), returned=None)) == 1


def test_a_unique_value_made_of_none_is_guarded(store: TypedStore) -> None:
    with pytest.raises(NotUnique):
        store.insert(Loan(member="n", due=date(2035, 3, 15)))
    store.write(Loan.update(member="m").set(returned=date(2035, 1, 1)))
    store.insert(Loan(member="n", due=date(2035, 3, 15)))
    with pytest.raises(NotUnique):
        store.write(Loan.update(member="m").remove("returned"))
    assert doctor(store, Desk).is_healthy


def test_one_that_does_not_take_it_leaves_the_row_out_of_the_index(store: TypedStore) -> None:
    assert "month_pk" not in stored(store)
    store.write(Loan.update(member="m").set(reminded=date(2035, 2, 1)))
    assert stored(store)["month_pk"] == "MONTH#2035-02"
    store.write(Loan.update(member="m").set(reminded=None))
    assert "month_pk" not in stored(store)


def test_the_doctor_gives_a_row_the_keys_that_it_has_not_got_yet(store: TypedStore) -> None:
    row = {"PK": {"S": "MEMBER#o"}, "SK": {"S": "LOAN"}, "due": {"S": "2035-04-01"}, "notes": {"L": []}}
    store.raw.call("PutItem", {"TableName": "Desk", "Item": row})
    assert not doctor(store, Desk).is_healthy
    assert doctor(store, Desk, repair=True).is_healthy
    assert store.count(Desk.by_mark.query(Loan, mark="OPEN")) == 2
