"""Where to go next: after a form that worked, and only ever within this site."""

import re
from urllib.parse import quote, urlsplit

from litestar import MediaType, Response

_LONGEST = 2000
_UNSAFE = re.compile(r"[\x00-\x20\x7f\\]")


def see_other(url: str) -> Response[str]:
    """The answer to a form that worked: the browser asks for that page, and reloading it sends nothing twice."""
    location = quote(url, safe="/?&=%#:+,;@!$'()*~[]")
    return Response("", status_code=303, media_type=MediaType.TEXT, headers={"location": location})


def safe_next(wish: str | None, default: str = "/") -> str:
    """The path that was wished for, if a browser would not take it for another site's address."""
    return wish if wish and _is_ours(wish) else default


def _is_ours(wish: str) -> bool:
    if len(wish) > _LONGEST or not wish.startswith("/") or wish.startswith("//") or _UNSAFE.search(wish):
        return False
    try:
        parts = urlsplit(wish)
    except ValueError:
        return False
    return not parts.scheme and not parts.netloc
