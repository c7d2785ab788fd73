"""The demo's games: legal, named in both languages, and kept as a person would keep them."""

from collections import Counter
from dataclasses import replace

import pytest
from tests.apps.shogi.club import Club

from chabudai.apps.shogi import analyses, analysis_answers, demo, demo_games, design, record_texts, sharing, tags
from chabudai.apps.shogi.demo_english import ENGLISH
from chabudai.apps.shogi.demo_stories import COMMENTS, MEMOS, VARIATIONS, stories
from chabudai.apps.shogi.entities import Game, GameHead
from chabudai.apps.shogi.records import EndingKind, Position
from chabudai.apps.shogi.reviews import summarize

SMALL = 150_000


def test_every_move_of_the_data_is_legal_and_every_ending_true() -> None:
    assert demo_games.PATH.stat().st_size < SMALL
    for name, game in demo_games.load().items():
        record = game.record({})  # an illegal move would be refused
        assert len(game.seconds) == len(game.moves), name
        positions = list(record.positions(record.main_line()))
        assert positions[-1].is_mate == (game.ending is EndingKind.MATE), name
        if game.ending is EndingKind.REPETITION:
            assert Counter(each.key for each in positions)[positions[-1].key] == 4
        if game.ending is EndingKind.IMPASSE:
            assert _are_in(positions[-1])


def _are_in(position: Position) -> bool:
    kings = {side: square for square, kind, side in position.pieces() if kind == "K"}
    ranks = {side.value: square[1] for side, square in kings.items()}
    return ranks["sente"] in "abc" and ranks["gote"] in "ghi"


def test_what_an_engine_said_belongs_to_its_game() -> None:
    reviewed = {name: game for name, game in demo_games.load().items() if game.review is not None}
    assert len(reviewed) >= 5
    for name, game in reviewed.items():
        assert game.review is not None
        assert len(game.review.scores) == len(game.review.best_moves) == len(game.moves) + 1, name
        positions = list(game.record({}).positions(range(1, len(game.moves) + 1)))
        for position, move in zip(positions, game.review.best_moves, strict=True):
            assert position.is_legal(move) if move else position.is_mate, name
        sides = summarize(game.review, game.moves, positions[0].side)
        assert sum(each.mistakes + each.inaccuracies for each in sides.values()) == len(game.review.marks)


def test_the_stories_are_about_games_that_there_are_and_have_all_their_english() -> None:
    told = [story.game for story in stories()]
    assert sorted(told) == sorted(demo_games.load())
    assert set(COMMENTS) | set(VARIATIONS) | set(MEMOS) <= set(told)
    texts = {
        text for story in stories() for text in (story.first, story.second, story.event, story.folder, *story.tags)
    }
    texts |= {text for comments in COMMENTS.values() for text in comments.values()} | set(MEMOS.values())
    texts |= {each.comment for variations in VARIATIONS.values() for each in variations if each.comment}
    assert {text for text in texts if not text.isascii()} <= set(ENGLISH)
    assert all(text.isascii() for text in ENGLISH.values())
    assert all(1 <= story.days < 366 for story in stories())


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_year_of_games_is_kept_in_folders_tagged_and_partly_analysed(club: Club, language: str) -> None:
    owner = club.owner()
    demo.fill(owner, "en" if language == "en" else "ja")
    heads = list(club.store.all(design.all_heads("akira")))
    assert len(heads) == len(stories())
    results = Counter(head.result for head in heads)
    assert results["win"] > 10
    assert results["lose"] > 10
    assert results["sennichite"] == results["jishogi"] == 1
    slugs = [game.slug for game in club.store.all(design.whole_games("akira"))]
    assert len(set(slugs)) == len(slugs)
    assert {slug.partition("/")[0] for slug in slugs} == (
        {"社団戦", "大会", "道場", "ネット", "家", "研究"}
        if language == "ja"
        else {"Team league", "Tournaments", "Club", "Online games", "Home", "Study"}
    )
    assert any(head.public for head in heads)
    assert any(head.share for head in heads)
    assert len({head.opening for head in heads}) > 10
    assert {tag.name for tag in tags.find_all(owner)} >= ({"反省"} if language == "ja" else {"To learn from"})
    assert all(head.played is not None and head.played <= owner.today() for head in heads)
    _check_records(club, heads)
    before = club.items()
    demo.fill(replace(owner), "ja")
    assert len(club.items()) == len(before)


def _check_records(club: Club, heads: list[GameHead]) -> None:
    comments = variations = analysed = 0
    for head in heads:
        game: Game = club.store.one(design.game("akira", head.game_id))
        record = record_texts.read_kept(game.record)
        comments += sum(bool(node.comment) for node in record.nodes)
        variations += len(record.nodes) - 1 > record.moves_count
        assert all(record.nodes[index].seconds for index in record.main_line())
        if scores := analyses.find_scores("akira", club.store, head.game_id):
            analysed += 1
            assert scores.line == head.line
            assert analysis_answers.read_details(scores.scores, scores.response).best_moves
    assert comments >= 25
    assert variations >= 5
    assert analysed >= 5


def test_a_friend_shares_games_with_the_person_of_the_demo(club: Club) -> None:
    owner = club.owner("yamada")
    demo.fill(owner)
    shared = sharing.find_shared_games(owner).games
    told = sorted((each.owner, str(each.head.side)) for each in shared)
    assert told == [("suzuki.yamada", "first"), ("suzuki.yamada", "second")]
