"""The tables of a file as one frozen snapshot, read again whenever any process changed a definition."""

from collections.abc import Mapping
from dataclasses import dataclass

from chabudai.engine.errors import ResourceNotFound
from chabudai.engine.identity import Identity
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import is_table_arn
from chabudai.engine.storage.sqlite import StorageReader, StorageWriter
from chabudai.items import jsontext


@dataclass(frozen=True, slots=True)
class Catalog:
    generation: int
    tables: Mapping[str, TableSchema]
    identity: Identity

    @classmethod
    def load(cls, reader: StorageReader, identity: Identity) -> "Catalog":
        with reader.snapshot():
            generation = reader.generation()
            stored = reader.all("SELECT definition FROM tables ORDER BY name")
        schemas = [TableSchema.from_json(jsontext.loads(definition)) for (definition,) in stored]
        return cls(generation, {schema.name: schema for schema in schemas}, identity)

    def table(self, name: str) -> TableSchema:
        """The table of an operation on items; the name may be its ARN."""
        try:
            return self.tables[name]
        except KeyError:
            found = self.tables.get(self.plain_name(name))
            if found is None:
                raise ResourceNotFound("Requested resource not found") from None
            return found

    def described_table(self, name: str) -> TableSchema:
        """The table of an operation on tables, which says in its refusal which one it missed."""
        plain = self.plain_name(name)
        if plain not in self.tables:
            raise ResourceNotFound(f"Requested resource not found: Table: {plain} not found")
        return self.tables[plain]

    def plain_name(self, name: str) -> str:
        """A table's name from its name or its ARN; an ARN of another account or region names no table of ours."""
        if not is_table_arn(name):
            return name
        prefix, _, plain = name.partition(":table/")
        return plain if prefix == self.identity.arn_prefix else name


def save_table(writer: StorageWriter, schema: TableSchema) -> None:
    writer.execute(
        "INSERT INTO tables (id, name, definition) VALUES (?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET definition = excluded.definition",
        (schema.id, schema.name, jsontext.dumps_record(schema)),
    )
    writer.bump_generation()


def next_table_id(writer: StorageWriter) -> int:
    """Never used before, so that a cached statement can't meet another table's rows."""
    used = writer.one("SELECT seq FROM sqlite_sequence WHERE name = 'tables'")
    return (used or 0) + 1


def remove_table(writer: StorageWriter, schema: TableSchema) -> None:
    writer.execute("DELETE FROM tables WHERE id = ?", (schema.id,))
    writer.bump_generation()
