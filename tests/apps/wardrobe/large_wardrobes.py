"""Wardrobes of any size, filled at once: clothes with a photo, outfits of six for each season, a record every day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any, get_args

from chabudai.adapters.pictures import render_drawing
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.contents import Contents, write_contents
from chabudai.apps.wardrobe.drawings import drawing
from chabudai.apps.wardrobe.entities import Clothing, Colour, Genre, History, Season, Template, epoch_ms
from chabudai.common.photos import StoredPhoto
from chabudai.common.text import fold_search

PIECES = 6  # of an outfit, two more than its card shows
WAITING = 8  # pieces that were worn on the first day, and never again
THROWN_CLOTHES, THROWN_OUTFITS = 50, 30  # a page of each in the trash
_PLANNED = 2  # days to come
_ONE_DAY = timedelta(days=1)
_DAY_MS = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class Size:
    """Of what is not in the trash. `days` back from today have a record each."""

    clothes: int
    outfits: int
    days: int


def fill_wardrobe(closet: Closet, size: Size) -> Contents:
    """The same each time, but for ids and the day it is."""
    chance = Random(size.clothes)
    kept = closet.photos.add(render_drawing(drawing("tee", "navy")))
    clothes = [_clothing(closet, kept, number, chance) for number in range(size.clothes)]
    thrown = [_thrown(closet, _clothing(closet, kept, number, chance)) for number in range(THROWN_CLOTHES)]
    templates = [_template(closet, clothes[WAITING:], number, chance) for number in range(size.outfits)]
    gone = [_thrown(closet, _template(closet, clothes[WAITING:], n, chance)) for n in range(THROWN_OUTFITS)]
    histories = _histories(closet, clothes, templates, size.days, chance)
    contents = Contents([*clothes, *thrown], [*templates, *gone], histories)
    write_contents(closet, contents)
    return contents


def _clothing(closet: Closet, kept: StoredPhoto, number: int, chance: Random) -> Clothing:
    name = f"よく着る紺色の、いつもの服 {number:04}"
    return Clothing(
        wardrobe_id=closet.wardrobe_id,
        name=name,
        search_name=fold_search(name),
        created_at=closet.now() - chance.randint(2000, 4000) * _DAY_MS,
        image_key=kept.key,
        image_tint=kept.tint,
        genre=chance.choice(get_args(Genre)),
        seasons=frozenset(chance.choice([[], *([each] for each in get_args(Season))])),
        colour=chance.choice(get_args(Colour)),
        brand="なじみの店",
        size="M",
        price=chance.randint(10, 400) * 100,
    )


def _template(closet: Closet, clothes: Sequence[Clothing], number: int, chance: Random) -> Template:
    name = f"週末に着る、いつものコーデ {number:03}"
    season = get_args(Season)[number % 4]
    return Template(
        wardrobe_id=closet.wardrobe_id,
        name=name,
        search_name=fold_search(name),
        created_at=closet.now() - chance.randint(2000, 4000) * _DAY_MS,
        clothing_ids=_some([piece for piece in clothes if not piece.seasons or season in piece.seasons], chance),
    )


def _thrown(closet: Closet, piece: Any) -> Any:
    return piece.model_copy(update={"status": "DELETED", "deleted_at": closet.now() - _DAY_MS})


def _histories(
    closet: Closet, clothes: Sequence[Clothing], templates: Sequence[Template], days: int, chance: Random
) -> list[History]:
    """Three of four are an outfit's."""
    first = _history(closet, days, tuple(piece.clothing_id for piece in clothes[:WAITING]), None)
    histories = [first]
    for ago in range(days - 1, -1 - _PLANNED, -1):
        template = chance.choice(templates) if chance.random() < 0.75 else None
        pieces = template.clothing_ids if template else _some(clothes[WAITING:], chance)
        histories.append(_history(closet, ago, pieces, template))
    return histories


def _history(closet: Closet, ago: int, pieces: tuple[str, ...], template: Template | None) -> History:
    day = closet.today() - ago * _ONE_DAY
    return History(
        wardrobe_id=closet.wardrobe_id,
        created_at=min(epoch_ms(day), closet.now()),
        day=day,
        template_id=template.template_id if template else None,
        template_name=template.name if template else None,
        clothing_ids=pieces,
    )


def _some(clothes: Sequence[Clothing], chance: Random) -> tuple[str, ...]:
    return tuple(piece.clothing_id for piece in chance.sample(clothes, PIECES))
