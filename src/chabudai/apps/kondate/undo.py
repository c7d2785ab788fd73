"""Taking back any act of a person, by the one id that it gave: on the kitchen, of the book, of cards and links."""

from collections.abc import Callable, Mapping
from typing import Final

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import categories, recipes, sets
from chabudai.apps.kondate.errors import NoSuchUndo
from chabudai.apps.kondate.kitchen import undoing
from chabudai.apps.kondate.market import payment_methods, shares
from chabudai.common.owner import Owner
from chabudai.common.text import is_id

_RESTORES: Final[Mapping[str, Callable[[Owner, str], object]]] = {
    "delete_recipe": recipes.restore,
    "delete_set": sets.restore,
    "delete_category": categories.restore,
    "remove_card": payment_methods.restore_method,
    "revoke_link": shares.restore,
}


def take_back(owner: Owner, undo_id: str) -> None:
    """NoSuchUndo when it is over or done already; ChangedSince, with nothing done, if something later depends on it."""
    found = owner.store.get(design.undo_record(owner.username, undo_id).consistently()) if is_id(undo_id) else None
    if found is None:
        raise NoSuchUndo
    _RESTORES.get(found.act, undoing.undo)(owner, undo_id)
