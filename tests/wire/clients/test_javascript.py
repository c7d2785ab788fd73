"""The AWS SDK for JavaScript, version 3; the script beside this file does the work, under node."""

import json
import os
import shutil
import subprocess
import tempfile
from hashlib import sha256
from pathlib import Path

import pytest
from tests.wire.clients.conftest import orders

HERE = Path(__file__).parent / "javascript"


@pytest.fixture(scope="session")
def script() -> Path:
    """The script in a folder outside the source tree, beside the packages that its lock file names."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node and npm are not on this machine")
    lock = (HERE / "package-lock.json").read_bytes()
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "chabudai"
    folder = cache / f"javascript-{sha256(lock).hexdigest()[:16]}"
    if not folder.exists():
        install(folder)
    shutil.copy(HERE / "client.mjs", folder)
    return folder / "client.mjs"


def install(folder: Path) -> None:
    """Made aside and moved whole, so that a broken or a second run never leaves half of it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as aside:
        made = Path(aside) / "made"
        made.mkdir()
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, made)
        command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
        ran = subprocess.run(command, cwd=made, capture_output=True, text=True, timeout=240)
        assert ran.returncode == 0, ran.stderr
        try:
            made.rename(folder)
        except OSError:
            assert folder.exists(), "another run has installed it meanwhile"


def test_the_javascript_sdk_makes_a_table_and_uses_all_of_it(url: str, script: Path) -> None:
    ran = subprocess.run(
        ["node", str(script), url, json.dumps(orders("javascript-orders"))],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (ran.returncode, ran.stdout) == (0, "all is well\n"), ran.stderr
