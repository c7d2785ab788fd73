"""Links that anyone opens, and pages while an index of the table is not there."""

from collections.abc import Iterator

import pytest
from tests.apps.kondate.pages.market_site import SECRET_STEP, Market, begin, follow, open_market, post
from tests.common.html_forms import form_to
from tests.common.library import SITE, toast

from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.market import shares, staged_indexes
from chabudai.apps.kondate.market.known_indexes import KnownIndexes
from chabudai.store import record_calls


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Market]:
    with open_market(tmp_path_factory.mktemp("links")) as made:
        yield made


@pytest.fixture
def market(opened: Market) -> Market:
    return begin(opened)


def test_a_link_is_made_shown_stopped_and_brought_back(market: Market) -> None:
    made = market.recipe()
    url = f"/kondate/share/recipes/{made.recipe_id}"
    assert market.taro.get(url).status_code == 404
    refused = post(market.hanako, url, author_name="", source_url="")
    assert "作者の名前か出典を入力してください。" in refused.text
    refused = post(market.hanako, url, author_name="x" * 81, source_url="javascript:alert(1)")
    assert refused.status_code == 422
    assert "https:// で始まるリンクを入力してください。" in refused.text
    page = follow(market.hanako, post(market.hanako, url, author_name="花子", source_url=""))
    shared = shares.find_share(market.owner(), "RECIPE", made.recipe_id)
    assert shared
    assert f'value="{SITE}/k/{shared.share_id}"' in page.text
    path = f"/k/{shared.share_id}"
    guest = market.site.visitor("ja")
    assert "肉じゃが" in guest.get(path).text
    stopped = follow(market.hanako, post(market.hanako, f"{url}/stop"))
    assert toast(stopped) == "リンクは使えなくなりました。"
    gone, unknown = guest.get(path), guest.get("/k/AAAAAAAAAAAAAAAAAAAAAA")
    assert (gone.status_code, unknown.status_code) == (404, 404)
    assert "このリンクは使えません。" in gone.text
    assert (
        gone.text.partition("<main")[2].partition("</main>")[0]
        == unknown.text.partition("<main")[2].partition("</main>")[0]
    )
    market.hanako.send(stopped, "/kondate/undo")
    assert guest.get(path).status_code == 200


def test_a_guest_reads_and_scales_without_any_cookie(market: Market) -> None:
    made = market.recipe(author_name="<script>", lead="皮ごと")
    shared = shares.share(market.owner(), "RECIPE", made.recipe_id)
    with record_calls() as calls:
        page = market.site.visitor("ja").get(f"/k/{shared.share_id}?servings=4")
    assert "<b>6個</b>" in page.text
    assert "&lt;script&gt;" in page.text
    assert "hanako" not in page.text
    assert "noindex" in page.text
    asked = [each.operation for each in calls]
    assert "Scan" not in asked
    assert len(asked) <= 5


def test_whoever_presses_copy_signs_in_and_then_it_is_done(market: Market) -> None:
    shared = shares.share(market.owner(), "RECIPE", market.recipe().recipe_id, author_name="花子")
    path = f"/k/{shared.share_id}"
    guest = market.site.visitor("ja")
    pressed = guest.ask("POST", f"{path}/copy", data=form_to(guest.get(path).text, f"{path}/copy").fields)
    assert pressed.headers["location"] == f"{path}/copy"
    assert guest.get(f"{path}/copy").status_code in (303, 401), "they have to sign in"
    guest.cookies.update(market.site.reader("taro").cookies)
    done = guest.get(f"{path}/copy")
    (copied,) = [each for each in recipes.find_all(market.owner("taro")) if each.title == "肉じゃが"]
    assert done.headers["location"] == f"/kondate/recipes/{copied.recipe_id}"
    assert guest.get(f"{path}/copy").headers["location"] == path, "once"


def test_an_address_alone_copies_nothing(market: Market) -> None:
    shared = shares.share(market.owner(), "RECIPE", market.recipe().recipe_id, author_name="花子")
    answer = market.taro.get(f"/k/{shared.share_id}/copy")
    assert answer.headers["location"] == f"/k/{shared.share_id}"
    assert [each for each in recipes.find_all(market.owner("taro")) if each.title == "肉じゃが"] == []


def test_a_link_to_what_is_sold_shows_guests_no_more_than_the_catalog(market: Market) -> None:
    secret = market.secret_recipe()
    item = market.publish(secret, 300)
    shared = shares.share(market.owner(), "RECIPE", secret.recipe_id, author_name="花子")
    for browser in (market.site.visitor("ja"), market.taro):
        page = browser.get(f"/k/{shared.share_id}").text
        assert SECRET_STEP not in page
        assert "レシピ帖に写す" not in page
    assert item in market.taro.get(f"/k/{shared.share_id}").text
    assert SECRET_STEP in market.hanako.get(f"/k/{shared.share_id}").text


def test_without_an_index_a_page_says_so_and_no_list_looks_empty(market: Market) -> None:
    url = market.publish(market.recipe())
    for index in ("GSI1", "GSI2", "GSI3"):
        staged_indexes.disable(market.site.store, index)
    page = market.taro.get("/kondate/discover?sort=popular")
    assert 'aria-disabled="true">人気 <small>準備中' in page.text
    assert "肉じゃが" in page.text, "the newest are shown"
    item = market.taro.get(url)
    assert (item.status_code, "今は開けません。" in item.text) == (503, True)
    creator = market.taro.get("/kondate/creators/hanako")
    assert (creator.status_code, "作った人のページは準備中です。" in creator.text) == (503, True)
    own = market.hanako.get(url)
    assert own.status_code == 200
    assert '<a href="/kondate/creators/' not in own.text
    for index in ("GSI1", "GSI2", "GSI3"):
        staged_indexes.enable(market.site.store, index)
        staged_indexes.wait_for(market.site.store, index)
    assert market.taro.get(url).status_code == 200
    assert market.taro.get("/kondate/creators/hanako").status_code == 200


def test_which_indexes_there_are_is_asked_now_and_then(market: Market) -> None:
    now = 0.0
    known = KnownIndexes(market.site.store, lambda: now)
    assert "GSI2" in known
    staged_indexes.disable(market.site.store, "GSI2")
    assert "GSI2" in known
    now = 11.0
    assert "GSI2" not in known
    staged_indexes.enable(market.site.store, "GSI2")
    staged_indexes.wait_for(market.site.store, "GSI2")
    known.forget()
    assert "GSI2" in known
