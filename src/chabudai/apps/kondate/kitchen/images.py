"""Images of rows, by which an act is taken back: whole as they were, and of what the act made only how to know it.

What follows from plans is in none of them: it is made again. What is wanted without a plan is in them.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from chabudai.apps.kondate.kitchen.entities import (
    Cooking,
    CookLog,
    DeletedCookLog,
    DeletedFridgeItem,
    FridgeItem,
    Plan,
    RowImage,
    ShoppingItem,
)
from chabudai.table import Entity

KINDS: Final[Mapping[str, type[Entity]]] = {
    kind.__name__: kind for kind in (Plan, ShoppingItem, FridgeItem, DeletedFridgeItem, CookLog, DeletedCookLog)
}
_AT_HOME: Final = {"at_home"}
_PASSING: Final = {"wants", "at_home", "updated_at"}
_TELLING: Final = frozenset({"amount", "unit", "is_manual", "done", "wants"})


def make_image(before: Entity | None, after: Entity | None) -> RowImage:
    row = after if after is not None else before
    assert row is not None, "an image is of a row"
    return RowImage(
        kind=type(row).__name__,
        name=name_row(row),
        before=None if before is None else _strip(before).model_dump_json(exclude=_AT_HOME, exclude_defaults=True),
        after=None if after is None else _strip(after).model_dump_json(include=_known_by(after), exclude_defaults=True),
        seal=seal_row(after),
    )


def parse_image(image: RowImage) -> tuple[Entity | None, Entity | None]:
    """The row as it was; and of what the act made its key, how much food it is, and whose line."""
    kind = KINDS[image.kind]
    before, after = (None if text is None else kind.model_validate_json(text) for text in (image.before, image.after))
    return before, after


def seal_row(row: Entity | None) -> str | None:
    """The same for the same row, whatever was made of it since by what follows from plans."""
    if row is None:
        return None
    return sha256(row.model_dump_json(exclude=_PASSING).encode()).hexdigest()[:32]


def name_row(row: Entity) -> str:
    match row:
        case Plan():
            return row.set_title or next((dish.title for dish in row.items), "")
        case ShoppingItem() | FridgeItem() | DeletedFridgeItem():
            return row.name
        case Cooking():
            return row.title
        case _:
            return ""


def _strip(row: Entity) -> Entity:
    return row.model_copy(update={"wants": row.unplanned}) if isinstance(row, ShoppingItem) else row


def _known_by(row: Entity) -> set[str]:
    required = {name for name, field in type(row).model_fields.items() if field.is_required()}
    return required | set(row.own_key) | (_TELLING & type(row).model_fields.keys())
