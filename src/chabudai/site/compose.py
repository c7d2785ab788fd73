"""Composition: the only place that chooses implementations. Settings go in, the site comes out."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import Self
from zoneinfo import ZoneInfo

from litestar import Litestar

from chabudai import accounts as people
from chabudai import common, table, web
from chabudai.accounts import authentication
from chabudai.accounts.deletion_worker import DeletionWorker
from chabudai.accounts.design import design as accounts_design
from chabudai.accounts.service import Accounts
from chabudai.adapters import clock, mail, objects
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.adapters.payments import SandboxPayments
from chabudai.apps.app import App, AppDependencies
from chabudai.common.unreadable_rows import UnreadableRowLog
from chabudai.site import demo
from chabudai.site.apps import build_apps
from chabudai.site.home import SiteContent
from chabudai.site.package import PACKAGE
from chabudai.site.routes import routes
from chabudai.site.settings import SiteSettings, check_table_names
from chabudai.store import record_calls
from chabudai.table import TypedStore
from chabudai.web import secrets


@dataclass(frozen=True, slots=True)
class Site:
    """`with compose(settings) as site:` runs what the apps do beside requests, too."""

    application: Litestar
    store: TypedStore
    apps: Sequence[App]
    accounts: Accounts
    _open: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        self._open.callback(self.store.close)
        for app in self.apps:
            self._open.enter_context(app.worker())
        self._open.enter_context(DeletionWorker(self.accounts))
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()


def compose(settings: SiteSettings) -> Site:
    secret = secrets.load_or_create(settings.secret_path)
    noted = UnreadableRowLog()
    store = table.open_renamed(settings.db, settings.table_names, secret=secret.key("cursors"), report_unreadable=noted)
    mailer = mail.open(settings.mail_address, EmailRenderer(EmailAddress.parse(settings.sender)))
    open_outbox = mailer if isinstance(mailer, Outbox) and settings.is_local else None
    accounts = Accounts(store, mailer, clock.now, settings.address, has_open_outbox=open_outbox is not None)
    photos, engine = objects.open(settings.photos_address), settings.engine_finder
    payments = SandboxPayments(settings.payments_path)
    apps = build_apps(
        AppDependencies(
            store, clock.now, secret, photos, accounts, engine, payments, settings.membership_price, settings.indexes
        )
    )
    personal_data = tuple(app.personal_data for app in apps if app.personal_data is not None)
    accounts = replace(accounts, personal_data=personal_data)
    tables = (*accounts_design.tables, *(each for app in apps for each in app.design.tables))
    check_table_names(settings.table_names, [each.name for each in tables])
    store.create(*accounts_design.tables)
    for app in apps:
        if app.create_tables is not None:
            app.create_tables()
        else:
            store.create(*app.design.tables)
    if settings.is_demo:
        demo.fill(accounts, apps)
    return Site(
        web.build(
            routes(SiteContent(accounts, apps, settings.is_demo), open_outbox),
            web.WebSettings(
                secret=secret,
                version=version("chabudai"),
                packages=(PACKAGE, people.PACKAGE, common.PACKAGE, *(app.package for app in apps)),
                navigation=tuple(app.entry for app in apps),
                authenticate=authentication.authenticator(accounts),
                sign_in="/sign-in",
                record_calls=record_calls if settings.shows_call_log else None,
                is_behind_proxy=settings.is_behind_proxy,
                zone=ZoneInfo(settings.zone),
            ),
        ),
        store,
        apps,
        accounts,
    )
