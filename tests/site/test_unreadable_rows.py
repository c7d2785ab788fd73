"""One row that can't be read never hides the others: it is left out, noted once, and the doctor names it."""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from litestar.testing import TestClient
from tests import bad_rows
from tests.bad_rows import BadRow
from tests.site.conftest import PERSON, copy_pattern, sign_in
from tests.site.crawl import Crawl

from chabudai.accounts.design import design as accounts_design
from chabudai.site.compose import Site, compose
from chabudai.site.demo.households import FILLING
from chabudai.site.demo.people import Filling
from chabudai.site.settings import SiteSettings
from chabudai.table import Table
from chabudai.table.doctor import doctor

LEADING = {"Wardrobe": "/wardrobe", "Profile": "/kondate", "Creator": "/creators/", "Team": "/tasks/add"}
"""Rows without which an app can show nothing of theirs, under addresses that do not name them; a line is added to the
team that was seen last."""


@dataclass(frozen=True)
class Household:
    """A demo household, somebody who is signed in there, and all that they can look at."""

    site: Site
    crawl: Crawl
    path: Path

    @property
    def tables(self) -> list[type[Table]]:
        return [*accounts_design.tables, *(each for app in self.site.apps for each in app.design.tables)]

    def count_faults(self) -> Iterator[tuple[str, int]]:
        """What the doctor finds, by table."""
        for design in (accounts_design, *(app.design for app in self.site.apps)):
            for report in doctor(self.site.store, design).tables:
                yield report.table, report.faults

    def failures(self, parts: Sequence[str], bad: BadRow) -> dict[str, int]:
        """Of the home page, and of what has one of these in its address: but the pages of the thing itself."""
        few = self.crawl.few_of_each_kind()
        looks = self.crawl.look(lambda each: each == "/" or (each in few and any(f"/{part}" in each for part in parts)))
        return {
            address: look.status
            for address, look in looks.items()
            if look.status >= 500 or (look.status == 409 and not is_about(address, bad))
        }


@pytest.fixture(scope="module")
def looked_at(filled: SiteSettings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Household]:
    """Each test leaves it as it was."""
    folder = tmp_path_factory.mktemp("unreadable")
    settings = copy_pattern(filled, folder / "household", "en")
    with compose(settings) as site, TestClient(site.application, base_url="http://house.localhost") as client:
        sign_in(client, site)
        assert client.get(f"/wardrobe/{wardrobe_key(settings)}").status_code == 200
        crawl = Crawl(client, site.application)
        crawl.find_addresses()
        yield Household(site, crawl, Path(settings.db))


def wardrobe_key(settings: SiteSettings) -> str:
    return Filling.parse((settings.folder / FILLING).read_text()).places["wardrobe"]


def test_the_look_reaches_every_app_and_its_api(looked_at: Household) -> None:
    starts = {"/".join(address.split("/")[:3]) for address in looked_at.crawl.addresses}
    assert {"/api/todo", "/api/tasks", "/api/wardrobe", "/api/shogi", "/api/account"} <= starts
    assert len(looked_at.crawl.addresses) > 150


def test_a_bad_row_of_every_kind_hides_nothing_and_is_noted_once_and_named_by_the_doctor(
    looked_at: Household, caplog: pytest.LogCaptureFixture
) -> None:
    store = looked_at.site.store.raw
    before = looked_at.crawl.look()
    planted = [bad for table in looked_at.tables for bad in list(bad_rows.siblings(store, table))]
    for bad in planted:
        bad.plant(store)
    try:
        with caplog.at_level(logging.WARNING):
            after = looked_at.crawl.look()
            looked_at.crawl.look()
        assert {address: look.status for address, look in after.items() if look.status != 200} == {}
        # What stood on a page may stand on the next one now, but it stands somewhere.
        shown = frozenset().union(*(look.seen for look in after.values()))
        assert frozenset().union(*(look.seen for look in before.values())) - shown == frozenset()
        notes = [record.getMessage() for record in caplog.records if "can't be read" in record.getMessage()]
        assert notes
        assert len(notes) == len(set(notes))
        assert Counter(bad.table.name for bad in planted) <= Counter(dict(looked_at.count_faults()))
    finally:
        for bad in planted:
            bad.remove(store)


def test_any_row_may_become_unreadable_where_it_stands_and_no_page_fails(looked_at: Household) -> None:
    store = looked_at.site.store.raw
    failures: dict[str, dict[str, int]] = {}
    designs = [accounts_design, *(app.design for app in looked_at.site.apps)]
    for design, table in [(each, table) for each in designs for table in each.tables]:
        parts = ["account"] if design is accounts_design else [design.name]
        for bad in list(bad_rows.in_place(store, table, PERSON)):
            bad.plant(store)
            try:
                if found := looked_at.failures(parts, bad):
                    failures[f"{design.name} {bad.entity}"] = found
            finally:
                bad.remove(store)
    assert failures == {}


def is_about(address: str, bad: BadRow) -> bool:
    """Whether an address names it, or what it leads to."""
    if bad.entity in LEADING and LEADING[bad.entity] in address:
        return True
    key = [bad.item[name]["S"] for name in bad.table.primary.attributes]
    return any(part in address for text in key for part in text.split("#") if len(part) > 7)
