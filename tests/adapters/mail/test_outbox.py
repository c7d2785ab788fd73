"""The outbox: emails are kept whole, private and in order, and strange files in the folder do no harm."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.clocks import SUNDAY_NOON, SettableClock
from tests.adapters.mail.messages import HANAKO, SENDER, hello, renderer

from chabudai.adapters.mail import EmailRenderer, Message, Outbox, emails
from chabudai.adapters.mail.errors import MailUnavailable, NoSuchEmail

ROOT = Path(__file__).parents[3]
OURS = "20261115T030000.000000Z-{}.eml"
BROKEN = {
    OURS.format("empty"): b"",
    OURS.format("noise"): bytes(range(256)) * 10,
    OURS.format("half"): b"From: a@example.jp\r\nTo: b@exam",
    OURS.format(
        "charset"
    ): b"From: a@b\nTo: c@d\nSubject: =?no-such?b?eA==?=\nDate: Sun, 15 Nov 2026 03:00:00 +0000\n\nx",
    OURS.format("base64"): b"From: a@b\nTo: c@d\nSubject: =?utf-8?b?x?=\nDate: Sun, 15 Nov 2026 03:00:00 +0000\n\nx",
    OURS.format("year"): b"From: a@b\nTo: c@d\nSubject: s\nDate: Fri, 31 Dec 9999 23:59:59 -2359\n\nx",
    OURS.format("zone"): b"From: a@b\nTo: c@d\nSubject: s\nDate: Sun, 15 Nov 2026 03:00:00 +99999999999999\n\nx",
    OURS.format("date"): b"From: a@b\nTo: c@d\nSubject: s\nDate: the day before yesterday\n\nx",
}
headers = st.sampled_from(
    [b"From: ", b"To: ", b"Subject: ", b"Date: ", b"Content-Type: ", b"multipart/mixed; boundary=x"]
)
SEND_UNTIL_KILLED = """
import sys
from pathlib import Path
from tests.adapters.mail.messages import hello, renderer
from chabudai.adapters.mail import Outbox
outbox = Outbox(Path(sys.argv[1]), renderer())
while True:
    outbox.send(hello(text="x" * 200_000))
    print("kept", flush=True)
"""


def test_emails_are_listed_newest_first_with_all_that_a_page_shows(tmp_path: Path) -> None:
    clock = SettableClock()
    outbox = Outbox(tmp_path / "outbox", EmailRenderer(SENDER, clock))
    outbox.send(hello("一通目"))
    clock.advance(minutes=5)
    outbox.send(Message(HANAKO, "二通目", "本文\n二行目\n", "<p>本文</p>\n"))
    newest, oldest = outbox.emails()
    assert (newest.subject, oldest.subject) == ("二通目", "一通目")
    assert newest.to == "山田 花子 <hanako@example.jp>"
    assert newest.sender == "ちゃぶ台 <house@example.jp>"
    assert newest.text == "本文\n二行目\n"
    assert newest.html == "<p>本文</p>\n"
    assert oldest.html is None
    assert oldest.date == SUNDAY_NOON


def test_emails_of_one_moment_keep_their_order(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path, renderer())
    for number in range(20):
        outbox.send(hello(f"Letter {number}"))
    assert [email.subject for email in outbox.emails()] == [f"Letter {number}" for number in reversed(range(20))]


def test_an_email_is_found_by_its_name(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path, renderer())
    outbox.send(hello("Hi"))
    (email,) = outbox.emails()
    assert outbox.email(email.name) == email


@pytest.mark.parametrize("name", ["", "..", "../secret", "/etc/passwd", "a\0b", OURS.format("gone")[:-4], "email"])
def test_a_name_that_is_no_emails_is_not_there_wherever_it_points(tmp_path: Path, name: str) -> None:
    outbox = Outbox(tmp_path / "outbox", renderer())
    outbox.send(hello())
    (path,) = outbox.folder.glob("*.eml")
    path.with_name("email.eml").write_bytes(path.read_bytes())
    (tmp_path / "secret.eml").write_bytes(path.read_bytes())
    with pytest.raises(NoSuchEmail):
        outbox.email(name)


def test_an_outbox_that_was_never_written_to_is_empty(tmp_path: Path) -> None:
    assert list(Outbox(tmp_path / "nowhere", renderer()).emails()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_only_the_owner_can_read_emails_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        Outbox(tmp_path / "outbox", renderer()).send(hello())
    finally:
        os.umask(before)
    (email,) = (tmp_path / "outbox").iterdir()
    assert stat.S_IMODE(email.stat().st_mode) == 0o600
    assert stat.S_IMODE(email.parent.stat().st_mode) == 0o700


def test_an_email_never_takes_the_place_of_another(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path, EmailRenderer(SENDER, SettableClock(), lambda: "same"))
    outbox.send(hello("first"))
    with pytest.raises(MailUnavailable, match="can't be written"):
        outbox.send(hello("second"))
    assert [email.subject for email in outbox.emails()] == ["first"]
    assert len(list(tmp_path.iterdir())) == 1


def test_only_the_newest_are_kept_and_other_peoples_files_stay(tmp_path: Path) -> None:
    (tmp_path / "00000000.eml").write_text("an email of someone else")
    (tmp_path / "notes.txt").write_text("mine")
    outbox = Outbox(tmp_path, renderer(), keep=3)
    for number in range(10):
        outbox.send(hello(f"Letter {number}"))
    assert [email.subject for email in outbox.emails()] == ["Letter 9", "Letter 8", "Letter 7"]
    assert {path.name for path in tmp_path.iterdir()} > {"00000000.eml", "notes.txt"}
    assert len(list(tmp_path.iterdir())) == 5


def test_an_outbox_that_would_keep_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least 1 is needed"):
        Outbox(tmp_path, renderer(), keep=0)


def test_broken_files_are_passed_over(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path, renderer())
    outbox.send(hello("whole"))
    for name, content in BROKEN.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / OURS.format("folder")).mkdir()
    (tmp_path / OURS.format("dangling")).symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / OURS.format("pipe"))
    with (tmp_path / OURS.format("huge")).open("wb") as huge:
        huge.truncate(10**10)
    assert [email.subject for email in outbox.emails()] == ["whole"]
    with pytest.raises(NoSuchEmail):
        outbox.email(OURS.format("half")[:-4])


@given(st.lists(st.one_of(headers, st.binary(max_size=40), st.just(b"\n"), st.just(b"\n--x\n"))))
def test_no_bytes_whatever_stop_the_reading(pieces: list[bytes]) -> None:
    sound = b"From: a@b\nTo: c@d\nSubject: s\nDate: Sun, 15 Nov 2026 03:00:00 +0000\n"
    for content in (b"".join(pieces), sound + b"".join(pieces)):
        email = emails.parse_email("name", content)
        assert email is None or email.name == "name"


def test_parts_within_parts_without_end_do_not_stop_the_reading() -> None:
    nested = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(5_000))
    assert (
        emails.parse_email("name", b"From: a@b\nTo: c@d\nSubject: s\nDate: Sun, 15 Nov 2026 03:00:00 +0000\n" + nested)
        is None
    )


def test_emails_are_read_only_as_far_as_they_are_asked_for(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path, renderer())
    for number in range(5):
        outbox.send(hello(f"Letter {number}"))
    listed = outbox.emails()
    assert [email.subject for email in islice(listed, 2)] == ["Letter 4", "Letter 3"]
    for path in tmp_path.iterdir():
        path.unlink()
    assert list(listed) == []


def test_a_folder_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(MailUnavailable, match="can't be written"):
        Outbox(tmp_path / "file" / "outbox", renderer()).send(hello())


def test_several_writers_with_little_room_lose_only_the_oldest(tmp_path: Path) -> None:
    outboxes = [Outbox(tmp_path, EmailRenderer(SENDER), keep=5) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda outbox: [outbox.send(hello()) for _ in range(25)], outboxes))
    assert len(list(outboxes[0].emails())) == 5
    assert len(list(tmp_path.iterdir())) == 5


def test_a_killed_writer_leaves_whole_emails_and_no_growing_heap_of_halves(tmp_path: Path) -> None:
    for _ in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", SEND_UNTIL_KILLED, str(tmp_path)], stdout=subprocess.PIPE, cwd=ROOT
        ) as writer:
            assert writer.stdout is not None
            for _ in range(5):
                assert writer.stdout.readline() == b"kept\n"
            writer.kill()
    for number in range(150):
        (tmp_path / f".20200101T000000.000000Z-{number:03}.eml.part").write_bytes(b"half")
    outbox = Outbox(tmp_path, renderer())
    outbox.send(hello())
    kept = list(outbox.emails())
    assert len(kept) == len(list(tmp_path.glob("*.eml"))) >= 16
    assert all(len(email.text) == 200_001 for email in kept[1:])
    assert len(list(tmp_path.glob(".*.part"))) <= 100
