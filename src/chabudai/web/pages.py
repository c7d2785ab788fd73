"""Answers for people: a whole page, or only the part of it that changes when the script asks."""

from dataclasses import dataclass
from typing import Any

from litestar import MediaType, Response

from chabudai.web.context import current_context
from chabudai.web.templating import Templates


@dataclass(frozen=True, slots=True)
class Pages:
    templates: Templates

    def page(self, name: str, /, *, status: int = 200, **values: Any) -> Response[str]:
        return _respond(self.templates.render(name, values), status)

    def kept_page(self, name: str, /, *, status: int = 200, **values: Any) -> Response[str]:
        """Rendered once for all who would see the same: its values have hashes, and it says of nothing how long ago."""
        return _respond(self.templates.render_once(name, values), status)

    def page_or_part(self, name: str, part: str, /, *, status: int = 200, **values: Any) -> Response[str]:
        """`part` is a template of its own, which the page includes."""
        return self.page(part if current_context().is_swap else name, status=status, **values)


def _respond(text: str, status: int) -> Response[str]:
    return Response(text, media_type=MediaType.HTML, status_code=status, headers={"vary": "x-swap"})
