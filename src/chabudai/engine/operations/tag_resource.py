"""TagResource: labels on a table, all of a request's or none."""

from dataclasses import dataclass

from chabudai.engine.catalog import Catalog, save_table
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.definitions import TAGS
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.tag_sets import check_arn, check_count, tagged_table, tags_of
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import Text, present, structure

SHAPE = structure("TagResourceInput", ResourceArn=present(Text()), Tags=present(TAGS))


@dataclass(frozen=True, slots=True)
class TagResource:
    table: TableSchema
    tags: dict[str, str]


def parse(request: Request, catalog: Catalog) -> TagResource:
    check_arn(request["ResourceArn"], catalog)
    if not request["Tags"]:
        raise ValidationFailed("Atleast one Tag needs to be provided as Input.")
    new = tags_of(request["Tags"])
    table = tagged_table(request["ResourceArn"], catalog)
    tags = {**table.tags, **new}
    check_count(tags)
    return TagResource(table, tags)


def run(tagging: TagResource, context: OperationContext) -> Response:
    save_table(context.writer, tagging.table.with_(tags=tagging.tags))
    return {}


OPERATION = Operation(SHAPE, parse, run, writes=always)
