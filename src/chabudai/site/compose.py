"""Composition: the only place that chooses implementations. Settings go in, the site comes out."""

from dataclasses import dataclass
from importlib.metadata import version
from typing import Self
from zoneinfo import ZoneInfo

from litestar import Litestar

from chabudai import accounts as people
from chabudai import table, web
from chabudai.accounts import api, pages, recognition
from chabudai.accounts.design import design as accounts_design
from chabudai.accounts.service import Accounts
from chabudai.outside import clock, mail, objects
from chabudai.outside.mail import Address, Letterhead, Outbox
from chabudai.site import demo, home
from chabudai.site.apps import laid
from chabudai.site.home import Home
from chabudai.site.settings import Settings
from chabudai.store import listening
from chabudai.table import TypedStore
from chabudai.web import secrets


@dataclass(frozen=True, slots=True)
class Site:
    application: Litestar
    store: TypedStore

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()


def compose(settings: Settings) -> Site:
    secret = secrets.kept_at(settings.secret_path)
    store = table.open(settings.db, secret=secret.key("cursors"))
    post = mail.open(settings.mail_address, Letterhead(Address.parse(settings.sender)))
    apps = laid(store, clock.now, secret, objects.open(settings.photos_address))
    kept = tuple(app.belongings for app in apps if app.belongings is not None)
    accounts = Accounts(store, post, clock.now, settings.address, belongings=kept)
    store.create(*accounts_design.tables, *(each for app in apps for each in app.design.tables))
    if settings.is_demo:
        demo.fill(accounts, apps)
    handlers = [
        *Home(accounts, apps, settings.is_demo).routes(),
        *pages.routes(accounts, post if isinstance(post, Outbox) and settings.is_local else None),
        *api.routes(accounts),
        *(route for app in apps for route in app.routes),
    ]
    return Site(
        web.build(
            handlers,
            web.Settings(
                secret=secret,
                version=version("chabudai"),
                packages=(home.PACKAGE, people.PACKAGE, *(app.package for app in apps)),
                seats=tuple(app.seat for app in apps),
                recognise=recognition.recognise(accounts),
                sign_in="/sign-in",
                listening=listening if settings.has_drawer else None,
                is_behind_proxy=settings.is_behind_proxy,
                zone=ZoneInfo(settings.zone),
            ),
        ),
        store,
    )
