"""Numbers, attribute values and items for property tests, as a client may spell them."""

from base64 import b64encode
from decimal import Context, Decimal
from typing import Any

from hypothesis import strategies as st

MOST_DIGITS = 38
LARGEST_EXPONENT = 125
SMALLEST_EXPONENT = -130
_EXACT = Context(prec=400)


def decimals() -> st.SearchStrategy[Decimal]:
    """Every number that DynamoDB has."""
    magnitudes = (
        st.integers(SMALLEST_EXPONENT, LARGEST_EXPONENT)
        | st.integers(-3, 40)
        | st.sampled_from((SMALLEST_EXPONENT, LARGEST_EXPONENT))
    )
    coefficients = st.integers(1, 10**MOST_DIGITS - 1) | st.integers(1, 999)
    return st.just(Decimal(0)) | st.builds(_number, st.booleans(), coefficients, magnitudes)


def _number(negative: bool, coefficient: int, magnitude: int) -> Decimal:
    digits = str(coefficient)
    return Decimal(f"{'-' if negative else ''}{digits}e{magnitude - len(digits) + 1}")


@st.composite
def spellings(draw: st.DrawFn) -> str:
    """A number in one of the many ways to write it: zeros around it, a sign, an exponent."""
    number = draw(decimals())
    shift = draw(st.integers(-20, 20))
    sign = "-" if number < 0 else draw(st.sampled_from(("", "+")))
    zeros = "0" * draw(st.integers(0, 3))
    text = format(number.copy_abs().scaleb(-shift, _EXACT) if shift else number.copy_abs(), "f")
    if "." in text:
        text += "0" * draw(st.integers(0, 3))
    mark = draw(st.sampled_from("eE")) + draw(st.sampled_from(("", "+") if shift >= 0 else ("",)))
    return f"{sign}{zeros}{text}{mark}{shift}" if shift else f"{sign}{zeros}{text}"


def base64(longest: int = 12) -> st.SearchStrategy[str]:
    return st.binary(max_size=longest).map(lambda content: b64encode(content).decode())


def texts(shortest: int = 0, longest: int = 12) -> st.SearchStrategy[str]:
    """Any Unicode, without halves of surrogate pairs, which no UTF-8 can hold."""
    return st.text(st.characters(codec="utf-8"), min_size=shortest, max_size=longest)


def scalars() -> st.SearchStrategy[dict[str, Any]]:
    return st.one_of(
        texts().map(lambda text: {"S": text}),
        spellings().map(lambda number: {"N": number}),
        base64().map(lambda content: {"B": content}),
        st.booleans().map(lambda flag: {"BOOL": flag}),
        st.just({"NULL": True}),
        st.lists(texts(), min_size=1, max_size=4, unique=True).map(lambda members: {"SS": members}),
        st.lists(spellings(), min_size=1, max_size=4, unique_by=Decimal).map(lambda members: {"NS": members}),
        st.lists(base64(), min_size=1, max_size=4, unique=True).map(lambda members: {"BS": members}),
    )


def values() -> st.SearchStrategy[dict[str, Any]]:
    return st.recursive(
        scalars(),
        lambda inner: (
            st.lists(inner, max_size=4).map(lambda elements: {"L": elements})
            | st.dictionaries(texts(shortest=1), inner, max_size=4).map(lambda members: {"M": members})
        ),
        max_leaves=8,
    )


def items() -> st.SearchStrategy[dict[str, dict[str, Any]]]:
    return st.dictionaries(texts(shortest=1), values(), max_size=5)
