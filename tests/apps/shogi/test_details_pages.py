"""A game's details and notes over HTTP: written into the record, kept when refused, told when both changed."""

from html import unescape
from itertools import count

import pytest
from httpx import Response
from tests.apps.shogi.site_house import House, Member, toasts
from tests.common.html_forms import form_to

from chabudai.apps.shogi import games, sharing
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.record_texts import read_kept

_NUMBERS = count(1)


def newcomer(site: House, language: str = "en") -> tuple[str, Member]:
    username = f"editor{next(_NUMBERS)}"
    return username, site.member(username, language)


def send(browser: Member, game: Game, page: Response, **values: str) -> Response:
    """The form of the page with these fields filled in otherwise."""
    action = f"/shogi/games/{game.game_id}/details"
    sent = form_to(page.text, action).with_values(**values)
    answer = browser.ask("POST", action, data=sent)
    return browser.follow(answer) if answer.status_code == 303 else answer


def details(browser: Member, game: Game, more: str = "") -> Response:
    return browser.get(f"/shogi/games/{game.game_id}/details{more}")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("Edit details", "You are", "Result for you", "Place")), ("ja", ("詳細を編集", "場所", "メモ"))],
)
def test_the_sheet_shows_all_that_people_fill_in(site: House, language: str, words: tuple[str, ...]) -> None:
    username, browser = newcomer(site, language)
    game = site.keep(username, {"memo": "note"}, opening="矢倉")
    page = details(browser, game).text
    assert all(word in page for word in words)
    opening = {"en": "Yagura", "ja": "矢倉"}[language]
    for value in ("山田 健", "鈴木 浩二", "2040-10-25", "社団戦", opening):
        assert f'value="{value}"' in page


def test_headers_are_written_into_the_record_and_the_rest_beside_it_with_one_undo(site: House) -> None:
    username, browser = newcomer(site)
    owner, game = site.owner(username), site.keep(username)
    done = send(
        browser,
        game,
        details(browser, game, "?at=3"),
        first_player="佐藤 美咲",
        played="2040-11-01",
        place="千駄ヶ谷",
        opening="Yagura vs Climbing Silver",
        memo="long game",
        slug="club/new name",
    )
    assert toasts(done) == ["Saved."]
    assert str(done.url).endswith("?at=3")
    kept = games.find_game(owner, game.game_id)
    headers = read_kept(kept.record).headers
    assert (headers["先手"], headers["場所"], headers["戦型"]) == ("佐藤 美咲", "千駄ヶ谷", "矢倉 対 棒銀")
    assert headers["開始日時"] == "2040/11/01"
    assert (kept.memo, kept.slug) == ("long game", "club/new name")
    browser.undo(done)
    back = games.find_game(owner, game.game_id)
    assert (back.memo, back.slug) == ("", game.slug)
    assert read_kept(back.record).headers.get("場所") is None
    assert read_kept(back.record).sente == "山田 健"


def test_what_was_not_touched_is_not_written(site: House) -> None:
    username, browser = newcomer(site)
    game = site.keep(username, opening="")
    send(browser, game, details(browser, game))
    assert games.find_game(site.owner(username), game.game_id) == game
    send(browser, game, details(browser, game), memo="x")
    assert games.find_game(site.owner(username), game.game_id).record == game.record


def test_the_result_follows_the_side_unless_it_is_chosen_too(site: House) -> None:
    username, browser = newcomer(site)
    owner, game = site.owner(username), site.keep(username)
    assert (game.side, game.result) == ("first", "win")
    done = send(browser, game, details(browser, game), side="second")
    kept = games.find_game(owner, game.game_id)
    assert (kept.side, kept.result) == ("second", "lose")
    browser.undo(done)
    assert games.find_game(owner, game.game_id).result == "win"
    send(browser, game, details(browser, game), side="second", result="draw")
    assert games.find_game(owner, game.game_id).result == "draw"


def test_what_both_changed_is_shown_twice_and_saved_when_it_is_sent_again(site: House) -> None:
    username, browser = newcomer(site)
    owner, game = site.owner(username), site.keep(username)
    page = details(browser, game)
    games.edit(owner, game.game_id, {"memo": "from my phone", "side": None}, game.latest_update)
    refused = send(browser, game, page, memo="from my desk", side="second", event="新しい会")
    assert refused.status_code == 409
    assert "from my phone" in unescape(refused.text)
    assert "from my desk" in refused.text
    assert "Neither" in refused.text.partition('id="field-side-error"')[2]
    assert games.find_game(owner, game.game_id).memo == "from my phone"
    send(browser, game, refused)
    kept = games.find_game(owner, game.game_id)
    assert (kept.memo, kept.side) == ("from my desk", "second")
    assert read_kept(kept.record).event == "新しい会"


def test_what_only_others_changed_stays(site: House) -> None:
    username, browser = newcomer(site)
    owner, game = site.owner(username), site.keep(username)
    page = details(browser, game)
    games.edit(owner, game.game_id, {"event": "elsewhere"}, game.latest_update)
    assert toasts(send(browser, game, page, memo="here")) == ["Saved."]
    kept = games.find_game(owner, game.game_id)
    assert (kept.memo, read_kept(kept.record).event) == ("here", "elsewhere")


@pytest.mark.parametrize(
    ("field", "value", "status"),
    [
        ("slug", "", 422),
        ("slug", "a//b", 422),
        ("slug", "taken", 409),
        ("first_player", "x" * 101, 422),
        ("played", "yesterday", 422),
        ("result", "glory", 422),
        ("memo", "x" * 4001, 422),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost(
    site: House, field: str, value: str, status: int
) -> None:
    username, browser = newcomer(site)
    site.keep(username, {"slug": "taken"})
    game = site.keep(username, {"slug": "mine"}, day="2040/10/26")
    typed = {"event": "a new event", field: value}
    answer = send(browser, game, details(browser, game), **typed)
    assert answer.status_code == status
    assert f'id="field-{field}-error"' in answer.text
    assert 'value="a new event"' in answer.text
    assert games.find_game(site.owner(username), game.game_id) == game
    again = send(browser, game, answer, **{field: form_value(details(browser, game), game, field)})
    assert toasts(again) == ["Saved."]


def form_value(page: Response, game: Game, field: str) -> str:
    (value,) = form_to(page.text, f"/shogi/games/{game.game_id}/details").fields[field]
    return value


def test_notes_have_a_sheet_of_their_own(site: House) -> None:
    username, browser = newcomer(site)
    game = site.keep(username)
    page = browser.get(f"/shogi/games/{game.game_id}/notes?at=2")
    done = send(browser, game, page, memo="<script>alert(1)</script>\nsecond line")
    assert "tab=memo" in str(done.url)
    assert "<script>alert" not in done.text
    assert games.find_game(site.owner(username), game.game_id).memo.endswith("second line")
    refused = send(browser, game, browser.get(f"/shogi/games/{game.game_id}/notes"), memo="x" * 4001)
    assert refused.status_code == 422
    assert "first_player" not in refused.text


def test_only_the_owner_edits_and_one_is_led_back_within_the_site(site: House) -> None:
    username, browser = newcomer(site)
    game = site.keep(username)
    _, stranger = newcomer(site)
    for path in ("details", "notes"):
        assert stranger.get(f"/shogi/games/{game.game_id}/{path}").status_code == 404
    assert stranger.press(f"/games/{game.game_id}/details", memo="x", was_memo="").status_code == 404
    sharing.set_public(site.owner(username), game.game_id, public=True)
    assert stranger.get(f"/shogi/games/{game.game_id}/details").status_code == 403
    assert stranger.press(f"/games/{game.game_id}/details", memo="x", was_memo="").status_code == 403
    assert games.find_game(site.owner(username), game.game_id).memo == ""
    back = send(browser, game, details(browser, game, "?back=/shogi?sort=name"), memo="x")
    assert str(back.url).endswith("/shogi?sort=name")
    away = send(browser, game, details(browser, game, "?back=//evil.example"), memo="y")
    assert str(away.url).startswith("http://house.test/shogi/games/")
