"""The recipe editor and what is read from elsewhere over HTTP: nothing is lost, nothing is saved unseen."""

import io
import re
from collections.abc import Iterator
from html import unescape

import pytest
from httpx import Response
from PIL import Image
from tests.apps.kondate.book.imports.saved_pages import RECIPE, page
from tests.apps.kondate.pages.kitchens import Kitchen, open_kitchen
from tests.common.html_forms import form_to
from tests.common.library import toast

from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.book.entities import Recipe

BOOK = "/kondate/recipes"
TEXT = (
    "豚の生姜焼き\n材料（2人分）\n豚ロース 200g\n生姜 1かけ\n謎の葉\n"
    "作り方\n1. 豚を焼く。\n2. 生姜を加えて3分煮る。\n広告"
)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kitchen]:
    with open_kitchen(tmp_path_factory.mktemp("editor")) as made:
        yield made


@pytest.fixture
def kitchen(opened: Kitchen) -> Kitchen:
    for recipe in own(opened):
        recipes.delete(opened.owner, recipe.recipe_id)
    return opened


def own(kitchen: Kitchen) -> list[Recipe]:
    return [each for each in recipes.find_all(kitchen.owner) if each.origin != "starter"]


def photo() -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (64, 48), "brown").save(content, "PNG")
    return content.getvalue()


def send(
    kitchen: Kitchen, shown: Response, action: str, files: dict[str, tuple[str, bytes, str]] | None = None, **typed: str
) -> Response:
    """The form of a page as a browser without scripts sends it."""
    fields = {name: values for name, values in form_to(shown.text, action).fields.items() if name != "photo"}
    data = {**fields, "picture": "", **typed}
    sent = files or {"photo": ("", b"", "application/octet-stream")}
    answer = kitchen.browser.ask("POST", action, data=data, files=sent)
    return kitchen.get(answer.headers["location"]) if answer.status_code == 303 else answer


def field(shown: Response, name: str) -> str:
    found = re.search(rf'<textarea[^>]* name="{name}"[^>]*>\n?(.*?)</textarea>', shown.text, re.DOTALL)
    return unescape(found[1]) if found else ""


def test_a_recipe_is_written_and_shown(kitchen: Kitchen) -> None:
    shown = kitchen.get(f"{BOOK}/new?title=カレー")
    assert 'value="カレー"' in shown.text
    assert len(shown.content) < 60_000
    saved = send(
        kitchen, shown, f"{BOOK}/new", servings="４", minutes="40", ingredients="玉ねぎ 2個\n【ルー】\nルー 1箱",
        steps="切る。\n\n20分煮る。", tags="辛い、洋食", note="翌日も", source_url="https://example.jp/curry",
    )  # fmt: skip
    assert toast(saved) == "「カレー」をレシピ帖に入れました。"
    (made,) = own(kitchen)
    assert (made.servings, made.minutes, made.tags, made.note) == (4, 40, ("辛い", "洋食"), "翌日も")
    assert [(each.name, each.group) for each in made.ingredients] == [("玉ねぎ", None), ("ルー", "ルー")]
    assert made.picture
    assert made.picture.kind == "curry"
    assert 'href="https://example.jp/curry"' in saved.text


def test_errors_stand_beside_their_fields_and_what_was_typed_stays(kitchen: Kitchen) -> None:
    here = f"{BOOK}/new"
    many = "\n".join(f"塩{number} 1g" for number in range(51))
    refused = send(kitchen, kitchen.get(here), here, title=" ", servings="99", ingredients=many, steps="煮る")
    assert refused.status_code == 422
    assert field(refused, "ingredients").startswith("塩0 1g")
    assert field(refused, "steps") == "煮る"
    assert 'id="field-title-error"' in refused.text
    assert 'id="field-servings-error"' in refused.text
    again = send(kitchen, refused, here, title="塩", servings="2", source_url="javascript:alert(1)")
    assert again.status_code == 422
    assert 'id="field-ingredients-error"' in again.text
    assert 'id="field-source_url-error"' in again.text
    assert own(kitchen) == []


def test_a_full_book_says_so_and_keeps_what_was_typed(kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipes, "FREE_RECIPES", 0)
    refused = send(kitchen, kitchen.get(f"{BOOK}/new"), f"{BOOK}/new", title="百一", ingredients="塩 1g", steps="煮る")
    assert refused.status_code == 422
    assert 'class="summary-box"' in refused.text
    assert 'value="百一"' in refused.text


def test_an_edit_keeps_what_was_typed_when_the_other_device_was_quicker(kitchen: Kitchen) -> None:
    made = kitchen.recipe("豚汁", "豆腐 1丁")
    here = f"{BOOK}/{made.recipe_id}/edit"
    shown = kitchen.get(here)
    recipes.edit(kitchen.owner, made.recipe_id, {"title": "とん汁", "ingredients": "豆腐 2丁"})
    refused = send(kitchen, shown, here, title="豚汁ふたたび")
    assert refused.status_code == 409
    assert 'value="豚汁ふたたび"' in refused.text
    assert "もう1台での、今の内容" in refused.text
    assert "とん汁" in refused.text
    assert recipes.find_recipe(kitchen.owner, made.recipe_id).title == "とん汁"
    saved = send(kitchen, refused, here)
    assert toast(saved) == "「豚汁ふたたび」を保存しました。"
    assert recipes.find_recipe(kitchen.owner, made.recipe_id).ingredients[0].quantity == "1丁"


def test_a_tag_with_a_space_in_it_stays_one_tag(kitchen: Kitchen) -> None:
    made = kitchen.recipe("パエリア", tags="一つの 鍋、洋食")
    here = f"{BOOK}/{made.recipe_id}/edit"
    shown = kitchen.get(here)
    assert 'value="一つの 鍋、洋食"' in shown.text
    send(kitchen, shown, here, title="パエリヤ")
    assert recipes.find_recipe(kitchen.owner, made.recipe_id).tags == ("一つの 鍋", "洋食")
    recipes.edit(kitchen.owner, made.recipe_id, {"tags": "一つの 鍋、"})
    send(kitchen, kitchen.get(here), here, title="パエリア")
    assert recipes.find_recipe(kitchen.owner, made.recipe_id).tags == ("一つの 鍋",)


def test_a_picture_is_chosen_and_follows_the_title_again(kitchen: Kitchen) -> None:
    made = kitchen.recipe("カレー")
    here = f"{BOOK}/{made.recipe_id}/edit"
    send(kitchen, kitchen.get(here), here, picture="gyoza:pan-fried")
    chosen = recipes.find_recipe(kitchen.owner, made.recipe_id).picture
    assert chosen
    assert chosen.kind == "gyoza"
    assert 'value="gyoza:pan-fried" checked' in kitchen.get(here).text
    send(kitchen, kitchen.get(here), here, title="とんかつ")
    follows = recipes.find_recipe(kitchen.owner, made.recipe_id).picture
    assert follows
    assert follows.kind == "cutlet"


def test_a_photo_of_one_s_own_is_private_and_can_be_removed(kitchen: Kitchen) -> None:
    shown = kitchen.get(f"{BOOK}/new")
    typed = {"title": "焼き魚", "ingredients": "鮭 1切れ", "steps": "焼く"}
    no_photo = send(kitchen, shown, f"{BOOK}/new", {"photo": ("a.png", b"no photo", "image/png")}, **typed)
    assert no_photo.status_code == 415
    assert own(kitchen) == []
    saved = send(kitchen, shown, f"{BOOK}/new", {"photo": ("a.png", photo(), "image/png")}, **typed)
    (address,) = re.findall(r'class="own-photo" src="([^"]+)"', saved.text)
    answer = kitchen.browser.get(address)
    assert answer.headers["content-type"] == "image/webp"
    assert "private" in answer.headers["cache-control"]
    assert kitchen.site.reader("taro").get(address).status_code == 404
    assert kitchen.browser.get(address.replace("/large", "/huge")).status_code == 404
    (made,) = own(kitchen)
    here = f"{BOOK}/{made.recipe_id}"
    editor = kitchen.get(f"{here}/edit")
    assert address in editor.text
    again = send(kitchen, editor, f"{here}/edit", title="")
    assert again.status_code == 422
    token = form_to(editor.text, f"{here}/edit").fields["_csrf"]
    kitchen.browser.ask("POST", f"{here}/remove-photo", data={"_csrf": token, "title": "焼き魚"})
    assert recipes.find_recipe(kitchen.owner, made.recipe_id).image_key is None
    assert "own-photo" not in kitchen.get(here).text


def test_a_photo_waits_while_the_form_is_put_right(kitchen: Kitchen) -> None:
    shown = kitchen.get(f"{BOOK}/new")
    files = {"photo": ("a.png", photo(), "image/png")}
    refused = send(kitchen, shown, f"{BOOK}/new", files, title="", ingredients="鮭 1切れ", steps="焼く")
    assert refused.status_code == 422
    assert 'name="waiting_photo"' in refused.text
    saved = send(kitchen, refused, f"{BOOK}/new", title="焼き魚")
    assert "own-photo" in saved.text


def test_what_is_typed_is_read_without_saving_anything(kitchen: Kitchen) -> None:
    answer = kitchen.post(
        f"{BOOK}/reading", title="カレー", ingredients="鶏もも肉 2枚(500g)\n(A) 酒 大さじ1", steps="7分煮る。"
    )
    assert "材料 2品を読み取りました" in answer.text
    assert "<b>2枚(500g)</b>" in answer.text
    assert "7分" in answer.text
    assert "curry-" in answer.text
    assert "たしかめてください" not in answer.text
    assert "たしかめてください" in kitchen.post(f"{BOOK}/reading", ingredients="謎の葉", **{"import": "1"}).text
    assert "長すぎて" in kitchen.post(f"{BOOK}/reading", ingredients="あ" * 200).text
    assert own(kitchen) == []


def test_a_pasted_text_is_looked_over_before_it_is_saved(kitchen: Kitchen) -> None:
    review = kitchen.post(f"{BOOK}/import", text=TEXT)
    assert review.status_code == 200
    assert own(kitchen) == []
    assert 'value="豚の生姜焼き"' in review.text
    assert field(review, "ingredients").split("\n")[:2] == ["豚ロース 200g", "生姜 1かけ"]
    assert re.search(r'<li class="doubtful">謎の葉', review.text)
    assert re.search(r'<li class="unread">広告', review.text)
    refused = send(kitchen, review, f"{BOOK}/import/save", title="")
    assert refused.status_code == 422
    assert re.search(r'<li class="unread">広告', refused.text)
    saved = send(kitchen, refused, f"{BOOK}/import/save", title="生姜焼き")
    assert toast(saved) == "「生姜焼き」をレシピ帖に入れました。"
    (made,) = own(kitchen)
    assert (made.origin, made.servings, len(made.steps)) == ("import", 2, 2)


def test_text_without_a_recipe_stays_where_it_was_pasted(kitchen: Kitchen) -> None:
    refused = kitchen.post(f"{BOOK}/import", text="こんにちは")
    assert refused.status_code == 422
    assert field(refused, "text") == "こんにちは"
    assert "読み取れませんでした" in refused.text
    assert kitchen.post(f"{BOOK}/import", text=" ").status_code == 422
    assert kitchen.post(f"{BOOK}/import", text="あ" * 40_001).status_code == 422


def upload(kitchen: Kitchen, content: bytes) -> Response:
    token = form_to_import(kitchen)
    files = {"file": ("page.html", content, "text/html")}
    return kitchen.browser.ask("POST", f"{BOOK}/import", data={"_csrf": token}, files=files)


def form_to_import(kitchen: Kitchen) -> str:
    found = re.search(r'name="_csrf" value="([^"]+)"', kitchen.get(f"{BOOK}/add").text)
    assert found
    return found[1]


def test_a_saved_page_is_read_with_its_source(kitchen: Kitchen) -> None:
    head = '<link rel="canonical" href="https://example.jp/nikujaga">'
    review = upload(kitchen, page(RECIPE, head=head))
    assert review.status_code == 200
    assert 'value="肉じゃが"' in review.text
    assert 'value="https://example.jp/nikujaga"' in review.text
    assert own(kitchen) == []
    saved = send(kitchen, review, f"{BOOK}/import/save")
    assert "出典" in saved.text
    (made,) = own(kitchen)
    assert (made.source_url, made.servings, made.minutes) == ("https://example.jp/nikujaga", 4, 40)


def test_of_a_long_page_only_what_is_around_the_recipe_is_shown(kitchen: Kitchen) -> None:
    noise = "".join(f"<p>お知らせ{number}の続きを読むにはこちらから</p>" for number in range(900))
    recipe = "<h2>材料</h2><ul><li>大根 1本</li><li>塩 少々</li></ul><h2>作り方</h2><ol><li>大根を10分煮る。</li></ol>"
    review = upload(kitchen, f"<html><body>{noise}<h1>煮大根</h1>{recipe}<h2>関連</h2>{noise}</body></html>".encode())
    assert review.status_code == 200
    assert "大根 1本" in field(review, "ingredients")
    assert len(review.content) < 60_000


def test_a_page_without_a_recipe_offers_its_text(kitchen: Kitchen) -> None:
    answer = upload(kitchen, "<html><body><p>会社のお知らせです。</p></body></html>".encode())
    assert answer.status_code == 422
    assert "このページにはレシピが見つかりません" in answer.text
    assert field(answer, "text") == "会社のお知らせです。"


def test_a_hostile_page_does_no_harm_and_a_large_one_is_told(kitchen: Kitchen) -> None:
    evil = {
        **RECIPE,
        "name": "<script>alert(1)</script>肉",
        "url": "javascript:alert(1)",
        "recipeIngredient": ["<img src=x onerror=alert(1)> 1個", "塩 1g"],
    }
    review = upload(kitchen, page(evil, body='<iframe src="//evil"></iframe><script>alert(2)</script>'))
    assert review.status_code == 200
    body = review.text.partition("<main")[2]
    assert "<script>alert" not in body
    assert "<iframe" not in body
    assert "onerror=" not in re.sub(r"&lt;.*?&gt;", "", body)
    assert 'value="javascript:' not in body
    large = upload(kitchen, b"<p>" + b"x" * (2 * 1024 * 1024))
    assert large.status_code == 413
    assert "2 MB" in large.text
    assert kitchen.browser.ask("POST", f"{BOOK}/import", data={"_csrf": form_to_import(kitchen)}).status_code == 422
    assert own(kitchen) == []
