"""Named types (`type Code = …`) that fields share: rules within them hold as if they were written out."""

from collections.abc import Iterator
from typing import Annotated

import pytest
from pydantic import AfterValidator, BaseModel, ValidationInfo
from tests.table.designs_for_writes import stored
from typing_extensions import TypeAliasType

from chabudai import table
from chabudai.table import Entity, Field, Gsi, InKey, NotUnique, Table, TypedStore, key, unique


def upper_in_japan(code: str, info: ValidationInfo) -> str:
    return code.upper() if info.data["country"] == "JP" else code


Code = TypeAliasType("Code", Annotated[str, AfterValidator(upper_in_japan)])
Codes = TypeAliasType("Codes", "list[Code | Codes]")


class Shop(Table, name="Shop", pk="PK", sk="SK"):
    by_code = Gsi("ByCode", "code_pk", "SK")


class Origin(BaseModel):
    country: str
    code: Code | None = None
    older: Code | None = None


class Product(Entity, table=Shop):
    product: InKey[str]
    country: str = "JP"
    code: Code | None = None
    older: Code | None = None
    all_codes: list[Code] = Field(default_factory=list)
    nested: Codes = Field(default_factory=list)
    origin: Origin = Origin(country="DE")
    PK = key("PRODUCT#{product}")
    SK = key("PRODUCT")
    code_pk = key("CODE#{code}")
    one_code = unique("CODE#{code}", "CODE")


@pytest.fixture
def shop() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Shop)
        store.insert(Product(product="1"))
        yield store


def test_a_validator_in_a_named_type_that_looks_at_other_fields_is_a_rule_over_several(shop: TypedStore) -> None:
    change = Product.update(product="1")
    assert shop.write(change.set(code="abc")).code == "ABC"
    assert stored(shop, Product, product="1")["code_pk"] == {"S": "CODE#ABC"}
    shop.insert(Product(product="2"))
    with pytest.raises(NotUnique):
        shop.write(Product.update(product="2").set(code="abc"))
    assert shop.write(change.append(all_codes=["a"]).set(nested=["b", ["c"]])).all_codes == ["A"]
    assert shop.one(Product.get(product="1")).nested == ["B", ["C"]]


def test_within_a_model_it_looks_at_the_models_own_fields(shop: TypedStore) -> None:
    change = Product.update(product="1")
    assert shop.write(change.set(origin=Origin(country="DE", code="abc"))).origin.code == "abc"
    changed = shop.write(change.set(origin={"country": "JP", "code": "abc", "older": "x"}))
    assert changed.origin == Origin(country="JP", code="ABC", older="X")
    assert stored(shop, Product, product="1")["origin"]["M"]["code"] == {"S": "ABC"}
