"""What the site decides about its pages, and gives to `build`."""

from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from chabudai.adapters.clock import Clock, now
from chabudai.web import zones
from chabudai.web.body_budget import BodyBudget
from chabudai.web.call_log import RecordCalls
from chabudai.web.context import Authenticate, Credentials, CurrentPerson
from chabudai.web.fragments import FragmentCache
from chabudai.web.hosts import CheckHost, take_any_host
from chabudai.web.households import Households
from chabudai.web.navigation import NavigationEntry
from chabudai.web.packages import WEB, Package
from chabudai.web.secrets import Secret


def authenticate_nobody(_: Credentials) -> CurrentPerson | None:
    """A site without accounts."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    secret: Secret
    version: str
    packages: tuple[Package, ...] = ()
    navigation: tuple[NavigationEntry, ...] = ()
    authenticate: Authenticate = authenticate_nobody
    sign_in: str | None = None  # the path of the page
    households: Households | None = None  # where some browsers have one of their own; without, there is one for all
    record_calls: RecordCalls | None = None  # for "what this page asked the table"; without it pages do not show that
    check_host: CheckHost = take_any_host
    origin: str | None = None  # of the site as people reach it, when a proxy tells us another host
    is_behind_proxy: bool = False  # one that sets X-Forwarded-Proto and X-Forwarded-For itself
    body_limit: int = 1024 * 1024  # bytes; a route may allow more
    bodies: BodyBudget = field(default_factory=BodyBudget)
    zone: ZoneInfo = zones.TOKYO
    clock: Clock = now
    base_package: Package = WEB
    fragments: FragmentCache = field(default_factory=FragmentCache)
