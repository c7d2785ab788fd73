"""ConditionExpression, as PutItem reads it: when it holds and when it does not.

Operators and functions as the developer guide describes them; comparisons of types that have no order, and size() of
what has none, as ExtendDB's suite captured them at DynamoDB in 2026.
"""

from __future__ import annotations

import pytest
from tests.conformance.conditions import ITEM, Values, check, two, v
from tests.conformance.target import Target, refused, unique
from tests.conformance.wording import CONDITION_FAILED

HOLDING: list[tuple[str, Values | None]] = [
    ("n = :v", v(N="5")),
    ("n = :v", v(N="5.00")),
    ("n = :v", v(N="0.5e1")),
    (":v = n", v(N="5")),
    ("n <> :v", v(N="6")),
    ("n <> :v", v(S="5")),
    ("n < :v", v(N="10")),
    ("n <= :v", v(N="5")),
    ("n > :v", v(N="-6")),
    ("n >= :v", v(N="5")),
    ("s < :v", v(S="hellp")),
    ("s > :v", v(S="HELLO")),
    ("s > :v", v(S="")),
    ("b < :v", v(B="aGVsbHA=")),
    ("b = :v", v(B="aGVsbG8=")),
    (":v < :w", two({"S": "\uff5e"}, {"S": "\U0001f35a"})),
    (":v < :w", two({"B": "fw=="}, {"B": "gA=="})),
    ("t = :v", v(BOOL=True)),
    ("t <> :v", v(BOOL=False)),
    ("z = :v", v(NULL=True)),
    ("ss = :v", v(SS=["b", "a"])),
    ("ns = :v", v(NS=["2.0", "1"])),
    ("bs = :v", v(BS=["Yg==", "YQ=="])),
    ("l = :v", {":v": ITEM["l"]}),
    ("m = :v", {":v": ITEM["m"]}),
    ("m.x = l[0]", None),
    ("l[2][0] > m.x", None),
    ("m.deep.er = :v", v(S="est")),
    ("n > m.x", None),
    ("absent <> :v", v(N="1")),
    ("m.absent <> :v", v(N="1")),
    ("NOT absent = :v", v(N="1")),
    ("NOT absent > :v", v(N="1")),
    ("n BETWEEN :v AND :w", two({"N": "5"}, {"N": "6"})),
    ("n BETWEEN :v AND :w", two({"N": "4"}, {"N": "5"})),
    ("n between m.x and :v", v(N="5")),
    (":v BETWEEN m.x AND n", v(N="2")),
    ("s BETWEEN :v AND :w", two({"S": "a"}, {"S": "z"})),
    ("n IN (:v)", v(N="5")),
    ("n in (:v, :w)", two({"S": "5"}, {"N": "5"})),
    ("m.x IN (n, l[0])", None),
    ("ss IN (:v)", v(SS=["b", "a"])),
    ("attribute_exists(n)", None),
    ("attribute_exists(z)", None),
    ("attribute_exists(m.deep.er)", None),
    ("attribute_exists(l[2][0])", None),
    ("attribute_not_exists(absent)", None),
    ("attribute_not_exists(l[3])", None),
    ("attribute_not_exists(n.x)", None),
    ("attribute_not_exists(m[0])", None),
    ("begins_with(s, :v)", v(S="he")),
    ("begins_with(s, :v)", v(S="")),
    ("begins_with(b, :v)", v(B="aGU=")),
    ("begins_with(:v, s)", v(S="hello there")),
    ("begins_with(s, m.y) OR NOT begins_with(s, m.y)", None),
    ("contains(s, :v)", v(S="ell")),
    ("contains(b, :v)", v(B="bGw=")),
    ("contains(ss, :v)", v(S="a")),
    ("contains(ns, :v)", v(N="2.0")),
    ("contains(bs, :v)", v(B="YQ==")),
    ("contains(l, :v)", v(N="1")),
    ("contains(l, :v)", v(L=[{"N": "2"}])),
    ("contains(l, m.x)", None),
    ("contains(:v, m.y)", v(S="bab")),
    ("size(s) = :v", v(N="5")),
    ("size(b) = :v", v(N="5")),
    ("size(ss) = :v", v(N="2")),
    ("size(ns) = :v", v(N="2")),
    ("size(bs) = :v", v(N="2")),
    ("size(l) = :v", v(N="3")),
    ("size(m) = :v", v(N="3")),
    ("size(m.deep) < size(l)", None),
    ("size(s) = n", None),
    ("size(l) IN (:v, :w)", two({"N": "1"}, {"N": "3"})),
    ("size(l) BETWEEN m.x AND n", None),
    ("size(n) <> :v", v(N="0")),
    ("NOT n = :v", v(N="6")),
    ("NOT (n = :v AND t = :w)", two({"N": "6"}, {"BOOL": True})),
    ("NOT NOT n = :v", v(N="5")),
    ("n = :v OR n = :w AND absent = :w", two({"N": "5"}, {"N": "6"})),
    ("n = :v or (n = :w and absent = :w)", two({"N": "5"}, {"N": "6"})),
    ("NOT n = :w AND n = :v", two({"N": "5"}, {"N": "6"})),
    ("(n = :v) AND (s <> :w)", two({"N": "5"}, {"S": "x"})),
    ("(n = :v AND (s <> :w))", two({"N": "5"}, {"S": "x"})),
    ("\tn\n=\r:v ", v(N="5")),
    ("n=:v AND(t=:w)", two({"N": "5"}, {"BOOL": True})),
    ("(n) = (:v)", v(N="5")),
    ("n = :v AND n BETWEEN :v AND :w AND n < :w", two({"N": "5"}, {"N": "6"})),
    ("attribute_type(absent, :v) OR n = :w", two({"S": "S"}, {"N": "5"})),
    *[(f"attribute_type({name}, :v)", v(S=next(iter(value)))) for name, value in ITEM.items()],
]

FAILING: list[tuple[str, Values | None]] = [
    ("n = :v", v(N="6")),
    ("n = :v", v(S="5")),
    ("n <> :v", v(N="5.0")),
    ("n < :v", v(N="5")),
    ("n > :v", v(N="10")),
    ("n < :v", v(S="6")),
    ("s > :v", v(N="1")),
    ("s > :v", v(B="AA==")),
    ("absent = :v", v(N="1")),
    ("absent = absent2", None),
    ("absent < :v", v(N="1")),
    ("absent >= :v", v(N="1")),
    ("absent BETWEEN :v AND :w", two({"N": "1"}, {"N": "2"})),
    ("absent IN (:v)", v(N="1")),
    ("t > n", None),
    ("t > :v", v(N="0")),
    ("z < :v", v(N="0")),
    ("ss > n", None),
    ("ss = :v", v(SS=["a"])),
    ("ss = :v", v(SS=["a", "b", "c"])),
    ("l = :v", {":v": {"L": ITEM["l"]["L"][::-1]}}),
    ("m = :v", v(M={"x": {"N": "1"}})),
    ("n BETWEEN :v AND :w", two({"N": "6"}, {"N": "7"})),
    ("n BETWEEN :v AND :w", two({"S": "4"}, {"S": "6"})),
    ("n BETWEEN n2 AND :v", v(N="9")),
    ("n IN (:v, :w)", two({"S": "5"}, {"N": "6"})),
    ("attribute_exists(absent)", None),
    ("attribute_exists(l[3])", None),
    ("attribute_not_exists(z)", None),
    ("attribute_not_exists(m.x)", None),
    ("attribute_type(n, :v)", v(S="S")),
    ("attribute_type(absent, :v)", v(S="S")),
    ("attribute_type(ss, :v)", v(S="NS")),
    ("begins_with(s, :v)", v(S="ello")),
    ("begins_with(s, :v)", v(B="aGU=")),
    ("begins_with(n, :v)", v(S="5")),
    ("begins_with(absent, :v)", v(S="")),
    ("begins_with(s, m.x)", None),
    ("contains(s, :v)", v(S="ELL")),
    ("contains(s, :v)", v(N="5")),
    ("contains(n, :v)", v(N="5")),
    ("contains(ss, :v)", v(S="ab")),
    ("contains(ns, :v)", v(S="1")),
    ("contains(l, :v)", v(N="2")),
    ("contains(absent, :v)", v(S="a")),
    ("size(n) > :v", v(N="0")),
    ("size(t) > :v", v(N="0")),
    ("size(z) > :v", v(N="0")),
    ("size(absent) = :v", v(N="0")),
    ("NOT attribute_exists(n)", None),
    ("NOT absent <> :v", v(N="1")),
    ("(n = :v OR n = :w) AND absent = :w", two({"N": "5"}, {"N": "6"})),
    ("NOT (n = :v OR absent = :v)", v(N="5")),
]


@pytest.mark.parametrize(("condition", "values"), HOLDING)
def test_a_condition_that_holds_lets_the_write_through(
    db: Target, hash_table: str, condition: str, values: Values | None
) -> None:
    check(db, hash_table, condition, values)


@pytest.mark.parametrize(("condition", "values"), FAILING)
def test_a_condition_that_does_not_hold_refuses_the_write(
    db: Target, hash_table: str, condition: str, values: Values | None
) -> None:
    with refused("ConditionalCheckFailedException", CONDITION_FAILED):
        check(db, hash_table, condition, values)


@pytest.mark.parametrize(
    ("condition", "names"),
    [
        ("attribute_exists(#0)", {"#0": "n"}),
        ("attribute_exists(#_)", {"#_": "n"}),
        ("#m.#x = l[0]", {"#m": "m", "#x": "x"}),
        ("attribute_not_exists(#dotted)", {"#dotted": "m.x"}),
        ("#n > m.x AND #n > l[0]", {"#n": "n"}),
        ("attribute_not_exists(#reserved)", {"#reserved": "status"}),
    ],
)
def test_placeholders_stand_for_one_name_each(
    db: Target, hash_table: str, condition: str, names: dict[str, str]
) -> None:
    check(db, hash_table, condition, None, names)


def test_a_condition_on_no_item_sees_no_attributes(db: Target, hash_table: str) -> None:
    request = {"TableName": hash_table, "Item": {"a": {"S": unique()}}}
    db.call("PutItem", {**request, "ConditionExpression": "attribute_not_exists(a)"})
    with refused("ConditionalCheckFailedException", CONDITION_FAILED):
        request = {"TableName": hash_table, "Item": {"a": {"S": unique()}}}
        db.call("PutItem", {**request, "ConditionExpression": "attribute_exists(a)"})
