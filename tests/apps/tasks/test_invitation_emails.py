"""The email itself, read back: both parts, both languages, the right link, nothing unescaped."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from html.parser import HTMLParser
from zoneinfo import ZoneInfo

import pytest
from tests.adapters.mail.messages import body, parsed, person, renderer
from tests.adapters.mail.smtpd import Smtpd, smtpd
from tests.apps.tasks.invited_team import TEAM, InvitedTeam, invited_team
from tests.apps.tasks.posting import ADDRESS, mailbox, post

from chabudai.adapters.mail import EmailAddress, Message
from chabudai.apps.tasks import invitations
from chabudai.apps.tasks.emails import InvitationEmail, invitation_email
from chabudai.apps.tasks.entities import Team, TeamUser
from chabudai.apps.tasks.invitation_entities import Invitation
from chabudai.apps.tasks.invitation_mail import email_id_of

LINK = f"{ADDRESS}/tasks/join/t1/i1/token"
PLAIN = InvitationEmail(
    to="mio@example.jp",
    inviter="山田さくら",
    team="もちつき大会 実行委員",
    role="member",
    link=LINK,
    until=datetime(2026, 11, 17, 9, 0, tzinfo=UTC),
    zone=ZoneInfo("Asia/Tokyo"),
    language="ja",
)


class Page(HTMLParser):
    """The elements, links and words of an HTML part."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str | None] = []
        self.words: list[str] = []
        self.languages: list[str | None] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.links += [given["href"]] if "href" in given else []
        self.languages += [given["lang"]] if tag == "div" and "lang" in given else []

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read_back(email: InvitationEmail) -> EmailMessage:
    draft = invitation_email(email)
    return parsed(renderer().render(Message(EmailAddress(draft.to), draft.subject, draft.text, draft.html)))


@pytest.fixture
def team() -> Iterator[InvitedTeam]:
    with invited_team() as opened:
        yield opened


@pytest.fixture
def server() -> Iterator[Smtpd]:
    with smtpd() as opened:
        yield opened


def test_in_japanese_first_it_reads_so() -> None:
    message = read_back(PLAIN)
    assert message["Subject"] == "山田さくらさんから「もちつき大会 実行委員」への招待"
    assert body(message, "plain") == (
        "山田さくらさんから「もちつき大会 実行委員」への招待です。メンバーとして参加できます。\n\n"
        f"このリンクを開くと参加できます。\n{LINK}\n\n"
        "11月17日(火) 18:00 まで参加できます。\n\n"
        "心当たりがなければ、そのままで大丈夫です。\n\n"
        "--------------------------------\n\n"
        "山田さくら invited you to join “もちつき大会 実行委員” as a member.\n\n"
        f"Open this link to join:\n{LINK}\n\n"
        "You can join until Tue 17 Nov, 18:00.\n\n"
        "If you weren't expecting this, you can ignore this email.\n"
    )


@pytest.mark.parametrize(("language", "first"), [("ja", "ja"), ("en", "en"), (None, "ja"), ("fr", "ja")])
def test_the_inviters_language_comes_first_and_the_other_below(language: str | None, first: str) -> None:
    message = read_back(replace(PLAIN, language=language, inviter="Sakura Yamada", team="Mochi Party", role="admin"))
    subjects = {"ja": "Sakura Yamadaさんから「Mochi Party」への招待", "en": "Sakura Yamada invited you to Mochi Party"}
    assert message["Subject"] == subjects[first]
    page = Page(body(message, "html"))
    assert page.languages == ([first, "en"] if first == "ja" else [first, "ja"])
    said = "".join(page.words)
    for part in (said, body(message, "plain")):
        japanese, english = part.index("管理者として参加できます。"), part.index("as an admin.")
        assert (japanese < english) == (first == "ja")


def test_both_parts_say_the_same_and_lead_to_the_same_place() -> None:
    message = read_back(PLAIN)
    assert message.get_content_type() == "multipart/alternative"
    page = Page(body(message, "html"))
    said = "".join(page.words)
    for line in body(message, "plain").splitlines():
        assert line.startswith("----") or line in said
    assert page.links == [LINK] * 4
    assert not {"img", "script", "link", "style", "form"} & set(page.tags)


def test_the_deadline_is_told_in_the_teams_zone() -> None:
    message = read_back(replace(PLAIN, zone=ZoneInfo("America/Los_Angeles")))
    assert "11月17日(火) 1:00 まで" in body(message, "plain")
    assert "until Tue 17 Nov, 01:00." in body(message, "html")


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title><base href=//evil.example>",
    "A&amp;B <b>",
    "%(inviter)s %s %d {0}",
    "名前\u202eevil",
    "\r\nBcc: evil@example.jp",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_people_call_themselves_and_their_team_stays_a_name(
    team: InvitedTeam, server: Smtpd, name: str
) -> None:
    stored = name[:40]
    team.store.write(TeamUser.update(user_id="sakura", team_id=TEAM).set(user_name=stored))
    team.store.write(Team.update(team_id=TEAM).set(name=stored))
    team.invite()
    post(team, server)
    [message] = mailbox(server)
    assert person(message, "To").email == "mio@example.jp"
    assert message["Bcc"] is None
    page = Page(body(message, "html"))
    assert page.tags.count("title") == 1
    assert not {"script", "img", "b", "base"} & set(page.tags)
    assert all(link is not None and link.startswith(f"{ADDRESS}/tasks/join/") for link in page.links)
    seen = " ".join(stored.replace("\u202e", "").split())
    assert seen in "".join(page.words)
    assert seen in body(message, "plain")
    assert seen in message["Subject"]
    assert len(message["Subject"].splitlines()) == 1


def test_the_link_has_the_sites_own_address_and_opens_this_invitation(team: InvitedTeam, server: Smtpd) -> None:
    made = team.invite()
    post(team, server)
    [message] = mailbox(server)
    link = f"https://house.example.jp/tasks/join/{TEAM}/{made.invite_id}/{made.token}"
    assert body(message, "plain").count(link) == 2
    assert set(Page(body(message, "html")).links) == {link}


def test_sender_addressee_and_kind_are_in_the_headers(team: InvitedTeam, server: Smtpd) -> None:
    team.invite("mio@example.jp")
    post(team, server)
    [message] = mailbox(server)
    assert person(message, "From").email == "house@example.jp"
    assert person(message, "To").email == "mio@example.jp"
    assert message["Auto-Submitted"] == "auto-generated"


def test_the_zone_of_the_team_and_the_language_of_the_inviter_are_those_that_were_chosen(
    team: InvitedTeam, server: Smtpd
) -> None:
    team.store.write(Team.update(team_id=TEAM).set(zone="Europe/Berlin"))
    team.invite(language="en")
    post(team, server)
    [message] = mailbox(server)
    assert message["Subject"] == "山田さくら invited you to もちつき大会 実行委員"
    assert "You can join until Fri 16 Nov, 04:00." in body(message, "plain")


def test_an_email_is_the_same_for_a_token_and_another_for_every_other(team: InvitedTeam) -> None:
    made = team.invite()
    others = [made.model_copy(update={name: "other"}) for name in ("team_id", "invite_id", "token")]
    assert len({email_id_of(each) for each in (made, made.model_copy(), *others)}) == 4
    assert made.token not in email_id_of(made)


def test_an_inviter_who_has_left_is_called_by_their_username(team: InvitedTeam, server: Smtpd) -> None:
    team.invite()
    team.store.write(TeamUser.delete(user_id="sakura", team_id=TEAM))
    post(team, server)
    [message] = mailbox(server)
    assert message["Subject"].startswith("sakuraさんから")


def test_a_resent_email_tells_the_new_deadline(team: InvitedTeam, server: Smtpd) -> None:
    made = team.invite()
    post(team, server)
    team.clock.pass_by(hours=3)
    again: Invitation = invitations.resend(team.inviter(), made.invite_id)
    post(team, server)
    first, second = mailbox(server)
    assert "11月16日(金) 12:00 まで" in body(first, "plain")
    assert "11月16日(金) 15:00 まで" in body(second, "plain")
    assert again.token in body(second, "html")
    assert second["Message-ID"] == f"<{email_id_of(again)}@house.example.jp>"
