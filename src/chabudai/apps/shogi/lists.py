"""Lists of a person's games: in the order of an index, filtered by heads, a full page at a time, without any record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final, Literal, TypeAlias

from chabudai.apps.shogi import design
from chabudai.apps.shogi.adoption import adopt
from chabudai.apps.shogi.entities import GameCard, GameHead, GamePlace, Order, Result, Side
from chabudai.apps.shogi.positions import day_of
from chabudai.apps.shogi.statistics import fold_person, opponent_of
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.text import fold_search, is_id
from chabudai.table import Cursors, Query, TypedStore

Sort: TypeAlias = Literal["accessed", "updated", "created", "name"]
Place: TypeAlias = GameCard | GamePlace

_CHUNK: Final = 500  # index rows that are looked through at a time, where not all of them are wanted


@dataclass(frozen=True)
class GameSelection:
    """What a person wants to see. The days are those on which games were played, or else kept, both ends included.

    `player` and `words` are looked for without regard to case, width and kana. `public`: only what is public.
    `opponent` and `opening_name` are whole names, `lengths` the fewest and the most moves: what statistics count by.
    `is_own`: folder, tags and memo are the owner's, and nobody else filters by them.
    """

    sort: Sort = "accessed"
    order: Order = "desc"
    folder: str = ""
    side: Side | None = None
    result: Result | None = None
    tag: str | None = None
    player: str = ""
    opening: str = ""
    first: date | None = None
    last: date | None = None
    words: str = ""
    opponent: str = ""
    opening_name: str = ""
    lengths: tuple[int, int] | None = None
    public: bool = False
    is_own: bool = True

    def settle(self) -> "GameSelection":
        """Without what others may not ask."""
        if self.is_own:
            return self
        return replace(self, folder="", tag=None, sort="created" if self.sort != "updated" else "updated")

    @property
    def looks_into_heads(self) -> bool:
        told = (self.side, self.result, self.player, self.opening, self.first, self.last, self.words)
        counted = (self.opponent, self.opening_name, self.lengths)
        return self.public or any(told) or any(counted)

    @property
    def is_filtered(self) -> bool:
        return self.looks_into_heads or self.tag is not None


@dataclass(frozen=True)
class ListedGame:
    head: GameHead
    slug: str


@dataclass(frozen=True)
class GamePage:
    """`total` is how many games the filters leave in all folders; None when there are none to count by."""

    games: tuple[ListedGame, ...]
    cursor: str | None
    total: int | None = None


def find_page(
    store: TypedStore, owner: str, selection: GameSelection, cursor: str | None, cursors: Cursors
) -> GamePage:
    """A cursor is good for this list of this person alone."""
    selection = selection.settle()
    list_ = {"owner": owner, **{name: str(value) for name, value in vars(selection).items()}}
    with refuse_wrong_cursor():
        at = _START if cursor is None else _Point(**cursors.read(list_, "games", cursor))
    wanted = _find_ids(store, owner, selection)
    with refuse_wrong_cursor():
        places, more = _fill(store, query_of(owner, selection), _keeps(selection, wanted), at)
    cards = _find_cards(store, owner, places)
    total = None if wanted is None else len(wanted)
    return GamePage(tuple(cards), None if more is None else cursors.write(list_, "games", vars(more)), total)


def query_of(owner: str, selection: GameSelection) -> Query[Any]:
    """The access pattern that has the games in the order that is wanted."""
    match selection.sort:
        case "created":
            return design.games_by_created(owner, selection.order)
        case "accessed":
            return design.games_by_access(owner, selection.order)
        case "updated":
            return design.games_by_update(owner, selection.order)
        case "name" if selection.folder:
            return design.games_below(owner, f"{selection.folder}/", selection.order)
        case "name":
            return design.games_by_name(owner, selection.order)


def find_latest(store: TypedStore, owner: str, preferred: str = "") -> GameHead | None:
    """The game with the id `preferred` if this person has it, else the one that the index says was looked at last."""
    place = store.first(design.games_by_access(owner))
    if place is None:
        return None
    ids = list(dict.fromkeys(filter(None, (preferred, place.game_id))))
    return next(filter(None, store.batch(design.heads(owner, ids))), None) or adopt(store, owner, place.game_id)


def matches(head: GameHead, selection: GameSelection) -> bool:
    """Whether a head is what the filters want; tag, folder and words in the slug are not asked of it."""
    day = day_of(head)
    return (
        selection.side in (None, head.side)
        and selection.result in (None, head.result)
        and (selection.first is None or day >= selection.first)
        and (selection.last is None or day <= selection.last)
        and (not selection.public or head.public)
        and _has(selection.opening, head.opening)
        and _has(selection.player, head.first_player, head.second_player)
        and _is_counted(head, selection)
    )


def _is_counted(head: GameHead, selection: GameSelection) -> bool:
    """As statistics group games: by whole names, where width and spaces are of no matter."""
    least, most = selection.lengths or (0, head.moves)
    return (
        (not selection.opponent or fold_person(opponent_of(head) or "") == fold_person(selection.opponent))
        and (not selection.opening_name or fold_person(head.opening or "") == fold_person(selection.opening_name))
        and least <= head.moves <= most
    )


def _has(wanted: str, *texts: str | None) -> bool:
    """Whether all the words stand in one of the texts."""
    words = fold_search(wanted).split()
    return not words or any(all(word in fold_search(text) for word in words) for text in texts if text)


def _find_ids(store: TypedStore, owner: str, selection: GameSelection) -> frozenset[str] | None:
    """Those that the filters leave, by one or two queries however many pages follow; None for all."""
    if not selection.is_filtered:
        return None
    ids: frozenset[str] | None = None
    if selection.tag is not None:
        ids = _find_tagged(store, owner, selection.tag)
        if not ids or not selection.looks_into_heads:
            return ids
    found = [head for head in store.all(design.all_heads(owner)) if ids is None or head.game_id in ids]
    slugs = _find_slugs(store, owner) if selection.words and selection.is_own else {}
    return frozenset(
        head.game_id
        for head in found
        if matches(head, selection) and _has_words(head, slugs.get(head.game_id, ""), selection)
    )


def _find_tagged(store: TypedStore, owner: str, tag_id: str) -> frozenset[str]:
    """None for another person's tag: not even how many there are."""
    if not is_id(tag_id) or store.get(design.tag(owner, tag_id)) is None:
        return frozenset()
    return frozenset(row.game_id for row in store.all(design.games_tagged(tag_id)))


def _find_slugs(store: TypedStore, owner: str) -> dict[str, str]:
    return {place.game_id: place.slug for place in store.all(design.games_by_name(owner))}


def _has_words(head: GameHead, slug: str, selection: GameSelection) -> bool:
    """In names, event or opening, and where it is the owner who looks in slug and memo; every word somewhere."""
    if not selection.words:
        return True
    told = (head.first_player, head.second_player, head.event, head.opening)
    own = (slug, head.memo) if selection.is_own else ()
    return _has(selection.words, "\n".join(text for text in (*told, *own) if text))


def _keeps(selection: GameSelection, wanted: frozenset[str] | None) -> Callable[[Place], bool] | None:
    """What is asked of an index row; None when each is wanted."""
    folder = f"{selection.folder}/" if selection.folder and selection.sort != "name" else ""
    if wanted is None and not folder:
        return None
    return lambda place: (wanted is None or place.game_id in wanted) and place.slug.startswith(folder)


@dataclass(frozen=True)
class _Point:
    inner: str | None  # where the chunk begins
    skip: int  # rows of the chunk that were looked at


_START: Final = _Point(None, 0)


def _fill(
    store: TypedStore,
    query: Query[Any],
    keeps: Callable[[Place], bool] | None,
    at: _Point,
) -> tuple[list[Place], _Point | None]:
    """As many as a page has, and where the next one begins; None when nothing is left to look at."""
    found: list[Place] = []
    while True:
        chunk = store.page(query, at.inner, size=design.PAGE if keeps is None else _CHUNK)
        for number, place in enumerate(chunk.items):
            if number < at.skip or (keeps is not None and not keeps(place)):
                continue
            if len(found) == design.PAGE:
                return found, _Point(at.inner, number)
            found.append(place)
        if chunk.cursor is None:
            return found, None
        at = _Point(chunk.cursor, 0)
        if keeps is None:
            return found, at


def _find_cards(store: TypedStore, owner: str, places: Sequence[Place]) -> list[ListedGame]:
    if not places:
        return []
    rows = store.batch(design.heads(owner, [place.game_id for place in places]))
    heads = [head or adopt(store, owner, place.game_id) for place, head in zip(places, rows, strict=True)]
    return [ListedGame(head, place.slug) for place, head in zip(places, heads, strict=True) if head is not None]
