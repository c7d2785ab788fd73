"""A mistake: the code that makes it, all that the error says, and what to do instead."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mistake:
    """`code` stands behind the design and its store; `message` is the error's name, its text, and its notes below."""

    title: str
    code: str
    message: str
    remedy: str
