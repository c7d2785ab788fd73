"""Where a request comes from: by which scheme and address it reached us, and from which site it was sent."""

from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network

from litestar.types import HTTPScope

from chabudai.web.hosts import is_loopback, parse_host

_OURS = ("same-origin", "none")
_LEFT_BY_PROXIES = frozenset({"forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"})
_ALSO_LEFT_BY_PROXIES = ("x-forwarded-", "x-original-")


def apply_forwarded_headers(scope: HTTPScope, headers: Mapping[str, str]) -> None:
    """The request as the browser made it, told by the one proxy in front of us: the last value is the proxy's own."""
    if (scheme := _last(headers.get("x-forwarded-proto", ""))) in ("http", "https"):
        scope["scheme"] = scheme
    if address := _last(headers.get("x-forwarded-for", "")):
        scope["client"] = (address, 0)


def is_cross_site(scheme: str, headers: Mapping[str, str], own_origin: str | None) -> bool:
    """Whether the browser says that another site's page sent this. Programs say neither.

    `own_origin` is the site's, as people reach it: a proxy may ask for it under another host.
    """
    if site := headers.get("sec-fetch-site"):
        return site not in _OURS
    origin = headers.get("origin")
    return origin is not None and origin not in (own_origin, f"{scheme}://{headers.get('host', '')}")


def is_from_this_machine(scope: HTTPScope, headers: Mapping[str, str]) -> bool:
    """Whether whoever asks sits here and says so, and is no proxy that asks for somebody elsewhere."""
    client, host = scope.get("client"), parse_host(headers.get("host", ""))
    if client is None or not is_loopback(_unmap(client[0])) or host is None or not host.is_loopback:
        return False
    return not any(name in _LEFT_BY_PROXIES or name.startswith(_ALSO_LEFT_BY_PROXIES) for name in headers)


def client_address(scope: HTTPScope) -> str:
    """Whose limits it counts against."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


def network_of(address: str) -> str:
    """The address, or of a long one the part that a whole household has."""
    plain = _unmap(address)
    try:
        long = IPv6Address(plain)
    except ValueError:
        return plain
    return str(IPv6Network((long, 64), strict=False))


def _unmap(address: str) -> str:
    """An address of IPv4 as it is: a socket for both kinds writes it as one of IPv6."""
    try:
        short = IPv6Address(address).ipv4_mapped
    except ValueError:
        return address
    return address if short is None else str(short)


def _last(values: str) -> str:
    return values.rpartition(",")[2].strip()
