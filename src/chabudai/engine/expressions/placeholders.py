"""ExpressionAttributeNames and -Values of one request: checked, looked up, and counted as the expressions use them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self, TypeAlias

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.tokens import fault
from chabudai.engine.values import MAX_NAME, AttributeValue, normalize_sized
from chabudai.items.sizes import text_size

Values: TypeAlias = Mapping[str, AttributeValue]
Check: TypeAlias = Callable[[Values], None]
# Which names stand in a text's placeholders, None where undefined; a tree depends on nothing else but the text.
Bindings: TypeAlias = tuple[tuple[str, str | None], ...]

MAX_EXPRESSION = 4096
MAX_KEY = 255
MAX_SUBSTITUTIONS = 2 * 1024 * 1024

_KEY = re.compile(r"[#:][A-Za-z0-9_]{1,254}").fullmatch
_NAME_TOKENS = re.compile(r"#[A-Za-z0-9_]+").findall
_NO_NAMES: Mapping[str, str] = {}
_NO_VALUES: Values = {}


@dataclass(frozen=True, slots=True)
class Requirements:
    """What one parsed expression asks of the request's placeholders; the checks stand in DynamoDB's order."""

    names: frozenset[str]
    constants: frozenset[str]
    checks: tuple[Check, ...]


class RequestPlaceholders:
    """One for each request, or for each element of a transaction."""

    __slots__ = ("_used_names", "_used_values", "names", "values")

    def __init__(self, names: Mapping[str, str], values: Values) -> None:
        self.names = names
        self.values = values
        self._used_names: set[str] = set()
        self._used_values: set[str] = set()

    @classmethod
    def parse(cls, names: Mapping[str, str] | None, values: Mapping[str, Any] | None) -> Self:
        if names is not None:
            _check_names(names)
        if values is None:
            return cls(names or _NO_NAMES, _NO_VALUES)
        return cls(names or _NO_NAMES, _normalize_values(values))

    def bindings(self, parameter: str, text: str) -> Bindings:
        tokens = _name_tokens(parameter, text)
        return tuple([(token, self.names.get(token)) for token in tokens]) if tokens else ()

    def check(self, requirements: Requirements) -> None:
        for check in requirements.checks:
            check(self.values)
        self._used_names |= requirements.names
        self._used_values |= requirements.constants

    def check_all_used(self) -> None:
        """After the last expression: what none of them used is refused."""
        _refuse_unused("ExpressionAttributeNames", self.names, self._used_names)
        _refuse_unused("ExpressionAttributeValues", self.values, self._used_values)


def check_parameters(request: Mapping[str, Any], expressions: tuple[str, ...], legacy: tuple[str, ...]) -> None:
    """Refuse both generations of parameters in one request, and placeholders without an expression to stand in.

    Both sequences are in the order in which DynamoDB lists them.
    """
    _check_given(frozenset(request), expressions, legacy)


@lru_cache(maxsize=1024)
def _check_given(given: frozenset[str], expressions: tuple[str, ...], legacy: tuple[str, ...]) -> None:
    used = [parameter for parameter in expressions if parameter in given]
    if used:
        # A filter expression may stand beside the old KeyConditions.
        mixed = [
            parameter
            for parameter in legacy
            if parameter in given and (parameter != "KeyConditions" or "KeyConditionExpression" in used)
        ]
        if mixed:
            raise ValidationFailed(
                "Can not use both expression and non-expression parameters in the same request: "
                f"Non-expression parameters: {{{', '.join(mixed)}}} Expression parameters: {{{', '.join(used)}}}"
            )
    elif "ExpressionAttributeNames" in given:
        raise ValidationFailed("ExpressionAttributeNames can only be specified when using expressions")
    takers = [parameter for parameter in expressions if parameter != "ProjectionExpression"]
    if takers and "ExpressionAttributeValues" in given and not set(takers) & set(used):
        raise ValidationFailed(
            "ExpressionAttributeValues can only be specified when using expressions: "
            f"{' and '.join(takers)} {'are' if len(takers) > 1 else 'is'} null"
        )


@lru_cache(maxsize=4096)
def _name_tokens(parameter: str, text: str) -> tuple[str, ...]:
    if not text:
        raise fault(parameter, "The expression can not be empty;")
    size = text_size(text)
    if size > MAX_EXPRESSION:
        # Only the messages about conditions tell how large they are.
        shown_size = f" expression size: {size}" if parameter in ("ConditionExpression", "FilterExpression") else ""
        raise fault(parameter, f"Expression size has exceeded the maximum allowed size;{shown_size}")
    return tuple(dict.fromkeys(_NAME_TOKENS(text)))


def _check_names(names: Mapping[str, str]) -> None:
    parameter = "ExpressionAttributeNames"
    if not names:
        raise ValidationFailed(f"{parameter} must not be empty")
    for key in names:
        if not _is_key("#", key):
            raise _invalid_key(parameter, key)
    for key, name in names.items():
        if not name:
            raise ValidationFailed(f"{parameter} contains invalid value: Empty attribute name for key {key}")
        if len(name) > MAX_NAME or text_size(name) > MAX_NAME:
            reason = f"Attribute name is too large, must be less than {MAX_NAME + 1} bytes"
            raise ValidationFailed(f"{parameter} contains invalid value: {reason} for key {key}")
    if sum(map(len, names.values())) > MAX_SUBSTITUTIONS:
        raise ValidationFailed(f"{parameter} exceeds max size")


def _normalize_values(values: Mapping[str, Any]) -> Values:
    parameter = "ExpressionAttributeValues"
    if not values:
        raise ValidationFailed(f"{parameter} must not be empty")
    for key in values:
        if not _is_key(":", key):
            raise _invalid_key(parameter, key)
    normalized: dict[str, AttributeValue] = {}
    size = 0
    for key, value in values.items():
        try:
            normalized[key], value_bytes = normalize_sized(value)
        except ValidationFailed as failure:
            raise ValidationFailed(f"{parameter} contains invalid value: {failure.message} for key {key}") from None
        size += value_bytes
    if size > MAX_SUBSTITUTIONS:
        raise ValidationFailed(f"{parameter} exceeds max size")
    return normalized


@lru_cache(maxsize=4096)
def _is_key(sign: str, key: str) -> bool:
    return key.startswith(sign) and _KEY(key) is not None


def _invalid_key(parameter: str, key: str) -> ValidationFailed:
    size = text_size(key)
    if size > MAX_KEY:
        # DynamoDB tells the size of a name's key only.
        shown_size = f" size of key: {size}" if parameter == "ExpressionAttributeNames" else ""
        reason = f"The expression attribute map contains a key that is too long;{shown_size}"
    else:
        reason = f'Syntax error; key: "{key}"'
    return ValidationFailed(f"{parameter} contains invalid key: {reason}")


def _refuse_unused(parameter: str, given: Mapping[str, Any], used: set[str]) -> None:
    if len(given) == len(used):
        return
    unused = ", ".join(key for key in given if key not in used)
    raise ValidationFailed(f"Value provided in {parameter} unused in expressions: keys: {{{unused}}}")
