"""A document that is no longer true fails here."""

import re
from pathlib import Path

import pytest
from tests.documents import compatibility, errors, site

from chabudai.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]

APPS = sorted(path.parent.name for path in (ROOT / "src/chabudai/apps").glob("*/design.py"))
COMMANDS = {words.strip() for path in DOCUMENTS for words in re.findall(r"`chabudai ((?:[a-z]+ ?)+)", path.read_text())}
FILES = [path for folder in ("src", "tests") for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]


def test_the_compatibility_document_is_that_of_the_code() -> None:
    assert compatibility.DOCUMENT.read_text() == compatibility.render(), "run make documents"


def test_the_mistakes_and_their_messages_are_those_of_the_tests() -> None:
    assert errors.DOCUMENT.read_text() == errors.render(), "run make documents"


def test_the_settings_of_the_site_are_those_of_the_code() -> None:
    assert site.DOCUMENT.read_text() == site.render(), "run make documents"


def test_the_examples_of_the_readme_run_as_they_stand_and_a_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    for example in [*blocks, *blocks]:
        exec(compile(example, "README.md", "exec"), {"__name__": "readme"})
    printed = capsys.readouterr().out
    assert "{'Item': {'PK': {'S': 'W#1'}, 'SK': {'S': 'META'}}}" in printed
    assert "[('こころ', 1)]" in printed


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_to_a_file_leads_to_one(document: Path) -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", document.read_text()) if "://" not in link]
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("app", APPS)
def test_the_readme_shows_every_app(app: str) -> None:
    assert re.search(rf"!\[[^\]]+\]\(docs/screens/{app}-[\w-]+\.webp\)", README)


@pytest.mark.parametrize("target", ["run", "test", "check", "browser", "bench", "setup", "lock", "documents"])
def test_every_make_target_of_the_readme_is_there(target: str) -> None:
    assert f"make {target}" in README
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize(
    "document", [ROOT / "CONTRIBUTING.md", ROOT / "docs/walk.md", ROOT / "docs/meals.md"], ids=lambda path: path.name
)
def test_every_file_that_is_named_is_there(document: Path) -> None:
    named = set(re.findall(r"`([\w/*]+(?:/|\.(?:py|css|html|js)))`", document.read_text()))
    assert len(named) > 5
    assert [name for name in sorted(named) if not _is_there(name.rstrip("/"))] == []


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_that_is_told_is_there(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command.split(), "--help"])
    assert left.value.code == 0
    capsys.readouterr()


def _is_there(name: str) -> bool:
    parts = name.split("/")
    return any(each.parts[-len(parts) :] == tuple(parts) or each.match(name) for each in FILES)
