"""A disk that is full: whatever could not be written to it, whoever wrote is told so, and keeps what they typed."""

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from chabudai.store.errors import StoreFull
from chabudai.web.errors import InsufficientStorage, WebError

_log = logging.getLogger(__name__)
_NO_SPACE: Final = frozenset({errno.ENOSPC, errno.EDQUOT})


@contextmanager
def refuse_when_full() -> Iterator[None]:
    """InsufficientStorage for what fails within because of that. What is refused in words of its own stays so."""
    try:
        yield
    except WebError:
        raise
    except Exception as failure:
        if is_full(failure):
            _log.error("something was not saved: %s", failure)
            raise InsufficientStorage from failure
        raise


def is_full(failure: BaseException | None) -> bool:
    """Whether that is why it failed, or why that failed which it follows from."""
    while failure is not None:
        if isinstance(failure, StoreFull) or (isinstance(failure, OSError) and failure.errno in _NO_SPACE):
            return True
        failure = failure.__cause__ or failure.__context__
    return False
