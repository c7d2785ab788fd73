"""What every mail service promises: what was given arrives, once and unharmed, whoever carries it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from tests.adapters.clocks import SUNDAY_NOON
from tests.adapters.mail.messages import HANAKO, SENDER, body, hello, parsed, person
from tests.adapters.mail.services import KINDS, Service, service_of

from chabudai.adapters.mail import EmailAddress, Message
from chabudai.adapters.mail.message import LARGEST_BODY

INVITATION = Message(
    to=HANAKO,
    subject="「山田家」への招待 / An invitation to “Yamada” 🍚",
    text="花子さん\n\n山田家に招かれています。\n.\n..\nFrom here on.\n",
    html="<p>花子さん</p>\n<p>山田家に<b>招かれています</b>。</p>\n",
    reply_to=EmailAddress("taro@example.jp", "山田, 太郎"),
    headers=(("X-Chabudai-Invitation", "TINVITE#1"), ("Message-ID", "<invitation-1@example.jp>")),
)


@pytest.fixture(scope="module", params=KINDS)
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with ExitStack() as stack:
        yield stack.enter_context(service_of(request.param, tmp_path_factory.mktemp("mail")))


def test_a_message_arrives_as_it_was_written(opened: Service) -> None:
    arrived = parsed(_sent(opened, INVITATION))
    assert person(arrived, "From") == SENDER
    assert person(arrived, "To") == HANAKO
    assert person(arrived, "Reply-To") == INVITATION.reply_to
    assert arrived["Subject"] == INVITATION.subject
    assert arrived["Date"].datetime == SUNDAY_NOON
    assert arrived["X-Chabudai-Invitation"] == "TINVITE#1"
    assert arrived["Message-ID"] == "<invitation-1@example.jp>"
    assert body(arrived, "plain") == INVITATION.text
    assert body(arrived, "html") == INVITATION.html


def test_a_message_without_html_arrives_as_text_alone(opened: Service) -> None:
    arrived = parsed(_sent(opened, hello()))
    assert arrived.get_content_type() == "text/plain"
    assert body(arrived, "plain") == "夕食は七時です。\n"


def test_no_answering_machine_is_woken(opened: Service) -> None:
    assert parsed(_sent(opened, hello()))["Auto-Submitted"] == "auto-generated"


def test_each_message_has_an_id_of_its_own_in_the_senders_domain(opened: Service) -> None:
    one, other = (parsed(_sent(opened, hello()))["Message-ID"] for _ in range(2))
    assert one != other
    assert one.endswith("@example.jp>")


def test_a_megabyte_arrives_whole(opened: Service) -> None:
    line = "春はあけぼの。" * 20 + "\n"
    text = line * (1_000_000 // len(line.encode()))
    html = "<p>" + "a" * 1_000_000 + "</p>\n"  # one line, far longer than a line of mail may be
    arrived = parsed(_sent(opened, Message(HANAKO, "長い", text, html)))
    assert body(arrived, "plain") == text
    assert body(arrived, "html") == html


def test_the_largest_message_arrives(opened: Service) -> None:
    text = "あ" * (LARGEST_BODY // 3 - 1) + "\n"
    assert body(parsed(_sent(opened, hello(text=text))), "plain") == text


def test_lines_that_mean_something_to_smtp_are_only_text(opened: Service) -> None:
    text = "before\n.\n\nMAIL FROM:<evil@example.com>\nRCPT TO:<victim@example.com>\nDATA\n.\nafter\n"
    for ending in ("\n", "\r\n", "\r"):
        arrived = parsed(_sent(opened, hello(text=text.replace("\n", ending))))
        assert body(arrived, "plain").splitlines() == text.splitlines()


def test_dots_where_the_standard_wants_none_are_delivered_as_the_carriers_gave_them_out(opened: Service) -> None:
    to = EmailAddress("hana..ko.@docomo.example.jp")
    assert person(parsed(_sent(opened, hello(to=to))), "To") == to


def test_an_address_in_a_domain_of_any_script_arrives(opened: Service) -> None:
    arrived = parsed(_sent(opened, hello(to=EmailAddress("hanako@日本語.jp"))))
    assert arrived["To"].addresses[0].domain == "xn--wgv71a119e.jp"


def test_messages_of_many_threads_arrive_once_each(opened: Service) -> None:
    before = len(opened.arrived())
    subjects = [f"Letter {number}" for number in range(24)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda subject: opened.mail.send(hello(subject)), subjects))
    assert sorted(parsed(email)["Subject"] for email in opened.arrived()[before:]) == sorted(subjects)


def _sent(service: Service, message: Message) -> bytes:
    before = len(service.arrived())
    service.mail.send(message)
    (email,) = service.arrived()[before:]
    return email
