"""Style sheets as they are sent: without comments and the space that means nothing. What stands in quotes stays."""

import re
from functools import cache

_PARTS = re.compile(r'("[^"]*"|\'[^\']*\')|/\*.*?\*/', re.DOTALL)
_SPACE = re.compile(r"\s+")
_AROUND = re.compile(r" ?([{};]) ?|([:,]) (?=[^{}]*[;}])")
_LAST = re.compile(r";}")


@cache
def shorten(sheet: str) -> str:
    """A space after a colon goes within declarations only: before it, it is part of a selector."""
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        if found[1] is None:
            return " "
        kept.append(found[1])
        return f"\0{len(kept) - 1}\0"

    bare = _SPACE.sub(" ", _PARTS.sub(keep, sheet))
    bare = _AROUND.sub(lambda found: found[1] or found[2], bare)
    return re.sub("\0(\\d+)\0", lambda found: kept[int(found[1])], _LAST.sub("}", bare)).strip() + "\n"
