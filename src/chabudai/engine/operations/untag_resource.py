"""UntagResource: labels taken off a table again; those that are not there do not matter."""

from dataclasses import dataclass

from chabudai.engine.catalog import Catalog, save_table
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.definitions import Members
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.tag_sets import check_arn, check_count, check_key, tagged_table
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import Text, present, structure

SHAPE = structure("UntagResourceInput", ResourceArn=present(Text()), TagKeys=present(Members(Text())))


@dataclass(frozen=True, slots=True)
class UntagResource:
    table: TableSchema
    keys: frozenset[str]


def parse(request: Request, catalog: Catalog) -> UntagResource:
    keys = request["TagKeys"]
    check_arn(request["ResourceArn"], catalog)
    if not keys:
        raise ValidationFailed("Atleast one Tag Key needs to be provided as Input.")
    for key in keys:
        check_key(key)
    check_count(keys)
    return UntagResource(tagged_table(request["ResourceArn"], catalog), frozenset(keys))


def run(untagging: UntagResource, context: OperationContext) -> Response:
    kept = {key: value for key, value in untagging.table.tags.items() if key not in untagging.keys}
    save_table(context.writer, untagging.table.with_(tags=kept))
    return {}


OPERATION = Operation(SHAPE, parse, run, writes=always)
