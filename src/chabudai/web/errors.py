"""Every way a request is refused: the status it answers, a code for programs, a sentence for the person.

WebError
├── Malformed      400  it can't be read
├── NotSignedIn    401
├── NotAllowed     403  signed in, but not allowed to do this to a thing one may see
│   └── FormForged 403  the form is not one that we gave to this person, or it came from another site
├── NotFound       404  also what belongs to somebody else
├── WrongMethod    405  `allow` says which there are
├── Conflict       409  Gone  410  TooLarge  413  WrongType  415
├── RuleBroken     422  `details` say which field, and why
├── SlowDown       429  `retry_after` says how long to wait, in seconds
├── Broken         500  our own fault; `id` finds it in the log
└── SecretUnsafe        at start: the key can't be kept where nobody else reads it
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from chabudai.web.language import Text, lazy


class WebError(Exception):
    """The base of all that is answered instead of what was asked. An app's own errors name their code and sentence."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "broken"
    sentence: ClassVar[Text] = lazy("Something went wrong on our side.")

    def __init__(self, message: Text | None = None, details: Iterable[tuple[str, Text]] = ()) -> None:
        super().__init__(message)
        self.message: Text = message if message is not None else self.sentence
        self.details = tuple(details)

    def __str__(self) -> str:
        return str(self.message)

    @property
    def headers(self) -> Mapping[str, str]:
        """What the answer's head has to say beside its status."""
        return {}


class Malformed(WebError):
    status = 400
    code = "malformed"
    sentence = lazy("We could not read this request.")


class NotSignedIn(WebError):
    status = 401
    code = "not_signed_in"
    sentence = lazy("Please sign in first.")

    @property
    def headers(self) -> Mapping[str, str]:
        return {"www-authenticate": "Bearer"}


class NotAllowed(WebError):
    status = 403
    code = "not_allowed"
    sentence = lazy("You may not do this.")


class FormForged(NotAllowed):
    code = "form_forged"
    sentence = lazy("This form is too old, or came from somewhere else. Please reload the page and try again.")


class NotFound(WebError):
    status = 404
    code = "not_found"
    sentence = lazy("There is nothing here.")


class WrongMethod(WebError):
    status = 405
    code = "wrong_method"
    sentence = lazy("This can't be done here.")

    def __init__(self, allow: str) -> None:
        super().__init__()
        self.allow = allow

    @property
    def headers(self) -> Mapping[str, str]:
        return {"allow": self.allow}


class Conflict(WebError):
    status = 409
    code = "conflict"
    sentence = lazy("Someone else changed this at the same time. Please look again.")


class Gone(WebError):
    status = 410
    code = "gone"
    sentence = lazy("This has expired.")


class TooLarge(WebError):
    status = 413
    code = "too_large"
    sentence = lazy("This is too large to send.")


class WrongType(WebError):
    status = 415
    code = "wrong_type"
    sentence = lazy("We can't read this kind of content.")


class RuleBroken(WebError):
    status = 422
    code = "rule_broken"
    sentence = lazy("Please look at what you entered.")


class SlowDown(WebError):
    status = 429
    code = "slow_down"
    sentence = lazy("That was too often. Please wait a moment.")

    def __init__(self, retry_after: int) -> None:
        super().__init__()
        self.retry_after = retry_after

    @property
    def headers(self) -> Mapping[str, str]:
        return {"retry-after": str(self.retry_after)}


class Broken(WebError):
    def __init__(self, id_: str) -> None:
        super().__init__(lazy("Something went wrong on our side. It is noted as %(id)s.", id=id_))
        self.id = id_


class SecretUnsafe(WebError): ...
