"""The toolkit: a single-table design as code."""

from chabudai.table.errors import DesignError, TableError
from chabudai.table.naming import Stored, as_is, camel, pascal
from chabudai.table.templates import Template

__all__ = ["DesignError", "Stored", "TableError", "Template", "as_is", "camel", "pascal"]
