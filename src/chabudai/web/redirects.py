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


def safe_next(target: str | None, default: str = "/") -> str:
    """The path that was asked for, if a browser would not take it for another site's address."""
    return target if target and _is_ours(target) else default


def _is_ours(target: str) -> bool:
    if len(target) > _LONGEST or not target.startswith("/") or target.startswith("//") or _UNSAFE.search(target):
        return False
    try:
        parts = urlsplit(target)
    except ValueError:
        return False
    return not parts.scheme and not parts.netloc
