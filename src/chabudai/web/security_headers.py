"""What every answer tells the browser, so that a page can do only what we wrote into it."""

from typing import Final

_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "frame-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
}
_ALWAYS: Final = {
    "content-security-policy": "; ".join(f"{name} {sources}" for name, sources in _POLICY.items()),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # an address may be a secret, as the wardrobe's is
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
EMAIL_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self';"
    " sandbox allow-top-navigation-by-user-activation"
)
"""Of an email that is shown as it is, in a frame of our own: its styles count, nothing runs and nothing is fetched."""
EMBED_POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors *; base-uri 'none'"
)
"""Of a page that other sites may show in a frame: nothing runs in it, and nothing can be sent from it."""
_OTHER_POLICIES: Final = frozenset({EMAIL_POLICY.encode(), EMBED_POLICY.encode()})
_POLICY_NAME: Final = b"content-security-policy"
_UNLESS_SAID: Final = (b"cache-control", b"no-store")
_OVER_HTTPS: Final = {"strict-transport-security": "max-age=31536000"}

RawHeaders = list[tuple[bytes, bytes]]


def add_security_headers(headers: RawHeaders, *, is_secure: bool) -> RawHeaders:
    """The head of an answer with ours; what a handler said about caching stands, about security it does not.

    But for those with a policy of their own, which is one of ours too.
    """
    ours, names = _SECURE if is_secure else _PLAIN
    for own in [value for name, value in headers if name == _POLICY_NAME and value in _OTHER_POLICIES]:
        ours = [each if each[0] != _POLICY_NAME else (_POLICY_NAME, own) for each in ours]
    kept = [(name, value) for name, value in headers if name.lower() not in names]
    is_said = any(name.lower() == _UNLESS_SAID[0] for name, _ in kept)
    return [*kept, *ours] if is_said else [*kept, *ours, _UNLESS_SAID]


def _encode(headers: dict[str, str]) -> tuple[RawHeaders, frozenset[bytes]]:
    """As they are sent, and their names."""
    ours = [(name.encode("ascii"), value.encode("ascii")) for name, value in headers.items()]
    return ours, frozenset(name for name, _ in ours)


_PLAIN: Final = _encode(_ALWAYS)
_SECURE: Final = _encode(_ALWAYS | _OVER_HTTPS)
