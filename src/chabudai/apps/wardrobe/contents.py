"""Contents: a whole wardrobe written at once, with every counter and daily row made of its records."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import Clothing, ClothingWearDaily, History, Template, TemplateWearDaily, epoch_ms
from chabudai.common.sweeps import write_all
from chabudai.table import Put


@dataclass(frozen=True, slots=True)
class Contents:
    """What a wardrobe holds. The figures of clothes and templates are not looked at: the records say them."""

    clothes: Sequence[Clothing]
    templates: Sequence[Template]
    histories: Sequence[History]


def write_contents(closet: Closet, contents: Contents) -> None:
    """Into a wardrobe that is empty. The pieces come first, so that what is interrupted can be erased."""
    write_all(closet.writable_store, _plans(closet.wardrobe_id, contents))


def _plans(wardrobe_id: str, contents: Contents) -> Iterator[Put[Any]]:
    worn = _count_by_day((piece, each.day) for each in contents.histories for piece in each.clothing_ids)
    used = _count_by_day((each.template_id, each.day) for each in contents.histories if each.template_id)
    for piece in contents.clothes:
        yield Put(piece.model_copy(update=_figures(worn.get(piece.clothing_id, {}))))
    for template in contents.templates:
        yield Put(template.model_copy(update=_figures(used.get(template.template_id, {}))))
    yield from map(Put, contents.histories)
    for piece in contents.clothes:
        for day, count in worn.get(piece.clothing_id, {}).items():
            yield Put(ClothingWearDaily(wardrobe_id=wardrobe_id, clothing_id=piece.clothing_id, day=day, count=count))
    for template in contents.templates:
        for day, count in used.get(template.template_id, {}).items():
            row = TemplateWearDaily(wardrobe_id=wardrobe_id, template_id=template.template_id, day=day, count=count)
            yield Put(row)


def _count_by_day(wears: Iterable[tuple[str, date]]) -> Mapping[str, Mapping[date, int]]:
    found: dict[str, Counter[date]] = {}
    for piece, day in wears:
        found.setdefault(piece, Counter())[day] += 1
    return found


def _figures(days: Mapping[date, int]) -> dict[str, int]:
    return {"wear_count": sum(days.values()), "last_worn_at": max(map(epoch_ms, days), default=0)}
