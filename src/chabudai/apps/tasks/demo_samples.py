"""What the demo's teams are described by: every text in Japanese and English, every day counted from today."""

from dataclasses import dataclass
from typing import Any

from chabudai.accounts.design import Language
from chabudai.apps.tasks.entities import Role, Status


@dataclass(frozen=True, slots=True)
class Both:
    """One text in both languages."""

    ja: str
    en: str

    def in_language(self, language: Language) -> str:
        return self.ja if language == "ja" else self.en


@dataclass(frozen=True, slots=True)
class Said:
    """A comment: by whom, how many days ago. "{me}" is the name of whoever looks at the demo."""

    by: str
    ago: int
    text: Both


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """`made`, `begun`, `done` and `thrown` are days ago; `start` and `end` are days from today, negative when past.

    A line of the checklist that is ticked begins with a tick.
    """

    title: Both
    who: str | None
    made: int
    begun: int | None = None
    done: int | None = None
    thrown: int | None = None
    start: int | None = None
    end: int | None = None
    tags: tuple[int, ...] = ()
    is_high: bool = False
    text: Both | None = None
    checks: tuple[Both, ...] = ()
    said: tuple[Said, ...] = ()

    @property
    def status(self) -> Status:
        return "done" if self.done is not None else "doing" if self.begun is not None else "todo"

    @property
    def is_given_to_me(self) -> bool:
        return self.who == "me" and self.status == "todo"


@dataclass(frozen=True, slots=True)
class TeamSample:
    """`me` is whoever looks at the demo; the others are here only. `made` is days ago."""

    key: str
    made: int
    name: Both
    description: Both
    people: tuple[tuple[str, Both, Role], ...]
    tags: tuple[Both, ...]
    tasks: tuple[Sample, ...]


def task(ja: str, en: str, who: str | None, made: int, **more: Any) -> Sample:
    return Sample(title=Both(ja, en), who=who, made=made, **more)
