"""JSON as bytes: the one place that knows the codec, and how a stored item is spliced into an answer unread."""

from collections.abc import Sequence
from typing import Any

import orjson

DecodeError = orjson.JSONDecodeError
loads = orjson.loads
dumps = orjson.dumps
splice = orjson.Fragment


def dumps_sorted(value: Any) -> bytes:
    """The same for equal values, however their members are ordered."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def dumps_record(record: Any) -> bytes:
    """A dataclass, whose named tuples become lists."""
    return orjson.dumps(record, default=list)


def loads_all(texts: Sequence[bytes]) -> list[Any]:
    """Decode many texts in one call of the codec, which is about twice as fast as one call for each."""
    return loads(b"[" + b",".join(texts) + b"]") if texts else []


def splice_all(texts: Sequence[bytes]) -> list[Any]:
    return [splice(text) for text in texts]
