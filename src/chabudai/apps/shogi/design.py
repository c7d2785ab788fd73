"""The shogi table: its rows, their keys, the seed's four queries and uses of indexes; what goes beyond it says so."""

from collections.abc import Sequence
from datetime import date, datetime
from string import ascii_lowercase, digits
from typing import Annotated, Literal, TypeAlias

from chabudai.adapters.ids import code_factory
from chabudai.table import (
    As,
    BatchGet,
    Design,
    Entity,
    Field,
    Get,
    Gsi,
    InKey,
    Lsi,
    OmitDefault,
    Query,
    Stored,
    Table,
    View,
    begins_with,
    id_field,
    key,
    unique,
)

Side: TypeAlias = Literal["first", "second"]
Result: TypeAlias = Literal["win", "lose", "draw", "sennichite", "jishogi"]
AnalysisStatus: TypeAlias = Literal["waiting", "succeeded", "error"]
Order: TypeAlias = Literal["asc", "desc"]
Moment: TypeAlias = Annotated[datetime, As("iso")]

PAGE = 50

_new_id = code_factory(12, ascii_lowercase + digits)


class ShogiTable(Table, name="shogi", pk="pk", sk="sk", ttl="expired"):
    swapped = Gsi("SwapIndex", "sk", "pk")
    common = Gsi("CommonGSI", "cgsi_pk", "sk")
    by_name = Lsi("CommonLSI", "clsi_sk", projection=["cgsi_pk", "clsi_sk"])
    by_created = Lsi("CreatedIndex", "created", projection=["cgsi_pk", "clsi_sk", "share"])
    by_access = Lsi("LatestAccessIndex", "latest_access", projection=["cgsi_pk", "clsi_sk", "share"])
    by_update = Lsi("LatestUpdateIndex", "latest_update", projection=["cgsi_pk", "clsi_sk", "share"])


class Game(Entity, table=ShogiTable):
    """A slug is a path, `社団戦/2025/鈴木`; no two games of one owner have the same."""

    owner: InKey[str]
    game_id: InKey[str] = id_field(make=_new_id)
    share_code: InKey[str | None] = None
    slug: InKey[str] = Field(min_length=1, max_length=100)
    record: Annotated[str, Stored("kifu")]
    side: Annotated[Side | None, Stored("first_or_second")] = None
    result: Result | None = None
    memo: str = ""
    public: bool = False
    share: bool = False
    created: Moment = Field(frozen=True)
    latest_access: Moment
    latest_update: Moment
    # Beyond the seed: what the record's head says, for columns and search.
    first_player: str | None = None
    second_player: str | None = None
    played: date | None = None
    event: str | None = None
    opening: str | None = None
    handicap: str | None = None
    moves: int | None = None

    pk = key("kifu#uname#{owner}")
    sk = key("kid#{game_id}")
    cgsi_pk = key("kifu#scode#{share_code}")
    clsi_sk = key("slug#{slug:tail}")
    only_slug = unique("slug#uname#{owner}", "slug#{slug:tail}")


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


class GameHead(View, of=Game):
    """All of a game but its record, which lists never read."""

    owner: InKey[str]
    game_id: InKey[str]
    share_code: InKey[str | None] = None
    slug: InKey[str]
    side: Side | None = None
    result: Result | None = None
    memo: str
    public: bool
    share: bool
    created: Moment
    latest_access: Moment
    latest_update: Moment
    first_player: str | None = None
    second_player: str | None = None
    played: date | None = None
    event: str | None = None
    opening: str | None = None
    handicap: str | None = None
    moves: int | None = None


class User(Entity, table=ShogiTable):
    """How many games and tags a person may have, where that is not the system's number."""

    username: InKey[str]
    kifu_max: int | None = Field(default=None, ge=0)
    tag_max: int | None = Field(default=None, ge=0)
    # Beyond the seed: how many there are.
    kifu_count: OmitDefault[int] = Field(default=0, ge=0)
    tag_count: OmitDefault[int] = Field(default=0, ge=0)

    pk = key("users")
    sk = key("uname#{username}")


class System(Entity, table=ShogiTable):
    kifu_max: int = Field(ge=0)
    tag_max: int = Field(ge=0)

    pk = key("system")
    sk = key("none")


class Tag(Entity, table=ShogiTable):
    owner: InKey[str]
    tag_id: InKey[str] = id_field(make=_new_id)
    name: InKey[str] = Field(min_length=1, max_length=40)
    created: Moment = Field(frozen=True)
    latest_access: Moment
    latest_update: Moment

    pk = key("tag#uname#{owner}")
    sk = key("tid#{tag_id}")
    clsi_sk = key("tname#{name:tail}")
    only_name = unique("tname#uname#{owner}", "tname#{name:tail}")


class TagName(View, of=Tag):
    """As much of a tag as the local indexes hold."""

    owner: InKey[str]
    tag_id: InKey[str]
    name: InKey[str]


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

    pk = key("kallowed#kid#{game_id}")
    sk = key("uname#{reader}")


class OwnerReader(Entity, table=ShogiTable):
    """This person may read all games of this owner."""

    owner: InKey[str]
    reader: InKey[str]

    pk = key("uallowed#uname#{owner}")
    sk = key("uname#{reader}")


class Analysis(Entity, table=ShogiTable):
    """`expired` is the time in Unix seconds after which it is gone."""

    analysis_id: InKey[str] = id_field()
    username: InKey[str]
    created: Moment = Field(frozen=True)
    status: AnalysisStatus = "waiting"
    response: str | None = None
    expired: int
    # Beyond the seed: what is asked, and which worker has it for how long (in Unix seconds).
    request: str | None = None
    game_id: Annotated[str | None, Stored("kid")] = None
    worker: str | None = None
    lease: int | None = None

    pk = key("analysis")
    sk = key("aid#{analysis_id}")
    cgsi_pk = key("analysis#uname#{username}")


class AnalysisHour(Entity, table=ShogiTable):
    """Beyond the seed: how many analyses a person asked for within an hour."""

    username: InKey[str]
    hour: InKey[datetime]
    count: int = Field(default=0, ge=0)
    expired: int

    pk = key("quota#uname#{username}")
    sk = key("hour#{hour:iso}")


class Position(Entity, table=ShogiTable):
    """Beyond the seed: where in a game a position stands, by a hash of it."""

    owner: InKey[str]
    position: InKey[str]
    game_id: InKey[str]
    ply: InKey[int] = Field(ge=0)
    next_move: str | None = None
    side: Annotated[Side | None, Stored("first_or_second")] = None
    result: Result | None = None

    pk = key("position#uname#{owner}")
    sk = key("pos#{position}#{game_id}#{ply:04}")


@ShogiTable.pattern("1", "a person's games by the time at which they were kept", rows=PAGE)
def games_by_created(owner: str, order: Order = "desc") -> Query[GameCard]:
    query = ShogiTable.by_created.query(GameCard, owner=owner)
    return query if order == "asc" else query.descending()


@ShogiTable.pattern("2", "the game behind a share code, while it is shared", rows=1)
def shared_game(share_code: str) -> Query[Game]:
    return ShogiTable.common.query(Game, share_code=share_code).filter(share=True)


@ShogiTable.pattern("3", "a person's tags whose names begin so", rows=PAGE)
def tags_beginning(owner: str, beginning: str) -> Query[TagName]:
    return ShogiTable.by_name.query(TagName, owner=owner, name=begins_with(beginning))


@ShogiTable.pattern("4", "a person's analyses, latest first", rows=PAGE)
def analyses(username: str) -> Query[Analysis]:
    return ShogiTable.common.query(Analysis, username=username).descending()


@ShogiTable.pattern("5", "use of LatestAccessIndex: a person's games by the time of the last look", rows=PAGE)
def games_by_access(owner: str, order: Order = "desc") -> Query[GameCard]:
    query = ShogiTable.by_access.query(GameCard, owner=owner)
    return query if order == "asc" else query.descending()


@ShogiTable.pattern("6", "use of LatestUpdateIndex: a person's games by the time of the last change", rows=PAGE)
def games_by_update(owner: str, order: Order = "desc") -> Query[GameCard]:
    query = ShogiTable.by_update.query(GameCard, owner=owner)
    return query if order == "asc" else query.descending()


@ShogiTable.pattern("7", "use of CommonLSI: the game at a slug", rows=1)
def game_at(owner: str, slug: str) -> Query[GamePlace]:
    return ShogiTable.by_name.query(GamePlace, owner=owner, slug=slug)


@ShogiTable.pattern("7", "use of CommonLSI: the games whose slugs begin so, as those in a folder do", rows=PAGE)
def games_below(owner: str, beginning: str) -> Query[GamePlace]:
    return ShogiTable.by_name.query(GamePlace, owner=owner, slug=begins_with(beginning))


@ShogiTable.pattern("8", "use of CommonLSI: the tag of a name", rows=1)
def tag_named(owner: str, name: str) -> Query[TagName]:
    return ShogiTable.by_name.query(TagName, owner=owner, name=name)


@ShogiTable.pattern("9", "use of SwapIndex: the games that have a tag")
def games_tagged(tag_id: str) -> Query[GameTag]:
    return ShogiTable.swapped.query(GameTag, tag_id=tag_id)


@ShogiTable.pattern("10", "use of SwapIndex: what a person may read of others")
def readable_by(reader: str) -> Query[GameReader | OwnerReader]:
    return ShogiTable.swapped.query(GameReader, OwnerReader, reader=reader)


@ShogiTable.pattern("11", "use of SwapIndex: the game of an id, whoever owns it", rows=1)
def game_of_anyone(game_id: str) -> Query[Game]:
    return ShogiTable.swapped.query(Game, game_id=game_id)


@ShogiTable.pattern("12", "use of CreatedIndex: a person's tags by the time at which they were made")
def tags(owner: str) -> Query[TagName]:
    return ShogiTable.by_created.query(TagName, owner=owner)


@ShogiTable.pattern("13", "entity 1: one game with its record")
def game(owner: str, game_id: str) -> Get[Game]:
    return Game.get(owner=owner, game_id=game_id)


@ShogiTable.pattern("13", "entity 1: several games without their records, for the cards of a list")
def heads(owner: str, game_ids: Sequence[str]) -> BatchGet[GameHead]:
    return GameHead.batch(owner=owner, game_id=list(game_ids))


@ShogiTable.pattern("13", "entity 1: all games of a person without their records")
def all_heads(owner: str) -> Query[GameHead]:
    return ShogiTable.query(GameHead, owner=owner)


@ShogiTable.pattern("13", "entity 1: the games on a person's public page")
def public_heads(owner: str) -> Query[GameHead]:
    return all_heads(owner).filter(public=True)


@ShogiTable.pattern("14", "entity 2: a person's limits")
def user(username: str) -> Get[User]:
    return User.get(username=username)


@ShogiTable.pattern("15", "entity 3: the limits of the system")
def system() -> Get[System]:
    return System.get()


@ShogiTable.pattern("16", "entity 4: one tag")
def tag(owner: str, tag_id: str) -> Get[Tag]:
    return Tag.get(owner=owner, tag_id=tag_id)


@ShogiTable.pattern("17", "entity 5: the tags of a game")
def tags_of(game_id: str) -> Query[GameTag]:
    return ShogiTable.query(GameTag, game_id=game_id)


@ShogiTable.pattern("18", "entity 6: who may read a game")
def readers_of_game(game_id: str) -> Query[GameReader]:
    return ShogiTable.query(GameReader, game_id=game_id)


@ShogiTable.pattern("18", "entity 6: whether a person may read a game")
def may_read_game(game_id: str, reader: str) -> Get[GameReader]:
    return GameReader.get(game_id=game_id, reader=reader)


@ShogiTable.pattern("19", "entity 7: who may read all games of an owner")
def readers_of_owner(owner: str) -> Query[OwnerReader]:
    return ShogiTable.query(OwnerReader, owner=owner)


@ShogiTable.pattern("19", "entity 7: whether a person may read all games of an owner")
def may_read_owner(owner: str, reader: str) -> Get[OwnerReader]:
    return OwnerReader.get(owner=owner, reader=reader)


@ShogiTable.pattern("20", "entity 8: one analysis")
def analysis(analysis_id: str) -> Get[Analysis]:
    return Analysis.get(analysis_id=analysis_id)


@ShogiTable.pattern("20", "entity 8: the analyses that wait for a worker, longest first")
def waiting_analyses() -> Query[Analysis]:
    return ShogiTable.query(Analysis).filter(status="waiting")


@ShogiTable.pattern("21", "beyond the seed: where a position stands in a person's games")
def positions(owner: str, position: str) -> Query[Position]:
    return ShogiTable.query(Position, owner=owner, position=position)


@ShogiTable.pattern("22", "beyond the seed: how many analyses a person asked for within an hour")
def analysis_hour(username: str, hour: datetime) -> Get[AnalysisHour]:
    return AnalysisHour.get(username=username, hour=hour)


design = Design("shogi", ShogiTable)
