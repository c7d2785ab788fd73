"""Key conditions as ranges of key bytes."""

from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass, replace

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.key_conditions import KeyComparison
from chabudai.engine.schema import KeyPart, Keys
from chabudai.engine.storage.ordering import encode, encode_prefix, hash_prefix, prefix_end
from chabudai.engine.values import AttributeValue


@dataclass(frozen=True, slots=True)
class Range:
    """Keys from lower (inclusive) to upper (exclusive) within one partition."""

    partition: bytes
    lower: bytes
    upper: bytes | None

    def __contains__(self, key: bytes) -> bool:
        return key >= self.lower and (self.upper is None or key < self.upper)

    def after_key(self, key: bytes, forward: bool) -> "Range":
        """What comes after a key in the direction of reading. No key is the beginning of another."""
        return replace(self, lower=key + b"\x00") if forward else replace(self, upper=key)


def range_of(hash_terms: Sequence[KeyComparison], range_terms: Sequence[KeyComparison], keys: Keys) -> Range:
    """Terms in the order of the key's attributes; only the last may be other than an equality."""
    partition = b"".join(
        _encode_value(term.operands[0], part) for term, part in zip(hash_terms, keys.hash, strict=True)
    )
    partition = lower = hash_prefix(partition) + partition
    upper = prefix_end(lower)
    for term, part in zip(range_terms, keys.range, strict=False):
        lower, upper = _narrow(lower, term, part)
    return Range(partition, lower, upper)


def _narrow(prefix: bytes, term: KeyComparison, part: KeyPart) -> tuple[bytes, bytes | None]:
    first = prefix + (
        _encode_prefix(term.operands[0], part)
        if term.operator == "begins_with"
        else _encode_value(term.operands[0], part)
    )
    match term.operator:
        case "=" | "begins_with":
            return first, prefix_end(first)
        case "<":
            return prefix, first
        case "<=":
            return prefix, prefix_end(first)
        case ">":
            return prefix_end(first) or first, prefix_end(prefix)
        case ">=":
            return first, prefix_end(prefix)
        case _:
            return first, prefix_end(prefix + _encode_value(term.operands[1], part))


def _encode_value(value: AttributeValue, part: KeyPart) -> bytes:
    return encode(part.type, _payload(value, part))


def _encode_prefix(value: AttributeValue, part: KeyPart) -> bytes:
    payload = _payload(value, part)
    return encode_prefix(payload.encode() if part.type == "S" else b64decode(payload))


def _payload(value: AttributeValue, part: KeyPart) -> str:
    payload = value.get(part.type)
    if payload is None:
        raise ValidationFailed(
            "One or more parameter values were invalid: Condition parameter type does not match schema type"
        )
    return str(payload)
