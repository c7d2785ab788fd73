"""The table of the site's settings in docs/site.md, made from the code."""

import inspect
import re
from dataclasses import fields
from pathlib import Path

from chabudai.site import settings
from chabudai.site.settings import SiteSettings, variable

DOCUMENT = Path(__file__).parents[2] / "docs" / "site.md"
_TABLE = re.compile(r"(?<=at the start\.\n\n).*?(?=\n## In public)", re.DOTALL)


def render() -> str:
    """The document with the table as it has to be."""
    rows = [
        f"| `{variable(field.name)}` | {_default(field.default)} | {_said()[field.name]} |"
        for field in fields(SiteSettings)
    ]
    table = "\n".join(["| variable | default | what it is |", "| --- | --- | --- |", *rows, ""])
    return _TABLE.sub(lambda _: table, DOCUMENT.read_text())


def _said() -> dict[str, str]:
    """What stands behind each setting in the code."""
    source = inspect.getsource(settings.SiteSettings)
    return dict(re.findall(r"^    (\w+): .*?  # (.*)$", source, re.MULTILINE))


def _default(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"`{value}`" if value else "decided by itself"
