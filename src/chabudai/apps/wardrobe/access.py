"""Access: how a wardrobe is made and opened. Its secret link is the key to it, and needs no account."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final
from zoneinfo import ZoneInfo

from chabudai.apps.wardrobe import design, erasure
from chabudai.apps.wardrobe.closets import Closet, House, milliseconds
from chabudai.apps.wardrobe.entities import Access, Link, Wardrobe
from chabudai.apps.wardrobe.errors import NoSuchWardrobe, TooBusy
from chabudai.common.fields import Fields
from chabudai.common.share_links import ShareLinks
from chabudai.common.store_errors import translate
from chabudai.common.text import is_id
from chabudai.table import Transaction, UnreadableItem, uuid7
from chabudai.web.zones import TOKYO

FIELDS: Final = Fields(Wardrobe, "name")

_BY_ID = "wd_"
_PREFIXES: dict[Access, str] = {"EDIT": "ed_", "READ": "rd_"}


def create_wardrobe(house: House, *, name: str, zone: ZoneInfo = TOKYO) -> Closet:
    """AP-01. Its link is written first: one that leads nowhere harms nobody, a wardrobe that nobody can open would."""
    fields = FIELDS.check_new({"name": name})
    now = milliseconds(house.clock())
    wardrobe_id, secret = f"{_BY_ID}{uuid7()}", _new_secret(house, "EDIT")
    house.store.write(design.add_link(Link(secret=secret, wardrobe_id=wardrobe_id, access="EDIT", created_at=now)))
    made = Wardrobe(wardrobe_id=wardrobe_id, created_at=now, edit_secret=secret, **fields)
    return Closet(house, house.store.write(design.add_wardrobe(made)), "EDIT", zone)


def open_wardrobe(house: House, key: str, zone: ZoneInfo = TOKYO) -> Closet:
    """AP-02: by the key that stands in its address. A wardrobe that has no link yet is opened by its id."""
    opened = _open_by_id(house, key, zone) if key.startswith(_BY_ID) else _open_by_link(house, key, zone)
    if opened is None:
        raise NoSuchWardrobe
    return opened


def open_wardrobes(house: House, keys: Iterable[str], zone: ZoneInfo = TOKYO) -> list[Closet]:
    """Those of several that can be opened, in order: for whoever goes from one to another."""
    opened: list[Closet] = []
    for key in dict.fromkeys(keys):
        with suppress(NoSuchWardrobe, UnreadableItem):
            opened.append(open_wardrobe(house, key, zone))
    return opened


def enter(house: House, wardrobe: Wardrobe, key: str, zone: ZoneInfo = TOKYO) -> Closet | None:
    """A wardrobe that was read already, by a key that opened it before; None when it opens it no longer."""
    if key == (wardrobe.edit_secret or wardrobe.wardrobe_id):
        return Closet(house, wardrobe, "EDIT", zone)
    return _for_looking(house, wardrobe, zone) if key == wardrobe.read_secret else None


def key_of(closet: Closet) -> str:
    """What stands in the address of this wardrobe, for whoever opened it so."""
    return design.secret_of(closet.wardrobe, closet.access) or closet.wardrobe_id


def key_for_reading(closet: Closet) -> str | None:
    """By which one can look and not change; None when there is none."""
    return closet.wardrobe.read_secret


def rename_wardrobe(closet: Closet, *, name: str) -> Closet:
    fields = FIELDS.check_new({"name": name})
    with translate(missing=NoSuchWardrobe):
        renamed = closet.writable_store.write(design.rename_wardrobe(closet.wardrobe_id, fields["name"]))
    return replace(closet, wardrobe=renamed)


def reissue_link(closet: Closet) -> Closet:
    """A new key; the old one opens nothing from now on."""
    return _issue(closet, "EDIT")


def share(closet: Closet) -> Closet:
    """A link by which others can look and not change, in the place of the one before.

    Who looks can learn the wardrobe's id. So one that was still opened by its id gets a key of its own first.
    """
    return _issue(closet if closet.wardrobe.edit_secret else _issue(closet, "EDIT"), "READ")


def stop_sharing(closet: Closet) -> Closet:
    """The link for looking opens nothing from now on."""
    closet.require_edit()
    left = _links(closet.house).revoke(
        lambda: _read(closet), lambda wardrobe: wardrobe.read_secret, design.revoke_read_link
    )
    return replace(closet, wardrobe=left)


def erase_wardrobe(closet: Closet) -> None:
    """Everything goes; the right to open it last, so that what was interrupted can be asked for again."""
    closet.require_edit()
    erasure.erase(closet)


def _links(house: House) -> ShareLinks[Link, Wardrobe]:
    return ShareLinks(
        house.store,
        link=design.link,
        target=lambda link: design.wardrobe(link.wardrobe_id),
        secret_of=lambda wardrobe, link: design.secret_of(wardrobe, link.access),
        exhausted=TooBusy,
        policy=house.retry_policy,
    )


def _open_by_id(house: House, wardrobe_id: str, zone: ZoneInfo) -> Closet | None:
    found = house.store.get(design.wardrobe(wardrobe_id).consistently()) if is_id(wardrobe_id) else None
    return None if found is None or found.edit_secret is not None else Closet(house, found, "EDIT", zone)


def _open_by_link(house: House, secret: str, zone: ZoneInfo) -> Closet | None:
    found = _links(house).open(secret)
    if found is None:
        return None
    link, wardrobe = found
    return Closet(house, wardrobe, "EDIT", zone) if link.access == "EDIT" else _for_looking(house, wardrobe, zone)


def _for_looking(house: House, wardrobe: Wardrobe, zone: ZoneInfo) -> Closet:
    """Who may only look is told no other key."""
    return Closet(house, wardrobe.model_copy(update={"edit_secret": None}), "READ", zone)


def _issue(closet: Closet, access: Access) -> Closet:
    closet.require_edit()

    def plan(wardrobe: Wardrobe) -> Transaction:
        secret = _new_secret(closet.house, access)
        link = Link(secret=secret, wardrobe_id=closet.wardrobe_id, access=access, created_at=closet.now())
        return design.reissue_link(wardrobe, link)

    return replace(closet, wardrobe=_links(closet.house).issue(lambda: _read(closet), plan))


def _read(closet: Closet) -> Wardrobe:
    found = closet.store.get(design.wardrobe(closet.wardrobe_id).consistently())
    if found is None:
        raise NoSuchWardrobe
    return found


def _new_secret(house: House, access: Access) -> str:
    """Its beginning tells people which of the two links they are about to hand on."""
    return _PREFIXES[access] + house.new_secret()
