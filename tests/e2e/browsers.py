"""The browser that the tests drive: found on this machine, or installed by `python -m tests.e2e.browsers`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

# The first is Chromium without what only a screen needs: the same engine, and a third less work for the machine.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FONTS = "fonts-noto-cjk"
_DEBIAN = ("chromium-headless-shell", "chromium", _FONTS)


def find() -> str | None:
    """A Chromium by CHABUDAI_BROWSER, on the path, or of playwright's own; None when there is none."""
    named = os.environ.get("CHABUDAI_BROWSER")
    if named:
        return named
    return next(filter(None, map(shutil.which, _NAMES)), None) or _playwrights_own()


def install() -> str | None:
    """By Debian's packages where that may be done, else by playwright."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        for wanted in _DEBIAN:
            if find() is None or wanted == _FONTS:
                command = ["apt-get", "install", "-qq", "-y", "--no-install-recommends", wanted]
                subprocess.run(command, check=False, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    if find() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    return find()


def _playwrights_own() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def main() -> int:
    if find() or install():
        return 0
    sys.stderr.write(
        "No Chromium was found, and none could be installed: install one, or name it in CHABUDAI_BROWSER.\n"
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
