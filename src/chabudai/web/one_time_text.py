"""A text that is another one wherever a page shows it, such as the id of what a button will make."""

import secrets
from collections.abc import Callable
from itertools import chain


class OneTimeText:
    """It stands in a page as a mark until the page is whole, so that parts of the page can be kept."""

    def __init__(self, make: Callable[[], str]) -> None:
        self._make = make
        self._mark = secrets.token_hex(16)

    def __str__(self) -> str:
        return self._mark

    def fill(self, page: str) -> str:
        first, *others = page.split(self._mark)
        return "".join([first, *chain.from_iterable((self._make(), other) for other in others)])
