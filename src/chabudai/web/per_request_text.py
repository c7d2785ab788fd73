"""A text that each request has its own of, seen also by macros that are imported without their page's context."""

from collections.abc import Callable


class PerRequestText:
    """It says something else to each request, so nothing can be kept by it: by `str(it)` it can."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, text: Callable[[], str]) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text()

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other)
