"""The wardrobes that the reader of a page knows: those of their account, or of this browser when nobody is signed in.

What a browser knows when somebody signs in, their account takes over. From then on no key of theirs is written into it:
who signs out leaves none behind, and who signs in next finds none.
"""

from abc import abstractmethod
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Protocol

from chabudai.accounts.design import Person
from chabudai.apps.wardrobe import access
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.pages import recent
from chabudai.apps.wardrobe.remembered import MOST, Memory
from chabudai.web.context import RequestContext
from chabudai.web.cookies import Cookie, CookieJar

_NOTED: Final = Cookie("wardrobe-noted", 365 * 24 * 60 * 60)
"""Whose account has what this browser knows, and a mark of the wardrobe that was opened last: it is noted already."""


class KnownWardrobes(Protocol):
    """`is_in_account` says whether other devices know them too."""

    @property
    @abstractmethod
    def is_in_account(self) -> bool: ...

    @abstractmethod
    def closets(self) -> list[Closet]:
        """Those that can still be opened, the last one first."""

    @abstractmethod
    def closets_with(self, closet: Closet) -> list[Closet]:
        """The same, when this one is open."""

    @abstractmethod
    def last(self) -> Closet | None:
        """The last one opened."""

    @abstractmethod
    def remember(self, closet: Closet) -> None:
        """It was opened just now."""

    @abstractmethod
    def renew(self, closet: Closet) -> None:
        """The same for another year, where it would be forgotten after one."""

    @abstractmethod
    def replace(self, old: Closet, new: Closet) -> None:
        """It has another key."""

    @abstractmethod
    def forget(self, key: str) -> None: ...


def known_wardrobes(house: House, context: RequestContext) -> KnownWardrobes:
    if isinstance(context.person, Person):
        return AccountWardrobes(Memory(house, context.person.username, context.zone), context.jar)
    return BrowserWardrobes(house, context)


@dataclass(frozen=True, slots=True)
class BrowserWardrobes:
    house: House
    context: RequestContext

    @property
    def is_in_account(self) -> bool:
        return False

    def closets(self) -> list[Closet]:
        return access.open_wardrobes(self.house, recent.keys(self.context.jar), self.context.zone)

    def closets_with(self, closet: Closet) -> list[Closet]:
        return self.closets() if len(recent.keys(self.context.jar)) > 1 else [closet]

    def last(self) -> Closet | None:
        found = access.open_wardrobes(self.house, recent.keys(self.context.jar)[:1], self.context.zone)
        return next(iter(found), None)

    def remember(self, closet: Closet) -> None:
        recent.remember(self.context.jar, access.key_of(closet))
        self._note_change()

    def renew(self, closet: Closet) -> None:
        recent.renew(self.context.jar, access.key_of(closet))
        self._note_change()

    def replace(self, old: Closet, new: Closet) -> None:
        recent.replace(self.context.jar, access.key_of(old), access.key_of(new))
        self._note_change()

    def forget(self, key: str) -> None:
        recent.forget(self.context.jar, key)

    def _note_change(self) -> None:
        """Whoever signs in next takes it over."""
        if self.context.jar.get(_NOTED):
            self.context.jar.drop(_NOTED)


@dataclass(frozen=True, slots=True)
class AccountWardrobes:
    memory: Memory
    jar: CookieJar

    @property
    def is_in_account(self) -> bool:
        return True

    def closets(self) -> list[Closet]:
        """What was opened in this browser last comes first, whatever other devices did since."""
        self._take_over()
        noted = self.jar.get(_NOTED)
        return sorted(self.memory.closets(), key=lambda closet: self._note(access.key_of(closet)) != noted)

    def closets_with(self, closet: Closet) -> list[Closet]:
        return self.closets()

    def last(self) -> Closet | None:
        return next(iter(self.closets()), None)

    def remember(self, closet: Closet) -> None:
        """Nothing is asked or written while one stays in a wardrobe."""
        note = self._note(access.key_of(closet))
        if self.jar.get(_NOTED) != note:
            self._take_over()
            self.memory.remember(closet)
            self.jar.put(_NOTED, note)

    def renew(self, closet: Closet) -> None:
        """An account forgets nothing by itself."""

    def replace(self, old: Closet, new: Closet) -> None:
        """Also in this browser, if it knew it before."""
        before, after = access.key_of(old), access.key_of(new)
        if before == after:
            return
        self._take_over()
        self.memory.replace(old, new)
        if before in recent.keys(self.jar):
            recent.replace(self.jar, before, after)
        self.jar.put(_NOTED, self._note(after))

    def forget(self, key: str) -> None:
        """This browser too, or it would be taken over again."""
        self._take_over()
        self.memory.forget(key)
        if key in recent.keys(self.jar):
            recent.forget(self.jar, key)
        self.jar.put(_NOTED, self._note(""))

    def _take_over(self) -> None:
        """What the browser knew when nobody was signed in, once."""
        if (self.jar.get(_NOTED) or "").partition(" ")[0] == self.memory.username:
            return
        found = access.open_wardrobes(self.memory.house, recent.keys(self.jar)[:MOST], self.memory.zone)
        if found:
            self.memory.remember(*reversed(found))
        self.jar.put(_NOTED, self._note(""))

    def _note(self, key: str) -> str:
        """A mark instead of the key: this stays in the browser when the person is gone."""
        return f"{self.memory.username} {sha256(key.encode()).hexdigest()[:16]}"
