"""Which macros, icons, classes and data attributes of some packages nobody uses.

Looked for where they are really used: an icon as a text in a template's expression or as Python's `icon=` or `…_ICONS`,
a class in `class="…"`, in a template's expression, or where a script adds, asks for or finds it. What a template's
expression says for another reason (`"list"`) counts as use too, for a macro may hand it on to `icon` or to `class`.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_EXPRESSION = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_CLASS = re.compile(r'class="((?:[^"{]|\{\{.*?\}\}|\{%.*?%\})*)"')
_TEXT = re.compile(r"""(["'`])((?:(?!\1).)*)\1""")
_CLASS_LIST = re.compile(r"(?:classList\.\w+|className\s*=)\s*\(?([^;)]*)")
_SELECTOR = re.compile(r"\.([a-zA-Z][\w-]*)")
_BASE = "components.html"


class Source:
    """All that packages hold, by the folders in which it lies."""

    def __init__(self, packages: Iterable[Path]) -> None:
        folders = list(packages)
        self._templates = _texts(folders, "templates", "*.html")
        self._scripts = _texts(folders, "static", "*.js")
        self._styles = [re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for text in _texts(folders, "static", "*.css")]
        self._code = _texts(folders, "", "*.py")
        parts = [folder / "templates" / _BASE for folder in folders]
        self._parts = "".join(path.read_text() for path in parts if path.is_file())
        self._icons = [name for folder in folders for name in _icons_of(folder)]

    def unused_macros(self) -> list[str]:
        names = re.findall(r"macro (\w+)\(", self._parts)
        return [name for name in names if not self._is_called(name)]

    def unused_icons(self) -> list[str]:
        """An app's own are called by its name too, as in `plants/leaf`."""
        said = {*self._said_in_templates(), *(name for text in self._code for name in _icons_in(text))}
        return [name for name in self._icons if name not in said]

    def unused_classes(self) -> list[str]:
        """Those that a style sheet names. One that is put together, as `s3` or `is-done`, is used by its beginning."""
        named = {
            name
            for text in self._styles
            for head in re.findall(r"([^{}]+)\{", text)
            for name in _SELECTOR.findall(head)
        }
        used = set(self._classes())
        return sorted(name for name in named if not used & {name, name.rstrip("0123456789"), _first_part(name)})

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

    def _said_in_templates(self) -> Iterator[str]:
        for text in self._templates:
            for expression in _EXPRESSION.findall(text):
                yield from _said_in(expression)

    def _classes(self) -> Iterator[str]:
        for text in (*self._templates, *self._scripts, *self._code):
            for value in _CLASS.findall(text):
                yield from _EXPRESSION.sub(" ", value).split()
        for text in self._templates:
            yield from re.findall(r"block main_class %\}([\w-]+)", text)
        for said in self._said_in_templates():
            yield from said.split()
        for text in self._scripts:
            for call in _CLASS_LIST.findall(text):
                yield from (word for said in _said_in(call) for word in said.split())
            for said in _said_in(text):
                yield from _SELECTOR.findall(said)


def _texts(folders: Iterable[Path], within: str, pattern: str) -> list[str]:
    paths = (path for folder in folders for path in sorted((folder / within).rglob(pattern)))
    return [path.read_text() for path in paths if path.is_file()]


def _icons_of(folder: Path) -> list[str]:
    """By the names under which pages know them: those of the package with the components need none before them."""
    prefix = "" if (folder / "templates" / _BASE).is_file() else f"{folder.name}/"
    return [f"{prefix}{path.stem}" for path in sorted((folder / "static/icons").glob("*.svg"))]


def _icons_in(code: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(code)):
        if (isinstance(node, ast.keyword) and node.arg == "icon") or _is_list_of_icons(node):
            yield from (str(each.value) for each in ast.walk(node) if isinstance(each, ast.Constant))


def _is_list_of_icons(node: ast.AST) -> bool:
    """`CHIP_ICONS: Final = {…}`"""
    targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(each, ast.Name) and each.id.endswith("ICONS") for each in targets)


def _said_in(text: str) -> list[str]:
    """What stands between quotes, of which the others may stand within."""
    return [said for _, said in _TEXT.findall(text)]


def _first_part(name: str) -> str:
    """`is-` of `is-done`."""
    return name[: name.rfind("-") + 1] or name


def _hyphened(name: str) -> str:
    """As an attribute spells what a script reads: swapMode is data-swap-mode."""
    return "data-" + re.sub(r"[A-Z]", lambda letter: f"-{letter[0].lower()}", name)
