"""Passwords as argon2id hashes, and secrets as digests that say nothing about them."""

import hashlib
import hmac
import secrets
import threading

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_AT_ONCE = 4  # each takes 64 MiB while it works


class Hasher:
    """The cost is argon2's own recommendation; tests take less."""

    def __init__(self, argon: PasswordHasher | None = None) -> None:
        self._argon = argon or PasswordHasher()
        self._nobody = self._argon.hash(secrets.token_hex())
        self._turn = threading.BoundedSemaphore(_AT_ONCE)

    def hash(self, password: str) -> str:
        with self._turn:
            return self._argon.hash(password)

    def verify(self, password: str, hashed: str | None) -> bool:
        """For nobody (None) it takes as long, and says no: so that time does not tell who has an account."""
        try:
            with self._turn:
                return self._argon.verify(hashed or self._nobody, password) and hashed is not None
        except (VerificationError, InvalidHashError):
            return False

    def is_outdated(self, hashed: str) -> bool:
        return self._argon.check_needs_rehash(hashed)


def digest(secret: str) -> str:
    """Of a long random secret, a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same_digest(one: str, other: str) -> bool:
    return hmac.compare_digest(one, other)
