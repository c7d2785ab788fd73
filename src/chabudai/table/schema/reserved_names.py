"""Names of attributes that the toolkit keeps for itself in the rows of a table: no field is stored under one."""

VERSION_ATTRIBUTE = "_schema_version"
"""Which version of its entity's stored form a row is of; the first has no such attribute."""

GUARD_OF = "_guards"
"""Only in the row that keeps a unique value: the key of the entity that has it."""

RESERVED_ATTRIBUTES = (VERSION_ATTRIBUTE, GUARD_OF)
