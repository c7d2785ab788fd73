"""Pages that a browser keeps, to show them without a connection (static/sw.js): the latest seen, and some always."""

from typing import Final, TypeVar

from litestar import Response

_HEADER: Final = "x-offline"

R = TypeVar("R", bound=Response[str])


def keep_offline(answer: R) -> R:
    """Among the latest pages that were seen; without a connection it says from when it is."""
    answer.headers[_HEADER] = "keep"
    return answer


def always_keep_offline(answer: R) -> R:
    """However many others were seen since."""
    answer.headers[_HEADER] = "always"
    return answer
