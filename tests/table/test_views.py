"""Views: some of an entity's fields, for indexes and lists that hold only those."""

from collections.abc import Iterator
from typing import Annotated, Any

import pytest

from chabudai import table as toolkit
from chabudai.table import (
    Entity,
    Field,
    Gsi,
    InKey,
    Lsi,
    Stored,
    Table,
    TypedStore,
    View,
    camel,
    ge,
    gt,
    key,
)
from chabudai.table.errors import DesignError, NotProjected, UnknownField, UnreadableItem


class Games(Table, name="Games", pk="pk", sk="sk", naming=camel, ttl="until"):
    by_score = Lsi("ByScore", "score", projection=["slugKey", "isOpen"])
    by_slug = Gsi("BySlug", "slugKey", "sk", projection="KEYS_ONLY")


class Game(Entity, table=Games):
    owner: InKey[str]
    game_id: InKey[str]
    slug: InKey[str | None] = None
    is_open: bool = False
    score: int = 0
    record: Annotated[str, Stored("kifu")] = Field(max_length=10)

    pk = key("game#{owner}")
    sk = key("id#{game_id}")
    slugKey = key("slug#{slug:tail}")  # noqa: N815 - as it is stored


class Card(View, of=Game):
    owner: InKey[str]
    game_id: InKey[str]
    slug: InKey[str | None] = None
    is_open: bool

    @property
    def label(self) -> str:
        return f"{self.owner}/{self.slug}"


class Place(View, of=Game):
    owner: str
    game_id: str
    slug: str


@pytest.fixture
def store() -> Iterator[TypedStore]:
    with toolkit.open(":memory:") as opened:
        opened.create(Games)
        opened.put(Game(owner="a", game_id="1", slug="x/y", is_open=True, score=5, record="long"))
        opened.put(Game(owner="a", game_id="2", score=9, record="long"))
        yield opened


def test_a_view_is_read_from_an_index_that_holds_only_its_fields(store: TypedStore) -> None:
    cards = store.page(Games.by_score.query(Card, owner="a"))
    assert list(cards) == [
        Card(owner="a", game_id="1", slug="x/y", is_open=True),
        Card(owner="a", game_id="2", is_open=False),
    ]
    assert [card.label for card in cards] == ["a/x/y", "a/None"]
    assert list(store.page(Games.by_slug.query(Place, slug="x/y"))) == [Place(owner="a", game_id="1", slug="x/y")]


def test_a_view_is_asked_for_by_fields_that_it_does_not_show(store: TypedStore) -> None:
    assert [card.game_id for card in store.page(Games.by_score.query(Card, owner="a", score=gt(5)))] == ["2"]
    assert [card.game_id for card in store.page(Games.query(Card, owner="a").filter(score=ge(9)))] == ["2"]
    with pytest.raises(UnknownField, match="Card has no field 'scor'"):
        Games.query(Card, owner="a").filter(scor=1)


def test_only_what_a_view_needs_is_asked_for(store: TypedStore) -> None:
    query = Games.by_score.query(Card, owner="a")
    names = query.request["ExpressionAttributeNames"]
    asked = {names[short] for short in query.request["ProjectionExpression"].split(", ")}
    assert asked == {"pk", "sk", "score", "slugKey", "isOpen"}
    assert store.get(Card.get(owner="a", game_id="1")) == Card(owner="a", game_id="1", slug="x/y", is_open=True)
    assert store.batch(Card.batch(owner="a", game_id=["2", "3"])) == [Card(owner="a", game_id="2", is_open=False), None]


def test_an_index_is_not_asked_for_a_view_with_more_than_it_holds() -> None:
    with pytest.raises(NotProjected, match=r"Games/BySlug does not hold Card.is_open"):
        Games.by_slug.query(Card, slug="x")
    with pytest.raises(NotProjected, match=r"Games/ByScore does not hold Game.record"):
        Games.by_score.query(Game, owner="a")


def test_a_view_has_every_field_of_the_key_and_none_that_the_entity_lacks() -> None:
    with pytest.raises(DesignError, match="Keyless leaves out game_id, which is part of the key of Game"):

        class Keyless(View, of=Game):
            owner: InKey[str]

    with pytest.raises(UnknownField, match=r"Game has no field 'colour'"):

        class Other(View, of=Game):
            owner: InKey[str]
            game_id: InKey[str]
            colour: str


def test_a_view_has_defaults_of_its_own() -> None:
    class Guess(View, of=Game):
        owner: InKey[str]
        game_id: InKey[str]
        is_open: bool = True
        score: int

    key_only = {"pk": {"S": "game#a"}, "sk": {"S": "id#1"}}
    assert Guess.layout.from_item({**key_only, "score": {"N": "1"}}).is_open is True
    with pytest.raises(UnreadableItem, match="is no Guess: score is missing"):
        Guess.layout.from_item(key_only)


def test_a_view_of_what_may_expire_asks_when() -> None:
    class Fleeting(Entity, table=Games):
        name: InKey[str]
        until: int
        text: str

        pk = key("fleeting")
        sk = key("{name}")

    class Name(View, of=Fleeting):
        name: InKey[str]

    assert "until" in Games.query(Name).request["ExpressionAttributeNames"].values()
    with toolkit.open(":memory:") as store:
        store.create(Games)
        for name, until in (("gone", 5), ("here", 4102444800)):
            item = Fleeting.layout.to_item({"name": name, "until": until, "text": "x"})
            store.raw.call("PutItem", {"TableName": "Games", "Item": item})
        assert [each.name for each in store.page(Games.query(Name))] == ["here"]


def test_a_view_of_an_older_shape_is_brought_up_to_date_or_says_why_not() -> None:
    class Shapes(Table, name="Shapes", pk="pk", sk="sk"): ...

    def renamed(item: dict[str, Any]) -> dict[str, Any]:
        return {**item, "title": item["name"]}

    class Picture(Entity, table=Shapes, upgrades=(renamed,)):
        picture_id: InKey[str]
        title: str
        size: int = 0

        pk = key("picture")
        sk = key("{picture_id}")

    class Title(View, of=Picture):
        picture_id: InKey[str]
        title: str

    old = {"pk": {"S": "picture"}, "sk": {"S": "1"}, "name": {"S": "sea"}}
    assert Title.layout.from_item(old).title == "sea"
    with pytest.raises(UnreadableItem, match=r"of schema version 1 and can't be upgraded: KeyError\('name'\)"):
        Title.layout.from_item({name: value for name, value in old.items() if name != "name"})
