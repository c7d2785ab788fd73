"""Spooling: once for each id, within limits, kept until its time, seen by its owner, and without its secrets."""

import json
from datetime import timedelta

import pytest
from tests.accounts.spool.post_office import DRAFT, PostOffice

from chabudai.accounts.spool import spooling
from chabudai.accounts.spool.design import SpoolTable, end_email
from chabudai.accounts.spool.errors import EmailTooLarge, SpoolFull
from chabudai.accounts.spool.spooling import KEPT_AFTERWARDS, LARGEST, MOST_OPEN, Draft
from chabudai.store import record_calls
from chabudai.table import BatchWrite, InvalidFieldValue, InvalidKeyValue, Put


def test_what_is_spooled_twice_under_one_id_is_sent_once(office: PostOffice) -> None:
    assert office.add("note-1")
    assert not office.add("note-1", draft=Draft("mio@example.jp", "Another", "text"))
    office.post()
    assert not office.add("note-1")
    office.post()
    assert [message["Subject"] for message in office.mailbox()] == ["こんにちは"]
    assert len(office.server.taken) == 1


def test_one_person_s_id_is_not_another_s(office: PostOffice) -> None:
    assert office.add("note-1", owner="mio")
    assert office.add("note-1", owner="ren")


def test_an_email_waits_for_its_time_and_not_longer(office: PostOffice) -> None:
    office.add(not_before=office.spool.now() + timedelta(days=2))
    for _ in range(3):
        office.post()
        office.pass_by(hours=15)
    assert office.server.taken == []
    assert office.stands() == ("waiting", 0, None)
    office.pass_by(hours=3)
    office.post()
    assert len(office.server.taken) == 1


def test_a_time_is_kept_to_the_millisecond(office: PostOffice) -> None:
    office.clock.now += timedelta(microseconds=123456)
    office.add(not_before=office.clock.now + timedelta(minutes=1))
    office.pass_by(minutes=1)
    office.post()
    assert office.stands()[0] == "sent"


@pytest.mark.parametrize("wrong", ["", "a b", "a@b", "<x>", "a\r\nBcc: x", "x" * 129, "ねこ", "a#b"])
def test_an_id_is_one_that_a_message_can_carry(office: PostOffice, wrong: str) -> None:
    with pytest.raises((InvalidFieldValue, InvalidKeyValue, ValueError)):
        office.add(wrong)
    assert office.rows() == []


def test_no_email_is_larger_than_a_row_can_be(office: PostOffice) -> None:
    office.add("note-1", draft=Draft("mio@example.jp", "Long", "あ" * (LARGEST // 3)))
    with pytest.raises(EmailTooLarge):
        office.add("note-2", draft=Draft("mio@example.jp", "Long", "x" * LARGEST, "y"))
    office.post()
    assert office.stands("note-1")[0] == "sent"


def test_of_one_person_only_so_many_wait_and_others_are_not_in_their_way(office: PostOffice) -> None:
    office.add("note-0")
    waiting = [office.email("note-0").model_copy(update={"email_id": f"note-{n}"}) for n in range(1, MOST_OPEN)]
    office.spool.store.batch_write(BatchWrite(tuple(map(Put, waiting))))
    with pytest.raises(SpoolFull):
        office.add("one-more")
    assert office.add("note-1", owner="ren")
    office.spool.store.write(end_email(waiting[0], "sent", office.spool.now(), None))
    assert office.add("one-more")


def test_neither_what_an_email_says_nor_its_links_are_kept_when_it_has_ended(office: PostOffice) -> None:
    office.add("sent", about={"digest": "d"})
    office.add("refused", draft=Draft("no address", "Refused", DRAFT.text, DRAFT.html))
    office.add("expired", not_before=office.spool.now() + timedelta(minutes=1), life=timedelta(minutes=1))
    assert json.dumps(office.rows()).count("account/reset") == 6
    office.post()
    office.pass_by(minutes=3)
    office.post()
    assert {row["SK"]["S"]: row["state"]["S"] for row in office.rows()} == {
        "EMAIL#sent": "sent",
        "EMAIL#refused": "refused",
        "EMAIL#expired": "expired",
    }
    assert "account/reset" not in json.dumps(office.rows())
    assert {name for row in office.rows() for name in row} & {
        "text",
        "html",
        "about",
        "claim",
        "dueAt",
        "due_sk",
    } == set()


def test_what_waits_lies_in_no_index_with_what_it_says(office: PostOffice) -> None:
    office.add()
    for index in ("Due", "Open", "ByTime"):
        names = {"Due": ("queue", "EMAILS"), "Open": ("PK", "PERSON#mio"), "ByTime": ("PK", "PERSON#mio")}
        attribute, value = names[index]
        found = office.spool.store.raw.call(
            "Query",
            {
                "TableName": SpoolTable.name,
                "IndexName": index,
                "KeyConditionExpression": "#a = :v",
                "ExpressionAttributeNames": {"#a": attribute},
                "ExpressionAttributeValues": {":v": {"S": value}},
            },
        )["Items"]
        assert len(found) == 1
        assert "account/reset" not in json.dumps(found)


def test_a_person_sees_their_own_emails_the_latest_first_in_one_query(office: PostOffice) -> None:
    for number in range(60):
        office.add(f"note-{number}")
        office.pass_by(seconds=1)
    office.add("other", owner="ren")
    with record_calls() as calls:
        found = spooling.find_latest(office.spool.store, "mio")
    assert [each.email_id for each in found] == [f"note-{number}" for number in range(59, 9, -1)]
    assert [(call.operation, call.index, call.items) for call in calls] == [("Query", "ByTime", 51)]
    assert len(spooling.find_all(office.spool.store, "mio")) == 60


def test_a_week_after_it_would_have_been_given_up_nothing_is_left(office: PostOffice) -> None:
    office.add(life=timedelta(hours=1))
    office.post()
    office.pass_by(hours=1, seconds=KEPT_AFTERWARDS.total_seconds() - 1)
    assert len(spooling.find_latest(office.spool.store, "mio")) == 1
    office.pass_by(seconds=2)
    assert spooling.find_latest(office.spool.store, "mio") == []
    assert office.add("note-1")


def test_what_is_erased_is_not_sent_and_leaves_others_alone(office: PostOffice) -> None:
    office.add("note-1")
    office.add("note-1", owner="ren", draft=Draft("ren@example.jp", "For Ren", "text"))
    spooling.erase(office.spool.store, "mio")
    office.post()
    assert [taken.to for taken in office.server.taken] == [["ren@example.jp"]]
