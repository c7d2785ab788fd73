"""Remembered wardrobes: those that a signed-in person has opened, on every device. Each is a row of the person's own.

It holds the key that opened the wardrobe, for as long as that opens it: what was erased, or has another key by now, is
forgotten when somebody looks.
"""

from dataclasses import dataclass
from typing import Any, Final
from zoneinfo import ZoneInfo

from chabudai.apps.wardrobe import access, design, transfer
from chabudai.apps.wardrobe.closets import Closet, House, milliseconds
from chabudai.apps.wardrobe.entities import RememberedWardrobe
from chabudai.apps.wardrobe.errors import NoSuchWardrobe
from chabudai.common.sweeps import write_all
from chabudai.common.text import is_id
from chabudai.table import UnreadableItem
from chabudai.web.zones import TOKYO

MOST: Final = 50
"""What is opened beyond them is not remembered: no link that one follows may push out a key that is nowhere else."""


@dataclass(frozen=True)
class Memory:
    """What one person's account remembers."""

    house: House
    username: str
    zone: ZoneInfo = TOKYO

    def closets(self) -> list[Closet]:
        """The last one opened first."""
        rows = self._rows()
        wardrobes = (
            self.house.store.batch(design.remembered_wardrobes([row.wardrobe_id for row in rows])) if rows else []
        )
        opened: list[Closet] = []
        for row, wardrobe in zip(rows, wardrobes, strict=True):
            closet = None if wardrobe is None else access.enter(self.house, wardrobe, row.secret, self.zone)
            if closet is not None:
                opened.append(closet)
            elif self._opens_nothing(row):
                self.forget(row.secret)
        return opened

    def remember(self, *closets: Closet) -> bool:
        """The last of them as the last one opened. False when there is no room for all."""
        before = self._rows()
        known = {row.secret for row in before}
        if len(known) + len(closets) > MOST:
            known = {access.key_of(closet) for closet in self.closets()}
        latest = before[0].opened_at if before else 0
        now = max(milliseconds(self.house.clock()), latest + 1)  # also when a clock was set back since
        rows = [self._row(closet, now + number) for number, closet in enumerate(closets)]
        again, new = [[row for row in rows if (row.secret in known) is is_known] for is_known in (True, False)]
        room = min(len(new), max(0, MOST - len(known)))
        write_all(self.house.store, [design.remember_wardrobe(row) for row in (*again, *new[len(new) - room :])])
        return room == len(new)

    def replace(self, old: Closet, new: Closet) -> None:
        """Another key of the same wardrobe in the place of one that was remembered."""
        if access.key_of(old) in {row.secret for row in self._rows()}:
            self.forget(access.key_of(old))
            self.remember(new)

    def forget(self, key: str) -> None:
        if is_id(key):
            self.house.store.write(design.forget_remembered(self.username, key))

    def _rows(self) -> list[RememberedWardrobe]:
        rows = self.house.store.all(design.remembered(self.username))
        return sorted(rows, key=lambda row: (row.opened_at, row.secret), reverse=True)

    def _row(self, closet: Closet, now: int) -> RememberedWardrobe:
        return RememberedWardrobe(
            username=self.username, secret=access.key_of(closet), wardrobe_id=closet.wardrobe_id, opened_at=now
        )

    def _opens_nothing(self, row: RememberedWardrobe) -> bool:
        """Not when it only can't be read: then it may be mended."""
        try:
            access.open_wardrobe(self.house, row.secret)
        except NoSuchWardrobe:
            return True
        except UnreadableItem:
            return False
        return False


def export(house: House, username: str) -> dict[str, Any]:
    """Every wardrobe with its key, and what is in those that the person can change; photos are in each one's file."""
    return {"wardrobes": [_describe(closet, access.key_of(closet)) for closet in Memory(house, username).closets()]}


def export_for_reading(house: House, username: str) -> dict[str, Any]:
    """The same without keys that change something."""
    closets = Memory(house, username).closets()
    return {"wardrobes": [_describe(closet, access.key_for_reading(closet)) for closet in closets]}


def erase(house: House, username: str) -> None:
    """The wardrobes themselves stay, for whoever else has a key."""
    house.store.delete_rows(design.remembered(username))


def _describe(closet: Closet, key: str | None) -> dict[str, Any]:
    contents = transfer.export_without_photos(closet) if closet.access == "EDIT" else {"name": closet.wardrobe.name}
    return {"key": key, "access": closet.access, **contents}
