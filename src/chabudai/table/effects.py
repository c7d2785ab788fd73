"""Effects: calls of the store and pauses between them, as values that a generator yields.

What reads and writes plans is written once, as such generators, and driven by a store that blocks or by one that is
awaited.
"""

from collections.abc import Awaitable, Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from chabudai.store.errors import StoreError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Pause:
    seconds: float


Call: TypeAlias = tuple[str, Mapping[str, Any]]
"""An operation and its request."""

Effects: TypeAlias = Generator[Call | Pause, dict[str, Any], T]
"""Yields what is to be done, is sent the answers (or thrown the store's refusals), and returns what came of it."""

CallStore: TypeAlias = Callable[[str, Mapping[str, Any]], dict[str, Any]]
"""A store's `call`, perhaps with the pattern that it is made for."""

AwaitStore: TypeAlias = Callable[[str, Mapping[str, Any]], Awaitable[dict[str, Any]]]


def wait(seconds: float) -> Effects[None]:
    """A pause, unless it is none."""
    if seconds:
        yield Pause(seconds)


def run(effects: Effects[T], call: CallStore, sleep: Callable[[float], None]) -> T:
    """Drive them with a store that blocks."""
    try:
        effect = next(effects)
        while True:
            try:
                answer = _pause(effect, sleep) if isinstance(effect, Pause) else call(*effect)
            except StoreError as refusal:
                effect = effects.throw(refusal)
            else:
                effect = effects.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result


async def run_async(effects: Effects[T], call: AwaitStore, sleep: Callable[[float], Awaitable[None]]) -> T:
    """Drive them with a store that is awaited."""
    try:
        effect = next(effects)
        while True:
            try:
                if isinstance(effect, Pause):
                    await sleep(effect.seconds)
                    answer: dict[str, Any] = {}
                else:
                    answer = await call(*effect)
            except StoreError as refusal:
                effect = effects.throw(refusal)
            else:
                effect = effects.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result


def _pause(pause: Pause, sleep: Callable[[float], None]) -> dict[str, Any]:
    sleep(pause.seconds)
    return {}
