"""Who sees a game, over HTTP: the sheet with its switches, what others share, and everybody's public page."""

import re
from collections.abc import Callable
from html import unescape
from itertools import count

import pytest
from httpx import Response
from tests.apps.shogi.site_house import House, Member, toasts

from chabudai.apps.shogi import games, sharing, tags
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.people import People

_NUMBERS = count(1)
HOSTILE = '<img src=x onerror="alert(1)">'


def newcomer(site: House, language: str = "en", name: str = "") -> tuple[str, Member]:
    username = f"sharer{next(_NUMBERS)}"
    return username, site.member(username, language, name)


def guest(site: House, language: str = "en") -> Member:
    return Member(site.client, language)


def plain(page: Response, name: str) -> str:
    """What the page says, without its own address."""
    return page.text.partition("<main")[2].partition("</main>")[0].replace(name, "")


def link_in(page: str) -> str:
    found = re.search(r'id="share-link" value="([^"]+)"', page)
    return unescape(found[1]).removeprefix("http://house.test") if found else ""


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                "Show on your public page",
                "Anyone with the link",
                "People by name",
                "Someone who may see all",
                "Only me",
            ),
        ),
        ("ja", ("公開ページに載せる", "リンクを知っている人", "人に見せる", "この人には全部", "自分だけ")),
    ],
)
def test_the_sheet_has_four_lines_and_says_the_widest(site: House, language: str, words: tuple[str, ...]) -> None:
    username, browser = newcomer(site, language)
    game = site.keep(username)
    page = browser.get(f"/shogi/games/{game.game_id}/sharing").text
    for word in words:
        assert word in page
    assert page.count('role="switch"') == 3


def test_the_head_of_the_game_says_the_widest_circle_in_words(site: House) -> None:
    username, browser = newcomer(site)
    friend, _ = newcomer(site)
    game = site.keep(username)
    path = f"/games/{game.game_id}"

    def said() -> str:
        found = re.search(
            rf'id="seen-{game.game_id}">.*?<span class="clip">(.*?)</span>', browser.get(f"/shogi{path}").text
        )
        assert found
        return found[1]

    assert said() == "Only me"
    browser.press(f"{path}/sharing/people", username=friend)
    assert said() == "Shared with 1 person"
    browser.press(f"{path}/sharing/link", act="start")
    assert said() == "Shared by link"
    browser.press(f"{path}/sharing/public", on="1")
    assert said() == "Public"
    browser.press(f"{path}/sharing/public", on="")
    assert said() == "Shared by link"


def test_whoever_may_see_all_is_counted_in_lists_and_heads(site: House) -> None:
    username, browser = newcomer(site)
    friend, _ = newcomer(site)
    game = site.keep(username)
    browser.press("/shared/readers", username=friend)
    for path in ("/shogi", f"/shogi/games/{game.game_id}"):
        assert "Shared with 1 person" in browser.get(path).text
        assert "Only me" not in browser.get(path).text


def test_a_link_opens_from_its_move_is_replaced_and_stops_at_once(site: House) -> None:
    username, browser = newcomer(site)
    game = site.keep(username)
    path = f"/games/{game.game_id}/sharing"
    sheet = browser.press(f"{path}/link", act="start", at="5")
    first = link_in(sheet.text)
    assert 'data-accent="kaki"' in guest(site).get(first).text
    from_move = link_in(browser.get(f"/shogi{path}?at=5&start=move").text)
    assert from_move == f"{first}?at=5"
    assert 'data-at="5"' in guest(site).get(from_move).text
    assert "This link will stop working for good." in browser.get(f"/shogi{path}?ask=stop").text
    second = link_in(browser.press(f"{path}/link", act="replace").text)
    assert second != first
    dead, never = guest(site).get(first), guest(site).get("/s/neverwas")
    assert dead.status_code == never.status_code == 404
    assert plain(dead, first) == plain(never, "/s/neverwas")
    assert guest(site).get(second).status_code == 200
    stopped = browser.press(f"{path}/link", act="stop")
    assert toasts(stopped) == ["The link no longer works."]
    assert guest(site).get(second).status_code == 404
    assert games.find_game(site.owner(username), game.game_id).share_code is None


def test_notes_are_shown_only_where_the_box_is_ticked(site: House) -> None:
    username, browser = newcomer(site)
    game = site.keep(username, {"memo": "my secret plan"})
    path = f"/games/{game.game_id}/sharing"
    link = link_in(browser.press(f"{path}/link", act="start").text)
    assert "my secret plan" not in guest(site).get(link).text
    browser.press(f"{path}/notes", on="1")
    assert "my secret plan" in guest(site).get(link).text
    browser.press(f"{path}/notes", on="")
    assert "my secret plan" not in guest(site).get(link).text


def test_a_person_is_named_reads_and_is_taken_back_with_undo(site: House) -> None:
    username, browser = newcomer(site)
    friend, reader = newcomer(site, name=HOSTILE)
    game = site.keep(username)
    path = f"/games/{game.game_id}"
    assert reader.get(f"/shogi{path}").status_code == 404
    sheet = browser.press(f"{path}/sharing/people", username=f" {friend.upper()} ")
    assert "&lt;img" in sheet.text
    assert "<img src=x" not in sheet.text
    assert reader.get(f"/shogi{path}").status_code == 200
    gone = browser.press(f"{path}/sharing/people/remove", reader=friend)
    assert toasts(gone) == [f"{unescape(HOSTILE)} can no longer see this."]
    assert reader.get(f"/shogi{path}").status_code == 404
    browser.undo(gone)
    assert reader.get(f"/shogi{path}").status_code == 200


def test_an_unknown_person_is_told_beside_the_field_and_not_for_ever(site: House) -> None:
    username, browser = newcomer(site)
    game = site.keep(username)
    path = f"/games/{game.game_id}/sharing/people"
    answer = browser.press(path, username="no-such-one")
    assert answer.status_code == 404
    assert "We can&#39;t find anyone by that name." in answer.text
    assert 'value="no-such-one"' in answer.text
    own = browser.press(path, username=username)
    assert "That&#39;s you." in own.text
    answers = [browser.press(path, username=f"guess{number}").status_code for number in range(30)]
    assert answers[-1] == 429
    assert guest(site).press(path, username="no-such-one").status_code in (401, 404)


SHEET_ACTS = ("public", "link", "notes", "people", "people/remove")


@pytest.mark.parametrize("act", SHEET_ACTS)
def test_only_the_owner_opens_the_sheet_and_presses_its_switches(site: House, act: str) -> None:
    username, browser = newcomer(site)
    _, stranger = newcomer(site)
    friend, reader = newcomer(site)
    game = site.keep(username)
    path = f"/games/{game.game_id}/sharing"
    assert stranger.get(f"/shogi{path}").status_code == 404
    assert stranger.press(f"{path}/{act}", on="1", act="start", username=friend).status_code == 404
    browser.press(f"{path}/people", username=friend)
    assert reader.get(f"/shogi{path}").status_code == 403
    assert reader.press(f"{path}/{act}", on="1", act="start", username="akira", reader=friend).status_code == 403
    kept = games.find_game(site.owner(username), game.game_id)
    assert (kept.public, kept.share, kept.memo_shared) == (False, False, False)
    assert sharing.find_readers(site.owner(username), game.game_id) == [friend]


def test_what_is_shared_with_me_stands_on_one_page_until_i_leave_it(site: House) -> None:
    username, _ = newcomer(site, name="山田 健")
    other, _ = newcomer(site, name="佐藤 美咲")
    me, browser = newcomer(site)
    assert "Nothing is shared with you yet" in browser.get("/shogi/shared").text
    assert me in browser.get("/shogi/shared").text
    game = site.keep(username, {"slug": "秘密の棚/一局", "memo": "内緒"})
    tag = tags.add(site.owner(username), "内輪")
    tags.put_on(site.owner(username), game.game_id, tag.tag_id)
    sharing.add_reader(site.owner(username), game.game_id, me, people_of(site))
    site.keep(other)
    sharing.add_reader_of_all(site.owner(other), me, people_of(site))
    page = browser.get("/shogi/shared").text
    assert f'href="/shogi/games/{game.game_id}"' in page
    assert f'href="/shogi/shared/people/{other}"' in page
    assert not re.search("秘密の棚|内緒|内輪", page)
    left = browser.press(f"/shared/games/{game.game_id}/leave")
    assert toasts(left) == ["The game is no longer shown here."]
    assert browser.get(f"/shogi/games/{game.game_id}").status_code == 404
    browser.press(f"/shared/people/{other}/leave")
    assert "Nothing is shared with you yet" in browser.get("/shogi/shared").text
    assert browser.get(f"/shogi/shared/people/{other}").status_code == 404
    assert browser.press(f"/shared/games/{game.game_id}/leave").status_code == 404


def test_a_person_s_list_is_read_only_and_shows_neither_folder_tag_nor_notes(site: House) -> None:
    username, owner = newcomer(site, name="山田 健")
    me, browser = newcomer(site)
    game = site.keep(username, {"slug": "秘密の棚/一局", "memo": "内緒"}, opening="矢倉")
    owner.press("/shared/readers", username=me)
    page = browser.get(f"/shogi/shared/people/{username}").text
    assert f'href="/shogi/games/{game.game_id}"' in page
    assert "/trash" not in page.partition("<main")[2]
    assert not re.search("秘密の棚|内緒", page)
    assert game.game_id in browser.get(f"/shogi/shared/people/{username}?q=矢倉").text
    assert game.game_id not in browser.get(f"/shogi/shared/people/{username}?q=内緒").text
    assert browser.get(f"/shogi/shared/people/{username}?sort=updated&folder=x&tag=y").status_code == 200
    removed = owner.press("/shared/readers/remove", reader=me)
    assert browser.get(f"/shogi/shared/people/{username}").status_code == 404
    owner.undo(removed)
    assert browser.get(f"/shogi/shared/people/{username}").status_code == 200


def test_nobody_opens_the_list_of_one_who_did_not_let_them_in(site: House) -> None:
    username, _ = newcomer(site)
    site.keep(username)
    _, stranger = newcomer(site)
    answers = [stranger.get(f"/shogi/shared/people/{name}").status_code for name in (username, "nobody", "a%23b", "X")]
    assert answers == [404] * 4
    assert guest(site).get(f"/shogi/shared/people/{username}").status_code in (303, 401)


def test_who_may_see_all_is_told_beside_the_field_when_unknown(site: House) -> None:
    _, browser = newcomer(site, "ja")
    answer = browser.press("/shared/readers", username="inai")
    assert "その名前の人は見つかりません。" in answer.text
    assert 'value="inai"' in answer.text


@pytest.mark.parametrize("visitor", [guest, lambda site: newcomer(site)[1]])
def test_a_public_page_shows_rows_without_folder_tags_and_notes(
    site: House, visitor: Callable[[House], Member]
) -> None:
    username, _ = newcomer(site, name="山田 健")
    shown = site.keep(username, {"slug": "秘密の棚/一局", "memo": "内緒"})
    hidden = site.keep(username, {"slug": "もう一局"}, day="2040/10/26")
    tag = tags.add(site.owner(username), "内輪")
    tags.put_on(site.owner(username), shown.game_id, tag.tag_id)
    sharing.set_public(site.owner(username), shown.game_id, public=True)
    page = visitor(site).get(f"/shogi/u/{username}").text
    assert "山田 健" in page
    assert f'href="/shogi/games/{shown.game_id}"' in page
    assert hidden.game_id not in page
    assert not re.search("秘密の棚|内緒|内輪|もう一局", page)
    game = visitor(site).get(f"/shogi/games/{shown.game_id}").text
    assert f'href="/shogi/u/{username}"' in game
    assert not re.search("秘密の棚|内緒|内輪", game)


def test_of_a_person_without_public_games_there_is_no_page_as_of_one_who_never_was(site: House) -> None:
    username, own = newcomer(site)
    site.keep(username)
    found = [guest(site).get(f"/shogi/u/{name}") for name in (username, "neverwas", "a%23b", "%20")]
    assert {answer.status_code for answer in found} == {404}
    assert plain(found[0], username) == plain(found[1], "neverwas")
    assert own.get(f"/shogi/u/{username}").status_code == 404


def test_a_public_page_goes_on_after_25_games(site: House) -> None:
    username, _ = newcomer(site)
    for number in range(27):
        game = site.keep(username, {"slug": f"{number:02}"})
        sharing.set_public(site.owner(username), game.game_id, public=True)
    page = guest(site).get(f"/shogi/u/{username}").text
    more = unescape(page.partition("data-more")[0].rpartition('href="')[2].partition('"')[0])
    assert len(re.findall("data-row", page)) == 25
    assert len(re.findall("data-row", guest(site).get(more).text)) == 2


def test_a_reader_is_led_back_to_where_the_game_stood(site: House) -> None:
    username, owner = newcomer(site, name="山田 健")
    me, browser = newcomer(site)
    game: Game = site.keep(username)
    owner.press(f"/games/{game.game_id}/sharing/people", username=me)
    assert 'class="icon-button back" href="/shogi/shared"' in browser.get(f"/shogi/games/{game.game_id}").text
    owner.press("/shared/readers", username=me)
    page = browser.get(f"/shogi/games/{game.game_id}").text
    assert f'class="icon-button back" href="/shogi/shared/people/{username}"' in page
    assert ">山田 健</a>" in page


def people_of(site: House) -> People:
    return People.default(site.store, site.clock)
