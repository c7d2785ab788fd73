"""The demo household: one person whom every visitor may be, with something in every app."""

from collections.abc import Iterable

from chabudai.accounts import design, service
from chabudai.accounts.design import Person
from chabudai.accounts.service import Accounts
from chabudai.apps.app import App

USERNAME = "yamada"
_EMAIL = "yamada@example.com"


def person(accounts: Accounts) -> Person:
    return accounts.store.one(design.person_named(USERNAME))


def fill(accounts: Accounts, apps: Iterable[App]) -> None:
    """At the first start only; what visitors change stays changed until the database is removed."""
    if accounts.store.get(design.person_named(USERNAME)) is not None:
        return
    made = service.sign_up(accounts, username=USERNAME, email=_EMAIL, password=accounts.new_secret())
    shown = service.change_settings(
        accounts, made, display_name="山田家", language=None, zone="Asia/Tokyo", theme="auto"
    )
    for app in apps:
        app.fill_demo(shown)
