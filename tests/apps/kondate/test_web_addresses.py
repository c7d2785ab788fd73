"""Where a recipe comes from: an address of the web, or none, on every road in and on every page."""

import json
import re
from typing import Any

import pytest
from tests.apps.kondate.household import Household
from tests.apps.kondate.market.market_hall import MarketHall

from chabudai.apps.kondate import PACKAGE, design, transfer, transfer_import
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.market import shares
from chabudai.apps.kondate.market.entities import CatalogDish, CatalogRecipe, Share
from chabudai.apps.kondate.web_addresses import is_web_address
from chabudai.web.errors import InvalidInput

WRONG = [
    "javascript:alert(1)",
    "JavaScript:alert(1)//https://example.com",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//example.com/",
    "http:example.com",
    "https://",
    "https:///x",
    "https://example.com/a b",
    "https://example.com\\@evil.test",
    "https://example.com/" + "x" * 1000,
]


@pytest.mark.parametrize("address", WRONG)
def test_what_is_no_address_of_the_web_is_none_in_any_row(home: Household, address: str) -> None:
    assert not is_web_address(address)
    assert not is_web_address("https://example.com/\u202e")
    row = home.recipe("卵焼き", "卵 2個")
    home.store.raw.call(
        "UpdateItem",
        {
            "TableName": "MainTable",
            "Key": {"PK": {"S": "USER#hanako"}, "SK": {"S": f"RECIPE#{row.recipe_id}"}},
            "UpdateExpression": "SET sourceUrl = :a",
            "ExpressionAttributeValues": {":a": {"S": address}},
        },
    )
    assert recipes.find_recipe(home.owner(), row.recipe_id).source_url is None
    for entity in (Recipe, CatalogRecipe, CatalogDish, Share):
        assert entity.model_fields["source_url"].metadata == Recipe.model_fields["source_url"].metadata


@pytest.mark.parametrize("address", ["https://example.com", "HTTP://例え.jp:8000/レシピ?a=1#b", "https://[::1]/x"])
def test_addresses_of_the_web_stay_as_they_are(home: Household, address: str) -> None:
    fields = {"title": "卵焼き", "ingredients": "卵 2個", "steps": "焼く", "source_url": address}
    made = recipes.add(home.owner(), fields)
    assert recipes.find_recipe(home.owner(), made.recipe_id).source_url == address


@pytest.mark.parametrize("address", WRONG)
def test_forms_refuse_it_beside_the_field(home: Household, address: str) -> None:
    hall = MarketHall(home)
    recipe = hall.recipe()
    with pytest.raises(InvalidInput) as refused:
        recipes.edit(hall.hanako, recipe.recipe_id, {"source_url": "x" + address})
    assert [field for field, _ in refused.value.details] == ["source_url"]
    with pytest.raises(InvalidInput):
        shares.share(hall.hanako, "RECIPE", recipe.recipe_id, author_name="母", source_url="x" + address)


@pytest.mark.parametrize("address", WRONG)
def test_a_file_brings_in_the_recipe_without_it(home: Household, address: str) -> None:
    recipe: dict[str, Any] = {"recipeId": "r", "title": "卵焼き", "ingredients": [{"name": "卵"}]}
    recipe |= {"steps": [{"text": "焼く"}], "sourceUrl": address}
    document = {"format": transfer.FORMAT, "version": transfer.VERSION, "recipes": [recipe]}
    report = transfer_import.import_rows(home.owner(), transfer.read_json(home.owner(), json.dumps(document)))
    (row,) = home.store.all(design.recipes("hanako"))
    assert (report.added, row.source_url) == (1, None)


def test_every_page_shows_such_an_address_by_the_one_part_that_looks_at_it() -> None:
    templates = sorted((PACKAGE.folder / "templates").glob("*.html"))
    links = {
        path.name: re.findall(r"""href="{{[^}]*(?:source_url|address }})""", path.read_text()) for path in templates
    }
    assert {name: found for name, found in links.items() if found} == {"parts.html": ['href="{{ address }}']}
