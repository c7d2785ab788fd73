"""Routes found where they are written."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from chabudai.web.registration import handlers_in, handlers_of

HANDLER = """
from chabudai.web.routes import get

@get("/{name}")
def {name}() -> str:
    return "{name}"
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    folder = tmp_path / "planted_routes"
    (folder / "inner").mkdir(parents=True)
    (folder / "__init__.py").write_text(HANDLER.format(name="root"))
    (folder / "beta.py").write_text(
        HANDLER.format(name="beta") + "from planted_routes.alpha import alpha\nagain = beta\n"
    )
    (folder / "alpha.py").write_text(HANDLER.format(name="alpha") + "number = 3\n")
    (folder / "inner" / "__init__.py").write_text("")
    (folder / "inner" / "deep.py").write_text(HANDLER.format(name="deep"))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield import_module("planted_routes")
    for name in [name for name in sys.modules if name.partition(".")[0] == "planted_routes"]:
        del sys.modules[name]


def names(handlers: object) -> list[str]:
    return [handler.handler_name for handler in handlers]  # type: ignore[attr-defined]


def test_every_handler_of_a_package_is_found_once(package: ModuleType) -> None:
    assert names(handlers_in(package)) == ["root", "alpha", "beta", "deep"]


def test_modules_that_are_served_elsewhere_are_left_out(package: ModuleType) -> None:
    beta = import_module("planted_routes.beta")
    assert names(handlers_in(package, but=(beta,))) == ["root", "alpha", "deep"]


def test_what_a_module_imports_is_not_its_own(package: ModuleType) -> None:
    assert names(handlers_of(import_module("planted_routes.beta"))) == ["beta"]
