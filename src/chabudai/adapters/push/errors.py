"""What can go wrong with a push.

PushError
├── UnknownService     the address is no push service's that we know; nothing was sent
├── SubscriptionGone   the browser takes no more: forget it
└── PushFailed         the service did not take it; it may be tried again
"""


class PushError(Exception):
    pass


class UnknownService(PushError):
    pass


class SubscriptionGone(PushError):
    pass


class PushFailed(PushError):
    pass
