"""Saved pages with a recipe inside, each written for these tests in a shape in which sites write them."""

import json
from dataclasses import dataclass
from typing import Any

RECIPE: dict[str, Any] = {
    "@context": "https://schema.org",
    "@type": "Recipe",
    "name": "肉じゃが",
    "recipeYield": "4人分",
    "totalTime": "PT40M",
    "recipeIngredient": ["じゃがいも 4個", "牛肉 200g", "しょうゆ 大さじ3"],
    "recipeInstructions": [
        {"@type": "HowToStep", "text": "じゃがいもを切る。"},
        {"@type": "HowToStep", "text": "15分煮る。"},
    ],
}
STEPS = ("じゃがいもを切る。", "15分煮る。")
NAMES = ("じゃがいも", "牛肉", "しょうゆ")


@dataclass(frozen=True)
class SavedPage:
    name: str
    content: bytes
    title: str = "肉じゃが"
    names: tuple[str, ...] = NAMES
    steps: tuple[str, ...] = STEPS
    servings: int | None = 4
    minutes: int | None = 40
    address: str | None = None
    author: str | None = None
    tags: tuple[str, ...] = ()


def page(*documents: Any, head: str = "", body: str = "<p>…</p>") -> bytes:
    texts = [json.dumps(each, ensure_ascii=False).replace("</", "<\\/") for each in documents]
    scripts = "".join(f'<script type="application/ld+json">{text}</script>' for text in texts)
    title = "<title>肉じゃが | 台所</title>"
    return f"<!doctype html><html><head>{title}{head}{scripts}</head><body>{body}</body></html>".encode()


def changed(**fields: Any) -> dict[str, Any]:
    return {**RECIPE, **fields}


_TEXT_PAGE = """<html><head><title>ぶり大根 - みんなの台所</title><style>p { color: red }</style></head><body>
<nav><a>トップ</a><a>材料から探す</a></nav><h1>ぶり大根</h1><p>冬の味。</p>
<h2>材料（2人分）</h2><ul><li>ぶり<span>2切れ</span></li><li>大根 <b>1/3本</b></li><li>しょうゆ 大さじ2</li></ul>
<h2>作り方</h2><ol><li>大根を下ゆでする。</li><li>ぶりと一緒に20分煮る。</li></ol>
<script>alert("材料")</script><footer>会社案内</footer></body></html>"""
_TABLE_PAGE = """<html><body><h1>Leek soup</h1><table><caption>Ingredients</caption>
<tr><td>2 leeks</td></tr><tr><td>500 ml stock</td></tr></table>
<h3>Method</h3><div>Slice the leeks.</div><div>Simmer for 20 minutes.</div></body></html>"""

PAGES = (
    SavedPage("a recipe by itself", page(RECIPE)),
    SavedPage("inside of a graph", page({"@context": "x", "@graph": [{"@type": "WebPage"}, RECIPE]})),
    SavedPage(
        "in a list, behind others", page([{"@type": "BreadcrumbList"}, {"@type": "Person", "name": "x"}, RECIPE])
    ),
    SavedPage("in the second script", page({"@type": "Organization", "name": "台所"}, RECIPE)),
    SavedPage("below the page that it is the main thing of", page({"@type": "WebPage", "mainEntity": RECIPE})),
    SavedPage(
        "with two types, one of them an address", page(changed(**{"@type": ["Article", "http://schema.org/Recipe"]}))
    ),
    SavedPage(
        "steps in sections",
        page(
            changed(
                recipeInstructions=[
                    {
                        "@type": "HowToSection",
                        "name": "下ごしらえ",
                        "itemListElement": [{"text": "じゃがいもを切る。"}],
                    },
                    {"@type": "HowToSection", "name": "煮る", "itemListElement": [{"text": "15分煮る。"}]},
                ]
            )
        ),
    ),
    SavedPage(
        "steps as one text with numbers", page(changed(recipeInstructions="1. じゃがいもを切る。\n2. 15分煮る。"))
    ),
    SavedPage(
        "steps as texts with tags", page(changed(recipeInstructions=["<p>じゃがいもを切る。</p>", "15分煮る。<br>"]))
    ),
    SavedPage(
        "ingredients under their old name",
        page({**RECIPE, "ingredients": RECIPE["recipeIngredient"], "recipeIngredient": None}),
    ),
    SavedPage("a yield that is a number", page(changed(recipeYield=4))),
    SavedPage("a yield said twice", page(changed(recipeYield=["4", "4 servings"]))),
    SavedPage(
        "times of its parts, an author, tags and an address",
        page(
            changed(
                totalTime=None,
                prepTime="PT10M",
                cookTime="P0DT1H5M",
                author=[{"@type": "Person", "name": "花子"}],
                keywords="和食, 煮もの",
                recipeCuisine="Japanese",
            ),
            head='<link rel="canonical" href="https://example.com/nikujaga?a=1&amp;b=2">',
        ),
        minutes=75,
        author="花子",
        tags=("和食", "煮もの", "Japanese"),
        address="https://example.com/nikujaga?a=1&b=2",
    ),
    SavedPage(
        "with a line break inside of a text and a comment around it",
        page(
            body="<script type='application/ld+json'><!--\n"
            + json.dumps(RECIPE, ensure_ascii=False).replace("切る。", "切る。\n")
            + "\n--></script>"
        ),
    ),
    SavedPage("with entities in its texts", page(changed(name="肉じゃが&amp;ごはん")), title="肉じゃが&ごはん"),
    SavedPage(
        "in Shift_JIS, as older sites are",
        page(RECIPE, head='<meta charset="Shift_JIS">').decode().replace("…", "").encode("cp932"),
    ),
    SavedPage(
        "in EUC-JP",
        page(RECIPE, head='<meta http-equiv="Content-Type" content="text/html; charset=euc-jp">')
        .decode()
        .replace("…", "")
        .encode("euc_jp"),
    ),
    SavedPage(
        "without any of it: the text of the page",
        _TEXT_PAGE.encode(),
        title="ぶり大根",
        names=("ぶり", "大根", "しょうゆ"),
        steps=("大根を下ゆでする。", "ぶりと一緒に20分煮る。"),
        servings=2,
        minutes=None,
    ),
    SavedPage(
        "a table in English without a title of the page",
        _TABLE_PAGE.encode(),
        title="Leek soup",
        names=("leeks", "stock"),
        steps=("Slice the leeks.", "Simmer for 20 minutes."),
        servings=None,
        minutes=None,
    ),
    SavedPage(
        "a broken script before the text",
        _TEXT_PAGE.replace("<h1>", '<script type="application/ld+json">{"@type": "Recipe", </script><h1>').encode(),
        title="ぶり大根",
        names=("ぶり", "大根", "しょうゆ"),
        steps=("大根を下ゆでする。", "ぶりと一緒に20分煮る。"),
        servings=2,
        minutes=None,
    ),
)
