"""Discovering, reading, saving, copying and publishing over HTTP, without a script; and what each page costs."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from httpx import Response
from tests.apps.kondate.pages.market_site import SECRET_FOOD, SECRET_STEP, Market, begin, follow, open_market, post
from tests.common.library import toast

from chabudai.apps.kondate.book import recipes, sets
from chabudai.apps.kondate.market import creators, publishing, saves
from chabudai.store import record_calls


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Market]:
    with open_market(tmp_path_factory.mktemp("market")) as made:
        yield made


@pytest.fixture
def market(opened: Market) -> Market:
    return begin(opened)


def titles(page: Response) -> list[str]:
    return [
        unescape(each.replace("<wbr>", "")) for each in re.findall(r'class="offer-link"[^>]*><b>(.*?)</b>', page.text)
    ]


def test_what_is_published_is_listed_filtered_and_searched(market: Market) -> None:
    market.publish(market.recipe("<b>肉じゃが</b>"))
    market.publish(market.recipe("急ぎの卵", "卵 2個", minutes=10), price=300)
    market.publish(market.meal_set("三日の献立", market.recipe("鮭"), market.recipe("豚汁")))
    page = market.taro.get("/kondate/discover")
    assert titles(page) == ["急ぎの卵", "<b>肉じゃが</b>"]
    assert "¥300" in page.text
    assert titles(market.taro.get("/kondate/discover?minutes=15")) == ["急ぎの卵"]
    assert titles(market.taro.get("/kondate/discover?price=free")) == ["<b>肉じゃが</b>"]
    assert titles(market.taro.get("/kondate/discover?kind=sets")) == ["三日の献立"]
    found = market.taro.get("/kondate/discover?q=にくじゃが")
    assert titles(found) == []
    found = market.taro.get("/kondate/discover?q=じゃがいも")
    assert titles(found) == ["<b>肉じゃが</b>"]
    assert "「じゃがいも」の検索結果 1件" in found.text
    assert "「なす」は見つかりません" in market.taro.get("/kondate/discover?q=なす").text
    assert "2文字以上で入力してください。" in market.taro.get("/kondate/discover?q=な").text
    assert market.taro.get("/kondate/discover?minutes=7&kind=x&sort=y&price=z").status_code == 200


def test_more_is_shown_in_place_and_a_page_stays_small(market: Market) -> None:
    for number in range(26):
        market.publish(market.recipe(f"料理{number:02} とても長い題名のついた煮込みの一皿です"))
    page = market.taro.get("/kondate/discover")
    assert len(titles(page)) == 24
    assert len(page.content) < 60 * 1024
    more = re.search(r'href="([^"]+)" data-more', page.text)
    assert more
    assert len(titles(market.taro.get(unescape(more[1])))) == 2
    assert market.taro.get("/kondate/discover?cursor=nonsense").status_code == 303


def test_a_heart_is_pressed_once_and_its_count_comes_with_the_answer(market: Market) -> None:
    url = market.publish(market.recipe())
    page = follow(market.taro, post(market.taro, f"{url}/save", next="/kondate/discover?minutes=30"))
    assert 'aria-pressed="true"' in page.text
    assert str(page.url).endswith("/kondate/discover?minutes=30")
    again = market.taro.ask(
        "POST",
        f"{url}/save",
        data={"_csrf": re.search(r'name="_csrf" value="([^"]+)"', page.text)[1], "next": url},  # type: ignore[index]
    )
    assert again.status_code == 303
    assert titles(market.taro.get("/kondate/discover?shelf=saved")) == ["肉じゃが"]
    assert re.search(r'aria-pressed="true"[^>]*>.*?</span> 1</button>', market.taro.get(url).text, re.DOTALL)
    follow(market.taro, post(market.taro, f"{url}/unsave"))
    assert titles(market.taro.get("/kondate/discover?shelf=saved")) == []
    assert post(market.taro, "/kondate/discover/recipes/nothing/save").status_code == 404


def test_amounts_are_shown_for_as_many_as_eat(market: Market) -> None:
    url = market.publish(market.recipe())
    assert "<b>3個</b>" in market.taro.get(url).text
    page = market.taro.get(f"{url}?servings=4").text
    assert "<b>6個</b>" in page
    assert "もとは2人分" in page
    for nonsense in ("0", "21", "x", "２", "9999999"):
        assert "<b>3個</b>" in market.taro.get(f"{url}?servings={nonsense}").text


def test_a_set_that_is_too_long_for_one_page_opens_dish_by_dish(market: Market) -> None:
    lines = "\n".join(f"材料{number} {number}g" for number in range(1, 31))
    long = [
        market.recipe(f"料理{number}", lines, steps="\n\n".join(["よく混ぜて煮る。" * 20] * 20)) for number in range(7)
    ]
    url = market.publish(market.meal_set("長い献立", *long))
    folded = market.taro.get(url)
    assert "よく混ぜて煮る。" not in folded.text
    opened = market.taro.get(f"{url}?dish=3")
    assert opened.text.count('<details class="set-dish') == 1
    assert "よく混ぜて煮る。" in opened.text
    assert len(opened.content) < 60 * 1024
    short = market.publish(market.meal_set("短い献立", market.recipe("鮭"), market.recipe("豚汁")))
    assert market.taro.get(short).text.count('<details class="set-dish') == 2


def test_what_has_to_be_bought_shows_its_card_alone(market: Market) -> None:
    secret = market.secret_recipe()
    alone, in_set = market.publish(secret, 300), market.publish(market.meal_set("鰻の献立", secret), 500)
    for url, price in ((alone, "¥300"), (in_set, "¥500")):
        page = market.taro.get(f"{url}?servings=4").text
        assert SECRET_STEP not in page
        assert SECRET_FOOD not in page
        assert f"{price} で買う" in page
        assert "材料 2 · 手順 1" in page
        refused = follow(market.taro, post(market.taro, f"{url}/copy"))
        assert toast(refused) == "購入すると、材料と作り方がすべて見られます。"
        assert SECRET_STEP in market.hanako.get(url).text
    assert SECRET_FOOD not in market.taro.get(f"/kondate/discover?q={SECRET_FOOD}").text.partition("<main")[2].replace(
        f"「{SECRET_FOOD}」", ""
    )


def test_a_copy_stands_in_ones_own_book_with_its_source(market: Market) -> None:
    recipe_url = market.publish(market.recipe())
    set_url = market.publish(market.meal_set("二日", market.recipe("鮭"), market.recipe("豚汁")))
    answer = post(market.taro, f"{recipe_url}/copy")
    (copied,) = [each for each in recipes.find_all(market.owner("taro")) if each.title == "肉じゃが"]
    assert answer.headers["location"] == f"/kondate/recipes/{copied.recipe_id}"
    assert (copied.origin, copied.author_name) == ("catalog", "花子")
    answer = post(market.taro, f"{set_url}/copy")
    (made,) = [each for each in sets.find_all(market.owner("taro")) if each.title == "二日"]
    assert toast(follow(market.taro, answer)) == "「二日」をレシピ帖に写しました。"
    assert answer.headers["location"] == f"/kondate/sets/{made.set_id}"


def test_what_is_published_no_more_stays_for_those_who_saved_it(market: Market) -> None:
    url = market.publish(market.recipe())
    saves.save(market.owner("taro"), "RECIPE", url.rpartition("/")[2])
    assert post(market.taro, f"{url}/unpublish").status_code == 404
    page = follow(market.hanako, post(market.hanako, f"{url}/unpublish"))
    assert toast(page) == "「肉じゃが」の公開をやめました。"
    assert titles(market.taro.get("/kondate/discover")) == []
    assert "公開が終わりました" in market.taro.get("/kondate/discover?shelf=saved").text
    assert "公開が終わりました" in market.taro.get(url).text
    assert "<b>3個</b>" in market.taro.get(url).text
    assert market.hanako.get(url).status_code == 404


def test_publishing_asks_for_a_name_once_and_for_selling_before_a_price(market: Market) -> None:
    made = market.recipe()
    url = f"/kondate/publish/recipes/{made.recipe_id}"
    page = market.hanako.get(url)
    assert "公開するときの名前" in page.text
    refused = post(market.hanako, url, creator_name=" ", author_name="花子", price="")
    assert refused.status_code == 422
    assert "公開するときの名前を入力してください。" in refused.text
    refused = post(market.hanako, url, creator_name="花子の台所", author_name="花子", price="300")
    assert "値段をつけるときは、これをオンにしてください。" in refused.text
    assert 'value="300"' in refused.text
    for wrong in ("99", "3001", "x", "-5", "1e3"):
        refused = post(market.hanako, url, author_name="花子", price=wrong, is_selling="on")
        assert refused.status_code == 422
        assert "100円から3,000円まで" in refused.text
    refused = post(market.hanako, url, author_name="", source_url="", price="")
    assert "作者の名前か出典を入力してください。" in refused.text
    done = post(market.hanako, url, author_name="花子", price="¥1,200", is_selling="on")
    assert toast(follow(market.hanako, done)) == "「肉じゃが」を公開しました。"
    assert "公開するときの名前" not in market.hanako.get(url).text
    published = publishing.find_publication(market.owner(), "RECIPE", made.recipe_id)
    assert published
    assert published.price == 1200
    assert market.taro.get(url).status_code == 404


def test_what_came_with_the_book_is_not_published(market: Market) -> None:
    given = {"title": "豚汁", "ingredients": "豚肉 100g", "steps": "煮る"}
    starter = recipes.add(market.owner(), given, origin="starter")
    page = market.hanako.get(f"/kondate/publish/recipes/{starter.recipe_id}").text
    assert "公開できるのは、自分で書いたものか、広めてよいものだけです。" in page
    assert post(
        market.hanako, f"/kondate/publish/recipes/{starter.recipe_id}", creator_name="x", author_name="y"
    ).status_code in (403, 422)
    assert publishing.find_publications(market.owner()) == []


def test_a_creator_has_a_page_and_changes_their_name_everywhere(market: Market) -> None:
    url = market.publish(market.recipe())
    market.publish(market.meal_set("二日", market.recipe("鮭")))
    assert titles(market.taro.get("/kondate/creators/hanako")) == ["肉じゃが"]
    assert titles(market.taro.get("/kondate/creators/hanako?kind=sets")) == ["二日"]
    assert market.taro.get("/kondate/creators/nobody").status_code == 404
    refused = post(market.hanako, "/kondate/creator", name="", text="x" * 501)
    assert refused.status_code == 422
    page = follow(market.hanako, post(market.hanako, "/kondate/creator", name="花子<i>", text="よろしく"))
    assert toast(page) == "保存しました。"
    assert "花子&lt;i&gt;" in market.taro.get(url).text
    own = creators.find_own(market.owner())
    assert own
    assert (own.name, own.is_selling) == ("花子<i>", False)


def test_no_page_of_the_market_reads_more_than_it_shows(market: Market) -> None:
    urls = [market.publish(market.recipe(f"料理{number}")) for number in range(5)]
    pages = {"/kondate/discover": 10, "/kondate/discover?shelf=saved": 9, urls[0]: 11, "/kondate/creators/hanako": 11}
    for url, most in pages.items():
        market.taro.get(url)
        with record_calls() as calls:
            assert market.taro.get(url).status_code == 200
        asked = [each.operation for each in calls]
        assert "Scan" not in asked
        assert "DescribeTable" not in asked, "it is remembered for some seconds"
        assert len(asked) <= most, (url, asked)
