"""Where a browser is told, and who tells it."""

import json
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, Protocol

from chabudai.adapters.push.errors import UnknownService

_LONGEST_ADDRESS = 1000
_LONGEST_KEY = 200


@dataclass(frozen=True, slots=True)
class Subscription:
    """As a browser gives it: an address of its push service, and the keys with which only it can read."""

    endpoint: str
    p256dh: str
    auth: str

    def to_json(self) -> str:
        return json.dumps({"endpoint": self.endpoint, "keys": {"p256dh": self.p256dh, "auth": self.auth}})


class PushSender(Protocol):
    @property
    @abstractmethod
    def public_key(self) -> str:
        """What a browser has to know of whoever will tell it something."""

    @abstractmethod
    def check(self, subscription: Subscription) -> None:
        """UnknownService for an address that nothing would be sent to."""

    @abstractmethod
    def send(self, subscription: Subscription, words: str) -> None:
        """SubscriptionGone, or PushFailed."""


def read_subscription(text: str) -> Subscription:
    """UnknownService for what is none."""
    try:
        given: Any = json.loads(text)
        found = Subscription(given["endpoint"], given["keys"]["p256dh"], given["keys"]["auth"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UnknownService("no subscription") from None
    parts = ((found.endpoint, _LONGEST_ADDRESS), (found.p256dh, _LONGEST_KEY), (found.auth, _LONGEST_KEY))
    if not all(isinstance(part, str) and 0 < len(part) <= longest and part.isascii() for part, longest in parts):
        raise UnknownService("no subscription")
    return found
