"""Acts on a kitchen: each is decided on the rows as they are, settles the list, and leaves what takes it back."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Generic, TypeVar

from chabudai.apps.kondate.kitchen import draft as drafts
from chabudai.apps.kondate.kitchen.demand import settle
from chabudai.apps.kondate.kitchen.draft import Draft, is_same, moment
from chabudai.apps.kondate.kitchen.entities import (
    CookLog,
    DeletedFridgeItem,
    FridgeItem,
    Plan,
    RowImage,
    ShoppingItem,
    UndoRecord,
)
from chabudai.common.owner import Owner
from chabudai.table import Entity, ulid

T = TypeVar("T")

UNDO_LIFETIME: Final = timedelta(minutes=30)
ALL_ROWS: Final[tuple[type[Entity], ...]] = (Plan, ShoppingItem, FridgeItem, DeletedFridgeItem, CookLog)


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
    undo_id = ulid()
    recorded: list[bool] = []

    def record(draft: Draft) -> None:
        images = tuple(_images(draft, undoes))
        recorded.append(bool(images))
        if images:
            until = int((moment(owner) + UNDO_LIFETIME).timestamp())
            draft.put(UndoRecord(user_id=owner.username, undo_id=undo_id, act=name, images=images, expires_at=until))

    result = drafts.change(owner, lambda: drafts.load(owner, *more()), decide, settle, record)
    return Outcome(result, undo_id if recorded[-1] else None)


def refresh(owner: Owner) -> None:
    """Bring the list to what is wanted now: after a recipe changed, or where a large list was cut off."""
    drafts.change(owner, lambda: drafts.load(owner), lambda _: None, settle)


def _images(draft: Draft, kinds: tuple[type[Entity], ...]) -> Iterable[RowImage]:
    for old, new in draft.changes():
        row = new if new is not None else old
        if isinstance(row, kinds) and not (isinstance(row, ShoppingItem) and _is_remade(old, new)):
            yield RowImage(
                kind=type(row).__name__,
                before=None if old is None else old.model_dump_json(),
                after=None if new is None else new.model_dump_json(),
            )


def _is_remade(old: Entity | None, new: Entity | None) -> bool:
    """A line that follows from the plans, and needs no image: it came, or its amount follows them."""
    lines = [row for row in (old, new) if isinstance(row, ShoppingItem)]
    return new is not None and not any(line.is_manual or line.done for line in lines) and not _is_touched(old, new)


def _is_touched(old: Entity | None, new: Entity | None) -> bool:
    """Whether what a person said of a line changed."""
    if not isinstance(old, ShoppingItem) or not isinstance(new, ShoppingItem):
        return False
    said = {"is_own_amount", "dismissed_for", "note", "is_needed", "shelf", "is_staple", "name"}
    return not is_same(
        old.model_copy(update={name: getattr(new, name) for name in type(new).model_fields if name not in said}), new
    )
