"""Composition of the demo: how its households are opened, what goes on in them, and what visitors are let in by."""

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from chabudai import store as stores
from chabudai.accounts.mail_worker import new_mail_worker
from chabudai.accounts.service import Accounts
from chabudai.accounts.spool.delivery import WantedChecks
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.adapters.objects import FolderStorage
from chabudai.adapters.payments import SandboxPayments
from chabudai.adapters.usi import EngineTurns
from chabudai.apps.app import App, AppDependencies
from chabudai.common.unreadable_rows import UnreadableRowLog
from chabudai.site.demo.caretaker import Caretaker
from chabudai.site.demo.entrance import Demo
from chabudai.site.demo.folder import DemoFolder, remove_others
from chabudai.site.demo.households import DemoHouseholds
from chabudai.site.demo.patterns import Patterns, digest_tables
from chabudai.site.demo.quota import DiskQuota, LimitedObjects, LimitedStore
from chabudai.site.household import Household
from chabudai.site.settings import SiteSettings
from chabudai.site.tables import tables_of
from chabudai.table import TypedStore
from chabudai.web.secrets import Secret

_ENGINES: Final = 1
"""Of each kind, positions and games, in one process for all households of the demo together."""
_EMAILS_KEPT: Final = 50
_MEGABYTE: Final = 1024 * 1024
Give: TypeAlias = Callable[[Household], AppDependencies]
Worker: TypeAlias = Callable[[], AbstractContextManager[object]]
"""What goes on beside requests, once it is entered."""


@dataclass(frozen=True, slots=True)
class ComposedDemo:
    entrance: Demo
    workers: Sequence[Worker]


def compose_demo(
    settings: SiteSettings,
    secret: Secret,
    lasting: Household,
    accounts: Accounts,
    apps: Sequence[App],
    give: Give,
) -> ComposedDemo:
    """`accounts` and `apps` are those of whichever household is in use."""
    is_in_memory = settings.db == ":memory:"
    base = Path(tempfile.mkdtemp(prefix="chabudai-demo-")) if is_in_memory else settings.demo_path
    folder = DemoFolder(base / digest_tables(tables_of(apps)), accounts.clock, settings.demo_households)
    remove_others(folder.path)
    open_household = partial(_open_household, settings, secret)
    patterns = Patterns(folder, accounts, apps, open_household)
    patterns.ensure()
    households = DemoHouseholds(folder, lasting, settings.demo_megabytes * _MEGABYTE, open_household)
    work = partial(_work, apps, give, EngineTurns(_ENGINES))
    return ComposedDemo(
        Demo(accounts, apps, households, settings.demo_starts),
        (
            *([partial(_removed_in_the_end, base)] if is_in_memory else []),
            partial(Caretaker, households, work, patterns.renew),
        ),
    )


def _open_household(settings: SiteSettings, secret: Secret, path: Path, quota: DiskQuota) -> Household:
    """All in one folder, whatever the site's own has. Nothing is sent to anyone, and no disk is waited for."""
    own = replace(settings, db=str(path / "household.db"), mail="", photos="")
    store = LimitedStore(stores.open(own.db, durability="relaxed"), quota)
    renderer = EmailRenderer(EmailAddress.parse(settings.sender))
    return Household(
        store=TypedStore(store, secret=secret.key("cursors"), report_unreadable=UnreadableRowLog()),
        objects=LimitedObjects(FolderStorage(Path(own.photos_address)), quota),
        payments=SandboxPayments(own.payments_path),
        mail=Outbox(Path(own.mail_address), renderer, keep=_EMAILS_KEPT),
    )


@contextmanager
def _work(apps: Sequence[App], give: Give, turns: EngineTurns, household: Household) -> Iterator[None]:
    given = replace(give(household), engine_turns=turns)
    with ExitStack() as workers:
        for app in apps:
            workers.enter_context(app.worker(given))
        workers.enter_context(new_mail_worker(given.accounts, email_checks(apps, given)))
        yield


def email_checks(apps: Sequence[App], given: AppDependencies) -> WantedChecks:
    """Which of the emails that wait in a household are still wanted."""
    return {kind: check for app in apps for kind, check in app.email_checks(given).items()}


@contextmanager
def _removed_in_the_end(folder: Path) -> Iterator[None]:
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)
