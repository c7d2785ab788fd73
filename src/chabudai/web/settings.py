"""What the site decides about its pages, and gives to `build`."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from chabudai.web import zones
from chabudai.web.drawer import Listening
from chabudai.web.packages import WEB, Package, Seat
from chabudai.web.secrets import Secret
from chabudai.web.visits import Credentials, Person, Recognise


def nobody(_: Credentials) -> Person | None:
    """A site without accounts."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    secret: Secret
    version: str
    packages: tuple[Package, ...] = ()
    seats: tuple[Seat, ...] = ()
    recognise: Recognise = nobody
    sign_in: str | None = None  # the path of the page
    listening: Listening | None = None  # what the drawer shows; without it there is no drawer
    is_behind_proxy: bool = False  # one that sets X-Forwarded-Proto and X-Forwarded-For itself
    body_limit: int = 1024 * 1024  # bytes; a route may allow more
    zone: ZoneInfo = zones.TOKYO
    clock: zones.Clock = zones.utc_now
    look: Package = WEB
