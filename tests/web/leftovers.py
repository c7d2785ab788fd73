"""Which macros, icons, classes and data attributes of some packages nobody uses."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_EXPRESSION = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_CLASS = re.compile(r'class="((?:[^"{]|\{\{.*?\}\}|\{%.*?%\})*)"')
_TEXT = re.compile(r"""["'`]([^"'`\n]*)["'`]""")


class Source:
    """All that packages hold, by the folders in which it lies."""

    def __init__(self, packages: Iterable[Path]) -> None:
        folders = list(packages)
        self._templates = _texts(folders, "templates", "*.html")
        self._scripts = _texts(folders, "static", "*.js")
        self._styles = [re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for text in _texts(folders, "static", "*.css")]
        self._code = _texts(folders, "", "*.py")
        parts = [folder / "templates" / "components.html" for folder in folders]
        self._parts = "".join(path.read_text() for path in parts if path.is_file())
        self._icons = [path.stem for folder in folders for path in sorted((folder / "static/icons").glob("*.svg"))]

    def unused_macros(self) -> list[str]:
        names = re.findall(r"macro (\w+)\(", self._parts)
        return [name for name in names if not self._is_called(name)]

    def unused_icons(self) -> list[str]:
        said = "\n".join([*self._templates, *self._code])
        return [name for name in self._icons if f'"{name}"' not in said]

    def unused_classes(self) -> list[str]:
        """Those that a style sheet names. One that is put together, such as `s3`, is used by its letter."""
        named = {
            name for text in self._styles for head in re.findall(r"([^{}]+)\{", text) for name in _classes_of(head)
        }
        used = set(self._words())
        return sorted(name for name in named if name not in used and name.rstrip("0123456789") not in used)

    def unused_attributes(self) -> set[str]:
        """Those that stand in a template and nothing reads, and those that a script reads and no template has."""
        standing = set(re.findall(r"(?<![\w-])data[-_][a-z_-]+", "\n".join([*self._templates, *self._code])))
        standing = {name.replace("_", "-") for name in standing}
        read = set(re.findall(r"(?<![\w-])data-[a-z-]+", "\n".join([*self._scripts, *self._styles])))
        read |= {_hyphened(name) for text in self._scripts for name in re.findall(r"dataset\.(\w+)", text)}
        spread = {_hyphened(name) for text in self._scripts for name in re.findall(r"(?:wish|words\(\))\.(\w+)", text)}
        return {name for name in standing - read - spread if self._is_literal(name)} | (read - standing)

    def _is_called(self, name: str) -> bool:
        is_used = any(re.search(rf"\b(?:ui|shared)\.{name}\(", text) for text in self._templates)
        return is_used or re.search(rf"(?<!macro )(?<![\w.]){name}\(", self._parts) is not None

    def _is_literal(self, name: str) -> bool:
        """Whether a template has it as an attribute, and not only words that look like one."""
        spelled = (name, name.replace("-", "_"))
        return any(re.search(rf"[\s(]{each}[\s=>\"]", text) for each in spelled for text in self._templates)

    def _words(self) -> Iterator[str]:
        for text in self._templates:
            for value in _CLASS.findall(text):
                yield from _EXPRESSION.sub(" ", value).split()
            yield from re.findall(r"block main_class %\}([\w-]+)", text)
            for expression in _EXPRESSION.findall(text):
                yield from (word for said in _TEXT.findall(expression) for word in said.split())
        for text in (*self._scripts, *self._code):
            yield from (word for said in _TEXT.findall(text) for word in re.findall(r"[a-z][\w-]*", said))


def _texts(folders: Iterable[Path], within: str, pattern: str) -> list[str]:
    paths = (path for folder in folders for path in sorted((folder / within).rglob(pattern)))
    return [path.read_text() for path in paths if path.is_file()]


def _classes_of(head: str) -> list[str]:
    return re.findall(r"\.([a-zA-Z][\w-]*)", head)


def _hyphened(name: str) -> str:
    """As an attribute spells what a script reads: swapMode is data-swap-mode."""
    return "data-" + re.sub(r"[A-Z]", lambda letter: f"-{letter[0].lower()}", name)
