"""Marks that say the same in every app: !high for a priority, # before a name."""

import re
from typing import Final

_PRIORITY = re.compile(r"!(高|high|1|中|medium|med|2|低|low|3)|p([123])")
_PRIORITIES: Final = {
    **dict.fromkeys(("高", "high", "1"), "high"),
    **dict.fromkeys(("中", "medium", "med", "2"), "medium"),
    **dict.fromkeys(("低", "low", "3"), "low"),
}


def match_priority(plain: str, place: int) -> tuple[str, int] | None:
    """high, medium or low, and where the words for it end."""
    match = _PRIORITY.match(plain, place)
    return (_PRIORITIES[match[1] or match[2]], match.end()) if match else None


def match_name(text: str, plain: str, place: int, pattern: re.Pattern[str]) -> tuple[str, int] | None:
    """The name in the first group of the pattern, spelled as in the text. A number is none: #1 is rather a place."""
    match = pattern.match(plain, place)
    if match is None or match[1].isdigit():
        return None
    return text[match.start(1) : match.end(1)], match.end()
