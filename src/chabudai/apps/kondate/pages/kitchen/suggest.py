"""A set put together by rules: chips for the rules, and the draft that they give in the set editor."""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from litestar import Response

from chabudai.apps.kondate.book.suggestion import Rules, Suggestion, suggest
from chabudai.apps.kondate.errors import NothingToSuggest
from chabudai.apps.kondate.pages.kitchen.set_drafts import DraftDish, Editor, open_editor
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common.owner import Owner
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.lists import ListAddress
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get

_SEEDS: Final = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleForm(ListAddress):
    """The rules as an address says them; `said` is there once a person has touched them."""

    PATH: ClassVar[str] = "/kondate/sets/suggest"

    days: Literal["2", "3", "4", "5"] = "3"
    said: bool = False
    fish: bool = False
    soonest: bool = False
    fresh: bool = False
    quick: bool = False
    kids: bool = False
    seed: int = 0

    @property
    def rules(self) -> Rules:
        """What is soonest comes first and nothing comes again, unless it is said otherwise."""
        return Rules(
            days=int(self.days),
            fish_once=self.fish,
            soonest_first=self.soonest or not self.said,
            nothing_of_lately=self.fresh or not self.said,
            quick=self.quick,
            for_children=self.kids,
        )


@get("/sets/suggest")
def show_suggestion(
    owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    asked = RuleForm.parse(context.query)
    found = _suggest(owner, asked)
    editor = None if found is None else _open_draft(owner, found, asked)
    return pages.page(
        "kondate/suggest.html",
        asked=asked,
        rules=asked.rules,
        suggestion=found,
        editor=editor,
        form=Form(),
        errors={},
        next_seed=(asked.seed + 1) % _SEEDS,
        shell=shell,
    )


def _suggest(owner: Owner, asked: RuleForm) -> Suggestion | None:
    try:
        return suggest(owner, asked.rules, asked.seed)
    except NothingToSuggest:
        return None


def _open_draft(owner: Owner, found: Suggestion, asked: RuleForm) -> Editor:
    dishes = [DraftDish(each.recipe.recipe_id, each.day) for each in found.dishes]
    return open_editor(owner, dishes, title=found.title, rules=asked.query)
