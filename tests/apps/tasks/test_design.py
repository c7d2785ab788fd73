"""The tasks' two tables as their seed says: items attribute by attribute, and what every access pattern asks."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from tests.apps.noted_store import NotedTables, reads_back, stored, tables

from chabudai.apps.tasks import design as board
from chabudai.apps.tasks.entities import (
    NO_DATE,
    Check,
    Comment,
    DayCount,
    LeftTeam,
    Mine,
    MineDone,
    Notice,
    Tag,
    TagColour,
    Task,
    TaskTable,
    Team,
    TeamUser,
    ThrownTask,
    Total,
    Undated,
    User,
    UserTeam,
)
from chabudai.apps.tasks.invitation_entities import ExpiredInvitation, Invitation, InvitationTable, Invited
from chabudai.table import Entity, NotUnique, Query, Scan
from chabudai.table.attributes import Item
from chabudai.table.creation import create_table_request
from chabudai.table.errors import ConditionNotMet

JOINED = date(2025, 11, 9)
TODAY = date(2025, 11, 10)

DEPLOY = Task(
    team_id="t1",
    task_id="k1",
    title="デプロイ 1",
    description="タスクの説明 タスクの説明 タスクの説明 タスクの説明",
    status="todo",
    start=date(2025, 11, 5),
    end=date(2025, 12, 5),
    tags=frozenset({"tag1", "tag2"}),
)

INVITATION = Invitation(
    team_id="t1",
    invite_id="019b-7",
    email="alice-at-example.com",
    role="admin",
    created_at=1768141200,
    expires_at=4102444800,
    invited_by="u1",
    token="ramdom",
    team_name="招待時点でのチーム名称",
)

EXAMPLES: list[tuple[Entity, Item]] = [
    (
        User(
            user_id="u1",
            email="alice-at-example.com",
            name="monbayashi joji",
            image="https://...",
            created_at=date(2025, 11, 1),
        ),
        {
            "PK": {"S": "USER#u1"},
            "SK": {"S": "USER#u1"},
            "type": {"S": "user"},
            "user_email": {"S": "alice-at-example.com"},
            "user_name": {"S": "monbayashi joji"},
            "user_image": {"S": "https://..."},
            "user_createdAt": {"S": "2025-11-01"},
        },
    ),
    (
        UserTeam(user_id="u1", team_id="t1", role="admin", joined_at=JOINED, team_name="タスク管理 APP 開発チーム"),
        {
            "PK": {"S": "USER#u1"},
            "SK": {"S": "TEAM#t1"},
            "type": {"S": "user_team"},
            "user_team_role": {"S": "admin"},
            "user_team_joinedAt": {"S": "2025-11-09"},
            "team_name": {"S": "タスク管理 APP 開発チーム"},
        },
    ),
    (
        Team(team_id="t1", name="タスク管理 APP 開発チーム", description="タスク管理 APP 開発チーム用のタスク管理"),
        {
            "PK": {"S": "TEAM#t1"},
            "SK": {"S": "TEAM#t1"},
            "type": {"S": "team"},
            "team_name": {"S": "タスク管理 APP 開発チーム"},
            "team_discription": {"S": "タスク管理 APP 開発チーム用のタスク管理"},
        },
    ),
    (
        TeamUser(user_id="u1", team_id="t1", role="member", joined_at=JOINED, user_name="monbayashi joji"),
        {
            "PK": {"S": "TEAM#t1"},
            "SK": {"S": "USER#u1"},
            "type": {"S": "team_user"},
            "user_team_role": {"S": "member"},
            "user_team_joinedAt": {"S": "2025-11-09"},
            "user_name": {"S": "monbayashi joji"},
        },
    ),
    (
        Tag(
            team_id="t1",
            tag_id="tag1",
            name="backend",
            colour=TagColour(color="#ffffff", background_color="#336699"),
        ),
        {
            "PK": {"S": "TEAM#t1"},
            "SK": {"S": "TAG#tag1"},
            "type": {"S": "team_tag"},
            "team_tag_name": {"S": "backend"},
            "team_tag_color": {"M": {"color": {"S": "#ffffff"}, "backgroundColor": {"S": "#336699"}}},
        },
    ),
    (
        DEPLOY,
        {
            "PK": {"S": "TEAM#t1"},
            "SK": {"S": "TASK#k1"},
            "type": {"S": "task"},
            "team_task_title": {"S": "デプロイ 1"},
            "team_task_discription": {"S": "タスクの説明 タスクの説明 タスクの説明 タスクの説明"},
            "team_task_status": {"S": "todo"},
            "team_task_startTime": {"S": "2025-11-05"},
            "team_task_endTime": {"S": "2025-12-05"},
            "team_task_tagRef": {"SS": ["TAG#tag1", "TAG#tag2"]},
            "status_group1": {"S": "TEAM#t1#Status#todo"},
            "status_group2": {"S": "TEAM#t1#Status#todo_doing"},
            "status_group3": {"S": "TEAM#t1#Status#todo_done"},
            "start_sort_sk": {"S": "START#2025-11-05"},
            "end_sort_sk": {"S": "END#2025-12-05"},
        },
    ),
    (
        Total(team_id="t1", todo=3, doing=2, done=1),
        {
            "PK": {"S": "TEAM#t1"},
            "SK": {"S": "COUNTER#ALL"},
            "type": {"S": "counter"},
            "todo": {"N": "3"},
            "doing": {"N": "2"},
            "done": {"N": "1"},
        },
    ),
    (
        DayCount(team_id="t1", day=TODAY, todo=-1, doing=1, done=0, expires_at=4102444800),
        {
            "PK": {"S": "TEAM#t1"},
            "SK": {"S": "COUNTER#2025-11-10"},
            "type": {"S": "counter"},
            "todo": {"N": "-1"},
            "doing": {"N": "1"},
            "done": {"N": "0"},
            "expiresAt": {"N": "4102444800"},
        },
    ),
    (
        INVITATION,
        {
            "PK": {"S": "TEAM#t1"},
            "SK": {"S": "TINVITE#019b-7"},
            "type": {"S": "invitation"},
            "email": {"S": "alice-at-example.com"},
            "user_role": {"S": "admin"},
            "createdAt": {"N": "1768141200"},
            "expiresAt": {"N": "4102444800"},
            "invitedBy": {"S": "USER#u1"},
            "token": {"S": "ramdom"},
            "team_name": {"S": "招待時点でのチーム名称"},
        },
    ),
]
CARD: Any = {"title": "デプロイ 1", "start": date(2025, 11, 5), "tags": frozenset({"tag1"}), "priority": "high"}
BEYOND: list[Entity] = [
    Mine(user_id="u1", due=date(2025, 12, 5), place="k1#t1", team_id="t1", end=date(2025, 12, 5), **CARD),
    MineDone(user_id="u1", done_at=TODAY, place="k2#t1", team_id="t1", status="done", **CARD),
    Undated(team_id="t1", lacks="start", status="todo", other=TODAY, task_id="k3"),
    ThrownTask(**DEPLOY.model_dump(exclude={"type"}), deleted_at=5, expires_at=4102444800),
    Comment(team_id="t1", task_id="k1", comment_id="c1", author="u1", text="済み", created_at=5, expires_at=4102444800),
    Comment(
        team_id="t1",
        task_id="k1",
        comment_id="c2",
        type="activity",
        author="u1",
        about="status",
        before="todo",
        after="doing",
        created_at=6,
    ),
    LeftTeam(user_id="u1", team_id="t9"),
    Notice(user_id="u1", notice_id="n1", about="assigned", team_id="t1", created_at=5, expires_at=4102444800),
    Notice(user_id="u1", notice_id="n2", about="mentioned", team_id="t1", created_at=5, expires_at=4102444800),
    User(user_id="u2", email="a@example.jp", name="a", created_at=JOINED, muted=frozenset({"due", "assigned"})),
    Team(team_id="t2", name="広報", zone="Europe/Berlin", renaming="u1", leaving=True),
    Total(team_id="t2", todo=1, revision=7),
    Notice(
        user_id="u1",
        notice_id="n3",
        about="asked_again",
        team_id="t1",
        email="a@example.jp",
        created_at=5,
        expires_at=4102444800,
    ),
    INVITATION.model_copy(
        update={
            "email": "link",
            "uses": 5,
            "revoked_at": 1768141300,
            "language": "en",
            "mail_state": "sent",
            "invited_user": "u2",
        }
    ),
    Invited(team_id="t1", email="ali#ce@example.com", invite_id="019b-7", expires_at=4102444800),
    ExpiredInvitation(
        team_id="t1",
        invite_id="019b-7",
        email="alice@example.com",
        role="member",
        created_at=1768141200,
        expires_at=4102444800,
        invited_by="u1",
        team_name="広報",
        token_digest="0f",
        ended_at=1768227600,
        asked_at=1768227700,
    ),
    DEPLOY.model_copy(
        update={"assignee": "u1", "priority": "high", "checklist": (Check(text="試す"),), "done_at": TODAY}
    ),
]

TODO = "status_group1 = TEAM#t#Status#todo"
OPEN = "status_group2 = TEAM#t#Status#todo_doing"
BY_START = "begins_with(start_sort_sk, START#)"
BY_END = "begins_with(end_sort_sk, END#)"

READS: list[tuple[Any, str]] = [
    (board.user("u"), "GetItem USER#u / USER#u"),
    (board.users(["u", "v"]), "BatchGetItem USER#u / USER#u, USER#v / USER#v"),
    (board.members("t"), "Query table | PK = TEAM#t AND begins_with(SK, USER#)"),
    (board.team("t"), "GetItem TEAM#t / TEAM#t"),
    (board.teams("u"), "Query table | PK = USER#u AND begins_with(SK, TEAM#)"),
    (board.tags("t"), "Query table | PK = TEAM#t AND begins_with(SK, TAG#)"),
    (board.task("t", "k"), "GetItem TEAM#t / TASK#k"),
    (board.open_tasks("t"), f"Query GSI_Status_Start_Sort_Group2 | {OPEN} AND {BY_START}"),
    (board.todo_tasks("t"), f"Query GSI_Status_Start_Sort_Group1 | {TODO} AND {BY_START}"),
    (
        board.todo_tasks_with("t", "a"),
        f"Query GSI_Status_Start_Sort_Group1 | {TODO} AND {BY_START} | filter contains(team_task_tagRef, TAG#a)",
    ),
    (
        board.todo_tasks_tagged("t", ["a", "b"]),
        f"Query GSI_Status_Start_Sort_Group1 | {TODO} AND {BY_START}"
        " | filter (contains(team_task_tagRef, TAG#a)) OR (contains(team_task_tagRef, TAG#b))",
    ),
    (
        board.todo_tasks_tagged("t", ["a", "b"], "all"),
        f"Query GSI_Status_Start_Sort_Group1 | {TODO} AND {BY_START}"
        " | filter (contains(team_task_tagRef, TAG#a)) AND (contains(team_task_tagRef, TAG#b))",
    ),
    (board.all_tasks("t"), f"Query GSI_Status_Start_Sort_All | PK = TEAM#t AND {BY_START}"),
    (board.total("t"), "GetItem TEAM#t / COUNTER#ALL"),
    (board.totals(["t", "s"]), "BatchGetItem TEAM#t / COUNTER#ALL, TEAM#s / COUNTER#ALL"),
    (
        board.day_counts("t", date(2025, 11, 1), TODAY),
        "Query table | PK = TEAM#t AND SK BETWEEN COUNTER#2025-11-01 AND COUNTER#2025-11-10",
    ),
    (board.memberships("u"), "Query GSI_Invert | SK = USER#u AND begins_with(PK, TEAM#)"),
    (board.tag_holders("a"), "Query GSI_Invert | SK = TAG#a AND begins_with(PK, TEAM#)"),
    (board.undated("t", "start", "doing"), "Query table | PK = TEAM#t AND begins_with(SK, UNDATED#start#doing#)"),
    (
        board.half_dated("t", "start", "todo"),
        "Query table | PK = TEAM#t AND SK BETWEEN UNDATED#start#todo#0001-01-01 "
        "AND UNDATED#start#todo#9999-12-30\U0010ffff",
    ),
    (
        board.without_dates("t", "end", "doing"),
        "Query table | PK = TEAM#t AND begins_with(SK, UNDATED#end#doing#9999-12-31#)",
    ),
    (board.tasks_by_id("t", ["k", "l"]), "BatchGetItem TEAM#t / TASK#k, TEAM#t / TASK#l"),
    (board.my_tasks("u"), "Query table | PK = USER#u AND begins_with(SK, MINE#)"),
    (board.my_done_tasks("u"), "Query table | PK = USER#u AND begins_with(SK, MINEDONE#) | descending"),
    (
        board.tasks_with("t", "a"),
        "Query table | PK = TEAM#t AND begins_with(SK, TASK#) | filter contains(team_task_tagRef, TAG#a)",
    ),
    (board.member("t", "u"), "GetItem TEAM#t / USER#u"),
    (board.members_after("t", "u"), "Query table | PK = TEAM#t AND SK BETWEEN USER#u\0 AND USER#\U0010ffff"),
    (board.teams_after("u", "t"), "Query table | PK = USER#u AND SK BETWEEN TEAM#t\0 AND TEAM#\U0010ffff"),
    (
        board.my_tasks_between("u", TODAY, TODAY),
        "Query table | PK = USER#u AND SK BETWEEN MINE#2025-11-10 AND MINE#2025-11-10#\U0010ffff",
    ),
    (board.own_tasks_of_team("u", "t"), "Query table | PK = USER#u | filter mine_team = TEAM#t"),
    (board.notice("u", "n"), "GetItem USER#u / NOTICE#n"),
    (
        board.notices_of_team("u", "t"),
        "Query table | PK = USER#u AND begins_with(SK, NOTICE#) | filter notice_team = t",
    ),
    (board.every_task("t"), "Query table | PK = TEAM#t AND begins_with(SK, TASK#)"),
    (board.thrown_task("t", "k"), "GetItem TEAM#t / TRASH#k"),
    (
        board.comments_by("t", "u"),
        "Query table | PK = TEAM#t AND begins_with(SK, COMMENT#) | filter comment_author = USER#u",
    ),
    (
        board.comments_naming("t", "u"),
        "Query table | PK = TEAM#t AND begins_with(SK, COMMENT#) | filter (comment_author = USER#u) OR"
        " ((activity_about = assignee) AND ((activity_before = u) OR (activity_after = u)))",
    ),
    (board.comments("t", "k"), "Query table | PK = TEAM#t AND begins_with(SK, COMMENT#k#)"),
    (board.notices("u"), "Query table | PK = USER#u AND begins_with(SK, NOTICE#) | descending"),
    (board.thrown_tasks("t"), "Query table | PK = TEAM#t AND begins_with(SK, TRASH#)"),
    (board.whole_team("t"), "Query table | PK = TEAM#t"),
    (board.whole_user("u"), "Query table | PK = USER#u"),
    (board.invitations("t"), "Query table | PK = TEAM#t AND begins_with(SK, TINVITE#)"),
    (board.invitation("t", "i"), "GetItem TEAM#t / TINVITE#i"),
    (board.invited("t", "a@example.jp"), "GetItem TEAM#t / INVITED#a@example.jp"),
    (board.expired_invitation("t", "i"), "GetItem TEAM#t / EXPIRED#i"),
    (board.expired_invitations("t"), "Query table | PK = TEAM#t AND begins_with(SK, EXPIRED#)"),
    (board.whole_invitations("t"), "Query table | PK = TEAM#t"),
]

# Of the seed: which group a filter of statuses is in, and so which index and key serve it.
GROUPS = {
    "todo": "Group1",
    "doing": "Group3",
    "done": "Group2",
    "todo_doing": "Group2",
    "doing_done": "Group1",
    "todo_done": "Group3",
    "all": "All",
}
SORTS = {"start": ("Start", "start_sort_sk", "START#"), "end": ("End", "end_sort_sk", "END#")}
FIRST, LAST = date(2025, 11, 1), date(2025, 11, 30)


@pytest.fixture
def store() -> Iterator[NotedTables]:
    with tables(board.design) as opened:
        yield opened


@pytest.mark.parametrize(("entity", "item"), EXAMPLES, ids=[type(entity).__name__ for entity, _ in EXAMPLES])
def test_an_item_is_stored_attribute_by_attribute_as_the_seed_says(entity: Entity, item: Item) -> None:
    assert stored(entity) == item


@pytest.mark.parametrize(
    "entity", [*(entity for entity, _ in EXAMPLES), *BEYOND], ids=lambda entity: type(entity).__name__
)
def test_an_item_reads_back(store: NotedTables, entity: Entity) -> None:
    assert reads_back(store, entity)


@pytest.mark.parametrize(
    ("plan", "asked"), READS, ids=[f"{plan.pattern.number} {plan.pattern.description}" for plan, _ in READS]
)
def test_a_read_is_one_request(store: NotedTables, plan: Any, asked: str) -> None:
    assert store.asks(plan) == [asked]


@pytest.mark.parametrize("statuses", GROUPS)
@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("has_period", [False, True])
def test_a_filter_of_statuses_is_served_by_its_index(
    store: NotedTables, statuses: Any, sort: Any, order: Any, has_period: bool
) -> None:
    group, (name, attribute, prefix) = GROUPS[statuses], SORTS[sort]
    index = f"GSI_Status_{name}_Sort_{group}"
    partition = "PK = TEAM#t" if group == "All" else f"status_{group.lower()} = TEAM#t#Status#{statuses}"
    if has_period:
        plan = board.tasks_between("t", statuses, sort, FIRST, LAST, order)
        dates = f"{attribute} BETWEEN {prefix}2025-11-01 AND {prefix}2025-11-30"
    else:
        plan = board.tasks("t", statuses, sort, order)
        dates = f"begins_with({attribute}, {prefix})"
    direction = " | descending" if order == "desc" else ""
    assert store.asks(plan) == [f"Query {index} | {partition} AND {dates}{direction}"]


@pytest.mark.parametrize("statuses", GROUPS)
@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("order", ["asc", "desc"])
def test_a_filter_of_statuses_shows_those_in_the_period_in_order(
    store: NotedTables, statuses: Any, sort: Any, order: Any
) -> None:
    days = [date(2025, 10, 31), FIRST, date(2025, 11, 15), LAST, date(2025, 12, 1)]
    for status in ("todo", "doing", "done"):
        for day in days:
            store.put(Task(team_id="t", task_id=f"{status}-{day}", title="x", status=status, start=day, end=day))
    wanted = ["todo", "doing", "done"] if statuses == "all" else statuses.split("_")
    found = list(store.all(board.tasks_between("t", statuses, sort, FIRST, LAST, order)))
    assert sorted(task.task_id for task in found) == sorted(f"{each}-{day}" for each in wanted for day in days[1:4])
    dates = [getattr(task, sort) for task in found]
    assert dates == sorted(dates, reverse=order == "desc")
    assert store.count(board.tasks("t", statuses, sort, order)) == len(wanted) * len(days)


def test_only_the_repair_of_all_walks_through_the_table() -> None:
    scans = [about for about in TaskTable.patterns if any(isinstance(plan, Scan) for plan in about.plans)]
    names = ["every_team", "every_own_task", "every_own_done_task", "renamed_users"]
    assert [about.name for about in scans] == names


def test_every_index_is_read_by_a_pattern() -> None:
    read = {plan.index.name for pattern in TaskTable.patterns for plan in pattern.plans if isinstance(plan, Query)}
    assert {index.name for index in TaskTable.indexes} <= read


def test_every_pattern_of_the_seed_is_there_and_what_goes_beyond_it_says_so() -> None:
    patterns = [pattern.label for table in board.design.tables for pattern in table.patterns]
    seed = {*(str(number) for number in range(1, 17)), "invitation 1", "invitation 2"}
    assert seed <= {about.number for about in patterns}
    for about in patterns:
        assert about.description.startswith("beyond the seed") == (about.number not in seed)


def test_the_tables_are_the_seeds() -> None:
    request = create_table_request(TaskTable)
    indexes = {
        each["IndexName"]: [key["AttributeName"] for key in each["KeySchema"]]
        for each in request["GlobalSecondaryIndexes"]
    }
    assert request["TableName"] == "task-table-v3"
    assert request["ProvisionedThroughput"] == {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}
    assert TaskTable.ttl == InvitationTable.ttl == "expiresAt"
    assert indexes == {
        "GSI_Invert": ["SK", "PK"],
        "GSI_Status_Start_Sort_All": ["PK", "start_sort_sk"],
        "GSI_Status_End_Sort_All": ["PK", "end_sort_sk"],
        "GSI_Status_Start_Sort_Group1": ["status_group1", "start_sort_sk"],
        "GSI_Status_End_Sort_Group1": ["status_group1", "end_sort_sk"],
        "GSI_Status_Start_Sort_Group2": ["status_group2", "start_sort_sk"],
        "GSI_Status_End_Sort_Group2": ["status_group2", "end_sort_sk"],
        "GSI_Status_Start_Sort_Group3": ["status_group3", "start_sort_sk"],
        "GSI_Status_End_Sort_Group3": ["status_group3", "end_sort_sk"],
    }
    assert all(each["Projection"] == {"ProjectionType": "ALL"} for each in request["GlobalSecondaryIndexes"])
    invitations = create_table_request(InvitationTable)
    assert invitations["TableName"] == "task-table-invitation-v3"
    assert invitations["ProvisionedThroughput"] == {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}
    assert invitations["StreamSpecification"] == {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    assert "GlobalSecondaryIndexes" not in invitations


@pytest.mark.parametrize(
    ("status", "groups"),
    [
        ("todo", ("todo", "todo_doing", "todo_done")),
        ("doing", ("doing_done", "todo_doing", "doing")),
        ("done", ("doing_done", "done", "todo_done")),
    ],
)
def test_a_status_is_in_the_groups_of_the_seeds_table(status: str, groups: tuple[str, ...]) -> None:
    item = stored(DEPLOY.model_copy(update={"status": status}))
    found = [item[f"status_group{number}"]["S"] for number in (1, 2, 3)]
    assert found == [f"TEAM#t1#Status#{group}" for group in groups]


def test_another_status_moves_a_task_to_other_groups_in_one_update(store: NotedTables) -> None:
    store.put(DEPLOY)
    move = Task.update(**DEPLOY.own_key).set(status="done")
    assert store.asks(move) == ["UpdateItem TEAM#t1 / TASK#k1"]
    assert store.items("task-table-v3", "PK", "TEAM#t1") == [stored(DEPLOY.model_copy(update={"status": "done"}))]


def test_a_task_without_tags_and_dates_has_no_such_attributes_and_is_in_no_list_by_date(store: NotedTables) -> None:
    bare = Task(team_id="t1", task_id="k2", title="いつか")
    assert not {"team_task_tagRef", "start_sort_sk", "end_sort_sk", "team_task_startTime"} & stored(bare).keys()
    store.put(bare)
    store.put(DEPLOY)
    assert list(store.page(board.open_tasks("t1"))) == [DEPLOY]
    assert store.batch(board.tasks_by_id("t1", ["k2", "k1"])) == [bare, DEPLOY]


def test_a_persons_tasks_are_in_the_order_of_their_dates_and_those_without_one_come_last(store: NotedTables) -> None:
    for name, due in (("a", NO_DATE), ("b", date(2026, 1, 2)), ("c", date(2025, 12, 31))):
        store.put(Mine(user_id="u", due=due, place=f"{name}#t", team_id="t", title=name))
    for name, day in (("d", TODAY), ("e", JOINED)):
        store.put(MineDone(user_id="u", done_at=day, place=f"{name}#t", team_id="t", title=name, status="done"))
    assert [row.task_id for row in store.page(board.my_tasks("u"))] == ["c", "b", "a"]
    assert [row.task_id for row in store.page(board.my_done_tasks("u"))] == ["d", "e"]


def test_a_task_beside_a_person_is_stored_under_the_tasks_own_names() -> None:
    shared = {"team_task_title", "team_task_status", "team_task_startTime", "team_task_endTime", "team_task_tagRef"}
    mine = stored(BEYOND[0])
    assert shared <= mine.keys()
    assert {"PK": mine["PK"], "SK": mine["SK"]} == {"PK": {"S": "USER#u1"}, "SK": {"S": "MINE#2025-12-05#k1#t1"}}
    assert stored(BEYOND[1])["SK"] == {"S": "MINEDONE#2025-11-10#k2#t1"}
    assert stored(BEYOND[2])["SK"] == {"S": f"UNDATED#start#todo#{TODAY}#k3"}


def test_two_tags_of_a_team_have_two_names(store: NotedTables) -> None:
    tag = Tag(team_id="t1", tag_id="a", name="Backend", colour=TagColour(color="#fff", background_color="#369"))
    store.insert(tag)
    store.insert(tag.model_copy(update={"team_id": "t2"}))
    with pytest.raises(NotUnique):
        store.insert(tag.model_copy(update={"tag_id": "b", "name": "BACKEND"}))


def test_what_is_late_is_strictly_before_today(store: NotedTables) -> None:
    days = [date(2025, 11, 9), TODAY, date(2025, 11, 11)]
    for status in ("todo", "doing", "done"):
        for day in days:
            store.put(Task(team_id="t", task_id=f"{status}-{day.day:02}", title="x", status=status, start=day, end=day))
    late, overdue = board.late_to_start("t", TODAY), board.overdue("t", TODAY)
    assert [task.task_id for task in store.page(late)] == ["todo-09"]
    assert sorted(task.task_id for task in store.page(overdue)) == ["doing-09", "todo-09"]
    assert [task.task_id for task in store.page(board.overdue("t", TODAY, "doing"))] == ["doing-09"]
    assert store.asks(late)[0].startswith(
        f"Query GSI_Status_Start_Sort_Group1 | {TODO} AND start_sort_sk BETWEEN START#"
    )
    assert store.asks(overdue)[0].startswith(f"Query GSI_Status_End_Sort_Group2 | {OPEN} AND end_sort_sk BETWEEN END#")
    assert "Query GSI_Status_End_Sort_Group3" in store.asks(board.overdue("t", TODAY, "doing"))[0]


def test_late_tasks_are_found_by_any_or_all_of_several_tags(store: NotedTables) -> None:
    day = date(2025, 11, 1)
    for name, tags in (("a", {"x"}), ("b", {"x", "y"}), ("c", {"z"})):
        store.put(Task(team_id="t", task_id=name, title=name, start=day, end=day, tags=frozenset(tags)))
    for pattern in (board.late_to_start_tagged, board.overdue_tagged):
        assert [task.task_id for task in store.page(pattern("t", TODAY, ["x", "y"]))] == ["a", "b"]
        assert [task.task_id for task in store.page(pattern("t", TODAY, ["x", "y"], "all"))] == ["b"]
        assert [task.task_id for task in store.page(pattern("t", TODAY, []))] == ["a", "b", "c"]


def test_the_counters_of_days_come_without_the_counter_of_all(store: NotedTables) -> None:
    store.put(Total(team_id="t", todo=1))
    day = store.put(DayCount(team_id="t", day=TODAY, todo=1, expires_at=4102444800))
    assert list(store.page(board.day_counts("t", date(2025, 1, 1), date(2025, 12, 31)))) == [day]


def test_counters_grow_and_shrink_but_a_total_never_below_nought(store: NotedTables) -> None:
    store.write(Total.upsert(team_id="t").add(todo=2))
    store.write(Total.upsert(team_id="t").add(todo=-1, doing=1))
    store.write(DayCount.upsert(team_id="t", day=TODAY).add(todo=-1).if_missing(expires_at=4102444800))
    assert store.one(board.total("t")) == Total(team_id="t", todo=1, doing=1)
    assert store.items("task-table-v3", "PK", "TEAM#t")[0]["todo"] == {"N": "-1"}
    with pytest.raises(ConditionNotMet):
        store.write(Total.upsert(team_id="t").add(done=-1))


def test_everything_of_a_team_is_there_and_nothing_of_another(store: NotedTables) -> None:
    rows = [*(entity for entity, _ in EXAMPLES), *BEYOND]
    for row in rows:
        store.put(row)
    names = {type(row).__name__ for row in store.all(board.whole_team("t1"))}
    assert names == {"Team", "TeamUser", "Tag", "Task", "ThrownTask", "Undated", "Total", "DayCount", "Comment"}
    assert {type(row).__name__ for row in store.all(board.whole_user("u1"))} == {
        *("User", "UserTeam", "LeftTeam", "Mine", "MineDone", "Notice"),
    }
    assert [row.team_id for row in store.page(board.memberships("u1"))] == ["t1"]
    assert [row.team_id for row in store.page(board.tag_holders("tag1"))] == ["t1"]
