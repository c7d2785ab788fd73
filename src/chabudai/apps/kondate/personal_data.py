"""What kondate keeps of a person: handed over whole, and let go of with the account, also where others find it."""

from typing import Any, Final

from chabudai.adapters.objects import ObjectStorage
from chabudai.apps.kondate import design, transfer
from chabudai.apps.kondate.book.entities import Category
from chabudai.apps.kondate.book.photos import photo_folder
from chabudai.apps.kondate.market import erasure
from chabudai.apps.kondate.market.entities import PushToken
from chabudai.apps.kondate.market.till import Till
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web import zones

_SECRET: Final = {"provider_token"}


def export(store: TypedStore, username: str) -> dict[str, Any]:
    """The export that can be imported again, and beside it the rows that only this place can use."""
    named = {*transfer.SECTIONS.values(), PushToken}
    others = [row for row in store.all(design.everything(username).consistently()) if type(row) not in named]
    rows = [row.model_dump(mode="json", exclude_none=True, exclude=_SECRET) for row in others]
    return {**transfer.write_document(store, username), "others": rows}


def erase(till: Till, objects: ObjectStorage, username: str) -> None:
    """Again and again, until it is gone: what was interrupted is begun anew and finds less."""
    store = till.store
    owner = Owner(store, username, till.clock, zones.TOKYO)
    for row in list(store.all(design.everything(username).consistently())):
        erasure.forget_outside(till, owner, row)
        if isinstance(row, Category):
            store.write(Category.delete(**row.own_key))
    erasure.forget_titles(owner)
    erasure.forget_waiting(owner)
    photo_folder(objects, username).remove_all()
    store.delete_rows(design.everything(username).consistently())
