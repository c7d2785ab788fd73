"""The shogi engine that the tests ask: found on this machine, or installed by `python -m tests.engines`."""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from chabudai.adapters.usi import EngineCommand, finder

_PACKAGE = "fairy-stockfish"
_OWN = Path(sys.prefix) / "engine"  # where it is unpacked for those who may install nothing


def find() -> EngineCommand | None:
    """By CHABUDAI_ENGINE, where the site finds it, or unpacked beside the tests; None when there is none."""
    own = _OWN / "usr/games" / _PACKAGE
    return finder(os.environ.get("CHABUDAI_ENGINE", ""))() or (finder(str(own))() if own.exists() else None)


def require() -> EngineCommand:
    command = find()
    assert command, "no shogi engine: make engine installs one"
    return command


def require_counting() -> EngineCommand:
    """One whose clock counts positions, a millisecond each: it finds the same however busy the machine is."""
    command = require()
    return replace(command, options={**command.options, "nodestime": "1"})


def install() -> EngineCommand | None:
    """By Debian's package: installed where that may be done, else only unpacked."""
    if shutil.which("apt-get") is None:
        return find()
    if os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        command = ["apt-get", "install", "-qq", "-y", "--no-install-recommends", _PACKAGE]
        subprocess.run(command, check=False, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    if find() is None:
        _unpack()
    return find()


def _unpack() -> None:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["apt-get", "download", "-qq", _PACKAGE], cwd=folder, check=False)
        for package in Path(folder).glob("*.deb"):
            subprocess.run(["dpkg", "-x", str(package), str(_OWN)], check=False)


def main() -> int:
    if find() or install():
        return 0
    sys.stderr.write(
        "No shogi engine was found, and none could be installed: install fairy-stockfish, or name one that speaks USI "
        "in CHABUDAI_ENGINE.\n"
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
