"""The peers, in pinned versions, installed into a cache folder of their own when first wanted."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

DYNALITE = "4.0.0"
MINISTACK = "1.5.33"
PATIENCE_SECONDS = 300


class PeerMissing(Exception):
    """This peer cannot be measured on this machine; the message is the reason."""


def dynalite() -> list[str]:
    """The command that starts it."""
    folder = _cache() / f"dynalite-{DYNALITE}"
    program = folder / "node_modules" / ".bin" / "dynalite"
    if not program.exists():
        npm = shutil.which("npm")
        if npm is None:
            raise PeerMissing("skipped: npm is not on this machine")
        folder.mkdir(parents=True, exist_ok=True)
        _install([npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder), f"dynalite@{DYNALITE}"])
    return [str(program)]


def ministack() -> list[str]:
    """The command that starts it."""
    folder = _cache() / f"ministack-{MINISTACK}"
    program = folder / "bin" / "ministack"
    if not program.exists():
        _install([sys.executable, "-m", "venv", "--clear", str(folder)])
        _install([str(folder / "bin" / "python"), "-m", "pip", "install", f"ministack=={MINISTACK}"])
    return [str(program)]


def _cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "chabudai-bench"


def _install(command: list[str]) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        raise PeerMissing("skipped: it could not be installed") from error
