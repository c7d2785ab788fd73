"""Who may do what to a game: one table, every cell, with public and link on and off, revoked and issued anew."""

from collections.abc import Callable
from datetime import datetime
from itertools import product

import pytest
from tests.apps.shogi.club import Club
from tests.apps.shogi.neighbours import people

from chabudai.apps.shogi import analyses, bulk, design, games, lists, permissions, sharing, tags, trash
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.errors import NoSuchGame, OwnerOnly
from chabudai.apps.shogi.lists import GameSelection
from chabudai.apps.shogi.permissions import Access, Right, Role, Viewer
from chabudai.apps.shogi.records import Address
from chabudai.table import Cursors
from chabudai.web.errors import NotSignedIn

CURSORS = Cursors(b"secret")
WHO: dict[str, str | None] = {
    "owner": "akira",
    "allowed for this game": "yuko",
    "allowed for all": "ken",
    "stranger": "toru",
    "guest": None,
}
RIGHTS: tuple[Right, ...] = ("read", "list", "write", "tag", "share", "analyse", "delete")

# By id: what each may do with a game that is private, and with one that is public. One letter for each right, in the
# order above; a dot is a refusal.
BY_ID: dict[str, tuple[str, str]] = {
    "owner": ("rlwtsad", "rlwtsad"),
    "allowed for this game": ("r....a.", "r....a."),
    "allowed for all": ("rl...a.", "rl...a."),
    "stranger": (".......", "r....a."),
    "guest": (".......", "r......"),
}
# By the link, while it is good; without one, or with one that was revoked or replaced, nobody gets anything by it.
BY_LINK: dict[str, str] = {
    "owner": "rlwtsad",
    "allowed for this game": "r....a.",
    "allowed for all": "rl...a.",
    "stranger": "r....a.",
    "guest": "r......",
}


@pytest.fixture
def game(club: Club) -> Game:
    house = people(club, "akira", "yuko", "ken", "toru")
    kept = club.keep()
    sharing.add_reader(club.owner(), kept.game_id, "yuko", house)
    sharing.add_reader_of_all(club.owner(), "ken", house)
    return kept


def rights(access: Callable[[], Access]) -> str:
    try:
        opened = access()
    except NoSuchGame:
        return "......."
    told = "".join(right[0] if opened.may(right) else "." for right in RIGHTS)
    for right in RIGHTS:
        if opened.may(right):
            assert opened.require(right) == opened.game
        else:
            with pytest.raises(OwnerOnly if opened.is_signed_in else NotSignedIn):
                opened.require(right)
    return told


@pytest.mark.parametrize(("who", "public", "share"), list(product(WHO, [False, True], [False, True])))
def test_a_game_by_its_id(club: Club, game: Game, who: str, public: bool, share: bool) -> None:
    sharing.set_public(club.owner(), game.game_id, public=public)
    if share:
        sharing.start_link(club.owner(), game.game_id)
    viewer = Viewer(club.store, WHO[who])
    assert rights(lambda: permissions.open_game(viewer, game.game_id)) == BY_ID[who][public]
    for wrong in ("nobody", "a#b", "", "x" * 300):
        with pytest.raises(NoSuchGame):
            permissions.open_game(viewer, wrong)


@pytest.mark.parametrize(("who", "public"), list(product(WHO, [False, True])))
def test_a_game_by_its_link(club: Club, game: Game, who: str, public: bool) -> None:
    sharing.set_public(club.owner(), game.game_id, public=public)
    viewer = Viewer(club.store, WHO[who])

    def by(code: str | None) -> str:
        return rights(lambda: permissions.open_link(viewer, str(code)))

    first = sharing.start_link(club.owner(), game.game_id).share_code
    assert sharing.start_link(club.owner(), game.game_id).share_code == first
    assert by(first) == BY_LINK[who]
    second = sharing.reissue_link(club.owner(), game.game_id).share_code
    assert (by(first), by(second)) == (".......", BY_LINK[who])
    revoked = sharing.revoke_link(club.owner(), game.game_id)
    assert (revoked.share, revoked.share_code) == (False, None)
    assert by(first) == by(second) == "......."
    third = sharing.start_link(club.owner(), game.game_id).share_code
    assert len({first, second, third}) == 3
    assert (by(first), by(second), by(third)) == (".......", ".......", BY_LINK[who])
    assert by("") == by("a#b") == "......."


LISTS: dict[str, Role] = {
    "owner": "owner",
    "allowed for this game": "public",
    "allowed for all": "reader_of_all",
    "stranger": "public",
    "guest": "public",
}


@pytest.mark.parametrize("who", WHO)
def test_a_list_shows_all_or_what_is_public(club: Club, game: Game, who: str) -> None:
    shown = club.keep(moves=3)
    sharing.set_public(club.owner(), shown.game_id, public=True)
    role = permissions.role_in(Viewer(club.store, WHO[who]), "akira")
    assert role == LISTS[who]
    selection = GameSelection(public="list" not in permissions.RIGHTS[role], is_own=role == "owner")
    page = lists.find_page(club.store, "akira", selection, None, CURSORS)
    expected = {shown.game_id} if role == "public" else {shown.game_id, game.game_id}
    assert {each.head.game_id for each in page.games} == expected


def test_whoever_may_not_is_refused_by_each_act_itself(club: Club, game: Game) -> None:
    seen: datetime = game.latest_update
    house = people(club, "akira", "yuko", "ken", "toru")
    tag = tags.add(club.owner("yuko"), "x")
    for username in ("yuko", "ken", "toru"):
        other = club.owner(username)
        acts: list[Callable[[], object]] = [
            lambda other=other: games.edit(other, game.game_id, {"memo": "x"}, seen),  # type: ignore[misc]
            lambda other=other: games.comment(other, game.game_id, Address(1), "x", seen),  # type: ignore[misc]
            lambda other=other: games.restore_record(other, game.game_id, seen),  # type: ignore[misc]
            lambda other=other: tags.put_on(other, game.game_id, tag.tag_id),  # type: ignore[misc]
            lambda other=other: tags.take_off(other, game.game_id, tag.tag_id),  # type: ignore[misc]
            lambda other=other: tags.find_on(other, game.game_id),  # type: ignore[misc]
            lambda other=other: sharing.set_public(other, game.game_id, public=True),  # type: ignore[misc]
            lambda other=other: sharing.start_link(other, game.game_id),  # type: ignore[misc]
            lambda other=other: sharing.reissue_link(other, game.game_id),  # type: ignore[misc]
            lambda other=other: sharing.revoke_link(other, game.game_id),  # type: ignore[misc]
            lambda other=other: sharing.find_readers(other, game.game_id),  # type: ignore[misc]
            lambda other=other: sharing.add_reader(other, game.game_id, "toru", house),  # type: ignore[misc]
            lambda other=other: sharing.let_read(other, game.game_id, "toru"),  # type: ignore[misc]
            lambda other=other: sharing.remove_reader(other, game.game_id, "yuko"),  # type: ignore[misc]
            lambda other=other: analyses.ask_for_game(other, game.game_id, "{}"),  # type: ignore[misc]
            lambda other=other: trash.throw_away(other, game.game_id),  # type: ignore[misc]
        ]
        for act in acts:
            with pytest.raises(NoSuchGame if username == "toru" else OwnerOnly):
                act()
    assert club.store.one(design.game("akira", game.game_id)) == game


def test_of_several_games_those_of_others_are_left_and_the_rest_is_done(club: Club, game: Game) -> None:
    own = club.keep("yuko", moves=3)
    outcome = bulk.put_tag_on(club.owner("yuko"), [game.game_id, own.game_id, "nobody"], "x")
    assert (outcome.done, outcome.missed) == (1, (game.game_id, "nobody"))
    outcome = bulk.move(club.owner("yuko"), [game.game_id, own.game_id], "folder")
    assert (outcome.done, outcome.missed) == (1, (game.game_id,))
    outcome = bulk.throw_away(club.owner("yuko"), [game.game_id, own.game_id])
    assert (outcome.done, outcome.missed) == (1, (game.game_id,))


def test_the_memo_is_read_by_others_only_if_the_owner_says_so(club: Club, game: Game) -> None:
    games.edit(club.owner(), game.game_id, {"memo": "ひみつ"}, game.latest_update)
    code = str(sharing.start_link(club.owner(), game.game_id).share_code)
    viewers = [Viewer(club.store, username) for username in ("yuko", "ken", None)]

    def memos() -> list[str]:
        by_id = [permissions.open_game(viewer, game.game_id).memo for viewer in viewers[:2]]
        return [*by_id, *(permissions.open_link(viewer, code).memo for viewer in viewers)]

    assert memos() == [""] * 5
    assert permissions.open_game(Viewer(club.store, "akira"), game.game_id).memo == "ひみつ"
    sharing.set_memo_shared(club.owner(), game.game_id, memo_shared=True)
    assert memos() == ["ひみつ"] * 5
    assert not permissions.open_game(viewers[0], game.game_id).is_own


def test_a_permission_that_is_taken_back_is_gone_at_once(club: Club, game: Game) -> None:
    sharing.remove_reader(club.owner(), game.game_id, "yuko")
    sharing.remove_reader_of_all(club.owner(), "ken")
    for username in ("yuko", "ken"):
        with pytest.raises(NoSuchGame):
            permissions.open_game(Viewer(club.store, username), game.game_id)
    assert permissions.role_in(Viewer(club.store, "ken"), "akira") == "public"
