"""Keys as bytes whose order is DynamoDB's: strings by UTF-8, binaries by unsigned bytes, numbers by value."""

from base64 import b64decode
from zlib import crc32

from chabudai.items.digits import digits_and_exponent

END = b"\x00\x00"
_ZERO = b"\x80"
_NEGATED = bytes(255 - byte for byte in range(256))
_EXPONENT_BIAS = 200


def encode(kind: str, payload: str) -> bytes:
    """One key attribute, ended so that no value's bytes are the beginning of another's."""
    if kind == "S":
        content = payload.encode()
        return (encode_prefix(content) if b"\x00" in content else content) + END
    if kind == "N":
        return encode_number(payload)
    return encode_prefix(b64decode(payload)) + END


def encode_prefix(content: bytes) -> bytes:
    """The content without its end: the beginning of every key that begins with it. 00 becomes 00 01."""
    return content.replace(b"\x00", b"\x00\x01") if b"\x00" in content else content


def encode_number(number: str) -> bytes:
    """Sign, exponent, digit pairs, each + 1, ended by 0; a negative number has all bytes after its sign inverted."""
    if number == "0":
        return _ZERO
    negative, digits, exponent = digits_and_exponent(number)
    if len(digits) % 2:
        digits += "0"
    pairs = bytes(int(digits[at : at + 2]) + 1 for at in range(0, len(digits), 2))
    body = (exponent + _EXPONENT_BIAS).to_bytes(2, "big") + pairs + b"\x00"
    return b"\x40" + body.translate(_NEGATED) if negative else b"\xc0" + body


def hash_prefix(partition: bytes) -> bytes:
    """Four bytes that spread partitions evenly, as DynamoDB's hash does, so that a Scan's segments are key ranges."""
    return crc32(partition).to_bytes(4, "big")


def prefix_end(prefix: bytes) -> bytes | None:
    """The smallest key greater than every key that begins with the prefix; None when there is none."""
    trimmed = prefix.rstrip(b"\xff")
    return trimmed[:-1] + bytes([trimmed[-1] + 1]) if trimmed else None
