"""Doors: how a wardrobe is made and opened. Its secret link is the key to it, and needs no account."""

from collections.abc import Iterable
from dataclasses import replace
from zoneinfo import ZoneInfo

from chabudai.apps.wardrobe import design, erasure, rules
from chabudai.apps.wardrobe.closets import Closet, House, milliseconds
from chabudai.apps.wardrobe.design import Access, Link, Wardrobe
from chabudai.apps.wardrobe.errors import NoSuchWardrobe, TooBusy
from chabudai.table import ItemNotFound, StepFailed, uuid7
from chabudai.web.zones import TOKYO

_BY_ID = "wd_"
_PREFIXES: dict[Access, str] = {"EDIT": "ed_", "READ": "rd_"}


def create_wardrobe(house: House, *, name: str, zone: ZoneInfo = TOKYO) -> Closet:
    """AP-01. Its link is written first: one that leads nowhere harms nobody, a wardrobe that nobody can open would."""
    called = rules.name(name)
    now = milliseconds(house.clock())
    wardrobe_id, secret = f"{_BY_ID}{uuid7()}", _new_secret(house, "EDIT")
    house.store.write(design.add_link(Link(secret=secret, wardrobe_id=wardrobe_id, access="EDIT", created_at=now)))
    made = Wardrobe(wardrobe_id=wardrobe_id, name=called, created_at=now, edit_secret=secret)
    return Closet(house, house.store.write(design.add_wardrobe(made)), "EDIT", zone)


def open_wardrobe(house: House, key: str, zone: ZoneInfo = TOKYO) -> Closet:
    """AP-02: by the key that stands in its address. A wardrobe that has no link yet is opened by its id."""
    if not rules.is_id(key):
        raise NoSuchWardrobe
    opened = _by_id(house, key, zone) if key.startswith(_BY_ID) else _by_link(house, key, zone)
    if opened is None:
        raise NoSuchWardrobe
    return opened


def open_wardrobes(house: House, keys: Iterable[str], zone: ZoneInfo = TOKYO) -> list[Closet]:
    """Those of several that can be opened, in order: for whoever goes from one to another."""
    opened: list[Closet] = []
    for key in dict.fromkeys(keys):
        try:
            opened.append(open_wardrobe(house, key, zone))
        except NoSuchWardrobe:
            continue
    return opened


def key_of(closet: Closet) -> str:
    """What stands in the address of this wardrobe, for whoever opened it so."""
    secret = closet.wardrobe.edit_secret if closet.access == "EDIT" else closet.wardrobe.read_secret
    return secret or closet.wardrobe_id


def rename_wardrobe(closet: Closet, *, name: str) -> Closet:
    called = rules.name(name)
    try:
        return replace(closet, wardrobe=closet.writing.write(design.rename_wardrobe(closet.wardrobe_id, called)))
    except ItemNotFound as nothing:
        raise NoSuchWardrobe from nothing


def reissue_link(closet: Closet) -> Closet:
    """A new key; the old one opens nothing from now on."""
    return _linked(closet, "EDIT")


def share(closet: Closet) -> Closet:
    """A link by which others can look and not change, in the place of the one before.

    Who looks can learn the wardrobe's id. So one that was still opened by its id gets a key of its own first.
    """
    return _linked(closet if closet.wardrobe.edit_secret else _linked(closet, "EDIT"), "READ")


def stop_sharing(closet: Closet) -> Closet:
    """The link for looking opens nothing from now on."""
    closet.must_be_mine()
    for _ in closet.house.retry_policy.attempts():
        wardrobe = _read(closet.house, closet.wardrobe_id)
        if wardrobe.read_secret is None:
            return replace(closet, wardrobe=wardrobe)
        try:
            closet.writing.transact(design.revoke_read_link(wardrobe))
        except StepFailed:
            continue
    raise TooBusy


def erase_wardrobe(closet: Closet) -> None:
    """Everything goes; the right to open it last, so that what was interrupted can be asked for again."""
    closet.must_be_mine()
    erasure.erase(closet)


def _by_id(house: House, wardrobe_id: str, zone: ZoneInfo) -> Closet | None:
    found = house.store.get(design.wardrobe(wardrobe_id).consistently())
    return None if found is None or found.edit_secret is not None else Closet(house, found, "EDIT", zone)


def _by_link(house: House, secret: str, zone: ZoneInfo) -> Closet | None:
    """Both rows have to agree: a link that is on its way out opens nothing. Who may only look is told no other key."""
    link = house.store.get(design.link(secret))
    if link is None:
        return None
    found = house.store.get(design.wardrobe(link.wardrobe_id).consistently())
    if found is None or secret != (found.edit_secret if link.access == "EDIT" else found.read_secret):
        return None
    seen = found if link.access == "EDIT" else found.model_copy(update={"edit_secret": None})
    return Closet(house, seen, link.access, zone)


def _linked(closet: Closet, access: Access) -> Closet:
    closet.must_be_mine()
    for _ in closet.house.retry_policy.attempts():
        wardrobe = _read(closet.house, closet.wardrobe_id)
        secret = _new_secret(closet.house, access)
        link = Link(secret=secret, wardrobe_id=closet.wardrobe_id, access=access, created_at=closet.now())
        try:
            closet.writing.transact(design.reissue_link(wardrobe, link))
        except StepFailed:
            continue
        return replace(closet, wardrobe=_read(closet.house, closet.wardrobe_id))
    raise TooBusy


def _read(house: House, wardrobe_id: str) -> Wardrobe:
    found = house.store.get(design.wardrobe(wardrobe_id).consistently())
    if found is None:
        raise NoSuchWardrobe
    return found


def _new_secret(house: House, access: Access) -> str:
    """Its beginning tells people which of the two links they are about to hand on."""
    return _PREFIXES[access] + house.new_secret()
