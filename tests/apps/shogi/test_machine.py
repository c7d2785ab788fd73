"""Whatever two people do with games, tags, sharing and trash: the table says what a plain model says."""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import NOON, Club, find_faults, kif
from tests.apps.shogi.neighbours import people

from chabudai import table
from chabudai.apps.shogi import design, folders, games, permissions, sharing, tags, trash
from chabudai.apps.shogi.entities import Game, System, Tag
from chabudai.apps.shogi.errors import GamesFull, NoSuchGame, SlugTaken, TagNameTaken, TagsFull
from chabudai.apps.shogi.permissions import Viewer

PEOPLE = ("akira", "yuko")
SLUGS = st.sampled_from(["a/1", "a/2", "b/1", "c"])
NAMES = st.sampled_from(["四間", "居飛車", "穴熊"])
MOST_GAMES, MOST_TAGS = 5, 2


@dataclass(frozen=True)
class Model:
    """One game as a plain value."""

    slug: str
    moves: int
    memo: str = ""
    public: bool = False
    linked: bool = False
    tags: frozenset[str] = frozenset()
    readers: frozenset[str] = frozenset()


@dataclass
class Person:
    games: dict[str, Model] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    trash: dict[str, tuple[Any, Model]] = field(default_factory=dict)
    reader_of_all: bool = False  # whether the other may read all


class ClubMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.clock = SettableClock(NOON)
        self.store = table.open(":memory:", clock=self.clock)
        self.store.create(*design.design.tables)
        self.club = Club(self.store, self.clock)
        self.people = {name: Person() for name in PEOPLE}
        self.dead: set[str] = set()
        self.house = people(self.club, *PEOPLE)

    def teardown(self) -> None:
        self.store.close()

    @initialize()
    def limit(self) -> None:
        self.store.put(System(kifu_max=MOST_GAMES, tag_max=MOST_TAGS))

    def draw_game(self, data: st.DataObject) -> tuple[str, str]:
        return data.draw(st.sampled_from([(name, id_) for name in PEOPLE for id_ in self.people[name].games]))

    def has_games(self) -> bool:
        return any(person.games for person in self.people.values())

    def change(self, name: str, game_id: str, **values: Any) -> None:
        self.people[name].games[game_id] = replace(self.people[name].games[game_id], **values)

    @rule(name=st.sampled_from(PEOPLE), slug=SLUGS, moves=st.integers(1, 3))
    def keep(self, name: str, slug: str, moves: int) -> None:
        person = self.people[name]
        taken = slug in {each.slug for each in person.games.values()}
        try:
            kept = games.keep(self.club.owner(name), kif(moves=moves), {"slug": slug}).game
        except GamesFull:
            assert len(person.games) == MOST_GAMES
        except SlugTaken:
            assert taken
        else:
            assert not taken
            person.games[kept.game_id] = Model(slug, moves)

    @precondition(has_games)
    @rule(data=st.data(), slug=SLUGS, memo=st.sampled_from(["", "x"]))
    def edit(self, data: st.DataObject, slug: str, memo: str) -> None:
        name, game_id = self.draw_game(data)
        owner = self.club.owner(name)
        others = {each.slug for id_, each in self.people[name].games.items() if id_ != game_id}
        try:
            games.edit(owner, game_id, {"slug": slug, "memo": memo}, games.find_game(owner, game_id).latest_update)
        except SlugTaken:
            assert slug in others
        else:
            assert slug not in others
            self.change(name, game_id, slug=slug, memo=memo)

    @precondition(has_games)
    @rule(data=st.data(), moves=st.integers(1, 3))
    def rewrite(self, data: st.DataObject, moves: int) -> None:
        name, game_id = self.draw_game(data)
        owner = self.club.owner(name)
        games.replace_record(owner, game_id, kif(moves=moves), games.find_game(owner, game_id).latest_update)
        self.change(name, game_id, moves=moves)

    @precondition(has_games)
    @rule(data=st.data())
    def throw_away(self, data: st.DataObject) -> None:
        name, game_id = self.draw_game(data)
        self.note_dead(name, game_id)
        where = trash.throw_away(self.club.owner(name), game_id).undo.acts[0].arguments
        self.people[name].trash[game_id] = (where["thrown"], self.people[name].games.pop(game_id))

    @precondition(lambda self: any(person.trash for person in self.people.values()))
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        name, game_id = data.draw(st.sampled_from([(n, id_) for n in PEOPLE for id_ in self.people[n].trash]))
        person = self.people[name]
        thrown, model = person.trash[game_id]
        try:
            back = trash.restore(self.club.owner(name), thrown, game_id).game
        except GamesFull:
            assert len(person.games) == MOST_GAMES
            return
        taken = {each.slug for each in person.games.values()}
        assert (back.slug == model.slug) == (model.slug not in taken)
        del person.trash[game_id]
        kept = model.tags & person.tags.keys()
        person.games[game_id] = replace(model, slug=back.slug, linked=False, tags=kept)

    @rule(name=st.sampled_from(PEOPLE))
    def empty_trash(self, name: str) -> None:
        assert trash.empty(self.club.owner(name)) == len(self.people[name].trash)
        self.people[name].trash.clear()

    @rule(name=st.sampled_from(PEOPLE), tag=NAMES)
    def add_tag(self, name: str, tag: str) -> None:
        person = self.people[name]
        try:
            made = tags.add(self.club.owner(name), tag)
        except TagsFull:
            assert len(person.tags) == MOST_TAGS
        except TagNameTaken:
            assert tag in person.tags.values()
        else:
            assert tag not in person.tags.values()
            person.tags[made.tag_id] = tag

    @precondition(lambda self: any(p.games and p.tags for p in self.people.values()))
    @rule(data=st.data(), on=st.booleans())
    def tag_game(self, data: st.DataObject, on: bool) -> None:
        name = data.draw(st.sampled_from([n for n in PEOPLE if self.people[n].games and self.people[n].tags]))
        game_id = data.draw(st.sampled_from(sorted(self.people[name].games)))
        tag_id = data.draw(st.sampled_from(sorted(self.people[name].tags)))
        (tags.put_on if on else tags.take_off)(self.club.owner(name), game_id, tag_id)
        had = self.people[name].games[game_id].tags
        self.change(name, game_id, tags=had | {tag_id} if on else had - {tag_id})

    @precondition(lambda self: any(p.tags for p in self.people.values()))
    @rule(data=st.data(), undo=st.booleans())
    def delete_tag(self, data: st.DataObject, undo: bool) -> None:
        name = data.draw(st.sampled_from([n for n in PEOPLE if self.people[n].tags]))
        person = self.people[name]
        tag_id = data.draw(st.sampled_from(sorted(person.tags)))
        tags.delete(self.club.owner(name), tag_id)
        if undo:
            tags.restore(self.club.owner(name), tag_id)
            return
        del person.tags[tag_id]
        for game_id, model in list(person.games.items()):
            self.change(name, game_id, tags=model.tags - {tag_id})

    @precondition(has_games)
    @rule(data=st.data(), public=st.booleans())
    def publish(self, data: st.DataObject, public: bool) -> None:
        name, game_id = self.draw_game(data)
        sharing.set_public(self.club.owner(name), game_id, public=public)
        self.change(name, game_id, public=public)

    @precondition(has_games)
    @rule(data=st.data(), act=st.sampled_from(["start", "reissue", "revoke"]))
    def link(self, data: st.DataObject, act: str) -> None:
        name, game_id = self.draw_game(data)
        if act != "start":
            self.note_dead(name, game_id)
        getattr(sharing, f"{act}_link")(self.club.owner(name), game_id)
        self.change(name, game_id, linked=act != "revoke")

    @precondition(has_games)
    @rule(data=st.data(), act=st.sampled_from(["add", "remove", "leave"]))
    def share(self, data: st.DataObject, act: str) -> None:
        name, game_id = self.draw_game(data)
        other = next(each for each in PEOPLE if each != name)
        readers = self.people[name].games[game_id].readers
        self.clock.advance(minutes=5)
        if act == "add":
            sharing.add_reader(self.club.owner(name), game_id, other, self.house)
        elif act == "remove":
            sharing.remove_reader(self.club.owner(name), game_id, other)
        else:
            with suppress(NoSuchGame):
                sharing.leave_game(self.club.owner(other), game_id)
        self.change(name, game_id, readers=readers | {other} if act == "add" else readers - {other})

    @rule(name=st.sampled_from(PEOPLE), on=st.booleans())
    def share_all(self, name: str, on: bool) -> None:
        other = next(each for each in PEOPLE if each != name)
        self.clock.advance(minutes=5)
        if on:
            sharing.add_reader_of_all(self.club.owner(name), other, self.house)
        else:
            sharing.remove_reader_of_all(self.club.owner(name), other)
        self.people[name].reader_of_all = on

    @rule(name=st.sampled_from(PEOPLE), source=st.sampled_from("ab"), into=st.sampled_from(["a", "b", "d"]))
    def move_folder(self, name: str, source: str, into: str) -> None:
        person = self.people[name]
        moved = {id_: each for id_, each in person.games.items() if each.slug.startswith(f"{source}/")}
        wanted = {id_: f"{into}{each.slug[1:]}" for id_, each in moved.items()}
        there = {each.slug for id_, each in person.games.items() if id_ not in moved}
        if source == into or not moved:
            return
        try:
            folders.move(self.club.owner(name), source, into)
        except SlugTaken:
            assert there & set(wanted.values())
        else:
            assert not there & set(wanted.values())
            for id_, slug in wanted.items():
                self.change(name, id_, slug=slug)

    def note_dead(self, name: str, game_id: str) -> None:
        code = games.find_game(self.club.owner(name), game_id).share_code
        self.dead |= {code} if code else set()

    @invariant()
    def the_table_says_what_the_model_says(self) -> None:
        assert find_faults(self.club) == []
        stored = {(game.owner, game.game_id): game for game in self.club.rows(Game)}
        assert stored.keys() == {(name, id_) for name, person in self.people.items() for id_ in person.games}
        for (name, id_), game in stored.items():
            model = self.people[name].games[id_]
            head = self.store.one(design.head(name, id_))
            told = Model(game.slug, head.moves, game.memo, game.public, game.share, head.tags, head.readers)
            assert told == model
            self.check_readers(name, game, model)
        for name, person in self.people.items():
            assert {tag.tag_id: tag.name for tag in self.club.rows(Tag) if tag.owner == name} == person.tags
            assert {row.game_id for row in trash.find_page(self.club.owner(name))} == person.trash.keys()

    def check_readers(self, name: str, game: Game, model: Model) -> None:
        other = next(each for each in PEOPLE if each != name)
        may_read = model.public or other in model.readers or self.people[name].reader_of_all
        for username, expected in ((other, may_read), (None, model.public)):
            try:
                permissions.open_game(Viewer(self.store, username), game.game_id)
            except NoSuchGame:
                assert not expected
            else:
                assert expected
        assert (game.share_code is not None) == model.linked
        for code in self.dead:
            try:
                permissions.open_link(Viewer(self.store), code)
            except NoSuchGame:
                continue
            raise AssertionError("a dead link opens a game")


TestClub = ClubMachine.TestCase
TestClub.settings = settings(
    max_examples=20, stateful_step_count=25, deadline=None, phases=(Phase.explicit, Phase.generate, Phase.target)
)
