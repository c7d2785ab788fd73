"""Every way a request is refused: the status it answers, a code for programs, a sentence for the person.

WebError
├── BadRequest            400  it can't be read
│   ├── UnreadableBody         `details` name the fields as they were sent
│   └── WrongCursor            the list does not go on from there; a page begins it again
├── NotSignedIn           401
├── Forbidden             403  signed in, but not allowed to do this to a thing one may see
│   └── FormForged        403  the form is not one that we gave to this person, or it came from another site
├── NotFound              404  also what belongs to somebody else
├── MethodNotAllowed      405  `allow` says which there are
├── Conflict              409
├── UnreadableData        409  something that is stored can't be read: the others still can
├── Gone                  410
├── ContentTooLarge       413
├── UnsupportedMediaType  415
├── MisdirectedRequest    421  it is meant for a host that is not this site
├── InvalidInput          422  what was sent can be read, and breaks a rule
│   └── InvalidFields          `details` say which field, and why
├── TooManyRequests       429  `retry_after` says how long to wait, in seconds
├── InternalError         500  our own fault; `id` finds it in the log
├── ServerBusy            503  others send so much at this moment that there is no room for more
├── InsufficientStorage   507  there is no space left to save anything
└── UnsafeSecret               at start: the key can't be kept where nobody else reads it
"""

import math
from collections.abc import Iterable, Mapping
from typing import ClassVar

from chabudai.web.messages import lazy, lazy_plural
from chabudai.web.translations import Text

_ABOUT_WHAT_WAS_SENT = frozenset({409, 413, 415, 422, 429, 507})


class WebError(Exception):
    """The base of all that is answered instead of what was asked. An app's own errors name their code and sentence.

    `field` is the field of a form beside which the sentence stands, when there is always the same one to put right.
    `help` says what to do now, where that is not the same for all errors with this status. `people` could be asked: the
    name of each, and the colour of their face. `ways` are where else one could go, each a label and an address.
    """

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal_error"
    sentence: ClassVar[Text] = lazy("Something went wrong on our side.")
    field: ClassVar[str | None] = None
    help: Text | None = None
    people: tuple[tuple[str, str], ...] = ()
    ways: tuple[tuple[Text, str], ...] = ()

    def __init__(self, message: Text | None = None, details: Iterable[tuple[str, Text]] = ()) -> None:
        super().__init__(message)
        self.message: Text = message if message is not None else self.sentence
        self.details: tuple[tuple[str, Text], ...] = tuple(details) or (
            ((self.field, self.message),) if self.field else ()
        )

    def __str__(self) -> str:
        return str(self.message)

    @property
    def headers(self) -> Mapping[str, str]:
        """What the answer's head has to say beside its status."""
        return {}

    @property
    def facts(self) -> Iterable[tuple[str, Text]]:
        """What programs are told beside the sentences of `details`, in the same shape: a name and a value."""
        return ()

    @property
    def concerns_form(self) -> bool:
        """Whether it can be put right in the form that was sent: it names a field, or what was sent breaks a rule."""
        return bool(self.details) or self.status in _ABOUT_WHAT_WAS_SENT


class BadRequest(WebError):
    status = 400
    code = "bad_request"
    sentence = lazy("We couldn't read that request.")


class UnreadableBody(BadRequest):
    """A program's JSON that is not of the shape that its route takes."""


class WrongCursor(BadRequest):
    """A cursor that was altered, is of another list, or is older than the program that reads it."""

    code = "wrong_cursor"
    sentence = lazy("That page isn't part of this list. Start again from the first one.")
    field = "cursor"


class NotSignedIn(WebError):
    status = 401
    code = "not_signed_in"
    sentence = lazy("Please sign in first.")

    @property
    def headers(self) -> Mapping[str, str]:
        return {"www-authenticate": "Bearer"}


class Forbidden(WebError):
    status = 403
    code = "forbidden"
    sentence = lazy("You don't have permission to do this.")


class FormForged(Forbidden):
    code = "form_forged"
    sentence = lazy("This page is out of date. Reload it and try again.")


class NotFound(WebError):
    status = 404
    code = "not_found"
    sentence = lazy("We can't find that.")


class MethodNotAllowed(WebError):
    status = 405
    code = "method_not_allowed"
    sentence = lazy("That isn't possible here.")

    def __init__(self, allow: str) -> None:
        super().__init__()
        self.allow = allow

    @property
    def headers(self) -> Mapping[str, str]:
        return {"allow": self.allow}


class Conflict(WebError):
    status = 409
    code = "conflict"
    sentence = lazy("This was just changed somewhere else. Check it and try again.")


class UnreadableData(WebError):
    status = 409
    code = "unreadable_data"
    sentence = lazy("We can't read part of what's saved here.")
    help = lazy("Everything else is still here. It's noted for whoever runs this site.")


class Gone(WebError):
    status = 410
    code = "gone"
    sentence = lazy("This has expired.")


class ContentTooLarge(WebError):
    status = 413
    code = "content_too_large"
    sentence = lazy("This is too large to send.")


class UnsupportedMediaType(WebError):
    status = 415
    code = "unsupported_media_type"
    sentence = lazy("We can't read this format.")


class MisdirectedRequest(WebError):
    """`setting` is where the owner of the site may allow it."""

    status = 421
    code = "misdirected_request"
    sentence = lazy("This site doesn't answer to that address.")

    def __init__(self, host: str, setting: str) -> None:
        super().__init__()
        wish = f"{setting}={host}"
        self.help = lazy("If you run this site and want to open it here, start it with %(wish)s.", wish=wish)


class InvalidInput(WebError):
    status = 422
    code = "invalid_input"
    sentence = lazy("Check what you entered.")


class InvalidFields(InvalidInput):
    """Each field that is wrong, with the sentence that stands beside it."""

    code = "invalid_fields"

    def __init__(self, details: Iterable[tuple[str, Text]]) -> None:
        super().__init__(details=details)


def invalid_field(name: str, sentence: Text) -> InvalidFields:
    return InvalidFields([(name, sentence)])


class TooManyRequests(WebError):
    status = 429
    code = "too_many_requests"

    def __init__(self, retry_after: int) -> None:
        minutes = math.ceil(retry_after / 60)
        super().__init__(
            lazy_plural(
                "Too many attempts. Try again in %(n)s minute.",
                "Too many attempts. Try again in %(n)s minutes.",
                minutes,
            )
        )
        self.retry_after = retry_after

    @property
    def headers(self) -> Mapping[str, str]:
        return {"retry-after": str(self.retry_after)}


class InternalError(WebError):
    def __init__(self, id_: str) -> None:
        super().__init__(lazy("Something went wrong on our side. Reference: %(id)s.", id=id_))
        self.id = id_


class ServerBusy(WebError):
    status = 503
    code = "server_busy"
    sentence = lazy("A lot is being uploaded right now. Try again in a minute.")
    retry_after: ClassVar[int] = 60  # seconds

    @property
    def headers(self) -> Mapping[str, str]:
        return {"retry-after": str(self.retry_after)}


class InsufficientStorage(WebError):
    status = 507
    code = "insufficient_storage"
    sentence = lazy("There's no space left to save this. What you saved before is safe.")


class UnsafeSecret(WebError): ...
