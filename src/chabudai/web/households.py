"""Households that are here for a while, each for one browser: what the middleware has to know of them."""

from abc import abstractmethod
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from chabudai.web.translations import Text


class TemporaryHousehold(Protocol):
    """One that a browser has for itself."""

    @property
    @abstractmethod
    def ends_at(self) -> datetime: ...

    @abstractmethod
    def enter(self) -> AbstractContextManager[None]:
        """Around a request: all that it asks and writes is this household's."""

    @abstractmethod
    def check_path(self, path: str) -> None:
        """WebError for a page that such a household does not have."""

    @abstractmethod
    def leave(self) -> None:
        """Its browser has signed out, and does not come back."""


class Households(Protocol):
    """The one that stays, and those that are here for a while. Nothing of this blocks."""

    @property
    @abstractmethod
    def farewell(self) -> Text:
        """What is said to a browser whose household is gone."""

    @abstractmethod
    def find(self, id_: str) -> TemporaryHousehold | None:
        """None when it is gone."""

    @abstractmethod
    def enter_lasting(self) -> AbstractContextManager[None]:
        """Around a request of whoever is in no other."""
