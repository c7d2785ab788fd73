"""Which list of games this browser looked at last, with its order and filters: the way back from a game."""

from typing import Final

from chabudai.apps.shogi.list_pages.addresses import GamesAddress
from chabudai.web.cookies import Cookie, CookieJar

_COOKIE: Final = Cookie("shogi-list", 24 * 60 * 60)
_LONGEST: Final = 1_000


def keep_list(jar: CookieJar, address: GamesAddress) -> None:
    """Without how far it was read: a cursor would show its page alone."""
    url = address.but(is_selecting=False).url
    if len(url) <= _LONGEST and url != read_list(jar).url:
        jar.put(_COOKIE, url)


def read_list(jar: CookieJar) -> GamesAddress:
    """The plain one when there was none."""
    return GamesAddress.at(jar.get(_COOKIE) or "")
