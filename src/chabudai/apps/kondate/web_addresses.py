"""Addresses of pages that recipes come from: of the web alone, whatever a form, a file or an old row says."""

import re
from typing import Annotated, Any, Final, TypeAlias

from pydantic import BeforeValidator

LONGEST: Final = 1000
_ADDRESS: Final = re.compile(r"https?://[^\s/?#\\]+[^\s\\]*", re.IGNORECASE)


def is_web_address(text: str) -> bool:
    """What a link may lead to: nothing that a browser would run."""
    return len(text) <= LONGEST and text.isprintable() and _ADDRESS.fullmatch(text) is not None


def _drop_others(value: Any) -> Any:
    return None if isinstance(value, str) and not is_web_address(value) else value


WebAddress: TypeAlias = Annotated[str | None, BeforeValidator(_drop_others)]
"""Of an entity: anything else is none, also in rows from before this was asked."""
