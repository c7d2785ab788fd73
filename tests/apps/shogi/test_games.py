"""Games: kept with what their records say, found again when they come twice, changed under what the person saw."""

import threading
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from tests.apps.shogi.club import NOON, Club, kif

from chabudai.apps.shogi import design, games, record_texts, sharing
from chabudai.apps.shogi.analysis_answers import read_details, write_details
from chabudai.apps.shogi.analysis_entities import GameScores
from chabudai.apps.shogi.entities import FormerRecord, Game, GameHead, System, User
from chabudai.apps.shogi.errors import (
    GamesFull,
    InvalidSlug,
    MoveRefused,
    NoSuchGame,
    NoSuchTag,
    RecordChanged,
    RecordRefused,
    SlugTaken,
)
from chabudai.apps.shogi.evaluation import Mark
from chabudai.apps.shogi.position_entities import Occurrence, PositionList
from chabudai.apps.shogi.records import Address, Ending, EndingKind, parse
from chabudai.apps.shogi.reviews import Review
from chabudai.apps.shogi.slugs import check
from chabudai.store import record_calls
from chabudai.table import Put
from chabudai.web.errors import InvalidFields, WebError


def keep(club: Club, username: str = "akira", **said: object) -> Game:
    return games.keep(club.owner(username), kif(**said), own_name="山田 健").game  # type: ignore[arg-type]


def head(club: Club, game: Game) -> GameHead:
    return club.store.one(design.head(game.owner, game.game_id))


def test_a_game_is_kept_with_what_its_record_says(club: Club) -> None:
    text = kif(opening="四間飛車")
    outcome = games.keep(club.owner(), text, own_name="山田健")
    game = outcome.game
    assert (game.slug, game.side, game.result, game.record) == ("社団戦/2040/鈴木 浩二", "first", "win", text)
    assert game.created == game.latest_access == game.latest_update == NOON
    assert (game.public, game.share, game.share_code) == (False, False, None)
    told = head(club, game)
    assert (told.first_player, told.second_player, told.event) == ("山田 健", "鈴木 浩二", "社団戦")
    assert (told.played, told.opening, told.handicap, told.moves) == (date(2040, 10, 25), "四間飛車", "平手", 9)
    assert told.final.split()[1] == "w"
    assert (told.side, told.result) == ("first", "win")
    assert club.store.one(design.user("akira")).kifu_count == 1
    assert outcome.same == ()


def test_a_preview_proposes_and_writes_nothing(club: Club) -> None:
    keep(club)
    before = club.items()
    preview = games.preview(club.owner(), kif(), own_name="鈴木 浩二")
    assert (preview.side, preview.result) == ("second", "lose")
    assert preview.slug == "社団戦/2040/山田 健"
    assert len(preview.same) == 1
    assert games.preview(club.owner(), kif(moves=4), own_name="山田 健").slug == "社団戦/2040/鈴木 浩二 2"
    assert club.items() == before


def test_what_is_given_goes_before_what_is_guessed(club: Club) -> None:
    given = {"slug": "研究/四間", "side": None, "result": "draw", "memo": "よい将棋", "opening": "四間飛車"}
    game = games.keep(club.owner(), kif(), given, own_name="山田 健").game
    assert (game.slug, game.side, game.result, game.memo) == ("研究/四間", None, "draw", "よい将棋")
    assert parse(game.record).opening == head(club, game).opening == "四間飛車"
    with pytest.raises(SlugTaken) as refusal:
        games.keep(club.owner(), kif(moves=4), {"slug": "研究/四間"})
    assert refusal.value.details[0][0] == "slug"
    assert len(club.rows(Game)) == len(club.rows(GameHead)) == 1
    with pytest.raises(NoSuchTag):
        games.keep(club.owner(), kif(moves=4), tags=["nobody"])
    with pytest.raises(InvalidFields):
        games.keep(club.owner(), kif(moves=4), {"result": "won"})


@pytest.mark.parametrize(
    ("own_name", "side", "result"),
    [
        ("山田 健", "first", "win"),
        ("山田　健", "first", "win"),
        ("鈴木", "second", "lose"),
        ("", None, None),
        ("健", None, None),
    ],
)
def test_the_side_is_told_by_ones_own_name(club: Club, own_name: str, side: str | None, result: str | None) -> None:
    game = games.keep(club.owner(), kif(), own_name=own_name).game
    assert (game.side, game.result) == (side, result)


@pytest.mark.parametrize(("end", "result"), [("千日手", "sennichite"), ("持将棋", "jishogi"), ("中断", None)])
def test_a_result_that_is_nobodys_needs_no_side(club: Club, end: str, result: str | None) -> None:
    assert games.keep(club.owner(), kif(end=end)).game.result == result


def test_the_same_game_is_noticed_and_kept_all_the_same(club: Club) -> None:
    first = keep(club)
    second = games.keep(club.owner(), kif(note="ことば"), own_name="山田 健")
    assert second.same == (first.game_id,)
    assert second.game.slug == f"{first.slug} 2"
    assert games.keep(club.owner("yuko"), kif()).same == ()
    assert games.keep(club.owner(), kif(first="田中")).same == ()


def test_a_text_that_is_no_game_is_refused_by_line_and_reason(club: Club) -> None:
    with pytest.raises(RecordRefused) as refusal:
        games.keep(club.owner(), kif().replace("２六歩(27)", "２四歩(27)"))
    assert refusal.value.unreadable.line == 9
    assert refusal.value.unreadable.move_number == 3
    assert refusal.value.unreadable.readable is not None
    assert str(refusal.value).startswith("Line 9: ")
    for text in ("", "   ", "こんにちは", "a" * 400_000):
        with pytest.raises(RecordRefused):
            games.keep(club.owner(), text)
    assert club.items() == []


@pytest.mark.parametrize("slug", ["", " ", "/a", "a//b", "a/", "a#b", "あ" * 101, "a/ /b"])
def test_a_slug_that_none_may_be_is_refused(club: Club, slug: str) -> None:
    with pytest.raises((InvalidSlug, InvalidFields)):
        games.keep(club.owner(), kif(), {"slug": slug})


def test_a_slug_is_one_however_it_was_typed(club: Club) -> None:
    assert check("か\u3099く/a  b ") == "がく/a b"
    assert check("あ" * 100) == "あ" * 100
    games.keep(club.owner(), kif(), {"slug": "がく"})
    with pytest.raises(SlugTaken):
        games.keep(club.owner(), kif(moves=4), {"slug": "か\u3099く"})


def test_an_edit_moves_game_and_head_together_and_can_be_taken_back(club: Club) -> None:
    game = keep(club)
    club.clock.advance(minutes=1)
    changes = {
        "slug": "a/b",
        "side": "second",
        "result": "lose",
        "memo": "x",
        "first_player": "山田",
        "played": "2040-10-26",
    }
    outcome = games.edit(club.owner(), game.game_id, changes, game.latest_update)
    after = outcome.game
    assert (after.slug, after.side, after.result, after.memo) == ("a/b", "second", "lose", "x")
    assert after.latest_update == NOON + timedelta(minutes=1)
    told = head(club, game)
    assert (told.side, told.result, told.memo, told.first_player) == ("second", "lose", "x", "山田")
    assert told.played == parse(after.record).played == date(2040, 10, 26)
    (act,) = outcome.undo.acts
    back = games.take_back_edit(club.owner(), **{**act.arguments, "seen": act.arguments["seen"].isoformat()}).game
    assert (back.slug, back.side, back.memo) == (game.slug, "first", "")
    assert parse(back.record).digest == parse(game.record).digest
    assert games.edit(club.owner(), game.game_id, {"memo": ""}, back.latest_update).undo.acts == ()


def test_a_change_under_an_old_sight_is_refused_and_writes_nothing(club: Club) -> None:
    game = keep(club)
    acts: list[Callable[[], object]] = [
        lambda: games.edit(club.owner(), game.game_id, {"memo": "y"}, game.latest_update),
        lambda: games.replace_record(club.owner(), game.game_id, kif(moves=4), game.latest_update),
        lambda: games.keep_branch(club.owner(), game.game_id, Address(2), ["6g6f"], game.latest_update),
        lambda: games.comment(club.owner(), game.game_id, Address(2), "x", game.latest_update),
    ]
    games.edit(club.owner(), game.game_id, {"memo": "x"}, game.latest_update)  # in the same second
    before = club.items()
    for act in acts:
        with pytest.raises(RecordChanged) as refusal:
            act()
        assert refusal.value.status == 409
    assert club.items() == before


def test_two_who_save_at_once_do_not_lose_a_word(club: Club) -> None:
    game = keep(club)
    outcomes: list[str] = []

    def save(word: str) -> None:
        try:
            games.comment(club.owner(), game.game_id, Address(2), word, game.latest_update)
            outcomes.append(word)
        except RecordChanged:
            outcomes.append("refused")

    threads = [threading.Thread(target=save, args=(f"w{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes.count("refused") == 3
    (kept,) = (word for word in outcomes if word != "refused")
    assert kept in games.find_game(club.owner(), game.game_id).record


def test_a_branch_and_words_are_kept_and_taken_back(club: Club) -> None:
    game = keep(club)
    outcome = games.keep_branch(club.owner(), game.game_id, Address(2), ["6g6f", "8c8d"], game.latest_update)
    record = parse(outcome.game.record)
    assert record.find(Address(2, ((2, 2),))).found
    assert record.main_moves == parse(game.record).main_moves
    (act,) = outcome.undo.acts
    assert act.name == "restore_record"
    back = games.restore_record(club.owner(), game.game_id, act.arguments["seen"]).game
    assert back.record == game.record
    with pytest.raises(RecordChanged):
        games.restore_record(club.owner(), game.game_id, act.arguments["seen"])
    said = games.comment(club.owner(), game.game_id, Address(3), "ここが急所", back.latest_update).game
    assert "ここが急所" in said.record
    with pytest.raises(MoveRefused):
        games.keep_branch(club.owner(), game.game_id, Address(2), ["5i5a"], said.latest_update)
    with pytest.raises(MoveRefused):
        games.keep_branch(club.owner(), game.game_id, Address(200), ["7g7f"], said.latest_update)
    club.clock.advance(days=1, seconds=1)
    assert club.store.get(design.former_record("akira", game.game_id)) is None


def test_another_main_line_has_other_positions_and_no_old_scores(club: Club) -> None:
    game = keep(club)
    club.store.put(GameScores(owner="akira", game_id=game.game_id, line="x", scores=(1,), created=NOON))
    branched = games.keep_branch(club.owner(), game.game_id, Address(2), ["6g6f"], game.latest_update).game
    assert len(club.rows(GameScores)) == 1
    assert len(club.rows(Occurrence)) == 10
    promoted = games.promote(club.owner(), game.game_id, Address(2, ((2, 1),)), branched.latest_update).game
    assert parse(promoted.record).moves_count == 3
    assert club.rows(GameScores) == []
    assert sorted(row.ply for row in club.rows(Occurrence)) == [0, 1, 2, 3]
    told = head(club, game)
    assert (told.moves, told.digest) == (3, parse(promoted.record).digest)
    cut = games.delete_from(club.owner(), game.game_id, Address(2), promoted.latest_update).game
    assert sorted(row.ply for row in club.rows(Occurrence)) == [0, 1]
    ended = games.end(club.owner(), game.game_id, Ending(EndingKind.RESIGNATION), cut.latest_update).game
    assert (ended.result, head(club, game).result) == ("win", "win")
    assert [row.since for row in club.rows(PositionList)] == [None]


def analyse(club: Club, game: Game) -> GameScores:
    """As an engine would: a score for each position, its own choice, and a mistake at the fourth move."""
    review = Review((0, 30, 20, 40, 900, 880), ("7g7f", "3c3d", "2g2f", "8c8d", "2f2e", ""), {4: Mark.MISTAKE})
    line, response = head(club, game).line, write_details(review)
    said = GameScores(
        owner="akira", game_id=game.game_id, line=line, scores=review.scores, response=response, created=NOON
    )
    return club.store.write(Put(said))


def test_the_analysis_holds_as_far_as_the_main_line_is_the_same_and_undo_brings_all_of_it_back(club: Club) -> None:
    game = keep(club, moves=5)
    analysed = analyse(club, game)
    branched = games.keep_branch(club.owner(), game.game_id, Address(2), ["6g6f"], game.latest_update).game
    promoted = games.promote(club.owner(), game.game_id, Address(2, ((2, 1),)), branched.latest_update)
    (part,) = club.rows(GameScores)
    assert (part.scores, part.line) == ((0, 30, 20), head(club, game).line)
    assert read_details(part.scores, part.response) == Review(part.scores, ("7g7f", "3c3d", "2g2f"), {})
    (act,) = promoted.undo.acts
    back = games.restore_record(club.owner(), game.game_id, act.arguments["seen"]).game
    (restored,) = club.rows(GameScores)
    assert restored.model_copy(update={"created": analysed.created}) == analysed
    cut = games.delete_from(club.owner(), game.game_id, Address(1), back.latest_update)
    assert club.rows(GameScores) == []
    games.restore_record(club.owner(), game.game_id, cut.undo.acts[0].arguments["seen"])
    assert club.rows(GameScores)[0].scores == analysed.scores


def test_an_undo_that_leaves_the_main_line_alone_leaves_its_analysis_alone(club: Club) -> None:
    game = keep(club, moves=5)
    analysed = analyse(club, game)
    said = games.comment(club.owner(), game.game_id, Address(3), "ここ", game.latest_update)
    games.restore_record(club.owner(), game.game_id, said.undo.acts[0].arguments["seen"])
    assert club.rows(GameScores) == [analysed]


def test_what_another_program_said_of_the_moves_is_kept_for_the_graph(club: Club) -> None:
    text = kif(moves=4).replace("   2 ", "*解析 0 候補1 評価値 120\n   2 ").replace("   4 ", "*#指し手[-55]\n   4 ")
    game = games.keep(club.owner(), text).game
    scores = club.store.one(design.scores("akira", game.game_id))
    assert (scores.scores, scores.line) == ((0, 120, 120, -55, -55), head(club, game).line)
    games.keep(club.owner(), kif(moves=2))
    assert len(club.rows(GameScores)) == 1


def test_an_opening_is_named_by_its_moves_unless_the_record_names_it(club: Club) -> None:
    assert head(club, keep(club, moves=10)).opening == "四間飛車"
    assert head(club, keep(club, moves=1)).opening is None
    assert head(club, keep(club, moves=10, opening="右四間飛車")).opening == "右四間飛車"


def test_a_look_counts_at_most_once_in_ten_minutes(club: Club) -> None:
    game = keep(club)
    club.clock.advance(minutes=9, seconds=59)
    with record_calls() as calls:
        assert games.look_at(club.owner(), game).latest_access == NOON
    assert [call.operation for call in calls] == []
    club.clock.advance(seconds=1)
    looked = games.look_at(club.owner(), game)
    assert looked.latest_access == NOON + timedelta(minutes=10)
    assert looked.latest_update == NOON
    assert games.look_at(club.owner(), game).latest_access == NOON  # another tab was faster
    assert games.find_game(club.owner(), game.game_id).latest_access == NOON + timedelta(minutes=10)


def test_nobody_else_changes_a_game(club: Club) -> None:
    game = keep(club)
    yuko = club.owner("yuko")
    for act in (
        lambda: games.find_game(yuko, game.game_id),
        lambda: games.edit(yuko, game.game_id, {"memo": "x"}, game.latest_update),
        lambda: games.comment(yuko, game.game_id, Address(1), "x", game.latest_update),
        lambda: sharing.set_public(yuko, game.game_id, public=True),
        lambda: games.find_game(yuko, "a#b"),
        lambda: games.find_game(yuko, ""),
    ):
        with pytest.raises(NoSuchGame):
            act()


def test_the_quota_is_the_persons_over_the_systems_over_our_own(club: Club) -> None:
    club.store.put(System(kifu_max=2, tag_max=5))
    keep(club)
    keep(club)
    with pytest.raises(GamesFull) as refusal:
        keep(club)
    assert refusal.value.most == 2
    club.store.write(User.update(username="akira").set(kifu_max=3))
    keep(club)
    with pytest.raises(GamesFull):
        keep(club)
    assert club.store.one(design.user("akira")).kifu_count == 3


def race(count: int, act: Callable[[int], object]) -> list[WebError]:
    refusals: list[WebError] = []

    def run(number: int) -> None:
        try:
            act(number)
        except WebError as refusal:
            refusals.append(refusal)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return refusals


def test_the_quota_is_exact_for_many_at_once(club: Club) -> None:
    club.store.put(System(kifu_max=3, tag_max=5))
    refusals = race(8, lambda number: keep(club, moves=number % 4 + 1))
    assert [type(refusal) for refusal in refusals] == [GamesFull] * 5
    assert len(club.rows(Game)) == len(club.rows(GameHead)) == club.store.one(design.user("akira")).kifu_count == 3
    assert len({game.slug for game in club.rows(Game)}) == 3


def test_of_many_at_once_one_gets_the_slug(club: Club) -> None:
    refusals = race(5, lambda number: games.keep(club.owner(), kif(moves=number + 1), {"slug": "a/b"}))
    assert [type(refusal) for refusal in refusals] == [SlugTaken] * 4
    assert [game.slug for game in club.rows(Game)] == ["a/b"]
    others = [games.keep(club.owner(), kif(), {"slug": f"c/{number}"}).game for number in range(4)]
    refusals = race(
        4,
        lambda number: games.edit(club.owner(), others[number].game_id, {"slug": "d"}, others[number].latest_update),
    )
    assert [type(refusal) for refusal in refusals] == [SlugTaken] * 3
    assert sum(game.slug == "d" for game in club.rows(Game)) == 1


def test_keeping_asks_the_store_so_much(club: Club) -> None:
    keep(club)
    text = kif(second="佐藤")
    with record_calls() as calls:
        games.keep(club.owner(), text, own_name="山田 健")
    assert [call.operation for call in calls] == [
        "Query",  # the same game
        "Query",  # the slug
        "TransactGetItems",  # the limits
        "TransactWriteItems",
        "GetItem",  # the list of positions
        "TransactWriteItems",
    ]
    assert len(club.rows(FormerRecord)) == 0


def test_a_kept_record_is_read_once_and_no_more_of_them_are_remembered_than_there_is_room_for() -> None:
    text = kif(note="remembered")
    record = record_texts.read_kept(text)
    assert record_texts.read_kept(text) is record
    for number in range(5):
        record_texts.read_kept(kif(note=f"{number}" + "x" * 250_000))
    assert record_texts.read_kept(text) is not record
    assert record_texts.read_kept(text) == record
