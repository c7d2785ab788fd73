"""Which drawings there are for a dish, by kind and palette, and the static file that holds each."""

from typing import Final

from chabudai.apps.kondate.book.entities import Picture
from chabudai.apps.kondate.drawing.dishes import DISHES

PALETTES: Final = {kind: tuple(colours.name for colours in dish.palettes) for kind, dish in DISHES.items()}
PICTURES: Final = tuple(
    Picture(kind=kind, palette=palette) for kind, palettes in PALETTES.items() for palette in palettes
)
FALLBACK: Final = PICTURES[0]


def read_picture(text: str) -> Picture:
    """`kind` or `kind:palette`; without a palette it is the kind's first. ValueError for what nobody has drawn."""
    kind, _, palette = text.partition(":")
    names = PALETTES.get(kind)
    if names is None or (palette and palette not in names):
        raise ValueError(f"no such picture: {text!r}")
    return Picture(kind=kind, palette=palette or names[0])


def picture_file(picture: Picture) -> str:
    """In the app's static folder. A stored picture of a kind or palette that is no longer drawn has its nearest."""
    palettes = PALETTES.get(picture.kind)
    if palettes is None:
        return picture_file(FALLBACK)
    return f"dishes/{picture.kind}-{picture.palette if picture.palette in palettes else palettes[0]}.svg"
