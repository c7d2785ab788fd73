"""An account that is deleted while another tab of the same person goes on: nothing is left of either."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.meddled_store import meddled, power_cut
from tests.apps.tasks.household import NOON, Household, find_faults
from tests.apps.tasks.site_house import QUICK

from chabudai import table
from chabudai.accounts import service
from chabudai.accounts.deletion_worker import DeletionWorker
from chabudai.accounts.design import Person, begin_deletion, person_named
from chabudai.accounts.design import design as accounts_design
from chabudai.accounts.errors import DeletionUnfinished, WrongPassword
from chabudai.accounts.service import Accounts
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.apps.tasks import personal_data, tasks, teams
from chabudai.apps.tasks.design import design
from chabudai.apps.tasks.membership import enter
from chabudai.apps.tasks.pages import visits
from chabudai.common.owner import Owner
from chabudai.common.personal_data import PersonalData
from chabudai.table import TypedStore
from chabudai.web import zones
from chabudai.web.errors import WebError

PASSWORD = "a passphrase for tests"
OPERATIONS = ("TransactWriteItems", "DeleteItem", "Query", "UpdateItem", "GetItem")


class House:
    def __init__(self, store: TypedStore, clock: SettableClock, folder: Path) -> None:
        outbox = Outbox(folder / "outbox", EmailRenderer(EmailAddress("table@example.jp", "ちゃぶ台"), clock))
        self.household = Household(store, clock)
        self.accounts = Accounts(store, outbox, clock, "http://house.test", QUICK)
        self.taro = service.sign_up(self.accounts, username="taro", email="taro@example.jp", password=PASSWORD)
        self.session = service.begin_session(self.accounts, self.taro, "tests")
        visits.welcome(self.owner(store), self.taro)

    def owner(self, store: TypedStore) -> Owner:
        return Owner(store, "taro", self.household.clock, zones.TOKYO)

    def over(self, store: TypedStore) -> Accounts:
        """The accounts by a store in which something happens on the way."""
        erase = partial(personal_data.erase, store, self.household.clock)
        data = PersonalData("tasks", partial(personal_data.export, store), erase)
        return replace(self.accounts, store=store, personal_data=(data,))

    def delete(self, store: TypedStore) -> None:
        service.delete_account(self.over(store), self.taro, password=PASSWORD)

    def left(self) -> list[str]:
        """Rows that tell of the person, or are nobody's."""
        rows = json.dumps(self.household.items(), ensure_ascii=False, default=sorted)
        found = self.household.store.get(person_named("taro"))
        return [*find_faults(self.household), *(["taro"] if "taro" in rows else []), *([repr(found)] if found else [])]


@pytest.fixture
def house(clock: SettableClock, tmp_path: Path) -> Iterator[House]:
    clock.set(NOON)
    with table.open(":memory:", clock=clock) as store:
        store.create(*accounts_design.tables, *design.tables)
        yield House(store, clock, tmp_path)


def make_team(house: House, person: Person) -> None:
    """Both that who is known before does it, and who has come this moment."""
    owner = house.owner(house.household.store)
    team = teams.create(owner, name="もう一つ")
    tasks.add(enter(owner, team.team_id), title="x", assignee="taro")


def come_in(house: House, person: Person) -> None:
    visits.welcome(house.owner(house.household.store), person)


def come_in_and_make_team(house: House, person: Person) -> None:
    come_in(house, person)
    make_team(house, person)


@pytest.mark.parametrize("act", [make_team, come_in, come_in_and_make_team])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_another_tab_leaves_nothing_whenever_it_acts(
    house: House, operation: str, act: Callable[[House, Person], None]
) -> None:
    """The tab was let in before the deletion began, and writes before each call of it in turn."""

    def write() -> None:
        with suppress(WebError):
            act(house, house.taro)

    house.household.team("hanako", "taro")
    happened = True
    for number in range(1, 40):
        if house.household.store.get(person_named("taro")) is None:
            house.household.clock.advance(seconds=service.NAME_PAUSE.total_seconds())
            service.free_names(house.accounts)
            house.taro = service.sign_up(house.accounts, username="taro", email="taro@example.jp", password=PASSWORD)
            come_in_and_make_team(house, house.taro)
        fired: list[bool] = []

        def event(fired: list[bool] = fired) -> None:
            fired.append(True)
            write()

        house.delete(meddled(house.owner(house.household.store), operation, number, event).store)
        assert house.left() == [], f"before {operation} {number}"
        happened = bool(fired)
        if not happened:
            break
    assert not happened


@pytest.mark.parametrize("cut_at", [1, 2, 3, 5])
def test_what_was_interrupted_is_finished_by_the_house(house: House, cut_at: int) -> None:
    house.household.team("hanako", "taro")
    make_team(house, house.taro)
    store = house.household.store
    with pytest.raises(DeletionUnfinished):
        house.delete(meddled(house.owner(store), "TransactWriteItems", cut_at, power_cut).store)
    assert house.left() != []
    with DeletionWorker(house.over(store)):
        pass
    assert house.left() == []
    assert service.find_username(house.accounts, "taro@example.jp") is None


def test_of_two_who_finish_at_once_neither_fails(house: House) -> None:
    store = house.household.store
    make_team(house, house.taro)
    store.write(begin_deletion("taro"))
    other = partial(service.finish_deletions, house.over(store))
    for operation, number in (("TransactWriteItems", 1), ("BatchWriteItem", 1)):
        meddling = meddled(house.owner(store), operation, number, other).store
        service.finish_deletions(house.over(meddling))
    assert house.left() == []


def test_nobody_is_signed_in_from_the_first_moment_on(house: House) -> None:
    seen: list[object] = []
    look = partial(lambda: seen.append(service.person_of_session(house.accounts, house.session)))
    house.delete(meddled(house.owner(house.household.store), "Query", 1, look).store)
    assert seen == [None]


def test_what_was_interrupted_goes_on_with_the_next_sign_in(house: House) -> None:
    for number in (1, 2):
        with pytest.raises(DeletionUnfinished):
            house.delete(meddled(house.owner(house.household.store), "TransactWriteItems", number, power_cut).store)
    assert service.person_of_session(house.accounts, house.session) is None
    with pytest.raises(WrongPassword):
        service.sign_in(house.over(house.household.store), login="taro", password="not the passphrase")
    assert house.left() != []
    with pytest.raises(WrongPassword):
        service.sign_in(house.over(house.household.store), login="taro", password=PASSWORD)
    assert house.left() == []
