"""Tags to choose from: of many only a few stand on a page, the others are asked for (team_pages/all_tags.py)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from chabudai.apps.tasks.pages.cards import TagLabel

FEW: Final = 8


@dataclass(frozen=True, slots=True)
class TagChoices:
    """`shown` are on the page, of `count` that there are."""

    shown: tuple[TagLabel, ...]
    count: int

    @property
    def has_more(self) -> bool:
        return len(self.shown) < self.count


def choose_few(labels: Iterable[TagLabel], chosen: Collection[str]) -> TagChoices:
    """The first ones, which stay where they are, and behind them what is chosen of the rest."""
    every = tuple(labels)
    others = tuple(label for label in every[FEW:] if label.tag_id in chosen)
    return TagChoices((*every[:FEW], *others), len(every))
