"""Acts that are taken back: how they travel, and how they are read with suspicion."""

import json
import zlib
from base64 import urlsafe_b64encode
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.common.models import Step
from tests.web.contexts import request_to

from chabudai.common import undo
from chabudai.common.undo import Act, InvalidUndo, Undo, undo_by
from chabudai.web.context import use_context
from chabudai.web.errors import NotFound
from chabudai.web.forms import Form

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
ACTS = st.builds(Act, st.text(max_size=10), st.dictionaries(st.text(max_size=5), PLAIN, max_size=3))
UNDOS = st.lists(ACTS, max_size=3).map(lambda acts: Undo(tuple(acts)))


def pack(plain: Any) -> str:
    return urlsafe_b64encode(zlib.compress(json.dumps(plain).encode())).decode()


@given(UNDOS)
def test_what_was_packed_is_unpacked(made: Undo) -> None:
    packed = made.pack()
    assert packed is None or Undo.unpack(packed) == made


def test_values_travel_as_json_says_them() -> None:
    made = undo_by(
        "put_back",
        old={"on": date(2026, 1, 2), "at": datetime(2026, 1, 2, tzinfo=UTC), "n": Decimal("1.5")},
        new={"steps": (Step(text="x"),), "tags": frozenset({"b", "a"})},
    )
    packed = made.pack()
    assert packed is not None
    (act,) = Undo.unpack(packed).acts
    assert act.arguments["old"] == {"on": "2026-01-02", "at": "2026-01-02T00:00:00+00:00", "n": "1.5"}
    assert act.arguments["new"] == {"steps": [{"text": "x", "is_done": False, "due_on": None}], "tags": ["a", "b"]}


def test_a_value_that_no_form_could_carry_is_a_mistake_of_ours() -> None:
    with pytest.raises(TypeError, match="object"):
        undo_by("x", value=object()).pack()


def test_what_is_too_long_for_a_toast_is_not_offered() -> None:
    made = undo_by("put_back", old="".join(chr(0x4E00 + number) for number in range(5000)))
    assert made.pack() is None
    assert made.form("/undo", "/") is None


def test_nothing_is_offered_where_nothing_is_to_be_taken_back() -> None:
    assert not Undo()
    assert Undo().form("/undo", "/") is None


def test_a_form_carries_it_with_the_way_back() -> None:
    with use_context(request_to("/todo", "hanako.x")):
        form = undo_by("tick", id_="1").form("/todo/undo", "/todo?view=done")
    assert form is not None
    sent = Form({name: (value,) for name, value in form.values()})
    assert sent["next"] == "/todo?view=done"
    with use_context(request_to("/todo/undo", "hanako.x")):
        assert undo.read_form(sent) == undo_by("tick", id_="1")
    with use_context(request_to("/todo/undo", "taro.y")), pytest.raises(InvalidUndo):
        undo.read_form(sent)


def test_several_in_one_toast_are_taken_back_the_last_first() -> None:
    with use_context(request_to("/todo/undo")):
        sealed = tuple(undo_by("tick", id_=each).seal("/todo/undo") or "" for each in "123")
        assert [act.arguments["id_"] for act in undo.read_form(Form({"undo": sealed})).acts] == ["3", "2", "1"]


def test_what_is_not_sealed_is_refused() -> None:
    packed = undo_by("tick", id_="1").pack()
    assert packed
    with use_context(request_to("/todo/undo")), pytest.raises(InvalidUndo):
        undo.read_form(Form({"undo": (packed,)}))


@pytest.mark.parametrize(
    "packed",
    [
        "",
        "x",
        "あ",
        "AAAA",
        urlsafe_b64encode(b"plain").decode(),
        pack({}),
        pack("x"),
        pack([1]),
        pack([["name"]]),
        pack([[1, {}]]),
        pack([["name", []]]),
        pack([["name", {}, 1]]),
        pack([["name", {}]] * 201),
        urlsafe_b64encode(zlib.compress(b"[" * 100_000)).decode(),
        urlsafe_b64encode(zlib.compress(b'["' + b"a" * 10_000_000 + b'"]')).decode(),
        "A" * 1_000_000,
    ],
)
def test_what_is_none_of_ours_is_refused(packed: str) -> None:
    with pytest.raises(InvalidUndo):
        Undo.unpack(packed)


@pytest.mark.parametrize("form", [Form(), Form({"undo": ()}), Form({"undo": (pack([]),) * 201})])
def test_a_form_without_anything_to_take_back_is_refused(form: Form) -> None:
    with use_context(request_to("/todo/undo")), pytest.raises(InvalidUndo):
        undo.read_form(form)


def test_acts_are_taken_back_by_the_functions_that_they_name() -> None:
    done: list[str] = []
    made = undo.join([undo_by("tick", id_="1"), undo_by("tick", id_="2")])
    undo.take_back(made, {"tick": lambda id_: done.append(id_)})
    assert done == ["2", "1"]


def test_what_is_refused_is_told_when_the_others_are_taken_back() -> None:
    done: list[str] = []

    def tick(id_: str) -> None:
        if id_ == "gone":
            raise NotFound
        done.append(id_)

    with pytest.raises(NotFound):
        undo.take_back(undo.join([undo_by("tick", id_=each) for each in ("1", "gone", "2")]), {"tick": tick})
    assert done == ["2", "1"]


def test_nothing_is_done_when_one_of_the_names_is_unknown() -> None:
    done: list[str] = []
    made = Undo((Act("tick", {"id_": "1"}), Act("__import__", {})))
    with pytest.raises(InvalidUndo):
        undo.take_back(made, {"tick": lambda id_: done.append(id_)})
    assert done == []


@pytest.mark.parametrize("arguments", [{}, {"id_": "1", "more": 1}, {"self": 1}, {"id_": {}}, {"id_": None}])
def test_arguments_that_fit_no_function_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidUndo):
        undo.take_back(Undo((Act("tick", arguments),)), {"tick": lambda id_: id_.upper()})


def test_an_undo_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidUndo):
        undo.take_back(Undo(), {})
