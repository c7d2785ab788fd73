"""Composition: the only place that chooses implementations. Settings go in, the site comes out."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import version
from typing import Self
from zoneinfo import ZoneInfo

from litestar import Litestar

from chabudai import accounts as people
from chabudai import common, table, web
from chabudai.accounts import authentication
from chabudai.accounts.deletion_worker import DeletionWorker
from chabudai.accounts.mail_worker import new_mail_worker
from chabudai.accounts.service import Accounts
from chabudai.adapters import clock, mail, objects
from chabudai.adapters.clock import Clock
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.adapters.payments import SandboxPayments
from chabudai.apps.app import App, AppDependencies
from chabudai.common.unreadable_rows import UnreadableRowLog
from chabudai.site.apps import build_apps
from chabudai.site.compose_demo import Worker, compose_demo, email_checks
from chabudai.site.demo.current import follow_current, hold_to, use_household
from chabudai.site.home import SiteContent
from chabudai.site.household import Household
from chabudai.site.package import PACKAGE
from chabudai.site.privacy import keep_private
from chabudai.site.routes import routes
from chabudai.site.settings import SiteSettings, check_table_names, variable
from chabudai.site.tables import create_tables, tables_of
from chabudai.store import record_calls
from chabudai.table import TypedStore
from chabudai.web import secrets
from chabudai.web.hosts import AllowedHosts
from chabudai.web.secrets import Secret


@dataclass(frozen=True, slots=True)
class Site:
    """`with compose(settings) as site:` runs what goes on beside requests, too."""

    application: Litestar
    household: Household
    apps: Sequence[App]
    accounts: Accounts
    is_behind_proxy: bool
    workers: Sequence[Worker]
    _open: ExitStack = field(default_factory=ExitStack)

    @property
    def store(self) -> TypedStore:
        return self.household.store

    def __enter__(self) -> Self:
        self._open.callback(self.household.close)
        for worker in self.workers:
            self._open.enter_context(worker())
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()


def compose(settings: SiteSettings, now: Clock = clock.now) -> Site:
    """The site's household is the one that stays; in the demo visitors have others, and what is served follows them."""
    keep_private(settings)
    secret = secrets.load_or_create(settings.secret_path)
    household = _open_household(settings, secret)
    served = follow_current(household, secret) if settings.is_demo else household
    give = partial(_give, settings, secret, now)
    given = give(served)
    lasting = give(household) if settings.is_demo else given
    apps = build_apps(given)
    check_table_names(settings.table_names, [each.name for each in tables_of(apps)])
    with use_household(lambda: household):
        create_tables(served.store, apps)
    personal_data = tuple(app.personal_data for app in apps if app.personal_data is not None)
    accounts = replace(given.accounts, personal_data=personal_data, apps=tuple(app.entry for app in apps))
    held = tuple(hold_to(household, each) for each in personal_data)
    own = replace(lasting.accounts, personal_data=held, apps=accounts.apps)
    demo = compose_demo(settings, secret, household, accounts, apps, give) if settings.is_demo else None
    entrance = demo.entrance if demo else None
    application = web.build(
        routes(SiteContent(accounts, apps, entrance), _find_open_outbox(settings, served)),
        web.WebSettings(
            secret=secret,
            version=version("chabudai"),
            packages=(PACKAGE, people.PACKAGE, common.PACKAGE, *(app.package for app in apps)),
            navigation=tuple(app.entry for app in apps),
            authenticate=authentication.authenticator(accounts),
            sign_in="/sign-in",
            households=entrance.households if entrance else None,
            record_calls=record_calls if settings.shows_call_log else None,
            check_host=AllowedHosts(settings.allowed_hosts, variable("hosts")).check,
            origin=settings.origin,
            is_behind_proxy=settings.is_behind_proxy,
            zone=ZoneInfo(settings.zone),
            clock=now,
        ),
    )
    workers: list[Worker] = [partial(app.worker, lasting) for app in apps]
    workers += [partial(DeletionWorker, own), partial(new_mail_worker, own, email_checks(apps, lasting))]
    workers += demo.workers if demo else ()
    return Site(application, household, apps, own, settings.is_behind_proxy, workers)


def _open_household(settings: SiteSettings, secret: Secret) -> Household:
    return Household(
        store=table.open_renamed(
            settings.db, settings.table_names, secret=secret.key("cursors"), report_unreadable=UnreadableRowLog()
        ),
        objects=objects.open(settings.photos_address),
        payments=SandboxPayments(settings.payments_path),
        mail=mail.open(settings.mail_address, EmailRenderer(EmailAddress.parse(settings.sender))),
    )


def _give(settings: SiteSettings, secret: Secret, now: Clock, household: Household) -> AppDependencies:
    """What there is for apps to be built from, and for what they do beside requests."""
    is_open = _find_open_outbox(settings, household) is not None
    return AppDependencies(
        store=household.store,
        clock=now,
        secret=secret,
        objects=household.objects,
        accounts=Accounts(household.store, household.mail, now, settings.address, has_open_outbox=is_open),
        engine=settings.engine_finder,
        engines=settings.engines,
        payments=household.payments,
        membership_price=settings.membership_price,
        meal_indexes=settings.indexes,
    )


def _find_open_outbox(settings: SiteSettings, household: Household) -> Outbox | None:
    return household.mail if isinstance(household.mail, Outbox) and settings.is_local else None
