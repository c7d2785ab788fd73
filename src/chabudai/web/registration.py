"""Routes found where they are written: every handler that a package's modules define is served, none is listed."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from litestar.handlers import HTTPRouteHandler


def handlers_in(package: ModuleType, *, but: tuple[ModuleType, ...] = ()) -> list[HTTPRouteHandler]:
    """Of every module below the package, in the order of their names; `but` are modules that are served elsewhere."""
    return [handler for module in _modules(package) if module not in but for handler in handlers_of(module)]


def handlers_of(module: ModuleType) -> list[HTTPRouteHandler]:
    """Those that are defined in this very module, not imported into it; each once, in the order of the file."""
    found = dict.fromkeys(each for each in vars(module).values() if isinstance(each, HTTPRouteHandler))
    return [handler for handler in found if handler.fn.__module__ == module.__name__]


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    yield package
    for each in sorted(pkgutil.walk_packages(package.__path__, f"{package.__name__}."), key=lambda found: found.name):
        yield import_module(each.name)
