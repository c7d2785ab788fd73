"""Declarations: from what an entity's class says to its layout, or to the mistake in it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from chabudai.table.annotations import plain_type
from chabudai.table.errors import DesignError, UnknownField, suggest_name
from chabudai.table.keys.codecs import Codec
from chabudai.table.keys.templates import Template
from chabudai.table.schema.constraints import Guard
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.key_attributes import Computed, KeyAttribute, Unique, most_bytes_of
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.upgrades import SchemaVersion

if TYPE_CHECKING:
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.tables import Table


def template_of(entity: str, attribute: str, text: str, types: Mapping[str, Any], delimiter: str) -> Template:
    try:
        return replace(Template.parse(text, types, delimiter), name=f"{entity}.{attribute}")
    except DesignError as fault:
        raise type(fault)(f"{entity}.{attribute}: {fault}") from None


def layout_of(
    entity: "type[Row]",
    table: "type[Table]",
    fields: Mapping[str, StoredField],
    computed: Mapping[str, Computed],
    texts: Mapping[str, str],
    uniques: Mapping[str, Unique],
    schema_version: SchemaVersion,
) -> Layout:
    """The layout of a declaration: its templates parsed, its names settled, its mistakes raised."""
    types = {name: field.annotation for name, field in fields.items()}
    for name, part in computed.items():
        if unknown := set(part.fields) - types.keys():
            raise UnknownField(
                f"{entity.__name__}.{name} is computed from {min(unknown)}, which is no field; "
                f"{suggest_name(min(unknown), fields)}"
            )
    types |= {name: part.kind for name, part in computed.items()}

    def attribute(name: str, where: str, text: str) -> KeyAttribute:
        template = template_of(entity.__name__, where, text, types, table.delimiter)
        return KeyAttribute.of_template(name, template, computed, most_bytes_of(table, name))

    keys = {name: attribute(name, name, text) for name, text in texts.items()}
    pk, *rest = table.primary.attributes
    if uniques and not rest:
        raise DesignError(
            f"{entity.__name__}.{min(uniques)}: a guard row needs a table with two key attributes, and {table.name} "
            "has no sort key: give it one, sk=…"
        )
    free_texts = frozenset(name for name, kind in types.items() if plain_type(kind) is str)
    guards = tuple(
        Guard(name, attribute(pk, name, each.pk), attribute(rest[0], name, each.sk), each.normal_form, free_texts)
        for name, each in uniques.items()
    )
    layout = _with_stored_forms(Layout(entity, entity, table, fields, computed, keys, guards, schema_version))
    _ = layout.primary, layout.by_stored
    layout.check_recoverable()
    return layout


def _with_stored_forms(layout: Layout) -> Layout:
    """The same, with fields that know what is computed of them, and by which key they are read back."""
    computed_of = {name for part in layout.computed.values() for name in part.fields}
    fields = {
        name: replace(field, is_computed_of=name in computed_of, key_codec=_codec_in_keys(layout, field))
        for name, field in layout.fields.items()
    }
    return replace(layout, fields=fields)


def _codec_in_keys(layout: Layout, field: StoredField) -> Codec | None:
    if field.stored is not None:
        return None
    templates = (key.template for key in (*layout.primary, *layout.derived) if key.holds(field.name))
    return next((template.codec_of(field.name) for template in templates if template is not None), None)
