"""Cards of the catalog as lists show them: with pictures, and whether this person saved or bought them."""

from collections.abc import Sequence
from dataclasses import dataclass

from chabudai.apps.kondate.market import items
from chabudai.apps.kondate.market.cards import Card
from chabudai.apps.kondate.pages.kitchen.shown_dishes import ShownPicture, show_pictures
from chabudai.apps.kondate.pages.market.places import item_url
from chabudai.apps.kondate.phrases import split_phrases
from chabudai.common.owner import Owner

_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Offer:
    """`pictures` are at most four: of a set, its first dishes."""

    card: Card
    pictures: tuple[ShownPicture, ...]
    is_saved: bool
    is_bought: bool
    is_own: bool

    @property
    def phrases(self) -> tuple[str, ...]:
        return split_phrases(self.card.title)

    @property
    def url(self) -> str:
        return item_url(self.card.kind, self.card.item_id)


def show_offers(owner: Owner, cards: Sequence[Card]) -> list[Offer]:
    """Two requests, however many there are."""
    marks = items.find_marks(owner, cards)
    singles = show_pictures([card.dishes[0].picture if card.dishes else None for card in cards])
    return [
        Offer(
            card=card,
            pictures=(single,) if card.kind == "RECIPE" else _strip(card),
            is_saved=card.item_id in marks.saved,
            is_bought=card.item_id in marks.bought,
            is_own=card.creator_id == owner.username,
        )
        for card, single in zip(cards, singles, strict=True)
    ]


def _strip(card: Card) -> tuple[ShownPicture, ...]:
    return tuple(show_pictures([dish.picture for dish in card.dishes[:_SHOWN]]))
