"""Which wardrobes this browser has opened, the last one first: kept in a cookie that we signed."""

from typing import Final

from chabudai.web.cookies import Cookie, CookieJar

_OPENED: Final = Cookie("wardrobes", 365 * 24 * 60 * 60)
_MOST = 12


def keys(jar: CookieJar) -> list[str]:
    return (jar.get(_OPENED) or "").split()


def remember(jar: CookieJar, key: str) -> None:
    """Nothing is written while nothing changes."""
    if keys(jar)[:1] != [key]:
        renew(jar, key)


def renew(jar: CookieJar, key: str) -> None:
    """For another year."""
    kept = [key, *(each for each in keys(jar) if each != key)]
    jar.put(_OPENED, " ".join(kept[:_MOST]))


def replace(jar: CookieJar, old: str, new: str) -> None:
    forget(jar, old)
    renew(jar, new)


def forget(jar: CookieJar, key: str) -> None:
    jar.put(_OPENED, " ".join(each for each in keys(jar) if each != key))
