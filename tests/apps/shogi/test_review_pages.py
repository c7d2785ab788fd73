"""The analysis of a whole game on its pages: figures for each side, the table behind the graph, and why one stopped."""

import json
import re
from collections.abc import Iterator
from itertools import count

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import NOON
from tests.apps.shogi.site_house import House, Member, built

from chabudai.adapters.usi import EngineCommand
from chabudai.apps.shogi import analyses, analysis_answers, design
from chabudai.apps.shogi.analysis_answers import AnalysisFailure
from chabudai.apps.shogi.analysis_entities import GameScores
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.evaluation import Mark
from chabudai.apps.shogi.reviews import Review, Unfinished

_NUMBERS = count(1)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """With an engine that nobody starts: no worker runs here."""
    command = EngineCommand(("true",))
    with built(SettableClock(NOON), tmp_path_factory.mktemp("site"), engine=lambda: command) as house:
        yield house


def analysed(site: House, language: str = "en", scores: int = 10) -> tuple[Member, Game]:
    """Nine moves, of which gote's second one, the fourth, is a mistake."""
    username = f"reviewed{next(_NUMBERS)}"
    browser = site.member(username, language)
    game = site.keep(username)
    values = (0, 30, 20, 40, 900, 880, 910, 900, 920, 905)[:scores]
    best = ("7g7f", "8c8d", "2g2f", "8c8d", "3i4h", "8c8d", "5g5f", "8c8d", "4i5h", "")[:scores]
    review = Review(values, best, {4: Mark.MISTAKE})
    keep_scores(site, game, review)
    return browser, game


def keep_scores(site: House, game: Game, review: Review) -> None:
    head = site.store.get(design.head(game.owner, game.game_id))
    assert head is not None
    site.store.put(
        GameScores(
            owner=game.owner,
            game_id=game.game_id,
            line=head.line,
            scores=review.scores,
            response=analysis_answers.write_details(review),
            created=site.clock(),
        )
    )


def cells(page: str, row: str) -> list[str]:
    found = re.search(rf'<th scope="row">{row}</th>(.*?)</tr>', page)
    assert found, row
    return [re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<td>(.*?)</td>", found[1])]


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", ("Inaccuracies", "Mistakes", "Best moves", "Biggest turn")),
        ("ja", ("疑問手", "悪手", "最善手", "一番の分かれ目")),
    ],
)
def test_each_side_has_its_figures(site: House, language: str, rows: tuple[str, ...]) -> None:
    browser, game = analysed(site, language)
    page = browser.get(f"/shogi/games/{game.game_id}?tab=engine").text
    assert cells(page, rows[0]) == ["0", "0"]
    assert cells(page, rows[1]) == ["0", "1"]
    assert cells(page, rows[2]) == ["100%", "0%"]
    worst = cells(page, rows[3])[1]
    assert worst.startswith("4 ")
    assert 'href="?at=4"' in page


def test_the_table_behind_the_graph_has_every_move_and_its_score(site: House) -> None:
    browser, game = analysed(site)
    page = browser.get(f"/shogi/games/{game.game_id}").text
    assert f'href="/shogi/games/{game.game_id}/scores?at=0"' in page
    table = browser.get(f"/shogi/games/{game.game_id}/scores?at=3").text
    assert table.count('<th scope="row"><a') == 10
    assert re.search(r'<td>4</td><th scope="row"><a href="[^"]*\?at=4">☖[^<]*</a> <em class="bad">Mistake</em>', table)
    assert ">+900<" in table
    assert 'aria-current="true"><td>3</td>' in table


def test_a_game_that_was_not_analysed_says_so_in_its_table(site: House) -> None:
    username = f"reviewed{next(_NUMBERS)}"
    browser = site.member(username)
    game = site.keep(username)
    assert "Not analysed yet" in browser.get(f"/shogi/games/{game.game_id}/scores").text
    assert "Evaluation as table" not in browser.get(f"/shogi/games/{game.game_id}").text
    assert site.member(f"reviewed{next(_NUMBERS)}").get(f"/shogi/games/{game.game_id}/scores").status_code == 404


def test_turning_points_are_links_without_a_script(site: House) -> None:
    browser, game = analysed(site)
    page = browser.get(f"/shogi/games/{game.game_id}?at=2&tab=engine").text
    assert re.search(r'href="\?at=4&amp;tab=engine"[^>]*data-key="\]"', page)
    assert re.search(r'href="\?at=2&amp;tab=engine"[^>]*data-key="\["', page)


def test_the_time_of_an_unfinished_analysis_is_chosen_beforehand_so_that_it_is_gone_on_with(site: House) -> None:
    browser, game = analysed(site)
    path = f"/shogi/games/{game.game_id}?tab=engine"
    assert re.findall(r'<option value="(\d+)" selected', browser.get(path).text) == ["3"]
    head = site.store.get(design.head(game.owner, game.game_id))
    assert head is not None
    keep_scores(site, game, Review((0, 30), ("7g7f", "8c8d"), unfinished=Unfinished(head.line, 10.0)))
    assert re.findall(r'<option value="(\d+)" selected', browser.get(path).text) == ["10"]


def test_an_analysis_that_broke_off_says_why_and_shows_what_it_found(site: House) -> None:
    browser, game = analysed(site, scores=4)
    owner = site.owner(game.owner)
    analyses.ask_for_game(owner, game.game_id, "{}")
    held = analyses.claim(site.store, site.clock, "w", "game")
    assert held is not None
    analyses.fail(site.store, held, analysis_answers.write_failure(AnalysisFailure("died")))
    page = browser.get(f"/shogi/games/{game.game_id}?tab=engine").text
    assert "Stopped: The shogi program ended by itself." in page
    assert 'id="graph-line"' in page


def test_what_was_stopped_says_how_far_it_came_and_nothing_of_the_game(site: House) -> None:
    browser, game = analysed(site, scores=4)
    page = browser.get(f"/shogi/games/{game.game_id}?tab=engine").text
    assert "Analysed up to move 3 of 9" in page
    assert "Best moves" not in page
    assert "Best moves" not in browser.get(f"/shogi/games/{game.game_id}/scores").text


def test_candidates_and_the_button_for_them_stand_before_the_figures(site: House) -> None:
    browser, game = analysed(site)
    page = browser.get(f"/shogi/games/{game.game_id}?tab=engine").text
    assert page.index('class="plot"') < page.index('value="position"') < page.index("Best moves")


def test_the_script_is_told_the_scores_that_it_does_not_know(site: House) -> None:
    browser, game = analysed(site, scores=5)
    path = f"/shogi/games/{game.game_id}"
    known = re.search(r'id="scored" data-scored="([^"]*)"', browser.get(path).text)
    assert known
    told = re.search("data-scores='([^']*)'", browser.get(f"{path}/engine?at=0&scored=2.0").text)
    assert told
    assert json.loads(told[1])[2:] == [[40, "+40", ""], [900, "+900", "mistake"]]
    assert "data-scores" not in browser.get(f"{path}/engine?at=0&scored={known[1]}").text
