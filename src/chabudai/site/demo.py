"""The demo household: a person whom every visitor may be, with something in every app. One for each language."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from chabudai.accounts import design, service
from chabudai.accounts.design import Language, Person
from chabudai.accounts.service import Accounts
from chabudai.apps.app import App

USERNAME = "yamada"


@dataclass(frozen=True, slots=True)
class _DemoPerson:
    """`language` is None for the one who reads whatever the browser asks for."""

    username: str
    name: str
    language: Language | None = None


_JAPANESE: Final = _DemoPerson(USERNAME, "山田家")
_BY_LANGUAGE: Final[Mapping[str, _DemoPerson]] = {"en": _DemoPerson("yamadas", "The Yamadas", "en")}
USERNAMES: Final = frozenset(each.username for each in (_JAPANESE, *_BY_LANGUAGE.values()))


def person(accounts: Accounts, language: str) -> Person:
    """Whoever has things in this language; the first one where there is none."""
    wanted = _BY_LANGUAGE.get(language, _JAPANESE)
    found = accounts.store.get(design.person_named(wanted.username))
    return found or accounts.store.one(design.person_named(USERNAME))


def fill(accounts: Accounts, apps: Iterable[App]) -> None:
    """At the first start only; what visitors change stays changed until the database is removed."""
    built = tuple(apps)
    for wanted in (_JAPANESE, *_BY_LANGUAGE.values()):
        if accounts.store.get(design.person_named(wanted.username)) is None:
            _fill(accounts, built, wanted)


def _fill(accounts: Accounts, apps: Iterable[App], wanted: _DemoPerson) -> None:
    email = f"{wanted.username}@example.com"
    made = service.sign_up(accounts, username=wanted.username, email=email, password=accounts.new_secret())
    shown = service.change_settings(
        accounts, made, display_name=wanted.name, language=wanted.language, zone="Asia/Tokyo", theme="auto"
    )
    for app in apps:
        app.fill_demo(shown)
