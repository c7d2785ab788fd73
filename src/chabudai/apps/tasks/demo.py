"""The demo's teams, written as rows with the days that led to them: no screen is empty, and all counts agree."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from hashlib import blake2s
from typing import Any, Final

from chabudai.accounts.design import Language
from chabudai.apps.tasks import counters, design, invitation_links, invitation_rows, notices, tags
from chabudai.apps.tasks.demo_party import PARTY
from chabudai.apps.tasks.demo_samples import Said, Sample, TeamSample
from chabudai.apps.tasks.demo_year_end import YEAR_END
from chabudai.apps.tasks.entities import (
    ActivityKind,
    Check,
    Comment,
    DayCount,
    Notice,
    NoticeKind,
    Status,
    Tag,
    Task,
    Team,
    TeamUser,
    ThrownTask,
    Total,
    User,
    UserTeam,
)
from chabudai.apps.tasks.invitation_entities import LINK, Invitation, MailState
from chabudai.apps.tasks.invitations import LIFE
from chabudai.apps.tasks.own_rows import rows_of
from chabudai.common import trash
from chabudai.common.owner import Owner
from chabudai.common.sweeps import write_all
from chabudai.table import Entity, Insert

TEAMS: Final = (PARTY, YEAR_END)
_ONE_DAY: Final = timedelta(days=1)
_INVITED: Final = {"ja": "kimura@example.com", "en": "kimura-en@example.com"}


def fill(owner: Owner, *, name: str, email: str, language: Language, sends_mail: bool) -> None:
    """Around today, as the person's zone has it. Someone who has been here already keeps just what they have.

    An email of the demo may lie in an outbox; where mail is sent, it is taken as sent, and nobody gets it.
    """
    if owner.store.get(design.user(owner.username)) is not None:
        return
    oldest = owner.today() - 90 * _ONE_DAY
    rows: list[Entity] = [User(user_id=owner.username, email=email, name=name, created_at=oldest)]
    books = [_Book(owner, team, name, language) for team in TEAMS]
    for book in books:
        rows += book.rows()
    write_all(owner.store, [Insert(row) for row in rows])
    for book in books:
        for invitation in book.invitations("sent" if sends_mail else "waiting"):
            owner.store.transact(invitation_rows.plan_insert(invitation))


@dataclass(frozen=True)
class _Book:
    """One team as it is written down."""

    owner: Owner
    team: TeamSample
    name: str
    language: Language

    def rows(self) -> Iterator[Entity]:
        yield Team(
            team_id=self.team_id,
            name=self.team.name.in_language(self.language),
            description=self.team.description.in_language(self.language),
            zone=self.owner.zone.key,
        )
        yield from self._people()
        for number in range(len(self.team.tags)):
            name = self.team.tags[number].in_language(self.language)
            yield Tag(team_id=self.team_id, tag_id=self._tag_id(number), name=name, colour=tags.COLOURS[number])
        tasks = [self._task(sample) for sample in self.team.tasks]
        yield from tasks
        yield from (row for task in tasks if isinstance(task, Task) for row in rows_of(task))
        yield from (row for sample in self.team.tasks for row in self._thread(sample))
        yield from self._counts()
        yield from self._notices()

    def invitations(self, mail_state: MailState) -> Iterator[Invitation]:
        """Of the first team: one by a link, and one by email."""
        if self.team is not TEAMS[0]:
            return
        kinds: tuple[tuple[str, dict[str, Any]], ...] = (
            (_INVITED[self.language], {"mail_state": mail_state}),
            (LINK, {"uses": 5}),
        )
        for email, more in kinds:
            made = self._moment(0) - timedelta(hours=2)
            yield Invitation(
                team_id=self.team_id,
                invite_id=self._id(made, email),
                email=email,
                role="member",
                created_at=_seconds(made),
                expires_at=_seconds(made + LIFE),
                invited_by=self.owner.username,
                token=invitation_links.new_token(),
                team_name=self.team.name.in_language(self.language),
                language=self.language,
                **more,
            )

    @property
    def team_id(self) -> str:
        return self._id(self._moment(self.team.made), "team")

    def _people(self) -> Iterator[Entity]:
        """Those beside the person have no account: nobody signs in with a dot in the name."""
        joined = self._day(self.team.made)
        for key, called, role in self.team.people:
            user_id = self._user_id(key)
            name = self.name if key == "me" else called.in_language(self.language)
            if key != "me":
                yield User(user_id=user_id, email=f"{key}@example.com", name=name, created_at=joined)
            known: dict[str, Any] = {"user_id": user_id, "team_id": self.team_id, "role": role, "joined_at": joined}
            yield UserTeam(**known, team_name=self.team.name.in_language(self.language))
            yield TeamUser(**known, user_name=name)

    def _task(self, sample: Sample) -> Task | ThrownTask:
        lines = [line.in_language(self.language) for line in sample.checks]
        known: dict[str, Any] = {
            "team_id": self.team_id,
            "task_id": self._task_id(sample),
            "title": sample.title.in_language(self.language),
            "status": sample.status,
            "start": self._ahead(sample.start),
            "end": self._ahead(sample.end),
            "tags": frozenset(map(self._tag_id, sample.tags)),
            "priority": "high" if sample.is_high else None,
            "description": sample.text.in_language(self.language) if sample.text else "",
            "assignee": self._user_id(sample.who) if sample.who else None,
            "checklist": tuple(Check(text=line.removeprefix("✓"), done=line.startswith("✓")) for line in lines),
            "comments": len(sample.said),
        }
        if sample.thrown is None:
            return Task(**known, done_at=None if sample.done is None else self._day(sample.done))
        at = self._moment(sample.thrown)
        deleted_by = self._user_id(sample.who or "me")
        return ThrownTask(**known, deleted_by=deleted_by, deleted_at=_seconds(at), expires_at=trash.expiry(at))

    def _thread(self, sample: Sample) -> Iterator[Comment]:
        """What was done and what was said."""
        by = sample.who or "me"
        expires = None if sample.thrown is None else trash.expiry(self._moment(sample.thrown))
        acts: list[tuple[int, ActivityKind, Status | None, Status | None]] = [(sample.made, "added", None, None)]
        if sample.begun is not None:
            acts.append((sample.begun, "status", "todo", "doing"))
        if sample.done is not None:
            acts.append((sample.done, "status", "doing", "done"))
        if sample.thrown is not None:
            acts.append((sample.thrown, "thrown", None, None))
        for number, (ago, about, before, after) in enumerate(acts):
            at = self._moment(ago) + timedelta(minutes=number)
            more = {"about": about, "before": before, "after": after, "expires_at": expires}
            author = self._giver if about == "added" and sample.is_given_to_me else by
            yield self._comment(sample, at, author, type="activity", **more)
        for number, said in enumerate(sample.said):
            at = self._moment(said.ago) + timedelta(minutes=10 + number)
            yield self._comment(sample, at, said.by, text=self._say(said), expires_at=expires)

    def _say(self, said: Said) -> str:
        return said.text.in_language(self.language).replace("{me}", self.name)

    def _comment(self, sample: Sample, at: datetime, by: str, **more: Any) -> Comment:
        return Comment(
            team_id=self.team_id,
            task_id=self._task_id(sample),
            comment_id=self._id(at, f"{sample.title.ja} {by} {more}"),
            author=self._user_id(by),
            created_at=_seconds(at),
            **more,
        )

    def _counts(self) -> Iterator[Entity]:
        """Each day as it was: what came to each status, and left it."""
        days: dict[int, Counter[str]] = {}
        for sample in self.team.tasks:
            for ago, change in _changes(sample):
                days.setdefault(ago, Counter()).update(change)
        for ago, change in days.items():
            began = datetime.combine(self._day(ago), time(), self.owner.zone)
            expires_at = _seconds(began + counters.LIFETIME)
            counted: dict[str, Any] = dict(change)
            yield DayCount(team_id=self.team_id, day=self._day(ago), expires_at=expires_at, **counted)
        there = Counter(sample.status for sample in self.team.tasks if sample.thrown is None)
        counts: dict[str, Any] = {"todo": there["todo"], "doing": there["doing"], "done": there["done"]}
        yield Total(team_id=self.team_id, revision=len(self.team.tasks), **counts)

    def _notices(self) -> Iterator[Notice]:
        """Of what others gave one or said, lately; the latest is new."""
        told: list[tuple[int, NoticeKind, Sample, str]] = [
            (sample.made, "assigned", sample, self._giver) for sample in self.team.tasks if sample.is_given_to_me
        ]
        told.extend(
            (said.ago, "mentioned", sample, said.by)
            for sample in self.team.tasks
            if sample.who == "me"
            for said in sample.said
            if "@{me}" in said.text.ja
        )
        for ago, about, sample, by in sorted(told, key=lambda each: each[0])[:4]:
            at = self._moment(ago) + timedelta(minutes=30)
            yield Notice(
                user_id=self.owner.username,
                notice_id=self._id(at, f"{about} {sample.title.ja}"),
                about=about,
                team_id=self.team_id,
                task_id=self._task_id(sample),
                title=sample.title.in_language(self.language),
                sender=self._user_id(by),
                created_at=_seconds(at),
                read_at=None if ago <= 3 else _seconds(at + _ONE_DAY),
                expires_at=_seconds(at + notices.LIFETIME),
            )

    @property
    def _giver(self) -> str:
        """The other admin, who gave one what is still to do."""
        return self.team.people[1][0]

    def _user_id(self, key: str) -> str:
        return self.owner.username if key == "me" else f"{key}.{self.owner.username}"

    def _tag_id(self, number: int) -> str:
        return self._id(self._moment(self.team.made), f"tag {number}")

    def _task_id(self, sample: Sample) -> str:
        return self._id(self._moment(sample.made), sample.title.ja)

    def _day(self, ago: int) -> date:
        return self.owner.today() - ago * _ONE_DAY

    def _ahead(self, days: int | None) -> date | None:
        return None if days is None else self.owner.today() + days * _ONE_DAY

    def _moment(self, ago: int) -> datetime:
        """In the evening of that day; of today, a while before now."""
        evening = datetime.combine(self._day(ago), time(19), self.owner.zone)
        return min(evening, self.owner.now() - timedelta(hours=1))

    def _id(self, moment: datetime, about: str) -> str:
        """In the form and order of other ids, and the same each time."""
        said = f"{self.owner.username} {self.team.key} {about}"
        text = f"{int(moment.timestamp() * 1000):012x}7{blake2s(said.encode()).hexdigest()[:19]}"
        return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def _changes(sample: Sample) -> Iterable[tuple[int, dict[str, int]]]:
    """What a task did to the counts, and how many days ago."""
    yield sample.made, {"todo": 1, "created": 1}
    if sample.begun is not None:
        yield sample.begun, {"todo": -1, "doing": 1}
    if sample.done is not None:
        yield sample.done, {"doing": -1, "done": 1, "completed": 1}
    if sample.thrown is not None:
        yield sample.thrown, {sample.status: -1}


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
