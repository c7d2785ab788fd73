"""The shogi table as its seed says: items attribute by attribute, and what every access pattern asks."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from tests.apps.noted_store import NotedTables, reads_back, stored, tables

from chabudai.apps.shogi import design as shogi
from chabudai.apps.shogi.analysis_entities import Analysis, AnalysisHour, GameScores, QueueEntry, ScoreLine
from chabudai.apps.shogi.entities import (
    Game,
    GameCard,
    GameHead,
    GamePlace,
    GameReader,
    GameTag,
    OwnerReader,
    ShogiTable,
    System,
    Tag,
    TagName,
    ThrownGame,
    ThrownHead,
    ThrownId,
    ThrownReader,
    ThrownTag,
    User,
)
from chabudai.apps.shogi.job_entities import FolderLock, Job, JobFile
from chabudai.apps.shogi.position_entities import Occurrence, PositionList
from chabudai.table import Entity
from chabudai.table.attributes import to_item
from chabudai.table.creation import create_table_request
from chabudai.table.errors import NotUnique

THEN = datetime(2025, 12, 31, 11, 11, 31, tzinfo=UTC)
LATER = 4102444800

GAME = Game(
    owner="h-akira",
    game_id="fdsaj9d9s0",
    share_code="lkihofkwif4tF",
    slug="社団戦/2025/鈴木",
    record="手合割：平手\n先手：...",
    side="first",
    result="sennichite",
    memo="序盤研究用の棋譜",
    public=True,
    share=True,
    created=THEN,
    latest_access=THEN,
    latest_update=THEN,
)
TAG = Tag(owner="h-akira", tag_id="jko2kdl", name="四間飛車", created=THEN, latest_access=THEN, latest_update=THEN)

# The examples stand in the seed so, letter by letter.
EXAMPLES: list[tuple[Entity, str]] = [
    (
        GAME,
        r"""{
  "pk": "kifu#uname#h-akira",
  "sk": "kid#fdsaj9d9s0",
  "cgsi_pk": "kifu#scode#lkihofkwif4tF",
  "clsi_sk": "slug#社団戦/2025/鈴木",
  "kifu": "手合割：平手\n先手：...",
  "first_or_second": "first",
  "result": "sennichite",
  "memo": "序盤研究用の棋譜",
  "public": true,
  "share": true,
  "created": "2025-12-31T11:11:31Z",
  "latest_access": "2025-12-31T11:11:31Z",
  "latest_update": "2025-12-31T11:11:31Z"
}""",
    ),
    (
        User(username="h-akira", kifu_max=3000, tag_max=50),
        '{"pk": "users", "sk": "uname#h-akira", "kifu_max": 3000, "tag_max": 50}',
    ),
    (System(kifu_max=3000, tag_max=50), '{"pk": "system", "sk": "none", "kifu_max": 3000, "tag_max": 50}'),
    (
        TAG,
        """{
  "pk": "tag#uname#h-akira",
  "sk": "tid#jko2kdl",
  "clsi_sk": "tname#四間飛車",
  "created": "2025-12-31T11:11:31Z",
  "latest_access": "2025-12-31T11:11:31Z",
  "latest_update": "2025-12-31T11:11:31Z"
}""",
    ),
    (GameTag(game_id="fdsaj9d9s1", tag_id="jko2kdl"), '{"pk": "tag#kid#fdsaj9d9s1", "sk": "tid#jko2kdl"}'),
    (GameReader(game_id="fdsaj9d9s1", reader="h-akira2"), '{"pk": "kallowed#kid#fdsaj9d9s1", "sk": "uname#h-akira2"}'),
    (OwnerReader(owner="h-akira", reader="h-akira2"), '{"pk": "uallowed#uname#h-akira", "sk": "uname#h-akira2"}'),
    (
        Analysis(
            analysis_id="fdjsklfadf",
            username="h-akira",
            created=THEN,
            status="succeeded",
            response='{"moves": [...], "evaluation": [...]}',
            expired=1234567890,
        ),
        r"""{
  "pk": "analysis",
  "sk": "aid#fdjsklfadf",
  "cgsi_pk": "analysis#uname#h-akira",
  "created": "2025-12-31T11:11:31Z",
  "status": "succeeded",
  "response": "{\"moves\": [...], \"evaluation\": [...]}",
  "expired": 1234567890
}""",
    ),
]
HEAD = GameHead(
    owner="h-akira",
    game_id="fdsaj9d9s0",
    digest="d",
    side="first",
    result="sennichite",
    memo="序盤研究用の棋譜",
    public=True,
    share=True,
    created=THEN,
    first_player="鈴木",
    second_player="佐藤",
    played=date(2025, 12, 30),
    moves=112,
    tags=frozenset({"jko2kdl"}),
    readers=frozenset({"h-akira2"}),
)
THROWN = ThrownGame(
    owner="h-akira",
    game_id="g",
    thrown=THEN,
    slug="a/b",
    record="...",
    created=THEN,
    latest_access=THEN,
    latest_update=THEN,
    tags=frozenset({"t"}),
    scores=(0, -31),
    expired=LATER,
)
LASTING: list[Entity] = [
    *(entity for entity, _ in EXAMPLES if not isinstance(entity, Analysis)),
    Analysis(
        analysis_id="a", username="h-akira", created=THEN, expired=LATER, request="{}", worker="w", due=THEN, done=3
    ),
    AnalysisHour(username="h-akira", hour=THEN.replace(minute=0, second=0), count=3, expired=LATER),
    QueueEntry(queue="position", due=THEN, item_id="a", username="h-akira", taken=True),
    FolderLock(username="h-akira", job_id="j", expired=LATER),
    ThrownId(game_id="g", owner="h-akira", expired=LATER),
    GameScores(owner="h-akira", game_id="g", line="d", scores=(0, 31, -2000), created=THEN),
    Occurrence(owner="h-akira", position="9af3", game_id="fdsaj9d9s0", ply=12, next_move="7g7f"),
    PositionList(owner="h-akira", game_id="g", entries=("9af3 7g7f", "9af4"), stale=("9af5 2",), since=THEN),
    HEAD,
    HEAD.model_copy(update={"tags": frozenset(), "readers": frozenset()}),
    THROWN,
    ThrownReader(game_id="g", thrown=THEN, reader="me", owner="h-akira", expired=LATER),
    ThrownTag(owner="h-akira", tag_id="t", name="四間飛車", created=THEN, games=frozenset({"g"}), expired=LATER),
    Job(job_id="j", username="h-akira", kind="import", created=THEN, total=3, due=THEN, expired=LATER),
    JobFile(job_id="j", number=1, path="a/b.kif", content=b"\x82\xa0", expired=LATER),
    GameReader(game_id="g", reader="me", owner="h-akira"),
    GAME.model_copy(update={"share_code": None, "side": None, "result": None, "memo_shared": True}),
]

READS: list[tuple[Any, str]] = [
    (shogi.games_by_created("h-akira", "asc"), "Query CreatedIndex | pk = kifu#uname#h-akira"),
    (shogi.games_by_created("h-akira"), "Query CreatedIndex | pk = kifu#uname#h-akira | descending"),
    (
        shogi.shared_game("ABC123"),
        "Query CommonGSI | cgsi_pk = kifu#scode#ABC123 AND begins_with(sk, kid#) | filter share = True",
    ),
    (
        shogi.tags_beginning("h-akira", "四間飛車"),
        "Query CommonLSI | pk = tag#uname#h-akira AND begins_with(clsi_sk, tname#四間飛車)",
    ),
    (
        shogi.analyses("h-akira"),
        "Query CommonGSI | cgsi_pk = analysis#uname#h-akira AND begins_with(sk, aid#) | descending",
    ),
    (shogi.games_by_access("u"), "Query LatestAccessIndex | pk = kifu#uname#u | descending"),
    (shogi.games_by_update("u"), "Query LatestUpdateIndex | pk = kifu#uname#u | descending"),
    (shogi.game_at("u", "a/b"), "Query CommonLSI | pk = kifu#uname#u AND clsi_sk = slug#a/b"),
    (shogi.games_below("u", "a/"), "Query CommonLSI | pk = kifu#uname#u AND begins_with(clsi_sk, slug#a/)"),
    (shogi.tag_named("u", "四間飛車"), "Query CommonLSI | pk = tag#uname#u AND clsi_sk = tname#四間飛車"),
    (shogi.games_tagged("t"), "Query SwapIndex | sk = tid#t AND begins_with(pk, tag#kid#)"),
    (shogi.readable_by("me"), "Query SwapIndex | sk = uname#me"),
    (shogi.game_of_anyone("g"), "Query SwapIndex | sk = kid#g AND begins_with(pk, kifu#uname#)"),
    (shogi.tags("u"), "Query CreatedIndex | pk = tag#uname#u"),
    (shogi.game("u", "g"), "GetItem kifu#uname#u / kid#g"),
    (shogi.heads("u", ["g", "h"]), "BatchGetItem head#uname#u / kid#g, head#uname#u / kid#h"),
    (shogi.all_heads("u"), "Query table | pk = head#uname#u AND begins_with(sk, kid#)"),
    (shogi.user("u"), "GetItem users / uname#u"),
    (shogi.system(), "GetItem system / none"),
    (shogi.tag("u", "t"), "GetItem tag#uname#u / tid#t"),
    (shogi.tags_of("g"), "Query table | pk = tag#kid#g AND begins_with(sk, tid#)"),
    (shogi.readers_of_game("g"), "Query table | pk = kallowed#kid#g AND begins_with(sk, uname#)"),
    (shogi.may_read_game("g", "me"), "GetItem kallowed#kid#g / uname#me"),
    (shogi.readers_of_owner("u"), "Query table | pk = uallowed#uname#u AND begins_with(sk, uname#)"),
    (shogi.may_read_owner("u", "me"), "GetItem uallowed#uname#u / uname#me"),
    (shogi.analysis("a"), "GetItem analysis / aid#a"),
    (
        shogi.due_entries("position", THEN),
        "Query table | pk = queue#position AND sk BETWEEN due#1970-01-01T00:00:00Z AND "
        "due#2025-12-31T11:11:31Z#\U0010ffff",
    ),
    (shogi.queue_entries("job"), "Query table | pk = queue#job AND begins_with(sk, due#)"),
    (shogi.occurrences("u", "9af3"), "Query table | pk = position#uname#u AND begins_with(sk, pos#9af3#)"),
    (shogi.position_list("u", "g"), "GetItem positions#uname#u / kid#g"),
    (
        shogi.unfinished_positions("u"),
        "Query CommonLSI | pk = positions#uname#u AND begins_with(clsi_sk, since#)",
    ),
    (shogi.scores("u", "g"), "GetItem scores#uname#u / kid#g"),
    (shogi.score_lines("u", ["g"]), "BatchGetItem scores#uname#u / kid#g"),
    (shogi.same_games("u", "d"), "Query CommonLSI | pk = head#uname#u AND clsi_sk = moves#d"),
    (
        shogi.thrown_heads("u"),
        "Query table | pk = trash#uname#u AND begins_with(sk, thrown#) | descending",
    ),
    (shogi.thrown_game("u", THEN, "g"), "GetItem trash#uname#u / thrown#2025-12-31T11:11:31Z#g"),
    (shogi.job("j"), "GetItem job / jid#j"),
    (shogi.jobs("u"), "Query CommonGSI | cgsi_pk = job#uname#u AND begins_with(sk, jid#) | descending"),
    (shogi.analysis_hour("u", THEN), "GetItem quota#uname#u / hour#2025-12-31T11:11:31Z"),
]


@pytest.fixture
def store() -> Iterator[NotedTables]:
    with tables(shogi.design) as opened:
        yield opened


@pytest.mark.parametrize(("entity", "example"), EXAMPLES, ids=[type(entity).__name__ for entity, _ in EXAMPLES])
def test_an_item_is_stored_attribute_by_attribute_as_the_seed_says(entity: Entity, example: str) -> None:
    assert stored(entity) == to_item(json.loads(example))
    assert entity.layout.from_item(to_item(json.loads(example))) == entity


@pytest.mark.parametrize("entity", LASTING, ids=lambda entity: type(entity).__name__)
def test_an_item_reads_back(store: NotedTables, entity: Entity) -> None:
    assert reads_back(store, entity)


def test_an_analysis_that_has_expired_is_gone(store: NotedTables) -> None:
    (expired,) = (entity for entity, _ in EXAMPLES if isinstance(entity, Analysis))
    assert not reads_back(store, expired)
    assert store.get(shogi.analysis("fdjsklfadf")) is None
    assert list(store.page(shogi.analyses("h-akira"))) == []


@pytest.mark.parametrize(
    ("plan", "asked"), READS, ids=[f"{plan.pattern.number} {plan.pattern.description}" for plan, _ in READS]
)
def test_a_read_is_one_request(store: NotedTables, plan: Any, asked: str) -> None:
    assert store.asks(plan) == [asked]


def test_every_query_of_the_seed_is_there_and_what_is_of_no_part_of_it_says_so() -> None:
    assert {"1", "2", "3", "4"} <= {pattern.label.number for pattern in ShogiTable.patterns}
    for pattern in ShogiTable.patterns[4:]:
        assert pattern.label.description.startswith(("use of ", "entity ", "beyond the seed: "))
    entities = {says[7] for pattern in ShogiTable.patterns if (says := pattern.label.description).startswith("entity ")}
    assert entities == set("12345678")


def test_the_table_is_the_seeds() -> None:
    request = create_table_request(ShogiTable)
    indexes = {
        each["IndexName"]: (
            [key["AttributeName"] for key in each["KeySchema"]],
            each["Projection"].get("NonKeyAttributes", each["Projection"]["ProjectionType"]),
        )
        for each in [*request["GlobalSecondaryIndexes"], *request["LocalSecondaryIndexes"]]
    }
    assert ShogiTable.ttl == "expired"
    assert indexes == {
        "SwapIndex": (["sk", "pk"], "ALL"),
        "CommonGSI": (["cgsi_pk", "sk"], "ALL"),
        "CommonLSI": (["pk", "clsi_sk"], ["cgsi_pk"]),
        "CreatedIndex": (["pk", "created"], ["cgsi_pk", "clsi_sk", "share"]),
        "LatestAccessIndex": (["pk", "latest_access"], ["cgsi_pk", "clsi_sk", "share"]),
        "LatestUpdateIndex": (["pk", "latest_update"], ["cgsi_pk", "clsi_sk", "share"]),
    }
    assert {each["AttributeType"] for each in request["AttributeDefinitions"]} == {"S"}


def test_lists_read_what_the_local_indexes_hold_and_no_more(store: NotedTables) -> None:
    store.put(GAME)
    store.put(TAG)
    card = GameCard(owner="h-akira", game_id="fdsaj9d9s0", share_code="lkihofkwif4tF", slug=GAME.slug, share=True)
    for pattern in (shogi.games_by_created, shogi.games_by_access, shogi.games_by_update):
        plan = pattern("h-akira")
        assert list(store.page(plan)) == [card]
        asked = set(plan.request["ExpressionAttributeNames"].values())
        assert asked <= {"pk", "sk", "cgsi_pk", "clsi_sk", "share", *plan.index.attributes}
    place = GamePlace(**card.model_dump(exclude={"share"}))
    assert list(store.page(shogi.game_at("h-akira", GAME.slug))) == [place]
    assert list(store.page(shogi.games_below("h-akira", "社団戦/"))) == [place]
    assert list(store.page(shogi.tags_beginning("h-akira", "四間"))) == [
        TagName(owner="h-akira", tag_id="jko2kdl", name="四間飛車")
    ]


def test_what_a_list_shows_never_reads_a_record(store: NotedTables) -> None:
    store.put(HEAD)
    assert store.batch(shogi.heads("h-akira", ["fdsaj9d9s0"])) == [HEAD]
    assert list(store.page(shogi.public_heads("h-akira"))) == [HEAD]
    assert "kifu" not in stored(HEAD)
    store.put(THROWN)
    assert list(store.page(shogi.thrown_heads("h-akira"))) == [
        ThrownHead.model_validate(THROWN.model_dump(include=set(ThrownHead.model_fields)))
    ]
    assert "kifu" not in shogi.thrown_heads("h-akira").request["ExpressionAttributeNames"].values()
    store.put(GameScores(owner="h-akira", game_id="g", line="d", scores=(1,), response="{}", created=THEN))
    assert store.batch(shogi.score_lines("h-akira", ["g"])) == [ScoreLine(owner="h-akira", game_id="g", scores=(1,))]


def test_a_share_code_answers_only_while_the_game_is_shared_and_not_once_it_is_another(store: NotedTables) -> None:
    place = GamePlace(owner="h-akira", game_id="fdsaj9d9s0", share_code="lkihofkwif4tF", slug=GAME.slug)
    store.put(GAME)
    assert store.first(shogi.shared_game("lkihofkwif4tF")) == place
    store.write(Game.update(**GAME.own_key).set(share=False))
    assert store.first(shogi.shared_game("lkihofkwif4tF")) is None
    store.write(Game.update(**GAME.own_key).set(share=True, share_code="another"))
    assert store.first(shogi.shared_game("lkihofkwif4tF")) is None
    assert store.first(shogi.shared_game("another")) is not None
    store.write(Game.update(**GAME.own_key).set(share_code=None))
    assert store.first(shogi.shared_game("another")) is None


def test_slugs_and_tag_names_are_each_ones_own(store: NotedTables) -> None:
    store.insert(GAME)
    store.insert(TAG)
    with pytest.raises(NotUnique, match="only_slug"):
        store.insert(GAME.model_copy(update={"game_id": "2"}))
    with pytest.raises(NotUnique, match="only_name"):
        store.insert(TAG.model_copy(update={"tag_id": "2"}))
    with pytest.raises(NotUnique, match="only_id"):
        store.insert(GAME.model_copy(update={"owner": "another"}))
    store.insert(GAME.model_copy(update={"owner": "another", "game_id": "3"}))
    store.write(Game.update(**GAME.own_key).set(slug="社団戦/2026/鈴木"))
    store.insert(GAME.model_copy(update={"game_id": "2"}))


def test_what_a_person_may_read_is_found_from_the_other_side(store: NotedTables) -> None:
    store.put(User(username="me", kifu_max=1))
    one = store.put(GameReader(game_id="g", reader="me"))
    all_of = store.put(OwnerReader(owner="u", reader="me"))
    store.put(GameReader(game_id="g", reader="another"))
    assert list(store.page(shogi.readable_by("me"))) == [one, all_of]
    tagged = store.put(GameTag(game_id="g", tag_id="jko2kdl"))
    store.put(TAG)
    assert list(store.page(shogi.games_tagged("jko2kdl"))) == [tagged]
