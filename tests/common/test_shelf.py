"""The proof: an app of one entity is a design, a service, two templates and its Japanese, and nothing else."""

from pathlib import Path

from tests.common import shelf

FOLDER = Path(shelf.__file__).parent


def test_the_shelf_is_a_design_a_service_two_templates_and_its_japanese() -> None:
    files = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    files -= {name for name in files if "__pycache__" in name}
    templates = {"templates/list.html", "templates/form.html"}
    assert files == {"__init__.py", "design.py", "service.py", *templates, "locale/ja/LC_MESSAGES/messages.po"}


def test_it_stays_short() -> None:
    lines = {path.name: len(path.read_text().splitlines()) for path in FOLDER.rglob("*.py")}
    assert lines["design.py"] + lines["service.py"] <= 120
    assert all(len(path.read_text().splitlines()) <= 15 for path in FOLDER.rglob("*.html"))
