"""Pages that a household of the demo does not have: those by which an account is made, entered from elsewhere or lost.

Its person is nobody's own, and what is sent to an email address would reach somebody.
"""

from typing import Final

from chabudai.site.demo.errors import NotInDemo

_OF_ACCOUNTS: Final = ("/account", "/api/account", "/sign-in", "/sign-up")
_ALLOWED: Final = frozenset(
    {
        "/account",
        "/account/emails",
        "/account/export",
        "/api/account/emails",
        "/api/account/me",
        "/api/account/settings",
        "/api/account/export",
    }
)
_ALLOWED_BELOW: Final = ("/account/sessions", "/api/account/sessions")


def check_path(path: str) -> None:
    """NotInDemo for all of the accounts that is not allowed, also for what they will have one day."""
    if _is_below(path, _OF_ACCOUNTS) and path not in _ALLOWED and not _is_below(path, _ALLOWED_BELOW):
        raise NotInDemo


def _is_below(path: str, places: tuple[str, ...]) -> bool:
    return any(path == place or path.startswith(f"{place}/") for place in places)
