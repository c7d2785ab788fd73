"""Projection expressions: which parts of an item are wanted."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from chabudai.engine.expressions.checks import Checks, check_words
from chabudai.engine.expressions.paths import Path, PathTree, find_overlap, parse_path, project, tree_of
from chabudai.engine.expressions.placeholders import Bindings, RequestPlaceholders, Requirements
from chabudai.engine.expressions.tokens import Tokens
from chabudai.engine.expressions.tree import Attribute
from chabudai.engine.values import Item

_PARAMETER = "ProjectionExpression"
_NO_KEYWORDS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Projection:
    """`attributes` are the top-level names that it reads, `nested` those of which it takes only a part."""

    tree: PathTree
    attributes: frozenset[str]
    nested: frozenset[str]

    def project(self, item: Item) -> Item:
        if self.nested:
            return project(item, self.tree)
        return {name: value for name, value in item.items() if name in self.attributes}


def parse_projection(text: str, placeholders: RequestPlaceholders) -> Projection:
    projection, requirements = _compile(text, placeholders.bindings(_PARAMETER, text))
    placeholders.check(requirements)
    return projection


def projection_of(paths: Iterable[Path]) -> Projection:
    """Of paths that do not overlap."""
    tree = tree_of(paths)
    nested = frozenset(str(name) for name, branch in tree.items() if branch is not None)
    return Projection(tree, frozenset(map(str, tree)), nested)


@lru_cache(maxsize=1024)
def _compile(text: str, bindings: Bindings) -> tuple[Projection, Requirements]:
    attributes = _parse_paths(Tokens(_PARAMETER, text, _NO_KEYWORDS))
    for attribute in attributes:
        check_words(_PARAMETER, attribute)
    checks = Checks(_PARAMETER, bindings)
    paths = [checks.check_attribute(attribute) for attribute in attributes]
    reason = find_overlap(paths)
    if reason is not None:
        checks.refuse(reason)
    return projection_of(paths if checks.is_sound else []), checks.requirements()


def _parse_paths(tokens: Tokens) -> list[Attribute]:
    attributes = [parse_path(tokens)]
    while tokens.accept(","):
        attributes.append(parse_path(tokens))
    tokens.expect("end")
    return attributes
