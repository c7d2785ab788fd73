"""Every test that docs/security.md names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs/security.md").read_text())


def test_every_test_that_the_security_document_names_is_there() -> None:
    missing = [
        f"{path}::{name}"
        for path, name in NAMED
        if not (ROOT / path).is_file() or f"def {name}(" not in (ROOT / path).read_text()
    ]
    assert NAMED
    assert missing == []
