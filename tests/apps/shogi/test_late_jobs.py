"""Long work of a person whose account is gone, and whose name is somebody else's by now: nothing of it comes."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.accounts.house import GOOD, QUICK
from tests.adapters.clocks import SettableClock
from tests.apps.meddled_store import meddled
from tests.apps.shogi.club import NOON, Club, kif
from tests.common.library import SECRET

from chabudai import table
from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.design import design as accounts_design
from chabudai.accounts.service import Accounts
from chabudai.adapters import objects
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.apps.app import AppDependencies
from chabudai.apps.shogi import analyses, folders, games, imports, jobs, tags, transfer
from chabudai.apps.shogi import app as shogi
from chabudai.apps.shogi.errors import LeaseLost
from chabudai.common.owner import Owner
from chabudai.web import zones
from chabudai.web.errors import NotSignedIn


@dataclass
class House:
    accounts: Accounts
    clock: SettableClock
    person: Person

    @property
    def owner(self) -> Owner:
        """As a request knows who asked, when it begins."""
        return Owner(self.accounts.store, self.person.username, self.clock, zones.TOKYO, since=self.person.created_at)

    def hand_over(self) -> None:
        """The account goes, its name is kept back, swept and freed, and somebody else takes it."""
        service.delete_account(self.accounts, self.person, password=GOOD)
        self.clock.advance(seconds=(service.NAME_PAUSE + timedelta(minutes=5)).total_seconds())
        assert service.free_names(self.accounts) == ["mizuho"]
        service.sign_up(self.accounts, username="mizuho", email="other@example.jp", password=GOOD)

    def rows(self) -> list[str]:
        return [json.dumps(item) for item in Club(self.accounts.store, self.clock).items()]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    clock = SettableClock(NOON)
    with table.open(":memory:", clock=clock) as store:
        outbox = Outbox(tmp_path / "outbox", EmailRenderer(EmailAddress("table@example.jp", "ちゃぶ台"), clock))
        accounts = Accounts(store, outbox, clock, "http://house.test", QUICK)
        app = shogi.build(AppDependencies(store, clock, SECRET, objects.open(tmp_path / "objects"), accounts))
        store.create(*accounts_design.tables, *app.design.tables)
        assert app.personal_data is not None
        accounts = replace(accounts, personal_data=(app.personal_data,))
        person = service.sign_up(accounts, username="mizuho", email="mizuho@example.jp", password=GOOD)
        yield House(accounts, clock, person)


ASKS: dict[str, Callable[[Owner], object]] = {
    "an import": lambda owner: imports.start(owner, [("a.kif", kif().encode())]),
    "an analysis": lambda owner: analyses.ask_for_position(owner, "{}"),
}


@pytest.mark.parametrize("what", ASKS)
def test_what_a_very_late_request_asks_for_is_refused(house: House, what: str) -> None:
    late = house.owner
    ASKS[what](late)  # which it may, as long as the account is there
    house.hand_over()
    with pytest.raises(NotSignedIn):
        ASKS[what](late)
    assert house.rows() == []


def test_so_is_the_move_of_a_folder_that_the_next_one_has_too(house: House) -> None:
    late = house.owner
    house.hand_over()
    next_one = replace(late, since=None)
    games.keep(next_one, kif(), {"slug": "folder/theirs"})
    with pytest.raises(NotSignedIn):
        folders.move(late, "folder", "elsewhere")
    assert [folder.path for folder in folders.find_folders(late.store, "mizuho")] == ["folder"]


@pytest.mark.parametrize("number", range(1, 7))
def test_a_worker_that_slept_through_all_of_it_writes_nothing_more(house: House, number: int) -> None:
    """Whatever it was about to write: a tag of the file, a game, that a file was taken in."""
    owner = house.owner
    tagged = games.keep(owner, kif(), {"slug": "a"}).game
    tags.put_on(owner, tagged.game_id, tags.add(owner, "secret").tag_id)
    document = transfer.write_json(owner).encode().replace(tagged.game_id.encode(), b"x" * 12)
    for tag in tags.find_all(owner):
        tags.delete(owner, tag.tag_id)
    imports.start(owner, [("games.json", document), ("b.kif", kif(moves=3).encode())])
    job = jobs.claim(owner.store, owner.clock, "worker")
    assert job is not None
    asleep = meddled(replace(owner, since=None), "TransactWriteItems", number, house.hand_over)
    with pytest.raises(LeaseLost):
        jobs.run(asleep, job, imports.step)
    assert house.rows() == []
