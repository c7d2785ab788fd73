"""Games as the API tells them: rows of lists without any record, and one game with its tree of moves."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Literal

from chabudai.apps.shogi import design
from chabudai.apps.shogi.api.parameters import read_record
from chabudai.apps.shogi.entities import GameHead, Result, Side, ThrownHead
from chabudai.apps.shogi.heads import describe
from chabudai.apps.shogi.lists import GamePage, ListedGame
from chabudai.apps.shogi.permissions import RIGHTS, Access, Right, Role, Viewer
from chabudai.apps.shogi.records import MOST_LEVELS, Ending, EndingKind, Played, Record, move_text, walk
from chabudai.apps.shogi.records import Side as Player
from chabudai.apps.shogi.views.words import ENDINGS, language
from chabudai.common.bodies import entity_body, fill
from chabudai.web.bodies import Body

PlayerName = Literal["sente", "gote"]

_OF_ALL = ("public", "created", "first_player", "second_player", "played", "event", "opening", "handicap", "moves")
_OF_OWN = (*_OF_ALL, "side", "result", "memo", "share", "tags", "readers")


@entity_body(GameHead, *_OF_OWN, id="game_id", final_sfen="final")
class GameRow(Body):
    """One's own game in a list. `moves` counts those of the main line; `finalSfen` is its last position."""

    slug: str


@entity_body(GameHead, *_OF_OWN, id="game_id", final_sfen="final")
class HeadRow(Body):
    """One's own game where its name is not at hand."""


@entity_body(GameHead, *_OF_ALL, "owner", id="game_id", final_sfen="final")
class OthersRow(Body):
    """A game of somebody else: without folder, tags and memo, which are the owner's."""


class GameList(Body):
    """`cursor` asks for what follows, with the same parameters; null when this is the end.

    `total` is how many games the filters leave in all folders; null when nothing is filtered.
    """

    games: list[GameRow]
    cursor: str | None
    total: int | None


class OthersList(Body):
    games: list[OthersRow]
    cursor: str | None


@entity_body(
    ThrownHead,
    "thrown",
    "slug",
    "side",
    "result",
    "first_player",
    "second_player",
    "played",
    "moves",
    "expired",
    id="game_id",
    final_sfen="final",
)
class ThrownRow(Body):
    """A game in the trash; `expired` is when it goes for good, in Unix seconds."""


class ThrownList(Body):
    games: list[ThrownRow]
    cursor: str | None


class EndingBody(Body):
    """`text` is how people call it."""

    kind: EndingKind
    text: str
    seconds: float | None
    total: float | None
    comment: str


class NodeBody(Body):
    """One move of the tree, or its start. `parent` and `next` are numbers in the list of nodes.

    `move` is USI, `text` as people read it. `following` is the one of `next` that continues the line, null where it
    ends; the others are variations. `at` is its address, empty where variations lie deeper within each other
    than a new record's may.
    """

    at: str
    parent: int | None
    next: list[int]
    following: int | None
    ply: int
    move: str
    text: str
    seconds: float | None
    total: float | None
    comment: str
    bookmark: str
    ending: EndingBody | None


class GameBody(Body):
    """A game. What is null is not known, or not for whoever asks: folder, tags, side and result are the owner's.

    `nodes` are its start, its main line in order, then its variations. `rights` is what may be done with it.
    """

    id: str | None
    owner: str | None
    role: Role
    rights: list[Right]
    slug: str | None
    side: Side | None
    result: Result | None
    memo: str
    memo_shared: bool | None
    public: bool
    share: bool | None
    tags: list[str] | None
    created: datetime
    latest_access: datetime | None
    latest_update: datetime
    first_player: str | None
    second_player: str | None
    played: date | None
    event: str | None
    opening: str | None
    handicap: str | None
    headers: dict[str, str]
    start_sfen: str
    final_sfen: str
    moves: int
    winner: PlayerName | None
    nodes: list[NodeBody]


def game_body(viewer: Viewer, access: Access, record: Record | None = None) -> GameBody:
    """As this viewer may see it."""
    game, is_own = access.game, access.is_own
    record = record or read_record(game)
    said = describe(record)
    head = viewer.store.get(design.head(game.owner, game.game_id).consistently()) if is_own else None
    is_link = access.role == "link"
    rights: list[Right] = [right for right in sorted(RIGHTS[access.role]) if access.may(right)]
    return GameBody(
        id=None if is_link else game.game_id,
        owner=None if is_link else game.owner,
        role=access.role,
        rights=rights,
        slug=game.slug if is_own else None,
        side=game.side if is_own else None,
        result=game.result if is_own else None,
        memo=access.memo,
        memo_shared=game.memo_shared if is_own else None,
        public=game.public,
        share=game.share if is_own else None,
        tags=None if head is None else sorted(head.tags),
        created=game.created,
        latest_access=game.latest_access if is_own else None,
        latest_update=game.latest_update,
        **{name: said[name] for name in ("first_player", "second_player", "played", "event", "opening", "handicap")},
        headers=dict(record.headers),
        start_sfen=record.start,
        final_sfen=said["final"],
        moves=said["moves"],
        winner=player_name(record.winner),
        nodes=list(_nodes(record)),
    )


def player_name(player: Player | None) -> PlayerName | None:
    return None if player is None else "sente" if player is Player.SENTE else "gote"


def game_list(page: GamePage) -> GameList:
    return GameList(games=[game_row(each) for each in page.games], cursor=page.cursor, total=page.total)


def game_row(listed: ListedGame) -> GameRow:
    return fill(GameRow, listed.head, slug=listed.slug)


def ending_body(ending: Ending) -> EndingBody:
    return EndingBody(
        kind=ending.kind,
        text=str(ENDINGS[ending.kind]),
        seconds=ending.seconds,
        total=ending.total,
        comment=ending.comment,
    )


def _nodes(record: Record) -> Iterator[NodeBody]:
    """In one walk: its order is that of the nodes."""
    spoken, tree = language(), record.tree
    yield _node_body(record, 0, "0", "")
    for step in walk(record):
        if not isinstance(step, Played):
            continue
        node = record.nodes[step.index]
        before = record.nodes[node.parent].move or None
        at = str(tree.address_of(step.index)) if tree.level(step.index) <= MOST_LEVELS else ""
        text = move_text(step.before, node.move, previous=before, language=spoken)
        yield _node_body(record, step.index, at, text)


def _node_body(record: Record, index: int, at: str, text: str) -> NodeBody:
    node = record.nodes[index]
    return NodeBody(
        at=at,
        parent=node.parent if index else None,
        next=list(node.children),
        following=node.following,
        ply=node.ply,
        move=node.move,
        text=text,
        seconds=node.seconds,
        total=node.total,
        comment=node.comment,
        bookmark=node.bookmark,
        ending=ending_body(node.ending) if node.ending else None,
    )
