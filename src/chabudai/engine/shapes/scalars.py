"""Shapes of single values: texts, names, whole numbers, flags and blobs."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from chabudai.engine.errors import SerializationFailed, ValidationFailed
from chabudai.engine.shapes.wording import NOT_EXPECTED, fault, length_faults, scalar_fault

NAME = "[a-zA-Z0-9_.-]+"


@dataclass(frozen=True, slots=True)
class Text:
    choices: tuple[str, ...] = ()
    pattern: str = ""
    min_length: int = 0
    max_length: int | None = None

    @property
    def is_unconstrained(self) -> bool:
        return not (self.choices or self.pattern or self.min_length or self.max_length is not None)

    def read(self, raw: Any, deep: bool) -> str:
        if type(raw) is str:
            return raw
        raise SerializationFailed(scalar_fault(raw, "String"))

    def faults(self, value: str, where: str) -> Sequence[str]:
        faults = []
        if self.choices and value not in self.choices:
            faults.append(fault(value, where, f"Member must satisfy enum value set: [{', '.join(self.choices)}]"))
        if self.pattern and not re.fullmatch(self.pattern, value):
            faults.append(fault(value, where, f"Member must satisfy regular expression pattern: {self.pattern}"))
        return faults + length_faults(value, len(value), where, self.min_length, self.max_length)


TABLE_KEY = Text(pattern=NAME, min_length=3, max_length=255)


@dataclass(frozen=True, slots=True)
class ResourceName:
    """A table's name, or its ARN, in the operations on items: an empty one is told of its length alone."""

    @property
    def is_unconstrained(self) -> bool:
        return False

    def read(self, raw: Any, deep: bool) -> str:
        return Text().read(raw, deep)

    def faults(self, value: str, where: str) -> Sequence[str]:
        if not value:
            return length_faults(value, 0, where, 1, None)
        return () if is_table_arn(value) else _table_name_faults(value, where)


class ControlTableName(ResourceName):
    """A table's name, or its ARN, in the operations on tables, which word its length on their own."""

    def faults(self, value: str, where: str) -> Sequence[str]:
        if is_table_arn(value):
            return ()
        if not 3 <= len(value) <= 255:
            raise ValidationFailed("TableName must be at least 3 characters long and at most 255 characters long")
        return Text(pattern=NAME).faults(value, where)


def is_table_arn(name: str) -> bool:
    return name.startswith("arn:") and ":table/" in name


@dataclass(frozen=True, slots=True)
class Integer:
    minimum: int | None = None
    maximum: int | None = None
    java: str = "Integer"

    @property
    def is_unconstrained(self) -> bool:
        return self.minimum is None and self.maximum is None

    def read(self, raw: Any, deep: bool) -> int:
        if type(raw) is int:
            return raw
        if type(raw) is float and math.isfinite(raw):
            return math.floor(raw)
        if type(raw) is str:
            raise SerializationFailed(f"STRING_VALUE cannot be converted to {self.java}")
        raise SerializationFailed(scalar_fault(raw, self.java))

    def faults(self, value: int, where: str) -> Sequence[str]:
        if self.minimum is not None and value < self.minimum:
            return (fault(value, where, f"Member must have value greater than or equal to {self.minimum}"),)
        if self.maximum is not None and value > self.maximum:
            return (fault(value, where, f"Member must have value less than or equal to {self.maximum}"),)
        return ()


@dataclass(frozen=True, slots=True)
class Boolean:
    @property
    def is_unconstrained(self) -> bool:
        return True

    def read(self, raw: Any, deep: bool) -> bool:
        if type(raw) is bool:
            return raw
        if type(raw) is str:
            word = raw.upper()
            if word in ("TRUE", "1", "YES"):
                return True
            if word in ("FALSE", "0", "NO"):
                return False
            raise SerializationFailed("Unexpected token received from parser")
        raise SerializationFailed(scalar_fault(raw, "Boolean"))

    def faults(self, value: bool, where: str) -> Sequence[str]:
        return ()


@dataclass(frozen=True, slots=True)
class Blob:
    @property
    def is_unconstrained(self) -> bool:
        return True

    def read(self, raw: Any, deep: bool) -> str:
        if type(raw) is str:
            return raw
        if isinstance(raw, (bool, int, float)):
            raise SerializationFailed("only base-64-encoded strings are convertible to bytes")
        if isinstance(raw, list):
            raise SerializationFailed("Unrecognized collection type class java.nio.ByteBuffer")
        raise SerializationFailed(NOT_EXPECTED)

    def faults(self, value: str, where: str) -> Sequence[str]:
        return ()


@lru_cache(maxsize=1024)
def _table_name_faults(name: str, where: str) -> tuple[str, ...]:
    return tuple(TABLE_KEY.faults(name, where))
