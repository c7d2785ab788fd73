"""What each page asks of the table, and how large it is."""

from collections.abc import Sequence
from datetime import date, timedelta

import pytest
from tests.apps.todo.house import SECRET, TOKYO, House, Member, furnish

from chabudai.accounts.design import Person, person_named
from chabudai.apps.todo import categories, service
from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.pages.addresses import TodoListAddress
from chabudai.apps.todo.summary import summarizer
from chabudai.common.sweeps import batches
from chabudai.store import record_calls
from chabudai.table import Insert, Transaction
from chabudai.web.context import Credentials, RequestContext, use_context
from chabudai.web.cookies import CookieJar
from chabudai.web.signing import Signer
from chabudai.web.translations import Translations

TODAY = date(2040, 11, 15)
LISTS = ("", "?view=today", "?view=done", "?view=trash", "?view=all", "?select=1", "?q=x", "?sort=due&category=none")


def test_a_page_of_a_full_list_is_small_enough(house: House, hanako: Member) -> None:
    mine = house.owner("hanako")
    home = categories.add(mine, name="家のこと").category_id
    for number in range(TodoListAddress.PAGE):
        title = f"{number}番目の、すこし長めのやること"
        service.add(mine, title=title, due=TODAY, due_time="18:30", repeat="weekly", category_id=home, priority="high")
    assert len(hanako.get("/todo").content) < 60_000


def test_the_dashboard_is_one_query(house: House, hanako: Member) -> None:
    furnish(house.owner("hanako"))
    hanako.get("/todo")
    assert house.asked() == [("GetItem", "6"), ("UpdateItem", None), ("Query", "3")]  # she was never here before
    house.member("hanako").get("/todo")
    assert house.asked() == [("GetItem", "6"), ("Query", "3")]  # this browser did not know the usual order yet
    for path in LISTS:
        hanako.get(f"/todo{path}")
        assert house.asked() == [("Query", "3")]


@pytest.mark.parametrize(
    ("path", "asked"),
    [("/categories", [("Query", "3")]), ("/files", []), ("/settings", [("GetItem", "6")])],
)
def test_other_pages_ask_no_more_than_they_show(
    house: House, hanako: Member, path: str, asked: list[tuple[str, str]]
) -> None:
    hanako.get(f"/todo{path}")
    assert house.asked() == asked


def test_editing_reads_the_todo_and_one_query(house: House, hanako: Member) -> None:
    todo = service.add(house.owner("hanako"), title="x").todo
    hanako.get("/todo")
    hanako.get(f"/todo/edit?id={todo.todo_id}")
    assert house.asked() == [("GetItem", "4"), ("Query", "3")]


def test_ten_thousand_todos_are_listed_and_searched(house: House, hanako: Member) -> None:
    mine = house.owner("hanako")
    one = service.add(mine, title="needle").todo
    _keep(house, [one.model_copy(update={"todo_id": f"n{n:05}", "title": f"hay {n}"}) for n in range(10_000)])
    assert "10,001" in hanako.get("/todo").text
    assert hanako.list("view=all&q=needle") == ["needle"]


def test_the_seat_says_what_matters_today_with_one_query(house: House, hanako: Member) -> None:
    mine = house.owner("hanako")
    service.add(mine, title="x", due=TODAY)
    service.add(mine, title="y", due=TODAY - timedelta(days=1), priority="high")
    context, person = _visit(house)
    with record_calls() as asked, use_context(context):
        said = summarizer(house.store, house.clock)(person, context)
    assert (said.note, said.figure) == ("2 to do today", "2")
    assert said.badges == ("1 overdue", "1 high priority")
    assert [each.operation for each in asked] == ["Query"]


def test_the_seat_is_calm_when_there_is_nothing(house: House) -> None:
    context, person = _visit(house)
    with use_context(context):
        said = summarizer(house.store, house.clock)(person, context)
    assert (said.note, said.figure, said.badges) == ("Write down your first to-do.", "", ())


def _keep(house: House, rows: Sequence[Todo]) -> None:
    for some in batches(rows, 100):
        transaction = Transaction()
        for number, row in enumerate(some):
            transaction = transaction.step(str(number), Insert(row))
        house.store.transact(transaction)


def _visit(house: House) -> tuple[RequestContext, Person]:
    """The home page's, of Hanako."""
    house.member("hanako")
    person = house.accounts.store.one(person_named("hanako"))
    jar = CookieJar("", Signer(SECRET, lambda: 0.0), secure=False)
    context = RequestContext(
        path="/",
        query="",
        address="",
        is_swap=False,
        is_secure=False,
        jar=jar,
        credentials=Credentials(None, None),
        translations=Translations("en"),
        zone=TOKYO,
        clock=house.clock,
        person=person,
    )
    return context, person
