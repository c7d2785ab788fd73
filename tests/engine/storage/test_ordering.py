"""Key bytes: their order is DynamoDB's, alone and one after another, and no key is the beginning of another."""

from base64 import b64decode, b64encode
from collections.abc import Sequence
from decimal import Decimal
from functools import cmp_to_key
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st
from tests.engine.strategies import decimals, texts

from chabudai.engine.numbers import canonical
from chabudai.engine.storage.ordering import encode, encode_prefix, hash_prefix, prefix_end

Part = tuple[str, str]
"""A type and its payload."""

# Few different characters, so that one key is often the beginning of another.
strings = st.text(st.sampled_from("\x00\x01a\x7fぁ\uffff🍵"), max_size=5) | texts()
binaries = st.binary(max_size=5) | st.lists(st.sampled_from((0, 1, 254, 255)), max_size=5).map(bytes)
PARTS: dict[str, st.SearchStrategy[Part]] = {
    "S": strings.map(lambda text: ("S", text)),
    "N": decimals().map(lambda number: ("N", canonical(str(number)))),
    "B": binaries.map(lambda content: ("B", b64encode(content).decode())),
}
parts = st.one_of(*PARTS.values())


def meaning(part: Part) -> bytes | Decimal:
    """What DynamoDB orders by."""
    kind, payload = part
    if kind == "N":
        return Decimal(payload)
    return payload.encode() if kind == "S" else b64decode(payload)


def compared(one: Sequence[Part], other: Sequence[Part]) -> int:
    left, right = [meaning(part) for part in one], [meaning(part) for part in other]
    return (left > right) - (left < right)


def encoded(key: Sequence[Part]) -> bytes:
    return b"".join(encode(kind, payload) for kind, payload in key)


@given(strings, strings)
def test_strings_are_ordered_by_their_utf_8(one: str, other: str) -> None:
    assert (encode("S", one) < encode("S", other)) == (one.encode() < other.encode())


@given(binaries, binaries)
def test_binaries_are_ordered_by_unsigned_bytes(one: bytes, other: bytes) -> None:
    left, right = (encode("B", b64encode(content).decode()) for content in (one, other))
    assert (left < right) == (one < other)


@given(decimals(), decimals())
@example(Decimal("1e125"), Decimal("1e-130"))
@example(Decimal("-1e125"), Decimal("-1e-130"))
@example(Decimal("-1.01"), Decimal("-1.0"))
@example(Decimal(9), Decimal(10))
@example(Decimal(-9), Decimal(-10))
@example(Decimal(0), Decimal("-1e-130"))
def test_numbers_are_ordered_by_value(one: Decimal, other: Decimal) -> None:
    left, right = (encode("N", canonical(str(number))) for number in (one, other))
    assert (left < right) == (one < other)
    assert (left == right) == (one == other)


def test_a_ladder_of_numbers_climbs() -> None:
    steps = [
        f"{sign}{digits}e{exponent}"
        for sign in ("", "-")
        for digits in ("1", "1.5", "9.99")
        for exponent in range(-130, 126, 5)
    ]
    climbing = sorted({*steps, "0", "9" * 38, "-" + "9" * 38}, key=Decimal)
    keys = [encode("N", canonical(number)) for number in climbing]
    assert all(lower < higher for lower, higher in pairwise(keys))


@given(st.data(), st.lists(st.sampled_from("SNB"), min_size=1, max_size=4))
def test_keys_of_several_parts_are_ordered_part_by_part(data: st.DataObject, kinds: list[str]) -> None:
    key = st.tuples(*[PARTS[kind] for kind in kinds])
    keys = data.draw(st.lists(key, min_size=2, max_size=6))
    assert sorted(keys, key=encoded) == sorted(keys, key=cmp_to_key(compared))


@given(parts, parts)
def test_no_key_is_the_beginning_of_another(one: Part, other: Part) -> None:
    if one[0] == other[0] and meaning(one) != meaning(other):
        assert not encode(*other).startswith(encode(*one))


@given(strings, strings)
@example("", "")
@example("\x00", "\x00\x00")
@example("a\x00", "a\x00\x01")
def test_the_range_of_a_beginning_holds_the_strings_that_begin_with_it(beginning: str, text: str) -> None:
    check_range(encode_prefix(beginning.encode()), encode("S", text), text.encode().startswith(beginning.encode()))


@given(strings, strings)
def test_the_range_of_a_beginning_holds_every_string_made_from_it(beginning: str, rest: str) -> None:
    check_range(encode_prefix(beginning.encode()), encode("S", beginning + rest), True)


@given(binaries, binaries)
@example(b"\xff", b"\xff\xff")
@example(b"\xff\xff", b"\xff")
def test_the_range_of_a_beginning_holds_the_binaries_that_begin_with_it(beginning: bytes, content: bytes) -> None:
    check_range(encode_prefix(beginning), encode("B", b64encode(content).decode()), content.startswith(beginning))


@given(st.binary(max_size=6) | st.binary(max_size=6).map(lambda head: head + b"\xff\xff"), st.binary(max_size=6))
def test_after_is_the_smallest_that_is_greater_than_all_that_begin_alike(prefix: bytes, other: bytes) -> None:
    bound = prefix_end(prefix)
    if bound is None:
        assert prefix.strip(b"\xff") == b""
        return
    assert prefix + b"\xff" * 8 < bound
    assert other < bound or other > prefix
    if prefix < other < bound:
        assert other.startswith(prefix)


@given(st.binary(max_size=20))
def test_the_spread_is_four_bytes_and_always_the_same(partition: bytes) -> None:
    assert len(hash_prefix(partition)) == 4
    assert hash_prefix(partition) == hash_prefix(bytes(partition))


def test_partitions_are_spread_evenly() -> None:
    """So that a Scan's segments are of about the same size."""
    buckets = [0] * 16
    for n in range(16_000):
        buckets[hash_prefix(encode("S", f"USER#{n}"))[0] >> 4] += 1
    assert min(buckets) > 800
    assert max(buckets) < 1200


def check_range(prefix: bytes, key: bytes, is_inside: bool) -> None:
    bound = prefix_end(prefix)
    assert (key >= prefix and (bound is None or key < bound)) == is_inside
