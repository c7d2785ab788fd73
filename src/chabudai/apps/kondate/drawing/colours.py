"""The colours that one palette of a dish brings: what is in it, and what it is served in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Colours:
    """`first` and `second` are those of the food; `glaze` and `rim` of the vessel. `name` is the palette's."""

    name: str
    first: str
    second: str
    glaze: str = "#fbf7ee"
    rim: str = "#c9bba0"
