"""Random items and changes for the histories of the model: few different values, so that they often meet."""

from base64 import b64encode
from typing import Any

from hypothesis import strategies as st
from tests.engine.model import Condition, Update

from chabudai.engine.values import Item

texts = st.sampled_from(("a", "a\x00", "ab", "b", "ぁ"))
numbers = st.sampled_from(("-10", "-1.5", "0", "0.5", "2", "10"))
binaries = st.sampled_from((b"\x00", b"\x00\x01", b"a", b"\xff", b"\xff\xff")).map(
    lambda content: b64encode(content).decode()
)
anything = texts.map(lambda text: {"S": text}) | numbers.map(lambda number: {"N": number})
attributes: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "s": texts.map(lambda text: {"S": text}),
    "t": texts.map(lambda text: {"S": text}),
    "n": numbers.map(lambda number: {"N": number}),
    "b": binaries.map(lambda content: {"B": content}),
    "w": anything,
    "x": st.integers(-5, 5).map(lambda number: {"N": str(number)}),
    "tags": st.lists(texts, min_size=1, max_size=3, unique=True).map(lambda members: {"SS": members}),
}
keys: dict[str, st.SearchStrategy[Item]] = {
    "ranged": st.fixed_dictionaries(
        {"pk": st.sampled_from(({"S": "p"}, {"S": "p\x00"})), "sk": numbers.map(lambda number: {"N": number})}
    ),
    "binary": st.fixed_dictionaries({"pk": binaries.map(lambda content: {"B": content})}),
}


def conditions() -> st.SearchStrategy[Condition]:
    def compared(number: int) -> Condition:
        value = {"N": str(number)}
        return Condition("x = :c", lambda item: item is not None and item.get("x") == value, {":c": value})

    return (
        st.just(Condition("attribute_not_exists(nothing)", lambda _: True))
        | st.just(Condition("attribute_not_exists(pk)", lambda item: item is None))
        | st.just(Condition("attribute_exists(pk)", lambda item: item is not None))
        | st.integers(-2, 2).map(compared)
    )


def updates() -> st.SearchStrategy[Update]:
    def setting(name: str, value: dict[str, Any]) -> Update:
        return Update(f"SET {name} = :v", lambda item: {**item, name: value}, {":v": value})

    def adding(text: str, step: int) -> Update:
        def apply(item: Item) -> Item:
            return {**item, "x": {"N": str(int(item.get("x", {"N": "0"})["N"]) + step)}}

        return Update(text, apply, {":v": {"N": str(step)}, **({":z": {"N": "0"}} if ":z" in text else {})})

    def joining(members: dict[str, Any]) -> Update:
        def apply(item: Item) -> Item:
            old = item.get("tags", {"SS": []})["SS"]
            return {**item, "tags": {"SS": sorted({*old, *members["SS"]})}}

        return Update("ADD tags :v", apply, {":v": members})

    def removing(name: str) -> Update:
        def apply(item: Item) -> Item:
            return {other: value for other, value in item.items() if other != name}

        return Update(f"REMOVE {name}", apply, only_removes=True)

    sums = st.sampled_from(("ADD x :v", "SET x = if_not_exists(x, :z) + :v"))
    return st.one_of(
        *[st.builds(setting, st.just(name), values) for name, values in attributes.items()],
        st.builds(adding, sums, st.integers(-3, 3)),
        attributes["tags"].map(joining),
        st.sampled_from(sorted(attributes)).map(removing),
    )
