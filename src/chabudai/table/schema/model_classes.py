"""Model classes: pydantic takes a subclass for the model that is declared, and it would be read back as less."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel


def have_subclasses(models: Iterable[type[BaseModel]]) -> bool:
    return any(model.__subclasses__() for model in models)


def find_subclass(given: Any, found: Any) -> tuple[type[BaseModel], type[BaseModel]] | None:
    """The class of the first model in a value that is read back as one of its bases, and that base.

    `found` is what is read back of `given`: the same but for what validators have changed.
    """
    if isinstance(given, BaseModel) and isinstance(found, BaseModel):
        if type(given) is not type(found):
            return (type(given), type(found)) if isinstance(given, type(found)) else None
        return find_subclass(given.__dict__, found.__dict__)
    if isinstance(given, Mapping) and isinstance(found, Mapping):
        pairs = [(given[name], found[name]) for name in given.keys() & found.keys()]
    elif isinstance(given, (list, tuple)) and isinstance(found, (list, tuple)):
        pairs = list(zip(given, found, strict=False))
    else:
        return None
    return next((fault for one, other in pairs if (fault := find_subclass(one, other)) is not None), None)
