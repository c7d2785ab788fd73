"""The partitions that a SELECT reads: its alternatives as ranges of keys, of which no two overlap."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.key_conditions import KeyComparison
from chabudai.engine.operations.ranges import Range, range_of
from chabudai.engine.partiql.decomposition import Alternative
from chabudai.engine.partiql.tree import Expression, Operation, paths
from chabudai.engine.schema import KeyPart, Keys
from chabudai.engine.values import equal


@dataclass(frozen=True, slots=True)
class Branch:
    """A range of keys and what else must hold there."""

    bounds: Range
    rest: tuple[Expression, ...]
    conditions: tuple[Expression, ...]
    """All that must hold within the partition, with what the range says already."""
    is_whole: bool
    """Whether every attribute of the key has its value."""
    may_overlap: bool


def branches_of(alternatives: Sequence[Alternative], keys: Keys) -> list[Branch]:
    """An alternative that contradicts itself reads nothing."""
    branches = [branch for each in alternatives if (branch := _branch(each, keys)) is not None]
    for one, other in combinations(branches, 2):
        if _overlap(one, other) and not (one.may_overlap or other.may_overlap):
            raise ValidationFailed("Overlapping conditions with range keys are not supported in where clause")
    return _merge_overlapping(branches)


def _merge_overlapping(branches: Sequence[Branch]) -> list[Branch]:
    """Those that overlap read as one, so that no item is found twice."""
    united: list[Branch] = []
    for branch in branches:
        met = [each for each in united if _overlap(each, branch)]
        apart = [each for each in united if not _overlap(each, branch)]
        united = [*apart, _union([*met, branch]) if met else branch]
    return united


def _union(branches: Sequence[Branch]) -> Branch:
    uppers = [branch.bounds.upper for branch in branches if branch.bounds.upper is not None]
    bounds = replace(
        branches[0].bounds,
        lower=min(branch.bounds.lower for branch in branches),
        upper=max(uppers) if len(uppers) == len(branches) else None,
    )
    alternatives = [_join_expressions("AND", branch.conditions) for branch in branches if branch.conditions]
    conditions = (_join_expressions("OR", alternatives),) if len(alternatives) == len(branches) else ()
    return Branch(bounds, conditions, conditions, is_whole=False, may_overlap=True)


def _join_expressions(operator: str, parts: Sequence[Expression]) -> Expression:
    return parts[0] if len(parts) == 1 else Operation(operator, tuple(parts), parts[0].span)


def _overlap(one: Branch, other: Branch) -> bool:
    return _intersection(one.bounds, other.bounds) is not None


def _branch(alternative: Alternative, keys: Keys) -> Branch | None:
    terms = [term for term, _ in alternative.terms]
    hash_terms: list[KeyComparison] = []
    for part in keys.hash:
        first, *others = [term for term in terms if term.name == part.name and term.operator == "="]
        if any(not equal(first.operands[0], other.operands[0]) for other in others):
            return None
        hash_terms.append(first)
    narrowed = _narrow(hash_terms, terms, keys)
    if narrowed is None:
        return None
    bounds, used, is_whole = narrowed
    served = {(part.name, "=") for part in keys.hash}
    left = [(term, each) for term, each in alternative.terms if (term.name, term.operator) not in served]
    rest = alternative.rest
    return Branch(
        bounds,
        (*(each for term, each in left if term.name not in used), *rest),
        (*(each for _, each in left), *rest),
        is_whole,
        any(_negates(each, {part.name for part in keys.range}) for each in rest),
    )


def _negates(expression: Expression, names: Collection[str]) -> bool:
    """DynamoDB does not look for overlaps of a sort key that is negated or compared by <>."""
    return (
        isinstance(expression, Operation)
        and expression.name in ("NOT", "<>")
        and any(path.head in names for path in paths(expression))
    )


def _narrow(
    hash_terms: Sequence[KeyComparison], terms: Sequence[KeyComparison], keys: Keys
) -> tuple[Range, set[str], bool] | None:
    """The range that all terms of the sort key leave, attribute by attribute until one has no single value."""
    bounds = range_of(hash_terms, (), keys)
    equalities: list[KeyComparison] = []
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


def _terms_of(part: KeyPart, terms: Sequence[KeyComparison]) -> list[KeyComparison]:
    return [term for term in terms if term.name == part.name]


def _intersection(one: Range, other: Range) -> Range | None:
    lower = max(one.lower, other.lower)
    uppers = [bound for bound in (one.upper, other.upper) if bound is not None]
    upper = min(uppers) if uppers else None
    return replace(one, lower=lower, upper=upper) if upper is None or lower < upper else None
