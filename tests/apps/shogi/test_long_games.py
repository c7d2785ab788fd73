"""Pages of a game of 15,000 moves: once its record is read, they cost what those of a short game do."""

from collections.abc import Iterator

import pytest
from tests.apps.shogi.club import NOON
from tests.apps.shogi.records.test_growth import calls
from tests.common import library
from tests.common.library import Library

from chabudai.apps.shogi import app as shogi
from chabudai.apps.shogi import games, record_texts
from chabudai.apps.shogi.analysis_answers import write_details
from chabudai.apps.shogi.analysis_entities import GameScores
from chabudai.apps.shogi.errors import RecordRefused
from chabudai.apps.shogi.evaluation import Mark
from chabudai.apps.shogi.heads import digest_line
from chabudai.apps.shogi.records import Address, Format, parse, write
from chabudai.apps.shogi.reviews import Review
from chabudai.apps.shogi.views.game_view import GameView, view_game
from chabudai.apps.shogi.views.move_rows import Scores
from chabudai.apps.shogi.views.review_table import list_scores

SHORT, LONG = 300, 15_000
WORDS = ("３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)")
PAGE = 60 * 1024


def long_text(moves: int) -> str:
    """Rooks that go to and fro, as short as KIF can say it."""
    return "\n".join(["手合割：平手", *(f"{ply} {WORDS[(ply - 1) % 4]}" for ply in range(1, moves + 1))])


def look_at(view: GameView) -> tuple[object, ...]:
    """All that its page shows."""
    return (
        view.board, view.text, view.steps, view.length, view.continuations, view.clocks, view.graph,
        view.list, view.counts, view.knob, view.are_lines_long, view.moves,
    )  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with library.opened(tmp_path_factory.mktemp("shogi"), shogi.build) as opened:
        yield opened


@pytest.fixture(scope="module")
def long_game(site: Library) -> str:
    """The address of a game as long as a record may be, with scores for each of its moves."""
    owner = site.owner("hanako")
    game = games.keep(owner, long_text(LONG), {"slug": "long"}).game
    record = record_texts.read_kept(game.record)
    scores = tuple(ply % 4000 - 2000 for ply in range(LONG + 1))
    review = Review(scores, marks=dict.fromkeys(range(100, 500, 25), Mark.MISTAKE))
    site.store.put(
        GameScores(
            owner="hanako",
            game_id=game.game_id,
            line=digest_line(record),
            scores=scores,
            response=write_details(review),
            created=NOON,
        )
    )
    return f"/shogi/games/{game.game_id}"


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_a_position_of_a_very_long_game_is_shown_with_the_work_of_a_short_one(share: float) -> None:
    def work(moves: int) -> int:
        record = parse(long_text(moves))
        at = str(round(moves * share))
        look_at(view_game(record, at, Scores(), is_flipped=False))
        return calls(lambda: look_at(view_game(record, at, Scores(), is_flipped=False)))

    assert work(LONG) < 1.2 * work(SHORT)


def test_of_a_variation_far_on_there_is_no_more_work_either() -> None:
    def work(moves: int) -> int:
        record = parse(long_text(moves)).with_branch(Address(moves - 10), ["7g7f", "3c3d"])
        look_at(view_game(record, f"{moves - 10}-2-2", Scores(), is_flipped=False))
        return calls(lambda: look_at(view_game(record, f"{moves - 10}-2-2", Scores(), is_flipped=False)))

    assert work(LONG) < 1.2 * work(SHORT)


def test_the_whole_game_for_the_script_is_put_into_words_once() -> None:
    record = parse(long_text(SHORT))
    view = view_game(record, "", Scores(), is_flipped=False)
    first = calls(lambda: view.lines)
    assert calls(lambda: view_game(record, "", Scores(), is_flipped=False).lines) < first / 20


def test_the_graph_and_the_table_of_a_very_long_game_have_as_much_as_a_screen_has_room_for() -> None:
    record = parse(long_text(LONG))
    scores = Scores(tuple(ply % 4000 - 2000 for ply in range(LONG + 1)), {100: Mark.MISTAKE, 14_000: Mark.MISTAKE})
    view = view_game(record, "7000", scores, is_flipped=False)
    assert len(view.graph.line) < 4_000
    assert view.graph.line.count("l") <= 300
    assert len(view.graph.ticks) <= 12
    assert [(mark.ply, mark.text) for mark in view.graph.marks] == [(100, "☖R-8b"), (14_000, "☖R-8b")]
    table = list_scores(record, scores, 7000)
    assert [table.rows[0].at, table.rows[-1].at, table.earlier, table.later] == ["6940", "7059", 6939, 7060]
    assert list_scores(record, scores, 0).earlier is None
    assert list_scores(record, scores, LONG).later is None


@pytest.mark.parametrize("at", ["0", "7500", "15000"])
def test_every_part_of_a_very_long_game_stays_within_60_kb(site: Library, long_game: str, at: str) -> None:
    browser = site.reader("hanako")
    parts = ("", "/moves", "/engine", "/scores", "/comment", "/diagram.svg", "/details", "/export", "/sharing", "/tags")
    for part in parts:
        answer = browser.get(f"{long_game}{part}?at={at}")
        assert answer.status_code == 200, part
        assert len(answer.content) < PAGE, part


def test_the_table_of_a_very_long_game_is_turned_over_like_its_moves(site: Library, long_game: str) -> None:
    page = site.reader("hanako").get(f"{long_game}/scores?at=7500").text
    assert f'href="{long_game}/scores?at=7439"' in page
    assert f'href="{long_game}/scores?at=7560"' in page


@pytest.mark.parametrize(("format_", "moves"), [(Format.USI, 19_000), (Format.USI, 60_000), (Format.CSA, 18_000)])
def test_what_is_short_as_it_is_sent_and_too_long_as_it_is_kept_is_refused_in_words(
    site: Library, format_: Format, moves: int
) -> None:
    """300 KB of USI are 60,000 moves, which are a megabyte of KIF: no row has room for them."""
    line = [("5i5h", "5a5b", "5h5i", "5b5a")[ply % 4] for ply in range(moves)]
    usi = f"position startpos moves {' '.join(line)}"
    text = usi if format_ is Format.USI else write(parse(usi), Format.CSA)
    assert len(text.encode()) <= 300 * 1024
    with pytest.raises(RecordRefused, match="Written out as KIF, this game is larger than 300 KB"):
        games.keep(site.owner("hanako"), text)


def test_a_record_of_300_kb_is_kept_opened_commented_and_exported(site: Library, long_game: str) -> None:
    owner, browser = site.owner("hanako"), site.reader("hanako")
    game = games.find_game(owner, long_game.rpartition("/")[2])
    assert len(game.record.encode()) > 280 * 1024
    changed = games.comment(owner, game.game_id, Address(LONG), "長い", game.latest_update).game
    assert "長い" in browser.get(f"{long_game}?at={LONG}").text
    for ending in ("kif", "ki2", "csa", "usi"):
        answer = browser.get(f"{long_game}/file?format={ending}")
        assert answer.status_code == 200, ending
        assert parse(answer.text, is_kept=True).moves_count == LONG
    games.restore_record(owner, game.game_id, changed.latest_update)
