"""The demo's patterns, made once for all processes of a test run: that takes longer than any test of them."""

import shutil
from pathlib import Path

import pytest

from chabudai.site.compose import compose
from chabudai.site.settings import SiteSettings


def shared_demo(factory: pytest.TempPathFactory) -> SiteSettings:
    """Of a site that nobody uses. Whichever process comes first makes them, and the others wait for that."""
    own = factory.getbasetemp()
    folder = (own.parent if own.name.startswith("popen-") else own) / "demo"
    folder.mkdir(exist_ok=True)
    settings = SiteSettings(db=str(folder / "household.db"), is_demo=True, demo_starts=10_000)
    compose(settings).household.close()
    return settings


def place_patterns(settings: SiteSettings, folder: Path) -> None:
    """Beside a `household.db` that is in this folder, or will be."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(settings.demo_path, folder / settings.demo_path.name, ignore=shutil.ignore_patterns("*.lock"))
