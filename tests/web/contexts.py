"""Requests as whoever answers them sees them, without a site around."""

from collections.abc import Callable

from httpx import Cookies
from tests.web.household import SECRET

from chabudai.adapters.clock import now
from chabudai.web.context import Credentials, RequestContext
from chabudai.web.cookies import SESSION, CookieJar
from chabudai.web.signing import Signer
from chabudai.web.translations import Translations
from chabudai.web.zones import TOKYO


def request_to(path: str, session: str | None = None, at: Callable[[], float] = lambda: 0.0) -> RequestContext:
    """By the browser with this session; `at` is when, in Unix seconds."""
    jar = CookieJar("", Signer(SECRET, at), secure=False)
    if session is not None:
        jar.put(SESSION, session)
    return _request(path, session, jar)


def request_with(cookies: Cookies, signer: Signer) -> RequestContext:
    """By the browser that has these, at a site that signs so."""
    header = "; ".join(f"{each.name}={each.value}" for each in cookies.jar)
    jar = CookieJar(header, signer, secure=False)
    return _request("/", jar.get(SESSION), jar)


def _request(path: str, session: str | None, jar: CookieJar) -> RequestContext:
    return RequestContext(
        path=path,
        query="",
        address="",
        is_swap=False,
        is_secure=False,
        jar=jar,
        credentials=Credentials(session, None),
        translations=Translations("en"),
        zone=TOKYO,
        clock=now,
    )
