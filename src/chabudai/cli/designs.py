"""Which design a command is about, and the store that it is to be found in."""

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from chabudai.cli.errors import CommandFailed

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from chabudai.table import Design, TypedStore

SITE_DB = "household/household.db"  # as the site has it, which may not be installed
_APPS = "chabudai.apps"


def add_design(parser: "ArgumentParser") -> None:
    parser.add_argument("design", metavar="DESIGN", help="MODULE:ATTRIBUTE, or the short name of an app, as todo")


def add_table_name(parser: "ArgumentParser") -> None:
    parser.add_argument("--table", metavar="NAME", help="the name that its table is stored under, if not the design's")


def default_address() -> str:
    """The site's own database where there is one, else a file here."""
    return SITE_DB if Path(SITE_DB).is_file() else "household.db"


def find(name: str) -> "Design":
    """The design of `module:attribute`, from the current directory too, or of an app's short name."""
    from chabudai.table import Design

    path, separator, attribute = name.partition(":")
    if not separator:
        path, attribute = f"{_APPS}.{_app(name)}.design", "design"
    elif not path or not attribute:
        raise CommandFailed(f"Invalid design {name}: give MODULE:ATTRIBUTE, such as house.design:design.")
    if path.endswith(".py"):
        module = ".".join(Path(path).with_suffix("").parts)
        raise CommandFailed(f"Invalid design {name}: give the module without .py, as {module}:{attribute}.")
    found = getattr(_import_module(path), attribute, None)
    if found is None:
        raise CommandFailed(f"{path} has no attribute {attribute}: name the one that holds its Design.")
    if not isinstance(found, Design):
        raise CommandFailed(f"{path}:{attribute} is not a Design but of type {type(found).__name__}.")
    return found


@contextmanager
def open_store(address: str, design: "Design", table_name: str | None, *, must_exist: bool) -> "Iterator[TypedStore]":
    """The store at an address; what it or the toolkit refuses within is told in one line."""
    from chabudai import table
    from chabudai.store.errors import StoreError
    from chabudai.table import TableError

    if must_exist and _is_file(address) and not Path(address).is_file():
        raise CommandFailed(f"There is no database file at {address}: --at says where the tables are.")
    try:
        with table.open_renamed(address, _names(design, table_name)) as store:
            yield store
    except (StoreError, TableError) as error:
        raise CommandFailed(" ".join(str(error).split())) from None


def _names(design: "Design", table_name: str | None) -> dict[str, str]:
    if table_name is None:
        return {}
    only, *others = design.tables
    if others:
        raise CommandFailed(f"The design {design.name} has more than one table: --table can't tell which is meant.")
    return {only.name: table_name}


def _app(name: str) -> str:
    apps = _app_names()
    if name not in apps:
        known = f"one of {', '.join(apps)}" if apps else "the short name of an app"
        raise CommandFailed(f"There is no design {name}: give MODULE:ATTRIBUTE, or {known}.")
    return name


def _app_names() -> list[str]:
    try:
        package = importlib.import_module(_APPS)
    except ModuleNotFoundError:
        return []
    return sorted(each.name for each in pkgutil.iter_modules(package.__path__) if each.ispkg)


def _import_module(path: str) -> ModuleType:
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as missing:
        if missing.name is not None and (path == missing.name or path.startswith(f"{missing.name}.")):
            raise CommandFailed(f"There is no module {missing.name}.") from None
        raise CommandFailed(f"{path} can't be imported: {missing}.") from None
    except Exception as error:
        text = " ".join(str(error).split())
        raise CommandFailed(f"{path} can't be imported: {type(error).__name__}: {text}") from error


def _is_file(address: str) -> bool:
    return bool(address) and "://" not in address and address != ":memory:"
