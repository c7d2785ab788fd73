"""The shogi table, and its rows for games, tags, sharing and the trash; what goes beyond the seed says so."""

from datetime import date, datetime
from string import ascii_letters, ascii_lowercase, digits
from typing import Annotated, Final, Literal, TypeAlias

from chabudai.adapters.ids import code_factory
from chabudai.common.fields import Prose
from chabudai.common.text import fold_name
from chabudai.table import (
    As,
    Entity,
    Field,
    Gsi,
    InKey,
    Lsi,
    OmitDefault,
    Stored,
    Table,
    View,
    computed,
    id_field,
    key,
    unique,
)

Side: TypeAlias = Literal["first", "second"]
Result: TypeAlias = Literal["win", "lose", "draw", "sennichite", "jishogi"]
Order: TypeAlias = Literal["asc", "desc"]
Moment: TypeAlias = Annotated[datetime, As("iso")]

LONGEST_SLUG: Final = 100
LONGEST_MEMO: Final = 4_000
LONGEST_NAME: Final = 100

new_game_id = code_factory(12, ascii_lowercase + digits)
new_share_code = code_factory(22, ascii_letters + digits)


class ShogiTable(Table, name="shogi", pk="pk", sk="sk", ttl="expired"):
    swapped = Gsi("SwapIndex", "sk", "pk")
    common = Gsi("CommonGSI", "cgsi_pk", "sk")
    by_name = Lsi("CommonLSI", "clsi_sk", projection=["cgsi_pk", "clsi_sk"])
    by_created = Lsi("CreatedIndex", "created", projection=["cgsi_pk", "clsi_sk", "share"])
    by_access = Lsi("LatestAccessIndex", "latest_access", projection=["cgsi_pk", "clsi_sk", "share"])
    by_update = Lsi("LatestUpdateIndex", "latest_update", projection=["cgsi_pk", "clsi_sk", "share"])


class Game(Entity, table=ShogiTable):
    """A slug is a path, `社団戦/2025/鈴木`: one game's of its owner. An id is one game's of all."""

    owner: InKey[str]
    game_id: InKey[str] = id_field(make=new_game_id)
    share_code: InKey[str | None] = None
    slug: InKey[str] = Field(min_length=1, max_length=LONGEST_SLUG)
    record: Annotated[str, Stored("kifu")]
    side: Annotated[Side | None, Stored("first_or_second")] = None
    result: Result | None = None
    memo: Annotated[str, Prose()] = Field(default="", max_length=LONGEST_MEMO)
    public: bool = False
    share: bool = False
    created: Moment = Field(frozen=True)
    latest_access: Moment
    latest_update: Moment
    # Beyond the seed: whether those who may read the game read the memo too.
    memo_shared: OmitDefault[bool] = False

    pk = key("kifu#uname#{owner}")
    sk = key("kid#{game_id}")
    cgsi_pk = key("kifu#scode#{share_code}")
    clsi_sk = key("slug#{slug:tail}")
    only_slug = unique("slug#uname#{owner}", "slug#{slug:tail}")
    # Tag and permission rows name no owner: an id is one game's alone.
    only_id = unique("id#kid#{game_id}", "kid#{game_id}")


class GamePlace(View, of=Game):
    """As much of a game as CommonLSI holds."""

    owner: InKey[str]
    game_id: InKey[str]
    share_code: InKey[str | None] = None
    slug: InKey[str]


class GameCard(View, of=Game):
    """As much of a game as the indexes by time hold."""

    owner: InKey[str]
    game_id: InKey[str]
    share_code: InKey[str | None] = None
    slug: InKey[str]
    share: bool


class GameKey(View, of=Game):
    """A game by the key of its row alone: also where the rest of it can't be read."""

    owner: InKey[str]
    game_id: InKey[str]


class GameHead(Entity, table=ShogiTable):
    """Beyond the seed: all that lists, filters and statistics want of a game, so that none of them reads its record.

    Written in the same transaction as the game and made of it, of its record's head and of its tag and reader rows.
    `digest` is of the moves and players, `line` of the main line alone; `final` is its last position, as SFEN.
    """

    owner: InKey[str]
    game_id: InKey[str]
    digest: InKey[str]
    side: Annotated[Side | None, Stored("first_or_second")] = None
    result: Result | None = None
    memo: str = ""
    public: bool = False
    share: bool = False
    created: Moment = Field(frozen=True)
    first_player: str | None = None
    second_player: str | None = None
    played: date | None = None
    event: str | None = None
    opening: str | None = None
    handicap: str | None = None
    moves: int = 0
    final: str = ""
    line: str = ""
    tags: OmitDefault[frozenset[str]] = frozenset()
    readers: OmitDefault[frozenset[str]] = frozenset()

    pk = key("head#uname#{owner}")
    sk = key("kid#{game_id}")
    clsi_sk = key("moves#{digest}")


class HeadPlace(View, of=GameHead):
    """As much of a head as CommonLSI holds."""

    owner: InKey[str]
    game_id: InKey[str]
    digest: InKey[str]


class FormerRecord(Entity, table=ShogiTable):
    """Beyond the seed: a game's record and result before its last change, so that this can be taken back for a day.

    `replaced` is the game's `latest_update` since that change: when it is another by now, this is of no use any more.
    `scores` and `response` are of the analysis of its main line, where the change made that another one.
    """

    owner: InKey[str]
    game_id: InKey[str]
    record: Annotated[str, Stored("kifu")]
    result: Result | None = None
    scores: tuple[int, ...] | None = None
    response: str | None = None
    replaced: Moment
    expired: int

    pk = key("former#uname#{owner}")
    sk = key("kid#{game_id}")


class User(Entity, table=ShogiTable):
    """How many games and tags a person may have, where that is not the system's number."""

    username: InKey[str]
    kifu_max: int | None = Field(default=None, ge=0)
    tag_max: int | None = Field(default=None, ge=0)
    # Beyond the seed: how many there are.
    kifu_count: OmitDefault[int] = Field(default=0, ge=0)
    tag_count: OmitDefault[int] = Field(default=0, ge=0)
    # Beyond the seed: how often somebody was let read all games, for who counts them while others are let.
    reader_changes: OmitDefault[int] = Field(default=0, ge=0)
    # Beyond the seed: how this person's boards look on every device, as pieces=one&size=l.
    board: OmitDefault[str] = Field(default="", max_length=500)

    pk = key("users")
    sk = key("uname#{username}")


class System(Entity, table=ShogiTable):
    kifu_max: int = Field(ge=0)
    tag_max: int = Field(ge=0)

    pk = key("system")
    sk = key("none")


class Tag(Entity, table=ShogiTable):
    owner: InKey[str]
    tag_id: InKey[str] = id_field(make=new_game_id)
    name: InKey[str] = Field(min_length=1, max_length=40)
    created: Moment = Field(frozen=True)
    latest_access: Moment
    latest_update: Moment
    # Beyond the seed: on its way out, and taken by no game any more.
    leaving: OmitDefault[bool] = False

    folded_name = computed(fold_name)
    pk = key("tag#uname#{owner}")
    sk = key("tid#{tag_id}")
    clsi_sk = key("tname#{name:tail}")
    only_name = unique("tname#uname#{owner}", "tname#{folded_name:tail}")


class TagName(View, of=Tag):
    """As much of a tag as the local indexes hold."""

    owner: InKey[str]
    tag_id: InKey[str]
    name: InKey[str]


class TagKey(View, of=Tag):
    """A tag by the key of its row alone: also where the rest of it can't be read."""

    owner: InKey[str]
    tag_id: InKey[str]


class GameTag(Entity, table=ShogiTable):
    """This game has this tag."""

    game_id: InKey[str]
    tag_id: InKey[str]

    pk = key("tag#kid#{game_id}")
    sk = key("tid#{tag_id}")


class GameReader(Entity, table=ShogiTable):
    """This person may read this game."""

    game_id: InKey[str]
    reader: InKey[str]
    # Beyond the seed: whose game it is, so that what is shared with a person is found without asking for each.
    owner: str | None = None

    pk = key("kallowed#kid#{game_id}")
    sk = key("uname#{reader}")


class GameReaderKey(View, of=GameReader):
    """Who may read a game, by the key of that row alone: also where the rest of it can't be read."""

    game_id: InKey[str]
    reader: InKey[str]


class OwnerReader(Entity, table=ShogiTable):
    """This person may read all games of this owner."""

    owner: InKey[str]
    reader: InKey[str]

    pk = key("uallowed#uname#{owner}")
    sk = key("uname#{reader}")


class ThrownGame(Entity, table=ShogiTable):
    """Beyond the seed: a game in the trash, with its tags; who could read it is in rows of their own."""

    owner: InKey[str]
    game_id: InKey[str]
    thrown: InKey[Moment]
    slug: str
    record: Annotated[str, Stored("kifu")]
    side: Annotated[Side | None, Stored("first_or_second")] = None
    result: Result | None = None
    memo: str = ""
    public: bool = False
    memo_shared: OmitDefault[bool] = False
    created: Moment
    latest_access: Moment
    latest_update: Moment
    first_player: str | None = None
    second_player: str | None = None
    played: date | None = None
    handicap: str | None = None
    moves: int = 0
    final: str = ""
    tags: OmitDefault[frozenset[str]] = frozenset()
    scores: tuple[int, ...] | None = None
    response: str | None = None
    expired: int

    pk = key("trash#uname#{owner}")
    sk = key("thrown#{thrown:iso}#{game_id}")


class ThrownHead(View, of=ThrownGame):
    """A thrown game without its record."""

    owner: InKey[str]
    game_id: InKey[str]
    thrown: InKey[Moment]
    slug: str
    side: Side | None = None
    result: Result | None = None
    first_player: str | None = None
    second_player: str | None = None
    played: date | None = None
    handicap: str | None = None
    moves: int = 0
    final: str = ""
    expired: int


class ThrownGameKey(View, of=ThrownGame):
    """A game in the trash, by the key of that row alone: also where the rest of it can't be read."""

    owner: InKey[str]
    game_id: InKey[str]
    thrown: InKey[Moment]


class ThrownId(Entity, table=ShogiTable):
    """Beyond the seed: the id of a game in the trash. As long as that can come back, no import of another person's has
    it; one of its owner's may take it."""

    game_id: InKey[str]
    owner: str
    expired: int

    pk = key("trash#id#{game_id}")
    sk = key("id")


class ThrownReader(Entity, table=ShogiTable):
    """Beyond the seed: this person could read a game that is in the trash now."""

    game_id: InKey[str]
    thrown: InKey[Moment]
    reader: InKey[str]
    owner: str
    expired: int

    pk = key("trash#kid#{game_id}#{thrown:iso}")
    sk = key("uname#{reader}")


class ThrownTag(Entity, table=ShogiTable):
    """Beyond the seed: a tag that was deleted, with the games that had it, so that this can be taken back."""

    owner: InKey[str]
    tag_id: InKey[str]
    name: str
    created: Moment
    games: OmitDefault[frozenset[str]] = frozenset()
    # The tag to which the games go back: while this is so, they are on their way.
    restoring: str | None = None
    expired: int

    pk = key("trash#uname#{owner}")
    sk = key("tid#{tag_id}")
