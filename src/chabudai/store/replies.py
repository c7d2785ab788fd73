"""What an endpoint's HTTP reply means: DynamoDB's answer, its refusal, or something that is neither."""

from typing import Any, NamedTuple
from zlib import crc32

from chabudai.items import jsontext
from chabudai.store.errors import NotDynamoDB, RequestRefused, StoreFailed, StoreUnreachable, Throttled, refusal

_TOO_LARGE = 413
_TOO_MANY = 429


class HttpReply(NamedTuple):
    status: int
    checksum: str | None  # as the header x-amz-crc32 tells it
    content: bytes  # whole, as the HTTP that brought it says


def parse_reply(reply: HttpReply, url: str) -> dict[str, Any]:
    """The answer, when it is one; raises what it is otherwise."""
    if reply.checksum is not None and reply.checksum != str(crc32(reply.content)):
        raise StoreUnreachable(f"The answer of {url} is corrupt: its checksum does not match.")
    answer = _parse_json(reply.content)
    if reply.status == 200 and answer is not None:
        return answer
    if answer is not None and "__type" in answer:
        raise _refusal(reply.status, answer)
    if reply.status == _TOO_LARGE:  # DynamoDB says so without a body
        raise refusal("RequestEntityTooLargeException", "The request is too large.", {})
    if reply.status == _TOO_MANY or reply.status >= 500:
        raise StoreUnreachable(f"{url} is unavailable: it, or a proxy before it, answered {reply.status}.")
    raise NotDynamoDB(f"{url} is not a DynamoDB endpoint: it answered {reply.status}, but not in its JSON.")


def _parse_json(content: bytes) -> dict[str, Any] | None:
    try:
        answer = jsontext.loads(content)
    except jsontext.DecodeError:
        return None
    return answer if isinstance(answer, dict) else None


def _refusal(status: int, answer: dict[str, Any]) -> RequestRefused:
    fields = dict(answer)
    code = str(fields.pop("__type")).rpartition("#")[2]
    messages = [fields.pop(name, None) for name in ("message", "Message")]  # AWS spells it both ways
    unknown = Throttled if status == _TOO_MANY else StoreFailed if status >= 500 else RequestRefused
    return refusal(code, str(next(filter(None, messages), "")), fields, unknown)
