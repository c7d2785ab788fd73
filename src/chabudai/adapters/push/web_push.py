"""Web push: encrypted for one browser, signed with the site's own key (VAPID), sent to services that are known.

The address comes from whoever subscribes, so nothing is sent anywhere else: not to a host of this network.
"""

import re
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

import requests
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02, b64urlencode
from pywebpush import WebPushException, webpush

from chabudai.adapters.push.errors import PushFailed, SubscriptionGone, UnknownService
from chabudai.adapters.push.protocol import PushSender, Subscription

SERVICES: Final = re.compile(
    r"(?:fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com"
    r"|[a-z0-9-]+(?:\.[a-z0-9-]+)?\.notify\.windows\.com)"
)
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the group in which the key lies (P-256)."""
_GONE: Final = frozenset({404, 410})
_LIFETIME: Final = 24 * 60 * 60
_PATIENCE: Final = 10.0
_NOWHERE: Final = "mailto:table@localhost"
"""A site that only its own house reaches has nobody to write to; the services ask for one all the same."""


class WebPush(PushSender):
    """`seed` makes the site's key, the same at every start. `address` of the site is told to the services.

    `also` are hosts with their ports that are asked without TLS.
    """

    def __init__(self, seed: bytes, address: str, *, also: Collection[str] = ()) -> None:
        self._key = ec.derive_private_key(int.from_bytes(seed, "big") % (_ORDER - 1) + 1, ec.SECP256R1())
        self._contact = address if address.startswith("https:") else _NOWHERE
        self._also = frozenset(also)
        self._session = requests.Session()
        self._session.max_redirects = 0

    @property
    def public_key(self) -> str:
        raw = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return str(b64urlencode(raw))

    def check(self, subscription: Subscription) -> None:
        try:
            parts = urlsplit(subscription.endpoint)
            port = parts.port
        except ValueError:
            raise UnknownService("no address") from None
        if parts.netloc in self._also and parts.scheme == "http":
            return
        is_plain = port in (None, 443) and parts.username is None and parts.password is None
        if parts.scheme != "https" or not is_plain or not SERVICES.fullmatch(parts.hostname or ""):
            raise UnknownService(parts.hostname or "no host")

    def send(self, subscription: Subscription, words: str) -> None:
        self.check(subscription)
        keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
        try:
            webpush(
                {"endpoint": subscription.endpoint, "keys": keys},
                words,
                vapid_private_key=Vapid02(self._key),
                vapid_claims={"sub": self._contact},
                ttl=_LIFETIME,
                timeout=_PATIENCE,
                requests_session=self._session,
            )
        except WebPushException as refusal:
            status = getattr(refusal.response, "status_code", None)
            raise (SubscriptionGone if status in _GONE else PushFailed)(str(status)) from refusal
        except (requests.RequestException, ValueError) as failure:
            raise PushFailed(type(failure).__name__) from failure
