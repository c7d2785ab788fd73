"""Effects: calls of the store and pauses between them, as values that a generator yields.

What reads and writes plans is written once, as such generators, and driven by a store that blocks or by one that is
awaited.
"""

from asyncio import gather
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from chabudai.store.errors import StoreError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Pause:
    seconds: float


Call: TypeAlias = tuple[str, Mapping[str, Any]]
"""An operation and its request."""


class EncodedCall(tuple[str, Mapping[str, Any]]):
    """A read whose items may be sent back as the store keeps them, each in JSON as bytes; or as of any other call."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Calls:
    """Several that do not wait for each other; what is sent back is `{"Answers": […]}`, in their order."""

    calls: tuple[Call, ...]


Effects: TypeAlias = Generator[Call | Calls | Pause, dict[str, Any], T]
"""Yields what is to be done, is sent the answers (or thrown the store's refusals), and returns what came of it."""

CallStore: TypeAlias = Callable[[str, Mapping[str, Any]], dict[str, Any]]
"""A store's `call`, perhaps with the pattern that it is made for."""

AwaitStore: TypeAlias = Callable[[str, Mapping[str, Any]], Awaitable[dict[str, Any]]]


def wait(seconds: float) -> Effects[None]:
    """A pause, unless it is none."""
    if seconds:
        yield Pause(seconds)


def ask_together(calls: Sequence[Call]) -> Effects[list[dict[str, Any]]]:
    """The answers to calls that do not wait for each other, where the store can do several at a time."""
    if len(calls) == 1:
        return [(yield calls[0])]
    answer = yield Calls(tuple(calls))
    answers: list[dict[str, Any]] = answer["Answers"]
    return answers


def run(effects: Effects[T], call: CallStore, sleep: Callable[[float], None]) -> T:
    """Drive them with a store that blocks."""
    return run_encoded(effects, call, call, sleep)


def run_encoded(effects: Effects[T], call: CallStore, call_encoded: CallStore, sleep: Callable[[float], None]) -> T:
    """The same, where the store has a call of its own for what may come as it keeps it."""
    try:
        effect = next(effects)
        while True:
            try:
                # Calls first, since by far the most are.
                if type(effect) is tuple:
                    answer = call(*effect)
                elif type(effect) is EncodedCall:
                    answer = call_encoded(*effect)
                else:
                    answer = _answer(effect, call, sleep)
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
                answer = await _await_answer(effect, call, sleep)
            except StoreError as refusal:
                effect = effects.throw(refusal)
            else:
                effect = effects.send(answer)
    except StopIteration as end:
        result: T = end.value
        return result


def _answer(effect: Call | Calls | Pause, call: CallStore, sleep: Callable[[float], None]) -> dict[str, Any]:
    """Calls go one after another: threads would cost the store in this process more than they save."""
    match effect:
        case Pause(seconds):
            sleep(seconds)
            return {}
        case Calls(calls):
            return {"Answers": [call(*each) for each in calls]}
        case _:
            return call(*effect)


async def _await_answer(
    effect: Call | Calls | Pause, call: AwaitStore, sleep: Callable[[float], Awaitable[None]]
) -> dict[str, Any]:
    match effect:
        case Pause(seconds):
            await sleep(seconds)
            return {}
        case Calls(calls):
            answers = await gather(*(call(*each) for each in calls), return_exceptions=True)
            for answer in answers:
                if isinstance(answer, BaseException):
                    raise answer
            return {"Answers": answers}
        case _:
            return await call(*effect)
