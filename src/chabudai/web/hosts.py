"""The names that this site answers to: those that it was given, and those of the machine itself."""

import logging
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address
from typing import Final

from chabudai.web.errors import BadRequest, MisdirectedRequest

_SPELLED = re.compile(r"(?P<name>[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::(?P<port>[0-9]{0,5}))?", re.IGNORECASE)
_MOST_TOLD: Final = 20  # names that the log hears of: strangers think of any number

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Host:
    """A name or an address as a browser spells it, and the port where one is said."""

    name: str
    port: int | None = None

    @property
    def is_loopback(self) -> bool:
        """Whether it is the machine itself, for whoever asks."""
        return self.name == "localhost" or self.name.endswith(".localhost") or is_loopback(self.name.strip("[]"))


CheckHost = Callable[[Sequence[str]], Host]
"""Which host a request is meant for, by its Host headers. BadRequest when they don't say, MisdirectedRequest when it is
not this one."""


@lru_cache
def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@lru_cache
def parse_host(text: str) -> Host | None:
    """None for what is no host."""
    found = _SPELLED.fullmatch(text)
    name = _spell(found["name"].lower()) if found else None
    if found is None or not name:
        return None
    return Host(name, int(found["port"]) if found["port"] else None)


def take_any_host(values: Sequence[str]) -> Host:
    """A site without an address of its own."""
    host = parse_host(values[0]) if len(values) == 1 else None  # of two, a proxy may have looked at the other one
    if host is None:
        raise BadRequest
    return host


class AllowedHosts:
    """Another name is somebody's trick, or one that the owner has yet to allow: the log tells by which setting."""

    def __init__(self, allowed: Iterable[Host], setting: str) -> None:
        self._allowed = tuple(allowed)
        self._setting = setting
        self._told: set[str] = set()

    def check(self, values: Sequence[str]) -> Host:
        host = take_any_host(values)
        if not self._allows(host):
            self._tell(host)
            raise MisdirectedRequest(host.name, self._setting)
        return host

    def _allows(self, host: Host) -> bool:
        """A proxy may leave the port out, and people map ports as they like on a machine of their own."""
        return host.is_loopback or any(
            each.name == host.name and (host.port is None or each.port in (None, host.port)) for each in self._allowed
        )

    def _tell(self, host: Host) -> None:
        if host.name in self._told or len(self._told) == _MOST_TOLD:
            return
        self._told.add(host.name)
        told = "a request for %s is refused: the site is not known by that name. To allow it: %s=%s"
        _log.warning(told, host.name, self._setting, host.name)


def _spell(name: str) -> str | None:
    """The one of many ways to write a name, or an address of IPv6, that can be compared."""
    if not name.startswith("["):
        return name.removesuffix(".")
    try:
        return f"[{ip_address(name.strip('[]')).compressed}]"
    except ValueError:
        return None
