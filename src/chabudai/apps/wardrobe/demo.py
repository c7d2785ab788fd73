"""The demo's wardrobe: sixty clothes, fifteen outfits, and a year of days on which they were worn."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from random import Random
from typing import Any, Final

from chabudai.accounts.design import Language
from chabudai.adapters.pictures import Picture, render_drawing
from chabudai.apps.wardrobe import access, demo_clothes, demo_english
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.contents import Contents, write_contents
from chabudai.apps.wardrobe.days import season_of
from chabudai.apps.wardrobe.demo_clothes import OutfitSample, Sample
from chabudai.apps.wardrobe.drawings import drawing
from chabudai.apps.wardrobe.entities import Clothing, History, Template, epoch_ms
from chabudai.common.text import fold_search

NAMES: Final[Mapping[Language, str]] = {"ja": "山田家の服", "en": "The Yamadas' clothes"}
_ONE_DAY = timedelta(days=1)
_DAYS = 365
_PLANNED = (1, 3)  # days from now
_HOUR = 60 * 60 * 1000  # milliseconds
_BOUGHT = ("赤いボーダー", "空色のブラウス", "黒いダッフルコート")  # lately, and not worn yet
_THROWN = ("生成りのTシャツ", "黒いパーカー")  # two months ago
_THROWN_OUTFIT = "落ち葉色"
_THROWN_BEFORE = 60


def fill_demo(house: House, language: Language = "ja") -> Closet:
    """The same each time, but for ids and the day it is."""
    closet = access.create_wardrobe(house, name=NAMES[language])
    chance = Random(20261115)
    samples = demo_clothes.clothes()
    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(_draw, samples))
    clothes = [_clothing(closet, *each, chance) for each in zip(samples, drawn, strict=True)]
    by_name = {piece.name: piece.clothing_id for piece in clothes}
    outfits = [(each, _template(closet, each, by_name, chance)) for each in demo_clothes.outfits()]
    mornings = _Mornings(clothes, outfits, closet.today(), chance)
    histories = [history for day in _days(closet.today()) for history in _histories(closet, day, mornings, chance)]
    contents = Contents(clothes, [template for _, template in outfits], histories)
    write_contents(closet, demo_english.translate(contents) if language == "en" else contents)
    return closet


class _Mornings:
    """What is chosen to be worn on a day."""

    def __init__(
        self, clothes: Sequence[Clothing], outfits: Sequence[tuple[OutfitSample, Template]], today: date, chance: Random
    ) -> None:
        self._clothes = [piece for piece in clothes if piece.name not in _BOUGHT]
        self._outfits = outfits
        self._thrown_on = today - _THROWN_BEFORE * _ONE_DAY
        self._chance = chance

    def outfit(self, day: date) -> tuple[Template, tuple[str, ...]]:
        """One of the season, on weekdays rather for work; now and then with another piece of the same kind."""
        fitting = [each for each in self._outfits if self._is_there(each[1], day) and _fits(each[0].seasons, day)]
        likes = [4 if ("通勤" in sample.name) == (day.weekday() < 5) else 1 for sample, _ in fitting]
        template = self._chance.choices(fitting, likes)[0][1]
        pieces = list(template.clothing_ids)
        if self._chance.random() < 0.35:
            at = self._chance.randrange(len(pieces))
            pieces[at] = self._another(pieces, at, day)
        return template, tuple(pieces)

    def pieces(self, day: date) -> tuple[str, ...]:
        """Something of each kind, without an outfit in mind."""
        kinds = ("dress", "shoes", "bag") if self._chance.random() < 0.2 else ("tops", "bottoms", "shoes", "bag")
        return tuple(self._one_of(genre, day) for genre in kinds)

    def _another(self, pieces: Sequence[str], at: int, day: date) -> str:
        genre = next(piece.genre for piece in self._clothes if piece.clothing_id == pieces[at])
        other = self._one_of(genre, day)
        return pieces[at] if other in pieces else other

    def _one_of(self, genre: str | None, day: date) -> str:
        fitting = [piece for piece in self._clothes if piece.genre == genre and _fits(piece.seasons, day)]
        return self._chance.choice([piece for piece in fitting if self._is_there(piece, day)]).clothing_id

    def _is_there(self, piece: Clothing | Template, day: date) -> bool:
        return piece.status == "ACTIVE" or day < self._thrown_on


def _draw(sample: Sample) -> Picture | None:
    return None if sample.garment is None else render_drawing(drawing(sample.garment, sample.colour))


def _clothing(closet: Closet, sample: Sample, drawn: Picture | None, chance: Random) -> Clothing:
    kept = closet.photos.add(drawn) if drawn else None
    is_new = sample.name in _BOUGHT
    age = chance.randint(10, 40) if is_new else chance.randint(_DAYS + 10, 3 * _DAYS)
    return Clothing(
        wardrobe_id=closet.wardrobe_id,
        name=sample.name,
        search_name=fold_search(sample.name),
        created_at=closet.now() - age * 24 * _HOUR,
        image_key=kept.key if kept else None,
        image_tint=kept.tint if kept else None,
        genre=sample.genre,
        seasons=sample.seasons,
        colour=sample.colour,
        brand=sample.brand,
        size=sample.size,
        price=sample.price,
        **_fate(closet, sample.name in _THROWN),
    )


def _template(closet: Closet, outfit: OutfitSample, by_name: Mapping[str, str], chance: Random) -> Template:
    return Template(
        wardrobe_id=closet.wardrobe_id,
        name=outfit.name,
        search_name=fold_search(outfit.name),
        created_at=closet.now() - chance.randint(_DAYS, _DAYS + 9) * 24 * _HOUR,
        clothing_ids=tuple(by_name[name] for name in outfit.pieces),
        **_fate(closet, outfit.name == _THROWN_OUTFIT),
    )


def _fate(closet: Closet, is_thrown: bool) -> dict[str, Any]:
    if not is_thrown:
        return {}
    return {"status": "DELETED", "deleted_at": closet.now() - _THROWN_BEFORE * 24 * _HOUR}


def _days(today: date) -> Iterator[date]:
    for number in range(_DAYS, -1, -1):
        yield today - number * _ONE_DAY
    for number in _PLANNED:
        yield today + number * _ONE_DAY


def _histories(closet: Closet, day: date, mornings: _Mornings, chance: Random) -> Iterator[History]:
    """Mostly one; none on a day on which nobody wrote it down, but today is still to come; seldom another at night."""
    today = closet.today()
    if day == today or (day < today and chance.random() < 0.08):
        return
    template, pieces = mornings.outfit(day)
    if chance.random() < 0.25:
        yield _history(closet, day, 8, None, mornings.pieces(day))
    else:
        yield _history(closet, day, 8, template, pieces)
    if day < today and chance.random() < 0.05:
        yield _history(closet, day, 19, None, mornings.pieces(day))


def _history(closet: Closet, day: date, hour: int, template: Template | None, pieces: tuple[str, ...]) -> History:
    return History(
        wardrobe_id=closet.wardrobe_id,
        created_at=min(epoch_ms(day) + (hour - 9) * _HOUR, closet.now()),
        day=day,
        template_id=template.template_id if template else None,
        template_name=template.name if template else None,
        clothing_ids=pieces,
    )


def _fits(seasons: frozenset[Any], day: date) -> bool:
    return not seasons or season_of(day) in seasons
