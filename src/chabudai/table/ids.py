"""Ids that sort by the time at which they were made."""

import uuid_utils

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def uuid7() -> str:
    return str(uuid_utils.uuid7())


def ulid() -> str:
    """26 characters: the 128 bits of a UUIDv7, whose first 48 are the same milliseconds that a ULID begins with."""
    number = uuid_utils.uuid7().int
    return "".join(_CROCKFORD[number >> shift & 31] for shift in range(125, -1, -5))
