"""Which style sheets and scripts each page loads: those that its template names, the macros that it calls for them, and
the templates that it extends."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from chabudai.web.assets import Assets
from chabudai.web.packages import WEB, Package

_LATER = re.compile(r'data-(?:script|style|module)="\{\{ asset\("([^"]+)"\)')
_NO_SCRIPT = re.compile(r"<noscript>.*?</noscript>")
_ASSET = re.compile(r'asset\("([^"]+)"\)')
_IMPORT = re.compile(r'import "([^"]+)" as (\w+)')
_SCRIPTS = re.compile(r"macro scripts\(\) -%\}(.*?)\{%- endmacro", re.DOTALL)
_EXTENDS = re.compile(r'\{%-?\s*extends "([^"]+)"')


class LoadedFiles:
    """Of packages that are named like their folders; the one with the components needs no name."""

    def __init__(self, folders: Iterable[Path]) -> None:
        packages = [WEB if folder == WEB.folder else Package(folder.name, folder) for folder in folders]
        self._assets = Assets(packages)
        self._templates = {name: text for package in packages for name, text in _read(package)}

    def sizes(self, ending: str) -> dict[str, int]:
        """Bytes that each template's page loads of files with this ending."""
        return {
            name: sum(len(self._assets._by_name[each].content) for each in self.of(name) if each.endswith(ending))
            for name in self._templates
        }

    def later_sizes(self) -> dict[str, int]:
        """Bytes of each file that a page, or a part, asks for once it stands: by data-script, -style or -module."""
        names = {each for text in self._templates.values() for each in _LATER.findall(text)}
        return {name: len(self._assets._by_name[name].content) for name in names}

    @cache  # noqa: B019 - it lives as long as one test
    def of(self, name: str) -> frozenset[str]:
        text = self._templates[name]
        above = [parent for parent in _EXTENDS.findall(text) if parent in self._templates]
        at_once = _LATER.sub("", _NO_SCRIPT.sub("", text + "".join(self._called(text))))
        return frozenset(_ASSET.findall(at_once)).union(*(self.of(parent) for parent in above))

    def _called(self, text: str) -> Iterator[str]:
        """The bodies of macros that stand for scripts: `quick.scripts()` of what is imported as `quick`."""
        for template, alias in _IMPORT.findall(text):
            if f"{alias}.scripts()" in text and template in self._templates:
                yield from _SCRIPTS.findall(self._templates[template])


def _read(package: Package) -> Iterator[tuple[str, str]]:
    for path in sorted(package.templates.rglob("*.html")):
        yield package.qualify(path.relative_to(package.templates).as_posix()), path.read_text()
