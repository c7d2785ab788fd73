"""Functions that a worker calls: refused where they are given, if they could never do their work."""

import inspect
from typing import Any

from chabudai.table.errors import DesignError


def check_function(what: str, given: Any, wanted: str) -> None:
    """`given` can be called with one thing, does its work when called, and awaits nothing."""
    if not callable(given):
        raise DesignError(f"{what}: {given!r} is no function: give one that takes {wanted}, def handle({wanted}): …")
    name = getattr(given, "__name__", type(given).__name__)
    if _is_asynchronous(given):
        raise DesignError(
            f"{what}: {name} is declared by async def, and nobody would await it: declare it by def; "
            "asyncio.run(…) within it runs what must be awaited"
        )
    if inspect.isgeneratorfunction(given):
        raise DesignError(f"{what}: {name} yields, and so would do nothing when it is called: leave yield out")
    if not _takes_one(given):
        raise DesignError(f"{what}: {name}{_signature(given)} is called with {wanted} alone: def {name}({wanted}): …")


def check_done(what: str, returned: Any) -> None:
    """What a function gave back that has only promised to do its work."""
    if inspect.isawaitable(returned):
        if inspect.iscoroutine(returned):
            returned.close()
        raise DesignError(f"{what} gave something to await, and nobody would: asyncio.run(…) within it runs it")


def _is_asynchronous(given: Any) -> bool:
    called = given if inspect.isroutine(given) else getattr(given, "__call__", given)  # noqa: B004 - its own method
    return any(inspect.iscoroutinefunction(each) or inspect.isasyncgenfunction(each) for each in (given, called))


def _takes_one(given: Any) -> bool:
    try:
        inspect.signature(given).bind(object())
    except TypeError:
        return False
    except ValueError:
        return True  # what is written in C need not tell
    return True


def _signature(given: Any) -> str:
    parameters = ", ".join(map(str, inspect.signature(given).parameters.values()))
    return f"({parameters})"
