"""Passwords as argon2id hashes, and secrets as digests that say nothing about them."""

import hashlib
import hmac
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError


class Hasher:
    """`cost` is argon2's own recommendation; tests take less."""

    def __init__(self, argon: PasswordHasher | None = None) -> None:
        self._argon = argon or PasswordHasher()
        self._nobody = self._argon.hash(secrets.token_hex())

    def hash(self, password: str) -> str:
        return self._argon.hash(password)

    def fits(self, password: str, hashed: str | None) -> bool:
        """For nobody (None) it takes as long, and says no: so that time does not tell who has an account."""
        try:
            return self._argon.verify(hashed or self._nobody, password) and hashed is not None
        except (VerificationError, InvalidHashError):
            return False

    def is_outdated(self, hashed: str) -> bool:
        return self._argon.check_needs_rehash(hashed)


def digest(secret: str) -> str:
    """Of a long random secret, a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    return hmac.compare_digest(one, other)
