"""Acts on a kitchen: each is decided on the rows as they are, settles the list, and leaves what takes it back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Generic, TypeVar

from chabudai.apps.kondate.kitchen import draft as drafts
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.demand import settle
from chabudai.apps.kondate.kitchen.draft import Change, Draft, moment
from chabudai.apps.kondate.kitchen.entities import (
    CookLog,
    DeletedCookLog,
    DeletedFridgeItem,
    FridgeItem,
    Plan,
    RowImage,
    ShoppingItem,
    UndoRecord,
    Want,
)
from chabudai.apps.kondate.kitchen.images import make_image
from chabudai.apps.kondate.kitchen.unplanned import find_unplanned
from chabudai.common.owner import Owner
from chabudai.table import Entity, ulid

T = TypeVar("T")

UNDO_LIFETIME: Final = timedelta(minutes=30)
ALL_ROWS: Final[tuple[type[Entity], ...]] = (
    Plan,
    ShoppingItem,
    FridgeItem,
    DeletedFridgeItem,
    CookLog,
    DeletedCookLog,
)
PART: Final = "part"
"""The act of a record that only holds images of another."""
_ROOM: Final = 300_000
"""Bytes of images in one record: an item of the table has 400 KB."""
_ROOM_FOR_LINES: Final = 100_000
"""Bytes of images of lines that follow from plans: beyond it they are made anew, without what was said of them."""
_SAID: Final = ("is_own_amount", "dismissed_for", "note", "is_needed", "shelf", "is_staple", "name")


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """What came of an act; `undo_id` takes it back for half an hour, None where nothing changed."""

    result: T
    undo_id: str | None


def act(
    owner: Owner,
    name: str,
    decide: Callable[[Draft], T],
    *,
    more: Callable[[], Iterable[Entity]] = tuple,
    undoes: tuple[type[Entity], ...] = ALL_ROWS,
) -> Outcome[T]:
    """`more` finds rows that it looks at beside the kitchen's own; images are kept of the kinds that it `undoes`."""
    recorded: list[str | None] = []

    def record(draft: Draft) -> None:
        records = _make_records(owner, name, [*_images(draft, undoes)])
        for each in records:
            draft.put(each)
        recorded.append(records[0].undo_id if records else None)

    result = drafts.change(owner, lambda: drafts.load(owner, *more()), decide, settle, record)
    return Outcome(result, recorded[-1])


def refresh(owner: Owner) -> None:
    """Bring the list to what is wanted now: after a recipe changed, or where a large list was cut off."""
    drafts.change(owner, lambda: drafts.load(owner), lambda _: None, settle)


def _make_records(owner: Owner, act: str, images: Sequence[RowImage]) -> list[UndoRecord]:
    """As many as the images fill; the first knows the others."""
    parts: list[list[RowImage]] = []
    left = 0
    for image in images:
        left -= _size(image)
        if left < 0:
            parts.append([])
            left = _ROOM - _size(image)
        parts[-1].append(image)
    until = int((moment(owner) + UNDO_LIFETIME).timestamp())
    records = [
        UndoRecord(user_id=owner.username, undo_id=ulid(), act=PART, images=tuple(part), expires_at=until)
        for part in parts
    ]
    if not records:
        return []
    head = {"act": act, "parts": tuple(each.undo_id for each in records[1:])}
    return [records[0].model_copy(update=head), *records[1:]]


def _images(draft: Draft, kinds: tuple[type[Entity], ...]) -> Iterable[RowImage]:
    """Of all that was decided; of lines that only follow, those of which somebody said something come first."""
    changes = [each for each in draft.changes() if isinstance(each[1] if each[1] is not None else each[0], kinds)]
    lost = _find_lost(draft)
    yield from (make_image(*_tell_lost(each, lost)) for each in changes if not draft.is_derived(each))
    derived = [image for each in changes if draft.is_derived(each) for image in _follow(each, lost)]
    left = _ROOM_FOR_LINES
    for old, new in sorted(derived, key=lambda each: not _has_said(each[0])):
        image = make_image(old, new)
        left -= _size(image)
        if left >= 0:
            yield image


def _find_lost(draft: Draft) -> Mapping[str, tuple[Want, ...]]:
    """By food, what was wanted without a plan and is no more, on whichever line."""
    known = find_unplanned(row for row in draft.before.values() if isinstance(row, ShoppingItem))
    kept = {name: {want.dish_id for want in wants} for name, wants in find_unplanned(draft.lines).items()}
    return {
        name: tuple(want for want in wants if want.dish_id not in kept.get(name, ())) for name, wants in known.items()
    }


def _tell_lost(change: Change, lost: Mapping[str, tuple[Want, ...]]) -> Change:
    """A line that goes takes only those wants with it that no other line of its food has."""
    old, new = change
    if not isinstance(old, ShoppingItem) or new is not None:
        return change
    return old.model_copy(update={"wants": lost.get(foods.fold(old.name), ())}), None


def _follow(change: Change, lost: Mapping[str, tuple[Want, ...]]) -> Iterable[Change]:
    """What of a line that only follows is not made again by itself: the line, or only its wants without a plan."""
    old, new = change
    if _is_lost(change):
        yield _tell_lost((old, None), lost)
    elif isinstance(old, ShoppingItem) and isinstance(new, ShoppingItem) and lost.get(foods.fold(old.name)):
        yield old, old.model_copy(update={"wants": new.wants})


def _is_lost(change: Change) -> bool:
    """Whether a line went, or what somebody had said of it did."""
    old, new = change
    if not isinstance(old, ShoppingItem) or old.done:
        return False
    return not isinstance(new, ShoppingItem) or any(getattr(old, name) != getattr(new, name) for name in _SAID)


def _has_said(line: Entity | None) -> bool:
    if not isinstance(line, ShoppingItem):
        return False
    return line.is_own_amount or line.is_dismissed or line.is_needed or line.note is not None or bool(line.unplanned)


def _size(image: RowImage) -> int:
    return len(image.model_dump_json().encode())
