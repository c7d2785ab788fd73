"""Texts that go out and come back: signed for one purpose, refused when altered or too old."""

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest

from itsdangerous import BadSignature, TimestampSigner

from chabudai.web.secrets import Secret

UnixClock = Callable[[], float]
"""Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs with a key made for the purpose, so that what was signed for one is refused by another.

    By `tolerance` seconds the clock may be off, or another than the one by which it was signed.
    """

    secret: Secret
    clock: UnixClock = time.time
    tolerance: float = 0

    def sign(self, purpose: str, text: str) -> str:
        """Only characters that need no quoting in a cookie, a header or a URL. What is signed is not hidden."""
        return self._signer(purpose).sign(urlsafe_b64encode(text.encode()).rstrip(b"=")).decode("ascii")

    def unsign(self, purpose: str, signed: str, max_age: int) -> str | None:
        """What was signed, or None when it was altered in the least, or longer ago than `max_age` seconds."""
        try:
            text, signed_at = _verify(self._signer(purpose), signed)
        except (BadSignature, UnicodeError):
            return None
        age = int(self.clock()) - signed_at
        return text if -self.tolerance <= age <= max_age + self.tolerance else None

    def _signer(self, purpose: str) -> TimestampSigner:
        return _signer_for(self.secret, purpose, self.clock)


class _ClockedSigner(TimestampSigner):
    def __init__(self, key: bytes, clock: UnixClock) -> None:
        super().__init__(key, digest_method=sha256, key_derivation="none")
        self._clock = clock

    def get_timestamp(self) -> int:
        return int(self._clock())


# There are as many purposes as kinds of cookies, and each of them is asked for by nearly every request.
@lru_cache
def _signer_for(secret: Secret, purpose: str, clock: UnixClock) -> TimestampSigner:
    return _ClockedSigner(secret.key(purpose), clock)


# A browser sends the same cookies with every request. What was refused is not kept.
@lru_cache(1024)
def _verify(signer: TimestampSigner, signed: str) -> tuple[str, int]:
    """What was signed, and when in Unix seconds."""
    payload, signed_at = signer.unsign(signed, return_timestamp=True)
    body, _, signature = signed.encode("ascii").rpartition(b".")
    # base64 has several spellings for the same bytes; only the one that we wrote is taken back
    if not compare_digest(signer.get_signature(body), signature):
        raise BadSignature("another spelling")
    return urlsafe_b64decode(payload + b"=" * (-len(payload) % 4)).decode(), int(signed_at.timestamp())
