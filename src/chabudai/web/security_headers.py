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
_UNLESS_SAID: Final = (b"cache-control", b"no-store")
_OVER_HTTPS: Final = {"strict-transport-security": "max-age=31536000"}

RawHeaders = list[tuple[bytes, bytes]]


def add_security_headers(headers: RawHeaders, *, is_secure: bool) -> RawHeaders:
    """The head of an answer with ours; what a handler said about caching stands, about security it does not."""
    ours, names = _SECURE if is_secure else _PLAIN
    kept = [(name, value) for name, value in headers if name.lower() not in names]
    is_said = any(name.lower() == _UNLESS_SAID[0] for name, _ in kept)
    return [*kept, *ours] if is_said else [*kept, *ours, _UNLESS_SAID]


def _encode(headers: dict[str, str]) -> tuple[RawHeaders, frozenset[bytes]]:
    """As they are sent, and their names."""
    ours = [(name.encode("ascii"), value.encode("ascii")) for name, value in headers.items()]
    return ours, frozenset(name for name, _ in ours)


_PLAIN: Final = _encode(_ALWAYS)
_SECURE: Final = _encode(_ALWAYS | _OVER_HTTPS)
