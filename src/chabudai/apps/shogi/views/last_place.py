"""Where this browser was last: the game and the move in it, kept in a cookie and in no table."""

import re
from typing import Final

from chabudai.web.cookies import Cookie, CookieJar

_COOKIE: Final = Cookie("shogi-place", 365 * 24 * 60 * 60)
_ADDRESS: Final = re.compile(r"[0-9-]{1,40}")


def keep_place(jar: CookieJar, game_id: str, at: str) -> None:
    """`at` is an address as a link spells it."""
    if _ADDRESS.fullmatch(at) and read_place(jar) != (game_id, at):
        jar.put(_COOKIE, f"{game_id} {at}")


def read_place(jar: CookieJar) -> tuple[str, str]:
    """The game that was looked at last and where; both empty when there was none."""
    game_id, _, at = (jar.get(_COOKIE) or "").partition(" ")
    return game_id, at
