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
_UNLESS_SAID: Final = {"cache-control": "no-store"}
_OVER_HTTPS: Final = {"strict-transport-security": "max-age=31536000"}

RawHeaders = list[tuple[bytes, bytes]]


def add_security_headers(headers: RawHeaders, *, is_secure: bool) -> RawHeaders:
    """The head of an answer with ours; what a handler said about caching stands, about security it does not."""
    ours = _encode(_ALWAYS | (_OVER_HTTPS if is_secure else {}))
    names = {name for name, _ in ours}
    kept = [(name, value) for name, value in headers if name.lower() not in names]
    said = {name.lower() for name, _ in kept}
    return kept + ours + [each for each in _encode(_UNLESS_SAID) if each[0] not in said]


def _encode(headers: dict[str, str]) -> RawHeaders:
    return [(name.encode("ascii"), value.encode("ascii")) for name, value in headers.items()]
