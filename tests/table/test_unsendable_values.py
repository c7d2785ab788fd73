"""What no store takes, and what is no argument, is told in the toolkit's words: the entity, the field, what to do."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Any

import pytest
from pydantic import BaseModel

from chabudai import table
from chabudai.table import (
    BatchWrite,
    Entity,
    ExpressionTooLarge,
    Field,
    Gsi,
    InKey,
    InvalidCursor,
    InvalidKeyValue,
    InvalidValue,
    Put,
    Table,
    TableError,
    Transaction,
    TypedStore,
    UnknownField,
    UnreadableItem,
    UnsupportedValue,
    computed,
    key,
    one_of,
)
from chabudai.table.unsendable_values import find_broken_text


class Shed(Table, name="Shed", pk="PK", sk="SK"):
    by_group = Gsi("ByGroup", "groupPk", "SK")


def group_of(number: int) -> str:
    return str(10 // (number - 5))


class Part(BaseModel):
    text: str = ""


@dataclass(frozen=True)
class Piece:
    text: str = ""


class Tool(Entity, table=Shed):
    tool_id: InKey[str]
    number: int = 0
    text: str = ""
    notes: dict[str, Any] = Field(default_factory=dict)
    words: list[str] = Field(default_factory=list)
    numbers: list[int] = Field(default_factory=list)
    counts: dict[str, int] = Field(default_factory=dict)
    part: Part | None = None
    piece: Any = None

    group = computed(group_of)
    PK = key("TOOL#{tool_id}")
    SK = key("TOOL")
    groupPk = key("G#{group}")  # noqa: N815 - as the table has it


HALF = "\ud800"
TOOL = Tool.update(tool_id="1")


def nested(levels: int) -> dict[str, Any]:
    return reduce(lambda within, _: {"a": within}, range(levels), {})


@pytest.fixture
def store() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Shed)
        store.put(Tool(tool_id="1"))
        yield store


@pytest.mark.parametrize(
    ("write", "field"),
    [
        (lambda store: store.write(TOOL.set(text=HALF)), "text"),
        (lambda store: store.put(Tool(tool_id="2", words=["a", HALF])), "words"),
        (lambda store: store.put(Tool(tool_id="2", part=Part(text=HALF))), "part"),
        (lambda store: store.put(Tool(tool_id="2", piece=Piece(HALF))), "piece"),
        (lambda store: store.write(TOOL.append(words=[HALF])), "words"),
        (lambda store: store.write(TOOL.set(**{"part.text": HALF})), "part.text"),
        (lambda store: store.transact(Transaction().step("a", TOOL.set(notes={HALF: 1}))), "notes"),
        (lambda store: store.batch_write(BatchWrite((Put(Tool(tool_id="2", text=HALF)),))), "text"),
    ],
)
def test_half_a_surrogate_pair_is_told_with_its_field(
    write: Callable[[TypedStore], Any], field: str, store: TypedStore
) -> None:
    store.write(TOOL.set(part=Part()))
    with pytest.raises(UnsupportedValue, match=rf"^Tool\.{field}: .*half a surrogate pair.*: give the text without it"):
        write(store)


@pytest.mark.parametrize("levels", [32, 50, 900])
@pytest.mark.parametrize("is_put", [True, False])
def test_a_value_that_is_nested_too_deep_is_told_with_its_field(levels: int, is_put: bool, store: TypedStore) -> None:
    with pytest.raises(UnsupportedValue, match=r"^Tool\.notes: .* deeper than the 32 levels .*: keep what is deep as"):
        store.write(Put(Tool(tool_id="2", notes=nested(levels))) if is_put else TOOL.set(notes=nested(levels)))


@pytest.mark.parametrize("is_put", [True, False])
def test_a_value_that_holds_itself_is_nested_too_deep(is_put: bool, store: TypedStore) -> None:
    ring: dict[str, Any] = {}
    ring["a"], ring["b"] = [ring], {"ring": ring}
    fields = {name: each.default for name, each in Tool.model_fields.items()} | {"tool_id": "1", "words": []}
    told = r"^Tool\.(piece|notes): a dict is nested deeper than the 32 levels"
    with pytest.raises(UnsupportedValue, match=told):
        store.write(Put(Tool.model_construct(**{**fields, "piece": ring})) if is_put else TOOL.set(piece=ring))


def test_half_a_surrogate_pair_beside_a_value_that_holds_itself_does_not_lead_round_for_ever() -> None:
    ring: list[Any] = []
    ring += [ring, ring]
    tool = Tool.model_construct(tool_id="1", piece=ring, text=HALF)
    refusal = find_broken_text(Put(tool.model_copy(update={"numbers": [], "number": 0, "notes": {}, "words": []})))
    assert refusal is not None
    assert refusal.field == "Tool.text"


def test_more_than_an_expression_takes_is_told_with_the_limit(store: TypedStore) -> None:
    with pytest.raises(ExpressionTooLarge, match=r"^the scan of Tool: .* more than the 4 KB"):
        list(store.scan(Tool.scan().filter(number=one_of(*range(1000)))))
    with pytest.raises(ExpressionTooLarge, match=r"^the query of Shed: .* in several"):
        store.count(Shed.query(Tool, tool_id="1").filter(number=one_of(*range(1000))))
    with pytest.raises(ExpressionTooLarge, match=r"^Tool\(tool_id='1'\): .* or set a field as a whole"):
        store.write(TOOL.set(**{f"counts.k{number}": number for number in range(300)}))


def test_a_computed_part_that_raises_is_told_with_its_function(store: TypedStore) -> None:
    told = (
        r"group in Tool\.groupPk = G#\{group\}: 5 is refused by group_of, of which this part is made: ZeroDivisionError"
    )
    with pytest.raises(InvalidKeyValue, match=told):
        store.put(Tool(tool_id="2", number=5))
    with pytest.raises(InvalidKeyValue, match=told):
        store.write(TOOL.set(number=5))
    with pytest.raises(InvalidKeyValue, match=told):
        store.write(TOOL.add(number=5))
    with pytest.raises(InvalidKeyValue, match=told):
        list(store.all(Shed.by_group.query(Tool, number=5)))


def test_an_attribute_of_another_type_is_told_when_the_store_is_to_change_it(store: TypedStore) -> None:
    item = store.raw.call("Scan", {"TableName": "Shed"})["Items"][0]
    store.raw.call("PutItem", {"TableName": "Shed", "Item": {**item, "numbers": {"NS": ["1"]}}})
    told = r"a row of Shed, .* is no Tool that can be changed so: numbers, or what is in it, .* chabudai doctor"
    with pytest.raises(UnreadableItem, match=told):
        store.write(TOOL.append(numbers=[2]))
    with pytest.raises(UnreadableItem, match=told):
        store.transact(
            Transaction().step("other", Tool.upsert(tool_id="2").set(text="x")).step("it", TOOL.append(numbers=[2]))
        )


def test_no_path_leads_to_a_member_without_a_name() -> None:
    with pytest.raises(
        UnknownField, match=r"Tool\.notes: to a member without a name no path leads; set Tool\.notes as"
    ):
        Tool.path_to(lambda tool: tool.notes[""])


QUERY = Shed.query(Tool, tool_id="1")


def unchecked(value: Any) -> Any:
    """Of a type that no type checker would let pass."""
    return value


@pytest.mark.parametrize(
    ("ask", "error", "told"),
    [
        (lambda store: store.page(QUERY, b"abc"), InvalidCursor, "b'abc' is no text"),
        (lambda store: store.page(QUERY, 5), InvalidCursor, "5 is no text"),
        (lambda store: store.page(QUERY, size="5"), InvalidValue, "'5' is no number of rows"),
        (lambda store: store.page(QUERY, size=2.5), InvalidValue, r"2\.5 is no number of rows"),
        (lambda store: store.page(QUERY, size=True), InvalidValue, "True is no number of rows"),
        (lambda _: Tool.batch(tool_id=["1"]).in_batches_of(0), InvalidValue, "0 is no size of batches of Tool"),
        (
            lambda _: Tool.batch(tool_id=["1"]).in_batches_of(unchecked("9")),
            InvalidValue,
            "'9' is no size of batches of Tool",
        ),
        (lambda _: Tool.scan().in_segments(unchecked("4")), InvalidValue, "'4' is no number of segments"),
        (lambda _: Transaction().once(unchecked(5)), InvalidValue, "5 is no token of a transaction"),
        (lambda _: Transaction().once(""), InvalidValue, "'' is no token of a transaction"),
    ],
)
def test_an_argument_of_another_type_is_told(
    ask: Callable[[Any], Any], error: type[TableError], told: str, store: TypedStore
) -> None:
    with pytest.raises(error, match=told):
        ask(store)
