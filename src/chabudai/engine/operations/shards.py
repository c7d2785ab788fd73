"""A stream's one shard: its name, its sequence numbers as DynamoDB spells them, and the iterators over it."""

import hmac
import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Self
from zlib import crc32

from chabudai.engine.errors import ExpiredIterator, ResourceNotFound, TrimmedDataAccess, ValidationFailed
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.shapes import Text
from chabudai.engine.streams import Stream

STREAM_ARN = Text(min_length=37, max_length=1024)
SHARD_ID = Text(min_length=28, max_length=65)
ITERATOR_SECONDS = 15 * 60
# Twenty-one digits, always: sequence numbers sort as texts as they do as numbers.
_FIRST_SEQUENCE = 10**20
_WELL_FORMED_ARN = re.compile(r"arn:[\w-]+:dynamodb:[\w-]+:\d+:table/[^/]+/stream/[^/]+")
_MAC_BYTES = 16


def check_arn(arn: str) -> None:
    if not _WELL_FORMED_ARN.fullmatch(arn):
        raise ValidationFailed("Invalid StreamArn")


def find_stream(arn: str, context: OperationContext) -> Stream:
    stream = Stream.load(context.reader, arn)
    if stream is None:
        raise ResourceNotFound(f"Requested resource not found: Stream: {arn} not found")
    return stream


def shard_id(stream: Stream) -> str:
    return f"shardId-{int(stream.created_at * 1000):020d}-{crc32(stream.arn.encode()):08x}"


def sequence_number(sequence: int) -> str:
    return str(_FIRST_SEQUENCE + sequence)


def sequence_of(number: str) -> int:
    """The inverse; negative for what never was a sequence number of ours."""
    if not (number.isascii() and number.isdecimal()):
        raise ValidationFailed("Invalid SequenceNumber")
    return int(number) - _FIRST_SEQUENCE


def check_trimmed(position: int, stream: Stream) -> None:
    if position <= stream.trimmed:
        raise TrimmedDataAccess("The data you are trying to access has been trimmed")


@dataclass(frozen=True, slots=True)
class ShardIterator:
    """A place in a stream: the next record read is the first whose sequence number is not below the position."""

    arn: str
    position: int
    issued_at: int
    """Milliseconds since 1970."""
    mac: bytes

    @classmethod
    def issue(cls, stream: Stream, position: int, now: float) -> Self:
        issued_at = int(now * 1000)
        return cls(stream.arn, position, issued_at, _mac(stream, position, issued_at))

    @classmethod
    def read(cls, text: str) -> Self:
        """An iterator as it was given back; whether it is genuine only its stream can tell."""
        try:
            arn, version, encoded = text.split("|")
            payload = b64decode(encoded, validate=True)
        except (ValueError, Base64Error):
            raise ValidationFailed("Invalid ShardIterator") from None
        if version != "1" or len(payload) != 16 + _MAC_BYTES or not _WELL_FORMED_ARN.fullmatch(arn):
            raise ValidationFailed("Invalid ShardIterator")
        return cls(arn, int.from_bytes(payload[:8]), int.from_bytes(payload[8:16]), payload[16:])

    def text(self) -> str:
        payload = self.position.to_bytes(8) + self.issued_at.to_bytes(8) + self.mac
        return f"{self.arn}|1|{b64encode(payload).decode()}"

    def check(self, stream: Stream, now: float) -> None:
        """Forged, too old, or about records that are gone."""
        if not hmac.compare_digest(self.mac, _mac(stream, self.position, self.issued_at)):
            raise ValidationFailed("Invalid ShardIterator")
        if now * 1000 - self.issued_at > ITERATOR_SECONDS * 1000:
            # DynamoDB's own wording is not documented; this is the one of Kinesis, whose API it is modelled on.
            raise ExpiredIterator(
                f"Iterator expired. The iterator was created at time {_date(self.issued_at / 1000)} while right now"
                f" it is {_date(now)} which is further in the future than the tolerated delay of"
                f" {ITERATOR_SECONDS * 1000} milliseconds."
            )
        check_trimmed(self.position, stream)


def _mac(stream: Stream, position: int, issued_at: int) -> bytes:
    message = f"{stream.arn}|{position}|{issued_at}".encode()
    return hmac.new(stream.secret.encode(), message, sha256).digest()[:_MAC_BYTES]


def _date(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%a %b %d %H:%M:%S UTC %Y")
