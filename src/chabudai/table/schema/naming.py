"""Naming: what a Python field is called in a stored item, by a rule for the table and exceptions per field."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

NamingRule: TypeAlias = Callable[[str], str]


def as_is(field: str) -> str:
    return field


def camel(field: str) -> str:
    """`wear_count` as `wearCount`; a trailing underscore, as in `from_`, is Python's and stays out."""
    name = pascal(field)
    return name[:1].lower() + name[1:]


def pascal(field: str) -> str:
    return "".join(word[0].upper() + word[1:] for word in field.split("_") if word)


@dataclass(frozen=True, slots=True)
class Stored:
    """`Annotated[str, Stored("team_discription")]`: stored under this name, whatever the rule says."""

    name: str
