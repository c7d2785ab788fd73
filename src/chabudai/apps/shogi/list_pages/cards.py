"""A game in a list: its diagram, its result as a mark, who played, and who may see it, in words for eyes and ears."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from chabudai.apps.shogi.entities import GameHead, Result, Side, Tag, ThrownHead
from chabudai.apps.shogi.list_pages.addresses import folder_url
from chabudai.apps.shogi.lists import ListedGame
from chabudai.apps.shogi.messages import gettext, lazy, pgettext
from chabudai.apps.shogi.pages.diagrams import diagram_url
from chabudai.apps.shogi.records import InvalidSfen, Position, opening_text
from chabudai.apps.shogi.side_names import EVEN_NAMES, names_in
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.sparkline import draw_sparkline
from chabudai.apps.shogi.views.visibility import describe_visibility, visibility_icon
from chabudai.common.names import sort_by_name
from chabudai.web import formats
from chabudai.web.context import current_display
from chabudai.web.translations import Text

RESULTS: Final[Mapping[Result, Text]] = {
    "win": lazy("Won"),
    "lose": lazy("Lost"),
    "sennichite": lazy("Repetition"),
    "jishogi": lazy("Impasse"),
    "draw": lazy("Draw"),
}
_LONGEST_NAME: Final = 24
_LONGEST_PATH: Final = 40
SIDES: Final[Mapping[Side, Text]] = {"first": EVEN_NAMES.sente, "second": EVEN_NAMES.gote}


@dataclass(frozen=True, slots=True)
class Card:
    """`mark` is one character; `own` is the side that is oneself. Games of others have `shown_by` in their place.

    `sparkline` is a path, empty for a game that has not been analysed; None where none is drawn.
    """

    game_id: str
    diagram: str
    result: Result | None
    mark: str
    sente: str
    gote: str
    own: Side | None
    facts: str
    opening: str
    spoken: str
    path: str = ""
    folder_url: str = ""
    tags: tuple[tuple[str, str], ...] = ()
    seen_by: str | None = None
    seen_icon: str = ""
    shown_by: str = ""
    sparkline: str | None = None

    @property
    def url(self) -> str:
        return f"/shogi/games/{self.game_id}"


def name_sides(handicap: str | None) -> list[tuple[str, Text]]:
    """To choose from: which side of a game with this handicap one is, or neither."""
    sides = names_in(handicap)
    return [("first", sides.sente), ("second", sides.gote), ("", lazy("Neither"))]


def own_card(
    game: ListedGame, tags: Mapping[str, Tag], readers_of_all: Collection[str] = (), scores: Sequence[int] = ()
) -> Card:
    """With the folder, the tags and the analysis, which are the owner's alone."""
    head = game.head
    seen_by = describe_visibility(head, readers_of_all)
    folder, _, _ = game.slug.rpartition("/")
    worn = sort_by_name(tags[tag_id] for tag_id in head.tags if tag_id in tags)
    return replace(
        _card(head, [seen_by]),
        path=_shorten(game.slug, _LONGEST_PATH),
        folder_url=folder_url(folder),
        tags=tuple((tag.tag_id, tag.name) for tag in worn),
        seen_by=seen_by,
        seen_icon=visibility_icon(head, readers_of_all),
        sparkline=draw_sparkline(scores, head.moves, head.side),
    )


def head_card(head: GameHead) -> Card:
    """Of one's own game where its folder, tags and readers are of no matter."""
    return _card(head, [])


def others_card(head: GameHead, owner_name: str) -> Card:
    """Of a game that somebody else shows: which side was theirs, and how it ended for them, is their own."""
    neutral = head.model_copy(update={"side": None, "result": None})
    shown_by = gettext("Shown by %(name)s", name=owner_name)
    return replace(_card(neutral, [shown_by], is_result_told=False), mark="", shown_by=owner_name)


def thrown_card(head: ThrownHead) -> Card:
    return replace(_card(head, []), path=head.slug)


def diagram_of(sfen: str) -> str:
    """What is no position, since another program stored it, is shown as the start."""
    try:
        return diagram_url(Position.from_sfen(sfen))
    except InvalidSfen:
        return diagram_url(Position.start())


def mark_of(result: Result | None) -> str:
    match result:
        case "win":
            return pgettext("mark", "W")
        case "lose":
            return pgettext("mark", "L")
        case "sennichite":
            return pgettext("mark", "R")
        case "jishogi":
            return pgettext("mark", "I")
        case "draw":
            return pgettext("mark", "D")
        case None:
            return pgettext("mark", "S")


def _card(head: GameHead | ThrownHead, more: Sequence[str], *, is_result_told: bool = True) -> Card:
    sides = names_in(head.handicap)
    first, second = str(sides.sente), str(sides.gote)
    sente, gote = (_shorten(name, _LONGEST_NAME) for name in (head.first_player or first, head.second_player or second))
    result = str(RESULTS[head.result]) if head.result else gettext("Study")
    facts = [_day(head), words.count_moves(head.moves), words.name_handicap(head.handicap)]
    opening = opening_text(head.opening or "", words.language()) if isinstance(head, GameHead) else ""
    said = [result if is_result_told else "", f"{first} {sente}", f"{second} {gote}", *facts, opening, *more]
    return Card(
        game_id=head.game_id,
        diagram=diagram_of(head.final),
        result=head.result,
        mark=mark_of(head.result),
        sente=sente,
        gote=gote,
        own=head.side,
        facts=_join(facts, " · "),
        opening=opening,
        spoken=_join(said, gettext(", ")),
    )


def _shorten(name: str, most: int) -> str:
    """As much of a name as a row has room for, and a page for 25 of them."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _join(parts: Iterable[str], between: str) -> str:
    return between.join(part for part in parts if part)


def _day(head: GameHead | ThrownHead) -> str:
    return formats.day_text(head.played, current_display().zone) if head.played else ""
