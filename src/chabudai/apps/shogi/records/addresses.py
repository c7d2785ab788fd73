"""A place in a record as a link spells it: `56` on the main line, `56-2-3` = at 56, second continuation, third move."""

import re
from dataclasses import dataclass

from .errors import UnknownAddress

_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Address:
    """`ply` moves along the main line, then for each turn: which continuation (the first is the line itself), and how
    many moves along it."""

    ply: int = 0
    turns: tuple[tuple[int, int], ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Address":
        if len(text) > _LONGEST or not re.fullmatch(r"[0-9]{1,6}(-[1-9][0-9]{0,5}-[1-9][0-9]{0,5})*", text, re.ASCII):
            raise UnknownAddress(f"no address: {text[:40]!r}")
        ply, *numbers = (int(number) for number in text.split("-"))
        return cls(ply, tuple(zip(numbers[::2], numbers[1::2], strict=True)))

    def __str__(self) -> str:
        return "-".join(str(number) for number in (self.ply, *(number for turn in self.turns for number in turn)))

    @property
    def is_main(self) -> bool:
        return not self.turns
