"""What the home page says of the games, and what it asks for that: four cheap reads; where one was is in a cookie."""

from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.site_house import House, Member
from tests.apps.todo.house import SECRET

from chabudai.accounts.design import person_named
from chabudai.apps.shogi import PACKAGE, analyses, games, record_texts, trash
from chabudai.apps.shogi.entities import GameReader
from chabudai.apps.shogi.records import HANDICAPS, Record
from chabudai.apps.shogi.summary import summarizer
from chabudai.store import record_calls
from chabudai.web import Summary
from chabudai.web.catalogs import load_language
from chabudai.web.cookies import CookieJar
from chabudai.web.signing import Signer
from chabudai.web.translations import use_translations

_NUMBERS = count(1)


def person(site: House, language: str = "en") -> tuple[str, Member]:
    username = f"homely{next(_NUMBERS)}"
    return username, site.member(username, language)


def summarize(site: House, username: str, browser: Member, language: str = "en") -> Summary:
    said = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.cookies.jar)
    jar = CookieJar(said, Signer(SECRET, lambda: site.clock().timestamp()), secure=False)
    context: Any = SimpleNamespace(jar=jar)
    with use_translations(load_language(language, [PACKAGE])):
        return summarizer(site.store)(site.accounts.store.one(person_named(username)), context)


def test_a_new_person_is_asked_for_the_first_game(site: House) -> None:
    username, browser = person(site)
    card = summarize(site, username, browser)
    assert (card.note, card.badges, card.url) == ("Let's keep your first game.", (), "")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Go on with: 山田 健 vs 鈴木 浩二, move 5"), ("ja", "続きから：山田 健 対 鈴木 浩二 5手目")],
)
def test_the_card_goes_on_where_this_browser_was(site: House, language: str, said: str) -> None:
    username, browser = person(site, language)
    game = site.keep(username)
    assert summarize(site, username, browser).note == "Go on with: 山田 健 vs 鈴木 浩二"
    browser.get(f"/shogi/games/{game.game_id}?at=3")
    browser.get(f"/shogi/games/{game.game_id}/engine?at=5")  # as the script asks when one has stepped there
    card = summarize(site, username, browser, language)
    assert card.note == said
    assert card.url == f"/shogi/games/{game.game_id}?at=5"
    elsewhere = site.member(username)
    assert summarize(site, username, elsewhere).url == f"/shogi/games/{game.game_id}"


def test_a_game_that_came_later_and_was_never_opened_is_not_gone_on_with(site: House, clock: SettableClock) -> None:
    username, browser = person(site)
    looked_at = site.keep(username)
    browser.get(f"/shogi/games/{looked_at.game_id}?at=3")
    clock.advance(hours=1)
    newer = site.keep(username)
    assert summarize(site, username, browser).url == f"/shogi/games/{looked_at.game_id}?at=3"
    trash.throw_away(site.owner(username), looked_at.game_id)
    assert summarize(site, username, browser).url == f"/shogi/games/{newer.game_id}"


def test_a_game_of_others_is_no_place_to_go_on(site: House) -> None:
    username, browser = person(site)
    own = site.keep(username)
    browser.get(f"/shogi/games/{own.game_id}?at=2")
    other, _ = person(site)
    foreign = site.keep(other)
    site.store.put(GameReader(game_id=foreign.game_id, reader=username, owner=other))
    assert browser.get(f"/shogi/games/{foreign.game_id}?at=4").status_code == 200
    assert summarize(site, username, browser).url == f"/shogi/games/{own.game_id}?at=2"


def test_badges_count_what_was_analysed_and_shared_in_four_reads(site: House) -> None:
    username, browser = person(site)
    game = site.keep(username)
    asked = analyses.ask_for_game(site.owner(username), game.game_id, "{}")
    held = analyses.claim(site.store, site.clock, "w", "game")
    assert held is not None
    assert held.analysis_id == asked.analysis_id
    assert summarize(site, username, browser).badges == ()
    analyses.succeed(site.store, held, "{}")
    for number in range(2):
        site.store.put(GameReader(game_id=f"other{number}", reader=username, owner="somebody"))
    with record_calls() as calls:
        card = summarize(site, username, browser)
    assert [str(badge) for badge in card.badges] == ["1 analysed", "2 shared with you"]
    assert [(call.operation, call.index) for call in calls if call.table == "shogi"] == [
        ("Query", "LatestAccessIndex"),
        ("BatchGetItem", None),
        ("Query", "CommonGSI"),
        ("Query", "SwapIndex"),
    ]
    for number in range(2, 9):
        site.store.put(GameReader(game_id=f"other{number}", reader=username, owner="somebody"))
    assert [str(badge) for badge in summarize(site, username, browser).badges][1] == "5 or more shared with you"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Go on with: Shitate vs Uwate"), ("ja", "続きから：下手 対 上手")]
)
def test_players_without_names_are_called_by_their_sides(site: House, language: str, said: str) -> None:
    username, browser = person(site, language)
    record = Record.from_moves(["6a7b"], start=HANDICAPS["二枚落ち"])
    games.keep(site.owner(username), record_texts.compose(record))
    assert summarize(site, username, browser, language).note == said
