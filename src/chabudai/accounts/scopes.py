"""Scopes: the parts of the API that a token may be for. Each app is one, by its place in the navigation, and so is
the account.

A path that lies in none of them is closed to every token that has scopes: so what is added later is never forgotten.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chabudai.accounts.messages import lazy
from chabudai.web import NavigationEntry
from chabudai.web.paths import API, is_api_document
from chabudai.web.translations import Text

ACCOUNT: Final = "account"


@dataclass(frozen=True, slots=True)
class Rights:
    """What a request may do: only read, or also change, and in which scopes; None stands for all there are."""

    is_read_only: bool
    scopes: Collection[str] | None


EVERYTHING: Final = Rights(is_read_only=False, scopes=None)
NOTHING: Final = Rights(is_read_only=True, scopes=())


def name_scopes(apps: Iterable[NavigationEntry]) -> Mapping[str, Text]:
    """Every scope with what people call it, in the order in which they find them."""
    return {**{entry.key: entry.name for entry in apps}, ACCOUNT: lazy("Account")}


def covers(scopes: Collection[str] | None, apps: Sequence[NavigationEntry], path: str) -> bool:
    """Whether a token with these scopes may be shown at this path; one without any may be shown at all."""
    return scopes is None or is_api_document(path) or _find_scope(apps, path) in scopes


def _find_scope(apps: Sequence[NavigationEntry], path: str) -> str | None:
    within = path.removeprefix(API)
    if within == f"/{ACCOUNT}" or within.startswith(f"/{ACCOUNT}/"):
        return ACCOUNT
    return next((entry.key for entry in apps if entry.is_at(within)), None)
