"""Templates speak from the catalog of the package in which they lie, wherever they are used."""

from pathlib import Path

import pytest
from jinja2 import Environment

from chabudai.web import catalogs
from chabudai.web.packages import Package
from chabudai.web.template_messages import PackageLoader, message_extension, message_globals
from chabudai.web.translations import use_translations

TEMPLATES = {
    "web": {
        "layout.html": '{{ _("Open") }} [{% block content %}{{ _("Open") }}{% endblock %}] {{ _("Save") }}',
        "partials/foot.html": '{{ gettext("Open") }}',
        "parts.html": '{% macro box() %}{{ _("Open") }}({{ caller() }}){% endmacro %}',
    },
    "todo": {
        "list.html": '{% extends "layout.html" %}{% block content %}{{ super() }} {{ _("Open") }}{% endblock %}',
        "foot.html": '{{ _("Open") }} {% include "partials/foot.html" %} {% include "tasks/open.html" %}',
        "plain.html": '{% import "parts.html" as parts %}{% call parts.box() %}{{ _("Open") }}{% endcall %}',
        "seen.html": '{% import "parts.html" as p with context %}{% call p.box() %}{{ _("Open") }}{% endcall %}',
        "count.html": '{{ ngettext("%(n)s todo", "%(n)s todos", 2) }} {{ pgettext("shop", "Open") }} {{ _("Save") }}',
    },
    "tasks": {"open.html": '{{ _("Open") }}'},
}
SAID = {
    "web": 'msgid "Open"\nmsgstr "開く"\n\nmsgid "Save"\nmsgstr "保存"\n',
    "todo": 'msgid "Open"\nmsgstr "未完了"\n\nmsgid "%(n)s todo"\nmsgid_plural "%(n)s todos"\nmsgstr[0] "%(n)s件"\n\n'
    'msgctxt "shop"\nmsgid "Open"\nmsgstr "営業中"\n',
    "tasks": 'msgid "Open"\nmsgstr "未着手"\n',
}
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=1; plural=0;\\n"\n\n'


@pytest.fixture
def packages(tmp_path: Path) -> list[Package]:
    packages = [
        Package("", tmp_path / "web", is_shared=True),
        Package("todo", tmp_path / "todo"),
        Package("tasks", tmp_path / "tasks"),
    ]
    for package in packages:
        _write(package.locale / "ja" / "LC_MESSAGES" / "messages.po", HEAD + SAID[package.domain])
        for name, text in TEMPLATES[package.domain].items():
            _write(package.templates / name, text)
    return packages


@pytest.mark.parametrize(
    ("template", "japanese"),
    [
        ("todo/list.html", "開く [開く 未完了] 保存"),
        ("todo/foot.html", "未完了 開く 未着手"),
        ("todo/plain.html", "開く(未完了)"),
        ("todo/seen.html", "開く(未完了)"),
        ("todo/count.html", "2件 営業中 保存"),
    ],
)
def test_every_part_of_a_page_speaks_from_its_own_catalog(
    packages: list[Package], template: str, japanese: str
) -> None:
    environment = Environment(loader=PackageLoader(packages), extensions=[message_extension(packages)], autoescape=True)
    environment.globals |= message_globals(packages)
    with use_translations(catalogs.load_translations(packages)["ja"]):
        assert environment.get_template(template).render() == japanese


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
