"""Patterns: a household as it is today, filled once for all who will have a copy of it."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

from chabudai.accounts.service import Accounts
from chabudai.adapters.private_files import make_file
from chabudai.apps.app import App
from chabudai.site.demo.current import use_household
from chabudai.site.demo.folder import DemoFolder
from chabudai.site.demo.households import FILLING, OpenHousehold
from chabudai.site.demo.people import PEOPLE, DemoPerson, fill
from chabudai.site.demo.quota import DiskQuota
from chabudai.site.tables import create_tables
from chabudai.table import Table
from chabudai.table.creation import create_table_request

_LARGEST: Final = 100 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Patterns:
    """`accounts` and `apps` are those of whichever household is in use."""

    folder: DemoFolder
    accounts: Accounts
    apps: Sequence[App]
    open_household: OpenHousehold

    def ensure(self) -> None:
        """One of today, in each language."""
        self._add(for_now=False)

    def renew(self) -> None:
        """Before they look old: what happened an hour ago in a pattern should not be long ago for who sees it."""
        self._add(for_now=True)

    def _add(self, *, for_now: bool) -> None:
        for language, person in PEOPLE.items():
            self.folder.add_pattern(language, partial(self._fill, person), for_now=for_now)

    def _fill(self, person: DemoPerson, path: Path) -> None:
        household = self.open_household(path, DiskQuota(path, _LARGEST))
        try:
            with use_household(lambda: household):
                create_tables(self.accounts.store, self.apps)
                filling = fill(self.accounts, self.apps, person)
        finally:
            household.close()
        make_file(path / FILLING)
        (path / FILLING).write_text(filling.write())


def digest_tables(tables: Iterable[type[Table]]) -> str:
    """Of what they are made of: a household that was made of others can't be used any more."""
    requests = [create_table_request(table) for table in tables]
    return sha256(json.dumps(requests, sort_keys=True).encode()).hexdigest()[:16]
