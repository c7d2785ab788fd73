"""Slugs: paths by which games are found again, `社団戦/2025/鈴木`; what one may be, and one made of the headers."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from chabudai.apps.shogi import design
from chabudai.apps.shogi.entities import LONGEST_SLUG, Side
from chabudai.apps.shogi.errors import InvalidSlug
from chabudai.apps.shogi.messages import lazy
from chabudai.apps.shogi.records import Record
from chabudai.common.text import clean_line
from chabudai.table import TypedStore
from chabudai.web.errors import invalid_field

NAMELESS: Final = "棋譜"
_FORBIDDEN: Final = str.maketrans({"/": "／", "#": "＃"})
_NUMBERED: Final = re.compile(r" (\d+)$")
_LONGEST_SEGMENT: Final = 30  # of one that is made of a header
_MOST_NUMBERS: Final = 10_000


def check(slug: str) -> str:
    """As it is kept, in NFC. InvalidSlug says what is wrong with it."""
    cleaned = "/".join(clean_line(segment) for segment in unicodedata.normalize("NFC", slug).split("/"))
    if not cleaned:
        raise InvalidSlug(lazy("Enter a name."))
    if "#" in cleaned:
        raise InvalidSlug(lazy("A name can't contain #."))
    if cleaned.startswith("/"):
        raise InvalidSlug(lazy("A name can't begin with /."))
    if "" in cleaned.split("/"):
        raise InvalidSlug(lazy("Write something between the slashes, and after the last."))
    if len(cleaned) > LONGEST_SLUG:
        raise InvalidSlug(lazy("Use up to %(most)s characters.", most=LONGEST_SLUG))
    return cleaned


def check_folder(folder: str, field: str) -> str:
    """The same for a folder; the sentence stands beside the field that it was typed in."""
    try:
        return check(folder)
    except InvalidSlug as refusal:
        raise invalid_field(field, refusal.message) from refusal


def propose(record: Record, side: Side | None, folder: str = "") -> str:
    """`{棋戦}/{年}/{相手}`, of what the headers say; it may be taken."""
    names = {"first": record.gote, "second": record.sente}
    both = [name for name in (record.sente, record.gote) if name]
    opponent = names[side] if side is not None and names[side] else " 対 ".join(both)
    year = str(record.played.year) if record.played else ""
    made = [segment for segment in map(_segment, (record.event, year, opponent)) if segment] or [NAMELESS]
    return place_in(folder, "/".join(made)) if folder else _fit("/".join(made))


def place_in(folder: str, name: str) -> str:
    """Within a folder; what is too long loses the end of its last segment."""
    return _fit(f"{folder}/{name}" if folder else name)


def name_of_file(path: str) -> str:
    """Of a file in an archive: its folders become folders."""
    segments = [_segment(part) for part in path.replace("\\", "/").split("/")]
    segments[-1:] = [_segment(re.sub(r"\.[A-Za-z0-9]{1,5}$", "", segments[-1]))] if segments else []
    return _fit("/".join(segment for segment in segments if segment) or NAMELESS)


def number_on(slug: str) -> Iterator[str]:
    """The slug itself, then with a number behind it, from 2 on."""
    yield slug
    base = _NUMBERED.sub("", slug)
    for number in range(2, _MOST_NUMBERS):
        end = f" {number}"
        yield base[: LONGEST_SLUG - len(end)].rstrip("/ ") + end


def find_free(store: TypedStore, owner: str, slug: str) -> str:
    """The slug, or it with a number that is free at this moment."""
    if store.first(design.game_at(owner, slug).consistently()) is None:
        return slug
    beginning = _NUMBERED.sub("", slug)[: LONGEST_SLUG - 5]
    taken = {place.slug for place in store.all(design.games_below(owner, beginning).consistently())}
    return next(each for each in number_on(slug) if each not in taken)


def folders_of(slugs: Iterable[str]) -> set[str]:
    """Every folder that holds one of them, at any depth."""
    found: set[str] = set()
    for slug in slugs:
        parts = slug.split("/")[:-1]
        found.update("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))
    return found


def _segment(text: str) -> str:
    cleaned = clean_line(unicodedata.normalize("NFC", text).translate(_FORBIDDEN))
    return "" if set(cleaned) <= {"."} else cleaned[:_LONGEST_SEGMENT].strip()


def _fit(slug: str) -> str:
    """Short enough also for a number behind it."""
    return slug[: LONGEST_SLUG - 5].rstrip("/ ")
