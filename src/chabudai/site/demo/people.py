"""Who lives in the demo: one for each language, with something in every app."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Final, Self

from chabudai.accounts import service
from chabudai.accounts.design import Language
from chabudai.accounts.service import Accounts
from chabudai.apps.app import App


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """`language` is None for the one who reads whatever the browser asks for."""

    username: str
    name: str
    language: Language | None = None


PEOPLE: Final[Mapping[str, DemoPerson]] = {
    "ja": DemoPerson("yamada", "山田家"),
    "en": DemoPerson("yamadas", "The Yamadas", "en"),
}


@dataclass(frozen=True, slots=True)
class Filling:
    """What a household was filled with: whose it is, and by the key of an app where its things are found."""

    username: str
    places: Mapping[str, str]

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(**json.loads(text))

    def write(self) -> str:
        return json.dumps(asdict(self))


def fill(accounts: Accounts, apps: Iterable[App], wanted: DemoPerson) -> Filling:
    """A household that is empty yet. Nobody knows the password."""
    email = f"{wanted.username}@example.com"
    made = service.sign_up(accounts, username=wanted.username, email=email, password=accounts.new_secret())
    person = service.change_settings(
        accounts, made, display_name=wanted.name, language=wanted.language, zone="Asia/Tokyo", theme="auto"
    )
    places = {app.entry.key: app.fill_demo(person) for app in apps}
    return Filling(person.username, {key: place for key, place in places.items() if place is not None})
