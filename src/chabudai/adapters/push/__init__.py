"""Push: a few words to a browser that may be told, through the service that its maker runs."""

from chabudai.adapters.push.errors import PushError, PushFailed, SubscriptionGone, UnknownService
from chabudai.adapters.push.protocol import PushSender, Subscription, read_subscription
from chabudai.adapters.push.web_push import WebPush

__all__ = [
    "PushError",
    "PushFailed",
    "PushSender",
    "Subscription",
    "SubscriptionGone",
    "UnknownService",
    "WebPush",
    "read_subscription",
]
