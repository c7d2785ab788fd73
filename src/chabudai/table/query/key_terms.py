"""Key terms: what a query asks of each attribute of its index's key, for one entity or for several at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import Item
from chabudai.table.errors import InvalidKeyCondition, MixedEntities
from chabudai.table.keys.dates import EXAMPLE, PERIODS
from chabudai.table.keys.templates import Part, Template
from chabudai.table.query.comparisons import ORDERED, normalize
from chabudai.table.query.conditions import Predicate
from chabudai.table.query.key_conditions import KeyTerm, bounded_term, field_term, part_term, period_of, prefix_term
from chabudai.table.query.key_ranges import hull_of
from chabudai.table.schema.key_attributes import KeyAttribute

if TYPE_CHECKING:
    from chabudai.table.plans import Query
    from chabudai.table.schema.layouts import Layout
    from chabudai.table.schema.tables import Index


def requested_terms(query: "Query[Any]", is_bounded: bool) -> list[KeyTerm]:
    """The partition by equality, then the sort key from the left, as far as it is known.

    Several entities are asked for by their partition alone, or, where a field of their sort keys is given, for all that
    lies between the first and the last of what is meant.
    """
    first, *others = (_terms_of(query, layout, is_bounded) for layout in query.layouts)
    for layout, terms in zip(query.layouts[1:], others, strict=True):
        if terms.partition != first.partition:
            raise MixedEntities(
                f"{query.layouts[0].name} and {layout.name} are in different partitions of {query.index!r}: ask for "
                "each by a query of its own"
            )
    return [*first.partition, *_common_sort_terms([first.sort, *(terms.sort for terms in others)])]


def sort_terms(query: "Query[Any]") -> tuple[tuple[KeyTerm, ...], ...]:
    """What is asked of the sort key of each entity alone: a row between them may be of neither."""
    return tuple(_terms_of(query, layout, is_bounded=False).sort for layout in query.layouts)


def own_sort_terms(query: "Query[Any]") -> tuple[tuple[KeyTerm, ...], ...]:
    """The same, with how each entity's keys begin where nothing is asked of them."""
    return tuple(
        tuple(_Asked(query, layout, _known(query, layout), set()).sort_terms(is_bounded=False))
        for layout in query.layouts
    )


def partition_key_of(query: "Query[Any]") -> Item:
    terms = _terms_of(query, query.layouts[0], is_bounded=False).partition
    return {term.attribute: term.values[0] for term in terms}


def keys_of(query: "Query[Any]", layout: "Layout", names: tuple[str, ...]) -> Iterator[KeyAttribute]:
    for name in names:
        key = layout.key_attribute(name)
        if key is None:
            raise _not_in_index(query.index, layout, name)
        yield key


def refuse_other_index(index: "Index", layout: "Layout") -> None:
    """An entity that is of another table, or has not all keys of the index."""
    if layout.table is not index.table:
        raise InvalidKeyCondition(
            f"{layout.name} is stored in {layout.table.name}, and {index!r} was asked for it: "
            f"{layout.table.__name__}.query({layout.name}, …)"
        )
    for name in index.attributes:
        if layout.key_attribute(name) is None:
            raise _not_in_index(index, layout, name)


def _not_in_index(index: "Index", layout: "Layout", name: str) -> InvalidKeyCondition:
    advice = layout.stored_name_advice(name) or f"write {name} = key(…) into {layout.name}, or ask another index"
    return InvalidKeyCondition(f"{layout.name} has no {name}, so {index!r} does not hold it: {advice}")


@dataclass(frozen=True, slots=True)
class _Terms:
    partition: tuple[KeyTerm, ...]
    sort: tuple[KeyTerm, ...]


def _terms_of(query: "Query[Any]", layout: "Layout", is_bounded: bool) -> _Terms:
    asked = _Asked(query, layout, _known(query, layout), set())
    given = {*query.known, *query.ranges}
    partition = tuple(asked.equality_term(key) for key in keys_of(query, layout, query.index.hash))
    is_sort_asked = len(query.layouts) == 1 or bool(given - asked.used)
    sort = tuple(asked.sort_terms(is_bounded)) if is_sort_asked else ()
    if left := given - asked.used:
        raise _not_next(query, layout, min(left))
    return _Terms(partition, sort)


def _not_next(query: "Query[Any]", layout: "Layout", name: str) -> InvalidKeyCondition:
    """What is asked for is behind something that is not known, or in no part of the sort key at all."""
    told = f"{query.index!r} can't be asked for {name}: it is not the next part of a key of {layout.name} there"
    is_stored = name in layout.all_fields and layout.all_fields[name].stored is not None
    sifting = f".filter({name}=…) leaves rows out after they were read" if is_stored else "or sift what comes back"
    for key in keys_of(query, layout, query.index.range):
        names = key.template.fields if key.template is not None else ()
        for before in names[: names.index(name)] if name in names else ():
            if before in query.ranges:
                return InvalidKeyCondition(f"{told}; a range, as of {before}, ends what is asked of a key; {sifting}")
            if before not in query.known:
                return InvalidKeyCondition(
                    f"{told}; give {before}=… first, the part before it in {key.template}; {sifting}"
                )
    return InvalidKeyCondition(f"{told}; {sifting}")


def _known(query: "Query[Any]", layout: "Layout") -> Mapping[str, Any]:
    """The equalities in the types of this one of the entities."""
    if layout is query.layouts[0]:
        return query.known
    return {name: layout.check_value(name, value) for name, value in query.known.items()}


def _common_sort_terms(asked: list[tuple[KeyTerm, ...]]) -> Iterator[KeyTerm]:
    """Equalities as long as all ask for the same, then all that lies between."""
    for terms in zip(*asked, strict=False):
        hull = hull_of(terms)
        if hull is not None:
            yield hull
        if hull is None or hull.operator != "=":
            return


def _period_advice(part: Part) -> str:
    period = PERIODS[part.codec.name.removeprefix("-")]
    if part.codec.is_descending:
        return f"give {part.field} by equality, one query per {period}"
    example = part.codec.encode(EXAMPLE if part.codec.kind is datetime else EXAMPLE.date())
    return f'one query per {period}, with both ends in between(…), or all of it, as begins_with("{example}")'


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a query knows of one entity; `used` are the fields that found their place in the key."""

    query: "Query[Any]"
    layout: "Layout"
    known: Mapping[str, Any]
    used: set[str]

    def equality_term(self, key: KeyAttribute) -> KeyTerm:
        known = {**self.known, **self._periods(key)}
        if missing := key.missing_parts(known):
            raise self._missing_error(key, missing)
        self.used.update(key.fields_among(self.known))
        attribute = key.build(known)
        if attribute is None:
            raise self._none_error(key)
        return KeyTerm(key.name, "=", (attribute,))

    def sort_terms(self, is_bounded: bool) -> Iterator[KeyTerm]:
        for key in keys_of(self.query, self.layout, self.query.index.range):
            if not key.missing_parts(self.known):
                yield self.equality_term(key)
                continue
            term = self._partial_term(key, is_bounded)
            if term is not None:
                yield term
            return

    def _partial_term(self, key: KeyAttribute, is_bounded: bool) -> KeyTerm | None:
        """What is asked of an attribute that is not wholly known; None when nothing is."""
        if key.template is not None:
            return self._prefix_or_range(key, key.template, is_bounded)
        if key.field is None or key.field.name not in self.query.ranges:
            return None
        self.used.add(key.field.name)
        return field_term(key.name, key.field, self.query.ranges[key.field.name])

    def _prefix_or_range(self, key: KeyAttribute, template: Template, is_bounded: bool) -> KeyTerm | None:
        values = key.with_computed(self.known)
        unknown = next(name for name in template.fields if name not in values)
        known = {name: values[name] for name in template.fields[: template.fields.index(unknown)]}
        for name, value in known.items():
            if value is None:
                raise self._none_error(key)
            is_made = name in key.computed and name not in self.known
            self.used.update(key.computed[name].fields if is_made else {name})
        if unknown in self.query.ranges:
            self.used.add(unknown)
            return part_term(key.name, template, known, unknown, self._range(unknown))
        if is_bounded and template.codec_of(unknown).sorts:
            return bounded_term(key.name, template, known, unknown)
        text, _ = template.prefix(known)
        return prefix_term(key.name, text) if text else None

    def _periods(self, key: KeyAttribute) -> dict[str, Any]:
        """The months that ranges lie in, where a key is made of months: `day=between(first, last)` of one of them."""
        found: dict[str, Any] = {}
        ranges = self.query.ranges
        for part in key.template.parts if key.template is not None and ranges else ():
            if part.field not in ranges or part.codec.is_exact:
                continue
            period = period_of(part.codec, self._range(part.field))
            if period is None:
                raise InvalidKeyCondition(
                    f"a query of {self.query.index!r} reads one partition, and so a range of {part.field} within one "
                    f"{part.codec.name}, of which its {key.name} = {key.template} is made: {_period_advice(part)}"
                )
            found[part.field], is_whole = period
            self.used.update({part.field} if is_whole else ())
        return found

    def _range(self, name: str) -> Predicate:
        """What is asked of a part, as the entity would have its operands; a beginning is a text as it was given."""
        predicate = self.query.ranges[name]
        if predicate.operator not in ORDERED or name in self.layout.computed:
            return predicate
        return normalize(self.layout.field(name), predicate)

    def _missing_error(self, key: KeyAttribute, missing: list[str]) -> InvalidKeyCondition:
        made = key.name if key.template is None else key.template.equation
        given = ", ".join(f"{name}=…" for name in missing)
        is_range = any(name in self.query.ranges for name in missing)
        advice = f"give it by equality, {given}, since a partition has no ranges" if is_range else f"give {given}"
        return InvalidKeyCondition(
            f"a query of {self.query.index!r} for {self.layout.name} needs {', '.join(missing)}, of which {made} is "
            f"made: {advice}"
        )

    def _none_error(self, key: KeyAttribute) -> InvalidKeyCondition:
        return InvalidKeyCondition(
            f"a query of {self.query.index!r} for {self.layout.name} was asked for None, and rows without a "
            f"{key.name} are not in it: give a value, or ask another index"
        )
