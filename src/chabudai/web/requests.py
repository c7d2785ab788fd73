"""Requests whose bodies are bounded before they are read: by their route, by their kind, and by who sends them."""

import re
from collections.abc import AsyncGenerator
from functools import cache, partial
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.concurrency import sync_to_thread
from litestar.types import Empty

from chabudai.web.bodies import Body
from chabudai.web.context import identified_context
from chabudai.web.errors import BadRequest, ContentTooLarge, NotSignedIn, UnreadableBody
from chabudai.web.messages import lazy
from chabudai.web.validation_messages import describe_fault

URL_ENCODED: Final = "application/x-www-form-urlencoded"
LARGEST_FORM: Final = 1024 * 1024
"""In bytes, without files: those come in parts of their own."""
LARGEST_FROM_STRANGERS: Final = 64 * 1024
"""In bytes, of whoever is not signed in."""
FROM_ANYONE: Final = "from_anyone"
"""The option of a route or router that takes as much from whoever is not signed in: `opt={FROM_ANYONE: True}`."""
MOST_JSON_PARTS: Final = 1_000_000
"""A list of nothing takes two bytes on the way and sixty in memory: so parts are counted, not only bytes."""
MOST_PARTS: Final = 6_000
"""Of a form with files: as many as people choose of a folder, and its fields. Its bytes are bounded beside this."""
LARGEST_ON_LOOP: Final = 64 * 1024
"""In bytes: what is larger is decoded in a thread."""

_AT = re.compile(r"(?P<message>.*) - at `\$\.?(?P<key>[^`]+)`", re.DOTALL).fullmatch


class SiteRequest(Request[Any, Any, Any]):
    """What handlers, guards and dependencies see of a request."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """ContentTooLarge as soon as it is known: by what was announced, else by what has come."""
        received = 0
        may_be_large = await self._check_size(self.content_length or 0)
        async for chunk in super().stream():
            received += len(chunk)
            may_be_large = may_be_large or await self._check_size(received)
            if received > self._limit:
                raise ContentTooLarge
            yield chunk

    async def json(self) -> Any:
        """Read as what the route takes, once; BadRequest says what is wrong with it."""
        state = self._connection_state
        if state.json is Empty:
            body = await self.body()
            decode = partial(decode_json, body, self._json_type())
            state.json = decode() if len(body) <= LARGEST_ON_LOOP else await sync_to_thread(decode)
        return state.json

    async def _check_size(self, size: int) -> bool:
        """Whether it may be as large as the route takes; False while it is so small that nobody has to ask."""
        if size > self._limit:
            raise ContentTooLarge
        if size <= LARGEST_FROM_STRANGERS:
            return False
        if self.route_handler.opt.get(FROM_ANYONE):
            return True
        if (await sync_to_thread(identified_context)).person is None:
            raise NotSignedIn
        return True

    @property
    def _limit(self) -> int:
        limit = self.route_handler.resolve_request_max_body_size() or LARGEST_FORM
        return min(limit, LARGEST_FORM) if self.content_type[0] == URL_ENCODED else limit

    def _json_type(self) -> Any:
        """Of a body that we declared; what is not declared is read as it comes."""
        field = self.route_handler.parsed_data_field
        kind = field.annotation if field is not None else None
        return kind if isinstance(kind, type) and issubclass(kind, Body) else Any


def decode_json(body: bytes, kind: Any) -> Any:
    if sum(map(body.count, (b",", b"[", b"{"))) > MOST_JSON_PARTS:
        raise ContentTooLarge
    try:
        return _decoder(kind).decode(body)
    except msgspec.ValidationError as error:
        raise UnreadableBody(details=[describe_fault(_locate(str(error)))]) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRequest(details=[("body", lazy("This isn't valid JSON."))]) from error
    except RecursionError as error:
        raise BadRequest(details=[("body", lazy("This is nested too deeply."))]) from error


def _locate(message: str) -> dict[str, str]:
    """What is wrong, and of which part: a name in the message is the sender's own and may look like a place."""
    found = _AT(message)
    return {"key": found["key"], "message": found["message"]} if found else {"key": "data", "message": message}


@cache
def _decoder(kind: Any) -> "msgspec.json.Decoder[Any]":
    """As lenient as the framework is with what it converts: a number may be spelled as text."""
    return msgspec.json.Decoder(kind, strict=False)
