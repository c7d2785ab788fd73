"""Buying, confirming, receipts, cards and the membership over HTTP; and no card's number anywhere."""

import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from types import ModuleType

import pytest
from httpx import Response
from tests.apps.kondate.pages.market_site import SECRET_STEP, Market, begin, follow, open_market, post
from tests.common.html_forms import form_to
from tests.common.library import ReaderBrowser, toast

from chabudai.adapters.payments import TEST_CARDS
from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.errors import PaymentsUnreachable
from chabudai.apps.kondate.market import payment_methods, purchases, subscriptions
from chabudai.apps.kondate.market.drafts import PublishForm
from chabudai.apps.kondate.market.entities import Purchase, Subscription
from chabudai.apps.kondate.market.publishing import publish

MEMBERSHIP = "/kondate/membership"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Market]:
    with open_market(tmp_path_factory.mktemp("money")) as made:
        yield made


@pytest.fixture
def market(opened: Market) -> Market:
    return begin(opened)


@pytest.fixture
def item(market: Market) -> str:
    """The address of a recipe for ¥300."""
    return market.publish(market.secret_recipe(), 300)


def pay(browser: ReaderBrowser, sheet: Response, url: str, card: str = "trial-succeeds") -> Response:
    """The answer as it is."""
    return browser.ask("POST", url, data=form_to(sheet.text, url).with_values(card=card))


def sheet_of(item: str) -> str:
    return item.replace("/discover/", "/buy/")


def bought(market: Market) -> list[Purchase]:
    return list(purchases.find_purchases(market.owner("taro")))


def test_one_opened_sheet_is_one_purchase_however_often_it_is_sent(market: Market, item: str) -> None:
    url = sheet_of(item)
    sheet, second = market.taro.get(url), market.taro.get(url)
    assert "お試しの支払いです。お金は動きません。" in sheet.text
    assert "¥300 を払う" in sheet.text
    page = follow(market.taro, pay(market.taro, sheet, url))
    assert toast(page) == "「うなぎのたれ」を購入しました。"
    assert SECRET_STEP in page.text
    for again in (sheet, second):
        assert SECRET_STEP in follow(market.taro, pay(market.taro, again, url)).text
    assert [(each.status, each.amount) for each in bought(market)] == [("paid", 300)]
    assert "持っています" in market.taro.get(url).text
    assert "持っています" in market.taro.get("/kondate/discover").text


def test_a_declined_card_is_told_beside_it_and_another_one_pays(market: Market, item: str) -> None:
    url = sheet_of(item)
    refused = pay(market.taro, market.taro.get(url), url, "trial-declines")
    assert refused.status_code == 422
    assert "カードが通りませんでした。お金は動いていません。" in refused.text.partition('id="field-card"')[2]
    assert SECRET_STEP not in market.taro.get(item).text
    assert SECRET_STEP in follow(market.taro, pay(market.taro, refused, url)).text
    assert sorted(each.status for each in bought(market)) == ["failed", "paid"]
    assert "支払いできませんでした" in market.taro.get("/kondate/purchases").text


@pytest.mark.parametrize("answer", ["allow", "deny"])
def test_the_issuer_asks_and_is_answered(market: Market, item: str, answer: str) -> None:
    url = sheet_of(item)
    asked = pay(market.taro, market.taro.get(url), url, "trial-asks")
    confirmation = asked.headers["location"]
    assert "カード会社の確認" in market.taro.get(confirmation).text
    assert "確認待ち" in market.taro.get("/kondate/purchases").text
    assert market.hanako.get(confirmation).status_code == 404
    assert post(market.hanako, confirmation, answer="allow").status_code == 404
    page = follow(market.taro, post(market.taro, confirmation, answer=answer))
    if answer == "allow":
        assert SECRET_STEP in page.text
    else:
        assert toast(page) == "カードが通りませんでした。お金は動いていません。"
        assert "¥300 を払う" in page.text
    late = follow(market.taro, post(market.taro, confirmation, answer="allow"))
    assert toast(late) == "この支払いは、もう確認を待っていません。"


def test_a_confirmation_that_is_left_open_ends_by_itself(market: Market, item: str) -> None:
    url = sheet_of(item)
    confirmation = pay(market.taro, market.taro.get(url), url, "trial-asks").headers["location"]
    market.site.clock.pass_by(minutes=16)
    assert market.taro.get(confirmation).headers["location"] == "/kondate/purchases"
    late = follow(market.taro, post(market.taro, confirmation, answer="allow"))
    assert toast(late) == "確認の時間が過ぎました。お金は動いていません。"
    assert [each.status for each in bought(market)] == ["canceled"]
    assert SECRET_STEP not in market.taro.get(item).text


def test_what_was_refunded_says_so(market: Market, item: str) -> None:
    url = sheet_of(item)
    sheet = market.taro.get(url)
    pay(market.taro, sheet, url)
    (row,) = bought(market)
    market.site.store.write(Purchase.update(**row.own_key).set(status="refunded"))
    page = follow(market.taro, pay(market.taro, sheet, url))
    assert toast(page) == "支払いのあとに問題が起きました。代金は払い戻しました。"
    assert "払い戻しました" in page.text.partition('id="purchases"')[2]


@pytest.mark.parametrize("service", [purchases, subscriptions])
def test_a_provider_that_does_not_answer_leads_to_the_list(
    market: Market, item: str, service: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise PaymentsUnreachable

    url = sheet_of(item) if service is purchases else MEMBERSHIP
    sheet = market.taro.get(url)
    monkeypatch.setattr(service, "buy" if service is purchases else "subscribe", fail)
    answer = pay(market.taro, sheet, url)
    assert answer.headers["location"] == "/kondate/purchases"
    said = toast(follow(market.taro, answer))
    assert said == "決済サービスにつながりません。もう一度試す前に、購入の一覧を確かめてください。"


def test_another_price_than_the_one_that_was_seen_is_not_paid(market: Market, item: str) -> None:
    url = sheet_of(item)
    sheet = market.taro.get(url)
    publish(market.owner(), "RECIPE", item.rpartition("/")[2], PublishForm(500, author_name="花子"))
    changed = pay(market.taro, sheet, url)
    assert changed.status_code == 409
    assert "価格が変わりました。今は¥500です。" in changed.text
    assert bought(market) == []
    assert SECRET_STEP in follow(market.taro, pay(market.taro, changed, url)).text
    assert [each.amount for each in bought(market)] == [500]


def test_what_is_free_or_ones_own_has_no_sheet_to_pay_in(market: Market, item: str) -> None:
    free = market.publish(market.recipe())
    assert "これは購入できません。" in market.taro.get(sheet_of(free)).text
    assert "これは購入できません。" in market.hanako.get(sheet_of(item)).text
    assert market.taro.get("/kondate/buy/recipes/nothing").status_code == 404
    assert post(market.hanako, sheet_of(item), key="k", price="300", card="trial-succeeds").status_code == 422
    assert post(market.taro, sheet_of(item), key="k", price="300", card="trial-nothing").status_code == 422
    assert post(market.taro, sheet_of(item), key="k", price="300", card="").status_code == 422


def test_receipts_are_the_buyers_alone(market: Market, item: str) -> None:
    url = sheet_of(item)
    pay(market.taro, market.taro.get(url), url)
    (row,) = bought(market)
    page = market.taro.get(f"/kondate/purchases/{row.purchase_id}").text
    for said in ("領収書", "¥300", "うなぎのたれ", "Visa •••• 4242", "お金は動いていません"):
        assert said in page
    assert market.hanako.get(f"/kondate/purchases/{row.purchase_id}").status_code == 404


def test_cards_are_added_chosen_and_removed_with_undo(market: Market) -> None:
    url = "/kondate/cards"
    follow(market.taro, post(market.taro, url, trial="trial-succeeds"))
    follow(market.taro, post(market.taro, url, trial="trial-asks"))
    follow(market.taro, post(market.taro, url, trial="trial-asks"))
    owner = market.owner("taro")
    first, second = payment_methods.find_methods(owner)
    assert (first.last4, second.last4) == ("4242", "4444")
    page = follow(market.taro, post(market.taro, f"{url}/{second.payment_method_id}/default"))
    assert toast(page) == "これからは Mastercard •••• 4444 を使います。"
    removed = follow(market.taro, post(market.taro, f"{url}/{second.payment_method_id}/remove"))
    assert toast(removed) == "カードを外しました。"
    assert [each.last4 for each in payment_methods.find_methods(owner)] == ["4242"]
    market.taro.send(removed, "/kondate/undo")
    assert {each.last4 for each in payment_methods.find_methods(owner)} == {"4242", "4444"}
    assert post(market.hanako, f"{url}/{first.payment_method_id}/remove").status_code == 404
    assert post(market.taro, url, number="").status_code == 422


def test_no_number_of_a_card_is_in_any_row_page_or_log(
    market: Market, item: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    typed = "4111 1111 1111 1111"
    good = TEST_CARDS["succeeds"].number
    seen = [post(market.taro, "/kondate/cards", number=typed).text]
    assert "カードが通りませんでした" in seen[0]
    seen += [follow(market.taro, post(market.taro, "/kondate/cards", number=f"{good[:4]} {good[4:]}")).text]
    url = sheet_of(item)
    for name in TEST_CARDS:
        sheet = market.taro.get(url)
        seen += [sheet.text, pay(market.taro, sheet, url, f"trial-{name}").text if name != "succeeds" else ""]
    pages = ("/kondate/purchases", "/kondate/cards", MEMBERSHIP, f"/kondate/purchases/{bought(market)[0].purchase_id}")
    seen += [market.taro.get(each).text for each in pages]
    rows = str(market.site.store.raw.call("Scan", {"TableName": "MainTable"})["Items"])
    everything = re.sub(r"[\s-]", "", " ".join([*seen, rows, caplog.text]))
    for number in (typed.replace(" ", ""), *(card.number for card in TEST_CARDS.values())):
        assert number not in everything
    assert "4242" in everything


def test_the_membership_is_joined_left_and_taken_up_again(market: Market) -> None:
    page = market.taro.get(MEMBERSHIP)
    assert "月 ¥480 で会員になる" in page.text
    refused = pay(market.taro, page, MEMBERSHIP, "trial-declines")
    assert refused.status_code == 422
    joined = follow(market.taro, pay(market.taro, refused, MEMBERSHIP))
    assert toast(joined) == "おかわり会員になりました。"
    assert "次の更新は2040年12月15日" in joined.text
    left = follow(market.taro, post(market.taro, f"{MEMBERSHIP}/cancel"))
    assert toast(left) == "2040年12月15日まで会員のままです。"
    assert "2040年12月15日まで" in left.text
    again = follow(market.taro, post(market.taro, f"{MEMBERSHIP}/resume"))
    assert "利用中" in again.text
    for path in ("cancel", "resume"):
        assert toast(follow(market.hanako, post(market.hanako, f"{MEMBERSHIP}/{path}"))) == "会員ではありません。"
    methods = payment_methods.find_methods(market.owner("taro"))
    other = next(each for each in methods if each.last4 == "0002")
    follow(market.taro, post(market.taro, f"{MEMBERSHIP}/card", card=other.payment_method_id))
    kept = market.site.store.get(design.subscription("taro"))
    assert kept
    assert kept.payment_method_id == other.payment_method_id


def test_a_membership_that_could_not_be_renewed_is_paid_on_its_page(market: Market) -> None:
    follow(market.taro, pay(market.taro, market.taro.get(MEMBERSHIP), MEMBERSHIP))
    market.site.store.write(Subscription.update(user_id="taro").set(status="past_due"))
    market.site.clock.now += timedelta(days=40)
    page = market.taro.get(MEMBERSHIP)
    assert "支払いが必要です" in page.text
    assert "利用中" in follow(market.taro, pay(market.taro, page, MEMBERSHIP)).text


def test_what_was_bought_is_shown_as_it_was_bought_with_a_way_to_the_newer_one(market: Market) -> None:
    recipe = market.secret_recipe()
    item = market.publish(recipe, 300)
    url = sheet_of(item)
    pay(market.taro, market.taro.get(url), url)
    assert "購入したときの内容" not in market.taro.get(item).text
    recipes.edit(market.owner(), recipe.recipe_id, {"steps": "からっぽ"})
    market.publish(recipe, 300)
    page = market.taro.get(item).text
    assert SECRET_STEP in page
    assert "からっぽ" not in page
    assert "購入したときの内容です。" in page
    newest = market.taro.get(f"{item}?edition=newest").text
    assert SECRET_STEP not in newest
    assert "からっぽ" in newest
    copied = follow(market.taro, post(market.taro, f"{item}/copy")).text
    assert SECRET_STEP in copied
    assert "からっぽ" in follow(market.taro, post(market.taro, f"{item}/copy", edition="newest")).text
    assert "からっぽ" in market.hanako.get(item).text


def test_a_declined_card_is_not_preselected_nor_called_the_one_that_is_used(market: Market, item: str) -> None:
    url = sheet_of(item)
    pay(market.taro, market.taro.get(url), url, "trial-declines")
    cards = market.taro.get("/kondate/cards").text
    assert "前回は支払いできませんでした" in cards
    assert "いつも使うカード" not in cards
    for page in (url, MEMBERSHIP):
        chosen = form_to(market.taro.get(page).text, page).fields["card"]
        assert chosen == ["trial-succeeds"]
    market.taro.ask("POST", MEMBERSHIP, data=form_to(market.taro.get(MEMBERSHIP).text, MEMBERSHIP).with_values())
    assert "いつも使うカード" in market.taro.get("/kondate/cards").text


def test_the_way_out_of_leaving_is_not_called_leaving(market: Market, item: str) -> None:
    market.taro.ask("POST", MEMBERSHIP, data=form_to(market.taro.get(MEMBERSHIP).text, MEMBERSHIP).with_values())
    for page, act in ((market.taro.get(MEMBERSHIP), "会員をやめる"), (market.hanako.get(item), "公開をやめる")):
        question = page.text.partition('<details class="confirm">')[2].partition("</details>")[0]
        assert act in question
        assert "<b>閉じる</b>" in question
        assert ">やめる<" not in question
