"""Newcomers: an account for whoever comes by the link of an invitation and says only a name and a password."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import BaseModel

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.errors import UsernameTaken
from chabudai.accounts.logins import LONGEST_USERNAME, is_username, refuse_reserved
from chabudai.accounts.passwords import check_password
from chabudai.accounts.service import SIGN_UP_FIELDS, Accounts
from chabudai.adapters.ids import code_factory
from chabudai.apps.tasks.errors import TooBusy
from chabudai.common.fields import Fields
from chabudai.table import Field
from chabudai.web.errors import InvalidFields
from chabudai.web.translations import Text


class NewcomerName(BaseModel):
    display_name: str = Field(min_length=1, max_length=40)


NAME_FIELDS: Final = Fields(NewcomerName)
"""What a newcomer fills in, beside what every account has."""
_OTHERWISE: Final = "member"
_TRIES: Final = 5
_new_code = code_factory(4)


def create_account(accounts: Accounts, *, name: str, email: str, password: str) -> Person:
    """They sign in by their address: the username is made from the name, or from the address. EmailTaken if it is."""
    _check_all({"display_name": name, "email": email, "password": password})
    for username in _usernames(name, email):
        try:
            return service.sign_up(accounts, username=username, email=email, password=password, display_name=name)
        except UsernameTaken:
            continue
    raise TooBusy


def _check_all(given: Mapping[str, str]) -> None:
    """All that is invalid is told at once, also what an account could do without."""
    details: list[tuple[str, Text]] = []
    checks: list[tuple[Any, Any]] = [
        (NAME_FIELDS.check_new, {"display_name": given["display_name"]}),
        (SIGN_UP_FIELDS.check, {"email": given["email"]}),
        (lambda password: check_password(password, ""), given["password"]),
    ]
    for check, value in checks:
        try:
            check(value)
        except InvalidFields as refusal:
            details += refusal.details
    if details:
        raise InvalidFields(details)


def _usernames(name: str, email: str) -> Iterator[str]:
    """The plain one first, then with something behind it."""
    plain = next(filter(_is_free_to_use, map(_spell, (name, email.partition("@")[0]))), _OTHERWISE)
    yield plain
    for _ in range(_TRIES):
        yield f"{plain[: LONGEST_USERNAME - 5]}-{_new_code().lower()}"


def _spell(text: str) -> str:
    """What there is of it in the letters that a username has."""
    plain = unicodedata.normalize("NFKD", text).lower()
    kept = re.sub(r"[^a-z0-9_]+", "-", "".join(each for each in plain if not unicodedata.combining(each)))
    return kept.lstrip("-_0123456789")[:LONGEST_USERNAME].strip("-_")


def _is_free_to_use(username: str) -> bool:
    try:
        return is_username(refuse_reserved(username))
    except ValueError:
        return False
