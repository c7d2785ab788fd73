"""Where a request comes from: by which scheme and address it reached us, and from which site it was sent."""

from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network

from litestar.types import HTTPScope

_OURS = ("same-origin", "none")


def apply_forwarded_headers(scope: HTTPScope, headers: Mapping[str, str]) -> None:
    """The request as the browser made it, told by the one proxy in front of us: the last value is the proxy's own."""
    if (scheme := _last(headers.get("x-forwarded-proto", ""))) in ("http", "https"):
        scope["scheme"] = scheme
    if address := _last(headers.get("x-forwarded-for", "")):
        scope["client"] = (address, 0)


def is_cross_site(scheme: str, headers: Mapping[str, str]) -> bool:
    """Whether the browser says that another site's page sent this. Programs say neither."""
    if site := headers.get("sec-fetch-site"):
        return site not in _OURS
    origin = headers.get("origin")
    return origin is not None and origin != f"{scheme}://{headers.get('host', '')}"


def client_address(scope: HTTPScope) -> str:
    """Whose limits it counts against: the address, or of a long one the part that a whole household has."""
    client = scope.get("client")
    host = client[0] if client else ""
    try:
        long = IPv6Address(host)
    except ValueError:
        return host
    return str(IPv6Network((long, 64), strict=False))


def _last(values: str) -> str:
    return values.rpartition(",")[2].strip()
