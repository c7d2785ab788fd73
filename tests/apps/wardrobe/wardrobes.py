"""What the tests of the wardrobe have in common: clothes in a row, days, figures as they are stored."""

import shutil
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from tests.adapters.clocks import SUNDAY_NOON, SettableClock

from chabudai.adapters.objects import FolderStorage
from chabudai.apps.wardrobe import design, service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.contents import Contents, write_contents
from chabudai.apps.wardrobe.entities import Clothing, History, Template

TODAY = date(2026, 11, 15)


def empty(house: House) -> None:
    """As it was built: no wardrobe, no photo, and the clock at its beginning."""
    for each in design.design.tables:
        rows = house.store.raw.call("Scan", {"TableName": each.name})["Items"]
        for row in rows:
            key = {name: row[name] for name in ("PK", "SK")}
            house.store.raw.call("DeleteItem", {"TableName": each.name, "Key": key})
    assert isinstance(house.objects, FolderStorage)
    shutil.rmtree(house.objects.path, ignore_errors=True)
    assert isinstance(house.clock, SettableClock)
    house.clock.set(SUNDAY_NOON)


def before(days: int) -> date:
    return TODAY - timedelta(days=days)


def added(closet: Closet, *names: str) -> list[str]:
    """The ids of new clothes."""
    return [service.add_clothing(closet, {"name": name}).clothing_id for name in names]


def several(closet: Closet, count: int) -> list[str]:
    return added(closet, *(f"服{number}" for number in range(count)))


def wore(closet: Closet, counts: Mapping[date, int]) -> list[str]:
    """The ids of new clothes, of which the first so many were worn on each of the days; written down at once."""
    mine: dict[str, Any] = {"wardrobe_id": closet.wardrobe_id, "created_at": closet.now()}
    clothes = [Clothing(name=f"服{number}", **mine) for number in range(max(counts.values()))]
    ids = [piece.clothing_id for piece in clothes]
    records = [History(day=day, clothing_ids=tuple(ids[:count]), **mine) for day, count in counts.items()]
    write_contents(closet, Contents(clothes, [], records))
    return ids


def outfit_of(closet: Closet, *clothing_ids: str, name: str = "いつもの") -> str:
    return service.add_template(closet, name=name, clothing_ids=clothing_ids).template_id


def figures(piece: Clothing | Template) -> tuple[int, int]:
    return piece.wear_count, piece.last_worn_at


def worn(closet: Closet, clothing_id: str) -> tuple[int, int]:
    return figures(service.clothing(closet, clothing_id))


def days_of(closet: Closet, clothing_id: str) -> dict[date, int]:
    rows = closet.store.all(design.clothing_days(closet.wardrobe_id, clothing_id))
    return {row.day: row.count for row in rows}
