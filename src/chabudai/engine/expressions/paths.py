"""Document paths such as `a.b[1]`: written, resolved, followed into an item, and compared with each other."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from chabudai.engine.expressions.tokens import Tokens
from chabudai.engine.expressions.tree import Attribute
from chabudai.engine.values import AttributeValue, Item

Path: TypeAlias = tuple[str | int, ...]
# What several paths have in common, step by step, by names in a map and by indices in a list; None where a path ends.
PathTree: TypeAlias = dict[Any, "PathTree | None"]

MAX_DEPTH = 32
MAX_INDEX = 2**31 - 1

_OVERLAP = "Two document paths {what} with each other; must remove or rewrite one of these paths; "


def parse_path(tokens: Tokens) -> Attribute:
    if tokens.kind not in ("word", "name"):
        tokens.fail()
    steps = [tokens.take()]
    while True:
        if tokens.accept("."):
            if tokens.kind not in ("word", "name"):
                tokens.fail()
            steps.append(tokens.take())
        elif tokens.accept("["):
            steps.append(tokens.expect("index"))
            tokens.expect("]")
        else:
            return Attribute(tuple(steps))


def resolve(attribute: Attribute, names: Mapping[str, str]) -> Path:
    """The path with its #placeholders replaced; an undefined one stands for itself."""
    return tuple(
        int(step.text) if step.kind == "index" else names.get(step.text, step.text) for step in attribute.steps
    )


def format_path(path: Path) -> str:
    """As DynamoDB shows a path in its messages."""
    return "[" + ", ".join(f"[{step}]" if isinstance(step, int) else step for step in path) + "]"


def read(item: Item, path: Path) -> AttributeValue | None:
    value = item.get(path[0])  # type: ignore[arg-type]
    for step in path[1:]:
        if value is None:
            return None
        value = _member(value, step)
    return value


def pick(item: Item, paths: Iterable[Path]) -> Item:
    """The parts of an item at some paths, in the structure that leads to them; lists close their gaps."""
    return project(item, tree_of(paths))


def tree_of(paths: Iterable[Path]) -> PathTree:
    tree: PathTree = {}
    for path in paths:
        branch = tree
        for step in path[:-1]:
            below = branch.setdefault(step, {})
            assert below is not None, "paths must not overlap"
            branch = below
        branch[path[-1]] = None
    return tree


def project(item: Item, tree: PathTree) -> Item:
    projected: Item = {}
    for name, branch in tree.items():
        value = item.get(name)
        if value is not None and branch is not None:
            value = _project_value(value, branch)
        if value is not None:
            projected[name] = value
    return projected


def find_overlap(paths: Sequence[Path]) -> str | None:
    """Why some paths cannot stand in one expression, in DynamoDB's words: overlaps are told before conflicts."""
    finder = _OverlapFinder()
    for path in paths:
        finder.enter(path)
        if finder.overlap is not None:
            return finder.overlap
    return finder.conflict


class _OverlapFinder:
    """Paths entered one after the other, and the first overlap and conflict among them; linear in their length."""

    def __init__(self) -> None:
        self._root: dict[str | int, Any] = {}
        self._entered = 0
        self.overlap: str | None = None
        self.conflict: str | None = None

    def enter(self, path: Path) -> None:
        """A node maps a step to (the first path through it, that path's number, nodes below, whether it ends there)."""
        self._entered += 1
        nodes = self._root
        for depth, step in enumerate(path, 1):
            self._compare_kinds(nodes, step, path)
            is_end = depth == len(path)
            earlier, number, below, ends = nodes.setdefault(step, (path, self._entered, {}, is_end))
            if number != self._entered and (ends or is_end):
                self.overlap = _overlap_text("overlap", earlier, path)
                return
            nodes = below

    def _compare_kinds(self, nodes: dict[str | int, Any], step: str | int, path: Path) -> None:
        """One attribute cannot be a map in one path and a list in another."""
        if nodes and self.conflict is None:
            first = next(iter(nodes))
            if type(first) is not type(step):
                self.conflict = _overlap_text("conflict", nodes[first][0], path)


def _overlap_text(what: str, one: Path, two: Path) -> str:
    return _OVERLAP.format(what=what) + f"path one: {format_path(one)}, path two: {format_path(two)}"


def _member(value: AttributeValue, step: str | int) -> AttributeValue | None:
    if isinstance(step, str):
        members: Item | None = value.get("M")
        return None if members is None else members.get(step)
    elements: list[AttributeValue] | None = value.get("L")
    return None if elements is None or step >= len(elements) else elements[step]


def _project_value(value: AttributeValue, tree: PathTree) -> AttributeValue | None:
    if "M" in value:
        members = project(value["M"], tree)
        return {"M": members} if members else None
    if "L" in value:
        elements = _project_list(value["L"], tree)
        return {"L": elements} if elements else None
    return None


def _project_list(elements: list[AttributeValue], tree: PathTree) -> list[AttributeValue]:
    projected: list[AttributeValue] = []
    for index in sorted(step for step in tree if isinstance(step, int) and step < len(elements)):
        branch = tree[index]
        element = elements[index] if branch is None else _project_value(elements[index], branch)
        if element is not None:
            projected.append(element)
    return projected
