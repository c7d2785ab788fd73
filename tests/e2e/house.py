"""A household's site as a process of its own, as `make run` starts it, for real browsers to visit."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def serving(db: Path, *, demo: bool) -> Iterator[str]:
    """The address of a site on a free port; it is stopped in the end. Browsers say themselves where they come from."""
    script = str(Path(sys.executable).with_name("chabudai"))
    command = [script, "run", "--db", str(db), "--port", "0", *(["--demo"] if demo else [])]
    environment = {**os.environ, "CHABUDAI_MAIL": "", "CHABUDAI_BEHIND_PROXY": "on"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as site:
        try:
            assert site.stdout is not None
            said = site.stdout.readline()
            found = re.search(r"http://\S+?(?=;)", said)
            assert found, f"the site did not start: {said!r}"
            yield found[0]
        finally:
            site.terminate()
            site.wait(20)
