"""Static typing: planted mistakes are refused by pyright and by mypy, line by line, and right uses are accepted."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLANTED = ROOT / "tests/table/planted"
# So that a check of the whole repository passes over the file of mistakes; here it is not passed over.
PASSED_OVER = "# mypy: ignore-errors"
STRICT = "# pyright: strict, reportUnusedExpression=false"

Refused = set[tuple[str, int]]


def refused_by_pyright(files: list[Path]) -> Refused:
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, *map(str, files)]
    report = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout)
    assert report["summary"]["filesAnalyzed"] == len(files)
    found = [each for each in report["generalDiagnostics"] if each["severity"] == "error"]
    return {(Path(each["file"]).name, each["range"]["start"]["line"] + 1) for each in found}


def refused_by_mypy(files: list[Path]) -> Refused:
    cache = files[0].parent / "cache"
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(cache), "--no-error-summary", *map(str, files)]
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not finished.stderr
    found = re.findall(r"^(.+?):(\d+): error: ", finished.stdout, re.MULTILINE)
    return {(Path(file).name, int(line)) for file, line in found}


@pytest.mark.parametrize("refused", [refused_by_pyright, refused_by_mypy])
def test_exactly_the_planted_mistakes_are_refused(refused: Callable[[list[Path]], Refused], tmp_path: Path) -> None:
    """Slow, since each checker reads the whole toolkit."""
    files = [tmp_path / "right.py", tmp_path / "mistakes.py"]
    for file in files:
        text = (PLANTED / file.name).read_text(encoding="utf-8")
        file.write_text(
            text.replace(PASSED_OVER, STRICT) if PASSED_OVER in text else f"{STRICT}\n{text}", encoding="utf-8"
        )
    lines = files[1].read_text(encoding="utf-8").splitlines()
    planted = {("mistakes.py", number) for number, line in enumerate(lines, 1) if "# mistake: " in line}
    assert len(planted) > 40
    assert refused(files) == planted
