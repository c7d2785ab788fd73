"""The partitions that a SELECT reads: its alternatives as ranges of keys, which may not overlap."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.key_conditions import KeyTerm
from chabudai.engine.operations.ranges import Range, range_of
from chabudai.engine.partiql.decomposition import Alternative
from chabudai.engine.partiql.tree import Expression
from chabudai.engine.schema import KeyPart, Keys
from chabudai.engine.values import equal


@dataclass(frozen=True, slots=True)
class Branch:
    """A range of keys and what else must hold there. `is_whole` tells that every attribute of the key has its value."""

    bounds: Range
    rest: tuple[Expression, ...]
    is_whole: bool


def branches_of(alternatives: Sequence[Alternative], keys: Keys) -> list[Branch]:
    """An alternative that contradicts itself reads nothing."""
    branches = [branch for each in alternatives if (branch := _branch(each, keys)) is not None]
    for one, other in combinations(branches, 2):
        if _intersection(one.bounds, other.bounds) is not None:
            raise ValidationFailed("Overlapping conditions with range keys are not supported in where clause")
    return branches


def _branch(alternative: Alternative, keys: Keys) -> Branch | None:
    terms = [term for term, _ in alternative.terms]
    hash_terms: list[KeyTerm] = []
    for part in keys.hash:
        first, *others = [term for term in terms if term.name == part.name and term.operator == "="]
        if any(not equal(first.operands[0], other.operands[0]) for other in others):
            return None
        hash_terms.append(first)
    narrowed = _narrowed(hash_terms, terms, keys)
    if narrowed is None:
        return None
    bounds, used, is_whole = narrowed
    served = {(part.name, "=") for part in keys.hash}
    left = tuple(
        expression
        for term, expression in alternative.terms
        if term.name not in used and (term.name, term.operator) not in served
    )
    return Branch(bounds, left + alternative.rest, is_whole)


def _narrowed(
    hash_terms: Sequence[KeyTerm], terms: Sequence[KeyTerm], keys: Keys
) -> tuple[Range, set[str], bool] | None:
    """The range that all terms of the sort key leave, attribute by attribute until one has no single value."""
    bounds = range_of(hash_terms, (), keys)
    equalities: list[KeyTerm] = []
    used: set[str] = set()
    for part in keys.range:
        found = _terms_of(part, terms)
        used.add(part.name)
        for term in found:
            meeting = _intersection(bounds, range_of(hash_terms, [*equalities, term], keys))
            if meeting is None:
                return None
            bounds = meeting
        equality = next((term for term in found if term.operator == "="), None)
        if equality is None:
            return bounds, used, False
        equalities.append(equality)
    return bounds, used, True


def _terms_of(part: KeyPart, terms: Sequence[KeyTerm]) -> list[KeyTerm]:
    return [term for term in terms if term.name == part.name]


def _intersection(one: Range, other: Range) -> Range | None:
    lower = max(one.lower, other.lower)
    uppers = [bound for bound in (one.upper, other.upper) if bound is not None]
    upper = min(uppers) if uppers else None
    return replace(one, lower=lower, upper=upper) if upper is None or lower < upper else None
