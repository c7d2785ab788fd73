"""Every way in which the shogi table is asked: the seed's queries and uses of indexes, and what goes beyond."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from chabudai.apps.shogi.analysis_entities import (
    Analysis,
    AnalysisHour,
    GameScores,
    Queue,
    QueueEntry,
    ScoreLine,
)
from chabudai.apps.shogi.entities import (
    FormerRecord,
    Game,
    GameCard,
    GameHead,
    GameKey,
    GamePlace,
    GameReader,
    GameReaderKey,
    GameTag,
    HeadPlace,
    Order,
    OwnerReader,
    ShogiTable,
    System,
    Tag,
    TagKey,
    TagName,
    ThrownGame,
    ThrownGameKey,
    ThrownHead,
    ThrownId,
    ThrownReader,
    ThrownTag,
    User,
)
from chabudai.apps.shogi.job_entities import FolderLock, Job, JobFile, JobFileLine, JobKey
from chabudai.apps.shogi.position_entities import Occurrence, PositionList, UnfinishedPositions
from chabudai.table import BatchGet, Design, Get, Query, Scan, begins_with, between, contains

PAGE: Final = 25
_DAWN: Final = datetime(1970, 1, 1, tzinfo=UTC)


@ShogiTable.pattern("1", "a person's games by the time at which they were kept", rows=PAGE)
def games_by_created(owner: str, order: Order = "desc") -> Query[GameCard]:
    query = ShogiTable.by_created.query(GameCard, owner=owner)
    return query if order == "asc" else query.descending()


@ShogiTable.pattern("2", "the place of the game behind a share code", rows=1)
def shared_game(share_code: str) -> Query[GamePlace]:
    return ShogiTable.common.query(GamePlace, share_code=share_code).filter(share=True)


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
def games_below(owner: str, beginning: str, order: Order = "asc") -> Query[GamePlace]:
    query = ShogiTable.by_name.query(GamePlace, owner=owner, slug=begins_with(beginning))
    return query if order == "asc" else query.descending()


@ShogiTable.pattern("7", "use of CommonLSI: a person's games by name", rows=PAGE)
def games_by_name(owner: str, order: Order = "asc") -> Query[GamePlace]:
    query = ShogiTable.by_name.query(GamePlace, owner=owner)
    return query if order == "asc" else query.descending()


@ShogiTable.pattern("8", "use of CommonLSI: the tag of a name", rows=1)
def tag_named(owner: str, name: str) -> Query[TagName]:
    return ShogiTable.by_name.query(TagName, owner=owner, name=name)


@ShogiTable.pattern("9", "use of SwapIndex: the games that have a tag")
def games_tagged(tag_id: str) -> Query[GameTag]:
    return ShogiTable.swapped.query(GameTag, tag_id=tag_id)


@ShogiTable.pattern("10", "use of SwapIndex: what a person may read of others", rows=PAGE)
def readable_by(reader: str) -> Query[GameReader | OwnerReader]:
    return ShogiTable.swapped.query(GameReader, OwnerReader, reader=reader)


@ShogiTable.pattern("10", "use of SwapIndex: the single games that a person may read, by their keys alone")
def reader_keys(reader: str) -> Query[GameReaderKey]:
    return ShogiTable.swapped.query(GameReaderKey, reader=reader)


@ShogiTable.pattern("10", "use of SwapIndex: the single games that a person may read of others", rows=PAGE)
def games_readable_by(reader: str) -> Query[GameReader]:
    return ShogiTable.swapped.query(GameReader, reader=reader)


@ShogiTable.pattern("10", "use of SwapIndex: whose games a person may read all", rows=PAGE)
def owners_readable_by(reader: str) -> Query[OwnerReader]:
    return ShogiTable.swapped.query(OwnerReader, reader=reader)


@ShogiTable.pattern("10", "use of SwapIndex: the games in the trash that a person could read")
def thrown_games_readable_by(reader: str) -> Query[ThrownReader]:
    return ShogiTable.swapped.query(ThrownReader, reader=reader)


@ShogiTable.pattern("11", "use of SwapIndex: the place of the game of an id, whoever owns it", rows=1)
def game_of_anyone(game_id: str) -> Query[GamePlace]:
    return ShogiTable.swapped.query(GamePlace, game_id=game_id)


@ShogiTable.pattern("12", "use of CreatedIndex: a person's tags by the time at which they were made")
def tags(owner: str) -> Query[TagName]:
    return ShogiTable.by_created.query(TagName, owner=owner)


@ShogiTable.pattern("13", "entity 1: one game with its record")
def game(owner: str, game_id: str) -> Get[Game]:
    return Game.get(owner=owner, game_id=game_id)


@ShogiTable.pattern("13", "entity 1: all games of a person with their records, for an export")
def whole_games(owner: str) -> Query[Game]:
    return ShogiTable.query(Game, owner=owner)


@ShogiTable.pattern("13", "entity 1: all games of a person, by their keys alone")
def game_keys(owner: str) -> Query[GameKey]:
    return ShogiTable.query(GameKey, owner=owner)


@ShogiTable.pattern("13", "beyond the seed: a game's record before its last change")
def former_record(owner: str, game_id: str) -> Get[FormerRecord]:
    return FormerRecord.get(owner=owner, game_id=game_id)


@ShogiTable.pattern("13", "beyond the seed: every record of a person that was there before a change")
def former_records(owner: str) -> Query[FormerRecord]:
    return ShogiTable.query(FormerRecord, owner=owner)


@ShogiTable.pattern("14", "entity 2: a person's limits")
def user(username: str) -> Get[User]:
    return User.get(username=username)


@ShogiTable.pattern("15", "entity 3: the limits of the system")
def system() -> Get[System]:
    return System.get()


@ShogiTable.pattern("16", "entity 4: one tag")
def tag(owner: str, tag_id: str) -> Get[Tag]:
    return Tag.get(owner=owner, tag_id=tag_id)


@ShogiTable.pattern("16", "entity 4: all tags of a person, whole")
def whole_tags(owner: str) -> Query[Tag]:
    return ShogiTable.query(Tag, owner=owner)


@ShogiTable.pattern("16", "entity 4: all tags of a person, by their keys alone")
def tag_keys(owner: str) -> Query[TagKey]:
    return ShogiTable.query(TagKey, owner=owner)


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


@ShogiTable.pattern("20", "entity 8: what a worker may take of a queue by now, longest first", rows=10)
def due_entries(queue: Queue, now: datetime) -> Query[QueueEntry]:
    """Those that wait, and those whose worker has not told anything for longer than its lease."""
    return ShogiTable.query(QueueEntry, queue=queue, due=between(_DAWN, now)).consistently()


@ShogiTable.pattern("20", "entity 8: all that is in a queue, taken or not")
def queue_entries(queue: Queue) -> Query[QueueEntry]:
    return ShogiTable.query(QueueEntry, queue=queue).consistently()


@ShogiTable.pattern("21", "beyond the seed: several games without their records, for the cards of a list")
def heads(owner: str, game_ids: Sequence[str]) -> BatchGet[GameHead]:
    return GameHead.batch(owner=owner, game_id=list(game_ids))


@ShogiTable.pattern("21", "beyond the seed: several games of several people without their records")
def heads_of_people(keys: Sequence[tuple[str, str]]) -> BatchGet[GameHead]:
    """By owner and id."""
    find_key = GameHead.layout.key_values
    return BatchGet(GameHead, tuple(find_key({"owner": owner, "game_id": game_id}) for owner, game_id in keys))


@ShogiTable.pattern("21", "beyond the seed: one game without its record")
def head(owner: str, game_id: str) -> Get[GameHead]:
    return GameHead.get(owner=owner, game_id=game_id)


@ShogiTable.pattern("21", "beyond the seed: all games of a person without their records")
def all_heads(owner: str) -> Query[GameHead]:
    return ShogiTable.query(GameHead, owner=owner)


@ShogiTable.pattern("21", "beyond the seed: the games on a person's public page", rows=PAGE)
def public_heads(owner: str) -> Query[GameHead]:
    return all_heads(owner).filter(public=True)


@ShogiTable.pattern("21", "beyond the seed: all games of a person that have a tag, as of this moment")
def heads_tagged(owner: str, tag_id: str) -> Query[GameHead]:
    return all_heads(owner).filter(tags=contains(tag_id)).consistently()


@ShogiTable.pattern("21", "beyond the seed: a person's games with the same moves and players", rows=PAGE)
def same_games(owner: str, digest: str) -> Query[HeadPlace]:
    return ShogiTable.by_name.query(HeadPlace, owner=owner, digest=digest)


@ShogiTable.pattern("22", "beyond the seed: where a position stands in a person's games")
def occurrences(owner: str, position: str) -> Query[Occurrence]:
    return ShogiTable.query(Occurrence, owner=owner, position=position)


@ShogiTable.pattern("22", "beyond the seed: every position of a person's games, for repairs")
def all_occurrences(owner: str) -> Query[Occurrence]:
    return ShogiTable.query(Occurrence, owner=owner)


@ShogiTable.pattern("22", "beyond the seed: which positions a game has")
def position_list(owner: str, game_id: str) -> Get[PositionList]:
    return PositionList.get(owner=owner, game_id=game_id)


@ShogiTable.pattern("22", "beyond the seed: which positions each game of a person has")
def position_lists(owner: str) -> Query[PositionList]:
    return ShogiTable.query(PositionList, owner=owner)


@ShogiTable.pattern("22", "beyond the seed: the games of a person whose positions are not all written", rows=PAGE)
def unfinished_positions(owner: str) -> Query[UnfinishedPositions]:
    return ShogiTable.by_name.query(UnfinishedPositions, owner=owner)


@ShogiTable.pattern("23", "beyond the seed: how many analyses a person asked for within an hour")
def analysis_hour(username: str, hour: datetime) -> Get[AnalysisHour]:
    return AnalysisHour.get(username=username, hour=hour)


@ShogiTable.pattern("23", "beyond the seed: the hours in which a person asked for analyses")
def analysis_hours(username: str) -> Query[AnalysisHour]:
    return ShogiTable.query(AnalysisHour, username=username)


@ShogiTable.pattern("24", "beyond the seed: what the analysis of a game came to")
def scores(owner: str, game_id: str) -> Get[GameScores]:
    return GameScores.get(owner=owner, game_id=game_id)


@ShogiTable.pattern("24", "beyond the seed: the scores of several games, for the lines of a list")
def score_lines(owner: str, game_ids: Sequence[str]) -> BatchGet[ScoreLine]:
    return ScoreLine.batch(owner=owner, game_id=list(game_ids))


@ShogiTable.pattern("24", "beyond the seed: what the analyses of all games of a person came to")
def all_scores(owner: str) -> Query[GameScores]:
    return ShogiTable.query(GameScores, owner=owner)


@ShogiTable.pattern("25", "beyond the seed: a person's trash, latest first, without the records", rows=PAGE)
def thrown_heads(owner: str) -> Query[ThrownHead]:
    return ShogiTable.query(ThrownHead, owner=owner).descending()


@ShogiTable.pattern("25", "beyond the seed: one game of the trash")
def thrown_game(owner: str, thrown: datetime, game_id: str) -> Get[ThrownGame]:
    return ThrownGame.get(owner=owner, thrown=thrown, game_id=game_id)


@ShogiTable.pattern("25", "beyond the seed: in whose trash the game of an id is")
def thrown_id(game_id: str) -> Get[ThrownId]:
    return ThrownId.get(game_id=game_id)


@ShogiTable.pattern("25", "beyond the seed: who could read a game that is in the trash")
def thrown_readers(game_id: str, thrown: datetime) -> Query[ThrownReader]:
    return ShogiTable.query(ThrownReader, game_id=game_id, thrown=thrown)


@ShogiTable.pattern("25", "beyond the seed: a tag that was deleted")
def thrown_tag(owner: str, tag_id: str) -> Get[ThrownTag]:
    return ThrownTag.get(owner=owner, tag_id=tag_id)


@ShogiTable.pattern("25", "beyond the seed: a person's tags that were deleted")
def thrown_tags(owner: str) -> Query[ThrownTag]:
    return ShogiTable.query(ThrownTag, owner=owner)


@ShogiTable.pattern("25", "beyond the seed: the games in a person's trash, by their keys alone")
def thrown_keys(owner: str) -> Query[ThrownGameKey]:
    return ShogiTable.query(ThrownGameKey, owner=owner)


@ShogiTable.pattern("25", "beyond the seed: all of a person's trash, for an export")
def whole_trash(owner: str) -> Query[ThrownGame | ThrownTag]:
    return ShogiTable.query(ThrownGame, ThrownTag, owner=owner)


@ShogiTable.pattern("26", "beyond the seed: one job")
def job(job_id: str) -> Get[Job]:
    return Job.get(job_id=job_id)


@ShogiTable.pattern("26", "beyond the seed: a person's jobs, latest first", rows=PAGE)
def jobs(username: str) -> Query[Job]:
    return ShogiTable.common.query(Job, username=username).descending()


@ShogiTable.pattern("26", "beyond the seed: a person's jobs, by their keys alone")
def job_keys(username: str) -> Query[JobKey]:
    return ShogiTable.common.query(JobKey, username=username)


@ShogiTable.pattern("26", "beyond the seed: the move of folders that is under way")
def folder_lock(username: str) -> Get[FolderLock]:
    return FolderLock.get(username=username)


@ShogiTable.pattern("26", "beyond the seed: the files of an import that wait, with their content", rows=10)
def waiting_files(job_id: str) -> Query[JobFile]:
    return ShogiTable.query(JobFile, job_id=job_id).filter(status="waiting")


@ShogiTable.pattern("26", "beyond the seed: the files of an import that could not be read", rows=PAGE)
def refused_files(job_id: str) -> Query[JobFile]:
    return ShogiTable.query(JobFile, job_id=job_id).filter(status="refused")


@ShogiTable.pattern("26", "beyond the seed: the files of an import without their content")
def file_lines(job_id: str) -> Query[JobFileLine]:
    return ShogiTable.query(JobFileLine, job_id=job_id)


@ShogiTable.pattern("27", "beyond the seed: every person who has kept anything, for repairs", scans=True)
def every_user() -> Scan[User]:
    return User.scan()


@ShogiTable.pattern("27", "beyond the seed: every game there is, for repairs", scans=True)
def every_game() -> Scan[GamePlace]:
    return GamePlace.scan()


design = Design("shogi", ShogiTable)
