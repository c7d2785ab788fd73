"""Tags over HTTP: on a game by a sheet, as a list of one's own, and the games that have one."""

import re
from html import unescape
from itertools import count

import pytest
from tests.apps.shogi.site_house import House, Member, names, toasts

from chabudai.apps.shogi import design, tags
from chabudai.apps.shogi.entities import User

_NUMBERS = count(1)
HOSTILE = "<b onclick=alert(1)>" + "x" * 20


def newcomer(site: House, language: str = "en") -> tuple[str, Member]:
    username = f"tagger{next(_NUMBERS)}"
    return username, site.member(username, language)


def tags_of(site: House, username: str, game_id: str) -> list[str]:
    worn = tags.find_on(site.owner(username), game_id)
    return [tag.name for tag in tags.find_all(site.owner(username)) if tag.tag_id in worn]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("Tags of this game", "It has no tags yet.")), ("ja", ("この棋譜のタグ", "まだタグがありません。"))],
)
def test_a_name_that_is_typed_makes_a_tag_and_puts_it_on(site: House, language: str, words: tuple[str, ...]) -> None:
    username, browser = newcomer(site, language)
    game = site.keep(username)
    path = f"/games/{game.game_id}/tags"
    page = browser.get(f"/shogi{path}").text
    assert all(word in page for word in words)
    browser.press(path, name=" 急戦 ")
    browser.press(path, name="急戦")
    assert tags_of(site, username, game.game_id) == ["急戦"]
    for where in ("/shogi", f"/shogi/games/{game.game_id}"):
        head = browser.get(where).text.partition(f'id="tags-{game.game_id}"')[2].partition("</a></span>")[0]
        assert "急戦" in head


def test_one_s_own_tag_is_put_on_with_a_tap_and_taken_off_with_undo(site: House) -> None:
    username, browser = newcomer(site)
    game = site.keep(username)
    tag = tags.add(site.owner(username), "opening")
    path = f"/games/{game.game_id}/tags"
    assert f'name="tag" value="{tag.tag_id}"' in browser.get(f"/shogi{path}").text
    browser.press(path, tag=tag.tag_id)
    assert tags_of(site, username, game.game_id) == ["opening"]
    gone = browser.press(f"{path}/remove", tag=tag.tag_id)
    assert toasts(gone) == ["Removed the tag “opening”."]
    assert tags_of(site, username, game.game_id) == []
    browser.undo(gone)
    assert tags_of(site, username, game.game_id) == ["opening"]


def test_what_is_wrong_with_a_tag_stands_beside_its_field(site: House) -> None:
    username, browser = newcomer(site)
    game = site.keep(username)
    path = f"/games/{game.game_id}/tags"
    empty, long, gone = (
        browser.press(path, name=" "),
        browser.press(path, name="x" * 41),
        browser.press(path, tag="gone"),
    )
    assert [answer.status_code for answer in (empty, long, gone)] == [422, 422, 404]
    assert all('id="field-name-error"' in answer.text for answer in (empty, long, gone))
    assert f'value="{"x" * 41}"' in long.text


def test_at_the_quota_the_sentence_stands_beside_the_field_and_nothing_typed_is_lost(site: House) -> None:
    username, browser = newcomer(site)
    game = site.keep(username)
    tags.add(site.owner(username), "one")
    site.store.write(User.update(username=username).set(tag_max=1))
    for path in ("/tags", f"/games/{game.game_id}/tags"):
        answer = browser.press(path, name="two")
        assert answer.status_code == 422
        error = answer.text.partition('id="field-name-error"')[2]
        assert "You have reached 1 tags." in error
        assert 'value="two"' in answer.text
    assert "1 of 1 tags" in browser.get("/shogi/tags").text


def test_all_tags_are_listed_with_their_games_renamed_and_deleted_with_undo(site: House) -> None:
    username, browser = newcomer(site)
    assert "No tags yet" in browser.get("/shogi/tags").text
    browser.press("/tags", name="四間")
    game = site.keep(username)
    (tag,) = tags.find_all(site.owner(username))
    browser.press(f"/games/{game.game_id}/tags", tag=tag.tag_id)
    page = browser.get("/shogi/tags").text
    assert "1 game" in page
    assert "Last used" in page
    before = site.store.get(design.head(username, game.game_id))
    renamed = browser.press(f"/tags/{tag.tag_id}/edit", name="四間飛車", next="/shogi/tags")
    assert toasts(renamed) == ["The tag is called “四間飛車” now."]
    assert site.store.get(design.head(username, game.game_id)) == before
    browser.undo(renamed)
    assert tags_of(site, username, game.game_id) == ["四間"]
    deleted = browser.press(f"/tags/{tag.tag_id}/delete")
    assert toasts(deleted) == ["Deleted the tag “四間”."]
    assert tags_of(site, username, game.game_id) == []
    browser.undo(deleted)
    assert tags_of(site, username, game.game_id) == ["四間"]


def test_a_name_that_is_taken_stays_in_its_field(site: House) -> None:
    username, browser = newcomer(site)
    browser.press("/tags", name="a")
    browser.press("/tags", name="b")
    (first, _) = tags.find_all(site.owner(username))
    answer = browser.press(f"/tags/{first.tag_id}/edit", name="B", next="https://elsewhere.example/")
    assert answer.status_code == 409
    assert 'value="B"' in answer.text
    assert "That name is taken." in answer.text
    good = browser.press(f"/tags/{first.tag_id}/edit", name="c", next="https://elsewhere.example/")
    assert good.url.path == "/shogi/tags"


def test_a_tag_s_page_is_the_list_of_its_games(site: House) -> None:
    username, browser = newcomer(site)
    tag = tags.add(site.owner(username), "x")
    assert "No game has this tag" in browser.get(f"/shogi/tags/{tag.tag_id}").text
    for number in range(27):
        game = site.keep(username, {"slug": f"{number:02}"})
        tags.put_on(site.owner(username), game.game_id, tag.tag_id)
    site.keep(username, {"slug": "other"})
    page = browser.get(f"/shogi/tags/{tag.tag_id}?sort=name")
    assert names(page) == [f"{number:02}" for number in range(25)]
    more = unescape(page.text.partition("data-more")[0].rpartition('href="')[2].partition('"')[0])
    assert names(browser.get(more)) == ["25", "26"]


def test_a_tag_of_somebody_else_is_not_there(site: House) -> None:
    username, browser = newcomer(site)
    game = site.keep(username)
    tag = tags.add(site.owner(username), "mine")
    _, stranger = newcomer(site)
    for path in (f"/tags/{tag.tag_id}", f"/tags/{tag.tag_id}/edit", "/tags/never", f"/games/{game.game_id}/tags"):
        assert stranger.get(f"/shogi{path}").status_code == 404
    for path in (f"/tags/{tag.tag_id}/edit", f"/tags/{tag.tag_id}/delete", f"/games/{game.game_id}/tags"):
        assert stranger.press(path, name="theirs").status_code == 404
    own = site.keep(username="tagger-other")
    other = site.member("tagger-other")
    assert other.press(f"/games/{own.game_id}/tags", tag=tag.tag_id).status_code == 404
    assert [each.name for each in tags.find_all(site.owner(username))] == ["mine"]
    assert browser.get(f"/shogi/tags/{tag.tag_id}").status_code == 200


def test_names_that_are_code_stay_text_wherever_tags_stand(site: House) -> None:
    username, browser = newcomer(site)
    game = site.keep(username)
    browser.press(f"/games/{game.game_id}/tags", name=HOSTILE)
    (tag,) = tags.find_all(site.owner(username))
    of_tag, of_game = f"/tags/{tag.tag_id}", f"/games/{game.game_id}"
    for path in ("", "/tags", of_tag, f"{of_tag}/edit", of_game, f"{of_game}/tags"):
        assert not re.search("<b onclick", browser.get(f"/shogi{path}").text)


def test_several_games_get_a_tag_at_once_and_lose_it_by_one_undo(site: House) -> None:
    username, browser = newcomer(site)
    ids = [site.keep(username, {"slug": name}).game_id for name in ("a", "b", "c")]
    page = browser.press("/several", act="tag", tag_name="急戦", marked=[*ids[:2], "gone"], next="/shogi?select=1")
    assert "Tagged 2 games." in toasts(page)[0]
    assert [tags_of(site, username, game_id) for game_id in ids] == [["急戦"], ["急戦"], []]
    browser.undo(page)
    assert [tags_of(site, username, game_id) for game_id in ids] == [[], [], []]
    refused = browser.press("/several", act="tag", tag_name="x" * 41, marked=ids, next="/shogi?select=1")
    assert "40" in toasts(refused)[0]
