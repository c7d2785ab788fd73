"""Lazy attributes: worked out when first asked for, then kept. As `functools.cached_property`, without a lock.

Until Python 3.12 that one takes a lock, which costs more than most of what plans and prepared writes work out. Two
threads that ask at once may both work it out, and get equal values.
"""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - read as a decorator, as `property` is
    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> Self | T:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._make(instance)
        return value
