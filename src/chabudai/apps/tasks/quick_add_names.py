"""Names behind # and @ in a line: a team's tags and people, as they are called there."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from chabudai.apps.tasks.entities import Tag, TeamUser
from chabudai.common.quick_add.chips import Meaning, is_word_end, to_plain
from chabudai.common.quick_add.marks import match_name
from chabudai.common.text import fold_name

MOST_OFFERED: Final = 6
SELF: Final = ("自分", "わたし", "私", "me")
_TAG = re.compile(r"#([^ #@!、。,]{1,20})")
_WORD = re.compile(r"[^ #@!、。,]{1,40}")
_HONORIFIC = re.compile(r"(?:さん|くん|君|ちゃん|さま|様|先生)?(?:に|が|へ|と|で)?")
_BEING_TYPED = re.compile(r"(?:^|[^a-z0-9])([#@])([^ #@!、。,]{0,20})$")


@dataclass(frozen=True, slots=True)
class Offer:
    """One of the names that may be meant: `text` takes the place of what is typed, from `start` on."""

    kind: str
    name: str
    text: str
    start: int
    note: str = ""


@dataclass(frozen=True)
class KnownNames:
    """Of one team, as whoever types the line sees it."""

    user_id: str
    people: tuple[tuple[str, str], ...] = ()  # ids and names
    tags: tuple[str, ...] = ()
    _people_by_key: dict[str, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_people_by_key", dict(self._keys()))

    @classmethod
    def of(cls, user_id: str, members: Iterable[TeamUser], tags: Iterable[Tag]) -> "KnownNames":
        people = tuple((row.user_id, row.user_name) for row in members)
        return cls(user_id, people, tuple(tag.name for tag in tags))

    def name_of(self, user_id: str) -> str:
        return next((name for each, name in self.people if each == user_id), user_id)

    def find_tag(self, name: str) -> str | None:
        """As the team spells it; None for one that is new."""
        return next((each for each in self.tags if fold_name(each) == fold_name(name)), None)

    def read_tag(self, text: str, plain: str, place: int) -> Iterator[Meaning]:
        """One that is known may have spaces in it; another is a word."""
        if plain[place] != "#":
            return
        for name in self.tags:
            end = place + 1 + len(name)
            if plain.startswith(to_plain(name), place + 1) and is_word_end(plain, end):
                yield Meaning("tag", name, end)
        if found := match_name(text, plain, place, _TAG):
            yield Meaning("tag", self.find_tag(found[0]) or found[0], found[1])

    def read_person(self, plain: str, place: int) -> Iterator[Meaning]:
        """A whole name or a part of it, a username, or the beginning of just one; with さん and what follows it."""
        if plain[place] != "@":
            return
        for key, user_id in self._people_by_key.items():
            if plain.startswith(key, place + 1):
                said = _HONORIFIC.match(plain, place + 1 + len(key))
                end = said.end() if said else place + 1 + len(key)
                if is_word_end(plain, end):
                    yield Meaning("person", user_id, end)
        word = _WORD.match(plain, place + 1)
        if word and word[0] not in self._people_by_key:
            begun = {user_id for key, user_id in self._people_by_key.items() if key.startswith(word[0])}
            if len(begun) == 1:
                yield Meaning("person", begun.pop(), word.end())

    def offer(self, typed: str) -> list[Offer]:
        """For the # or @ that is being typed at the end of this text: at most six."""
        found = _BEING_TYPED.search(to_plain(typed))
        if found is None:
            return []
        start, begun = found.start(1), found[2]
        offers = self._offer_tags(begun, start) if found[1] == "#" else self._offer_people(begun, start)
        return sorted(offers, key=lambda offer: not to_plain(offer.name).startswith(begun))[:MOST_OFFERED]

    def _offer_tags(self, begun: str, start: int) -> Iterator[Offer]:
        for name in self.tags:
            if begun in to_plain(name) and begun != to_plain(name):
                yield Offer("tag", name, f"#{name}", start)

    def _offer_people(self, begun: str, start: int) -> Iterator[Offer]:
        """Oneself first. Of two with one name each is called by the username."""
        names = Counter(to_plain(name) for _, name in self.people)
        for user_id, name in sorted(self.people, key=lambda each: each[0] != self.user_id):
            if begun in to_plain(name) or to_plain(user_id).startswith(begun):
                is_only = names[to_plain(name)] == 1
                yield Offer("person", name, f"@{name if is_only else user_id}", start, "" if is_only else user_id)

    def _keys(self) -> Iterator[tuple[str, str]]:
        """All that a person is called by, in plain characters; what two are called by is neither's."""
        called = [(key, user_id) for user_id, name in self.people for key in _keys_of(user_id, name)]
        counted = Counter(key for key, _ in set(called))
        yield from ((key, user_id) for key, user_id in called if counted[key] == 1)
        yield from ((to_plain(user_id), user_id) for user_id, _ in self.people)
        if any(user_id == self.user_id for user_id, _ in self.people):
            yield from ((key, self.user_id) for key in SELF)


def _keys_of(user_id: str, name: str) -> set[str]:
    plain = " ".join(to_plain(name).split())
    return {key for key in (to_plain(user_id), plain, plain.replace(" ", ""), *plain.split(" ")) if key}
