"""A request that outlives its person's account, in every app: whoever takes the name next gets nothing of it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.accounts.house import GOOD, QUICK
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import NOON
from tests.common.library import SECRET

from chabudai import table
from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.design import design as accounts_design
from chabudai.accounts.errors import UsernameTaken
from chabudai.accounts.service import Accounts
from chabudai.adapters import objects
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.apps.app import App, AppDependencies, BuildApp
from chabudai.apps.wardrobe import app as wardrobe
from chabudai.site.apps import APPS


@dataclass
class Place:
    accounts: Accounts
    app: App
    clock: SettableClock
    mizuho: Person

    def rows_left(self) -> list[str]:
        """Those that name her; neighbours of the demo are called suzuki.mizuho and the like, and write of @mizuho."""
        tables = [each.name for each in self.app.design.tables]
        found = [item for name in tables for item in self.accounts.store.raw.call("Scan", {"TableName": name})["Items"]]
        return [text for text in map(json.dumps, found) if re.search(r"(?<![.@])mizuho", text)]


@pytest.fixture(
    params=[build for build in APPS if build is not wardrobe.build], ids=lambda build: build.__module__.split(".")[2]
)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    build: BuildApp = request.param
    clock = SettableClock(NOON)
    with table.open(":memory:", clock=clock) as store:
        outbox = Outbox(tmp_path / "outbox", EmailRenderer(EmailAddress("table@example.jp", "ちゃぶ台"), clock))
        accounts = Accounts(store, outbox, clock, "http://house.test", QUICK)
        app = build(AppDependencies(store, clock, SECRET, objects.open(tmp_path / "objects"), accounts))
        store.create(*accounts_design.tables, *app.design.tables)
        assert app.personal_data is not None
        accounts = replace(accounts, personal_data=(app.personal_data,))
        mizuho = service.sign_up(accounts, username="mizuho", email="mizuho@example.jp", password=GOOD)
        yield Place(accounts, app, clock, mizuho)


def test_what_a_late_request_writes_is_nobodys_and_goes_before_the_name_is_free(place: Place) -> None:
    service.delete_account(place.accounts, place.mizuho, password=GOOD)
    place.app.fill_demo(place.mizuho)
    assert place.rows_left() != []
    with pytest.raises(UsernameTaken):
        service.sign_up(place.accounts, username="mizuho", email="other@example.jp", password=GOOD)
    place.clock.advance(seconds=service.NAME_PAUSE.total_seconds())
    assert service.free_names(place.accounts) == ["mizuho"]
    assert place.rows_left() == []
    service.sign_up(place.accounts, username="mizuho", email="other@example.jp", password=GOOD)
