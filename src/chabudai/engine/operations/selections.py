"""SELECT as the reads that it is taken apart into: a Scan, or for each partition that it names a Query."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from chabudai.engine.capacity import READ_UNIT, Tally
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.keys import check_nested
from chabudai.engine.operations.orderings import direction_of, ordered
from chabudai.engine.operations.branches import Branch, branches_of
from chabudai.engine.operations.reading import Reading, encode_start, read, start_key_parts
from chabudai.engine.operations.statements import Understood
from chabudai.engine.partiql import tree
from chabudai.engine.partiql.columns import Columns
from chabudai.engine.partiql.conditions import condition_of
from chabudai.engine.partiql.continuations import INVALID, Continuation
from chabudai.engine.partiql.decomposition import Alternative, decompose
from chabudai.engine.schema import Index, TableSchema
from chabudai.engine.session import Session
from chabudai.engine.sizes import MAX_PAGE
