"""The same handler behind a Lambda's event source mapping, with SES under moto."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.adapters.mail.messages import body, parsed
from tests.adapters.mail.services import Service, service_of
from tests.apps.tasks.invited_team import InvitedTeam, invited_team
from tests.apps.tasks.posting import ADDRESS, mail_of, spool_of

from chabudai.adapters.mail import Mail, Message
from chabudai.adapters.mail.errors import MailUnavailable
from chabudai.apps.tasks import invitations
from chabudai.apps.tasks.invitation_entities import InvitationTable
from chabudai.apps.tasks.invitation_mail import sending_handlers


@pytest.fixture
def team() -> Iterator[InvitedTeam]:
    with invited_team() as opened:
        yield opened


@pytest.fixture
def ses(tmp_path: Path) -> Iterator[Service]:
    with service_of("ses", tmp_path) as opened:
        yield opened


def event(team: InvitedTeam) -> dict[str, Any]:
    """Everything that happened to invitations, as Lambda hands it over: once through JSON."""
    raw = team.store.raw
    arn = raw.call("DescribeTable", {"TableName": InvitationTable.name})["Table"]["LatestStreamArn"]
    [shard] = raw.call("DescribeStream", {"StreamArn": arn})["StreamDescription"]["Shards"]
    request = {"StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"}
    iterator = raw.call("GetShardIterator", request)["ShardIterator"]
    records = raw.call("GetRecords", {"ShardIterator": iterator})["Records"]
    told = [{**record, "eventSourceARN": arn} for record in records]
    loaded: dict[str, Any] = json.loads(json.dumps({"Records": told}))
    return loaded


def test_a_lambda_sends_by_ses_and_once_however_often_it_is_told(team: InvitedTeam, ses: Service) -> None:
    entry = sending_handlers(spool_of(team, ses.mail)).as_lambda(InvitationTable)
    made = team.invite("mio@example.jp")
    team.invite_by_link()
    for _ in range(3):
        assert entry(event(team), None) == {"batchItemFailures": []}
    [email] = ses.arrived()
    message = parsed(email)
    assert message["To"] == "mio@example.jp"
    assert f"{ADDRESS}/tasks/join/t1/{made.invite_id}/{made.token}" in body(message, "plain")
    again = invitations.resend(team.inviter(), made.invite_id)
    entry(event(team), None)
    assert again.token in body(parsed(ses.arrived()[1]), "html")
    assert len(ses.arrived()) == 2


class DownMail(Mail):
    def send(self, message: Message) -> None:
        raise MailUnavailable("SES said Throttling: later", "Throttling: later")


def test_what_can_not_be_sent_now_is_reported_so_that_lambda_tells_it_again(team: InvitedTeam, ses: Service) -> None:
    made = team.invite("mio@example.jp")
    told = event(team)
    first = next(
        record["dynamodb"]["SequenceNumber"]
        for record in told["Records"]
        if record["dynamodb"]["Keys"]["SK"]["S"] == f"TINVITE#{made.invite_id}"
    )
    down = sending_handlers(spool_of(team, DownMail())).as_lambda(InvitationTable)
    assert down(told, None) == {"batchItemFailures": [{"itemIdentifier": first}]}
    assert mail_of(team, made) == ("waiting", 1, "Throttling: later")
    team.clock.pass_by(seconds=10)
    up = sending_handlers(spool_of(team, ses.mail)).as_lambda(InvitationTable)
    assert up(told, None) == {"batchItemFailures": []}
    assert len(ses.arrived()) == 1
