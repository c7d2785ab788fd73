"""Ids that sort by the time at which they were made."""

import uuid_utils

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def uuid7() -> str:
    return str(uuid_utils.uuid7())


def ulid() -> str:
    """26 characters: the 128 bits of a UUIDv7, whose first 48 are the same milliseconds that a ULID begins with."""
    return _spell(uuid_utils.uuid7().int)


def ulid_at(milliseconds: int, rest: bytes) -> str:
    """A ULID of this moment since 1970 whose other 80 bits are the first of `rest`: the same for the same."""
    return _spell((milliseconds & (1 << 48) - 1) << 80 | int.from_bytes(rest[:10]))


def _spell(number: int) -> str:
    return "".join(_CROCKFORD[number >> shift & 31] for shift in range(125, -1, -5))
