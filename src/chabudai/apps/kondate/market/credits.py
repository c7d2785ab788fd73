"""Whose it is: nothing is published or shared without an author's name or a source."""

from chabudai.apps.kondate.book.entities import Recipe, RecipeSet
from chabudai.apps.kondate.errors import AuthorMissing
from chabudai.apps.kondate.messages import lazy
from chabudai.apps.kondate.web_addresses import LONGEST, is_web_address
from chabudai.common.text import clean_line
from chabudai.web.errors import InvalidFields
from chabudai.web.field_sentences import too_long


def read_credit(
    row: Recipe | RecipeSet, author_name: str | None, source_url: str | None
) -> tuple[str | None, str | None]:
    """Author and source as they are said, else as they stand in the recipe. AuthorMissing without either."""
    author = clean_line(author_name or "") or (row.author_name if isinstance(row, Recipe) else None)
    source = clean_line(source_url or "") or (row.source_url if isinstance(row, Recipe) else None)
    if not author and not source:
        raise AuthorMissing
    refusals = []
    if author and len(author) > 80:
        refusals.append(("author_name", too_long(80)))
    if source and len(source) > LONGEST:
        refusals.append(("source_url", too_long(LONGEST)))
    elif source and not is_web_address(source):
        refusals.append(("source_url", lazy("Enter a link that begins with https://.")))
    if refusals:
        raise InvalidFields(refusals)
    return author or None, source or None
